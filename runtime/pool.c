/* Sharing work among the caller's threads. Which thread has which chunk does not matter: what is shared gives the same bits then. */
#include "pool.h"

#include "util.h"

typedef struct work {
    strew_chunk *chunk;
    const void *context;
    size_t n_units, n_chunks;
    unsigned char results[STREW_MAX_THREADS]; /* of each chunk */
} work;

static size_t first_unit(const work *work, size_t chunk)
{
    return work->n_units / work->n_chunks * chunk + strew_min(chunk, work->n_units % work->n_chunks);
}

static void run_chunk(void *argument, size_t i)
{
    work *work = argument;
    work->results[i] = (unsigned char)work->chunk(work->context, first_unit(work, i), first_unit(work, i + 1));
}

int strew_share_chunks(const strew_threads *threads, size_t n_units, strew_chunk *chunk, const void *context)
{
    work work = {.chunk = chunk, .context = context, .n_units = n_units, .n_chunks = strew_min(threads->n, n_units)};
    if (strew_is_part(threads)) { /* the others are run elsewhere, and what they find is not known here */
        if (work.n_chunks == 0) work.n_chunks = 1;
        if (threads->part >= work.n_chunks) return 1;
        run_chunk(&work, threads->part);
        return work.results[threads->part];
    }
    if (work.n_chunks > 1) {
        threads->parallel_for(threads->pool, work.n_chunks, run_chunk, &work);
    } else {
        work.n_chunks = 1;
        run_chunk(&work, 0);
    }
    int min = work.results[0];
    for (size_t i = 1; i < work.n_chunks; i++) min = work.results[i] < min ? work.results[i] : min;
    return min;
}
