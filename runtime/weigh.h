/* Products of updates and weights, which take the place of updates. They are made in a room on the stack, columns of some tuples at a
 * time; in the frame of the caller, because a kernel is six below a public call. */
#ifndef STREW_WEIGH_H
#define STREW_WEIGH_H

#include "source.h"
#include "util.h"
#include "walk.h"

#include <string.h>

#if STREW_BUILD_FUSED
enum { STREW_FACTORS_BYTES = 256, STREW_MAX_FACTORS = 32 };

/* The elements of so many bytes of data. */
static STREW_INLINE size_t strew_elements_of(const strew_job *job, size_t n_bytes)
{
    return n_bytes / (size_t)job->plan->element_bytes;
}

/* Reads columns of the updates of n tuples of a list, from number `done` of the list on, in the type of the products; those of the outer
 * index begin at `updates`. */
static STREW_INLINE void strew_read_updates(const strew_job *job, const strew_batch *list, size_t done, size_t n,
                                            const unsigned char *updates, const strew_columns *columns, unsigned char *products)
{
    const strew_weighing *weighing = strew_weighing_of(job->plan);
    const size_t n_elements = strew_elements_of(job, columns->n_bytes), n_bytes = n_elements * weighing->product_bytes,
                 begin = strew_update_bytes_of(job->plan, columns->begin);
    for (size_t i = 0; i < n; i++) {
        const strew_ordered at = strew_find_ordered(job, list->first + list->tuples[done + i], 1);
        const unsigned char *from = updates + at.offset + begin;
        if (weighing->reads) {
            strew_convert_by_steps(&weighing->read, products + i * n_bytes, from, n_elements);
        } else {
            memcpy(products + i * n_bytes, from, n_bytes);
        }
    }
}

/* Multiplies the n products before `end` by as many weights. */
static STREW_INLINE void strew_multiply_by_factors(const strew_weighing *weighing, unsigned char *end, const unsigned char *factors,
                                                   size_t n)
{
    unsigned char widened[STREW_MAX_FACTORS * sizeof(uint64_t)];
    const size_t n_bytes = n * weighing->product_bytes;
    if (weighing->widens) strew_convert_by_steps(&weighing->widen, widened, factors, n);
    strew_run_step(weighing->multiply, end - n_bytes, weighing->widens ? widened : factors, n_bytes);
}

/* Multiplies what was read by the weights of the tuples. */
static STREW_INLINE void strew_weigh(const strew_job *job, const strew_batch *list, size_t done, size_t n, size_t outer,
                                     const strew_columns *columns, unsigned char *products)
{
    unsigned char factors[STREW_FACTORS_BYTES];
    const strew_weighing *weighing = strew_weighing_of(job->plan);
    const unsigned char *weights = strew_factors_of_outer(&weighing->at, job->weights, outer);
    const size_t n_elements = strew_elements_of(job, columns->n_bytes), first = job->first_element + strew_elements_of(job, columns->begin);
    const size_t max = strew_min(STREW_MAX_FACTORS, STREW_FACTORS_BYTES / weighing->at.bytes);
    size_t n_factors = 0;
    for (size_t i = 0; i < n; i++) {
        const unsigned char *of_tuple = strew_factors_of_named(&weighing->at, weights, list->first + list->tuples[done + i]);
        for (size_t at = 0, n_here; at < n_elements; at += n_here) {
            n_here = strew_min(n_elements - at, max - n_factors);
            strew_copy_factors(&weighing->at, of_tuple, first + at, n_here, factors + n_factors * weighing->at.bytes);
            products += n_here * weighing->product_bytes;
            n_factors += n_here;
            if (n_factors != max) continue;
            strew_multiply_by_factors(weighing, products, factors, n_factors);
            n_factors = 0;
        }
    }
    if (n_factors != 0) strew_multiply_by_factors(weighing, products, factors, n_factors);
}

/* As strew_apply_list, of products. */
void strew_apply_weighted(const strew_job *job, const strew_apply_kernel *apply, const strew_batch *list, const unsigned char *updates,
                          size_t outer, unsigned char *output, size_t stride_bytes);
#else
#define strew_apply_weighted(job, apply, list, updates, outer, output, stride_bytes) ((void)(outer))
#endif

#endif /* STREW_WEIGH_H */
