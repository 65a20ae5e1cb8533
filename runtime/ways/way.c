#include "ways/way.h"

#include "copy.h"

int strew_is_shareable(const strew_known *known)
{
    const strew_plan_state *plan = known->plan;
    return (strew_applies(plan) || strew_fetches(plan)) && plan->n_tuples != 0 && strew_has_32_bit_slice_indices(plan);
}

int strew_is_plain(const strew_known *known)
{
    const strew_plan_state *plan = known->plan;
    return strew_applies(plan) && strew_is_as_dense(plan) && !strew_needs_touched(plan);
}

uint64_t strew_known_make_ns(const strew_known *known)
{
    return known->is_checked ? 0 : strew_make_ns(known->plan);
}

/* The slice indices have space for one more than needed: a workspace may begin at any address. No buffer has more than 2^63 bytes, so
 * neither have slice indices nor updates; but both together may. */
size_t strew_stored_bytes(const strew_known *known)
{
    const strew_plan_state *plan = known->plan;
    if (!strew_is_shareable(known) || !strew_is_plain(known)) return strew_record_bytes(known, 1);
    if (known->is_checked || known->pattern == STREW_GRID || plan->n_tuples > SIZE_MAX / 16) return 0;
    return (plan->n_tuples + STREW_PREFETCH_SLICES + 1) * sizeof(uint32_t);
}

size_t strew_record_bytes(const strew_known *known, size_t n)
{
    (void)n; /* threads share it */
    return strew_touched_bytes(known->plan);
}

int strew_check_or_store(strew_work *work)
{
    const strew_plan_state *plan = work->job->plan;
    static const strew_threads alone = {NULL, NULL, 1, 0};
    const int is_part = strew_is_part(&work->schedule->threads); /* which checks all indices, so that all parts return the same */
    const strew_threads *threads = is_part ? &alone : &work->schedule->threads;
    if (work->schedule->bytes != 0 && !strew_needs_touched(plan) && !strew_has_arg(plan)) {
        uint32_t *slice_indices = (void *)strew_align(work->workspace, sizeof *slice_indices);
        if (!strew_fill_slice_indices(threads, work->job, slice_indices)) return STREW_OUT_OF_BOUNDS;
        strew_pad_slice_indices(plan, slice_indices, work->job->layout.n_tuples);
        strew_give_slice_indices(work->job, slice_indices, plan->skips);
        return STREW_IN_BOUNDS;
    }
    return plan->check != NULL ? (int)strew_check(threads, work->job) : STREW_IN_BOUNDS;
}

int strew_are_copies_within(const strew_plan_state *plan, size_t n_bytes)
{
    for (int32_t i = 0; strew_has_copied_rows(plan) && i < plan->views.n_copies; i++) {
        if (strew_magnitude_of(strew_copies_of(plan)[i].output) > n_bytes) return 0;
    }
    return 1;
}

int strew_are_outer_within(const strew_plan_state *plan, size_t n_bytes)
{
    for (int32_t i = 0; strew_is_strided(plan) && i < plan->views.n_outer_loops; i++) {
        if (strew_magnitude_of(strew_outer_loop_of(plan, i)->of.named) >= n_bytes) return 0;
    }
    if (!strew_are_copies_within(plan, n_bytes)) return 0; /* to rows that no tuple can name */
    return strew_is_strided(plan) || plan->n_outer == 1;
}

uint64_t strew_longest_step(const strew_plan_state *plan)
{
    uint64_t longest = 1; /* even if all tuples name the same slice */
    for (int32_t c = 0; c < plan->k; c++) longest = strew_strides_of(plan)[c] > longest ? strew_strides_of(plan)[c] : longest;
    for (int32_t d = 0; d < plan->n_dims; d++) longest = strew_steps_of(plan)[d] > longest ? strew_steps_of(plan)[d] : longest;
    return longest;
}

void strew_copy_between(const strew_work *work, size_t first, size_t stop)
{
    const strew_job *job = work->job;
    const strew_plan_state *plan = job->plan;
    unsigned char *output = job->output - (strew_is_strided(plan) ? (ptrdiff_t)plan->views.named_base : 0);
    if (strew_has_copied_rows(plan)) {
        strew_copy_rows_between(plan, output, work->data, first, stop);
    } else {
        strew_copy(output + first, work->data + first, strew_min(stop, plan->data_bytes) - first, plan->exceeds_caches);
    }
}

#if STREW_BUILD_FEATURE_THREADS
#if STREW_BUILD_CONVERSIONS
/* Units that threads share which have scratch, by their numbers. */
typedef struct numbered_units {
    const strew_work *work;
    strew_chunk *chunk;
    size_t n_units, n_threads;
} numbered_units;

static size_t first_unit(const numbered_units *shared, size_t thread)
{
    return shared->n_units / shared->n_threads * thread + strew_min(thread, shared->n_units % shared->n_threads);
}

/* The units of threads begin to end - 1, which the calling thread runs one after the other. A part has a workspace of its own, and in it
 * scratch for one thread. */
static int run_numbered_chunk(const void *context, size_t begin, size_t end)
{
    const numbered_units *numbered = context;
    int is_right = 1;
    for (size_t thread = begin; thread < end; thread++) {
        strew_work own = *numbered->work;
        const size_t number = strew_is_part(&own.schedule->threads) ? 0 : thread;
        own.workspace = own.scratch + number * strew_scratch_bytes(own.job->plan);
        /* uncovered: only another thread that changes indices makes a tuple out of bounds */
        is_right = is_right && numbered->chunk(&own, first_unit(numbered, thread), first_unit(numbered, thread + 1));
    }
    return is_right;
}
#endif

int strew_share_units(const strew_work *work, size_t n_units, strew_chunk *chunk)
{
    const strew_threads *threads = &work->schedule->threads;
#if STREW_BUILD_CONVERSIONS
    const numbered_units shared = {work, chunk, n_units, n_units == 0 ? 1 : strew_min(threads->n, n_units)};
    if (work->scratch != NULL) return strew_share_chunks(threads, shared.n_threads, run_numbered_chunk, &shared);
#endif
    return strew_share_chunks(threads, n_units, chunk, work);
}
#endif

int strew_run_all_steps(strew_work *work)
{
    const strew_steps all = strew_all_steps(work->job, strew_memory_of(work));
    return strew_run_steps(work->job, &all);
}
