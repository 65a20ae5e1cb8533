/* Linked against a library that was trimmed to float32 and add, or with the argument `none` to float32, add and none: that much works, and
 * the rest is rejected with its own status. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <strew/strew.h>

#include "guarded.h"
#include "supported.h"

static const char *const operators[] = {"scatter_nd", "scatter_elements", "scatter_update"};
static int n_failed;

static void expect_status(strew_status got, strew_status expected)
{
    if (got == expected) return;
    printf("    status %d, not %d\n", (int)got, (int)expected);
    n_failed++;
}

static void expect_part(const char *sentence, const char *part)
{
    printf("%s\n", sentence);
    if (strstr(sentence, part) != NULL) return;
    printf("    without \"%s\"\n", part);
    n_failed++;
}

static strew_status plan_for(strew_plan *plan, strew_isa cap, strew_fault *fault)
{
    const int64_t shape[] = {4}, indices_shape[] = {1, 1}, updates_shape[] = {1};
    const strew_tensor data = {STREW_FLOAT32, 1, shape, NULL}, indices = {STREW_INT64, 2, indices_shape, NULL};
    const strew_tensor updates = {STREW_FLOAT32, 1, updates_shape, NULL};
    const strew_options options = {.isa = cap};
    return strew_scatter_nd_plan(plan, &data, &indices, &updates, STREW_ADD, &options, fault);
}

/* What a plan says of an instruction set that was left out, and what it says to whoever names it. */
static void expect_left_out(strew_isa isa)
{
    strew_plan plan;
    strew_fault fault;
    char sentence[STREW_MESSAGE_BYTES];
    expect_status(plan_for(&plan, STREW_ISA_BEST, &fault), STREW_OK);
    strew_explain(&plan, isa, sentence, sizeof sentence);
    expect_part(sentence, "is not used: it is not in this build");
    expect_status(plan_for(&plan, isa, &fault), STREW_STATUS_ISA_UNAVAILABLE);
    strew_describe(&fault, sentence, sizeof sentence);
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
        strew_describe(&fault, sentence, sizeof sentence);
        expect_part(sentence, "STREW_ISA asks for");
        expect_part(sentence, strew_isa_name(isa));
        exit(n_failed != 0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) n_failed++;
}

static void expect_of(int number, placement end, strew_status status, strew_dtype dtype, strew_reduction reduction)
{
    const int64_t shape[] = {4}, indices_shape[] = {1, 1}, updates_shape[] = {1};
    const int64_t where[] = {2};
    const size_t element = strew_dtype_size(dtype), size = 4 * element;
    unsigned char before[64];
    memset(before, 0x5a, sizeof before);
    void *const output = guarded_copy(before, size, end);

    const strew_tensor data = {dtype, 1, shape, guarded_new(size, end)}; /* zeros */
    const strew_tensor indices = {STREW_INT64, number == 0 ? 2 : 1, indices_shape, guarded_copy(where, sizeof where, end)};
    const strew_tensor updates = {dtype, 1, updates_shape, guarded_copy(before, element, end)};
    strew_fault fault;
    strew_status got;
    switch (number) {
    case 0: got = strew_scatter_nd(output, &data, &indices, &updates, reduction, NULL, &fault); break;
    case 1: got = strew_scatter_elements(output, &data, &indices, &updates, 0, reduction, NULL, &fault); break;
    default: got = strew_scatter_update(output, &data, &indices, &updates, 0, reduction, NULL, &fault); break;
    }
    char sentence[STREW_MESSAGE_BYTES];
    strew_describe(&fault, sentence, sizeof sentence);
    printf("%s %s %s: %s\n", operators[number], strew_reduction_name(reduction), strew_dtype_name(dtype), sentence);
    expect_status(got, status);
    unsigned char expected[64] = {0};
    memcpy(expected + 2 * element, before, element);
    if (memcmp(output, status == STREW_OK ? expected : before, size) != 0) {
        printf("    output is not what it should be\n");
        n_failed++;
    }
    if (!guarded_free_all()) {
        printf("    more than output was written\n");
        n_failed++;
    }
}

static void expect(strew_status status, strew_dtype dtype, strew_reduction reduction)
{
    for (int i = 0; i < 3 * 2; i++) expect_of(i / 2, (placement)(i % 2), status, dtype, reduction);
}

int main(int argc, char **argv)
{
    const int has_none = argc > 1 && strcmp(argv[1], "none") == 0;
    /* Before this process looks at its own. Some are left out in any case: those of other architectures. */
    for (int isa = STREW_ISA_SCALAR + 1; strew_isa_name((strew_isa)isa) != NULL; isa++) expect_left_out_of_environment((strew_isa)isa);
    expect(STREW_OK, STREW_FLOAT32, STREW_ADD);
    expect(STREW_STATUS_NOT_BUILT, STREW_FLOAT64, STREW_ADD);
    expect(STREW_STATUS_NOT_BUILT, STREW_FLOAT32, STREW_MUL);
    expect(has_none ? STREW_OK : STREW_STATUS_NOT_BUILT, STREW_FLOAT32, STREW_NONE);
    expect(STREW_STATUS_NOT_BUILT, STREW_OPAQUE(1), STREW_NONE); /* float32 needs no kernel that moves single bytes */
    expect(STREW_STATUS_NOT_BUILT, STREW_STRING, STREW_NONE);
    expect(STREW_STATUS_UNSUPPORTED_REDUCTION, STREW_STRING, STREW_ADD);
    if (count_supported() != (has_none ? 2 + 64 / 4 /* opaque elements that float32's kernels can move */ : 1)) {
        printf("strew_reduction_is_supported says otherwise than planning\n");
        n_failed++;
    }
    for (int isa = 0; strew_isa_name((strew_isa)isa) != NULL; isa++) {
        if (strew_isa_get_state((strew_isa)isa) == STREW_ISA_STATE_NOT_BUILT) expect_left_out((strew_isa)isa);
    }
    return n_failed != 0;
}
