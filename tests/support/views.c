#include "views.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "reference.h"

enum { PADDING = 3 }; /* elements before and after those of a view, at most */

view view_open(size_t capacity)
{
    view view = {.buffer = guarded_open(capacity), .dense_room = malloc(capacity * sizeof(int64_t))};

    view.before = malloc(view.buffer.pages_bytes);
    if (!view.before || !view.dense_room) abort();
    return view;
}

void view_close(view *view)
{
    guarded_close(&view->buffer);
    free(view->before);
    free(view->dense_room);
}

/* ---- Strides ------------------------------------------------------------------------------------------------------------------------- */

static void set_dense(view *view)
{
    int64_t stride = 1;

    for (int32_t d = view->tensor.rank; d-- > 0;) {
        view->strides[d] = stride;
        stride *= view->shape[d] > 1 ? view->shape[d] : 1;
    }
}

static int chance(uint64_t *random, uint64_t n, uint64_t of)
{
    return random_below(random, of) < n;
}

/* The dimensions from the innermost to the outermost: in order, or in any. */
static void draw_order(int32_t rank, int32_t *order, uint64_t *random)
{
    const int is_mixed = chance(random, 1, 2);

    for (int32_t i = 0; i < rank; i++) {
        const int32_t d = rank - 1 - i, other = is_mixed ? (int32_t)random_below(random, (uint64_t)i + 1) : i;
        order[i] = order[other];
        order[other] = d;
    }
}

static void draw_strides(view *view, sharing sharing, uint64_t *random)
{
    const int has_gaps = chance(random, 1, 2), is_expanded = sharing == SHARED && chance(random, 1, 2);
    const int32_t rank = view->tensor.rank, kept = (int32_t)random_below(random, (uint64_t)rank + 1);
    const int are_all_others_expanded = is_expanded && chance(random, 1, 2); /* as index[:, None].expand_as(src) */
    int32_t order[VIEW_RANK];
    int64_t distance = 0;

    draw_order(rank, order, random);
    for (int32_t i = 0; i < rank; i++) {
        const int32_t d = order[i];
        int64_t stride = distance + 1 + (has_gaps ? (int64_t)random_below(random, 3) : 0);
        if (view->shape[d] <= 1 && chance(random, 1, 2)) {
            stride = (int64_t)random_below(random, 9);
        } else if (is_expanded) {
            if (are_all_others_expanded ? d != kept : chance(random, 1, 3)) stride = 0;
            if (!are_all_others_expanded && chance(random, 1, 8)) stride = 1; /* a sliding window */
        }
        if (view->shape[d] > 1) distance += stride * (view->shape[d] - 1);
        view->strides[d] = chance(random, 1, 4) ? -stride : stride;
    }
}

/* The elements between the lowest or the highest one and the first. */
static int64_t reach(const view *view, int sign)
{
    int64_t distance = 0;

    for (int32_t d = 0; d < view->tensor.rank; d++) {
        if (view->shape[d] == 0) return 0;
        if (view->strides[d] * sign > 0) distance += view->strides[d] * sign * (view->shape[d] - 1);
    }
    return distance;
}

/* ---- Drawing ------------------------------------------------------------------------------------------------------------------------- */

static void begin(view *view, strew_dtype dtype, int32_t rank, const int64_t *shape)
{
    for (int32_t d = 0; d < rank; d++) view->shape[d] = view->dense_shape[d] = shape[d];
    view->tensor = (strew_tensor){dtype, rank, view->shape, NULL, view->strides};
    view->dense = (strew_tensor){dtype, rank, view->dense_shape, view->dense_room, NULL};
}

static size_t bytes_of_view(const view *view)
{
    return (size_t)(reach(view, 1) + reach(view, -1) + 1 + 2 * PADDING) * reference_size(view->tensor.dtype);
}

static void place(view *view, contents contents, uint64_t *random)
{
    const strew_dtype dtype = view->tensor.dtype;
    const int64_t before = (int64_t)random_below(random, PADDING), after = (int64_t)random_below(random, PADDING);
    const int has_elements = reference_elements(&view->tensor) != 0;
    const size_t n = (size_t)(before + reach(view, -1) + has_elements + reach(view, 1) + after), size = reference_size(dtype);

    guarded_place(&view->buffer, n * size, (placement)random_below(random, 2), chance(random, 1, 2) ? 0 : (size_t)random_below(random, 64));
    view->tensor.values = view->buffer.bytes + (size_t)(before + reach(view, -1)) * size;
    fill_quickly(dtype, view->buffer.bytes, n, contents, random);
    view_refresh(view);
}

void view_draw(view *view, strew_dtype dtype, int32_t rank, const int64_t *shape, sharing sharing, contents contents, uint64_t *random)
{
    const uint64_t kind = random_below(random, 8);

    begin(view, dtype, rank, shape);
    if (kind > 1) draw_strides(view, sharing, random);
    if (kind <= 1 || bytes_of_view(view) > view->buffer.pages_bytes - 64) set_dense(view);
    if (kind == 0) view->tensor.strides = NULL;
    place(view, contents, random);
}

void view_place(view *view, strew_dtype dtype, int32_t rank, const int64_t *shape, const int64_t *strides, contents contents,
                uint64_t *random)
{
    begin(view, dtype, rank, shape);
    if (strides) {
        for (int32_t d = 0; d < rank; d++) view->strides[d] = strides[d];
    } else {
        view->tensor.strides = NULL;
        set_dense(view);
    }
    place(view, contents, random);
}

/* ---- Elements ------------------------------------------------------------------------------------------------------------------------ */

unsigned char *view_at(const view *view, size_t position)
{
    int64_t offset = 0;

    for (int32_t d = view->tensor.rank; d-- > 0;) {
        offset += (int64_t)(position % (size_t)view->shape[d]) * view->strides[d];
        position /= (size_t)view->shape[d];
    }
    return view->buffer.bytes + ((const unsigned char *)view->tensor.values - view->buffer.bytes) +
           offset * (int64_t)reference_size(view->tensor.dtype);
}

void view_refresh(view *view)
{
    const size_t size = reference_size(view->tensor.dtype), n = reference_elements(&view->tensor);

    view->dense.dtype = view->tensor.dtype;
    for (size_t i = 0; i < n; i++) memcpy(view->dense_room + i * size, view_at(view, i), size);
    if (view->buffer.size) memcpy(view->before, view->buffer.bytes, view->buffer.size);
}

void view_widen(view *view)
{
    const size_t n = reference_elements(&view->tensor);

    view->dense.dtype = STREW_DTYPE_INT64;
    for (size_t i = 0; i < n; i++) {
        const int64_t index = reference_read_index(view->tensor.dtype, view_at(view, i));
        memcpy(view->dense_room + i * sizeof index, &index, sizeof index);
    }
}

void view_restore(view *view)
{
    if (view->buffer.size) memcpy(view->buffer.bytes, view->before, view->buffer.size);
}

int view_is_unchanged(const view *view)
{
    return guarded_is_intact(&view->buffer) && (view->buffer.size == 0 || memcmp(view->buffer.bytes, view->before, view->buffer.size) == 0);
}

/* The first byte that is not between the elements' bytes as it was; the size of the buffer if there is none. */
static size_t find_change_between(const view *view)
{
    const size_t size = reference_size(view->tensor.dtype), n = reference_elements(&view->tensor), end = view->buffer.size;
    unsigned char *const is_element = calloc(end + 1, 1);
    size_t found = 0;

    if (!is_element) abort();
    for (size_t i = 0; i < n; i++) memset(is_element + (view_at(view, i) - view->buffer.bytes), 1, size);
    while (found < end && (is_element[found] || view->buffer.bytes[found] == view->before[found])) found++;
    free(is_element);
    return found;
}

int view_holds(const view *view, const void *expected)
{
    const size_t size = reference_size(view->tensor.dtype), n = reference_elements(&view->tensor);

    for (size_t i = 0; i < n; i++) {
        if (!is_same_or_print(view->tensor.dtype, view_at(view, i), (const unsigned char *)expected + i * size, 1, "element %zu of a view",
                              i))
            return 0;
    }
    const size_t changed = find_change_between(view);
    if (changed != view->buffer.size) fprintf(stderr, "byte %zu, of no element of the view, was written\n", changed);
    if (!guarded_is_intact(&view->buffer)) fprintf(stderr, "a byte outside of the view's buffer was written\n");
    return changed == view->buffer.size && guarded_is_intact(&view->buffer);
}

const char *view_describe(const view *view, char text[VIEW_TEXT_BYTES])
{
    size_t used = (size_t)snprintf(text, VIEW_TEXT_BYTES, "%s [", reference_dtype_name(view->tensor.dtype));

    for (int32_t d = 0; d < view->tensor.rank; d++)
        used += (size_t)snprintf(text + used, VIEW_TEXT_BYTES - used, "%s%" PRId64, d ? ", " : "", view->shape[d]);
    used += (size_t)snprintf(text + used, VIEW_TEXT_BYTES - used, "] by [");
    for (int32_t d = 0; d < view->tensor.rank; d++)
        used += (size_t)snprintf(text + used, VIEW_TEXT_BYTES - used, "%s%" PRId64, d ? ", " : "", view->strides[d]);
    (void)snprintf(text + used, VIEW_TEXT_BYTES - used, "]%s", view->tensor.strides ? "" : " (NULL)");
    return text;
}
