/* Conversions between any two types of numbers: few steps, of which each exists once. */
#include "convert.h"

#include "util.h"

#include <float.h>
#include <string.h>

/* ---- Steps that have no kernel ------------------------------------------------------------------------------------------------------- */

/* What is read in place is not behind what is written: no step here makes elements wider, but the ones that read from elsewhere. */
#define STEP(name, from_type, to_type, value)                                                                                              \
    static void name(void *to, const void *from, size_t n)                                                                                 \
    {                                                                                                                                      \
        for (size_t i = 0; i < n; i++) {                                                                                                   \
            from_type x;                                                                                                                   \
            memcpy(&x, (const unsigned char *)from + i * sizeof x, sizeof x);                                                              \
            const to_type y = value;                                                                                                       \
            memcpy((unsigned char *)to + i * sizeof y, &y, sizeof y);                                                                      \
        }                                                                                                                                  \
    }

/* Rounds to odd: what is not exact becomes the neighbour whose last bit is 1. A second rounding, to a type whose numbers have at least two
 * bits less, then gives what one rounding would. `below` says whether `rounded` is nearer to 0 than what it stands for, `above` whether it
 * is further away. An infinity that is too large steps back to the largest number, which is odd. */
static float to_odd(float rounded, int below, int above)
{
    uint32_t bits;
    memcpy(&bits, &rounded, sizeof bits);
    if ((bits & 1) == 0) bits = below ? bits + 1 : above ? bits - 1 : bits;
    memcpy(&rounded, &bits, sizeof rounded);
    return rounded;
}

static float odd_of_double(double x)
{
    const float rounded = (float)x;
    const double back = rounded, magnitude = x < 0 ? -x : x, of_rounded = back < 0 ? -back : back;
    const int is_below = of_rounded<magnitude, is_above = of_rounded> magnitude;
    return to_odd(rounded, is_below, is_above);
}

static float odd_of_unsigned(uint64_t x)
{
    const float rounded = (float)x;
    const int is_above_all = rounded >= 0x1p64F; /* and no uint64 */
    const uint64_t back = is_above_all ? 0 : (uint64_t)rounded;
    return to_odd(rounded, !is_above_all && back < x, is_above_all || back > x);
}

static float odd_of_signed(int64_t x)
{
    return x < 0 ? -odd_of_unsigned(0 - (uint64_t)x) : odd_of_unsigned((uint64_t)x);
}

STEP(signed_of_bool, uint8_t, int64_t, x != 0)
STEP(double_of_float, float, double, x)
STEP(finite_double_of_float, float, double, x > FLT_MAX ? DBL_MAX : x < -FLT_MAX ? -DBL_MAX : x)
STEP(double_of_signed, int64_t, double, (double)x)
STEP(double_of_unsigned, uint64_t, double, (double)x)
STEP(float_of_signed, int64_t, float, (float)x)
STEP(float_of_unsigned, uint64_t, float, (float)x)
STEP(odd_float_of_double, double, float, odd_of_double(x))
STEP(odd_float_of_signed, int64_t, float, odd_of_signed(x))
STEP(odd_float_of_unsigned, uint64_t, float, odd_of_unsigned(x))

/* Floats by their bits, which compilers make vectors of: a magnitude above the largest becomes that, but for those of NaN. */
#define CLAMP_FLOATS(name, type, bits_type, sign_bit, infinity)                                                                            \
    static void name(const strew_conversion *conversion, void *wide, size_t n)                                                             \
    {                                                                                                                                      \
        const type end = (type)conversion->bounds.floats.largest;                                                                          \
        bits_type largest;                                                                                                                 \
        memcpy(&largest, &end, sizeof largest);                                                                                            \
        for (size_t i = 0; i < n; i++) {                                                                                                   \
            bits_type bits;                                                                                                                \
            memcpy(&bits, (unsigned char *)wide + i * sizeof bits, sizeof bits);                                                           \
            const bits_type sign = bits & (sign_bit), magnitude = bits ^ sign;                                                             \
            const bits_type number = magnitude > largest && magnitude <= (infinity) ? largest : magnitude;                                 \
            bits = sign | number;                                                                                                          \
            memcpy((unsigned char *)wide + i * sizeof bits, &bits, sizeof bits);                                                           \
        }                                                                                                                                  \
    }

CLAMP_FLOATS(clamp_floats, float, uint32_t, UINT32_C(1) << 31, UINT32_C(0x7f800000))
CLAMP_FLOATS(clamp_doubles, double, uint64_t, UINT64_C(1) << 63, UINT64_C(0x7ff0000000000000))

#define CLAMP(name, type, low, high)                                                                                                       \
    static void name(const strew_conversion *conversion, void *wide, size_t n)                                                             \
    {                                                                                                                                      \
        const type lowest = (type)(low), largest = (type)(high);                                                                           \
        type *const values = wide;                                                                                                         \
        for (size_t i = 0; i < n; i++) {                                                                                                   \
            const type x = values[i];                                                                                                      \
            values[i] = x < lowest ? lowest : x > largest ? largest : x;                                                                   \
        }                                                                                                                                  \
    }

CLAMP(clamp_signed, int64_t, conversion->bounds.integers.lowest, conversion->bounds.integers.largest)
CLAMP(clamp_unsigned, uint64_t, 0, conversion->bounds.integers.largest)

/* ---- Which steps --------------------------------------------------------------------------------------------------------------------- */

int strew_is_convertible(strew_dtype from, strew_dtype to)
{
    const strew_dtype_record *source = strew_find_dtype(from), *target = strew_find_dtype(to);
    if (source->value_bits == 0) return 0;
    return target->is_float || (target->is_integer && !source->is_float);
}

/* Whether a type holds all numbers of another one. */
static int holds(const strew_dtype_record *target, const strew_dtype_record *source)
{
    if (target->is_integer) return target->value_bits >= source->value_bits && target->is_signed >= source->is_signed;
    if (source->is_float) return target->bytes > source->bytes;
    return !target->is_small_float || source->value_bits <= target->value_bits; /* a float32 rounds an integer before it is added */
}

strew_mixing strew_find_mixing(strew_dtype data, strew_dtype updates, strew_reduction reduction, int accumulates, int saturates)
{
    const strew_dtype_record *source = strew_find_dtype(updates), *target = strew_find_dtype(data);
    const int wraps = reduction == STREW_REDUCTION_ADD || reduction == STREW_REDUCTION_SUB || reduction == STREW_REDUCTION_MUL,
              is_mean = reduction == STREW_REDUCTION_MEAN, holds_all = holds(target, source);
    if (reduction == STREW_REDUCTION_NONE) return STREW_MIX_ALIKE;
    const int sums_up = accumulates || (is_mean && target->is_small_float),
              has_no_sums = target->is_integer && (is_mean || source->value_bits == 64);
    if (!holds_all && target->is_integer) {
        /* No type of 64 bits holds both: what is between them would have no name. */
        if ((source->value_bits == 64 && target->is_signed) || target->value_bits == 64) return STREW_MIX_NOT;
    }
    if (sums_up && !has_no_sums) return STREW_MIX_SUMS;
    /* An infinity of data itself saturates where it is compared. */
    const int is_bounded = saturates && target->is_float;
    if (holds_all && !is_bounded) return STREW_MIX_ALIKE;
    if (sums_up || is_mean) return STREW_MIX_NOT;
    return target->is_integer && wraps ? STREW_MIX_ALIKE : STREW_MIX_WIDE;
}

strew_dtype strew_find_mixed_dtype(strew_dtype data, strew_dtype updates)
{
    if (strew_find_dtype(data)->is_float) {
        const int is_double = data == STREW_DTYPE_FLOAT64 || updates == STREW_DTYPE_FLOAT64;
        return is_double ? STREW_DTYPE_FLOAT64 : STREW_DTYPE_FLOAT32;
    }
    return updates == STREW_DTYPE_UINT64 ? STREW_DTYPE_UINT64 : STREW_DTYPE_INT64; /* no type is wider than uint64 data */
}

/* What is out of these bounds saturates: those of the other type, in the wide one that is clamped. */
static void set_clamp(strew_conversion *conversion, strew_dtype from, strew_dtype to, const strew_dtype_record *source,
                      const strew_dtype_record *target)
{
    const strew_wide *record = target->is_float ? strew_find_wide(to) : NULL;
    if (source->is_float) {
        if (conversion->write != NULL && target->is_small_float) {
            conversion->saturates = 1;
            return;
        }
        /* float64 has a place for every number, but for infinity. */
        conversion->bounds.floats.largest = record != NULL ? record->largest : DBL_MAX;
        if (conversion->between == double_of_float) {
            conversion->between = finite_double_of_float;
        } else {
            conversion->clamp = conversion->wide_bytes == sizeof(double) ? clamp_doubles : clamp_floats;
        }
        return;
    }
    const double end = 0x1p63;
    if (target->is_float && (record == NULL || record->largest >= end)) return;
    const int is_unsigned = from == STREW_DTYPE_UINT64;
    conversion->clamp = is_unsigned ? clamp_unsigned : clamp_signed;
    if (target->is_float) {
        conversion->bounds.integers.lowest = (int64_t)record->lowest;
        conversion->bounds.integers.largest = (uint64_t)record->largest;
        return;
    }
    const int bits = !is_unsigned && target->value_bits == 64 ? 63 : target->value_bits;
    conversion->bounds.integers.largest = UINT64_MAX >> (64 - bits);
    conversion->bounds.integers.lowest = target->is_signed ? -(int64_t)conversion->bounds.integers.largest - 1 : 0;
}

static const strew_apply_kernel *find_step(strew_isa_set allowed, strew_ctype ctype, int *is_built)
{
    const strew_apply_kernel *step = strew_find_apply(allowed, STREW_DO_NONE, ctype, 0);
    *is_built &= step != NULL;
    return step;
}

int strew_find_conversion(strew_conversion *conversion, strew_dtype from, strew_dtype to, strew_isa_set allowed, int saturates)
{
    const strew_dtype_record *source = strew_find_dtype(from), *target = strew_find_dtype(to);
    const strew_wide *reads = strew_find_wide(from), *writes = strew_find_wide(to);
    const int is_double = from == STREW_DTYPE_FLOAT64 || to == STREW_DTYPE_FLOAT64, is_unsigned = from == STREW_DTYPE_UINT64;
    int is_built = 1;
    memset(conversion, 0, sizeof *conversion);
    conversion->from_bytes = (uint16_t)strew_dtype_size(from);
    conversion->to_bytes = (uint16_t)strew_dtype_size(to);
    /* float32 is wide itself, unless the other one is float64. */
    if (from == STREW_DTYPE_FLOAT32 && !is_double) reads = NULL;
    if (to == STREW_DTYPE_FLOAT32 && !is_double) writes = NULL;
    if (reads != NULL) conversion->read = find_step(allowed, reads->widened, &is_built);
    if (writes != NULL) conversion->write = find_step(allowed, writes->narrowed, &is_built);
    if (from == STREW_DTYPE_BOOL) conversion->begin = signed_of_bool;
    conversion->wide_bytes = (uint8_t)(reads != NULL ? reads->bytes : conversion->begin != NULL ? sizeof(int64_t) : conversion->from_bytes);
    if (!source->is_float && target->is_float) {
        conversion->between = is_double        ? (is_unsigned ? double_of_unsigned : double_of_signed)
                              : writes == NULL ? (is_unsigned ? float_of_unsigned : float_of_signed)
                              : is_unsigned    ? odd_float_of_unsigned
                                               : odd_float_of_signed;
    } else if (source->is_float && is_double && conversion->wide_bytes == sizeof(float)) {
        conversion->between = double_of_float;
    } else if (from == STREW_DTYPE_FLOAT64 && writes != NULL && writes->wide == STREW_DTYPE_FLOAT32) {
        conversion->between = odd_float_of_double;
    }
    if (saturates) set_clamp(conversion, from, to, source, target);
    return is_built;
}
