/* The words of SVE for indices: four int64 at once, in unsigned lanes, because those wrap around. */
#include <arm_sve.h>
#include <stdint.h>

static inline svuint64_t load_indices_i64(const void *from)
{
    return svreinterpret_u64_u8(svld1_u8(svptrue_pat_b8(SV_VL32), from));
}

static inline svuint64_t load_indices_i32(const void *from)
{
    return svld1sw_u64(svptrue_pat_b64(SV_VL4), from);
}

static inline svuint64_t out_of_bounds(svuint64_t index, svuint64_t low, svuint64_t high)
{
    const svbool_t all = svptrue_b64();
    return svorr_u64_x(all, svsub_u64_x(all, index, low), svsub_u64_x(all, high, index));
}

static inline svuint64_t join_out_of_bounds(svuint64_t a, svuint64_t b)
{
    return svorr_u64_x(svptrue_b64(), a, b);
}

static inline svbool_t is_negative(svuint64_t index)
{
    return svcmplt_n_s64(svptrue_pat_b64(SV_VL4), svreinterpret_s64_u64(index), 0);
}

static inline int is_any_out_of_bounds(svuint64_t out_of_bounds)
{
    return svptest_any(svptrue_b64(), is_negative(out_of_bounds));
}

static inline svuint64_t highest(svuint64_t size)
{
    return svsub_n_u64_x(svptrue_b64(), size, 1);
}

static inline svuint64_t no_out_of_bounds(void)
{
    return svdup_n_u64(0);
}

static inline svuint64_t wrap(svuint64_t index, svuint64_t low)
{
    return svsub_u64_m(is_negative(index), index, low);
}

static inline svuint64_t flag(svuint64_t slice_index, svuint64_t wrapped, svuint64_t high)
{
    const svbool_t all = svptrue_b64();
    const svuint64_t out_of_bounds = svorr_u64_x(all, wrapped, svsub_u64_x(all, high, wrapped));
    return svsel_u64(is_negative(out_of_bounds), svdup_n_u64(UINT64_C(1) << 32), slice_index);
}

static inline svuint64_t clamp(svuint64_t wrapped, svuint64_t high)
{
    const svint64_t minimum = svmax_n_s64_x(svptrue_b64(), svreinterpret_s64_u64(wrapped), 0);
    return svreinterpret_u64_s64(svmin_s64_x(svptrue_b64(), minimum, svreinterpret_s64_u64(high)));
}

static inline svuint64_t load_positions(const uint32_t *from)
{
    return svld1uw_u64(svptrue_pat_b64(SV_VL4), from);
}

static inline svuint64_t add_positions(svuint64_t slice_indices, svuint64_t positions)
{
    return svadd_u64_x(svptrue_b64(), slice_indices, positions);
}

static inline svuint64_t scale(svuint64_t index, svuint64_t stride)
{
    return svmul_u64_x(svptrue_b64(), index, stride);
}

/* So many lanes of one, and then those of the other. */
static inline svuint64_t join_lanes(svuint64_t a, svuint64_t b, uint64_t of_a)
{
    return svsplice_u64(svwhilelt_b64_u64(0, of_a), a, b);
}

static inline svuint64_t sum_k2(svuint64_t a, svuint64_t b)
{
    const svbool_t all = svptrue_b64();
    const svuint64_t of_a = svadd_u64_x(all, svuzp1_u64(a, a), svuzp2_u64(a, a));
    return join_lanes(of_a, svadd_u64_x(all, svuzp1_u64(b, b), svuzp2_u64(b, b)), 2);
}

static inline svbool_t are_lanes(uint64_t first, uint64_t second)
{
    const svuint64_t lanes = svindex_u64(0, 1);
    return svorr_b_z(svptrue_b64(), svcmpeq_n_u64(svptrue_b64(), lanes, first), svcmpeq_n_u64(svptrue_b64(), lanes, second));
}

/* Two lanes trade places. */
static inline svuint64_t swap_lanes(svuint64_t a, uint64_t first, uint64_t second)
{
    const svuint64_t lanes = svindex_u64(0, 1), others = svsub_u64_x(svptrue_b64(), svdup_n_u64(first + second), lanes);
    return svtbl_u64(a, svsel_u64(are_lanes(first, second), others, lanes));
}

/* a b c hold x0 y0 z0 x1, y1 z1 x2 y2, z2 x3 y3 z3. No two of a component have the same lane: x0 x3 x2 x1 are together, y1 y0 y3 y2, and
 * z2 z1 z0 z3. */
static inline svuint64_t sum_k3(svuint64_t a, svuint64_t b, svuint64_t c)
{
    const svbool_t all = svptrue_b64();
    const svuint64_t x = svsel_u64(are_lanes(0, 3), a, svsel_u64(are_lanes(2, 2), b, c));
    const svuint64_t y = svsel_u64(are_lanes(0, 3), b, svsel_u64(are_lanes(1, 1), a, c));
    const svuint64_t z = svsel_u64(are_lanes(0, 3), c, svsel_u64(are_lanes(1, 1), b, a));
    const svuint64_t swapped = svtbl_u64(y, sveor_n_u64_x(all, svindex_u64(0, 1), 1));
    return svadd_u64_x(all, svadd_u64_x(all, swap_lanes(x, 1, 3), swapped), swap_lanes(z, 0, 2));
}

static inline svuint64_t sum_k4(svuint64_t a, svuint64_t b, svuint64_t c, svuint64_t d)
{
    return sum_k2(sum_k2(a, b), sum_k2(c, d));
}

static inline svuint64_t to_slice_indices(svuint64_t sums)
{
    return sums;
}

static inline svuint64_t to_flagged_slice_indices(svuint64_t sums)
{
    return svmin_n_u64_x(svptrue_b64(), sums, UINT32_MAX);
}

static inline void store_slice_indices(uint32_t *to, svuint64_t slice_indices)
{
    svst1w_u64(svptrue_pat_b64(SV_VL4), to, slice_indices);
}

static inline svuint64_t larger_slice_indices(svuint64_t a, svuint64_t b)
{
    return svmax_u64_x(svptrue_b64(), a, b);
}

static inline svuint64_t no_slice_indices(void)
{
    return svdup_n_u64(0);
}

static inline uint32_t largest_slice_index(svuint64_t slice_indices)
{
    return (uint32_t)svmaxv_u64(svptrue_pat_b64(SV_VL4), slice_indices);
}
