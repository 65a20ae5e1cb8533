/* The words of NEON for indices: two int64 at once, in unsigned lanes, because those wrap around: signed ones overflow, which is undefined
 * in C. */
#include <simde/arm/neon.h>

static inline simde_uint64x2_t load_indices_i64(const void *from)
{
    return simde_vreinterpretq_u64_u8(simde_vld1q_u8(from));
}

static inline simde_uint64x2_t load_indices_i32(const void *from)
{
    return simde_vreinterpretq_u64_s64(simde_vmovl_s32(simde_vreinterpret_s32_u8(simde_vld1_u8(from))));
}

static inline simde_uint64x2_t out_of_bounds(simde_uint64x2_t index, simde_uint64x2_t low, simde_uint64x2_t high)
{
    return simde_vorrq_u64(simde_vsubq_u64(index, low), simde_vsubq_u64(high, index));
}

static inline simde_uint64x2_t join_out_of_bounds(simde_uint64x2_t a, simde_uint64x2_t b)
{
    return simde_vorrq_u64(a, b);
}

static inline int is_any_out_of_bounds(simde_uint64x2_t out_of_bounds)
{
    return (simde_vgetq_lane_u64(out_of_bounds, 0) | simde_vgetq_lane_u64(out_of_bounds, 1)) >> 63 != 0;
}

static inline simde_uint64x2_t is_negative(simde_uint64x2_t index)
{
    return simde_vcltzq_s64(simde_vreinterpretq_s64_u64(index));
}

static inline simde_uint64x2_t highest(simde_uint64x2_t size)
{
    return simde_vsubq_u64(size, simde_vdupq_n_u64(1));
}

static inline simde_uint64x2_t no_out_of_bounds(void)
{
    return simde_vdupq_n_u64(0);
}

static inline simde_uint64x2_t wrap(simde_uint64x2_t index, simde_uint64x2_t low)
{
    return simde_vsubq_u64(index, simde_vandq_u64(is_negative(index), low));
}

static inline simde_uint64x2_t flag(simde_uint64x2_t slice_index, simde_uint64x2_t wrapped, simde_uint64x2_t high)
{
    const simde_uint64x2_t out_of_bounds = is_negative(simde_vorrq_u64(wrapped, simde_vsubq_u64(high, wrapped)));
    return simde_vbslq_u64(out_of_bounds, simde_vdupq_n_u64(UINT64_C(1) << 32), slice_index);
}

static inline simde_uint64x2_t clamp(simde_uint64x2_t wrapped, simde_uint64x2_t high)
{
    const simde_uint64x2_t minimum = simde_vbicq_u64(wrapped, is_negative(wrapped));
    return simde_vbslq_u64(simde_vcgtq_u64(minimum, high), high, minimum);
}

static inline simde_uint64x2_t load_positions(const uint32_t *from)
{
    return simde_vmovl_u32(simde_vld1_u32(from));
}

static inline simde_uint64x2_t add_positions(simde_uint64x2_t slice_indices, simde_uint64x2_t positions)
{
    return simde_vaddq_u64(slice_indices, positions);
}

static inline simde_uint64x2_t scale(simde_uint64x2_t index, simde_uint64x2_t stride)
{
    return simde_vmull_u32(simde_vmovn_u64(index), simde_vmovn_u64(stride));
}

static inline simde_uint64x2_t sum_k2(simde_uint64x2_t a, simde_uint64x2_t b)
{
    return simde_vpaddq_u64(a, b);
}

/* a b c hold x0 y0, z0 x1, y1 z1: b has what the pairs in a and c lack, in the lane of its tuple. */
static inline simde_uint64x2_t sum_k3(simde_uint64x2_t a, simde_uint64x2_t b, simde_uint64x2_t c)
{
    return simde_vaddq_u64(simde_vpaddq_u64(a, c), b);
}

static inline simde_uint64x2_t sum_k4(simde_uint64x2_t a, simde_uint64x2_t b, simde_uint64x2_t c, simde_uint64x2_t d)
{
    return simde_vpaddq_u64(simde_vaddq_u64(a, b), simde_vaddq_u64(c, d));
}

static inline simde_uint32x2_t to_slice_indices(simde_uint64x2_t sums)
{
    return simde_vmovn_u64(sums);
}

static inline simde_uint32x2_t to_flagged_slice_indices(simde_uint64x2_t sums)
{
    return simde_vqmovn_u64(sums);
}

static inline void store_slice_indices(uint32_t *to, simde_uint32x2_t slice_indices)
{
    simde_vst1_u32(to, slice_indices);
}

static inline simde_uint32x2_t larger_slice_indices(simde_uint32x2_t a, simde_uint32x2_t b)
{
    return simde_vmax_u32(a, b);
}

static inline simde_uint32x2_t no_slice_indices(void)
{
    return simde_vdup_n_u32(0);
}

static inline uint32_t largest_slice_index(simde_uint32x2_t slice_indices)
{
    return simde_vmaxv_u32(slice_indices);
}
