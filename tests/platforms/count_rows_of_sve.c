/* What SVE would gain: rows of float32 that are added, by NEON's kernels and by a loop of SVE, between borders of count_instructions.c. It
 * prints what the instructions are of, in the order of the counts, each second of which is of the program.
 *
 *     aarch64-linux-gnu-gcc -O3 -static -march=armv8.2-a+sve -fno-tree-vectorize -ffp-contract=off -Iinclude -Igenerated \
 *         -Igenerated/neon -Iruntime -isystem FOLDER_WITH_SIMDE tests/platforms/count_rows_of_sve.c -o rows
 *     cc -shared -fPIC -O2 tests/platforms/count_instructions.c -o count.so
 *     qemu-aarch64 -cpu max,sve256=on -plugin ./count.so -d plugin -D counts ./rows
 */
#define _GNU_SOURCE
#include <arm_sve.h>
#include <stdio.h>
#include <unistd.h>

#include "../../generated/neon/f32.c"

STREW_OWN_FRAME static STREW_APPLY(add_rows)
{
    const size_t n = slices->slice_bytes / 4;
    for (size_t i = 0; i < n_tuples; i++) {
        float *out = (float *)(void *)(output + slice_indices[i] * slices->stride_bytes);
        const float *in = (const float *)(const void *)(updates + slices->tuples[i] * slices->update_bytes);
        for (uint64_t j = 0; j < n; j += svcntw()) {
            const svbool_t lanes = svwhilelt_b32_u64(j, n);
            svst1_f32(lanes, out + j, svadd_f32_x(lanes, svld1_f32(lanes, out + j), svld1_f32(lanes, in + j)));
        }
    }
}

enum { BORDER = 0x57e3, TUPLES = 64, ROWS = 16 };

static unsigned char output[1 << 16], updates[1 << 16];
static uint32_t slice_indices[2 * TUPLES], numbers[TUPLES];

static void count(const char *what, size_t lanes, strew_apply_fn *run)
{
    const strew_slices slices = {4 * lanes, 4 * lanes, 4 * lanes, 0, 0, numbers, 0};
    syscall(BORDER);
    run(output, updates, slice_indices, TUPLES, &slices);
    syscall(BORDER);
    printf("%zu float32, %s\n", lanes, what);
}

int main(void)
{
    static const size_t lanes[] = {1, 4, 8, 16, 32, 100, 1000};

    for (uint32_t i = 0; i < TUPLES; i++) {
        slice_indices[i] = i * 29 % ROWS;
        numbers[i] = i % ROWS;
    }
    for (size_t w = 0; w < sizeof lanes / sizeof *lanes; w++) {
        count("SVE", lanes[w], add_rows);
        count("NEON", lanes[w], strew_add_f32_wn__neon);
    }
    count("NEON's kernel for 8", 8, strew_add_f32_w8__neon);
    count("NEON's kernel for 32", 32, strew_add_f32_w32__neon);
    return 0;
}
