/* Calls to be corrupted: what is rejected, by which fault, and that not one byte of any buffer has changed. */
#ifndef STREW_TESTS_REJECTION_H
#define STREW_TESTS_REJECTION_H

#include <stddef.h>
#include <stdint.h>

#include <strew/strew.h>

#include "reference.h"

/* Bytes of each buffer, and room for shapes of more dimensions than there may be. */
enum { BUFFER_BYTES = 512, SHAPE_ROOM = STREW_MAX_RANK + 2 };

/* The arguments of a call. The pointers of the tensors are filled in when it is made: from the shapes here, and from buffers. Indices are
 * all zeros, so that every one names element 0. */
typedef struct call {
    reference_operator op;
    strew_tensor data, indices, updates;
    int64_t data_shape[SHAPE_ROOM], indices_shape[SHAPE_ROOM], updates_shape[SHAPE_ROOM];
    int64_t axis;
    strew_reduction reduction;
    strew_options options;
} call;

/* data [4, 3, 2] of float32, five tuples of int64, added: indices [5, 2] in scatter_nd, [3, 5, 2] and [5] along axis 1 in the others. */
call good_call(reference_operator op);

#define DATA(call, ...) set_shape(&(call).data, (call).data_shape, sizeof((int64_t[]){__VA_ARGS__}), (int64_t[]){__VA_ARGS__})
#define INDICES(call, ...) set_shape(&(call).indices, (call).indices_shape, sizeof((int64_t[]){__VA_ARGS__}), (int64_t[]){__VA_ARGS__})
#define UPDATES(call, ...) set_shape(&(call).updates, (call).updates_shape, sizeof((int64_t[]){__VA_ARGS__}), (int64_t[]){__VA_ARGS__})
void set_shape(strew_tensor *tensor, int64_t *shape, size_t bytes, const int64_t *sizes);

/* Gives updates the shape that data, indices and axis ask for. */
void fit_updates(call *call);

void set_dtype(call *call, strew_dtype dtype);

/* Room for the buffers, which are guarded; and back. */
void open_rejections(void);
void close_rejections(void);

/* Planning, and the one-call form out of place and in place, must come to this fault, whose sentence has each of the parts in it (see
 * assert_sentence); all buffers are compared in full, and position_dependent at either end. */
void reject(const call *call, strew_fault expected, const char *sentence_parts);

/* Planning must be accepted, with shapes at either end. */
void accept(const call *call);

/* The call as arguments: the buffers, and its shapes where they touch guard pages. Good as long as the call is, and until the next one is
 * completed. */
typedef struct arguments {
    strew_tensor data, indices, updates;
    reference_call call;
} arguments;
void complete(const call *call, arguments *to);

/* NULL for tensors and shapes: bit 0 takes away that of data, bit 1 of indices, bit 2 of updates. */
void withhold(arguments *from, int tensors, int shapes);

/* As reject, for any arguments. */
void reject_arguments(const reference_call *arguments, strew_fault expected, const char *sentence_parts);

#endif
