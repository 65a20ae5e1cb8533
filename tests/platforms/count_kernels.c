/* Runs every kernel of the best instruction set, and that of another one in its place, between two borders of count_instructions.c; and
 * prints a line for each: what is done, by which kernel, and on how many elements. count_kernels.py puts both together. The other one is
 * scalar unless an argument names it, and where that has no kernel. */
#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <strew/strew.h>

#include "dispatch.h"
#include "kernels.h"
#include "types.h"

enum { BORDER = 0x57e3, TUPLES = 64, APPLIED = 16, MAX_BYTES = 1 << 16, SEGMENTS = 8 };

static unsigned char output[APPLIED * MAX_BYTES], updates[APPLIED * MAX_BYTES], numbers_of_all[2][APPLIED * MAX_BYTES];
static uint32_t slice_indices[2 * TUPLES], numbers[2 * TUPLES];
static strew_isa best, other = STREW_ISA_SCALAR;

static void set_border(void)
{
    syscall(BORDER);
}

/* Bytes that are numbers of ordinary size in every type. */
static void fill(int is_of_indices)
{
    for (size_t i = 0; i < sizeof output && numbers_of_all[1][0] == 0; i++) {
        numbers_of_all[0][i] = (unsigned char)(0x38 + i * 7 % 5);
        numbers_of_all[1][sizeof output - 1 - i] = (unsigned char)(0x38 + i * 11 % 6);
    }
    memcpy(output, numbers_of_all[0], sizeof output);
    memcpy(updates, numbers_of_all[1], sizeof updates);
    if (is_of_indices) memset(updates, 0, sizeof updates);
    for (size_t i = 0; i < 2 * TUPLES; i++) {
        slice_indices[i] = (uint32_t)(i * 29 % APPLIED);
        numbers[i] = (uint32_t)i;
    }
}

static strew_isa_set set_of(strew_isa isa)
{
    return (strew_isa_set)1 << isa;
}

/* How each kernel of a pair is run, and what is said of it: the name of the better one without its instruction set, and a size. */
#define COUNT_BOTH(kernel_type, found_by, lanes, unit, ...)                                                                                \
    do {                                                                                                                                   \
        int is_there = 1;                                                                                                                  \
        for (int round = 0; round < 3 && is_there; round++) { /* the first only looks for the other one */                                 \
            const int is_best = round == 1;                                                                                                \
            const strew_isa_set allowed = set_of(STREW_ISA_SCALAR) | set_of(is_best ? best : other);                                       \
            const kernel_type *const found = found_by;                                                                                     \
            is_there = found != NULL && (!is_best || found->kernel.isa == best);                                                           \
            if (!is_there || round == 0) continue;                                                                                         \
            fill(strcmp(unit, "components") == 0);                                                                                         \
            set_border();                                                                                                                  \
            __VA_ARGS__;                                                                                                                   \
            set_border();                                                                                                                  \
            printf("%s %s %s %zu\n", found->kernel.step, found->kernel.name, unit, (size_t)(lanes));                                       \
        }                                                                                                                                  \
    } while (0)

static void count_apply(strew_operation operation, strew_ctype ctype, size_t bytes)
{
    static const size_t widths[] = {1, 2, 3, 4, 5, 8, 16, 32, 64, 100, 1000};

    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
        const size_t slice_bytes = widths[w] * bytes;
        const strew_slices slices = {slice_bytes, 8 * slice_bytes, slice_bytes, 0, 0, numbers, 0};
        if (8 * slice_bytes > MAX_BYTES) continue;
        COUNT_BOTH(strew_apply_kernel, strew_find_apply(allowed, operation, ctype, slice_bytes), widths[w], "lanes",
                   found->run(output, updates, slice_indices, APPLIED, &slices));
    }
}

static void count_indices(void)
{
    static int64_t low[16], size[16];
    static uint64_t stride[16];

    for (size_t i = 0; i < 16; i++) {
        low[i] = -1000;
        size[i] = 1000;
        stride[i] = 1000;
    }
    for (int step = STREW_STEP_CHECK; step <= STREW_STEP_CLAMP; step++) {
        for (int32_t bytes = 4; bytes <= 8; bytes += 4) {
            for (int32_t k = 1; k <= 4; k++) {
                const strew_components components = {(size_t)k, low, size, stride, 0};
                COUNT_BOTH(strew_indices_kernel, strew_find_indices(allowed, (strew_step)step, bytes, 0, k), k, "components",

                           found->run(slice_indices + TUPLES, updates, numbers, TUPLES, &components));
            }
        }
    }
}

static void count_gather(void)
{
    static const size_t widths[] = {1, 2, 4, 8, 12, 16, 24, 32, 64, 100, 128, 400, 4000};

    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
        COUNT_BOTH(strew_gather_kernel, strew_find_gather(allowed, widths[w]), widths[w], "bytes",
                   found->run(output, updates, slice_indices, TUPLES, widths[w], 0));
    }
}

static void count_conversions(void)
{
    static const size_t n = 128;

    for (strew_dtype dtype = 1; dtype <= STREW_DTYPE_FLOAT8E5M2; dtype++) {
        static const float one = 1.5f;
        const strew_scaling scaling = {&one, 0, 0, 240.0f};
        const strew_scale_kernel *const scale = strew_find_scale(set_of(STREW_ISA_SCALAR), dtype);
        if (scale == NULL) continue;
        if (scale->quantize)
            COUNT_BOTH(strew_scale_kernel, strew_find_scale(allowed, dtype), n, "quantize", found->quantize(output, updates, n, &scaling));
        COUNT_BOTH(strew_scale_kernel, strew_find_scale(allowed, dtype), n, "dequantize", found->dequantize(output, updates, n, &scaling));
    }
    for (strew_dtype dtype = STREW_DTYPE_Q8_0; dtype <= STREW_DTYPE_FLOAT8E4M3FN_BLOCK128; dtype++) {
        COUNT_BOTH(strew_blocks_kernel, strew_find_blocks(allowed, dtype), 16, "write", found->write(output, updates, 16, NULL, NULL));
        COUNT_BOTH(strew_blocks_kernel, strew_find_blocks(allowed, dtype), 16, "read", found->read(output, updates, 16, NULL, NULL));
    }
    for (strew_dtype dtype = 1; dtype <= STREW_DTYPE_INT4; dtype++) {
        float scales[16], zeros[16];
        for (size_t i = 0; i < 16; i++) scales[i] = zeros[i] = 1.5f;
        COUNT_BOTH(strew_affine_kernel, strew_find_affine(allowed, dtype), 16 * 16, "bytes",
                   found->run(output, updates, 16, 16, scales, zeros));
    }
}

static void count_sums(strew_operation operation, strew_ctype ctype, size_t bytes, size_t wide_bytes)
{
    static const size_t widths[] = {1, 4, 8, 16, 32, 64, 100, 256};
    uint32_t ends[SEGMENTS], lengths[SEGMENTS], sorted[2 * TUPLES];

    for (uint32_t i = 0; i < SEGMENTS; i++) {
        ends[i] = (i + 1) * (TUPLES / SEGMENTS);
        lengths[i] = TUPLES / SEGMENTS;
    }
    for (uint32_t i = 0; i < 2 * TUPLES; i++) sorted[i] = i / (TUPLES / SEGMENTS);
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
        const size_t slice_bytes = widths[w] * bytes;
        const strew_slices slices = {slice_bytes, slice_bytes * wide_bytes / bytes, slice_bytes, 0, 0, numbers, 0};
        const strew_slices same = {slice_bytes, slice_bytes, slice_bytes, 0, 0, numbers, 0};
        const strew_lists lists = {ends, numbers, SEGMENTS, 0, TUPLES};
        const strew_row_tuples rows = {sorted, numbers, NULL, TUPLES, 0, 0};
        const strew_bags bags = {lengths, SEGMENTS, TUPLES, NULL, NULL, 0, 0, TUPLES, 0, 1, 0, 0};
        COUNT_BOTH(strew_sum_kernel, strew_find_sum(allowed, operation, ctype), widths[w], "lanes",
                   found->run(output, updates, &lists, &same));
        COUNT_BOTH(strew_fuse_kernel, strew_find_fuse(allowed, operation, ctype), widths[w], "lanes",
                   found->run(output, updates, &rows, &slices));
        COUNT_BOTH(strew_reduce_kernel, strew_find_reduce(allowed, operation, ctype), widths[w], "lanes",
                   found->run(output, updates, lengths, SEGMENTS, &same));
        const strew_bag_kernel *const bag = strew_find_bag(set_of(best), operation, ctype);
        if (bag == NULL || slice_bytes < bag->min_bytes) continue;
        COUNT_BOTH(strew_bag_kernel, strew_find_bag(allowed, operation, ctype), widths[w], "lanes",
                   found->run(output, updates, &bags, &same));
    }
}

int main(int argc, char **argv)
{
    static const struct {
        strew_ctype ctype;
        size_t bytes;
    } ctypes[] = {
#define STREW_CTYPE(ctype, bytes) {ctype, bytes},
#include "axes.inc"
    };

    best = strew_isa_get_best();
    for (strew_isa isa = STREW_ISA_SCALAR; argc > 1 && strew_isa_name(isa) != NULL; isa++) {
        if (strcmp(strew_isa_name(isa), argv[1]) == 0) other = isa;
    }
    setvbuf(stdout, NULL, _IOFBF, 1 << 20);
    for (int operation = 0; operation < STREW_OPERATIONS; operation++) {
        if (operation == STREW_DO_MEAN) continue;
        for (size_t i = 0; i < sizeof ctypes / sizeof *ctypes; i++)
            count_apply((strew_operation)operation, ctypes[i].ctype, ctypes[i].bytes);
        for (size_t i = 0; i < sizeof ctypes / sizeof *ctypes; i++)
            count_sums((strew_operation)operation, ctypes[i].ctype, ctypes[i].bytes, ctypes[i].bytes == 2 ? 4 : ctypes[i].bytes);
    }
    count_indices();
    count_gather();
    count_conversions();
    return 0;
}
