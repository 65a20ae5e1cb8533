/* Arithmetic that loose floating-point flags would change. They may have changed how this program starts: see below. */
#include <fenv.h>
#include <stdio.h>
#include <string.h>

#include <strew/strew.h>

enum { MAX_WIDTH = 37 };

/* Bits, because under such flags this file cannot even tell a NaN. */
static const struct {
    strew_reduction reduction;
    uint32_t data, updates[3], expected; /* 0x7fc00000: any NaN */
} rows[] = {
    {STREW_REDUCTION_ADD, 0x80000000, {0x80000000, 0x80000000, 0x80000000}, 0x80000000}, /* -0 + -0 */
    {STREW_REDUCTION_ADD, 0x00000001, {0x00000001, 0x00000001, 0x00000002}, 0x00000005}, /* subnormal numbers */
    {STREW_REDUCTION_ADD, 0x3f800000, {0x4cbebc20, 0xccbebc20, 0x00000000}, 0x00000000}, /* 1 + 1e8 - 1e8: 1 is lost */
    {STREW_REDUCTION_ADD, 0x7f800000, {0x00000000, 0xff800000, 0x3f800000}, 0x7fc00000}, /* inf - inf */
    {STREW_REDUCTION_MUL, 0x00800000, {0x3f000000, 0x3f000000, 0x40000000}, 0x00400000}, /* 2^-126 / 2 / 2 * 2 */
    {STREW_REDUCTION_MUL, 0x00000000, {0xbf800000, 0x3f800000, 0x3f800000}, 0x80000000}, /* 0 * -1 */
    {STREW_REDUCTION_MUL, 0x00000000, {0x7f800000, 0x3f800000, 0x3f800000}, 0x7fc00000}, /* 0 * inf */
    {STREW_REDUCTION_MAX, 0x3f800000, {0x7fc00000, 0x40000000, 0x40400000}, 0x7fc00000}, /* a NaN wins */
    {STREW_REDUCTION_MIN, 0x00000000, {0x80000000, 0x00000000, 0x3f800000}, 0x80000000}, /* -0 < +0 */
    {STREW_REDUCTION_MAX, 0x80000000, {0x00000000, 0x80000000, 0xbf800000}, 0x00000000},
};

static int is_right(uint32_t found, uint32_t expected)
{
    return expected == 0x7fc00000 ? (found & 0x7fffffff) > 0x7f800000 : found == expected;
}

int main(void)
{
    int n_wrong = 0;
    fesetenv(FE_DFL_ENV); /* GCC's -ffast-math links code that flushes subnormal numbers, which strew.h leaves to the program */
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        for (int64_t width = 1; width <= MAX_WIDTH; width++) {
            const int64_t shapes[3][2] = {{1, width}, {3, 1}, {3, width}};
            const int32_t indices[3] = {0, 0, 0};
            uint32_t data[MAX_WIDTH], updates[3 * MAX_WIDTH];
            for (int64_t i = 0; i < width; i++) data[i] = rows[row].data;
            for (int64_t i = 0; i < 3 * width; i++) updates[i] = rows[row].updates[i / width];
            const strew_tensor of_data = {STREW_DTYPE_FLOAT32, 2, shapes[0], data, NULL},
                               of_indices = {STREW_DTYPE_INT32, 2, shapes[1], indices, NULL},
                               of_updates = {STREW_DTYPE_FLOAT32, 2, shapes[2], updates, NULL};
            strew_fault fault;
            if (strew_scatter_nd(data, &of_data, &of_indices, &of_updates, rows[row].reduction, NULL, &fault) != STREW_OK) return 2;
            for (int64_t i = 0; i < width; i++) {
                if (is_right(data[i], rows[row].expected)) continue;
                printf("row %zu, width %d: %08x, not %08x\n", row, (int)width, (unsigned)data[i], (unsigned)rows[row].expected);
                n_wrong++;
                break;
            }
        }
    }
    printf("%d are wrong\n", n_wrong);
    return n_wrong != 0;
}
