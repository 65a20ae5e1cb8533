/* tensor_scatter as a plain loop over tokens, written from ONNX's text and the header. It shares no code with the library. */
#ifndef STREW_TESTS_TOKENS_H
#define STREW_TESTS_TOKENS_H

#include <stdint.h>

#include <strew/strew.h>

#include "reference.h"

typedef struct token_call {
    const strew_tensor *past_cache, *update, *write_indices; /* the last one may be NULL */
    int64_t axis;
    strew_cache_mode mode;
    const strew_options *options; /* NULL is the default. Only policy, negative, ignore_index, and whether the profile wraps count */
    const strew_tensor *output;   /* NULL: it is dense. For the library alone */
} token_call;

strew_status plan_tokens(strew_plan *plan, const token_call *call, strew_fault *fault);
strew_status make_tokens(void *output, const token_call *call, strew_fault *fault);

/* The loop. Shapes must be right, and so must indices except under the policies skip and clamp. output may be the past cache. */
void reference_tensor_scatter(void *output, const token_call *call);

/* Finds the first write index with a token that is out of bounds, whatever the policy; returns whether there is one. */
int tokens_are_out_of_bounds(const token_call *call, reference_position *position);

#endif
