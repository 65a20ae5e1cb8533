/* Writing tokens to a cache. A token is a slice of updates; those of one batch and outer index are neighbours, in updates and in output. */
#ifndef STREW_TENSOR_SCATTER_H
#define STREW_TENSOR_SCATTER_H

#include "plan_state.h"
#include "pool.h"

/* The buffers of a run. `indices` has one index for each batch, or no bytes if all are 0. `data` is copied with the tokens, of a part; NULL
 * if it is not. */
typedef struct strew_token_buffers {
    unsigned char *output;
    const unsigned char *indices, *updates, *data;
} strew_token_buffers;

#if STREW_BUILD_FEATURE_TENSOR_SCATTER
/* Checks all write indices, if the policy needs that. */
strew_status strew_check_tokens(const strew_plan_state *plan, const unsigned char *indices, strew_fault *fault);

/* Sets the slice index of the first token of each batch and outer index, of a short call. Zero if one is not where all tokens of its batch
 * are in bounds and neighbours: then there is more to do, or to reject. */
int strew_locate_tokens(const strew_plan_state *plan, const unsigned char *indices, uint32_t *slice_indices);

/* Writes all tokens of updates, which has bytes, token by token; or all rows of data with their tokens, row by row. Zero if one is out of
 * bounds after all: another thread has changed the indices. */
typedef struct strew_written_tokens {
    const strew_plan_state *plan;
    const strew_token_buffers *buffers;
    size_t unit; /* tokens of a unit */
} strew_written_tokens;
strew_chunk strew_write_tokens_chunk;

static inline int strew_write_tokens(const strew_threads *threads, const strew_plan_state *plan, const strew_token_buffers *buffers)
{
    const size_t unit = buffers->data != NULL ? plan->n_tokens : 1, n_rows = plan->n_tuples * plan->n_outer;
    const strew_written_tokens written = {plan, buffers, unit};
    return strew_run_chunks(threads, buffers->data != NULL ? n_rows : n_rows * plan->n_tokens, strew_write_tokens_chunk, &written);
}
#else /* there is no such plan */
#define strew_check_tokens(plan, indices, fault) ((void)(plan), (void)(indices), (void)(fault), STREW_OK)
#define strew_locate_tokens(plan, indices, slice_indices) ((void)(plan), (void)(indices), (void)(slice_indices), 0)
#define strew_write_tokens(threads, plan, buffers) ((void)(threads), (void)(plan), (void)(buffers), 0)
#endif

#endif /* STREW_TENSOR_SCATTER_H */
