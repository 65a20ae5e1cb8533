/* Bytes as a call: a valid one, and then mistakes in it, as many as the first byte says. */
#ifndef STREW_TESTS_FUZZ_CALL_H
#define STREW_TESTS_FUZZ_CALL_H

#include <stdint.h>

#include "bytes.h"
#include "fill.h"
#include "operators.h"
#include "rejection.h"

/* The bytes choose an operator. */
enum { ANY_OPERATOR = OPERATORS };

/* Bytes of the largest buffer of a valid call. */
enum { LARGEST_BUFFER = 1 << 16 };

/* The order of indices before single ones are changed. */
typedef enum order { SCATTERED_ORDER, RUN_ORDER, REVERSE_ORDER, SAME_ORDER, ROWS_ORDER, GRID_ORDER } order;

typedef struct made_call {
    call call;
    int has_no_options;       /* the options are NULL */
    int no_tensor, no_shape;  /* bit n: the pointer of tensor n, or to its shape, is NULL */
    int may_be_out_of_bounds; /* indices that are changed */
    int has_bad_buffers;      /* they overlap, or are NULL */
    /* How to run it. */
    int is_in_place, is_at_end, has_workspace;
    int32_t n_threads;
    contents contents;
    order order;
    uint64_t seed;
} made_call;

/* Makes a call of an operator, or of ANY_OPERATOR; the bytes that are left are for its indices and buffers. */
void make_up(made_call *made, int op, bytes *from);

#endif
