/* Calls to be made invalid: the fault of the rejection, and that no byte of any buffer has changed. */
#ifndef STREW_TESTS_REJECTION_H
#define STREW_TESTS_REJECTION_H

#include <stddef.h>
#include <stdint.h>

#include <strew/strew.h>

#include "guarded.h"
#include "operators.h"

/* Bytes of each buffer, and room for shapes of more dimensions than there may be. */
enum { BUFFER_BYTES = 512, SHAPE_ROOM = STREW_MAX_RANK + 2 };

/* The arguments of a call. The tensors get their pointers when the call is made: to these shapes, and to buffers. All indices are 0. */
typedef struct call {
    reference_operator op;
    strew_tensor data, indices, updates;
    int64_t data_shape[SHAPE_ROOM], indices_shape[SHAPE_ROOM], updates_shape[SHAPE_ROOM];
    int64_t axis, batch_dims;
    strew_reduction reduction;
    strew_options options;
} call;

/* data [4, 3, 2] of float32, five tuples of int64, added: indices [5, 2] in scatter_nd, [3, 5, 2] and [5] along axis 1 in the others. */
call good_call(reference_operator op);

#define DATA(call, ...) set_shape(&(call).data, (call).data_shape, sizeof((int64_t[]){__VA_ARGS__}), (int64_t[]){__VA_ARGS__})
#define INDICES(call, ...) set_shape(&(call).indices, (call).indices_shape, sizeof((int64_t[]){__VA_ARGS__}), (int64_t[]){__VA_ARGS__})
#define UPDATES(call, ...) set_shape(&(call).updates, (call).updates_shape, sizeof((int64_t[]){__VA_ARGS__}), (int64_t[]){__VA_ARGS__})
void set_shape(strew_tensor *tensor, int64_t *shape, size_t bytes, const int64_t *sizes);

/* Gives updates the shape that data, indices, axis and batch_dims require. */
void fit_updates(call *call);

void set_dtype(call *call, strew_dtype dtype);

/* All dtypes that there are, the opaque ones too; returns their number. */
enum { MAX_DTYPES = REFERENCE_MAX_DTYPES + STREW_DTYPE_OPAQUE_LAST - STREW_DTYPE_OPAQUE_0 };
size_t all_dtypes(strew_dtype dtypes[MAX_DTYPES]);

/* Planning, and the one-call form out of place and in place, must return this fault, whose sentence contains each of the parts (see
 * assert_sentence). Compares all buffers in full, with buffers and shapes at either end. */
void reject(const call *call, strew_fault expected, const char *sentence_parts);

/* Planning must succeed, with shapes at either end. */
void accept(const call *call);

/* The call as arguments, with shapes next to the guard page of one end. A shape whose rank is out of range must not be read, and gets no
 * bytes. Valid as long as the call is, and until the next call of this or of complete. */
void place_shapes(const call *call, placement end, arguments *to);
/* Whether the bytes around these shapes are as they were. */
int are_shapes_intact(void);

/* The same with buffers. */
void complete(const call *call, arguments *to);

/* Replaces tensors and shapes by NULL: bit 0 that of data, bit 1 of indices, bit 2 of updates. */
void withhold(arguments *from, int tensors, int shapes);

/* Like reject, for any arguments. A tensor that is NULL can be given to the one-call form alone. */
void reject_arguments(const reference_call *arguments, strew_fault expected, const char *sentence_parts);

#endif
