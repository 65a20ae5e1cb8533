/* The words of RVV for indices: eight int64 at once, in unsigned lanes, because those wrap around. */
#include <riscv_vector.h>
#include <stdint.h>

static inline vuint64m4_t load_indices_i64(const void *from)
{
    return __riscv_vreinterpret_u64m4(__riscv_vle8_v_u8m4(from, 64));
}

static inline vuint64m4_t load_indices_i32(const void *from)
{
    const vint32m2_t narrow = __riscv_vreinterpret_i32m2(__riscv_vreinterpret_i8m2(__riscv_vle8_v_u8m2(from, 32)));
    return __riscv_vreinterpret_u64m4(__riscv_vsext_vf2(narrow, 8));
}

static inline vuint64m4_t out_of_bounds(vuint64m4_t index, vuint64m4_t low, vuint64m4_t high)
{
    return __riscv_vor(__riscv_vsub(index, low, 8), __riscv_vsub(high, index, 8), 8);
}

static inline vuint64m4_t join_out_of_bounds(vuint64m4_t a, vuint64m4_t b)
{
    return __riscv_vor(a, b, 8);
}

static inline vbool16_t is_negative(vuint64m4_t index)
{
    return __riscv_vmslt(__riscv_vreinterpret_i64m4(index), 0, 8);
}

static inline int is_any_out_of_bounds(vuint64m4_t out_of_bounds)
{
    return __riscv_vfirst(is_negative(out_of_bounds), 8) >= 0;
}

static inline vuint64m4_t highest(vuint64m4_t size)
{
    return __riscv_vsub(size, 1, 8);
}

static inline vuint64m4_t no_out_of_bounds(void)
{
    return __riscv_vmv_v_x_u64m4(0, 8);
}

static inline vuint64m4_t wrap(vuint64m4_t index, vuint64m4_t low)
{
    return __riscv_vsub_mu(is_negative(index), index, index, low, 8);
}

static inline vuint64m4_t flag(vuint64m4_t slice_index, vuint64m4_t wrapped, vuint64m4_t high)
{
    const vbool16_t is_out_of_bounds = is_negative(__riscv_vor(wrapped, __riscv_vsub(high, wrapped, 8), 8));
    return __riscv_vmerge(slice_index, UINT64_C(1) << 32, is_out_of_bounds, 8);
}

static inline vuint64m4_t clamp(vuint64m4_t wrapped, vuint64m4_t high)
{
    const vint64m4_t minimum = __riscv_vmax(__riscv_vreinterpret_i64m4(wrapped), 0, 8);
    return __riscv_vreinterpret_u64m4(__riscv_vmin(minimum, __riscv_vreinterpret_i64m4(high), 8));
}

static inline vuint64m4_t load_positions(const uint32_t *from)
{
    return __riscv_vzext_vf2(__riscv_vle32_v_u32m2(from, 8), 8);
}

static inline vuint64m4_t add_positions(vuint64m4_t slice_indices, vuint64m4_t positions)
{
    return __riscv_vadd(slice_indices, positions, 8);
}

static inline vuint64m4_t scale(vuint64m4_t index, vuint64m4_t stride)
{
    return __riscv_vmul(index, stride, 8);
}

/* The lanes that have a bit, in the first ones. */
static inline vuint64m4_t pick(vuint64m4_t a, unsigned char lanes)
{
    return __riscv_vcompress(a, __riscv_vreinterpret_v_u8m1_b16(__riscv_vmv_v_x_u8m1(lanes, 1)), 8);
}

/* So many lanes of one, and then those of the other. */
static inline vuint64m4_t join_lanes(vuint64m4_t a, vuint64m4_t b, size_t of_a)
{
    return __riscv_vslideup(a, b, of_a, 8);
}

/* Every lane and the next one. */
static inline vuint64m4_t add_next(vuint64m4_t a, size_t distance)
{
    return __riscv_vadd(a, __riscv_vslidedown(a, distance, 8), 8);
}

static inline vuint64m4_t sum_k2(vuint64m4_t a, vuint64m4_t b)
{
    return join_lanes(pick(add_next(a, 1), 0x55), pick(add_next(b, 1), 0x55), 4);
}

/* a b c hold x0 y0 z0 x1 y1 z1 x2 y2, z2 x3 y3 z3 x4 y4 z4 x5, y5 z5 x6 y6 z6 x7 y7 z7. */
static inline vuint64m4_t sum_k3(vuint64m4_t a, vuint64m4_t b, vuint64m4_t c)
{
    const vuint64m4_t x = join_lanes(join_lanes(pick(a, 0x49), pick(b, 0x92), 3), pick(c, 0x24), 6);
    const vuint64m4_t y = join_lanes(join_lanes(pick(a, 0x92), pick(b, 0x24), 3), pick(c, 0x49), 5);
    const vuint64m4_t z = join_lanes(join_lanes(pick(a, 0x24), pick(b, 0x49), 2), pick(c, 0x92), 5);
    return __riscv_vadd(__riscv_vadd(x, y, 8), z, 8);
}

static inline vuint64m4_t sum_k4(vuint64m4_t a, vuint64m4_t b, vuint64m4_t c, vuint64m4_t d)
{
    const vuint64m4_t low = join_lanes(pick(add_next(add_next(a, 1), 2), 0x11), pick(add_next(add_next(b, 1), 2), 0x11), 2);
    const vuint64m4_t high = join_lanes(pick(add_next(add_next(c, 1), 2), 0x11), pick(add_next(add_next(d, 1), 2), 0x11), 2);
    return join_lanes(low, high, 4);
}

static inline vuint32m2_t to_slice_indices(vuint64m4_t sums)
{
    return __riscv_vncvt_x(sums, 8);
}

static inline vuint32m2_t to_flagged_slice_indices(vuint64m4_t sums)
{
    return __riscv_vncvt_x(__riscv_vminu(sums, UINT32_MAX, 8), 8);
}

static inline void store_slice_indices(uint32_t *to, vuint32m2_t slice_indices)
{
    __riscv_vse32(to, slice_indices, 8);
}

static inline vuint32m2_t larger_slice_indices(vuint32m2_t a, vuint32m2_t b)
{
    return __riscv_vmaxu(a, b, 8);
}

static inline vuint32m2_t no_slice_indices(void)
{
    return __riscv_vmv_v_x_u32m2(0, 8);
}

static inline uint32_t largest_slice_index(vuint32m2_t slice_indices)
{
    return __riscv_vmv_x(__riscv_vredmaxu(slice_indices, __riscv_vmv_v_x_u32m1(0, 1), 8));
}
