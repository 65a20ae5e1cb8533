/* Linked against a library that was trimmed to float32 and add, or with the argument `none` to float32, add and none: that much works, and
 * the rest is rejected with its own status. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <strew/inspect.h>
#include <strew/strew.h>

#include "calls.h"
#include "guarded.h"
#include "supported.h"

static const int64_t shape[] = {4}, indices_shape[] = {1, 1}, updates_shape[] = {1};
static int n_failed;

static void expect(int is_right, const char *otherwise)
{
    if (is_right) return;
    printf("    %s\n", otherwise);
    n_failed++;
}

static void expect_status(strew_status got, strew_status expected)
{
    expect(got == expected, strew_status_name(got));
}

static void expect_part(const char *sentence, const char *part)
{
    printf("%s\n", sentence);
    expect(strstr(sentence, part) != NULL, part);
}

static strew_status plan_for(strew_plan *plan, strew_isa cap, strew_fault *fault)
{
    const strew_tensor data = {STREW_DTYPE_FLOAT32, 1, shape, NULL, NULL}, indices = {STREW_DTYPE_INT64, 2, indices_shape, NULL},
                       updates = {STREW_DTYPE_FLOAT32, 1, updates_shape, NULL};
    const strew_options options = STREW_OPTIONS(.isa = cap);
    return plan_scatter_nd(plan, &data, &indices, &updates, STREW_REDUCTION_ADD, &options, fault);
}

/* What a plan says of an instruction set that was left out, and what it says to whoever names it. */
static void expect_left_out(strew_isa isa)
{
    strew_plan plan;
    strew_fault fault;
    char sentence[STREW_MESSAGE_BYTES];
    expect_status(plan_for(&plan, STREW_ISA_BEST, &fault), STREW_OK);
    strew_plan_explain(&plan, isa, sentence, sizeof sentence);
    expect_part(sentence, "is not used: it is not in this build");
    expect_status(plan_for(&plan, isa, &fault), STREW_STATUS_ISA_UNAVAILABLE);
    strew_fault_describe(&fault, sentence, sizeof sentence);
    expect_part(sentence, "options.isa asks for");
    expect_part(sentence, "it is not in this build");
}

/* The environment is looked at once in a process, so that this one asks another. */
static void expect_left_out_of_environment(strew_isa isa)
{
    int status = -1;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        strew_plan plan;
        strew_fault fault;
        char sentence[STREW_MESSAGE_BYTES];
        setenv("STREW_ISA", strew_isa_name(isa), 1);
        const strew_status got = plan_for(&plan, STREW_ISA_BEST, &fault);
        if (strew_isa_get_state(isa) != STREW_ISA_STATE_NOT_BUILT) exit(0);
        expect_status(got, STREW_STATUS_ISA_UNAVAILABLE);
        strew_fault_describe(&fault, sentence, sizeof sentence);
        expect_part(sentence, "STREW_ISA asks for");
        expect_part(sentence, strew_isa_name(isa));
        exit(n_failed != 0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) n_failed++;
}

static strew_status make(int op, void *output, const strew_tensor tensors[3], strew_reduction reduction, strew_fault *fault)
{
    switch (op) {
    case 0: return strew_scatter_nd(output, &tensors[0], &tensors[1], &tensors[2], reduction, NULL, fault);
    case 1: return strew_scatter_elements(output, &tensors[0], &tensors[1], &tensors[2], 0, reduction, NULL, fault);
    default: return strew_scatter_update(output, &tensors[0], &tensors[1], &tensors[2], 0, reduction, NULL, fault);
    }
}

/* By every operator, next to guard pages of either end. */
static void expect_of(strew_status status, strew_dtype dtype, strew_reduction reduction)
{
    static const char *const ops[] = {"scatter_nd", "scatter_elements", "scatter_update"}, *const ends[] = {"at the end", "at the start"};
    const int64_t where[] = {2};
    const size_t element = strew_dtype_size(dtype), size = 4 * element;
    unsigned char before[64], expected[64] = {0};

    memset(before, 0x5a, sizeof before);
    memcpy(expected + 2 * element, before, element);
    for (int op = 0; op < 3; op++) {
        for (placement end = FLUSH_END; end <= FLUSH_START; end++) {
            void *const output = guarded_copy(before, size, end);
            const strew_tensor tensors[] = {{dtype, 1, shape, guarded_new(size, end)}, /* zeros */
                                            {STREW_DTYPE_INT64, op == 0 ? 2 : 1, indices_shape, guarded_copy(where, sizeof where, end)},
                                            {dtype, 1, updates_shape, guarded_copy(before, element, end)}};
            strew_fault fault;
            char sentence[STREW_MESSAGE_BYTES];
            const strew_status got = make(op, output, tensors, reduction, &fault);
            strew_fault_describe(&fault, sentence, sizeof sentence);
            printf("%s %s %s, %s: %s\n", ops[op], ends[end], strew_reduction_name(reduction), strew_dtype_name(dtype), sentence);
            expect_status(got, status);
            expect(memcmp(output, status == STREW_OK ? expected : before, size) == 0, "output is not what it should be");
            expect(guarded_free_all(), "more than output was written");
        }
    }
}

/* A gather, a tensor_scatter and a masked_scatter, of a type that was left out. */
static void expect_no_moves(void)
{
    static const int64_t cache_shape[] = {1, 4, 1}, tokens_shape[] = {1, 1, 1};
    const strew_tensor data = {STREW_DTYPE_FLOAT64, 1, shape, NULL, NULL}, indices = {STREW_DTYPE_INT64, 1, updates_shape, NULL, NULL};
    const strew_tensor cache = {STREW_DTYPE_FLOAT64, 3, cache_shape, NULL, NULL},
                       tokens = {STREW_DTYPE_FLOAT64, 3, tokens_shape, NULL, NULL};
    strew_plan plan;
    expect_status(plan_gather(&plan, &data, &indices, 0, 0, NULL, NULL), STREW_STATUS_NOT_BUILT);
    expect_status(plan_tensor_scatter(&plan, &cache, &tokens, NULL, -2, STREW_CACHE_LINEAR, NULL, NULL), STREW_STATUS_NOT_BUILT);
    const strew_tensor mask = {STREW_DTYPE_BOOL, 1, shape, NULL, NULL};
    expect_status(plan_masked_scatter(&plan, &data, &mask, &data, NULL, NULL), STREW_STATUS_NOT_BUILT);
}

/* Updates are multiplied by kernels of a reduction that was left out. */
static void expect_no_alpha(void)
{
    const strew_tensor data = {STREW_DTYPE_FLOAT32, 1, shape, NULL, NULL}, indices = {STREW_DTYPE_INT64, 1, updates_shape, NULL, NULL},
                       updates = {STREW_DTYPE_FLOAT32, 1, updates_shape, NULL, NULL};
    const float alpha = 2;
    strew_options options = STREW_OPTIONS_INIT;
    strew_plan plan;
    strew_fault fault;
    char sentence[STREW_MESSAGE_BYTES];
    options.alpha = &alpha;
    expect_status(plan_scatter_update(&plan, &data, &indices, &updates, 0, STREW_REDUCTION_ADD, &options, &fault), STREW_STATUS_NOT_BUILT);
    strew_fault_describe(&fault, sentence, sizeof sentence);
    expect_part(sentence, "it has no kernel for mul on float32");
}

int main(int argc, char **argv)
{
    const int has_none = argc > 1 && strcmp(argv[1], "none") == 0;
    /* Before this process looks at its own. Some are left out in any case: those of other architectures. */
    for (int isa = STREW_ISA_SCALAR + 1; strew_isa_name((strew_isa)isa) != NULL; isa++) expect_left_out_of_environment((strew_isa)isa);
    expect_of(STREW_OK, STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD);
    expect_of(STREW_STATUS_NOT_BUILT, STREW_DTYPE_FLOAT64, STREW_REDUCTION_ADD);
    expect_of(STREW_STATUS_NOT_BUILT, STREW_DTYPE_FLOAT32, STREW_REDUCTION_MUL);
    expect_of(has_none ? STREW_OK : STREW_STATUS_NOT_BUILT, STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE);
    if (!has_none) expect_of(STREW_STATUS_NOT_BUILT, STREW_DTYPE_OPAQUE(1), STREW_REDUCTION_NONE);
    expect_of(STREW_STATUS_NOT_BUILT, STREW_DTYPE_STRING, STREW_REDUCTION_NONE);
    expect_no_moves();
    expect_no_alpha();
    expect_of(STREW_STATUS_UNSUPPORTED_REDUCTION, STREW_DTYPE_STRING, STREW_REDUCTION_ADD);
    expect(count_supported() == (has_none ? 2 + 512 /* opaque elements of every size */ : 1),
           "strew_reduction_is_supported says otherwise than planning");
    for (int isa = 0; strew_isa_name((strew_isa)isa) != NULL; isa++) {
        if (strew_isa_get_state((strew_isa)isa) == STREW_ISA_STATE_NOT_BUILT) expect_left_out((strew_isa)isa);
    }
    return n_failed != 0;
}
