/* The tuples of gradient.c: which slice of output each is in, and which slice of updates it has. gradient.c alone includes it. */
#ifndef STREW_GRADIENT_TUPLES_H
#define STREW_GRADIENT_TUPLES_H

#include <strew/gradient.h>

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "reading.h"

/* A block has so many components and tuples: with those of a room of elements, less than 6 KiB. */
enum { BLOCK_TUPLES = 64, BLOCK_COMPONENTS = 128, ROOM_OFFSETS = 17 };
_Static_assert(BLOCK_COMPONENTS >= STREW_MAX_RANK, "a block has at least one tuple");

/* Tuples that have no slice. */
enum { PASSED_OVER = -1, OUT_OF_BOUNDS = -2 };

/* What becomes of an index. */
typedef struct rule {
    strew_policy policy;
    strew_negative negative;
    int32_t has_ignored;
    int64_t ignored;
} rule;

/* A scatter as a loop: for each batch b, outer index o and tuple p of a batch, slice (b * n_outer + o) * n_named + i of output meets slice
 * (b * n_outer + o) * n_of_batch + p of updates, or o * n_rows + j of a table. The operators differ in what i is. */
typedef struct tuples {
    size_t n_batches, n_outer, n_named, n, n_of_batch, n_rows;
    int32_t k, has_rows; /* components of a tuple */
    int is_elements;     /* i depends on where the tuple is */
    int32_t axis, rank;  /* of scatter_elements */
    const int64_t *data_shape, *indices_shape;
    const int64_t *sizes; /* of the dimensions that components index */
    int64_t n_elements;   /* flat indices have this as their only size */
    rule rule, rule_of_rows;
    const strew_tensor *components; /* in place of indices, with their buffers */
    const void *const *component_values;
    int has_offsets, is_sorted; /* of a segment: its tuples are said by offsets; those of indices are in order, which is checked */
    size_t n_offsets;           /* that are given; what is left out is the number of tuples */
    strew_reader indices, rows; /* the first is of offsets, if there are any */
} tuples;

/* Some tuples, from `first` on: where their slices are for outer index 0. */
typedef struct block {
    size_t first, n;
    int has_changed; /* one is out of bounds, though the check has found none */
    size_t segment;  /* where the segments of the next block begin to be looked for; 0: by a search */
    int64_t slices[BLOCK_TUPLES], updates[BLOCK_TUPLES];
} block;

static inline size_t min_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The slice of updates that a tuple has for outer index 0, if there is no table. */
static inline size_t update_of(const tuples *tuples, size_t tuple)
{
    return tuples->n_outer == 1 ? tuple : tuple + tuple / tuples->n_of_batch * (tuples->n_outer - 1) * tuples->n_of_batch;
}

static inline int64_t find_index(const rule *rule, int64_t index, int64_t size)
{
    if (rule->has_ignored && index == rule->ignored) return PASSED_OVER;
    const int64_t wrapped = index < 0 && rule->negative == STREW_NEGATIVE_WRAPS ? index + size : index;
    if (wrapped >= 0 && wrapped < size) return wrapped;
    if (rule->policy != STREW_POLICY_CLAMP || size == 0) return OUT_OF_BOUNDS;
    return wrapped < 0 ? 0 : size - 1;
}

/* Whether an index is in bounds or rejects the call: nothing is passed over, and none is moved. */
static inline int is_strict(const rule *rule)
{
    return rule->policy == STREW_POLICY_ERROR && !rule->has_ignored;
}

/* Replaces n indices by what becomes of them. */
static inline void find_indices(const rule *given, int64_t *indices, size_t n, int64_t size)
{
    const rule rule = *given;
    const int64_t added = rule.negative == STREW_NEGATIVE_WRAPS ? size : 0;
    for (size_t i = 0; !is_strict(&rule) && i < n; i++) indices[i] = find_index(&rule, indices[i], size);
    for (size_t i = 0; is_strict(&rule) && i < n; i++) {
        const int64_t wrapped = indices[i] + (indices[i] < 0 ? added : 0);
        indices[i] = (uint64_t)wrapped < (uint64_t)size ? wrapped : OUT_OF_BOUNDS;
    }
}

/* The components of n tuples, each read once. */
OWN_FRAME static void read_components(const tuples *tuples, int64_t *to, size_t first, size_t n)
{
    const size_t k = (size_t)tuples->k;
    if (tuples->components == NULL) {
        if (k != 0) strew_read_elements(&tuples->indices, to, first * k, n * k);
        return;
    }
    for (size_t c = 0; c < k; c++) {
        strew_reader reader;
        strew_tensor component = tuples->components[c];
        component.values = tuples->component_values[c];
        strew_set_reader(&reader, &component, tuples->n);
        for (size_t i = 0; i < n; i++) strew_read_elements(&reader, to + i * k + c, first + i, 1);
    }
}

/* Replaces indices along the axis by the numbers of elements, whose other indices are those of the position. */
OWN_FRAME static void add_positions(const tuples *tuples, block *block)
{
    size_t at[STREW_MAX_RANK], left = block->first;
    int64_t step = 1;
    for (int32_t d = tuples->rank - 1; d >= 0; d--) {
        at[d] = left % (size_t)tuples->indices_shape[d];
        left /= (size_t)tuples->indices_shape[d];
        if (d > tuples->axis) step *= tuples->data_shape[d];
    }
    for (size_t i = 0; i < block->n; i++) {
        int64_t number = 0;
        for (int32_t d = 0; d < tuples->rank; d++) {
            number = number * tuples->data_shape[d] + (d == tuples->axis ? 0 : (int64_t)at[d]);
        }
        if (block->slices[i] >= 0) block->slices[i] = block->slices[i] * step + number;
        for (int32_t d = tuples->rank - 1; d >= 0 && ++at[d] == (size_t)tuples->indices_shape[d]; d--) at[d] = 0;
    }
}

/* The slice of a tuple that is given by its components: one of n_named, PASSED_OVER or OUT_OF_BOUNDS. */
static inline int64_t find_slice(const tuples *tuples, const int64_t *components)
{
    int64_t slice = 0;
    int is_out = 0;
    for (int32_t c = 0; c < tuples->k; c++) {
        const int64_t size = tuples->sizes[c], index = find_index(&tuples->rule, components[c], size);
        if (index == PASSED_OVER) return PASSED_OVER;
        is_out |= index == OUT_OF_BOUNDS;
        slice = is_out ? 0 : slice * size + index;
    }
    return is_out ? OUT_OF_BOUNDS : slice;
}

/* Where segments `first` to first + n - 1 begin; where there is no segment, the last one ends. All are in bounds whatever is read. */
OWN_FRAME static void read_offsets(const tuples *tuples, size_t *to, size_t first, size_t n)
{
    int64_t offsets[ROOM_OFFSETS];
    const size_t n_given = first < tuples->n_offsets ? min_of(n, tuples->n_offsets - first) : 0;
    if (n_given != 0) strew_read_elements(&tuples->indices, offsets, first, n_given);
    for (size_t i = 0; i < n_given; i++) {
        to[i] = offsets[i] < 0 ? 0 : (uint64_t)offsets[i] > tuples->n ? tuples->n : (size_t)offsets[i];
    }
    for (size_t i = n_given; i < n; i++) to[i] = tuples->n;
}

/* The first segment that ends behind a tuple. */
OWN_FRAME static size_t search_segment(const tuples *tuples, size_t tuple)
{
    size_t low = 0, high = tuples->n_named, end;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        read_offsets(tuples, &end, middle + 1, 1);
        if (end <= tuple)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The segments of the tuples of a block: they follow those of the block before, or that of the first one is searched. */
OWN_FRAME static void find_segments(const tuples *tuples, block *block)
{
    size_t room[ROOM_OFFSETS], n_read = ROOM_OFFSETS, at = 0, i = 0;
    size_t segment = block->segment != 0 ? block->segment : search_segment(tuples, block->first);
    read_offsets(tuples, room, segment, n_read);
    while (i < block->n && segment < tuples->n_named) {
        if (at + 1 == n_read) {
            at = 0;
            read_offsets(tuples, room, segment, n_read);
        }
        const size_t begin = room[at], end = room[at + 1];
        for (; i < block->n && block->first + i < begin; i++) block->slices[i] = PASSED_OVER; /* only before the first segment */
        for (; i < block->n && block->first + i < end; i++) block->slices[i] = (int64_t)segment;
        if (end > block->first + i) break;
        segment++, at++;
    }
    for (; i < block->n; i++) block->slices[i] = PASSED_OVER;
    block->segment = segment;
}

/* Which slice of output each tuple of a block is in: the only function that knows. */
OWN_FRAME static void find_slices(const tuples *tuples, block *block)
{
    int64_t components[BLOCK_COMPONENTS];
    if (tuples->has_offsets) {
        find_segments(tuples, block);
        return;
    }
    if (tuples->k == 1) {
        read_components(tuples, block->slices, block->first, block->n);
        find_indices(&tuples->rule, block->slices, block->n, tuples->sizes[0]);
    } else {
        read_components(tuples, components, block->first, block->n);
        for (size_t i = 0; i < block->n; i++) block->slices[i] = find_slice(tuples, components + i * (size_t)tuples->k);
    }
    if (tuples->is_elements) add_positions(tuples, block);
}

/* What an index out of bounds is, of which the check has found none where it rejects a call. */
static inline int64_t pass_over(const rule *rule, int64_t found)
{
    return found == OUT_OF_BOUNDS && rule->policy != STREW_POLICY_ERROR ? PASSED_OVER : found;
}

/* Finds both slices of up to n tuples from `first` on. A tuple without one of them has none of the other, unless it is OUT_OF_BOUNDS. */
OWN_FRAME static void read_block(const tuples *tuples, block *block, size_t first, size_t n)
{
    block->first = first;
    block->n = min_of(min_of(n, BLOCK_TUPLES), tuples->k > 1 ? BLOCK_COMPONENTS / (size_t)tuples->k : BLOCK_TUPLES);
    block->has_changed = 0;
    find_slices(tuples, block);
    if (tuples->has_rows) {
        strew_read_elements(&tuples->rows, block->updates, first, block->n);
        find_indices(&tuples->rule_of_rows, block->updates, block->n, (int64_t)tuples->n_rows);
    }
    const int is_strict_block =
        tuples->has_offsets ? !tuples->has_rows : is_strict(&tuples->rule) && (!tuples->has_rows || is_strict(&tuples->rule_of_rows));
    if (tuples->n_batches == 1 && tuples->n_outer == 1 && is_strict_block) {
        int64_t any = 0;
        for (size_t i = 0; !tuples->has_rows && i < block->n; i++) {
            block->updates[i] = block->slices[i] < 0 ? block->slices[i] : (int64_t)(first + i);
        }
        for (size_t i = 0; i < block->n; i++) any |= block->slices[i] | block->updates[i];
        block->has_changed = any < 0 && !tuples->has_offsets; /* tuples may be in no segment */
        return;
    }
    for (size_t i = 0; i < block->n; i++) {
        int64_t slice = pass_over(&tuples->rule, block->slices[i]), update = 0;
        if (tuples->has_rows) update = pass_over(&tuples->rule_of_rows, block->updates[i]);
        if (slice == PASSED_OVER || update == PASSED_OVER) slice = update = PASSED_OVER;
        block->has_changed |= slice == OUT_OF_BOUNDS || update == OUT_OF_BOUNDS;
        if (tuples->n_batches > 1 && slice >= 0) slice += (int64_t)((first + i) / tuples->n_of_batch * tuples->n_outer * tuples->n_named);
        if (!tuples->has_rows && update == 0) update = (int64_t)update_of(tuples, first + i);
        block->slices[i] = slice;
        block->updates[i] = update;
    }
}

/* The same after the check: what is out of bounds now is passed over. */
static inline void read_checked_block(const tuples *tuples, block *block, size_t first, size_t n)
{
    block->n = 0;
    if (n != 0) read_block(tuples, block, first, n);
    for (size_t i = 0; i < block->n && block->has_changed; i++) {
        if (block->slices[i] < 0 || block->updates[i] < 0) block->slices[i] = block->updates[i] = PASSED_OVER;
    }
}

OWN_FRAME COLD static strew_status reject_component(const tuples *tuples, size_t tuple, strew_fault *fault)
{
    int64_t components[STREW_MAX_RANK];
    int32_t c = 0;
    read_components(tuples, components, tuple, 1);
    while (c < tuples->k - 1 && find_index(&tuples->rule, components[c], tuples->sizes[c]) != OUT_OF_BOUNDS) c++;
    const int wraps = tuples->rule.negative == STREW_NEGATIVE_WRAPS, is_flat = tuples->sizes == &tuples->n_elements;
    const int32_t dimension = is_flat ? -1 : (int32_t)(tuples->sizes + c - tuples->data_shape);
    return REJECT(fault, STREW_STATUS_INDEX_OUT_OF_BOUNDS, .tuple = (int64_t)tuple, .component = c, .dimension = dimension,
                  .value = components[c], .low = wraps ? -tuples->sizes[c] : 0, .high = tuples->sizes[c] - 1);
}

/* Rejects the first offset that falls, or is above the number of tuples. */
OWN_FRAME static strew_status check_offsets(const tuples *tuples, strew_fault *fault)
{
    int64_t low = 0, offsets[BLOCK_TUPLES];
    for (size_t first = 0, n; first < tuples->n_offsets; first += n) {
        n = min_of(tuples->n_offsets - first, BLOCK_TUPLES);
        strew_read_elements(&tuples->indices, offsets, first, n);
        for (size_t i = 0; i < n; low = offsets[i++]) {
            if (offsets[i] >= low && (uint64_t)offsets[i] <= tuples->n) continue;
            return REJECT(fault, STREW_STATUS_INDEX_OUT_OF_BOUNDS, .subject = "offsets", .tuple = (int64_t)(first + i), .value = offsets[i],
                          .low = low, .high = (int64_t)tuples->n);
        }
    }
    return STREW_OK;
}

/* Rejects the first index that is out of bounds; if there is none, the first that falls; and then the first update index, as a run does. */
OWN_FRAME static strew_status check_tuples(const tuples *tuples, strew_fault *fault)
{
    block block = {0};
    strew_fault falls = {.status = STREW_OK};
    int64_t wrong = -1, row, before = -1;
    if (tuples->has_offsets) {
        const strew_status status = check_offsets(tuples, fault);
        if (status != STREW_OK || !tuples->has_rows) return status; /* no tuple has anything else that can be wrong */
    }
    for (size_t t = 0; t < tuples->n; t += block.n) {
        read_block(tuples, &block, t, tuples->n - t);
        for (size_t i = 0; block.has_changed && i < block.n; i++) {
            if (block.slices[i] == OUT_OF_BOUNDS) return reject_component(tuples, t + i, fault);
            if (block.updates[i] == OUT_OF_BOUNDS && wrong < 0) wrong = (int64_t)(t + i);
        }
        for (size_t i = 0; tuples->is_sorted && i < block.n; i++) {
            const int64_t slice = block.slices[i];
            if (slice < 0) continue;
            const strew_fault what = {.status = STREW_STATUS_NOT_SORTED, .tuple = (int64_t)(t + i), .value = slice, .high = before};
            if (slice < before && falls.status == STREW_OK) falls = what;
            before = slice;
        }
    }
    if (falls.status != STREW_OK) return strew_reject_extra(fault, falls);
    if (wrong < 0) return STREW_OK;
    strew_read_elements(&tuples->rows, &row, (size_t)wrong, 1);
    const int64_t n = (int64_t)tuples->n_rows;
    return REJECT(fault, STREW_STATUS_INDEX_OUT_OF_BOUNDS, .subject = "update_indices", .dimension = -1, .tuple = wrong, .value = row,
                  .low = tuples->rule_of_rows.negative == STREW_NEGATIVE_WRAPS ? -n : 0, .high = n - 1);
}

#endif /* STREW_GRADIENT_TUPLES_H */
