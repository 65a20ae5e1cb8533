/* Bytes as a call: a good one, and then mistakes in it, as many as the first byte asks for. */
#ifndef STREW_TESTS_FUZZ_CALL_H
#define STREW_TESTS_FUZZ_CALL_H

#include <stdint.h>

#include "bytes.h"
#include "fill.h"
#include "operators.h"
#include "rejection.h"

/* Stands for an operator where the bytes are to choose one. */
enum { ANY_OPERATOR = OPERATORS };

/* Bytes of the largest buffer that a good call has. */
enum { LARGEST_BUFFER = 1 << 16 };

/* How indices follow one another before single ones are changed. */
typedef enum order { SCATTERED_ORDER, RUN_ORDER, REVERSE_ORDER, SAME_ORDER, ROWS_ORDER, GRID_ORDER } order;

typedef struct made_call {
    call call;
    int has_no_options;      /* NULL is passed */
    int no_tensor, no_shape; /* bit n: the pointer of tensor n is NULL */
    int has_stray_indices;   /* among those that are changed, some may be outside */
    int has_stray_buffers;   /* they overlap, or are NULL */
    /* How it is to be run. */
    int is_in_place, is_at_end, has_workspace;
    int32_t n_threads;
    contents contents;
    order order;
    uint64_t seed;
} made_call;

/* Takes a call for an operator, or for any; what is left are the bytes for its indices and buffers. */
void make_up(made_call *made, int op, bytes *from);

#endif
