/* A counting sort of the tuples by the slices that they name. Every thread takes a share of the tuples, checks it, turns it into slice
 * indices and counts these by bin. The counts say where each thread puts what it moves, and where the work of one thread ends. Tuples of
 * one slice keep their order, so the result has the same bits as with one thread. */
#include "ways/partition.h"

#include <string.h>

/* ---- The workspace ------------------------------------------------------------------------------------------------------------------- */

static size_t padded(size_t n)
{
    return strew_round_up(n + STREW_PREFETCH_SLICES, STREW_LINE_BYTES / sizeof(uint32_t));
}

/* A chunk has a block of tuples or more. */
static size_t max_chunks(size_t n_tuples, size_t n_threads)
{
    return strew_min(n_threads, n_tuples / STREW_BLOCK + 1);
}

/* With a tuple go its slice index, and its update or its number. Rows have fewer tuples than the plan, with numbers. */
size_t strew_partition_bytes(const strew_plan_state *plan, size_t n_threads)
{
    const size_t n = padded(plan->n_tuples), n_counts = (max_chunks(plan->n_tuples, n_threads) + 1) * strew_max_bins(n_threads);
    const size_t bytes = strew_moved_bytes(plan), moved_bytes = bytes > sizeof(uint32_t) ? bytes : sizeof(uint32_t);
    return sizeof(strew_partition_pass) + n * (2 * sizeof(uint32_t) + moved_bytes) + n_counts * sizeof(uint32_t) + 2 * STREW_LINE_BYTES;
}

/* ---- Whether it is worth it ---------------------------------------------------------------------------------------------------------- */

static size_t bytes(const strew_known *known, size_t n)
{
    return strew_partition_bytes(known->plan, n);
}

/* On one thread there is no loop to wake for. */
static uint64_t ns(const strew_known *known, size_t n)
{
    const uint64_t all = strew_partition_ns(known->plan);
    return n == 1 ? all : all / n + 3 * known->wake_ns + n * STREW_SERIAL_NS_OF_THREAD;
}

/* As many threads as have one waking's worth of work each, and as fit the workspace. One thread alone gains if slices are narrow and the
 * tuples touch some tens of MiB, since a bundle fits the caches. */
static size_t fits(const strew_known *known)
{
    const strew_plan_state *plan = known->plan;
    const int is_moved = strew_is_plain(known) || (strew_moves_rows(plan) && !strew_is_in_order(plan));
    if (known->is_part || !is_moved || known->is_checked || known->pattern == STREW_GRID) return 0;
    /* The numbers of tuples have 32 bits, and a tuple takes less than 64 bytes of a workspace, whose size must fit a size_t. */
    if (!strew_needs_partition(plan, known->n_threads) || plan->n_tuples > strew_min(UINT32_MAX / 2, SIZE_MAX / 64)) return 0;
    size_t n = strew_min(known->n_threads, (size_t)(strew_partition_ns(plan) / known->wake_ns) + 1);
    while (n > 0 && strew_partition_bytes(plan, n) > known->workspace_bytes) n--;
    return known->is_close && n < STREW_MIN_THREADS_IF_CLOSE ? 0 : n;
}

strew_partition_status strew_begin_partition(strew_partition_pass **begun, const strew_job *job, size_t n_threads, void *workspace)
{
    strew_partition_pass *pass = *begun = (void *)strew_align(workspace, STREW_LINE_BYTES);
    const size_t n = padded(job->layout.n_tuples), bytes = job->slices.slice_bytes;
    const int moves_rows = strew_moves_rows(job->plan);
    const strew_sample_result sampled = strew_choose_bins(&pass->bins, job, n_threads);
    if (sampled == STREW_SAMPLE_OUT_OF_BOUNDS) return STREW_PARTITION_OUT_OF_BOUNDS;
    if (sampled == STREW_SAMPLE_CLOSE && n_threads < STREW_MIN_THREADS_IF_CLOSE) return STREW_PARTITION_NOT_WORTH;
    pass->n_threads = n_threads;
    pass->n_chunks = strew_min(max_chunks(job->layout.n_tuples, n_threads), job->layout.n_blocks);
    pass->moved_bytes = moves_rows ? strew_moved_row_bytes(job->plan) : bytes <= STREW_MAX_MOVED_BYTES ? bytes : 0;
    pass->slice_indices = (void *)strew_align(pass + 1, STREW_LINE_BYTES);
    pass->own_slice_indices = pass->slice_indices + n;
    pass->counts = pass->own_slice_indices + n;
    pass->own_updates = (void *)(pass->counts + (pass->n_chunks + 1) * pass->bins.n + 1);
    return STREW_PARTITION_BEGUN;
}

/* ---- Counting ------------------------------------------------------------------------------------------------------------------------ */

static size_t first_block(const strew_partition_pass *pass, const strew_job *job, size_t chunk)
{
    const size_t n = job->layout.n_blocks;
    return n / pass->n_chunks * chunk + strew_min(chunk, n % pass->n_chunks);
}

static int count_chunk(const strew_partition_pass *pass, const strew_job *job, size_t chunk)
{
    uint32_t *counts = pass->counts + chunk * pass->bins.n;
    memset(counts, 0, pass->bins.n * sizeof *counts);
    for (size_t i = first_block(pass, job, chunk), end = first_block(pass, job, chunk + 1); i < end; i++) {
        strew_block block = strew_block_at(&job->layout, i);
        uint32_t *slice_indices = pass->slice_indices + block.first;
        if (strew_slice_indices_of(job, &block, slice_indices) == NULL) return 0;
        strew_count_by_bin(&pass->bins, counts, slice_indices, block.n);
    }
    return 1;
}

int strew_count_chunk(const void *context, size_t begin, size_t end)
{
    const strew_shared_partition *shared = context;
    for (size_t chunk = begin; chunk < end; chunk++) {
        if (!count_chunk(shared->pass, shared->job, chunk)) return 0;
    }
    return 1;
}

/* ---- Bundles ------------------------------------------------------------------------------------------------------------------------ */

/* Turns the counts into places: how many tuples of the bin the chunks before have. Returns the tuples of each bin. */
static uint32_t *add_counts(const strew_partition_pass *pass)
{
    uint32_t *restrict sums = pass->counts + pass->n_chunks * pass->bins.n;
    memset(sums, 0, pass->bins.n * sizeof *sums);
    for (size_t chunk = 0; chunk < pass->n_chunks; chunk++) {
        uint32_t *restrict counts = pass->counts + chunk * pass->bins.n;
        for (size_t bin = 0; bin < pass->bins.n; bin++) {
            const uint32_t n = counts[bin];
            counts[bin] = sums[bin];
            sums[bin] += n;
        }
    }
    return sums;
}

/* Sums of integers are the same in any order. So a bin with more than its share of the tuples may be divided among threads: the first of
 * them adds to output, every other one to sums of its own, for which the bin must be small. They are where the slice indices in order
 * were. */
static unsigned char *find_own_sums(const strew_partition_pass *pass, size_t thread)
{
    return (unsigned char *)pass->slice_indices + thread * STREW_MAX_OWN_SUMS_BYTES;
}

/* Which bins may be divided, or NULL for none. */
static const uint8_t *find_divisible(strew_partition_pass *pass, const strew_job *job)
{
    const strew_bins *bins = &pass->bins;
    if (pass->moved_bytes == 0 || !job->plan->is_integer_sum || strew_moves_rows(job->plan)) return NULL;
    if (job->layout.n_tuples < pass->n_threads * (STREW_MAX_OWN_SUMS_BYTES / sizeof(uint32_t))) return NULL;
    uint8_t *is_divisible = pass->bundle_of_bin; /* which is not known yet */
    for (size_t coarse = 0, bin = 0; coarse < STREW_MAX_COARSE_BINS; coarse++) {
        const size_t end = bin + ((size_t)1 << (bins->shift - bins->fine_shift[coarse]));
        const uint8_t is_small = (size_t)STREW_MAX_OWN_SUMS_BYTES >> bins->fine_shift[coarse] >= pass->moved_bytes;
        for (; bin < end; bin++) is_divisible[bin] = is_small;
    }
    return is_divisible;
}

/* Cuts the bins, and joins those between the cuts to bundles that fit a cache. */
uint32_t strew_cut_bundles(strew_partition_pass *pass, const strew_job *job)
{
    strew_bundles *bundles = &pass->bundles;
    const size_t n_bins = pass->bins.n, n_small = strew_min(job->plan->data_bytes / STREW_BUNDLE_BYTES + 1, STREW_MAX_SMALL_BUNDLES);
    uint32_t *first = add_counts(pass);
    const uint32_t all = first[n_bins] = strew_sum_up(first, n_bins), max = all / (uint32_t)n_small + 1;
    strew_cut *cut = pass->cut;
    const uint32_t longest = strew_cut_line(cut, first, n_bins, job->slices.slice_bytes, pass->n_threads, find_divisible(pass, job));
    size_t n = 0, thread = 0;
    int is_split = 1; /* the bin before has a bundle of its own; so has the first one */
    for (size_t bin = 0; bin < n_bins; bin++) {
        const int is_cut = cut[thread].bundle == bin;
        if (is_split || is_cut || first[bin] - pass->first[n - 1] >= max) pass->first[n++] = first[bin];
        pass->bundle_of_bin[bin] = (uint8_t)(n - 1);
        for (is_split = 0; cut[thread].bundle == bin; thread++) {
            is_split |= cut[thread].column != 0 || cut[thread].tuple != 0;
            cut[thread].bundle = n - 1;
        }
    }
    for (; thread <= pass->n_threads; thread++) cut[thread].bundle = n;
    pass->first[n] = all;
    bundles->n = n;
    bundles->cut = cut;
    bundles->first = pass->first;
    bundles->slice_indices = pass->own_slice_indices;
    bundles->updates = pass->own_updates;
    bundles->tuples = pass->moved_bytes != 0 ? NULL : (const void *)pass->own_updates;
    for (size_t i = 0; i < STREW_PREFETCH_SLICES; i++) pass->own_slice_indices[all + i] = 0;
    if (strew_moves_rows(job->plan)) memset(pass->own_updates + all * pass->moved_bytes, 0, STREW_PREFETCH_ROWS * pass->moved_bytes);
    return longest;
}

/* ---- Moving -------------------------------------------------------------------------------------------------------------------------- */

/* Rows, and weights, are found some at a time. */
static void move_rows(const strew_partition_pass *pass, const strew_job *job, strew_moved moved, size_t begin, size_t end, uint32_t *place)
{
    unsigned char rows[STREW_MAX_MOVED_ROWS * STREW_MAX_MOVED_ROW_BYTES];
    moved.updates = rows;
    for (size_t n; begin < end; begin += n) {
        n = strew_min(end - begin, STREW_MAX_MOVED_ROWS);
        strew_copy_rows_to_move(job, begin, n, rows);
        moved.slice_indices = pass->slice_indices + begin;
        strew_move_by_bin(&pass->bins, &moved, 0, n, place);
    }
}

static void move_chunk(const strew_partition_pass *pass, const strew_job *job, size_t chunk)
{
    uint32_t place[STREW_MAX_BUNDLES];
    const uint32_t *counts = pass->counts + chunk * pass->bins.n;
    memcpy(place, pass->first, pass->bundles.n * sizeof *place);
    for (size_t bin = 0; bin < pass->bins.n; bin++) place[pass->bundle_of_bin[bin]] += counts[bin];
    const size_t begin = strew_first_tuple(&job->layout, first_block(pass, job, chunk)),
                 end = strew_first_tuple(&job->layout, first_block(pass, job, chunk + 1));
    const strew_moved moved = {pass->slice_indices, job->updates,      pass->own_slice_indices,
                               pass->own_updates,   pass->moved_bytes, pass->bundle_of_bin};
    if (strew_moves_rows(job->plan)) {
        move_rows(pass, job, moved, begin, end, place);
    } else {
        strew_move_by_bin(&pass->bins, &moved, begin, end, place);
    }
}

int strew_move_chunk(const void *context, size_t begin, size_t end)
{
    const strew_shared_partition *shared = context;
    for (size_t chunk = begin; chunk < end; chunk++) move_chunk(shared->pass, shared->job, chunk);
    return 1;
}

/* ---- Applying ------------------------------------------------------------------------------------------------------------------------ */

/* The slices of the bundle in which a thread begins. */
static strew_bin_range find_own_range(const strew_partition_pass *pass, const strew_job *job, size_t thread)
{
    const strew_bundles *bundles = &pass->bundles;
    strew_bin_range range = strew_range_of(&pass->bins, bundles->slice_indices[bundles->first[bundles->cut[thread].bundle]]);
    range.n = (uint32_t)strew_min(range.n, (size_t)job->n_slices - range.first);
    return range;
}

static void add_own_sums(const strew_partition_pass *pass, const strew_job *job, size_t thread)
{
    const strew_bundles *bundles = &pass->bundles;
    const strew_cut begin = bundles->cut[thread], end = bundles->cut[thread + 1];
    const strew_bin_range range = find_own_range(pass, job, thread);
    const size_t bytes = pass->moved_bytes,
                 stop = end.bundle == begin.bundle ? bundles->first[end.bundle] + end.tuple : bundles->first[begin.bundle + 1];
    const strew_slices slices = {bytes, bytes, bytes, 0, 0, strew_in_order, 0};
    unsigned char *sums = find_own_sums(pass, thread);
    uint32_t slice_indices[STREW_BLOCK];
    memset(sums, 0, range.n * bytes);
    for (size_t at = bundles->first[begin.bundle] + begin.tuple, n; at < stop; at += n) {
        n = strew_min(stop - at, STREW_BLOCK);
        for (size_t i = 0; i < n; i++) slice_indices[i] = bundles->slice_indices[at + i] - range.first;
        job->apply->run(sums, bundles->updates + at * bytes, slice_indices, n, &slices);
    }
}

static void apply_part(const strew_partition_pass *pass, const strew_job *job, size_t thread)
{
    if (pass->bundles.cut[thread].tuple != 0) add_own_sums(pass, job, thread);
    strew_apply_bundle_part(&pass->bundles, job, thread);
}

/* Adds the sums of bundles that threads divided to output. */
static void finish_sums(const strew_partition_pass *pass, const strew_job *job)
{
    for (size_t thread = 0; thread < pass->n_threads; thread++) {
        if (pass->bundles.cut[thread].tuple == 0) continue;
        const strew_bin_range range = find_own_range(pass, job, thread);
        const size_t bytes = range.n * pass->moved_bytes;
        const strew_apply_kernel *any_width = strew_of_any_width(job->apply);
        const strew_slices slices = {bytes, bytes, bytes, 0, 0, strew_in_order, 0};
        unsigned char *to = job->output + range.first * pass->moved_bytes;
        any_width->run(to, find_own_sums(pass, thread), strew_in_order, 1, &slices);
    }
}

int strew_apply_moved_chunk(const void *context, size_t begin, size_t end)
{
    const strew_shared_partition *shared = context;
    for (size_t thread = begin; thread < end; thread++) apply_part(shared->pass, shared->job, thread);
    return 1;
}

/* ---- The way ------------------------------------------------------------------------------------------------------------------------- */

static strew_partition_pass *pass_of(const strew_work *work)
{
    return (void *)strew_align(work->workspace, STREW_LINE_BYTES);
}

/* The threads that share so many chunks. */
static strew_threads threads_of(const strew_work *work)
{
    strew_threads threads = work->schedule->threads;
    if (work->schedule->n == 1) threads.n = 1;
    return threads;
}

static int check(strew_work *work)
{
    strew_partition_pass *pass;
    const strew_partition_status begun = strew_begin_partition(&pass, work->job, work->schedule->n, work->workspace);
    if (begun == STREW_PARTITION_NOT_WORTH) return STREW_NOT_WORTH;
    const strew_shared_partition shared = {pass, work->job};
    const strew_threads threads = threads_of(work);
    const int is_right = begun != STREW_PARTITION_OUT_OF_BOUNDS && strew_run_chunks(&threads, pass->n_chunks, strew_count_chunk, &shared);
    return is_right ? STREW_IN_BOUNDS : STREW_OUT_OF_BOUNDS;
}

/* Whether one thread that applies the counted tuples in their order is as fast. */
static int is_faster_alone(const strew_partition_pass *pass, const strew_work *work, uint32_t longest)
{
    const strew_plan_state *plan = work->job->plan;
    const uint64_t longest_ns = strew_longest_ns(&pass->bundles, longest, strew_apply_moved_ns(plan));
    return pass->n_threads > 1 && strew_apply_ns(plan) <= strew_move_ns(plan) / pass->n_threads + longest_ns + 2 * work->schedule->wake_ns;
}

static int run(strew_work *work)
{
    strew_partition_pass *pass = pass_of(work);
    const strew_shared_partition shared = {pass, work->job};
    const strew_threads threads = threads_of(work);
    const uint32_t longest = strew_cut_bundles(pass, work->job);
    if (is_faster_alone(pass, work, longest)) {
        strew_give_slice_indices(work->job, pass->slice_indices, work->job->plan->skips); /* they need not be made again */
        strew_pad_slice_indices(work->job->plan, pass->slice_indices, work->job->layout.n_tuples);
        return strew_run_all_steps(work);
    }
    strew_run_chunks(&threads, pass->n_chunks, strew_move_chunk, &shared);
    strew_run_chunks(&threads, pass->n_threads, strew_apply_moved_chunk, &shared);
    finish_sums(pass, work->job);
    return 1;
}

const strew_way strew_partition_way = {"partition", fits, bytes, ns, check, NULL, run, 0, 1};
