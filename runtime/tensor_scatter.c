/* Writing tokens to a cache: those of a batch and an outer index are one run of bytes, or two. */
#include "tensor_scatter.h"

#include "convert.h"
#include "copy.h"
#include "fault.h"
#include "index_view.h"
#include "types.h"
#include "util.h"

#include <string.h>

/* ---- Indices ------------------------------------------------------------------------------------------------------------------------- */

/* Without write indices they are zeros, to every rule below. */
static int64_t write_index_of(const strew_plan_state *plan, const unsigned char *indices, size_t batch)
{
    return plan->indices_bytes != 0 ? strew_index_at(plan, indices, batch, 0) : 0;
}

static int is_ignored(const strew_plan_state *plan, int64_t write_index)
{
    return plan->rules.has_ignore_index && write_index == plan->rules.ignore_index;
}

/* The largest index of circular tokens. All uint64 from 2^63 - 1 on are read as that number, so it stands for what is out of bounds. */
static int64_t highest_of(const strew_plan_state *plan)
{
    return plan->index_view.dtype == STREW_DTYPE_UINT64 ? INT64_MAX - 1 : INT64_MAX;
}

strew_status strew_check_tokens(const strew_plan_state *plan, const unsigned char *indices, strew_fault *fault)
{
    if (plan->rules.policy != STREW_POLICY_ERROR || plan->indices_bytes == 0) return STREW_OK;
    const int64_t low = strew_lows_of(plan)[0],
                  high = plan->is_circular ? highest_of(plan) : strew_sizes_of(plan)[0] - (int64_t)plan->n_tokens;
    for (size_t batch = 0; batch < plan->n_tuples; batch++) {
        const int64_t index = write_index_of(plan, indices, batch);
        if (is_ignored(plan, index) || (index >= low && index <= high)) continue;
        const int is_for_profile = index < 0 && !strew_find_profile(plan->rules.profile)->wraps;
        const strew_fault what = {.status = STREW_STATUS_INDEX_OUT_OF_BOUNDS,
                                  .subject = "write_indices",
                                  .dimension = plan->axis,
                                  .tuple = (int64_t)batch,
                                  .value = index,
                                  .low = low,
                                  .high = high,
                                  .profile = is_for_profile ? plan->rules.profile : STREW_PROFILE_NONE};
        return strew_report(fault, &what);
    }
    return STREW_OK;
}

/* Tokens begin to end - 1 of a batch, and the index of the first one. */
typedef struct token_run {
    size_t begin, end, index;
} token_run;

/* Where the tokens of a batch go. No two go to the same index, so their order does not matter. */
typedef struct runs {
    token_run of[2];
    int is_in_bounds; /* all tokens are */
} runs;

/* The number of tokens from index `from` up to, but without, index `to`, which is not smaller. The difference may exceed an int64. */
static size_t count_tokens(const strew_plan_state *plan, int64_t from, int64_t to)
{
    const uint64_t n = (uint64_t)to - (uint64_t)from;
    return n < plan->n_tokens ? (size_t)n : plan->n_tokens;
}

/* The indices of the tokens are consecutive. Some of the first may be too low, or some of the last too high, but not both, because there
 * are no more tokens than the cache has room for.
 *
 * The write index is an argument, so that it is loaded only once: another thread may change it. */
STREW_OWN_FRAME static runs find_runs(const strew_plan_state *plan, int64_t write_index)
{
    const size_t size = (size_t)strew_sizes_of(plan)[0], n = plan->n_tokens;
    const int64_t low = strew_lows_of(plan)[0], end_index = strew_sizes_of(plan)[0];
    const int is_circular = plan->is_circular && write_index <= highest_of(plan);
    const size_t begin = write_index < low ? count_tokens(plan, write_index, low) : 0;
    const size_t end = is_circular ? n : write_index < end_index ? count_tokens(plan, write_index, end_index) : 0;
    if (is_ignored(plan, write_index)) return (runs){.is_in_bounds = 1};
    runs found = {.is_in_bounds = begin == 0 && end == n};
    if (begin < end) {
        int64_t first = begin != 0 ? low : write_index;
        if (first < 0 || first >= end_index) first %= end_index; /* a division takes longer than all the rest */
        if (first < 0) first += end_index;
        const size_t middle = begin + strew_min(end - begin, size - (size_t)first);
        found.of[0] = (token_run){begin, middle, (size_t)first};
        found.of[1] = (token_run){middle, end, 0};
    }
    if (found.is_in_bounds || plan->rules.policy != STREW_POLICY_CLAMP) return found;
    /* Only the last of the tokens that are clamped to an index stays there, and it replaces one that has this index itself. Tokens that are
     * too low come before that one. */
    if (end < n) {
        if (begin < end) found.of[0].end--;
        found.of[1] = (token_run){n - 1, n, size - 1};
    } else if (begin == n) {
        found.of[0] = (token_run){n - 1, n, 0};
    }
    return found;
}

int strew_locate_tokens(const strew_plan_state *plan, const unsigned char *indices, uint32_t *slice_indices)
{
    const int64_t low = strew_lows_of(plan)[0], size = strew_sizes_of(plan)[0], high = size - (int64_t)plan->n_tokens;
    const size_t n_outer = plan->n_outer;
    uint32_t row = 0;
    for (size_t batch = 0; batch < plan->n_tuples; batch++) {
        int64_t index;
        int32_t narrow;
        if (plan->index_bytes == 8) {
            memcpy(&index, indices + batch * sizeof index, sizeof index);
        } else {
            memcpy(&narrow, indices + batch * sizeof narrow, sizeof narrow);
            index = narrow;
        }
        STREW_LOAD_ONCE(index); /* another thread may change it */
        const int64_t first = index + (index < 0 ? size : 0);
        if (index < low || (uint64_t)first > (uint64_t)high) return 0;
        for (size_t outer = 0; outer < n_outer; outer++, row += (uint32_t)size) *slice_indices++ = row + (uint32_t)first;
    }
    return 1;
}

/* ---- Tokens -------------------------------------------------------------------------------------------------------------------------- */

/* Writes a run of every row from `row` to end_row - 1. */
static STREW_INLINE void write_rows(const strew_plan_state *plan, const strew_token_buffers *buffers, token_run run, size_t row,
                                    size_t end_row)
{
    const size_t slice_bytes = plan->slice_bytes, update_bytes = strew_ordered_bytes_of(plan, slice_bytes),
                 n_bytes = (run.end - run.begin) * slice_bytes;
    const size_t output_bytes = (size_t)strew_sizes_of(plan)[0] * slice_bytes, updates_bytes = plan->n_tokens * update_bytes;
    unsigned char *output = buffers->output + row * output_bytes + run.index * slice_bytes;
    const unsigned char *updates = buffers->updates + row * updates_bytes + run.begin * update_bytes;
    for (; row < end_row; row++, output += output_bytes, updates += updates_bytes) {
#if STREW_BUILD_CONVERSIONS
        if (strew_converts(plan)) {
            strew_convert(strew_conversion_of(plan), output, updates, n_bytes / (size_t)plan->element_bytes, NULL);
            continue;
        }
#endif
        memcpy(output, updates, n_bytes);
    }
}

/* Those of tokens begin to end - 1 that are in the run. */
static token_run cut_run(token_run run, size_t begin, size_t end)
{
    const size_t first = begin > run.begin ? begin : run.begin, last = strew_min(end, run.end);
    return first < last ? (token_run){first, last, run.index + first - run.begin} : (token_run){0};
}

/* Tokens begin to end - 1, counted in updates. */
STREW_OWN_FRAME static int write_tokens(const strew_plan_state *plan, const strew_token_buffers *buffers, size_t begin, size_t end)
{
    const size_t n = plan->n_tokens;
    size_t row = begin / n, batch = row / plan->n_outer; /* a row is an outer index of a batch */
    for (size_t end_row; row * n < end; row = end_row) {
        const runs runs = find_runs(plan, write_index_of(plan, buffers->indices, batch));
        if (!runs.is_in_bounds && plan->rules.policy == STREW_POLICY_ERROR) return 0;
        /* The rest of the batch; but a row that is begun or ended by another thread alone. */
        const size_t first = begin > row * n ? begin - row * n : 0, end_of_batch = (batch + 1) * plan->n_outer, n_whole = end / n;
        const int is_whole = first == 0 && n_whole > row;
        end_row = is_whole ? strew_min(end_of_batch, n_whole) : row + 1;
        const size_t last = is_whole ? n : strew_min(n, end - row * n);
        for (size_t i = 0; i < sizeof runs.of / sizeof *runs.of; i++) {
            const token_run run = cut_run(runs.of[i], first, last);
            if (run.begin < run.end) write_rows(plan, buffers, run, row, end_row);
        }
        batch += end_row == end_of_batch;
    }
    return 1;
}

int strew_write_tokens_chunk(const void *context, size_t begin, size_t end)
{
    const strew_written_tokens *written = context;
    const strew_plan_state *plan = written->plan;
    const strew_token_buffers *buffers = written->buffers;
    if (buffers->data != NULL) {
        const size_t row_bytes = (size_t)strew_sizes_of(plan)[0] * plan->slice_bytes;
        strew_copy(buffers->output + begin * row_bytes, buffers->data + begin * row_bytes, (end - begin) * row_bytes, plan->exceeds_caches);
    }
    return write_tokens(plan, buffers, begin * written->unit, end * written->unit);
}
