/* Linked against a library that was trimmed to float32 and add: that much works, and the rest is refused with its own status. */
#include <stdio.h>
#include <string.h>

#include <strew/strew.h>

static const char *const operators[] = {"scatter_nd", "scatter_elements", "scatter_update"};
static int n_failed;

static void expect_of(int number, strew_status status, strew_dtype dtype, strew_reduction reduction)
{
    const int64_t shape[] = {4}, indices_shape[] = {1, 1}, updates_shape[] = {1};
    const int64_t where[] = {2};
    const double zeros[8] = {0};
    double output[8];
    memset(output, 0x5a, sizeof output);
    double before[8];
    memcpy(before, output, sizeof before);

    const strew_tensor data = {dtype, 1, shape, zeros};
    const strew_tensor indices = {STREW_INT64, number == 0 ? 2 : 1, indices_shape, where};
    const strew_tensor updates = {dtype, 1, updates_shape, zeros};
    strew_fault fault;
    strew_status got;
    switch (number) {
    case 0: got = strew_scatter_nd(output, &data, &indices, &updates, reduction, NULL, &fault); break;
    case 1: got = strew_scatter_elements(output, &data, &indices, &updates, 0, reduction, NULL, &fault); break;
    default: got = strew_scatter_update(output, &data, &indices, &updates, 0, reduction, NULL, &fault); break;
    }
    char sentence[STREW_SENTENCE_BYTES];
    strew_describe(&fault, sentence, sizeof sentence);
    printf("%s %s %s: %s\n", operators[number], strew_reduction_name(reduction), strew_dtype_name(dtype), sentence);
    if (got != status) {
        printf("    status %d, not %d\n", (int)got, (int)status);
        n_failed++;
    }
    if (status != STREW_OK && memcmp(output, before, sizeof output) != 0) {
        printf("    output was written\n");
        n_failed++;
    }
}

static void expect(strew_status status, strew_dtype dtype, strew_reduction reduction)
{
    for (int number = 0; number < 3; number++) expect_of(number, status, dtype, reduction);
}

int main(void)
{
    expect(STREW_OK, STREW_FLOAT32, STREW_ADD);
    expect(STREW_NOT_BUILT, STREW_FLOAT64, STREW_ADD);
    expect(STREW_NOT_BUILT, STREW_FLOAT32, STREW_MUL);
    expect(STREW_NOT_BUILT, STREW_FLOAT32, STREW_NONE);
    expect(STREW_NOT_BUILT, STREW_STRING, STREW_NONE);
    expect(STREW_REDUCTION_UNDEFINED, STREW_STRING, STREW_ADD);
    return n_failed != 0;
}
