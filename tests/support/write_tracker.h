/* Records which buffers of a fixture were next to which guard pages in its runs, so that a test can assert that all of them were. */
#ifndef STREW_TESTS_WRITE_TRACKER_H
#define STREW_TESTS_WRITE_TRACKER_H

#include "fixture.h"

typedef enum touched_buffer { TOUCHED_OUTPUT, TOUCHED_DATA, TOUCHED_INDICES, TOUCHED_UPDATES, TOUCHED_PREPARED, TOUCHED } touched_buffer;

typedef struct write_tracker {
    unsigned n[2][2][TOUCHED][2]; /* by index type (int64, int32), out of place and in place, by buffer and placement */
} write_tracker;

/* Call it after fixture_run. */
void record_writes(write_tracker *write_tracker, const fixture *fixture, int is_in_place);

/* The first n_buffers must have been at both guard pages with either index type, out of place and in place, where data is output. */
void assert_guards_touched(const write_tracker *write_tracker, touched_buffer n_buffers, const char *of);

#endif
