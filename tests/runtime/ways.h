/* The ways through runtime/run.c: shapes, drawn at random, that lead each way, and indices to go with them. */
#ifndef STREW_TESTS_WAYS_H
#define STREW_TESTS_WAYS_H

#include <stddef.h>
#include <stdint.h>

#include <strew/strew.h>

#include "stage.h"

/* blocks.c takes tuples in blocks of so many, and rows that are written as one in blocks of so many. */
enum { BLOCK_OF_TUPLES = 512, BLOCK_OF_ROWS = 128 };

/* How long the rows are that are drawn a few at a time: all of them in turn. */
enum { ROW_LENGTHS = 19 };
extern const int64_t row_lengths[ROW_LENGTHS];

/* What the indices of scatter_elements behind the axis have in common. Where rows are written as one, they are all equal: one that differs
 * anywhere sends the run another way. */
typedef enum likeness { ANY_INDICES, EQUAL_ROWS, NEARLY_EQUAL_ROWS } likeness;

/* Which indices are outside: none of them, one here and there, the first and the last few, every other one, or all. */
typedef enum outside { NONE_OUTSIDE, SOME_OUTSIDE, ENDS_OUTSIDE, EVERY_OTHER_OUTSIDE, ALL_OUTSIDE, OUTSIDES } outside;

typedef struct way {
    const char *name;
    reference_operator op;
    likeness likeness;
    /* Draws data_rank, data_shape, indices_rank, indices_shape and axis. The options are there already. */
    void (*draw)(scatter *scatter, uint64_t *random);
    /* Whether a run of the plan goes this way, if the indices are as likeness says. */
    int (*is_taken)(const strew_plan *plan);
} way;

extern const way ways[];
extern const size_t n_ways;

/* Fills the indices of what has been placed on the stage. */
void draw_indices(stage *stage, likeness likeness, outside outside);

#endif
