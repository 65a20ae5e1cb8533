#include "conversions.h"

#include <math.h>
#include <string.h>

#include "reference.h"

static int is_real_float(strew_dtype dtype)
{
    const reference_kind kind = reference_type_of(dtype).kind;
    return kind == REFERENCE_FLOAT || kind == REFERENCE_SMALL_FLOAT;
}

static int is_real_integer(strew_dtype dtype)
{
    const reference_kind kind = reference_type_of(dtype).kind;
    return kind == REFERENCE_SIGNED || kind == REFERENCE_UNSIGNED || kind == REFERENCE_BOOL;
}

int may_be_converted(strew_dtype from, strew_dtype to)
{
    if (from == to) return 1;
    if (!(is_real_float(from) || is_real_integer(from)) || reference_type_of(to).kind == REFERENCE_BOOL) return 0;
    return is_real_float(to) || (is_real_integer(to) && is_real_integer(from));
}

/* Whether a type holds all numbers of another one; a float32 or float64 also takes integers. */
int holds_updates(strew_dtype data, strew_dtype updates)
{
    const reference_kind to = reference_type_of(data).kind, from = reference_type_of(updates).kind;
    const size_t bytes = reference_size(data), other = reference_size(updates);

    if (to == REFERENCE_SIGNED || to == REFERENCE_UNSIGNED)
        return from == REFERENCE_BOOL || (from == to && bytes >= other) ||
               (to == REFERENCE_SIGNED && from == REFERENCE_UNSIGNED && bytes > other);
    if (from == REFERENCE_FLOAT || from == REFERENCE_SMALL_FLOAT) return bytes > other;
    return bytes >= 4 || from == REFERENCE_BOOL || (bytes == 2 && other == 1);
}

int can_take_updates(strew_dtype data, strew_dtype updates, strew_reduction reduction, const strew_options *options)
{
    const int is_integer = reference_is_index(data), is_mean = reduction == STREW_REDUCTION_MEAN,
              is_selective = reduction == STREW_REDUCTION_MIN || reduction == STREW_REDUCTION_MAX;
    const int meets_uint64 = (updates == STREW_DTYPE_UINT64 && reference_type_of(data).kind == REFERENCE_SIGNED) ||
                             (data == STREW_DTYPE_UINT64 && reference_type_of(updates).kind == REFERENCE_SIGNED);
    const int is_wide = options && options->accumulate && options->accumulate != data && !is_selective;

    if (data == updates) return 1;
    if (!reference_size(data) || !reference_size(updates) || !may_be_converted(updates, data)) return 0;
    if (options && options->profile) return 0;
    if (reduction == STREW_REDUCTION_NONE) return 1;
    if (holds_updates(data, updates)) return 1;
    if (meets_uint64) return 0;
    if ((is_wide && (!is_integer || options->overflow)) || (is_mean && !is_integer && reference_size(data) < 4))
        return !(is_integer && (is_mean || updates == STREW_DTYPE_UINT64));
    return !is_mean;
}

/* The largest finite number of a float. */
static double largest_of(strew_dtype dtype)
{
    const reference_format format = reference_type_of(dtype).format;
    const int exponents = 1 << format.exponent_bits, bias = exponents / 2 - 1;
    const double mantissa = 2 - ldexp(format.has_infinity ? 1 : 2, -format.mantissa_bits);
    return ldexp(mantissa, exponents - (format.has_infinity ? 2 : 1) - bias);
}

/* Whether this machine rounds a large integer to a double before it rounds it to a float32, as valgrind does where x86 rounds once. Then a
 * plain loop has that result, too. */
static int rounds_integers_twice(void)
{
    static const volatile int64_t above_the_middle = (INT64_C(1) << 60) + (INT64_C(1) << 36) + 1;
    return (float)above_the_middle < 0x1p60F + 0x1p37F;
}

/* A double that rounds to a narrower float as the integer does: below its first 53 bits, it only matters whether there is anything. */
static double double_of(uint64_t magnitude, int is_double)
{
    int shift = 0;
    for (; magnitude >> 53 != 0 && !is_double; shift++) magnitude = magnitude >> 1 | (magnitude & 1);
    return ldexp((double)magnitude, shift);
}

static void convert_float(double value, strew_dtype to, void *converted, strew_overflow overflow)
{
    const double largest = largest_of(to);
    if (overflow == STREW_OVERFLOW_SATURATES && fabs(value) > largest) value = copysign(largest, value);
    reference_write_floats(to, converted, &value);
}

void convert_element(strew_dtype from, const void *element, strew_dtype to, void *converted, strew_overflow overflow)
{
    if (from == to && (overflow != STREW_OVERFLOW_SATURATES || !is_real_float(to))) {
        memcpy(converted, element, reference_size(to));
        return;
    }
    if (is_real_float(from)) {
        double value;
        reference_read_floats(from, element, &value);
        convert_float(value, to, converted, overflow);
        return;
    }
    const int is_signed = reference_type_of(from).kind == REFERENCE_SIGNED, is_bool = reference_type_of(from).kind == REFERENCE_BOOL;
    uint64_t value = reference_read_integer(from, element);
    if (is_bool) value = value != 0;
    const int is_negative = is_signed && value >> 63 != 0;
    if (is_real_float(to)) {
        const int is_double = to == STREW_DTYPE_FLOAT64 || (to == STREW_DTYPE_FLOAT32 && rounds_integers_twice());
        const double magnitude = double_of(is_negative ? 0 - value : value, is_double);
        convert_float(is_negative ? -magnitude : magnitude, to, converted, overflow);
        return;
    }
    const int to_signed = reference_type_of(to).kind == REFERENCE_SIGNED, bits = (int)(8 * reference_size(to)) - to_signed;
    const uint64_t largest = UINT64_MAX >> (64 - bits);
    if (overflow == STREW_OVERFLOW_SATURATES && is_negative) {
        const uint64_t lowest = to_signed ? 0 - largest - 1 : 0;
        if (!to_signed || value < lowest) value = lowest;
    } else if (overflow == STREW_OVERFLOW_SATURATES && value > largest) {
        value = largest;
    }
    reference_write_integer(to, converted, value);
}

void convert_elements(strew_dtype from, const void *elements, strew_dtype to, void *converted, size_t n, const strew_options *options)
{
    const size_t size = reference_size(from), converted_size = reference_size(to);

    if (from == to) {
        memcpy(converted, elements, n * size);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        convert_element(from, (const char *)elements + i * size, to, (char *)converted + i * converted_size,
                        options ? options->overflow : STREW_OVERFLOW_WRAPS);
    }
}
