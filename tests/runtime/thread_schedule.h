/* Calls whose indices change while they run: every configuration, on guarded buffers, and what the indices may change to. A caller must not
 * change them, but where one does, no byte beside output may change: every buffer here touches a guard page. */
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
    int32_t excludes_self;                  /* runs have a workspace then */
    int has_swapped_updates;                /* their first two dimensions are swapped in memory */
} configuration;

/* Every configuration of a run on one thread, and of one that threads share. */
extern const configuration configurations[], shared_configurations[];
extern const size_t n_configurations, n_shared_configurations;

/* Any of these goes with any configuration. */
typedef struct kind {
    strew_dtype dtype, index_dtype;
    strew_reduction reduction;
} kind;

extern const kind kinds[];
extern const size_t n_kinds;
const kind *draw_kind(void);

enum { POLICIES = 3 };
extern strew_policy policies[POLICIES];

/* The capacity that run_on_fixture needs for all of these. */
enum { FIXTURE_BYTES = 6 << 20 };

/* Places a call's buffers with the first indices of the configuration; and writes these indices once more. */
void place_turn(const configuration *configuration, const kind *kind, strew_policy policy, placement placement);
void begin_turn(const configuration *configuration);

/* ---- How to run it ------------------------------------------------------------------------------------------------------------------- */

/* Out of place and in place, without a workspace and with one. Fails where a byte beside the buffers has changed. */
strew_status run_turn(const strew_plan *plan, size_t turn, size_t n_threads);
/* The same with prepared indices, which stay in bounds whatever becomes of those they come from. */
strew_status run_prepared_turn(const strew_plan *plan, size_t turn, size_t n_threads);

/* Only the policy error rejects an index; any policy may notice that indices have changed, or not. */
int can_come_of(strew_policy policy, strew_status status);

/* The first value of component `position` of the indices, which is in bounds. */
int64_t first_value_for(const configuration *configuration, size_t position);

/* What to change component `position` of the indices to: values in bounds, and values so far outside that a write there would end the
 * process or show beside the buffer. */
enum { VALUES = 15 };
int64_t value_for(size_t position, size_t which);

#endif
