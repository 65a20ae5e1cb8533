/* Which kernels of the list some plan has chosen: what no plan chooses, no test compares. */
#ifndef STREW_TESTS_CHOSEN_KERNELS_H
#define STREW_TESTS_CHOSEN_KERNELS_H

#include <strew/strew.h>

#include "plan_state.h" /* the kernels of a plan: the public header names only the one that writes */

/* Records every kernel of the plan. Fails the test if one of them is not in the list. */
void record_chosen(const strew_plan *of);

/* Which kernels: those that apply, that select tuples, or that read indices. Prints the names of those that can run here but were never
 * chosen, and fails the test if there are any. */
typedef enum kernel_group {
    APPLY_KERNELS,
    PUT_KERNELS,
    SELECT_KERNELS,
    GATHER_KERNELS,
    MEAN_KERNELS,
    FUSED_KERNELS,      /* which test_weigh and test_compare run, for every instruction set */
    CONVERTING_KERNELS, /* which test_scale_kernels and test_blocks run, each for every instruction set */
    INDICES_KERNELS
} kernel_group;
void expect_all_chosen(kernel_group group);

#endif
