/* Calls as text: "scatter_nd data=float32[4,3] indices=int64[5,1] updates=float32[5,3] add policy=skip". */
#ifndef STREW_TESTS_CALL_TEXT_H
#define STREW_TESTS_CALL_TEXT_H

#include <stdint.h>

#include <strew/strew.h>

/* The operator comes first. Then, in any order: tensors, as name=dtype[sizes] or name=dtype[sizes]{strides}, where a dtype may be a number,
 * and a size 3, -3, 2^40, top4, which is 2^60 or 2^28 where addresses have 32 bits, each with +3 or -3 behind it, end, the largest of
 * ptrdiff_t, or max, that of int64; a reduction; axis, batch_dims and mode with a number; policy=skip; negative, nan, excludes_self,
 * accumulate, mean_rounding, initial, offsets_end, isa, arg_fill, arg_rule and arg_counts with a number; profile=ONNX_ScatterND-18; alpha
 * and fill without a value. */
enum { TEXT_TENSORS = 12 };
typedef struct text_call {
    strew_call call;
    strew_options options;
    int64_t arg_fill;
    int64_t shapes[TEXT_TENSORS][STREW_MAX_RANK + 1], strides[TEXT_TENSORS][STREW_MAX_RANK + 1];
} text_call;

/* Valid as long as it is not moved. A text that cannot be read fails the test. */
void read_call(text_call *to, const char *text);

/* Planning the call, with shapes at either end of their pages, and its form of one call where there is one, must come to this fault, whose
 * sentence has each of the parts (see assert_sentence), and leave output alone; or must work. */
void reject_text(const char *text, strew_fault expected, const char *sentence_parts);
void accept_text(const char *text);

/* The plan of a call that must work. */
strew_plan plan_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The operator in one call, where it has such a form; else STREW_STATUS_UNKNOWN_OPERATOR. Indices and updates are at these addresses. */
strew_status make_one_call(void *output, const strew_call *call, const void *data, const void *indices, const void *updates,
                           strew_fault *fault);

#endif
