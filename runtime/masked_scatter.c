/* Writing updates, one after another, to the slices of output whose element of mask is true. */
#include "masked_scatter.h"

#include "convert.h"
#include "copy.h"
#include "fault.h"

#include <string.h>

/* ---- Ranges and rows ----------------------------------------------------------------------------------------------------------------- */

static size_t begin_of(const strew_mask_run *run, size_t range)
{
    const size_t n = run->plan->n_tuples;
    return n / run->n_ranges * range + strew_min(range, n % run->n_ranges);
}

/* Tuples of the innermost loop. */
typedef struct row {
    const unsigned char *mask;
    unsigned char *output;
    ptrdiff_t mask_step, output_step;
    size_t n;
} row;

/* The tuples from `tuple` on, up to tuple end - 1 at most. */
static row find_row(const strew_mask_run *run, size_t tuple, size_t end)
{
    static const strew_loop one = {.count = 1}; /* without loops there is one tuple */
    const int32_t n_loops = run->plan->n_tuple_loops;
    const strew_loop *last = n_loops != 0 ? strew_loops_of(run->plan) + n_loops - 1 : &one;
    const strew_tuple_place at = strew_find_tuple(run->plan, tuple);
    return (row){.mask = run->mask + (ptrdiff_t)at.indices,
                 .output = run->output + (ptrdiff_t)at.ordered,
                 .mask_step = (ptrdiff_t)last->of.indices,
                 .output_step = (ptrdiff_t)last->ordered,
                 .n = strew_min(last->count - tuple % last->count, end - tuple)};
}

/* ---- Words --------------------------------------------------------------------------------------------------------------------------- */

/* The highest bit of each byte of a word. */
#define HIGH_BITS UINT64_C(0x8080808080808080)

/* The highest bits of the bytes that are true, among the eight from `mask` on. */
static STREW_INLINE uint64_t flags_of(const unsigned char *mask)
{
    uint64_t word;
    memcpy(&word, mask, sizeof word);
    return (((word & ~HIGH_BITS) + ~HIGH_BITS) | word) & HIGH_BITS;
}

/* How many bytes of such a word are true: the product has the sum of all bytes in its highest one. */
static STREW_INLINE size_t count_flags(uint64_t flags)
{
    return (size_t)((flags >> 7) * (HIGH_BITS >> 7) >> 56);
}

/* How many of the first n bytes are in whole words of which all bytes are false, if `flags` is 0, or true, if it is HIGH_BITS. */
static size_t count_alike(const unsigned char *mask, size_t n, uint64_t flags)
{
    size_t done = 0;
    while (n - done >= sizeof flags && flags_of(mask + done) == flags) done += sizeof flags;
    return done;
}

/* ---- Counting ------------------------------------------------------------------------------------------------------------------------ */

static size_t count_range(const strew_mask_run *run, size_t range)
{
    size_t n_true = 0;
    const size_t end = begin_of(run, range + 1);
    for (size_t tuple = begin_of(run, range), i; tuple < end; tuple += i) {
        const row row = find_row(run, tuple, end);
        i = 0;
        for (; row.mask_step == 1 && row.n - i >= 8; i += 8) n_true += count_flags(flags_of(row.mask + i));
        for (; i < row.n; i++) n_true += row.mask[(ptrdiff_t)i * row.mask_step] != 0;
    }
    return n_true;
}

strew_status strew_add_counts(strew_mask_run *run, strew_fault *fault)
{
    const strew_plan_state *plan = run->plan;
    const size_t element_bytes = (size_t)plan->element_bytes;
    for (size_t range = 0; range < run->n_ranges; range++) run->first[range + 1] += run->first[range];
    run->is_counted = 1;
    const size_t n = run->first[run->n_ranges];
    if (n <= plan->updates_bytes / strew_ordered_bytes_of(plan, plan->slice_bytes)) return STREW_OK;
    return STREW_REJECT(fault, STREW_STATUS_TOO_FEW_UPDATES,
                        .value = (int64_t)(plan->updates_bytes / strew_ordered_bytes_of(plan, element_bytes)),
                        .low = (int64_t)(n * (plan->slice_bytes / element_bytes)));
}

/* ---- Writing ------------------------------------------------------------------------------------------------------------------------- */

/* So many tuples of a mixed mask are listed without a branch, which would be mispredicted, and then written; but a word if no more than
 * FEW of its bytes are true, because zeros may follow it. */
enum { LISTED = 64, FEW = 2 };

static size_t list_true(const unsigned char *mask, ptrdiff_t step, size_t n, unsigned char *listed)
{
    size_t n_listed = 0;
    for (size_t i = 0; i < n; i++, mask += step) {
        listed[n_listed] = (unsigned char)i;
        n_listed += *mask != 0;
    }
    return n_listed;
}

/* This file is built for size, for which GCC copies any number of bytes one by one; strew_copy does not. */
static void write_listed(unsigned char *output, ptrdiff_t step, const unsigned char *updates, size_t slice_bytes,
                         const unsigned char *listed, size_t n)
{
#define WRITE(COPY, ...)                                                                                                                   \
    for (size_t i = 0; i < n; i++) COPY(output + listed[i] * step, updates + i * slice_bytes, __VA_ARGS__)
    switch (slice_bytes) {
    case 1: WRITE(memcpy, 1); break;
    case 2: WRITE(memcpy, 2); break;
    case 4: WRITE(memcpy, 4); break;
    case 8: WRITE(memcpy, 8); break;
    case 16: WRITE(memcpy, 16); break;
    default: WRITE(strew_copy, slice_bytes, 0);
    }
#undef WRITE
}

#if STREW_BUILD_CONVERSIONS
/* The same of updates of another dtype: single elements are converted at once, and then written. */
static STREW_INLINE void write_converted(const strew_plan_state *plan, unsigned char *output, ptrdiff_t step, const unsigned char *updates,
                                         const unsigned char *listed, size_t n)
{
    uint64_t staged[LISTED];
    const strew_conversion *conversion = strew_conversion_of(plan);
    const size_t slice_bytes = plan->slice_bytes, n_elements = slice_bytes / (size_t)plan->element_bytes;
    if (n_elements == 1) {
        strew_convert_by_steps(conversion, (unsigned char *)staged, updates, n);
        write_listed(output, step, (const unsigned char *)staged, slice_bytes, listed, n);
        return;
    }
    for (size_t i = 0; i < n; i++, updates += n_elements * conversion->from_bytes)
        strew_convert_by_steps(conversion, output + listed[i] * step, updates, n_elements);
}
#else
#define write_converted(plan, output, step, updates, listed, n) ((void)(plan))
#endif

/* Writes updates to slices after each other, n_bytes in all. */
static STREW_INLINE void write_run(const strew_plan_state *plan, unsigned char *output, const unsigned char *updates, size_t n_bytes)
{
#if STREW_BUILD_CONVERSIONS
    if (strew_converts(plan)) {
        strew_convert_by_steps(strew_conversion_of(plan), output, updates, n_bytes / (size_t)plan->element_bytes);
        return;
    }
#endif
    (void)plan;
    strew_copy(output, updates, n_bytes, 0);
}

/* Writes a row, of at most n_updates updates. Returns how many it has written; or SIZE_MAX, if more are true. */
static STREW_INLINE size_t write_row(const strew_plan_state *plan, const row *row, const unsigned char *updates, size_t n_updates)
{
    const size_t slice_bytes = plan->slice_bytes, update_bytes = strew_ordered_bytes_of(plan, slice_bytes);
    const int has_words = row->mask_step == 1, is_dense = has_words && row->output_step == (ptrdiff_t)slice_bytes;
    size_t n_written = 0;
    for (size_t done = 0, n, n_true;; done += n, n_written += n_true, updates += n_true * update_bytes) {
        unsigned char listed[LISTED];
        if (has_words) done += count_alike(row->mask + done, row->n - done, 0);
        if (done == row->n) return n_written;
        const size_t n_left = row->n - done;
        const unsigned char *mask = row->mask + (ptrdiff_t)done * row->mask_step;
        unsigned char *output = row->output + (ptrdiff_t)done * row->output_step;
        n = n_true = is_dense ? count_alike(mask, n_left, HIGH_BITS) : 0;
        if (n == 0) {
            const int is_rare = has_words && n_left >= 8 && count_flags(flags_of(mask)) <= FEW;
            n = is_rare ? 8 : strew_min(n_left, LISTED);
            n_true = list_true(mask, row->mask_step, n, listed);
        }
        if (n_true > n_updates - n_written) return SIZE_MAX;
        if (is_dense && n_true == n) {
            write_run(plan, output, updates, n * slice_bytes);
        } else if (strew_converts(plan)) {
            write_converted(plan, output, row->output_step, updates, listed, n_true);
        } else {
            write_listed(output, row->output_step, updates, slice_bytes, listed, n_true);
        }
    }
}

static STREW_INLINE int write_range(const strew_mask_run *run, size_t range)
{
    const size_t end = begin_of(run, range + 1), end_update = run->first[range + 1], slice_bytes = run->plan->slice_bytes,
                 update_bytes = strew_ordered_bytes_of(run->plan, slice_bytes);
    size_t update = run->first[range];
    if (run->data != NULL) {
        const size_t first = begin_of(run, range) * slice_bytes;
        strew_copy(run->output + first, run->data + first, end * slice_bytes - first, run->plan->exceeds_caches);
    }
    for (size_t tuple = begin_of(run, range); tuple < end && update < end_update;) {
        const row row = find_row(run, tuple, end);
        const size_t n_written = write_row(run->plan, &row, run->updates + update * update_bytes, end_update - update);
        if (n_written == SIZE_MAX) return 0;
        update += n_written;
        tuple += row.n;
    }
    return update == end_update;
}

int strew_mask_chunk(const void *context, size_t begin, size_t end)
{
    strew_mask_run *run = *(strew_mask_run *const *)context;
    int is_right = 1;
    for (size_t range = begin; range < end; range++) {
        if (run->is_counted) {
            is_right &= write_range(run, range);
        } else {
            run->first[range + 1] = count_range(run, range);
        }
    }
    return is_right;
}
