#include "numbers.h"

#include "apply.h"
#include "convert.h"
#include "source.h"
#include "touch.h"
#include "util.h"
#include "weigh.h"

#include <string.h>

/* ---- Parts --------------------------------------------------------------------------------------------------------------------------- */

/* Flags the parts that are NaN, and those of a complex number whose other part is. Returns how many. */
STREW_OWN_FRAME static size_t flag_nans(const strew_numbers *numbers, unsigned char *restrict flags, const unsigned char *restrict parts,
                                        size_t n)
{
    size_t n_nans = 0;
#define FLAG(type)                                                                                                                         \
    for (size_t i = 0; i < n; i++) {                                                                                                       \
        type bits;                                                                                                                         \
        memcpy(&bits, parts + i * sizeof bits, sizeof bits);                                                                               \
        flags[i] = (type)(bits << 1) >> 1 > (type)numbers->largest; /* without the sign */                                                 \
    }
    switch (numbers->part_bytes) {
    case 1: FLAG(uint8_t) break;
    case 2: FLAG(uint16_t) break;
    case 4: FLAG(uint32_t) break;
    default: FLAG(uint64_t) break;
    }
#undef FLAG
    for (size_t i = 0; numbers->n_parts == 2 && i < n; i += 2) flags[i] = flags[i + 1] = flags[i] | flags[i + 1];
    for (size_t i = 0; i < n; i++) n_nans += flags[i];
    return n_nans;
}

/* Replaces the parts that have a flag by those of `from`. */
STREW_OWN_FRAME static void replace(unsigned char *restrict parts, const unsigned char *restrict from, const unsigned char *restrict flags,
                                    size_t n, size_t part_bytes)
{
#define REPLACE(type)                                                                                                                      \
    for (size_t i = 0; i < n; i++) {                                                                                                       \
        type here, there;                                                                                                                  \
        memcpy(&here, parts + i * sizeof here, sizeof here);                                                                               \
        memcpy(&there, from + i * sizeof there, sizeof there);                                                                             \
        here = flags[i] ? there : here;                                                                                                    \
        memcpy(parts + i * sizeof here, &here, sizeof here);                                                                               \
    }
    switch (part_bytes) {
    case 1: REPLACE(uint8_t) break;
    case 2: REPLACE(uint16_t) break;
    case 4: REPLACE(uint32_t) break;
    default: REPLACE(uint64_t) break;
    }
#undef REPLACE
}

/* ---- Strips -------------------------------------------------------------------------------------------------------------------------- */

/* As many parts as are looked at at once: whole slices of some tuples, or a strip of one slice. In a wider accumulation, updates are read
 * in its type, and so are their parts from here on; and those of another dtype in the type that they are combined in. */
enum { MAX_PARTS = 64, MAX_BYTES = MAX_PARTS * sizeof(uint64_t) };
typedef struct strip {
    strew_columns columns;      /* of each slice */
    size_t n_parts, part_bytes; /* of the updates of a tuple */
    size_t done, n;             /* the tuples of the batch */
    size_t n_nans;
    const unsigned char *updates;                                           /* adjacent */
    unsigned char is_nan[MAX_PARTS], staged[MAX_BYTES], numbers[MAX_BYTES]; /* the last, of products or a wider type */
} strip;

#if STREW_BUILD_FUSED
/* Reads the updates in the type of their products. */
STREW_OWN_FRAME static void read_strip(const strew_job *job, const strew_batch *batch, strip *strip, const unsigned char *updates)
{
    strew_read_updates(job, batch, strip->done, strip->n, updates, &strip->columns, strip->staged);
    strip->updates = strip->staged;
}
#endif

/* Finds the updates where they are, if they are adjacent, or copies them. */
static STREW_INLINE void find_updates(const strew_job *job, const strew_batch *batch, strip *strip, size_t outer)
{
    const uint32_t *tuples = batch->tuples + strip->done;
    const unsigned char *updates = job->updates + strew_find_sides(job, outer).ordered;
    const strew_ordered at = strew_find_ordered(job, batch->first + tuples[0], strip->n);
#if STREW_BUILD_FUSED
    if (strew_has_weights(job->plan)) {
        read_strip(job, batch, strip, updates);
        return;
    }
#endif
#if STREW_BUILD_CONVERSIONS
    if (strew_converts(job->plan)) {
        const strew_conversion *conversion =
            strew_is_mixed(job->plan) ? &strew_combination_of(job->plan)->update : strew_conversion_of(job->plan);
        strew_stage_converted(job, batch, strip->done, strip->n, updates, &strip->columns, strip->staged, conversion);
        strip->updates = strip->staged;
        return;
    }
#endif
    const int is_adjacent = strip->n == 1 || (at.n == strip->n && at.step == (ptrdiff_t)strip->columns.n_bytes &&
                                              tuples[strip->n - 1] - tuples[0] == strip->n - 1);
    strip->updates = is_adjacent ? updates + at.offset + strip->columns.begin : strip->staged;
    if (!is_adjacent) strew_stage_updates(job, batch, strip->done, strip->n, updates, &strip->columns, strip->staged);
}

/* A slice of so many bytes. */
static strew_slices one_slice(size_t n_bytes)
{
    return (strew_slices){n_bytes, n_bytes, n_bytes, 0, 0, strew_in_order, 0};
}

/* The updates of a tuple. */
static size_t update_bytes_of(const strip *strip)
{
    return strip->n_parts * strip->part_bytes;
}

#if STREW_BUILD_FUSED
/* Products in the type in which they are combined, once it is known which updates are NaN. */
STREW_OWN_FRAME static void weigh_strip(const strew_job *job, const strew_batch *batch, strip *strip, size_t outer)
{
    const strew_plan_state *plan = job->plan;
    const size_t n = strip->n * strip->columns.n_bytes / (size_t)plan->element_bytes, bytes = strew_weighing_of(plan)->product_bytes;
    strew_weigh(job, batch, strip->done, strip->n, outer, &strip->columns, strip->staged);
    if (strew_converts(plan)) {
        const strew_conversion *conversion = strew_is_mixed(plan) ? &strew_combination_of(plan)->update : strew_conversion_of(plan);
        strew_convert_by_steps(conversion, strip->numbers, strip->staged, n);
    } else if (strew_has_sums(plan) && bytes != (size_t)plan->sum_bytes) {
        strew_run_step(plan->widen, strip->numbers, strip->staged, n * bytes);
    } else {
        return;
    }
    memcpy(strip->staged, strip->numbers, sizeof strip->staged);
}
#endif

/* What is NaN is known before alpha, and before updates are widened. */
static STREW_INLINE void set_strip(const strew_job *job, const strew_batch *batch, strip *strip, size_t outer)
{
    const strew_plan_state *plan = job->plan;
    find_updates(job, batch, strip, outer);
#if STREW_BUILD_FUSED
    if (strew_has_weights(plan)) {
        strip->n_nans = flag_nans(strew_weighing_of(plan)->numbers, strip->is_nan, strip->updates, strip->n * strip->n_parts);
        weigh_strip(job, batch, strip, outer);
        return;
    }
#endif
    strip->n_nans = flag_nans(plan->numbers, strip->is_nan, strip->updates, strip->n * strip->n_parts);
#if STREW_BUILD_CONVERSIONS
    if (strew_converts(plan)) {
        if (strew_has_products(plan)) strew_multiply_staged(plan, strip->staged, strip->n * update_bytes_of(strip));
        return;
    }
#endif
    if (!strew_has_products(plan) && !strew_has_sums(plan)) return;
    const strew_slices slices = one_slice(strip->n * strip->columns.n_bytes);
    const size_t n_bytes = strew_sums_of(plan, slices.slice_bytes);
    for (size_t done = 0; strew_has_products(plan) && done < n_bytes; done += STREW_LINE_BYTES)
        memcpy(strip->numbers + done, strew_alphas_of(plan), STREW_LINE_BYTES);
    const strew_apply_kernel *kernel = strew_has_products(plan) ? plan->multiply : plan->widen;
    kernel->run(strip->numbers, strip->updates, strew_in_order, 1, &slices);
    strip->updates = strip->numbers;
}

/* ---- Tuples -------------------------------------------------------------------------------------------------------------------------- */

/* Tuples whose updates have no NaN, for one call of the kernel. */
typedef struct list {
    uint32_t slice_indices[MAX_PARTS], tuples[MAX_PARTS];
} list;

static STREW_INLINE void apply_list(const strew_job *job, const strip *strip, const strew_apply_kernel *any_width, unsigned char *output,
                                    const list *list, size_t n)
{
    strew_slices slices = job->slices;
    slices.slice_bytes = slices.update_bytes = update_bytes_of(strip);
    slices.tuples = list->tuples;
    slices.prefetch_bytes = 0;
    /* For 400,000 updates of one float in 128 MiB, 23 ns each instead of 29. It pays less for wider slices, and costs them nothing. */
    for (size_t i = 0; slices.prefetches_output && i < n; i++) STREW_PREFETCH_AT(output, list->slice_indices[i] * slices.stride_bytes);
    slices.prefetches_output = 0; /* which would read slice indices past the end */
    any_width->run(output, strip->updates, list->slice_indices, n, &slices);
}

/* Combines the update of one tuple with parts of output or of sums, which stay where the update is NaN. There is room for them at
 * `before`. */
static STREW_INLINE void combine(const strew_apply_kernel *any_width, const strip *strip, size_t tuple, unsigned char *parts,
                                 unsigned char *before)
{
    const strew_slices slices = one_slice(update_bytes_of(strip));
    memcpy(before, parts, slices.slice_bytes);
    any_width->run(parts, strip->updates + tuple * slices.slice_bytes, strew_in_order, 1, &slices);
    replace(parts, before, strip->is_nan + tuple * strip->n_parts, strip->n_parts, strip->part_bytes);
}

#if STREW_BUILD_CONVERSIONS
/* The same in the wider type of both; those that are the first replace what is there. */
static STREW_INLINE void combine_mixed(const strew_plan_state *plan, strip *strip, size_t tuple, unsigned char *parts,
                                       unsigned char *before, const unsigned char *comes_first)
{
    unsigned char *const mixed = strip->numbers;
    const strew_combination *combination = strew_combination_of(plan);
    const unsigned char *updates = strip->updates + tuple * update_bytes_of(strip);
    const size_t n = strip->n_parts, element_bytes = (size_t)plan->element_bytes;
    memcpy(before, parts, n * element_bytes);
    strew_convert_by_steps(&combination->old, mixed, parts, n);
    strew_run_step(combination->combine, mixed, updates, update_bytes_of(strip));
    if (comes_first != NULL) replace(mixed, updates, comes_first, n, strip->part_bytes);
    strew_convert_by_steps(&combination->result, parts, mixed, n);
    replace(parts, before, strip->is_nan + tuple * n, n, element_bytes);
}
#else
#define combine_mixed(plan, strip, tuple, parts, before, comes_first) ((void)0)
#endif

#if STREW_BUILD_TOUCHED
/* Counts the updates of the parts of one tuple, and flags those that are the first. Returns where they are combined: in output, or in the
 * sums of a mean. */
static STREW_INLINE unsigned char *count(const strew_job *job, const strip *strip, size_t tuple, uint64_t slice_index, unsigned char *slice,
                                         strew_record *record, unsigned char *comes_first)
{
    const strew_plan_state *plan = job->plan;
    const size_t part_bytes = strew_part_bytes_of(plan), first_part = strip->columns.begin / part_bytes;
    const unsigned char *is_nan = strip->is_nan + tuple * strip->n_parts;
    size_t ordinal;
    const int is_first = strew_touch_parts(record, slice_index, &ordinal);
    for (size_t i = 0; i < strip->n_parts; i++) {
        const size_t at = strew_count_of_part(record, ordinal, first_part + i);
        const uint64_t n_updates = strew_number_at(record, record->counts, at);
        comes_first[i] = n_updates == 0 && !is_nan[i];
        strew_set_number(record, record->counts, at, n_updates + !is_nan[i]);
    }
    if (!strew_has_sums(plan)) return slice + strip->columns.begin;
    unsigned char *sums = record->sums + ordinal * strew_sums_of(plan, job->slices.slice_bytes);
    if (is_first) strew_start_sums(plan, sums, slice, job->slices.slice_bytes);
    return sums + strew_sums_of(plan, strip->columns.begin);
}
#else
#define count(job, strip, tuple, slice_index, slice, record, comes_first) ((void)(comes_first), (slice))
#endif

/* Combines a strip with output, whose slice index 0 is at `output`, or with sums. Without a record, updates that are NaN as a whole need
 * nothing, and those without any NaN are listed. */
STREW_OWN_FRAME static void apply_strip(const strew_job *job, strip *strip, const strew_batch *batch, unsigned char *output,
                                        strew_record *record)
{
    const strew_plan_state *plan = job->plan;
    const strew_apply_kernel *any_width = strew_of_any_width(job->apply);
    const uint32_t *slice_indices = batch->slice_indices + strip->done;
    unsigned char comes_first[MAX_PARTS];
    const int is_listed = record == NULL && !strew_is_mixed(plan);
    union {
        list list;
        unsigned char before[MAX_BYTES]; /* once the list is applied */
    } room;
    size_t n_listed = 0;
    for (size_t t = 0;; t++) {
        const unsigned char *is_nan = strip->is_nan + t * strip->n_parts;
        size_t n_nans = 0;
        for (size_t i = 0; t < strip->n && i < strip->n_parts; i++) n_nans += is_nan[i];
        if (is_listed && t < strip->n && n_nans == 0) {
            room.list.slice_indices[n_listed] = slice_indices[t];
            room.list.tuples[n_listed++] = (uint32_t)t;
            continue;
        }
        if (record == NULL && t < strip->n && n_nans == strip->n_parts) continue;
        if (n_listed != 0) apply_list(job, strip, any_width, output + strip->columns.begin, &room.list, n_listed);
        n_listed = 0;
        if (t == strip->n) break;
        unsigned char *slice = output + slice_indices[t] * job->slices.stride_bytes, *parts = slice + strip->columns.begin;
        if (record != NULL) {
            parts = count(job, strip, t, batch->base + slice_indices[t], slice, record, comes_first);
        }
        const int may_come_first = plan->move != NULL; /* of which there is a record */
        if (strew_is_mixed(plan)) {
            combine_mixed(plan, strip, t, parts, room.before, may_come_first ? comes_first : NULL);
            continue;
        }
        combine(any_width, strip, t, parts, room.before);
        if (may_come_first) replace(parts, strip->updates + t * update_bytes_of(strip), comes_first, strip->n_parts, strip->part_bytes);
    }
}

/* A batch, to one outer index. */
static STREW_INLINE void apply_batch(const strew_job *job, const strew_batch *batch, size_t outer, strew_record *record)
{
    const size_t slice_bytes = job->slices.slice_bytes, part_bytes = strew_part_bytes_of(job->plan),
                 max_bytes = strew_min(slice_bytes, MAX_PARTS * part_bytes), max = MAX_PARTS * part_bytes / max_bytes;
    unsigned char *output = job->output + strew_find_sides(job, outer).named + (size_t)batch->base * job->slices.stride_bytes;
    strip strip;
    for (strip.done = 0; strip.done < batch->n; strip.done += strip.n) {
        strip.n = strew_min(batch->n - strip.done, max);
        for (strip.columns.begin = 0; strip.columns.begin < slice_bytes; strip.columns.begin += max_bytes) {
            strip.columns.n_bytes = strew_min(slice_bytes - strip.columns.begin, max_bytes);
            strip.n_parts = strip.columns.n_bytes / part_bytes;
            strip.part_bytes = strew_converts(job->plan) ? job->plan->numbers->part_bytes : strew_sums_of(job->plan, part_bytes);
            set_strip(job, batch, &strip, outer);
            if (record == NULL && strip.n_nans == 0 && !strew_is_mixed(job->plan)) {
                strew_slices slices = job->slices;
                slices.slice_bytes = slices.update_bytes = strip.columns.n_bytes;
                job->apply->run(output + strip.columns.begin, strip.updates, batch->slice_indices + strip.done, strip.n, &slices);
            } else {
                apply_strip(job, &strip, batch, output, record);
            }
        }
    }
}

/* Each outer index has a record of its own: its updates are NaN where those of another are not. */
int strew_apply_numbers(const strew_job *job, const strew_steps *steps)
{
    const strew_plan_state *plan = job->plan;
    const int has_record = strew_needs_touched(plan);
    const size_t n_at_once = has_record ? 1 : steps->outer_end - steps->outer_begin;
    strew_record record = {0};
    strew_walk walk;
    for (size_t first = steps->outer_begin; first < steps->outer_end; first += n_at_once) {
        if (has_record) record = strew_begin_record(job, steps);
        strew_begin_walk(&walk, job, steps->begin, steps->end, steps->own, 1);
        while (strew_next_batch(&walk)) {
            for (size_t outer = first; outer < first + n_at_once; outer++)
                apply_batch(job, &walk.batch, outer, has_record ? &record : NULL);
        }
        if (walk.is_out_of_bounds) return 0;
        if (strew_sums_up(plan)) strew_finish_sums(job, &record, first);
    }
    return 1;
}
