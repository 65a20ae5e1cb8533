/* Products are made in a room on the stack, columns of some tuples at a time, and applied from there. */
#include "weigh.h"

#include "source.h"
#include "util.h"

#include <string.h>

enum { ROOM_BYTES = 512, FACTORS_BYTES = 256, MAX_FACTORS = 32 };

static STREW_INLINE size_t elements_of(const strew_job *job, size_t n_bytes)
{
    return n_bytes / (size_t)job->plan->element_bytes;
}

/* In a frame of its own, because conversions have room for numbers of the wider type. */
STREW_OWN_FRAME static void convert(const strew_conversion *conversion, unsigned char *to, const unsigned char *products, size_t n)
{
    strew_convert_by_steps(conversion, to, products, n);
}

STREW_OWN_FRAME void strew_read_updates(const strew_job *job, const strew_batch *list, size_t done, size_t n, const unsigned char *updates,
                                        const strew_columns *columns, unsigned char *products)
{
    const strew_weighing *weighing = strew_weighing_of(job->plan);
    const size_t n_elements = elements_of(job, columns->n_bytes), n_bytes = n_elements * weighing->product_bytes,
                 begin = strew_update_bytes_of(job->plan, columns->begin);
    for (size_t i = 0; i < n; i++) {
        const strew_ordered at = strew_find_ordered(job, list->first + list->tuples[done + i], 1);
        const unsigned char *from = updates + at.offset + begin;
        if (weighing->reads) {
            convert(&weighing->read, products + i * n_bytes, from, n_elements);
        } else {
            memcpy(products + i * n_bytes, from, n_bytes);
        }
    }
}

/* Multiplies the n products before `end` by as many weights. */
static STREW_INLINE void multiply(const strew_weighing *weighing, unsigned char *end, const unsigned char *factors, size_t n)
{
    unsigned char widened[MAX_FACTORS * sizeof(uint64_t)];
    const size_t n_bytes = n * weighing->product_bytes;
    if (weighing->widens) convert(&weighing->widen, widened, factors, n);
    strew_run_step(weighing->multiply, end - n_bytes, weighing->widens ? widened : factors, n_bytes);
}

STREW_OWN_FRAME void strew_weigh(const strew_job *job, const strew_batch *list, size_t done, size_t n, size_t outer,
                                 const strew_columns *columns, unsigned char *products)
{
    unsigned char factors[FACTORS_BYTES];
    const strew_weighing *weighing = strew_weighing_of(job->plan);
    const unsigned char *weights = strew_factors_of_outer(&weighing->at, job->weights, outer);
    const size_t n_elements = elements_of(job, columns->n_bytes), first = job->first_element + elements_of(job, columns->begin);
    const size_t max = strew_min(MAX_FACTORS, FACTORS_BYTES / weighing->at.bytes);
    size_t n_factors = 0;
    for (size_t i = 0; i < n; i++) {
        const unsigned char *of_tuple = strew_factors_of_named(&weighing->at, weights, list->first + list->tuples[done + i]);
        for (size_t at = 0, n_here; at < n_elements; at += n_here) {
            n_here = strew_min(n_elements - at, max - n_factors);
            strew_copy_factors(&weighing->at, of_tuple, first + at, n_here, factors + n_factors * weighing->at.bytes);
            products += n_here * weighing->product_bytes;
            n_factors += n_here;
            if (n_factors != max) continue;
            multiply(weighing, products, factors, n_factors);
            n_factors = 0;
        }
    }
    if (n_factors != 0) multiply(weighing, products, factors, n_factors);
}

/* Combines a slice of output with products, in the wider type of both. */
STREW_OWN_FRAME static void combine_mixed(const strew_plan_state *plan, unsigned char *to, const unsigned char *products, size_t n)
{
    double old[MAX_FACTORS], update[MAX_FACTORS];
    const strew_combination *combination = strew_combination_of(plan);
    for (size_t done = 0, n_here; done < n; done += n_here) {
        n_here = strew_min(n - done, MAX_FACTORS);
        strew_convert_by_steps(&combination->update, (unsigned char *)update, products + done * combination->update.from_bytes, n_here);
        strew_combine_elements(combination, to + done * combination->result.to_bytes, (unsigned char *)update, (unsigned char *)old,
                               n_here);
    }
}

STREW_OWN_FRAME void strew_apply_weighted(const strew_job *job, const strew_apply_kernel *apply, const strew_batch *list,
                                          const unsigned char *updates, size_t outer, unsigned char *output, size_t stride_bytes)
{
    unsigned char products[ROOM_BYTES], converted[ROOM_BYTES];
    const strew_plan_state *plan = job->plan;
    const size_t element_bytes = (size_t)plan->element_bytes, of_product = strew_weighing_of(plan)->product_bytes,
                 of_converted = strew_converts(plan) ? strew_conversion_of(plan)->to_bytes : 0,
                 n_of_slice = elements_of(job, job->slices.slice_bytes),
                 n_of_room = ROOM_BYTES / (of_product > of_converted ? of_product : of_converted),
                 max_elements = strew_min(n_of_slice, n_of_room), max = n_of_room / max_elements;
    const int is_combined = strew_is_mixed(plan) && apply == job->apply;
    for (size_t done = 0, n; done < list->n; done += n) {
        n = strew_min(list->n - done, max);
        const uint32_t *slice_indices = list->slice_indices + done;
        for (size_t at = 0, n_here; at < n_of_slice; at += n_here) {
            n_here = strew_min(n_of_slice - at, max_elements);
            const strew_columns columns = {at * element_bytes, n_here * element_bytes};
            unsigned char *to = output + strew_sums_of(plan, columns.begin);
            size_t bytes = of_product;
            strew_read_updates(job, list, done, n, updates, &columns, products);
            strew_weigh(job, list, done, n, outer, &columns, products);
            for (size_t i = 0; is_combined && i < n; i++) {
                combine_mixed(plan, to + slice_indices[i] * stride_bytes, products + i * n_here * bytes, n_here);
            }
            if (is_combined) continue;
            if (strew_converts(plan)) {
                convert(strew_conversion_of(plan), converted, products, n * n_here);
                bytes = of_converted;
            }
            const strew_slices slices = {n_here * bytes, stride_bytes, n_here * bytes, 0, 0, strew_in_order, 0};
            const strew_apply_kernel *any_width = strew_of_any_width(apply);
            any_width->run(to, strew_converts(plan) ? converted : products, slice_indices, n, &slices);
        }
    }
}
