/* Linked against a library that was trimmed to float32 and add: that much works, and the rest is refused with its own status. */
#include <stdio.h>
#include <string.h>

#include <strew/strew.h>

static int n_failed;

static void expect(strew_status status, strew_dtype dtype, strew_reduction reduction)
{
    const int64_t shape[] = {4}, indices_shape[] = {1, 1}, updates_shape[] = {1};
    const int64_t where[] = {2};
    const double zeros[4] = {0};
    double output[4];
    memset(output, 0x5a, sizeof output);
    const double before[] = {output[0], output[1], output[2], output[3]};

    const strew_tensor data = {dtype, 1, shape, zeros};
    const strew_tensor indices = {STREW_INT64, 2, indices_shape, where};
    const strew_tensor updates = {dtype, 1, updates_shape, zeros};
    strew_fault fault;
    const strew_status got = strew_scatter_nd(output, &data, &indices, &updates, reduction, NULL, &fault);
    char sentence[STREW_SENTENCE_BYTES];
    strew_describe(&fault, sentence, sizeof sentence);
    printf("%s %s: %s\n", strew_reduction_name(reduction), strew_dtype_name(dtype), sentence);
    if (got != status) {
        printf("    status %d, not %d\n", (int)got, (int)status);
        n_failed++;
    }
    if (status != STREW_OK && memcmp(output, before, sizeof output) != 0) {
        printf("    output was written\n");
        n_failed++;
    }
}

int main(void)
{
    expect(STREW_OK, STREW_FLOAT32, STREW_ADD);
    expect(STREW_NOT_BUILT, STREW_FLOAT64, STREW_ADD);
    expect(STREW_NOT_BUILT, STREW_FLOAT32, STREW_MUL);
    expect(STREW_NOT_BUILT, STREW_FLOAT32, STREW_NONE);
    return n_failed != 0;
}
