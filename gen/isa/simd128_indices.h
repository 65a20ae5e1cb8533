/* The words of SIMD128 for indices: two int64 at once. */
#include <simde/wasm/simd128.h>

static inline simde_v128_t load_indices_i64(const void *from)
{
    return simde_wasm_v128_load(from);
}

static inline simde_v128_t load_indices_i32(const void *from)
{
    return simde_wasm_i64x2_load32x2(from);
}

static inline simde_v128_t out_of_bounds(simde_v128_t index, simde_v128_t low, simde_v128_t high)
{
    return simde_wasm_v128_or(simde_wasm_i64x2_sub(index, low), simde_wasm_i64x2_sub(high, index));
}

static inline simde_v128_t join_out_of_bounds(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_v128_or(a, b);
}

static inline int is_any_out_of_bounds(simde_v128_t out_of_bounds)
{
    return simde_wasm_i64x2_bitmask(out_of_bounds) != 0;
}

static inline simde_v128_t no_out_of_bounds(void)
{
    return simde_wasm_i64x2_splat(0);
}

static inline simde_v128_t is_negative(simde_v128_t index)
{
    return simde_wasm_i64x2_gt(no_out_of_bounds(), index);
}

static inline simde_v128_t highest(simde_v128_t size)
{
    return simde_wasm_i64x2_sub(size, simde_wasm_i64x2_splat(1));
}

static inline simde_v128_t wrap(simde_v128_t index, simde_v128_t low)
{
    return simde_wasm_i64x2_sub(index, simde_wasm_v128_and(is_negative(index), low));
}

static inline simde_v128_t flag(simde_v128_t slice_index, simde_v128_t wrapped, simde_v128_t high)
{
    const simde_v128_t out_of_bounds = is_negative(simde_wasm_v128_or(wrapped, simde_wasm_i64x2_sub(high, wrapped)));
    return simde_wasm_v128_bitselect(simde_wasm_i64x2_splat(INT64_C(1) << 32), slice_index, out_of_bounds);
}

static inline simde_v128_t clamp(simde_v128_t wrapped, simde_v128_t high)
{
    const simde_v128_t minimum = simde_wasm_v128_andnot(wrapped, is_negative(wrapped));
    return simde_wasm_v128_bitselect(high, minimum, simde_wasm_i64x2_gt(minimum, high));
}

static inline simde_v128_t load_positions(const uint32_t *from)
{
    return simde_wasm_u64x2_load32x2(from);
}

static inline simde_v128_t add_positions(simde_v128_t slice_indices, simde_v128_t positions)
{
    return simde_wasm_i64x2_add(slice_indices, positions);
}

/* In the low half. */
static inline simde_v128_t to_slice_indices(simde_v128_t sums)
{
    return simde_wasm_i32x4_shuffle(sums, sums, 0, 2, 0, 2);
}

static inline simde_v128_t scale(simde_v128_t index, simde_v128_t stride)
{
    return simde_wasm_u64x2_extmul_low_u32x4(to_slice_indices(index), to_slice_indices(stride));
}

static inline simde_v128_t sum_k2(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_i64x2_add(simde_wasm_i64x2_shuffle(a, b, 0, 2), simde_wasm_i64x2_shuffle(a, b, 1, 3));
}

/* a b c hold x0 y0, z0 x1, y1 z1: b has what the pairs in a and c lack, in the lane of its tuple. */
static inline simde_v128_t sum_k3(simde_v128_t a, simde_v128_t b, simde_v128_t c)
{
    return simde_wasm_i64x2_add(sum_k2(a, c), b);
}

static inline simde_v128_t sum_k4(simde_v128_t a, simde_v128_t b, simde_v128_t c, simde_v128_t d)
{
    return sum_k2(simde_wasm_i64x2_add(a, b), simde_wasm_i64x2_add(c, d));
}

static inline simde_v128_t to_flagged_slice_indices(simde_v128_t sums)
{
    const simde_v128_t flagged = simde_wasm_i64x2_gt(sums, simde_wasm_i64x2_splat(UINT32_MAX));
    return to_slice_indices(simde_wasm_v128_or(sums, flagged));
}

static inline void store_slice_indices(uint32_t *to, simde_v128_t slice_indices)
{
    simde_wasm_v128_store64_lane(to, slice_indices, 0);
}

static inline simde_v128_t larger_slice_indices(simde_v128_t a, simde_v128_t b)
{
    return simde_wasm_u32x4_max(a, b);
}

static inline simde_v128_t no_slice_indices(void)
{
    return simde_wasm_i64x2_splat(0);
}

static inline uint32_t largest_slice_index(simde_v128_t slice_indices)
{
    const simde_v128_t pairs = simde_wasm_u32x4_max(slice_indices, simde_wasm_i32x4_shuffle(slice_indices, slice_indices, 1, 1, 1, 1));
    return (uint32_t)simde_wasm_i32x4_extract_lane(pairs, 0);
}
