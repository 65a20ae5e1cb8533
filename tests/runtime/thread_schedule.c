#include "thread_schedule.h"
#include "calls.h"
#include "testing.h"

#include "fill.h"
#include "group.h"
#include "pools.h"
#include "tensors.h"

/* ---- What to scatter ----------------------------------------------------------------------------------------------------------------- */

strew_policy policies[POLICIES] = {STREW_POLICY_ERROR, STREW_POLICY_SKIP, STREW_POLICY_CLAMP};

/* Kernels that add, that compare in a wider type, and that move the smallest and the largest element. */
const kind kinds[] = {
    {STREW_DTYPE_UINT8, STREW_DTYPE_INT64, STREW_REDUCTION_ADD},       {STREW_DTYPE_FLOAT32, STREW_DTYPE_INT32, STREW_REDUCTION_ADD},
    {STREW_DTYPE_UINT8, STREW_DTYPE_INT64, STREW_REDUCTION_NONE},      {STREW_DTYPE_FLOAT16, STREW_DTYPE_INT32, STREW_REDUCTION_MAX},
    {STREW_DTYPE_COMPLEX128, STREW_DTYPE_INT64, STREW_REDUCTION_NONE}, {STREW_DTYPE_UINT8, STREW_DTYPE_INT32, STREW_REDUCTION_ADD},
    {STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, STREW_REDUCTION_ADD},     {STREW_DTYPE_UINT8, STREW_DTYPE_INT32, STREW_REDUCTION_NONE},
    {STREW_DTYPE_FLOAT16, STREW_DTYPE_INT64, STREW_REDUCTION_MAX},     {STREW_DTYPE_COMPLEX128, STREW_DTYPE_INT32, STREW_REDUCTION_NONE},
};
const size_t n_kinds = COUNT(kinds);

const kind *draw_kind(void)
{
    return &kinds[random_below(&buffers.random, n_kinds)];
}

/* Most indices are 0 at the beginning, so that rows of scatter_elements are written as one slice. */
const configuration configurations[] = {
    {"a few tuples", REFERENCE_ND, 0, 1, 2, {1000}, {9, 1}, EQUAL, 0, 0},
    {"one block", REFERENCE_ND, 0, 2, 2, {200, 5}, {500, 1}, EQUAL, 0, 0},
    {"many blocks", REFERENCE_ND, 0, 1, 2, {1000}, {20000, 1}, EQUAL, 0, 0},
    {"two components", REFERENCE_ND, 0, 2, 2, {10, 100}, {400, 2}, EQUAL, 0, 0},
    {"two components, many blocks", REFERENCE_ND, 0, 2, 2, {10, 100}, {20000, 2}, EQUAL, 0, 0},
    {"a grid", REFERENCE_ND, 0, 2, 3, {50, 70}, {30, 60, 2}, ON_A_GRID, 0, 0},
    {"elements, a few", REFERENCE_ELEMENTS, 0, 2, 2, {40, 3}, {3, 3}, EQUAL, 0, 0},
    {"elements, one block", REFERENCE_ELEMENTS, 1, 2, 2, {20, 30}, {20, 25}, EQUAL, 0, 0},
    {"elements, many blocks", REFERENCE_ELEMENTS, 1, 3, 3, {20, 30, 50}, {20, 37, 23}, EQUAL, 0, 0},
    {"one row", REFERENCE_ELEMENTS, 0, 2, 2, {300, 40}, {1, 40}, EQUAL, 0, 0},
    {"rows, one block", REFERENCE_ELEMENTS, 0, 2, 2, {300, 40}, {20, 40}, EQUAL, 0, 0},
    {"rows, many blocks", REFERENCE_ELEMENTS, 1, 3, 3, {30, 40, 9}, {30, 61, 9}, EQUAL, 0, 0},
    {"one part", REFERENCE_UPDATE, 0, 2, 1, {500, 4}, {3000}, EQUAL, 0, 0},
    {"few tuples in many parts", REFERENCE_UPDATE, 1, 3, 1, {900, 7, 3}, {4}, EQUAL, 0, 0},
    {"many tuples in few parts", REFERENCE_UPDATE, 1, 3, 1, {3, 200, 3}, {2000}, EQUAL, 0, 0},
    {"as many as a block in few parts", REFERENCE_UPDATE, 1, 3, 1, {3, 200, 3}, {512}, EQUAL, 0, 0},
};
const size_t n_configurations = COUNT(configurations);

/* Where one thread writes, the others make slice indices for it, or copy data, of which there is enough for that. */
const configuration shared_configurations[] = {
    {"written by one", REFERENCE_ND, 0, 1, 2, {300000}, {132000, 1}, EQUAL, 0, 0},
    {"two components, written by one", REFERENCE_ND, 0, 2, 2, {1000, 300}, {66000, 2}, EQUAL, 0, 0},
    {"a grid", REFERENCE_ND, 0, 2, 3, {1000, 300}, {300, 220, 2}, ON_A_GRID, 0, 0},
    {"slices of pages, by columns", REFERENCE_ND, 0, 2, 2, {40, 17000}, {30, 1}, EQUAL, 0, 0},
    {"slices of lines, selected", REFERENCE_ND, 0, 2, 2, {8000, 700}, {1400, 1}, EQUAL, 0, 0},
    {"far slices, selected", REFERENCE_ND, 0, 2, 2, {40000, 128}, {2100, 1}, EQUAL, 0, 0},
    {"elements, selected", REFERENCE_ND, 0, 1, 2, {263000}, {132000, 1}, APART, 0, 0},
    {"elements, by position", REFERENCE_ELEMENTS, 1, 2, 2, {100, 30}, {100, 800}, EQUAL, 0, 0},
    {"elements, by lanes", REFERENCE_ELEMENTS, 0, 2, 2, {2200, 128}, {2200, 128}, EQUAL, 0, 0},
    {"rows, by columns", REFERENCE_ELEMENTS, 0, 2, 2, {40, 17000}, {30, 17000}, EQUAL, 0, 0},
    {"rows, selected", REFERENCE_ELEMENTS, 0, 2, 2, {8000, 600}, {460, 600}, EQUAL, 0, 0},
    {"few tuples in many parts", REFERENCE_UPDATE, 1, 3, 1, {3000, 9, 3}, {30}, EQUAL, 0, 0},
    {"many tuples in few parts", REFERENCE_UPDATE, 1, 3, 1, {8, 200, 3}, {12000}, EQUAL, 0, 0},
    {"touched slices, selected", REFERENCE_ND, 0, 2, 2, {30000, 20}, {24000, 1}, APART, 1, 0},
    {"touched slices in parts", REFERENCE_UPDATE, 1, 3, 1, {3, 40000, 3}, {30000}, EQUAL, 1, 0},
    {"strides, by outer indices", REFERENCE_UPDATE, 0, 3, 1, {2000, 20, 5}, {2000}, EQUAL, 0, 1},
    {"strides, selected", REFERENCE_UPDATE, 0, 2, 2, {9000, 40}, {90, 100}, APART, 0, 1},
    {"strides, by position", REFERENCE_ELEMENTS, 1, 2, 2, {200, 300}, {200, 500}, EQUAL, 0, 1},
};
const size_t n_shared_configurations = COUNT(shared_configurations);

/* The updates become a view of the same memory. */
static void swap_updates(void)
{
    static int64_t strides[STREW_MAX_RANK];
    strew_tensor *const updates = &buffers.updates_tensor;
    int64_t inner = 1;

    for (int32_t d = updates->rank - 1; d >= 2; d--) {
        strides[d] = inner;
        inner *= updates->shape[d];
    }
    strides[0] = inner;
    strides[1] = inner * updates->shape[0];
    updates->strides = strides;
}

void place_turn(const configuration *configuration, const kind *kind, strew_policy policy, placement placement)
{
    const int64_t element = (int64_t)reference_size(kind->dtype);
    const int32_t last = configuration->data_rank - 1;
    int64_t data_bytes = element;
    scatter scatter = scatter_of(configuration->op, configuration->axis, configuration->data_rank, configuration->data,
                                 configuration->indices_rank, configuration->indices);

    scatter.dtype = kind->dtype;
    scatter.index_dtype = kind->index_dtype;
    scatter.reduction = kind->reduction;
    scatter.options.policy = policy;
    scatter.options.excludes_self = configuration->excludes_self && kind->reduction != STREW_REDUCTION_NONE;
    for (int32_t d = 0; d <= last; d++) data_bytes *= configuration->data[d];
    if (data_bytes > FIXTURE_BYTES) { /* slices and rows have as many bytes as of the smallest elements */
        scatter.data_shape[last] /= element;
        if (configuration->op == REFERENCE_ELEMENTS) scatter.indices_shape[last] /= element;
    }
    fixture_place(&buffers, &scatter);
    fixture_flush(&buffers, placement);
    if (configuration->has_swapped_updates) swap_updates();
    begin_turn(configuration);
}

void begin_turn(const configuration *configuration)
{
    for (size_t i = 0; i < buffers.n_components; i++) fixture_write_index(&buffers, i, first_value_for(configuration, i));
}

/* ---- How to run it ------------------------------------------------------------------------------------------------------------------- */

static void assert_intact(void)
{
    assert_true(guarded_is_intact(&buffers.output) && guarded_is_intact(&buffers.data) && guarded_is_intact(&buffers.updates));
    assert_true(guarded_is_intact(&buffers.indices) && guarded_is_intact(&buffers.workspace) && guarded_is_intact(&buffers.prepared));
}

strew_status run_turn(const strew_plan *plan, size_t turn, size_t n_threads)
{
    const int has_workspace = turn / 2 % 2 || buffers.options.excludes_self;
    const size_t size = has_workspace ? strew_plan_workspace_size(plan, (int32_t)n_threads) : 0;
    unsigned char *const workspace = size != 0 ? guarded_place(&buffers.workspace, size, turn / 4 % 2 ? FLUSH_END : FLUSH_START, 0) : NULL;
    const strew_resources resources = resources_on_threads(&n_threads, workspace, size);
    strew_fault fault;
    const strew_status status = run_with(plan, buffers.output.bytes, turn % 2 ? buffers.output.bytes : buffers.data.bytes,
                                         buffers.indices.bytes, buffers.updates.bytes, &resources, &fault);

    assert_int_equal(status, fault.status);
    assert_intact();
    return status;
}

strew_status run_prepared_turn(const strew_plan *plan, size_t turn, size_t n_threads)
{
    const size_t size = strew_plan_prepared_size(plan);
    unsigned char *const prepared = guarded_place(&buffers.prepared, size, turn / 2 % 2 ? FLUSH_END : FLUSH_START, 0);
    const size_t workspace_size = buffers.options.excludes_self ? strew_plan_workspace_size(plan, (int32_t)n_threads) : 0;
    void *const workspace = workspace_size != 0 ? guarded_place(&buffers.workspace, workspace_size, FLUSH_END, 0) : NULL;
    const strew_resources resources = resources_on_threads(&n_threads, workspace, workspace_size);
    strew_fault fault;
    const strew_status status = prepare_indices(plan, buffers.indices.bytes, prepared, size, &fault);

    assert_int_equal(status, fault.status);
    assert_int_equal(run_prepared(plan, buffers.output.bytes, turn % 2 ? buffers.output.bytes : buffers.data.bytes, prepared,
                                  buffers.updates.bytes, &resources, NULL),
                     status == STREW_OK ? STREW_OK : STREW_STATUS_PREPARED_MISMATCH);
    assert_intact();
    return status;
}

int can_come_of(strew_policy policy, strew_status status)
{
    return status == STREW_OK || status == STREW_STATUS_INDICES_CHANGED ||
           (policy == STREW_POLICY_ERROR && status == STREW_STATUS_INDEX_OUT_OF_BOUNDS);
}

int64_t first_value_for(const configuration *configuration, size_t position)
{
    switch (configuration->begin) {
    case APART: return (int64_t)(position * 7919 % (uint64_t)fixture_size_at(&buffers, position));
    case ON_A_GRID:
        return position % 2 ? (int64_t)position / 2 % configuration->indices[1] : (int64_t)position / 2 / configuration->indices[1];
    default: return 0;
    }
}

int64_t value_for(size_t position, size_t which)
{
    const int64_t size = fixture_size_at(&buffers, position);
    const int64_t narrow[] = {INT32_MAX, INT32_MIN / 2, size, -1, -size - 1, 2 * size, INT32_MIN, size + 1, size - 1, 49152};
    const int64_t wide[] = {INT64_C(0xffffffff), INT64_MAX, INT64_MIN, INT64_C(1) << 32, INT64_MIN / 2};

    _Static_assert(COUNT(narrow) + COUNT(wide) == VALUES, "each is asked for");
    which %= buffers.indices_tensor.dtype == STREW_DTYPE_INT32 ? COUNT(narrow) : VALUES;
    return which < COUNT(narrow) ? narrow[which] : wide[which - COUNT(narrow)];
}
