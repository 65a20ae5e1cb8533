/* Calls whose indices change while they run: every way through a run on guarded buffers, and what the indices may change to. Nobody may
 * change them, but whoever does it must not harm what lies around: every buffer here touches a guard page. */
#ifndef STREW_TESTS_THREAD_SCHEDULE_H
#define STREW_TESTS_THREAD_SCHEDULE_H

#include <stddef.h>
#include <stdint.h>

#include <strew/strew.h>

#include "fixture.h"

/* ---- What to scatter ----------------------------------------------------------------------------------------------------------------- */

typedef struct configuration {
    const char *name;
    reference_operator op;
    int64_t axis;
    int32_t data_rank, indices_rank;
    int64_t data[3], indices[3];
    enum { EQUAL, APART, ON_A_GRID } begin; /* indices: all 0, far from each other, or those of a slice assignment */
} configuration;

/* Every way through a run on one thread, and every way to share one. */
extern const configuration configurations[], shared_configurations[];
extern const size_t n_configurations, n_shared_configurations;

/* Any of these may go any way. */
typedef struct kind {
    strew_dtype dtype, index_dtype;
    strew_reduction reduction;
} kind;

extern const kind kinds[];
extern const size_t n_kinds;
const kind *draw_kind(void);

enum { POLICIES = 3 };
extern strew_policy policies[POLICIES];

/* Room for all of these on the stage of run_on_fixture. */
enum { FIXTURE_BYTES = 6 << 20 };

/* Places a call's buffers, with the indices that the way begins with; and these indices once more. */
void place_turn(const configuration *configuration, const kind *kind, strew_policy policy, placement placement);
void begin_turn(const configuration *configuration);

/* ---- How to run it ------------------------------------------------------------------------------------------------------------------- */

/* Out of place and in place, without a workspace and with one. Fails where a byte beside the buffers has changed. */
strew_status run_turn(const strew_plan *plan, size_t turn, size_t n_threads);
/* The same with prepared indices, which are inside whatever becomes of those they come from. */
strew_status run_prepared_turn(const strew_plan *plan, size_t turn, size_t n_threads);

/* Only the policy error has an index to reject; any may notice that indices have changed, or not. */
int can_come_of(strew_policy policy, strew_status status);

/* What component `position` of the indices begins with, which is inside. */
int64_t first_value_for(const configuration *configuration, size_t position);

/* What to change component `position` of the indices to: inside, and so far outside that a write there would end the process or show
 * beside the buffer. */
enum { VALUES = 15 };
int64_t value_for(size_t position, size_t which);

#endif
