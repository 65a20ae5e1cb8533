/* masked_scatter as a plain loop over the mask, written from the header. It shares no code with the library. */
#ifndef STREW_TESTS_MASKS_H
#define STREW_TESTS_MASKS_H

#include <stddef.h>

#include <strew/strew.h>

typedef struct mask_call {
    const strew_tensor *data, *mask, *updates;
    const strew_options *options;
    const strew_tensor *output; /* NULL: it is dense */
} mask_call;

/* Plans; and plans and runs. */
strew_status plan_mask(strew_plan *plan, const mask_call *call, strew_fault *fault);
strew_status make_mask(void *output, const mask_call *call, strew_fault *fault);

/* How many elements of a dense mask are true. */
size_t reference_count_true(const strew_tensor *mask);

/* The loop, over dense tensors. There must be enough updates. output may be the data. */
void reference_masked_scatter(void *output, const strew_tensor *data, const strew_tensor *mask, const strew_tensor *updates,
                              const strew_options *options);

#endif
