#define _GNU_SOURCE

#include "large_tensors.h"
#include "plan_state.h" /* a plan's kernels, of which one is replaced here */
#include "testing.h"

#include "system.h"

/* ---- Memory -------------------------------------------------------------------------------------------------------------------------- */

enum { PATTERN = 0xa5 };

sparse open_sparse(uint64_t n_bytes, placement placement)
{
    static unsigned char *first, *end;
    const size_t page = page_size();
    const uint64_t whole_pages = (n_bytes + page - 1) / page * page;
    sparse to;

    if (!first) {
        /* Between a guard that stays in front and one behind, the largest, and a page for its other guard. */
        unsigned char *const mapping = map_pages(MAX_BYTES + 3 * page);
        assert_non_null(mapping);
        first = mapping + page;
        end = first + MAX_BYTES + page;
        assert_true(forbid_pages(mapping, page));
        assert_true(forbid_pages(end, page));
    }
    assert_true(n_bytes <= MAX_BYTES);
    to.bytes = placement == FLUSH_START ? first : end - n_bytes;
    to.guard = placement == FLUSH_START ? first + whole_pages : end - whole_pages - page;
    to.slack = placement == FLUSH_START ? first + n_bytes : end - whole_pages;
    to.slack_bytes = whole_pages - n_bytes;
    memset(to.slack, PATTERN, to.slack_bytes);
    assert_true(forbid_pages(to.guard, page));
    return to;
}

void close_sparse(sparse *of)
{
    for (size_t i = 0; i < of->slack_bytes; i++) assert_int_equal(of->slack[i], PATTERN);
    memset(of->slack, 0, of->slack_bytes);
    assert_true(allow_pages(of->guard, page_size()));
}

/* ---- Indices that change ------------------------------------------------------------------------------------------------------------- */

static strew_indices_kernel check, corrupting;
static int64_t *changing, corrupted_value;
static size_t n_changing;

static STREW_INDICES(check_then_corrupt)
{
    const uint32_t largest = check.run(slice_indices, indices, positions, n_tuples, components);
    for (size_t i = 0; i < n_changing; i++) changing[i] = corrupted_value;
    return largest;
}

void corrupt_after_check(strew_plan *plan, int64_t *of, size_t n, int64_t value)
{
    corrupting = check = *strew_state_of(plan)->check;
    corrupting.run = check_then_corrupt;
    strew_state_of(plan)->check = &corrupting;
    changing = of;
    n_changing = n;
    corrupted_value = value;
}

/* ---- A scatter ----------------------------------------------------------------------------------------------------------------------- */

addition additions[MAX_ADDITIONS];
size_t n_additions;
static unsigned char all_updates[MAX_UPDATES];
static guarded indices, updates;

static uint64_t product(const int64_t *sizes, int32_t first, int32_t end)
{
    uint64_t result = 1;
    for (int32_t d = first; d < end; d++) result *= (uint64_t)sizes[d];
    return result;
}

uint64_t bytes_of(const large *large)
{
    return product(large->data_shape, 0, large->data_rank);
}

/* Returns 0 for an index that is outside and stays there. */
static int resolve(int64_t index, int64_t size, const strew_options *options, uint64_t *to)
{
    if (index < 0 && options->negative == STREW_NEGATIVE_WRAPS) index = index < -size ? -1 : index + size;
    if (options->policy == STREW_POLICY_CLAMP) index = index < 0 ? 0 : index >= size ? size - 1 : index;
    *to = (uint64_t)index;
    return index >= 0 && index < size;
}

static void add_to(uint64_t slice, size_t width, size_t number)
{
    assert_true(n_additions < MAX_ADDITIONS && (number + 1) * width <= MAX_UPDATES);
    additions[n_additions] = (addition){slice * width, width, (unsigned char)(number % 251 + 1)};
    memset(all_updates + number * width, additions[n_additions++].value, width);
}

static void list_nd(const large *large, const strew_options *options)
{
    const int32_t k = (int32_t)large->indices_shape[large->indices_rank - 1];
    const int64_t *const sizes = large->data_shape + large->batch_dims;
    const size_t n = product(large->indices_shape, 0, large->indices_rank - 1),
                 n_of_batch = product(large->indices_shape, large->batch_dims, large->indices_rank - 1),
                 width = product(sizes, k, large->data_rank - large->batch_dims);

    for (size_t t = 0; t < n; t++) {
        uint64_t slice = t / n_of_batch;
        int is_in_bounds = 1;
        for (int32_t j = 0; j < k; j++) {
            uint64_t index;
            is_in_bounds &= resolve(large->indices[t * (size_t)k + (size_t)j], sizes[j], options, &index);
            slice = slice * (uint64_t)sizes[j] + index;
        }
        if (is_in_bounds) add_to(slice, width, t);
    }
}

static void list_elements(const large *large, const strew_options *options)
{
    const size_t n = product(large->indices_shape, 0, large->indices_rank);

    for (size_t p = 0; p < n; p++) {
        uint64_t at = 0, index, left = p, n_inner = n;
        if (!resolve(large->indices[p], large->data_shape[large->axis], options, &index)) continue;
        for (int32_t d = 0; d < large->data_rank; d++) {
            n_inner /= (uint64_t)large->indices_shape[d];
            at = at * (uint64_t)large->data_shape[d] + (d == large->axis ? index : left / n_inner);
            left %= n_inner;
        }
        add_to(at, 1, p);
    }
}

static void list_update(const large *large, const strew_options *options)
{
    const int32_t axis = (int32_t)large->axis;
    const size_t n = product(large->indices_shape, large->batch_dims, large->indices_rank),
                 width = product(large->data_shape, axis + 1, large->data_rank);
    const uint64_t n_parts = product(large->data_shape, 0, axis), n_outer = product(large->data_shape, large->batch_dims, axis);

    for (uint64_t part = 0; part < n_parts; part++) {
        const int64_t *const of_batch = large->indices + part / n_outer * n;
        for (size_t p = 0; p < n; p++) {
            uint64_t index;
            if (resolve(of_batch[p], large->data_shape[axis], options, &index))
                add_to(part * (uint64_t)large->data_shape[axis] + index, width, part * n + p);
        }
    }
}

void list_additions(const large *large, const strew_options *options)
{
    n_additions = 0;
    memset(all_updates, 0x77, sizeof all_updates); /* of tuples that are passed over */
    switch (large->op) {
    case REFERENCE_ND: list_nd(large, options); break;
    case REFERENCE_ELEMENTS: list_elements(large, options); break;
    default: list_update(large, options); break;
    }
}

static const void *place_copy(guarded *to, const void *bytes, size_t n_bytes, placement end)
{
    if (!to->mapping) *to = guarded_open(MAX_UPDATES);
    return memcpy(guarded_place(to, n_bytes, end, 0), bytes, n_bytes);
}

void make_large_tensors(const large *large, const sparse *output, const strew_options *options, tensors *to)
{
    static unsigned n_made;
    const placement end = (placement)(n_made++ % 2);
    const strew_tensor of_data = {STREW_DTYPE_UINT8, large->data_rank, large->data_shape, NULL, NULL},
                       of_indices = {STREW_DTYPE_INT64, large->indices_rank, large->indices_shape, NULL, NULL};
    const int32_t rank = updates_shape_of_call(
        &(reference_call){.op = large->op, .data = &of_data, .indices = &of_indices, .axis = large->axis, .batch_dims = large->batch_dims},
        to->updates_shape);
    const size_t indices_bytes = (size_t)product(large->indices_shape, 0, large->indices_rank) * sizeof *large->indices;
    const size_t updates_bytes = (size_t)product(to->updates_shape, 0, rank);

    assert_true(updates_bytes <= MAX_UPDATES);
    to->data = (strew_tensor){STREW_DTYPE_UINT8, large->data_rank, large->data_shape, output->bytes, NULL};
    to->indices = (strew_tensor){STREW_DTYPE_INT64, large->indices_rank, large->indices_shape,
                                 place_copy(&indices, large->indices, indices_bytes, end), NULL};
    to->updates = (strew_tensor){STREW_DTYPE_UINT8, rank, to->updates_shape, place_copy(&updates, all_updates, updates_bytes, end), NULL};
    to->call =
        (reference_call){large->op, &to->data, &to->indices, &to->updates, large->axis, STREW_REDUCTION_ADD, options, large->batch_dims};
}

static unsigned expected_at(uint64_t byte)
{
    unsigned sum = 0;
    for (size_t i = 0; i < n_additions; i++) sum += byte - additions[i].first < additions[i].width ? additions[i].value : 0;
    return sum & 0xff;
}

void compare_additions(const sparse *output, uint64_t n_bytes)
{
    for (size_t i = 0; i < n_additions; i++) {
        const uint64_t first = additions[i].first == 0 ? 0 : additions[i].first - 1;
        for (uint64_t byte = first; byte <= additions[i].first + additions[i].width && byte < n_bytes; byte++)
            assert_int_equal(output->bytes[byte], expected_at(byte));
    }
    assert_true(guarded_is_intact(&indices) && guarded_is_intact(&updates));
    clear_additions(output);
}

void clear_additions(const sparse *output)
{
    for (size_t i = 0; i < n_additions; i++) memset(output->bytes + additions[i].first, 0, additions[i].width);
}
