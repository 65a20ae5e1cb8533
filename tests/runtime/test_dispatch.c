/* Which kernels a plan gets: one cap at a time, by option and by environment, and what can be asked about it. */
#define _GNU_SOURCE

#include <stdlib.h>

#include <strew/inspect.h>
#include <strew/strew.h>

#include "blocks.h"
#include "call_text.h"
#include "calls.h"
#include "dispatch.h" /* how kernels are found */
#include "testing.h"

#include "fault.h"
#include "isas.h"
#include "reference.h"
#include "system.h"

/* The rank of an instruction set, as the generated list has it: what a cap lets through is its own rank and below. */
static int rank_of(strew_isa isa)
{
    static const struct {
        strew_isa isa;
        int rank;
    } rows[] = {
#define STREW_ISA(isa, name, title, rank, built, native) {isa, rank},
#include "isas.inc"
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        if (rows[i].isa == isa) return rows[i].rank;
    }
    return -1;
}

static strew_status plan_for(strew_plan *plan, strew_dtype dtype, strew_reduction reduction, int64_t width, strew_isa cap,
                             strew_fault *fault)
{
    const int64_t data_shape[] = {4, width}, indices_shape[] = {6, 1}, updates_shape[] = {6, width};
    const strew_tensor data = {dtype, 2, data_shape, NULL, NULL}, indices = {STREW_DTYPE_INT32, 2, indices_shape, NULL, NULL};
    const strew_tensor updates = {dtype, 2, updates_shape, NULL, NULL};
    const strew_options options = STREW_OPTIONS(.isa = cap);
    return plan_scatter_nd(plan, &data, &indices, &updates, reduction, &options, fault);
}

/* ---- The environment ----------------------------------------------------------------------------------------------------------------- */

enum { MAX_NUMBERS = MAX_ISAS + 2 };

/* What a process with this STREW_ISA (NULL: none) sees. */
typedef struct view {
    strew_status status, status_when_named; /* of planning without a cap, and with the best of this machine as the cap */
    strew_fault fault;
    strew_isa best, of_plan, of_plan_when_named, after_a_change;
    strew_isa_state states[MAX_NUMBERS];
    char subject[32], sentence[STREW_MESSAGE_BYTES], explained[STREW_MESSAGE_BYTES];
} view;

static void look(view *view, strew_isa named)
{
    strew_plan plan;

    memset(view, 0, sizeof *view);
    view->status = plan_for(&plan, STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, 8, STREW_ISA_BEST, &view->fault);
    if (view->status == STREW_OK) view->of_plan = strew_plan_isa(&plan);
    snprintf(view->subject, sizeof view->subject, "%s", view->fault.subject ? view->fault.subject : "");
    strew_fault_describe(&view->fault, view->sentence, sizeof view->sentence);
    view->best = strew_isa_get_best();
    for (int isa = 0; isa < MAX_NUMBERS; isa++) view->states[isa] = strew_isa_get_state((strew_isa)isa);
    view->status_when_named = plan_for(&plan, STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, 8, named, NULL);
    if (view->status_when_named == STREW_OK) {
        view->of_plan_when_named = strew_plan_isa(&plan);
        strew_plan_explain(&plan, named, view->explained, sizeof view->explained);
    }
    set_variable("STREW_ISA", view->best == STREW_ISA_SCALAR ? "" : "scalar");
    view->after_a_change = strew_isa_get_best();
}

/* STREW_ISA is read once in a process: so every view is a process of its own, forked before this one has planned anything. Where there is
 * no fork, it is this program started again, and says what it sees. */
#if defined(_WIN32)
static const char *program;

static int say_view(const char *named)
{
    view seen;

    look(&seen, (strew_isa)atoi(named));
    _setmode(_fileno(stdout), _O_BINARY);
    return fwrite(&seen, sizeof seen, 1, stdout) == 1 ? 0 : 1;
}

static view view_of(const char *value, strew_isa named)
{
    char command[MAX_PATH + 32];
    FILE *child;
    view seen;

    snprintf(command, sizeof command, "\"%s\" view %d", program, (int)named);
    set_variable("STREW_ISA", value);
    child = _popen(command, "rb");
    set_variable("STREW_ISA", NULL);
    assert_non_null(child);
    assert_int_equal(fread(&seen, sizeof seen, 1, child), 1);
    assert_int_equal(_pclose(child), 0);
    return seen;
}
#elif defined(__wasi__) /* for tests that are not run there */
static view view_of(const char *value, strew_isa named)
{
    view seen;

    set_variable("STREW_ISA", value);
    look(&seen, named);
    return seen;
}
#else
static view view_of(const char *value, strew_isa named)
{
    FILE *const file = tmpfile();
    int status;
    view seen;
    pid_t child;

    assert_non_null(file);
    fflush(NULL);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        set_variable("STREW_ISA", value);
        look(&seen, named);
        exit(fwrite(&seen, sizeof seen, 1, file) == 1 ? 0 : 1); /* not _exit, or nobody would know what the child has covered */
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    rewind(file);
    assert_int_equal(fread(&seen, sizeof seen, 1, file), 1);
    fclose(file);
    return seen;
}
#endif

static int can_run(strew_isa_state state)
{
    return state == STREW_ISA_STATE_USABLE || state == STREW_ISA_STATE_EMULATED;
}

TEST_WITH_OTHERS(without_the_variable_the_best_is_used)
{
    const view unset = view_of(NULL, STREW_ISA_BEST), empty = view_of("", STREW_ISA_BEST);

    assert_int_equal(unset.status, STREW_OK);
    assert_int_equal(unset.states[unset.best], STREW_ISA_STATE_USABLE);
    assert_int_equal(unset.of_plan, unset.best);
    for (int isa = STREW_ISA_BEST + 1; strew_isa_name((strew_isa)isa); isa++) {
        assert_true(unset.states[isa] != STREW_ISA_STATE_CAPPED);
        if (unset.states[isa] == STREW_ISA_STATE_USABLE) assert_true(rank_of((strew_isa)isa) <= rank_of(unset.best));
    }
    assert_int_equal(empty.status, STREW_OK);
    assert_int_equal(empty.best, unset.best);
}

TEST_WITH_OTHERS(the_variable_caps_every_plan)
{
    const view unset = view_of(NULL, STREW_ISA_BEST);

    for (int isa = STREW_ISA_BEST + 1; strew_isa_name((strew_isa)isa); isa++) {
        view capped;
        if (!can_run(unset.states[isa])) continue;
        capped = view_of(strew_isa_name((strew_isa)isa), STREW_ISA_BEST);
        assert_int_equal(capped.status, STREW_OK);
        assert_int_equal(capped.best, isa);
        assert_int_equal(capped.of_plan, isa);
        if (unset.states[isa] == STREW_ISA_STATE_EMULATED) continue;
        for (int other = STREW_ISA_BEST + 1; strew_isa_name((strew_isa)other); other++) {
            const int is_above = unset.states[other] == STREW_ISA_STATE_USABLE && rank_of((strew_isa)other) > rank_of((strew_isa)isa);
            assert_int_equal(capped.states[other], is_above ? STREW_ISA_STATE_CAPPED : unset.states[other]);
        }
    }
}

/* The lesser of the two caps holds, and the plan can say which one it was. The variable is read once. */
TEST_WITH_OTHERS(an_option_does_not_lift_the_variable)
{
    const view unset = view_of(NULL, STREW_ISA_BEST), scalar = view_of("scalar", unset.best);

    assert_int_equal(scalar.status_when_named, STREW_OK);
    assert_int_equal(scalar.of_plan_when_named, STREW_ISA_SCALAR);
    assert_non_null(strstr(scalar.explained,
                           unset.best == STREW_ISA_SCALAR ? "scalar is used: strew_" : "is not used: the environment variable STREW_ISA"));
    assert_int_equal(unset.after_a_change, unset.best);
    assert_int_equal(scalar.after_a_change, STREW_ISA_SCALAR);
}

static void assert_rejected(const view *seen, int64_t value, const char *part)
{
    assert_int_equal(seen->status, STREW_STATUS_ISA_UNAVAILABLE);
    assert_int_equal(seen->fault.status, STREW_STATUS_ISA_UNAVAILABLE);
    assert_int_equal(seen->fault.value, value);
    assert_string_equal(seen->subject, "STREW_ISA");
    assert_non_null(strstr(seen->sentence, part));
    assert_int_equal(seen->status_when_named, STREW_STATUS_ISA_UNAVAILABLE);
}

TEST_WITH_OTHERS(a_name_that_cannot_be_used_is_rejected)
{
    static const char *const unknown[] = {"sse9", "Scalar", " scalar", "scalar ", "scala", "best", "0", "avx2,scalar"};
    const view unset = view_of(NULL, STREW_ISA_BEST);

    for (size_t i = 0; i < COUNT(unknown); i++) {
        const view seen = view_of(unknown[i], STREW_ISA_SCALAR);
        assert_rejected(&seen, -1, "STREW_ISA");
    }
    for (int isa = STREW_ISA_BEST + 1; strew_isa_name((strew_isa)isa); isa++) {
        const view seen = view_of(strew_isa_name((strew_isa)isa), STREW_ISA_SCALAR);
        if (can_run(unset.states[isa]))
            assert_int_equal(seen.status, STREW_OK);
        else
            assert_rejected(&seen, isa, strew_isa_name((strew_isa)isa));
    }
}

/* ---- The option ---------------------------------------------------------------------------------------------------------------------- */

/* Every dtype and reduction, a specialised width and any other, under every cap: never an instruction set above it. SVE leaves moves, and
 * slices of less than 32 bytes, to NEON. */
TEST(no_plan_exceeds_its_cap)
{
    strew_dtype dtypes[REFERENCE_MAX_DTYPES];
    const size_t n_dtypes = reference_dtypes(dtypes);
    strew_isa isas[MAX_ISAS];
    const size_t n_isas = runnable_isas(isas);

    static const int64_t widths[] = {4, 5, 32, 33};
    while (next_case()) {
        strew_plan plan;
        const strew_dtype dtype = dtypes[choose("dtype", n_dtypes)];
        const strew_reduction reduction = reference_reductions[choose("reduction", REFERENCE_REDUCTIONS)];
        if (!reference_is_defined(dtype, reduction)) continue;
        const strew_isa cap = isas[choose("cap", n_isas)];
        const int64_t width = widths[choose("width", COUNT(widths))];
        assert_int_equal(plan_for(&plan, dtype, reduction, width, cap, NULL), STREW_OK);
        const strew_isa of_plan = strew_plan_isa(&plan);
        const int is_of_neon = reduction == STREW_REDUCTION_NONE || width * (int64_t)strew_dtype_size(dtype) < 32;
        /* What the cap allows is used: at the very least for all types of the contract but complex numbers. */
        if (dtype <= STREW_DTYPE_BOOL) assert_int_equal(of_plan, cap == STREW_ISA_SVE && is_of_neon ? STREW_ISA_NEON : cap);
        /* An emulated one stands alone: its holes are scalar's. */
        if (strew_isa_get_state(cap) == STREW_ISA_STATE_EMULATED)
            assert_true(of_plan == cap || of_plan == STREW_ISA_SCALAR);
        else
            assert_true(rank_of(of_plan) <= rank_of(cap) && strew_isa_get_state(of_plan) == STREW_ISA_STATE_USABLE);
    }
}

TEST(a_cap_that_cannot_run_here_is_rejected)
{
    for (int isa = STREW_ISA_BEST + 1; isa < MAX_NUMBERS; isa++) {
        const strew_isa_state isa_state = strew_isa_get_state((strew_isa)isa);
        strew_plan plan;
        strew_fault fault;
        const strew_status status = plan_for(&plan, STREW_DTYPE_INT8, STREW_REDUCTION_ADD, 1, (strew_isa)isa, &fault);
        if (can_run(isa_state)) {
            assert_int_equal(status, STREW_OK);
        } else if (isa_state == STREW_ISA_STATE_UNKNOWN) {
            assert_null(strew_isa_name((strew_isa)isa));
            assert_int_equal(status, STREW_STATUS_UNKNOWN_OPTION);
        } else {
            EXPECT_FAULT(status, ISA_UNAVAILABLE, .subject = "options.isa", .value = isa);
            assert_sentence(&fault, "options.isa");
            assert_sentence(&fault, strew_isa_name((strew_isa)isa));
        }
    }
}

/* ---- Introspection ------------------------------------------------------------------------------------------------------------------- */

/* The names of all kernels, in an order of their addresses, and which of them were found. */
enum { MAX_KERNELS = 4096 };
static const char *listed[MAX_KERNELS];
static unsigned char is_found[MAX_KERNELS];
static size_t n_listed;

static int compare_addresses(const void *a, const void *b)
{
    const uintptr_t one = (uintptr_t) * (const char *const *)a, other = (uintptr_t) * (const char *const *)b;
    return (one > other) - (one < other);
}

static void list_kernels(void)
{
    strew_kernel kernel;

    memset(is_found, 0, sizeof is_found);
    for (n_listed = 0; strew_kernel_at(n_listed, &kernel); n_listed++) {
        assert_true(n_listed < MAX_KERNELS);
        listed[n_listed] = kernel.name;
    }
    qsort(listed, n_listed, sizeof *listed, compare_addresses);
}

TEST(the_list_names_every_kernel_once)
{
    static const char *const steps[] = {"apply", "check", "linearise", "clamp",  "select", "gather", "take", "put", "sum",
                                        "mean",  "scale", "blocks",    "affine", "fuse",   "reduce", "bag",  "arg"};
    size_t n_of_step[COUNT(steps)] = {0};
    strew_kernel kernel;

    for (size_t n = 0; strew_kernel_at(n, &kernel); n++) {
        const char *const isa = strew_isa_name(kernel.isa), *const how = strstr(kernel.name, "__");
        size_t step = 0;
        assert_int_equal(strncmp(kernel.name, "strew_", 6), 0);
        assert_non_null(how);
        assert_non_null(isa);
        assert_string_equal(how + 2, isa);
        while (step < COUNT(steps) && strcmp(kernel.step, steps[step]) != 0) step++;
        assert_true(step < COUNT(steps));
        n_of_step[step]++;
        assert_in_range(kernel.width, 0, 128);
    }
    for (size_t step = 0; step < COUNT(steps); step++) assert_true(n_of_step[step] > 0);
    /* Whether a tuple is in bounds does not depend on its position; all else has kernels with positions and without. */
    assert_true(n_of_step[1] < n_of_step[2]);
    assert_true(n_of_step[2] == n_of_step[3]);
    list_kernels();
    for (size_t i = 1; i < n_listed; i++) assert_ptr_not_equal(listed[i], listed[i - 1]);
    assert_false(strew_kernel_at(n_listed, &kernel));
    assert_false(strew_kernel_at(n_listed + 1, &kernel));
    assert_false(strew_kernel_at(SIZE_MAX, &kernel));
}

/* What was found for an instruction set is of this one. */
static void note(const strew_kernel *kernel, strew_isa isa)
{
    const char **const at = bsearch(&kernel->name, listed, n_listed, sizeof *listed, compare_addresses);

    assert_int_equal(kernel->isa, isa);
    assert_non_null(at);
    is_found[at - listed] = 1;
}

static void note_applying(strew_isa isa, strew_dtype dtype, strew_operation operation)
{
    enum { WIDEST = 65 }; /* wider than what any kernel is for alone */
    const strew_dtype_record *const record = strew_find_dtype(dtype);

    for (size_t bytes = record->bytes; bytes <= WIDEST * record->bytes; bytes += record->bytes) {
        const strew_ctype ctype = strew_choose_ctype(record, operation, bytes);
        const strew_apply_kernel *const found =
            ctype == STREW_CTYPE_NONE ? NULL : strew_find_apply((strew_isa_set)1 << isa, operation, ctype, bytes);
        if (found == NULL) continue;
        note(&found->kernel, isa);
        const strew_apply_kernel *const of_any_width = strew_of_any_width(found);
        assert_true(of_any_width->kernel.width == 0 && of_any_width->kernel.isa == isa && of_any_width->order == found->order);
    }
}

/* From a dtype to the wider type that it is accumulated in, and back. */
static void note_converting(strew_isa isa, strew_dtype dtype)
{
    static const strew_operation operations[] = {STREW_DO_NONE, STREW_DO_ADD, STREW_DO_SUB, STREW_DO_MUL};
    const strew_wide *const wide = strew_find_wide(dtype);

    for (size_t i = 0; wide != NULL && i < COUNT(operations); i++) {
        const strew_fuse_kernel *const fuse = strew_find_fuse((strew_isa_set)1 << isa, operations[i], wide->widened);
        if (fuse != NULL) note(&fuse->kernel, isa);
        const strew_bag_kernel *const bag = strew_find_bag((strew_isa_set)1 << isa, operations[i], wide->widened);
        if (bag != NULL) note(&bag->kernel, isa);
        const strew_sum_kernel *const found = strew_find_sum((strew_isa_set)1 << isa, operations[i], wide->widened);
        if (found != NULL) note(&found->kernel, isa);
    }
    for (size_t i = 0; wide != NULL && i < COUNT(operations); i++) {
        const strew_ctype ctypes[] = {wide->widened, wide->narrowed};
        for (size_t c = 0; c < COUNT(ctypes); c++) {
            const size_t bytes = c == 0 ? strew_dtype_size(dtype) : wide->bytes;
            for (size_t width = 0; width <= bytes; width += bytes) {
                const strew_apply_kernel *const found = strew_find_apply((strew_isa_set)1 << isa, operations[i], ctypes[c], width);
                if (found != NULL) note(&found->kernel, isa);
            }
        }
    }
}

static void note_of_indices(strew_isa isa, strew_step step, int32_t index_bytes, int position_dependent)
{
    for (int32_t k = 0; k <= STREW_MAX_COMPONENTS + 1; k++) {
        const strew_indices_kernel *const found = strew_find_indices((strew_isa_set)1 << isa, step, index_bytes, position_dependent, k);
        if (found != NULL) note(&found->kernel, isa);
    }
}

/* What is found does not depend on what runs here: a set with one instruction set in it has that one's kernels, and there is no kernel
 * that nothing asks for. */
TEST(every_kernel_is_found)
{
    static const strew_step steps[] = {STREW_STEP_CHECK, STREW_STEP_LINEARISE, STREW_STEP_CLAMP};
    strew_dtype dtypes[REFERENCE_MAX_DTYPES];
    const size_t n_dtypes = reference_dtypes(dtypes);

    list_kernels();
    for (int isa = STREW_ISA_BEST + 1; strew_isa_name((strew_isa)isa) != NULL; isa++) {
        for (size_t i = 0; i < n_dtypes; i++) {
            for (int operation = 0; operation < STREW_OPERATIONS; operation++)
                note_applying((strew_isa)isa, dtypes[i], (strew_operation)operation);
            note_converting((strew_isa)isa, dtypes[i]);
            const strew_scale_kernel *const scale = strew_find_scale((strew_isa_set)1 << isa, dtypes[i]);
            if (scale != NULL) note(&scale->kernel, (strew_isa)isa);
        }
        for (size_t i = 0; block_dtype_at(i) != 0; i++) {
            const strew_blocks_kernel *const blocks = strew_find_blocks((strew_isa_set)1 << isa, block_dtype_at(i));
            if (blocks != NULL) note(&blocks->kernel, (strew_isa)isa);
        }
        for (int number = 1; number <= STREW_DTYPE_INT4; number++) {
            const strew_affine_kernel *const affine = strew_find_affine((strew_isa_set)1 << isa, (strew_dtype)number);
            if (affine != NULL) note(&affine->kernel, (strew_isa)isa);
        }
        for (size_t i = 0; i < n_dtypes; i++) {
            for (int operation = 0; operation < STREW_OPERATIONS; operation++) {
                const strew_ctype ctype = strew_find_dtype(dtypes[i])->cells[operation].ctype;
                const strew_fuse_kernel *const fuse = strew_find_fuse((strew_isa_set)1 << isa, (strew_operation)operation, ctype);
                if (fuse != NULL) note(&fuse->kernel, (strew_isa)isa);
                const strew_reduce_kernel *const reduce = strew_find_reduce((strew_isa_set)1 << isa, (strew_operation)operation, ctype);
                if (reduce != NULL) note(&reduce->kernel, (strew_isa)isa);
                const strew_bag_kernel *const bag = strew_find_bag((strew_isa_set)1 << isa, (strew_operation)operation, ctype);
                if (bag != NULL) note(&bag->kernel, (strew_isa)isa);
            }
        }
        for (size_t i = 0; i < n_dtypes; i++) {
            const strew_dtype_record *const record = strew_find_dtype(dtypes[i]);
            const strew_ctype ctypes[] = {record->cells[STREW_DO_MIN].ctype, strew_choose_ctype(record, STREW_DO_NONE, record->bytes)};
            for (size_t n = 0; n < COUNT(ctypes); n++) {
                const strew_arg_kernel *const arg = strew_find_arg((strew_isa_set)1 << isa, ctypes[n]);
                if (arg != NULL) note(&arg->kernel, (strew_isa)isa);
            }
        }
        for (size_t i = 0; i < COUNT(steps); i++) {
            for (int position_dependent = 0; position_dependent <= 1; position_dependent++) {
                note_of_indices((strew_isa)isa, steps[i], sizeof(int32_t), position_dependent);
                note_of_indices((strew_isa)isa, steps[i], sizeof(int64_t), position_dependent);
            }
        }
        for (size_t bytes = 1; bytes <= STREW_MAX_SELECTED_BYTES; bytes++) {
            const strew_select_kernel *const found = strew_find_select((strew_isa_set)1 << isa, bytes);
            if (found != NULL) note(&found->kernel, (strew_isa)isa);
        }
    }
    for (int isa = STREW_ISA_BEST + 1; strew_isa_name((strew_isa)isa) != NULL; isa++) {
        for (size_t bytes = 0; bytes <= 129; bytes++) {
            const strew_isa_set with_scalar = (strew_isa_set)1 << isa | (strew_isa_set)1 << STREW_ISA_SCALAR;
            const strew_kernel *const found = &strew_find_gather(with_scalar, bytes)->kernel;
            note(found, found->isa == (strew_isa)isa ? (strew_isa)isa : STREW_ISA_SCALAR);
            assert_true(found->width == 0 || (size_t)found->width == bytes);
        }
    }
    for (size_t bytes = 0; bytes <= 17; bytes++) {
        for (int32_t index_bytes = 4; index_bytes <= 8; index_bytes += 4) {
            const strew_take_kernel *const found = strew_find_take((strew_isa_set)1 << STREW_ISA_SCALAR, index_bytes, bytes);
            if (found != NULL) note(&found->kernel, STREW_ISA_SCALAR);
        }
    }
    for (size_t i = 0; i < n_dtypes; i++) {
        const strew_dtype_record *const record = strew_find_dtype(dtypes[i]);
        const strew_ctype ctype = record->cells[STREW_DO_MEAN].ctype;
        if (strew_find_mean(ctype, 0) == NULL) continue;
        note(&strew_find_mean(ctype, 0)->sum.kernel, STREW_ISA_SCALAR);
        note(&strew_find_mean(ctype, SIZE_MAX)->sum.kernel, STREW_ISA_SCALAR);
        for (int32_t index_bytes = 4; index_bytes <= 8; index_bytes += 4) {
            for (int is_move = 0; is_move < 2; is_move++) {
                const strew_operation operation = is_move ? STREW_DO_NONE : STREW_DO_ADD;
                const strew_put_kernel *const put =
                    strew_find_put((strew_isa_set)1 << STREW_ISA_SCALAR, operation, strew_choose_ctype(record, operation, record->bytes),
                                   index_bytes, record->bytes);
                if (put != NULL) note(&put->kernel, STREW_ISA_SCALAR);
            }
        }
    }
    for (size_t i = 0; i < n_listed; i++) {
        if (!is_found[i]) fail_msg("nothing asks for %s", listed[i]);
    }
}

TEST(a_plan_names_its_kernel)
{
    char sentence[STREW_MESSAGE_BYTES];
    strew_plan plan;
    strew_kernel kernel;
    size_t i = 0;

    assert_int_equal(plan_for(&plan, STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, 4, STREW_ISA_SCALAR, NULL), STREW_OK);
    assert_string_equal(strew_plan_kernel(&plan), "strew_add_f32_w4__scalar");
    assert_int_equal(strew_plan_isa(&plan), STREW_ISA_SCALAR);
    while (strew_kernel_at(i, &kernel) && strcmp(kernel.name, strew_plan_kernel(&plan)) != 0) i++;
    assert_true(strew_kernel_at(i, &kernel));
    assert_int_equal(kernel.width, 4);
    assert_string_equal(kernel.step, "apply");
    assert_int_equal(plan_for(&plan, STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, 0, STREW_ISA_BEST, NULL), STREW_OK);
    assert_null(strew_plan_kernel(&plan));
    assert_int_equal(strew_plan_isa(&plan), STREW_ISA_SCALAR);
    strew_plan_explain(&plan, STREW_ISA_SCALAR, sentence, sizeof sentence);
    assert_string_equal(sentence, "scalar is not used: there is nothing to write");
    plan = plan_text("gather data=float32[4] indices=int32[0]");
    strew_plan_explain(&plan, STREW_ISA_SCALAR, sentence, sizeof sentence);
    assert_string_equal(sentence, "scalar is not used: there is nothing to write");
}

/* Of two dtypes, by the name of what a call of one instruction set runs. */
TEST(a_plan_that_converts_names_what_it_runs)
{
    static const struct {
        const char *call, *kernel;
    } rows[] = {
        {"scatter_nd data=bfloat16[4] indices=int32[2,1] updates=float32[2]", "strew_move_f32_bf16_wn__scalar"},
        {"scatter_nd data=float16[4] indices=int32[2,1] updates=float64[2]", "strew_move_b16_w1__scalar"},
        {"scatter_nd data=bfloat16[4] indices=int32[2,1] updates=float32[2] add", "strew_add_f32_wn__scalar"},
        {"scatter_nd data=float32[4] indices=int32[2,1] updates=float16[2] add", "strew_add_f32_w1__scalar"},
        {"scatter_nd data=bfloat16[4] indices=int32[2,1] updates=float16[2] add accumulate=float32", "strew_add_f32_wn__scalar"},
        {"gather data=bfloat16[4] indices=int32[2] output=float32[2]", "strew_move_bf16_f32_wn__scalar"},
        {"gather data=float64[4] indices=int32[2] output=float16[2]", "strew_move_f32_f16_wn__scalar"},
        {"gather data=bool[4] indices=int32[2] output=float32[2]", NULL},
        {"gather data=bfloat16[4] indices=int32[0] output=float32[0]", NULL},
        {"tensor_scatter data=bfloat16[2,3,1] updates=float32[2,1,1] axis=1", "strew_move_f32_bf16_wn__scalar"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const strew_plan plan = plan_text("%s isa=%d", rows[i].call, STREW_ISA_SCALAR);
        char sentence[STREW_MESSAGE_BYTES];
        in_case("%s", rows[i].call);
        strew_plan_explain(&plan, STREW_ISA_SCALAR, sentence, sizeof sentence);
        if (rows[i].kernel == NULL) {
            assert_null(strew_plan_kernel(&plan));
            assert_string_equal(sentence, "scalar is not used: elements are converted without a kernel, if there are any");
        } else {
            assert_string_equal(strew_plan_kernel(&plan), rows[i].kernel);
            assert_string_equal(sentence + strlen("scalar is used: "), rows[i].kernel);
        }
    }
}

/* A better one converts, so the scalar one does not. */
TEST(a_plan_that_converts_explains_what_it_passed_over)
{
    const strew_plan plan = plan_text("scatter_nd data=bfloat16[4] indices=int32[2,1] updates=float32[2]");
    char sentence[STREW_MESSAGE_BYTES];
    strew_plan_explain(&plan, STREW_ISA_SCALAR, sentence, sizeof sentence);
    if (strew_plan_isa(&plan) != STREW_ISA_SCALAR)
        assert_string_equal(sentence, "scalar is not used: a better one is used, or it has no kernel for such slices");
}

/* Why an instruction set is not used that has a kernel for the plan. */
static const char *reason_of(strew_isa isa, strew_isa_state isa_state, strew_isa cap)
{
    if (isa_state == STREW_ISA_STATE_NOT_BUILT) return "it is not in this build";
    if (isa_state == STREW_ISA_STATE_UNSUPPORTED) return "the CPU or the operating system lacks it";
    if (isa_state == STREW_ISA_STATE_EMULATED) return "another architecture's, it is used only when named as the cap";
    if (isa == STREW_ISA_SCALAR || cap == STREW_ISA_BEST) return "a better one is used";
    const int is_capped = strew_isa_get_state(cap) == STREW_ISA_STATE_EMULATED || rank_of(isa) > rank_of(cap);
    return is_capped ? "options.isa caps it" : "a better one is used";
}

/* One sentence for every instruction set: the one that is used says by which kernel, the others say why not. */
TEST(a_plan_explains_every_instruction_set)
{
    strew_isa isas[MAX_ISAS];
    const size_t n_isas = runnable_isas(isas);

    for (size_t i = 0; i <= n_isas; i++) {
        const strew_isa cap = i < n_isas ? isas[i] : STREW_ISA_BEST;
        size_t n_used = 0;
        strew_plan plan;
        assert_int_equal(plan_for(&plan, STREW_DTYPE_INT32, STREW_REDUCTION_MAX, 8, cap, NULL), STREW_OK);
        for (int isa = STREW_ISA_BEST + 1; strew_isa_name((strew_isa)isa); isa++) {
            const char *const name = strew_isa_name((strew_isa)isa);
            const strew_isa_state isa_state = strew_isa_get_state((strew_isa)isa);
            char sentence[STREW_MESSAGE_BYTES], expected[STREW_MESSAGE_BYTES];
            const size_t length = strew_plan_explain(&plan, (strew_isa)isa, sentence, sizeof sentence);
            const int is_used = strew_plan_isa(&plan) == (strew_isa)isa;
            snprintf(expected, sizeof expected, "%s is %s: %s", name, is_used ? "used" : "not used",
                     is_used ? strew_plan_kernel(&plan) : reason_of((strew_isa)isa, isa_state, cap));
            assert_int_equal(length, strlen(sentence));
            assert_string_equal(sentence, expected);
            n_used += (size_t)is_used;
        }
        assert_int_equal(n_used, 1);
    }
}

/* All kernels that sum means of integers are scalar. */
TEST(a_plan_of_a_mean_explains_what_has_no_kernel)
{
    strew_plan plan;

    assert_int_equal(plan_for(&plan, STREW_DTYPE_INT8, STREW_REDUCTION_MEAN, 8, STREW_ISA_BEST, NULL), STREW_OK);
    for (int isa = STREW_ISA_SCALAR + 1; strew_isa_name((strew_isa)isa); isa++) {
        char sentence[STREW_MESSAGE_BYTES];
        strew_plan_explain(&plan, (strew_isa)isa, sentence, sizeof sentence);
        if (strew_isa_get_state((strew_isa)isa) == STREW_ISA_STATE_USABLE)
            assert_non_null(strstr(sentence, "is not used: it has no kernel for this reduction and type"));
    }
}

/* Kernels that gather are scalar, but on RISC-V, where a compiler copies bytes one by one. Single elements of much data are prefetched,
 * which one of them does. */
static void explain_gather(int size, const char *kernel, strew_isa used)
{
    const strew_plan plan = plan_text("gather data=float32[%d] indices=int32[4]", size);
    char sentence[STREW_MESSAGE_BYTES], name[STREW_MESSAGE_BYTES];

    snprintf(name, sizeof name, "%s is used: %s__%s", strew_isa_name(used), kernel, strew_isa_name(used));
    for (int isa = STREW_ISA_BEST + 1; strew_isa_name((strew_isa)isa); isa++) {
        if (strew_isa_get_state((strew_isa)isa) != STREW_ISA_STATE_USABLE) continue;
        strew_plan_explain(&plan, (strew_isa)isa, sentence, sizeof sentence);
        const char *const expected =
            (strew_isa)isa == used ? name : "is not used: a better one is used, or it has no kernel for such slices";
        assert_non_null(strstr(sentence, expected));
    }
}

TEST(a_plan_of_a_gather_explains_itself)
{
    const strew_isa best = strew_isa_get_best(), gathers = best == STREW_ISA_RVV ? best : STREW_ISA_SCALAR;

    explain_gather(4, "strew_take_b32_i32", STREW_ISA_SCALAR);
    explain_gather(2 << 20, "strew_take_b32_i32", STREW_ISA_SCALAR);
    explain_gather((2 << 20) + 1, "strew_gather_b32", gathers);
}

/* Whether a product of wider slices is made by an instruction set. */
static int has_kernel_of(strew_dtype dtype, strew_isa isa)
{
    strew_plan plan;

    assert_int_equal(plan_for(&plan, dtype, STREW_REDUCTION_MUL, 64, isa, NULL), STREW_OK);
    return strew_plan_isa(&plan) == isa;
}

/* Of those that could be used, one is not because it has no kernel, as plans that it caps show, or because another one is better. */
TEST(a_plan_explains_what_it_passed_over)
{
    strew_dtype dtypes[REFERENCE_MAX_DTYPES];
    const size_t n_dtypes = reference_dtypes(dtypes);

    for (size_t d = 0; d < n_dtypes; d++) {
        strew_plan plan, capped;
        if (plan_for(&plan, dtypes[d], STREW_REDUCTION_MUL, 8, STREW_ISA_BEST, NULL) != STREW_OK) continue;
        for (strew_isa isa = STREW_ISA_BEST + 1; strew_isa_name(isa); isa++) {
            char sentence[STREW_MESSAGE_BYTES];
            if (strew_isa_get_state(isa) != STREW_ISA_STATE_USABLE || strew_plan_isa(&plan) == isa) continue;
            assert_int_equal(plan_for(&capped, dtypes[d], STREW_REDUCTION_MUL, 8, isa, NULL), STREW_OK);
            strew_plan_explain(&plan, isa, sentence, sizeof sentence);
            const char *const expected = strew_plan_isa(&capped) == isa  ? "is not used: a better one is used"
                                         : has_kernel_of(dtypes[d], isa) ? "is not used: it has no kernel for slices as narrow as these"
                                                                         : "is not used: it has no kernel for this reduction and type";
            assert_non_null(strstr(sentence, expected));
        }
    }
}

/* A fault by hand may name any instruction set. */
TEST(a_fault_says_why_an_instruction_set_cannot_be_had)
{
    for (int isa = STREW_ISA_BEST + 1; strew_isa_name((strew_isa)isa); isa++) {
        const strew_isa_state isa_state = strew_isa_get_state((strew_isa)isa);
        const strew_fault fault = {.status = STREW_STATUS_ISA_UNAVAILABLE, .subject = "options.isa", .value = isa};
        char sentence[STREW_MESSAGE_BYTES], expected[STREW_MESSAGE_BYTES];
        snprintf(expected, sizeof expected, "options.isa asks for %s, but %s", strew_isa_name((strew_isa)isa),
                 isa_state == STREW_ISA_STATE_USABLE ? "it can be used here now" : reason_of((strew_isa)isa, isa_state, STREW_ISA_BEST));
        strew_fault_describe(&fault, sentence, sizeof sentence);
        assert_string_equal(sentence, expected);
    }
}

int main(int argc, char **argv)
{
#if defined(_WIN32)
    program = argv[0];
    if (argc == 3) return say_view(argv[2]);
#else
    (void)argc, (void)argv;
#endif
    /* Whatever the caller's environment asks for, the later tests see the whole machine. */
    set_variable("STREW_ISA", NULL);
    return run_all_tests(NULL, NULL);
}
