/* The same bytes everywhere: a fixed set of calls, whose results come to one number for each dtype. The numbers stand here, so that every
 * platform, compiler and instruction set is compared with all others, and not with a reference that was compiled for itself alone. Values
 * are made and counted as numbers, not as they lie in memory, where a big-endian processor has them the other way round; and every NaN
 * counts as the same, since which one comes out is not promised. */
#include <inttypes.h>
#include <math.h>

#include <strew/strew.h>

#include "group.h"
#include "operators.h"
#include "testing.h"

/* As support/reference.c comes to them. */
static const struct row {
    strew_dtype dtype;
    uint64_t digest;
} rows[] = {
    {STREW_DTYPE_FLOAT32, UINT64_C(0x8bb8410e585e9df0)},    {STREW_DTYPE_FLOAT64, UINT64_C(0xa2cc0e54f5ce23e4)},
    {STREW_DTYPE_FLOAT16, UINT64_C(0x73d0ddee557b2efd)},    {STREW_DTYPE_BFLOAT16, UINT64_C(0xf7b666d7b2f23f3d)},
    {STREW_DTYPE_INT8, UINT64_C(0xed4c84665f33be60)},       {STREW_DTYPE_INT16, UINT64_C(0x66bef743a54123fb)},
    {STREW_DTYPE_INT32, UINT64_C(0x6ec93334dcd3bb81)},      {STREW_DTYPE_INT64, UINT64_C(0xeda8e2a025f46365)},
    {STREW_DTYPE_UINT8, UINT64_C(0x3e5d65d50659c14a)},      {STREW_DTYPE_UINT16, UINT64_C(0x61afbde07989d1ce)},
    {STREW_DTYPE_UINT32, UINT64_C(0x51225ffc3e17f48b)},     {STREW_DTYPE_UINT64, UINT64_C(0xe121164e1729fef9)},
    {STREW_DTYPE_BOOL, UINT64_C(0xb911481d34e0546f)},       {STREW_DTYPE_COMPLEX64, UINT64_C(0xb9afd5e12bad7065)},
    {STREW_DTYPE_COMPLEX128, UINT64_C(0x2e663fea145abfb6)}, {STREW_DTYPE_FLOAT8E4M3FN, UINT64_C(0xfc3d04ee9edbaafc)},
    {STREW_DTYPE_FLOAT8E5M2, UINT64_C(0x5cabe0cb45f65fe5)},
#if SIZE_MAX > UINT32_MAX /* a string is two pointers */
    {STREW_DTYPE_STRING, UINT64_C(0xde9cee83c0999459)},
#else
    {STREW_DTYPE_STRING, UINT64_C(0x47176726129c3b19)},
#endif
    {STREW_DTYPE_OPAQUE(3), UINT64_C(0xbbd1aa06362de753)},  {STREW_DTYPE_OPAQUE(24), UINT64_C(0x507748e16283c6c5)},
};

/* ---- Values -------------------------------------------------------------------------------------------------------------------------- */

/* An element is made of numbers: the parts of a complex one, the bytes of what is only moved, or one that is the element. This is an
 * unsigned integer of a number's size. */
static strew_dtype number_of(strew_dtype dtype)
{
    const reference_type type = reference_type_of(dtype);

    switch (type.kind == REFERENCE_BYTES ? 1 : type.kind == REFERENCE_COMPLEX ? type.size / 2 : type.size) {
    case 1: return STREW_DTYPE_UINT8;
    case 2: return STREW_DTYPE_UINT16;
    case 4: return STREW_DTYPE_UINT32;
    default: return STREW_DTYPE_UINT64;
    }
}

/* The bits of a float between 1/8 and 16; of every eight one at the ends of its range instead, and one of any bits. Half of them have few
 * bits set, so that sums and products lie between two floats, as near to one as to the other. */
static uint64_t draw_float(int exponent_bits, int mantissa_bits, uint64_t *random)
{
    const uint64_t bits = random_next(random), sign = (bits & 1) << (exponent_bits + mantissa_bits),
                   last = (UINT64_C(1) << mantissa_bits) - 1;
    const uint64_t some = bits & 2 ? last : UINT64_C(3) | UINT64_C(3) << (mantissa_bits - 1), mantissa = random_next(random) & some & last;
    const uint64_t first_exponent = (UINT64_C(1) << (exponent_bits - 1)) - 4, last_exponent = (UINT64_C(1) << exponent_bits) - 1;
    const uint64_t ends[] = {0, 1, last};

    switch (bits >> 2 & 7) {
    case 0: return random_next(random);
    case 1: return sign | (bits & 2 ? last_exponent : 0) << mantissa_bits | ends[(bits >> 5) % COUNT(ends)];
    default: return sign | (first_exponent + (bits >> 5) % 7) << mantissa_bits | mantissa;
    }
}

static uint64_t draw_number(strew_dtype dtype, uint64_t *random)
{
    const reference_type type = reference_type_of(dtype);
    const int bits = 8 * (int)reference_size(number_of(dtype)), exponent_bits = bits == 32 ? 8 : 11;

    switch (type.kind) {
    case REFERENCE_FLOAT:
    case REFERENCE_COMPLEX: return draw_float(exponent_bits, bits - 1 - exponent_bits, random);
    case REFERENCE_SMALL_FLOAT: return draw_float(type.format.exponent_bits, type.format.mantissa_bits, random);
    case REFERENCE_BOOL: return random_below(random, 2) * random_next(random);
    default: return random_next(random);
    }
}

static void draw_values(strew_dtype dtype, unsigned char *to, size_t n, uint64_t *random)
{
    const strew_dtype number = number_of(dtype);
    const size_t size = reference_size(number);

    for (size_t at = 0; at < n * reference_size(dtype); at += size) reference_write_integer(number, to + at, draw_number(dtype, random));
}

/* What has been counted so far, and the elements that follow: splitmix64's steps, one for each number. */
static uint64_t digest(uint64_t counted, strew_dtype dtype, const unsigned char *values, size_t n)
{
    const strew_dtype number = number_of(dtype);
    const size_t size = reference_size(dtype), number_size = reference_size(number);

    for (size_t at = 0; at < n * size; at += number_size) {
        double floats[2] = {0, 0};
        uint64_t bits = reference_read_integer(number, values + at);
        (void)reference_read_floats(dtype, values + at / size * size, floats);
        if (isnan(floats[at % size != 0])) bits = UINT64_MAX;
        counted ^= bits;
        counted = random_next(&counted);
    }
    return counted;
}

/* ---- Calls --------------------------------------------------------------------------------------------------------------------------- */

/* Lanes and parts of them, and more than all of a vector. */
static const int64_t widths[] = {1, 2, 3, 4, 7, 8, 16, 33, 100};

enum { POLICIES = 4, INDEX_TYPES = 2, OPTIONS = POLICIES * INDEX_TYPES };

/* Tuples of one component to three in scatter_nd, and slices of `width` elements where they have two. The options come round once for each
 * width, but for negative indices, which wrap for every other. */
static scatter call_number(strew_dtype dtype, strew_reduction reduction, reference_operator op, size_t width_number, size_t option)
{
    const int64_t width = widths[width_number], k = 1 + (int64_t)(width_number * OPTIONS + option) % 3;
    static const int32_t indices_ranks[OPERATORS] = {2, 3, 1};
    const int64_t indices_shapes[OPERATORS][3] = {{19 - 6 * (3 - k), k}, {3, 5, width}, {6}};
    scatter scatter = {
        .op = op,
        .dtype = dtype,
        .index_dtype = option % INDEX_TYPES ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64,
        .reduction = reduction,
        .options = {.policy = (strew_policy)(option / INDEX_TYPES),
                    .negative = (strew_negative)(width_number % 2),
                    .nan = nan_for(reduction, (width_number * OPTIONS + option) / INDEX_TYPES)},
        .axis = op != REFERENCE_ND,
        .data_rank = 3,
        .data_shape = {3, 4, width},
        .indices_rank = indices_ranks[op],
    };

    memcpy(scatter.indices_shape, indices_shapes[op], sizeof indices_shapes[op]);
    return scatter;
}

/* Under the policies that say what is done with it, every fifth index is outside. */
static void draw_indices(uint64_t *random)
{
    const int may_be_out_of_bounds = buffers.options.policy >= STREW_POLICY_SKIP, wraps = buffers.options.negative == STREW_NEGATIVE_WRAPS;

    for (size_t i = 0; i < buffers.n_components; i++) {
        const int64_t size = fixture_size_at(&buffers, i), out_of_bounds[] = {size, -size - 1, INT32_MAX, INT32_MIN};
        const uint64_t bits = random_next(random);
        const int64_t in_bounds = (int64_t)((bits >> 8) % (uint64_t)size), from_end = wraps && bits & 1 ? size : 0;
        fixture_write_index(&buffers, i,
                            may_be_out_of_bounds && (bits >> 1) % 5 == 0 ? out_of_bounds[(bits >> 4) % COUNT(out_of_bounds)]
                                                                         : in_bounds - from_end);
    }
}

/* ---- Tests --------------------------------------------------------------------------------------------------------------------------- */

/* By the call, by a plan, and by one with prepared indices in turn; in place and out of place. */
static int make(size_t turn, strew_isa isa)
{
    strew_plan plan;

    const int is_in_place = turn % 6 >= 3;

    buffers.is_prepared = turn % 3 == 2;
    if (turn % 3 == 0) return fixture_call(&buffers, isa, is_in_place);
    plan = fixture_plan(&buffers, isa);
    return fixture_run(&buffers, &plan, is_in_place);
}

/* Of one call after the other. */
typedef struct digests {
    uint64_t random, expected, actual[MAX_ISAS];
    size_t n_calls;
} digests;

static void add_call(digests *to, const scatter *scatter)
{
    fixture_place(&buffers, scatter);
    draw_values(scatter->dtype, buffers.data.bytes, buffers.n_data, &to->random);
    draw_values(scatter->dtype, buffers.updates.bytes, reference_elements(&buffers.updates_tensor), &to->random);
    draw_indices(&to->random);
    fixture_expect(&buffers);
    to->expected = digest(to->expected, scatter->dtype, buffers.expected, buffers.n_data);
    for (size_t i = 0; i < n_isas; i++) {
        assert_true(make(to->n_calls + i, isas[i]));
        to->actual[i] = digest(to->actual[i], scatter->dtype, buffers.output.bytes, buffers.n_data);
    }
    to->n_calls++;
}

static void every_isa_has_the_digest(void **state)
{
    const struct row *const row = *state;
    const char *const name = strew_dtype_name(row->dtype);
    digests of = {.random = 20};

    for (size_t r = 0; r < REFERENCE_REDUCTIONS; r++) {
        if (!reference_is_defined(row->dtype, reference_reductions[r])) continue;
        for (size_t op = 0; op < OPERATORS; op++) {
            for (size_t width = 0; width < COUNT(widths); width++) {
                for (size_t option = 0; option < OPTIONS; option++) {
                    const scatter scatter = call_number(row->dtype, reference_reductions[r], operators[op], width, option);
                    add_call(&of, &scatter);
                }
            }
        }
    }
    if (of.expected != row->digest) fail_msg("the reference comes to 0x%016" PRIx64 " for %s", of.expected, name);
    for (size_t i = 0; i < n_isas; i++) {
        if (of.actual[i] != row->digest) fail_msg("%s comes to 0x%016" PRIx64 " for %s", strew_isa_name(isas[i]), of.actual[i], name);
    }
}

int main(void)
{
    for (size_t i = 0; i < COUNT(rows); i++)
        add_test(every_isa_has_the_digest, (void *)(uintptr_t)&rows[i], "%s", strew_dtype_name(rows[i].dtype));
    return run_on_fixture(1 << 16, 21);
}
