/* Every kernel of the list, against the reference, bit for bit; and afterwards that every kernel was indeed the one that ran. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <strew/strew.h>

#include "kernels.h" /* which kernels for indices a plan holds: the public header tells only of the one that writes */

#include "reference.h"
#include "stage.h"

/* The most bytes that a job below needs for one buffer: a thousand complex128 slices of 1, or ninety-odd of 257; see also deep tuples. */
enum { CAPACITY = 4 << 20 };

#define COUNT(array) (sizeof(array) / sizeof *(array))

static stage buffers;
static strew_isa isas[MOST_ISAS];
static size_t n_isas;

/* ---- Accounting --------------------------------------------------------------------------------------------------------------------- */

static unsigned char *was_chosen;
static size_t n_kernels;

static void account(const char *name)
{
    strew_kernel kernel;

    for (size_t i = 0; name && i < n_kernels; i++) {
        if (strew_kernel_at(i, &kernel) && strcmp(kernel.name, name) == 0) {
            was_chosen[i] = 1;
            return;
        }
    }
    fail_msg("the plan's kernel %s is not in the list", name ? name : "(NULL)");
}

static void account_plan(const strew_plan *plan)
{
    account(strew_plan_kernel(plan));
    account(plan->check->kernel.name);
    account(plan->mark->kernel.name);
    account(plan->locate->kernel.name);
}

static int is_runnable(strew_isa isa)
{
    for (size_t i = 0; i < n_isas; i++) {
        if (isas[i] == isa) return 1;
    }
    return 0;
}

static int set_up(void **state)
{
    strew_kernel kernel;

    (void)state;
    n_isas = runnable_isas(isas);
    while (strew_kernel_at(n_kernels, &kernel)) n_kernels++;
    was_chosen = calloc(n_kernels + 1, 1);
    buffers = stage_open(CAPACITY, 20240229);
    return was_chosen == NULL || n_isas == 0;
}

static int tear_down(void **state)
{
    (void)state;
    stage_close(&buffers);
    free(was_chosen);
    return 0;
}

static void every_kernel_that_can_run_here_was_chosen(void **state)
{
    size_t n_missed = 0;
    strew_kernel kernel;

    (void)state;
    assert_true(n_kernels > 0);
    for (size_t i = 0; strew_kernel_at(i, &kernel); i++) {
        if (is_runnable(kernel.isa) && !was_chosen[i]) {
            fprintf(stderr, "%s (%s) was never chosen\n", kernel.name, kernel.step);
            n_missed++;
        }
    }
    assert_int_equal(n_missed, 0);
}

/* ---- Apply -------------------------------------------------------------------------------------------------------------------------- */

/* Slices: powers of two and some of their multiples, and one more and one less, in elements. The largest that a kernel is made for is 64
 * lanes; moves join lanes up to 16 bytes, so that 64 of those are 1,024 bytes: 256 elements of 4. */
static const size_t widths[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,  16,  17,  19,  20,  23,  24,
                                25, 28, 31, 32, 33, 40, 47, 48, 49, 56, 63, 64, 65, 96, 127, 128, 129, 192, 255, 256, 257};

/* Tuples: around the lanes of every vector, and around the tuples that kernels look ahead. */
static const size_t counts[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 23, 24, 25, 31, 32, 33};

/* Widths beyond these are there for one kernel or one tail each; the counts have been gone through by then, and are taken in turn. */
enum { NARROW_WIDTH = 17, COUNTS_OF_A_WIDE_SLICE = 4 };

static void run_everywhere(const job *job, int is_first, unsigned turn)
{
    stage_prepare(&buffers, job);
    for (size_t i = 0; i < n_isas; i++) {
        const strew_plan plan = stage_plan(&buffers, job->reduction, isas[i]);
        if (is_first) account_plan(&plan);
        assert_true(stage_run(&buffers, &plan, (int)((turn + i) % 2)));
    }
}

static void apply_reduction(strew_dtype dtype, strew_reduction reduction)
{
    unsigned turn = 0;

    for (size_t w = 0; w < COUNT(widths); w++) {
        const size_t n_counts = widths[w] <= NARROW_WIDTH ? COUNT(counts) : COUNTS_OF_A_WIDE_SLICE;
        for (size_t c = 0; c < n_counts; c++, turn++) {
            const size_t count = counts[n_counts == COUNT(counts) ? c : (w * 5 + c * 7) % COUNT(counts)];
            /* From one slice, all tuples on top of each other, to more slices than tuples. */
            const int64_t size = 1 + (int64_t)random_below(&buffers.random, turn % 3 ? 7 : 2 * count + 1);
            const job job = {
                .dtype = dtype,
                .index_dtype = turn % 2 ? STREW_INT32 : STREW_INT64,
                .reduction = reduction,
                .sizes = &size,
                .n_sizes = 1,
                .width = widths[w],
                .n_tuples = count,
                .pattern = (pattern)(turn / 2 % PATTERNS),
                .contents = turn % 5 < 3 ? ORDINARY : EXTREME,
            };
            run_everywhere(&job, c == 0, turn / 2);
        }
    }
}

static void applies_as_the_contract_says(void **state)
{
    const strew_dtype dtype = *(const strew_dtype *)*state;

    for (size_t r = 0; r < REFERENCE_REDUCTIONS; r++) {
        if (reference_is_defined(dtype, reference_reductions[r])) apply_reduction(dtype, reference_reductions[r]);
    }
}

/* ---- Check and linearise ------------------------------------------------------------------------------------------------------------ */

/* Around vectors, and around the blocks that tuples are taken in: of any power of two up to 4,096. */
static const size_t many_counts[] = {0,   1,   2,   3,    4,    5,    6,    7,    8,    9,    11,   12,   13,  15,
                                     16,  17,  31,  32,   33,   63,   64,   65,   127,  128,  129,  255,  256, 257,
                                     511, 512, 513, 1023, 1024, 1025, 2047, 2048, 2049, 4095, 4096, 4097, 5000};

static const int64_t sizes_1[] = {997}, sizes_2[] = {31, 37}, sizes_3[] = {7, 11, 13}, sizes_4[] = {5, 6, 7, 8},
                     sizes_5[] = {3, 4, 5, 1, 6}, sizes_6[] = {1, 2, 3, 4, 5, 6};
static int64_t sizes_64[STREW_MAX_RANK];

static const struct {
    const int64_t *sizes;
    int32_t k;
} tuples[] = {{sizes_1, 1}, {sizes_2, 2}, {sizes_3, 3}, {sizes_4, 4}, {sizes_5, 5}, {sizes_6, 6}, {sizes_64, STREW_MAX_RANK}};

static job job_of_tuple(size_t which, strew_dtype index_dtype, size_t n_tuples)
{
    /* Most dimensions of 64 must be 1 for the data to stay small. */
    for (size_t j = 0; j < STREW_MAX_RANK; j++) sizes_64[j] = j % 9 == 4 ? 3 : 1;
    return (job){
        .dtype = STREW_INT32,
        .index_dtype = index_dtype,
        .reduction = STREW_ADD, /* a sum misses no tuple, as the last of several writers could */
        .sizes = tuples[which].sizes,
        .n_sizes = tuples[which].k,
        .width = 1,
        .n_tuples = n_tuples,
        .pattern = (pattern)(n_tuples % PATTERNS),
        .contents = EXTREME,
    };
}

static void finds_the_slices_of_tuples(void **state)
{
    const strew_dtype index_dtype = *(const strew_dtype *)*state;

    for (size_t k = 0; k < COUNT(tuples); k++) {
        for (size_t c = 0; c < COUNT(many_counts); c++) {
            const job job = job_of_tuple(k, index_dtype, many_counts[c]);
            for (buffers.has_workspace = 0; buffers.has_workspace < 2; buffers.has_workspace++) run_everywhere(&job, 1, (unsigned)c);
            buffers.has_workspace = 0;
        }
    }
}

/* Components that are outside, and that a narrow or careless comparison would take for inside. */
static int64_t outside_value(strew_dtype index_dtype, int64_t size, unsigned turn)
{
    const int64_t narrow[] = {size, -size - 1, INT32_MAX, INT32_MIN};
    const int64_t wide[] = {size,
                            -size - 1,
                            INT64_MAX,
                            INT64_MIN,
                            INT64_C(1) << 32,
                            -(INT64_C(1) << 32),
                            (INT64_C(1) << 32) + size - 1,
                            INT64_C(1) << 31,
                            -(INT64_C(1) << 31) - 1,
                            INT64_C(1) << 62,
                            INT64_MIN + size,
                            INT64_MAX - size};
    return index_dtype == STREW_INT32 ? narrow[turn % COUNT(narrow)] : wide[turn % COUNT(wide)];
}

/* One bad component in the tuple, and perhaps a second one behind it, which must not be the one that is reported. */
static void expect_fault(const strew_plan *plans, size_t tuple, int32_t component, unsigned turn)
{
    const size_t last = (size_t)buffers.indices_shape[0] - 1;
    const int32_t last_component = (int32_t)buffers.indices_shape[1] - 1;
    const int64_t good = stage_get_index(&buffers, tuple, component), good_last = stage_get_index(&buffers, last, last_component);
    const int64_t size = buffers.data_shape[component];
    const int64_t bad = outside_value(buffers.indices_tensor.dtype, size, turn);
    strew_fault fault;

    if (turn % 3 == 0)
        stage_set_index(&buffers, last, last_component, outside_value(buffers.indices_tensor.dtype, buffers.data_shape[last_component], 0));
    stage_set_index(&buffers, tuple, component, bad);
    for (size_t i = 0; i < 2 * n_isas; i++) {
        buffers.has_workspace = i % 2;
        assert_true(stage_run_refused(&buffers, &plans[i / 2], STREW_INDEX_OUTSIDE, &fault));
        assert_int_equal(fault.tuple, tuple);
        assert_int_equal(fault.dimension, component);
        assert_int_equal(fault.value, bad);
        assert_int_equal(fault.low, -size);
        assert_int_equal(fault.high, size - 1);
    }
    buffers.has_workspace = 0;
    stage_set_index(&buffers, last, last_component, good_last);
    stage_set_index(&buffers, tuple, component, good);
}

static void finds_a_component_outside_wherever_it_stands(void **state)
{
    static const size_t far[] = {0, 511, 512, 1023, 1024, 1025, 2047, 2048, 2049, 4095, 4096, 4999};
    const strew_dtype index_dtype = *(const strew_dtype *)*state;
    strew_plan plans[MOST_ISAS];
    unsigned turn = 0;

    for (size_t k = 0; k < COUNT(tuples); k++) {
        /* Every tuple of a few vectors and a tail; then blocks. */
        for (int is_far = 0; is_far < 2; is_far++) {
            const size_t n_tuples = is_far ? 5000 : 39;
            const job job = job_of_tuple(k, index_dtype, n_tuples);
            stage_prepare(&buffers, &job);
            for (size_t i = 0; i < n_isas; i++) plans[i] = stage_plan(&buffers, job.reduction, isas[i]);
            for (size_t t = 0; t < (is_far ? COUNT(far) : n_tuples); t++) {
                /* All components of a short tuple; of a long one, another in every tuple. */
                for (int32_t j = 0; j < tuples[k].k; j++, turn++) {
                    if ((tuples[k].k > 6 || is_far) && (size_t)j != t * 7 % (size_t)tuples[k].k) continue;
                    expect_fault(plans, is_far ? far[t] : t, j, turn);
                }
            }
        }
    }
}

/* Without wrapping, a negative index is as outside as one that is too large. */
static void takes_no_negative_index_where_none_wraps(void **state)
{
    const strew_dtype index_dtype = *(const strew_dtype *)*state;
    strew_fault fault;

    for (size_t k = 0; k < COUNT(tuples); k++) {
        const job job = job_of_tuple(k, index_dtype, 39);
        stage_prepare(&buffers, &job);
        for (size_t t = 0; t < job.n_tuples; t++) {
            for (int32_t j = 0; j < job.n_sizes; j++) {
                const int64_t index = stage_get_index(&buffers, t, j);
                stage_set_index(&buffers, t, j, index < 0 ? index + job.sizes[j] : index);
            }
        }
        for (size_t i = 0; i < n_isas; i++) {
            const strew_options options = {.negative = STREW_NEGATIVE_OUTSIDE, .isa = isas[i]};
            strew_plan plan;
            assert_int_equal(strew_scatter_nd_plan(&plan, &buffers.data_tensor, &buffers.indices_tensor, &buffers.updates_tensor,
                                                   job.reduction, &options, NULL),
                             STREW_OK);
            assert_true(stage_run(&buffers, &plan, 0));
            for (size_t t = 0; t < job.n_tuples; t++) {
                const int32_t j = (int32_t)(t % (size_t)job.n_sizes);
                const int64_t good = stage_get_index(&buffers, t, j), bad = t % 2 ? -1 : -job.sizes[j];
                stage_set_index(&buffers, t, j, bad);
                assert_true(stage_run_refused(&buffers, &plan, STREW_INDEX_OUTSIDE, &fault));
                assert_int_equal(fault.tuple, t);
                assert_int_equal(fault.dimension, j);
                assert_int_equal(fault.value, bad);
                assert_int_equal(fault.low, 0);
                assert_int_equal(fault.high, job.sizes[j] - 1);
                stage_set_index(&buffers, t, j, good);
            }
        }
    }
}

/* What run.c relies on when another thread rewrites indices that were checked: the kernel's answer is the largest of the slots that it
 * wrote, whatever the indices, so that no slot beyond the last goes unseen; and it writes no more slots than there are tuples. */
static void returns_the_largest_slot_of_any_bits(void **state)
{
    const strew_dtype index_dtype = *(const strew_dtype *)*state;
    guarded slots = guarded_open(64 * sizeof(uint32_t));

    for (size_t k = 0; k < COUNT(tuples); k++) {
        for (size_t n_tuples = 1; n_tuples <= 40; n_tuples++) {
            const job job = job_of_tuple(k, index_dtype, n_tuples);
            stage_prepare(&buffers, &job);
            for (size_t i = 0; i < n_isas; i++) {
                const strew_plan plan = stage_plan(&buffers, job.reduction, isas[i]);
                const strew_components components = {(size_t)plan.k, plan.low, plan.size, plan.stride};
                uint32_t largest = 0, returned;
                for (size_t byte = 0; byte < buffers.indices.size; byte++)
                    buffers.indices.bytes[byte] = (unsigned char)random_next(&buffers.random);
                guarded_place(&slots, n_tuples * sizeof(uint32_t), FLUSH_END, 0);
                returned = plan.locate->run((uint32_t *)(void *)slots.bytes, buffers.indices.bytes, NULL, n_tuples, &components);
                for (size_t t = 0; t < n_tuples; t++) {
                    uint32_t slot;
                    memcpy(&slot, slots.bytes + t * sizeof slot, sizeof slot);
                    largest = slot > largest ? slot : largest;
                }
                assert_int_equal(returned, largest);
                assert_true(guarded_is_intact(&slots));
            }
        }
    }
    guarded_close(&slots);
}

int main(void)
{
    enum { MOST_NAME = 80 };
    static const strew_dtype index_dtypes[] = {STREW_INT32, STREW_INT64};
    static const struct {
        CMUnitTestFunction run;
        const char *name;
    } of_indices[] = {
        {finds_the_slices_of_tuples, "finds_the_slices_of_%s_tuples"},
        {finds_a_component_outside_wherever_it_stands, "finds_a_%s_component_outside_wherever_it_stands"},
        {takes_no_negative_index_where_none_wraps, "takes_no_negative_%s_index_where_none_wraps"},
        {returns_the_largest_slot_of_any_bits, "returns_the_largest_slot_of_any_bits_as_%s"},
    };
    static strew_dtype dtypes[REFERENCE_MOST_DTYPES];
    const size_t n_dtypes = reference_dtypes(dtypes);
    static char names[REFERENCE_MOST_DTYPES + COUNT(of_indices) * COUNT(index_dtypes)][MOST_NAME];
    struct CMUnitTest tests[REFERENCE_MOST_DTYPES + COUNT(of_indices) * COUNT(index_dtypes) + 1];
    size_t n = 0;

    memset(tests, 0, sizeof tests);
    for (size_t d = 0; d < n_dtypes; d++, n++) {
        snprintf(names[n], MOST_NAME, "applies_%s_as_the_contract_says", reference_dtype_name(dtypes[d]));
        tests[n].test_func = applies_as_the_contract_says;
        tests[n].initial_state = (void *)(uintptr_t)&dtypes[d];
    }
    for (size_t d = 0; d < COUNT(index_dtypes); d++) {
        for (size_t i = 0; i < COUNT(of_indices); i++, n++) {
            snprintf(names[n], MOST_NAME, of_indices[i].name, reference_dtype_name(index_dtypes[d]));
            tests[n].test_func = of_indices[i].run;
            tests[n].initial_state = (void *)(uintptr_t)&index_dtypes[d];
        }
    }
    for (size_t i = 0; i < n; i++) tests[i].name = names[i];
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(every_kernel_that_can_run_here_was_chosen);
    return cmocka_run_group_tests_name("kernels", tests, set_up, tear_down);
}
