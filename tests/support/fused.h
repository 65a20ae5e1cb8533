/* Random calls whose updates are rows of a table, have weights, or an arg: against plain scatters of updates that were found and multiplied
 * one by one, and for the arg against a plain loop. */
#ifndef STREW_TESTS_FUSED_H
#define STREW_TESTS_FUSED_H

#include <stdint.h>

#include <strew/strew.h>

#include "reference.h"

enum { FUSED_MAX_RANK = 4 };

/* What is called; shapes are drawn. */
typedef struct fused_call {
    reference_operator op;
    int is_strided, has_rows, has_weights, has_arg;
    strew_dtype data, updates, weights, products, arg;
    strew_reduction reduction;
    strew_options options;
    int64_t axis, batch_dims, n_rows;
    int32_t rank, indices_rank, tuples_rank, updates_rank, weights_rank, ordered_rank;
    int64_t shape[FUSED_MAX_RANK], indices_shape[FUSED_MAX_RANK + 1], updates_shape[STREW_MAX_RANK], weights_shape[STREW_MAX_RANK],
        ordered_shape[STREW_MAX_RANK];
} fused_call;

/* The buffers of the calls, of a test that draws some. */
void open_fused_views(void);
void close_fused_views(void);

/* A number from low to high. */
int64_t draw_fused(int64_t low, int64_t high);

/* Draws the types of updates and weights for those of data, and all shapes. */
void draw_fused_types(fused_call *of);
void draw_fused_shapes(fused_call *of);

/* What an update does to an element that an update has come to before, or not, by the types of data and products, the reduction and the
 * options: 1 if it takes its place, 2 if it is as good, 0 if it is neither. */
int try_fused_update(const fused_call *of, unsigned char *element, const unsigned char *update, int is_first);

/* Runs a call with drawn contents in all forms, and compares. */
void expect_fused_call(fused_call *of);

#endif
