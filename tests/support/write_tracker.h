/* Which buffers touched which guard pages in runs on a stage, so that a test can say afterwards that all of them did. */
#ifndef STREW_TESTS_TOUCHES_H
#define STREW_TESTS_TOUCHES_H

#include "fixture.h"

typedef enum touched_buffer { TOUCHED_OUTPUT, TOUCHED_DATA, TOUCHED_INDICES, TOUCHED_UPDATES, TOUCHED_PREPARED, TOUCHED } touched_buffer;

typedef struct write_tracker {
    unsigned n[2][2][TOUCHED][2]; /* by index type (int64, int32), out of place and in place, by buffer and placement */
} write_tracker;

/* After fixture_run. */
void record_writes(write_tracker *write_tracker, const fixture *fixture, int is_in_place);

/* The first so many buffers must have touched both guards with either index type, out of place and in place: where data is output. */
void assert_guards_touched(const write_tracker *write_tracker, touched_buffer n_buffers, const char *of);

#endif
