/* Paths through runtime/run.c: random shapes that take each path, and indices to go with them. */
#ifndef STREW_TESTS_CONFIGURATIONS_H
#define STREW_TESTS_CONFIGURATIONS_H

#include <stddef.h>
#include <stdint.h>

#include <strew/strew.h>

#include "fixture.h"
#include "plan_state.h"

/* layout.c takes tuples in blocks of so many, and rows that are written as one in blocks of so many. */
enum { BLOCK_OF_TUPLES = 512, BLOCK_OF_ROWS = 128 };

/* How long the rows are that are drawn a few at a time: all of them in turn. */
enum { ROW_LENGTHS = 19 };
extern const int64_t row_lengths[ROW_LENGTHS];

/* What the indices of scatter_elements behind the axis have in common. Where rows are written as one, they are all equal: one that differs
 * anywhere sends the run along another path. */
typedef enum likeness { ANY_INDICES, EQUAL_ROWS, NEARLY_EQUAL_ROWS } likeness;

/* Which indices are out of bounds: none, one here and there, the first and the last few, every other one, or all. */
typedef enum out_of_bounds {
    NONE_OUT_OF_BOUNDS,
    SOME_OUT_OF_BOUNDS,
    ENDS_OUT_OF_BOUNDS,
    EVERY_OTHER_OUT_OF_BOUNDS,
    ALL_OUT_OF_BOUNDS,
    OUT_OF_BOUNDS_KINDS
} out_of_bounds;

/* What runs of a plan come through, if the indices are as likeness says: one bit each. */
enum {
    ANY_TUPLES = 1,
    MANY_BLOCKS = 2,
    NOTHING_TO_WRITE = 4,
    LONG_LAST_DIMENSION = 8, /* of many blocks by itself */
    CHUNKS = 16,             /* a block is some of the dimensions and a part of another */
    ROWS = 32,
    MANY_ROWS = 64,
    NO_ROWS = 128,
    TILES = 256
};

typedef struct configuration {
    const char *name;
    reference_operator op;
    likeness likeness;
    /* Draws data_rank, data_shape, indices_rank, indices_shape and axis. The options are there already. */
    void (*draw)(scatter *scatter, uint64_t *random);
    unsigned path;
} configuration;

extern const configuration configurations[];
extern const size_t n_configurations;

/* Whether runs of the plan take the path of the configuration. */
int is_taken(const configuration *configuration, const strew_plan_state *plan);

/* Fills the indices of the call that the fixture holds. */
void draw_indices(fixture *fixture, likeness likeness, out_of_bounds out_of_bounds);

#endif
