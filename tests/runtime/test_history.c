/* What has gone wrong in scatters before, here or elsewhere: a test for each class, and the story in the comment above it. Numbers are
 * those of pull requests and issues. Some classes have tests of their own:
 *
 *   k > r, rank 65, ranks and shapes that do not fit    test_validate.c
 *   products of dimensions that overflow                test_validate.c
 *   data and updates of two types, NULL for a shape     test_plan.c
 *   NULL for a buffer, overlap                          test_check.c
 *   offsets beyond 2^31 and 2^32                        test_large_offset.c, test_large_gather.c
 *   indices that change during the call                 test_threads.c, test_rewritten.c
 *   all of them, by the hundred thousand                test_bad_calls.c */
#include <math.h>

#include <strew/strew.h>

#include "fault.h"
#include "group.h"
#include "operators.h"
#include "tensors.h"
#include "testing.h"

#define BIT(n) (INT64_C(1) << (n))

/* Those that look at an index. */
static const strew_policy policies[] = {STREW_POLICY_ERROR, STREW_POLICY_SKIP, STREW_POLICY_CLAMP};

/* ---- Running everywhere -------------------------------------------------------------------------------------------------------------- */

/* Alone, with a workspace, on three threads, and prepared. */
enum { SPARES = 4 };

static void spare(size_t which)
{
    buffers.has_workspace = which == 1;
    buffers.n_threads = which == 2 ? 3 : 0;
    buffers.is_prepared = which == 3;
}

/* What the contract makes of the indices that are there: the reference's answer, or a rejection that names the first one outside. */
static void meet_contract(void)
{
    reference_position place;
    const int is_rejected = buffers.options.policy == STREW_POLICY_ERROR && reference_is_out_of_bounds(&buffers.call, &place);

    if (!is_rejected) fixture_expect(&buffers);
    for (size_t i = 0; i < n_isas * SPARES; i++) {
        const strew_plan plan = fixture_plan(&buffers, isas[i / SPARES]);
        strew_fault fault;
        spare(i % SPARES);
        if (!is_rejected) {
            assert_true(fixture_run(&buffers, &plan, (int)random_below(&buffers.random, 2)));
            continue;
        }
        assert_true(fixture_run_rejected(&buffers, &plan, STREW_STATUS_INDEX_OUT_OF_BOUNDS, &fault));
        assert_index_fault(&fault, place);
    }
    spare(0);
}

static void meet_contract_at_either_end(void)
{
    for (int end = FLUSH_END; end <= FLUSH_START; end++) {
        fixture_flush(&buffers, (placement)end);
        meet_contract();
    }
}

/* One index, of every component in turn, under every policy that looks at it, with and without wrapping. */
static void meet_value(int64_t value)
{
    const int fits = value >= INT32_MIN && value <= INT32_MAX;

    for (size_t i = 0; i < OPERATORS * COUNT(policies) * 2 * (fits ? 2 : 1); i++) {
        scatter scatter =
            small_scatter(operators[i % OPERATORS], i / OPERATORS / COUNT(policies) / 2 ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64, 9);
        scatter.options.policy = policies[i / OPERATORS % COUNT(policies)];
        scatter.options.negative = (strew_negative)(i / OPERATORS / COUNT(policies) % 2);
        fixture_place(&buffers, &scatter);
        for (int32_t component = 0; component < (scatter.op == REFERENCE_ND ? 2 : 1); component++) {
            fixture_draw_indices(&buffers, 0);
            fixture_set_index(&buffers, 4, component, value);
            meet_contract_at_either_end();
        }
    }
}

static void meet_values(const int64_t *values, size_t n)
{
    for (size_t i = 0; i < n; i++) meet_value(values[i]);
}

/* ---- Sizes --------------------------------------------------------------------------------------------------------------------------- */

/* A dimension of 0 that is divided by (tt-metal#56881), or that indices are let through to (onnxruntime PR #32345); empty tensors that are
 * looked into all the same (tensorflow PR #122959). */
static void dimensions_of_0(void **state)
{
    for (size_t i = 0; i < OPERATORS * 2 * 2; i++) {
        const reference_operator op = operators[i % OPERATORS];
        for (int32_t d = 0; d < 6; d++) {
            scatter scatter = small_scatter(op, i / OPERATORS % 2 ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64, 9);
            scatter.options.policy = i / OPERATORS / 2 ? STREW_POLICY_SKIP : STREW_POLICY_ERROR;
            if (d < 3) { /* of data, and where that is no axis of tuples, of the indices */
                scatter.data_shape[d] = 0;
                if (op == REFERENCE_ELEMENTS && d != 1) scatter.indices_shape[d] = 0;
            } else if (d - 3 < scatter.indices_rank) {
                scatter.indices_shape[d - 3] = 0;
            }
            fixture_place(&buffers, &scatter);
            for (size_t n = 0; n < buffers.n_components; n++) fixture_write_index(&buffers, n, 0);
            meet_contract_at_either_end();
        }
    }
}

/* Tuples without components were taken for an error (onnxruntime PR #32034): each updates all of data, which may be a single element.
 * Indices of rank 1 that are one tuple were a shape that did not fit (onnxruntime#9411), and tensors of rank 0 crashed
 * (tensorflow#22013). */
static void k_is_0_q_is_1_and_ranks_are_0(void **state)
{
    const scatter scatters[] = {
        scatter_of(REFERENCE_ND, 0, SHAPE(4, 3, 2), SHAPE(1, 0)), scatter_of(REFERENCE_ND, 0, SHAPE(4, 3, 2), SHAPE(7, 0)),
        scatter_of(REFERENCE_ND, 0, SHAPE(5, 0, 2), SHAPE(1, 0)), scatter_of(REFERENCE_ND, 0, SHAPE(5, 0, 2), SHAPE(7, 0)),
        scatter_of(REFERENCE_ND, 0, 0, NULL, SHAPE(1, 0)),        scatter_of(REFERENCE_ND, 0, 0, NULL, SHAPE(7, 0)),
        scatter_of(REFERENCE_ND, 0, SHAPE(4, 3, 2), SHAPE(3)),    scatter_of(REFERENCE_ND, 0, SHAPE(4, 3, 2), SHAPE(1)),
        scatter_of(REFERENCE_ND, 0, 0, NULL, SHAPE(0)),           scatter_of(REFERENCE_ND, 0, SHAPE(1), SHAPE(1)),
        scatter_of(REFERENCE_UPDATE, 0, SHAPE(4), 0, NULL),       scatter_of(REFERENCE_UPDATE, -2, SHAPE(4, 3, 2), 0, NULL),
    };

    for (size_t i = 0; i < COUNT(scatters) * 4 * REFERENCE_REDUCTIONS; i++) {
        scatter scatter = scatters[i / REFERENCE_REDUCTIONS / 4];
        scatter.dtype = i / REFERENCE_REDUCTIONS / 2 % 2 ? STREW_DTYPE_FLOAT32 : STREW_DTYPE_INT16;
        scatter.index_dtype = i / REFERENCE_REDUCTIONS % 2 ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64;
        scatter.reduction = reference_reductions[i % REFERENCE_REDUCTIONS];
        fixture_place(&buffers, &scatter);
        fixture_draw_indices(&buffers, 0);
        meet_contract_at_either_end();
    }
}

/* ---- Indices ------------------------------------------------------------------------------------------------------------------------- */

/* An index times its stride wraps to an offset inside, in 64 bits or in 32 (tensorflow#126136, #127164). The strides here are 3 slices of 8
 * bytes and 1, and in scatter_elements 2 elements of 4. Of the values, the first times 3 is 2^64 + 2, the next two times 3 are 2^32 + 2 and
 * 2^32 + 5, and the fourth times 24 is 2^64 + 8. 2^61 times 8, or 24, is 0, and with one more the next slice; so is 2^29 in 32 bits. */
static void index_times_stride_overflows(void **state)
{
    static const int64_t values[] = {
        6148914691236517206, 1431655766,  1431655767,  768614336404564651, BIT(61),      BIT(61) + 1, BIT(29), BIT(29) + 1, BIT(62),
        BIT(62) + 2,         BIT(61) * 3, BIT(30) + 1, -BIT(61),           -BIT(61) - 1, -BIT(29) + 1};

    meet_values(values, COUNT(values));
}

/* The offset is so near to 2^64, or to 2^32, that the end of the slice wraps to a small number, which is then found to be inside. Without
 * wrapping, -1 is such an offset, too. */
static void offset_plus_slice_overflows(void **state)
{
    static const int64_t values[] = {BIT(61) - 1, BIT(29) - 1, BIT(62) - 1, BIT(30) - 1, -1, -2};

    meet_values(values, COUNT(values));
}

/* -INT64_MIN is INT64_MIN, and INT64_MAX + 1 is less than everything. */
static void the_smallest_and_the_largest_index(void **state)
{
    static const int64_t values[] = {INT32_MIN,     INT32_MIN + 1, INT32_MAX - 1, INT32_MAX,     INT64_MIN,
                                     INT64_MIN + 1, INT64_MIN + 3, INT64_MAX - 1, INT64_MAX - 3, INT64_MAX};

    meet_values(values, COUNT(values));
}

/* An index of 64 bits is checked, or used, as one of 32. */
static void an_index_of_2_to_the_32_and_a_little(void **state)
{
    for (int64_t little = -5; little <= 5; little++) {
        meet_value(BIT(32) + little);
        meet_value(-BIT(32) + little);
        meet_value(BIT(31) + little);
        meet_value(-BIT(31) + little);
    }
}

/* A negative index wrapped by the first dimension, or by another (openvino PR #17219), or not at all (openvino PR #36716). Along the axis
 * as well, every index that two dimensions could be thought to have. */
static void negative_indices_wrap_by_their_own_dimension(void **state)
{
    for (int64_t value = -8; value < 8; value++) meet_value(value);
}

/* The offset of a whole tuple is inside, and one of its components is not, or two that make up for each other (openvino PR #37125). */
static void each_component_is_checked_by_itself(void **state)
{
    for (size_t i = 0; i < COUNT(policies) * 2; i++) {
        scatter scatter = small_scatter(REFERENCE_ND, i % 2 ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64, 9);
        scatter.options.policy = policies[i / 2];
        fixture_place(&buffers, &scatter);
        for (int64_t first = -7; first < 8; first++) {
            for (int64_t second = -7; second < 8; second++) {
                fixture_draw_indices(&buffers, 0);
                fixture_set_index(&buffers, 8, 0, first);
                fixture_set_index(&buffers, 8, 1, second);
                meet_contract();
            }
        }
    }
}

/* A fast path that looks at the first tuples, at whole vectors or at the last block only (numpy PR #24183). The first of two is named. */
static void a_bad_index_first_in_the_middle_and_last(void **state)
{
    static const size_t counts[] = {1, 2, 7, 8, 9, 16, 17, 511, 512, 513, 1025, 5000};
    static const int64_t sizes[] = {4, 3};

    for (size_t i = 0; i < COUNT(counts) * 2 * 2; i++) {
        const job job = {.dtype = STREW_DTYPE_INT16,
                         .index_dtype = i % 2 ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64,
                         .reduction = STREW_REDUCTION_ADD,
                         .sizes = sizes,
                         .n_sizes = 1 + (int32_t)(i / 2 % 2),
                         .width = 3,
                         .n_tuples = counts[i / 4]};
        fixture_prepare(&buffers, &job);
        for (size_t third = 0; third < 3; third++) {
            const size_t tuple = third * (job.n_tuples - 1) / 2;
            const int32_t component = (int32_t)third % job.n_sizes;
            const int64_t good = fixture_get_index(&buffers, tuple, component);
            fixture_set_index(&buffers, tuple, component, third % 2 ? -5 : 4);
            meet_contract_at_either_end();
            /* And one behind it. */
            fixture_set_index(&buffers, job.n_tuples - 1, 0, 77);
            meet_contract_at_either_end();
            fixture_set_index(&buffers, job.n_tuples - 1, 0, 0);
            fixture_set_index(&buffers, tuple, component, good);
        }
    }
}

/* ---- Vectors ------------------------------------------------------------------------------------------------------------------------- */

/* What is left of a vector is forgotten, or its padding lanes are taken for tuples. Behind the last index there is a guard page; at
 * the other end of the pages, a pattern that is outside if it is taken for one. */
static void tails_and_padding_lanes(void **state)
{
    static const int64_t sizes[] = {5, 3, 4, 2, 3};

    for (size_t n_tuples = 0; n_tuples <= 70; n_tuples += is_light() ? 3 : 1) {
        for (size_t configuration = 0; configuration < COUNT(sizes) * 2; configuration++) {
            const job job = {.dtype = random_below(&buffers.random, 2) ? STREW_DTYPE_INT8 : STREW_DTYPE_FLOAT32,
                             .index_dtype = configuration % 2 ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64,
                             .reduction = STREW_REDUCTION_ADD,
                             .sizes = sizes,
                             .n_sizes = 1 + (int32_t)(configuration / 2),
                             .width = 1 + n_tuples % 19,
                             .n_tuples = n_tuples};
            fixture_prepare(&buffers, &job);
            meet_contract_at_either_end();
            if (n_tuples == 0) continue;
            fixture_set_index(&buffers, n_tuples - 1, job.n_sizes - 1, sizes[job.n_sizes - 1]);
            meet_contract_at_either_end();
        }
    }
}

/* Both along an axis, where a tuple has a place of its own besides its index, or is used in one part after another. */
static void tails_and_bad_indices_along_an_axis(void **state)
{
    static const int64_t counts[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 255, 256, 257, 511, 512, 513, 1025};

    for (size_t i = 0; i < COUNT(counts) * 2 * 2; i++) {
        const int64_t n = counts[i / 4];
        scatter scatter = i % 2 ? scatter_of(REFERENCE_UPDATE, 1, SHAPE(3, 7, 2), SHAPE(n))
                                : scatter_of(REFERENCE_ELEMENTS, 1, SHAPE(3, 7, 2), SHAPE(2, n, 2));
        scatter.dtype = STREW_DTYPE_INT16;
        scatter.index_dtype = i / 2 % 2 ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64;
        fixture_place(&buffers, &scatter);
        fixture_draw_indices(&buffers, 0);
        meet_contract_at_either_end();
        for (size_t third = 0; third < 3; third++) {
            const size_t position = third * (buffers.n_components - 1) / 2;
            const int64_t good = fixture_get_index(&buffers, position, 0);
            fixture_set_index(&buffers, position, 0, third % 2 ? -8 : 7);
            meet_contract_at_either_end();
            fixture_set_index(&buffers, position, 0, good);
        }
    }
}

/* A kernel for float32 is given int32, or one for signed numbers the unsigned: the bits fit, and the answer does not. */
static void types_of_one_width_are_not_mixed_up(void **state)
{
    static const int64_t size = 3;
    strew_dtype dtypes[REFERENCE_MAX_DTYPES];
    const size_t n_dtypes = reference_dtypes(dtypes);
    unsigned n_different = 0;

    for (size_t i = 0; i < n_dtypes * n_dtypes * REFERENCE_REDUCTIONS; i++) {
        const strew_dtype dtype = dtypes[i / REFERENCE_REDUCTIONS % n_dtypes], other = dtypes[i / REFERENCE_REDUCTIONS / n_dtypes];
        const strew_reduction reduction = reference_reductions[i % REFERENCE_REDUCTIONS];
        unsigned char of_other[512];
        const job job = {.dtype = dtype,
                         .index_dtype = STREW_DTYPE_INT64,
                         .reduction = reduction,
                         .sizes = &size,
                         .n_sizes = 1,
                         .width = 9,
                         .n_tuples = 4};
        if (dtype == other || reference_size(dtype) != reference_size(other)) continue;
        if (!reference_is_defined(dtype, reduction) || !reference_is_defined(other, reduction)) continue;
        fixture_prepare(&buffers, &job);
        /* Bits that are extreme to the one, and what the other would make of them. */
        fill(other, buffers.data.bytes, buffers.n_data, EXTREME, &buffers.random);
        fill(other, buffers.updates.bytes, job.n_tuples * job.width, EXTREME, &buffers.random);
        buffers.data_tensor.dtype = buffers.updates_tensor.dtype = other;
        fixture_expect(&buffers);
        assert_true(buffers.n_data_bytes <= sizeof of_other);
        memcpy(of_other, buffers.expected, buffers.n_data_bytes);
        buffers.data_tensor.dtype = buffers.updates_tensor.dtype = dtype;
        meet_contract();
        n_different += memcmp(of_other, buffers.expected, buffers.n_data_bytes) != 0;
    }
    assert_true(n_different > 0);
}

enum { MAX_NANS = 8 };

/* The NaNs among the extremes of a float: quiet and signalling ones of either sign, where it has them. Returns how many. */
static size_t nans_of(strew_dtype dtype, unsigned char *to)
{
    const size_t n_bytes = reference_size(dtype);
    size_t n_extremes, n = 0;
    const unsigned char *const extreme = extremes(dtype, &n_extremes);

    for (size_t i = 0; i < n_extremes; i++) {
        double value;
        (void)reference_read_floats(dtype, extreme + i * n_bytes, &value);
        if (!isnan(value)) continue;
        assert_true(n < MAX_NANS);
        memcpy(to + n++ * n_bytes, extreme + i * n_bytes, n_bytes);
    }
    assert_true(n > 1);
    return n;
}

/* `a < b ? a : b` loses a NaN or keeps it, by which side it is on (mlx#4072). In every lane of a vector and of a tail, on either side, in
 * either part of a complex number; in wide slices, in single elements, and along an axis. */
static void a_nan_in_every_position(void **state)
{
    const scatter scatters[OPERATORS] = {[REFERENCE_ND] = scatter_of(REFERENCE_ND, 0, SHAPE(2, 67), SHAPE(2, 1)),
                                         [REFERENCE_ELEMENTS] = scatter_of(REFERENCE_ELEMENTS, 0, SHAPE(2, 19), SHAPE(2, 19)),
                                         [REFERENCE_UPDATE] = scatter_of(REFERENCE_UPDATE, 1, SHAPE(19, 2), SHAPE(2))};
    strew_dtype dtypes[REFERENCE_MAX_DTYPES];
    const size_t n_dtypes = reference_dtypes(dtypes);

    for (size_t i = 0; i < n_dtypes * 2 * 2 * OPERATORS; i++) {
        const strew_dtype dtype = dtypes[i / OPERATORS / 4];
        const reference_kind kind = reference_type_of(dtype).kind;
        const size_t n_bytes = reference_size(dtype), n_parts = kind == REFERENCE_COMPLEX ? 2 : 1, part_bytes = n_bytes / n_parts;
        scatter scatter = scatters[operators[i % OPERATORS]];
        const size_t n_positions = (size_t)(scatter.data_shape[0] * scatter.data_shape[1] / 2);
        unsigned char nans[MAX_NANS * sizeof(double)];
        size_t n_nans;
        if (kind != REFERENCE_FLOAT && kind != REFERENCE_SMALL_FLOAT && kind != REFERENCE_COMPLEX) continue;
        n_nans = nans_of(kind != REFERENCE_COMPLEX ? dtype : n_bytes == 8 ? STREW_DTYPE_FLOAT32 : STREW_DTYPE_FLOAT64, nans);
        scatter.dtype = dtype;
        scatter.index_dtype = STREW_DTYPE_INT32;
        scatter.reduction = i / OPERATORS % 2 ? STREW_REDUCTION_MIN : STREW_REDUCTION_MAX;
        scatter.options.nan = (strew_nan)(i / OPERATORS / 2 % 2);
        for (size_t configuration = 0; configuration < 2 * n_parts; configuration++) {
            for (size_t position = 0; position < n_positions; position += is_light() ? 5 : 1) {
                unsigned char *to;
                fixture_place(&buffers, &scatter);
                /* One after the other: each position of the data has one of the updates. */
                for (size_t at = 0; at < buffers.n_components; at++)
                    fixture_write_index(&buffers, at, (int64_t)(2 * at / buffers.n_components));
                to = (configuration % 2 ? buffers.updates.bytes : buffers.data.bytes) + position * n_bytes + configuration / 2 * part_bytes;
                memcpy(to, nans + random_below(&buffers.random, n_nans) * part_bytes, part_bytes);
                meet_contract();
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dimensions_of_0),
        cmocka_unit_test(k_is_0_q_is_1_and_ranks_are_0),
        cmocka_unit_test(index_times_stride_overflows),
        cmocka_unit_test(offset_plus_slice_overflows),
        cmocka_unit_test(the_smallest_and_the_largest_index),
        cmocka_unit_test(an_index_of_2_to_the_32_and_a_little),
        cmocka_unit_test(negative_indices_wrap_by_their_own_dimension),
        cmocka_unit_test(each_component_is_checked_by_itself),
        cmocka_unit_test(a_bad_index_first_in_the_middle_and_last),
        cmocka_unit_test(tails_and_padding_lanes),
        cmocka_unit_test(tails_and_bad_indices_along_an_axis),
        cmocka_unit_test(types_of_one_width_are_not_mixed_up),
        cmocka_unit_test(a_nan_in_every_position),
    };
    return run_on_fixture("history", tests, COUNT(tests), 1 << 18, 190787);
}
