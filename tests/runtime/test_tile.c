/* Sums whose tuples are listed by slice, in a tile or in registers, against the reference in a workspace of exactly the required size. The
 * fuzz targets have them with any type, shape and policy. */
#include <strew/strew.h>

#include "calls.h"
#include "group.h"
#include "operators.h"
#include "plan_state.h" /* a plan's kernels, of which one is replaced here */
#include "record.h"
#include "tensors.h"
#include "testing.h"

enum { CAPACITY = 1 << 20 };

/* The call of `what` under every instruction set, alone and with threads, at both guard pages. */
static void check(scatter what)
{
    fixture_place(&buffers, &what);
    fixture_draw_indices(&buffers, what.options.policy == STREW_POLICY_SKIP ? 3 : 0);
    fixture_expect(&buffers);
    buffers.has_workspace = 1;
    for (size_t i = 0; i < n_isas; i++) {
        const strew_plan plan = fixture_plan(&buffers, isas[i]);
        assert_true(strew_has_lists(strew_state_of(&plan)));
        for (int n = 0; n < 4; n++) {
            buffers.is_prepared = n % 2;
            buffers.n_threads = n < 2 ? 0 : 4;
            assert_true(fixture_run(&buffers, &plan, (int)random_below(&buffers.random, 2)));
        }
        fixture_flush(&buffers, i % 2 ? FLUSH_END : FLUSH_START);
    }
    buffers.is_prepared = buffers.n_threads = buffers.has_workspace = 0;
}

/* Slices that share a tile, that fill registers or not, and that are wider than a tile; fewer tuples than slices, whose record is hashed,
 * and more of a slice than are added at once; and enough slices that threads share them. */
TEST(sums_are_right_wherever_they_are)
{
    static const uint16_t two = 0x4000; /* of float16 */
    static const struct {
        strew_dtype dtype, wide;
        strew_reduction reduction;
        int64_t n_slices, width, n_tuples;
        strew_options options;
    } rows[] = {
        {STREW_DTYPE_FLOAT16, STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, 100, 130, 500, {0}},
        {STREW_DTYPE_BFLOAT16, STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, 7, 1111, 30, {.policy = STREW_POLICY_SKIP}},
        {STREW_DTYPE_FLOAT8E4M3FN, STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, 4000, 47, 60, {0}},
        {STREW_DTYPE_FLOAT8E5M2, STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, 50, 200, 90, {0}},
        {STREW_DTYPE_FLOAT16, STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, 2000, 130, 2500, {0}},
        {STREW_DTYPE_FLOAT16, STREW_DTYPE_FLOAT32, STREW_REDUCTION_SUB, 20, 129, 300, {.policy = STREW_POLICY_CLAMP}},
        {STREW_DTYPE_FLOAT16, STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, 9, 130, 200, {.alpha = &two}},
        {STREW_DTYPE_FLOAT32, STREW_DTYPE_FLOAT64, STREW_REDUCTION_ADD, 5, 1200, 20, {0}},
        {STREW_DTYPE_FLOAT32, STREW_DTYPE_FLOAT64, STREW_REDUCTION_MUL, 3, 500, 200, {.excludes_self = 1}},
        {STREW_DTYPE_FLOAT16, STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, 3000, 4, 40, {.excludes_self = 1}},
        {STREW_DTYPE_INT8, STREW_DTYPE_INT64, STREW_REDUCTION_ADD, 10, 90, 700, {.overflow = STREW_OVERFLOW_SATURATES}},
        {STREW_DTYPE_BFLOAT16, 0, STREW_REDUCTION_MEAN, 40, 131, 100, {0}},
        {STREW_DTYPE_INT64, 0, STREW_REDUCTION_MEAN, 4, 300, 50, {0}},
        {STREW_DTYPE_INT16, 0, STREW_REDUCTION_MEAN, 5, 60, 200, {.excludes_self = 1}},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        for (int is_middle = 0; is_middle <= (rows[i].n_slices < 1000); is_middle++) {
            const int64_t n = rows[i].n_slices, width = rows[i].width;
            scatter what = is_middle ? scatter_of(REFERENCE_UPDATE, 1, SHAPE(2, n, width), SHAPE(rows[i].n_tuples))
                                     : scatter_of(REFERENCE_ND, 0, SHAPE(n, width), SHAPE(rows[i].n_tuples, 1));
            what.dtype = rows[i].dtype;
            what.reduction = rows[i].reduction;
            what.options = rows[i].options;
            what.options.accumulate = rows[i].wide;
            if (strew_reduction_is_supported(what.reduction, what.dtype)) check(what);
        }
    }
}

/* ---- Indices that change ------------------------------------------------------------------------------------------------------------- */

enum { N = 6, WIDTH = 64 };
static const int64_t *changed;
static const strew_indices_kernel *right_locate;
static int n_calls;

/* The second time that they are located, tuples name other slices. */
static STREW_INDICES(locate_otherwise)
{
    (void)right_locate->run(slice_indices, indices, positions, n_tuples, components);
    for (size_t i = 0; n_calls == 1 && i < n_tuples; i++) slice_indices[i] = (uint32_t)changed[i];
    n_calls++;
    return 2;
}

/* A slice gets more tuples than are left, or the tuples of those behind it, or one leaves a gap; or a slice is new in a table. */
TEST(lists_that_another_thread_breaks_are_noticed)
{
    static const int64_t indices[N] = {0, 0, 1, 1, 2, 2};
    static const int64_t others[][N] = {{2, 2, 2, 2, 2, 2}, {0, 0, 0, 0, 0, 0}, {0, 1, 1, 1, 2, 2}, {0, 0, 1, 1, 2, 3}};
    static const strew_dtype dtypes[] = {STREW_DTYPE_FLOAT16, STREW_DTYPE_FLOAT32}; /* in registers, and in a tile */
    static const unsigned char updates[N * WIDTH * 4];
    static unsigned char output[1000 * WIDTH * 4], workspace[1 << 12];

    while (next_case()) {
        const strew_dtype dtype = dtypes[choose("dtype", COUNT(dtypes))];
        const size_t how = choose("how", COUNT(others));
        const int64_t data_shape[] = {how == 3 ? 1000 : 3, WIDTH}, indices_shape[] = {N, 1}, updates_shape[] = {N, WIDTH};
        const strew_options options = STREW_OPTIONS(.accumulate = dtype == STREW_DTYPE_FLOAT16 ? STREW_DTYPE_FLOAT32 : STREW_DTYPE_FLOAT64);
        const strew_resources resources = STREW_RESOURCES(.workspace = workspace, .workspace_bytes = sizeof workspace);
        strew_plan plan;
        assert_int_equal(plan_scatter_nd(&plan, &(strew_tensor){dtype, 2, data_shape, NULL, NULL},
                                         &(strew_tensor){STREW_DTYPE_INT64, 2, indices_shape, NULL, NULL},
                                         &(strew_tensor){dtype, 2, updates_shape, NULL, NULL}, STREW_REDUCTION_ADD, &options, NULL),
                         STREW_OK);
        strew_plan_state *const state = strew_state_of(&plan);
        strew_indices_kernel otherwise = *state->locate;
        otherwise.run = locate_otherwise;
        right_locate = state->locate;
        state->locate = &otherwise;
        changed = others[how];
        n_calls = 0;
        memset(workspace, 0xff, sizeof workspace);
        assert_true(strew_plan_workspace_size(&plan, 1) <= sizeof workspace);
        assert_int_equal(run_with(&plan, output, output, indices, updates, &resources, NULL), STREW_STATUS_INDICES_CHANGED);
        assert_int_equal(n_calls, 2);
    }
}

int main(void)
{
    return run_on_fixture(CAPACITY, 0x711e);
}
