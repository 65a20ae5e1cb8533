/* Products are made in a room on the stack, columns of some tuples at a time, and applied from there. */
#include "weigh.h"

#include "rows.h"
#include "util.h"

enum { ROOM_BYTES = 256 };

/* Combines a slice of output with products, in the wider type of both. */
static STREW_INLINE void combine_mixed(const strew_plan_state *plan, unsigned char *to, const unsigned char *products, size_t n)
{
    double old[STREW_MAX_FACTORS], update[STREW_MAX_FACTORS];
    const strew_combination *combination = strew_combination_of(plan);
    for (size_t done = 0, n_here; done < n; done += n_here) {
        n_here = strew_min(n - done, STREW_MAX_FACTORS);
        strew_convert_by_steps(&combination->update, (unsigned char *)update, products + done * combination->update.from_bytes, n_here);
        strew_combine_elements(combination, to + done * combination->result.to_bytes, (unsigned char *)update, (unsigned char *)old,
                               n_here);
    }
}

/* The slices of n tuples of a list from number `begin` on, if it has as many. Kernels would prefetch them again for each of the columns. */
static STREW_INLINE void prefetch_slices(const strew_job *job, const strew_batch *list, size_t begin, size_t n, const unsigned char *output,
                                         size_t stride_bytes)
{
    const size_t n_bytes = strew_min(strew_sums_of(job->plan, job->slices.slice_bytes), STREW_MAX_WHOLE_BYTES),
                 end = strew_min(list->n, begin + n);
    for (size_t i = begin; i < end; i++) {
        const unsigned char *slice = output + list->slice_indices[i] * stride_bytes;
        for (size_t line = 0; line < n_bytes; line += STREW_LINE_BYTES) STREW_PREFETCH_AT(slice, line);
        STREW_PREFETCH_AT(slice, n_bytes - 1);
    }
}

STREW_OWN_FRAME void strew_apply_weighted(const strew_job *job, const strew_apply_kernel *apply, const strew_batch *list,
                                          const unsigned char *updates, size_t outer, unsigned char *output, size_t stride_bytes)
{
    unsigned char products[ROOM_BYTES], converted[ROOM_BYTES];
    const strew_plan_state *plan = job->plan;
    const size_t element_bytes = (size_t)plan->element_bytes, of_product = strew_weighing_of(plan)->product_bytes,
                 of_converted = strew_converts(plan) ? strew_conversion_of(plan)->to_bytes : 0,
                 n_of_slice = strew_elements_of(job, job->slices.slice_bytes),
                 n_of_room = ROOM_BYTES / (of_product > of_converted ? of_product : of_converted),
                 max_elements = strew_min(n_of_slice, n_of_room), max = n_of_room / max_elements;
    const int is_combined = strew_is_mixed(plan) && apply == job->apply;
    for (size_t done = 0, n_known = 0, n; done < list->n; done += n) {
        n = strew_min(list->n - done, max);
        n_known = strew_keep_rows_known(job, list, n_known, done + n, updates);
        if (job->slices.prefetches_output) prefetch_slices(job, list, done + STREW_PREFETCH_ROWS, n, output, stride_bytes);
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
                strew_convert_by_steps(strew_conversion_of(plan), converted, products, n * n_here);
                bytes = of_converted;
            }
            const strew_slices slices = {n_here * bytes, stride_bytes, n_here * bytes, 0, 0, strew_in_order, 0};
            const strew_apply_kernel *any_width = strew_of_any_width(apply);
            any_width->run(to, strew_converts(plan) ? converted : products, slice_indices, n, &slices);
        }
    }
}
