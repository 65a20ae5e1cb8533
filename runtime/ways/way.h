/* A way: how a run is applied, by whom each tuple, and what that takes. */
#ifndef STREW_WAY_H
#define STREW_WAY_H

#include "apply.h"
#include "bundles.h"
#include "check.h"
#include "estimate.h"
#include "fetch.h"
#include "record.h"
#include "steps.h"

/* What a way is chosen by: the plan; what the caller lends; and what is known of the indices, by a pass over them or because they are
 * prepared. Before that, tuples are scattered slices of the plan. */
typedef struct strew_known {
    const strew_plan_state *plan;
    size_t n_threads; /* that are lent */
    size_t workspace_bytes;
    uint64_t wake_ns;            /* of one loop over these threads */
    size_t copied_bytes;         /* of data, to output; 0 in place */
    const strew_bundles *sorted; /* of prepared tuples that are sorted; otherwise NULL */
    size_t elements;             /* of a row that is written as one slice; otherwise 1 */
    strew_pattern pattern;
    uint8_t is_part;     /* each thread that is lent runs a part, and does not wait for the others */
    uint8_t is_checked;  /* no pass over the indices is needed any more */
    uint8_t is_distinct; /* no slice has two tuples */
    uint8_t is_close;    /* most tuples name a slice close to that of the tuple before */
} strew_known;

typedef struct strew_way strew_way;

/* What is decided of a run, once: who shares it, and what the workspace is for. */
typedef struct strew_schedule {
    const strew_way *way;
    size_t n;              /* threads that apply */
    size_t bytes;          /* of the workspace */
    strew_threads threads; /* that share the loops of the run */
    uint64_t wake_ns;
} strew_schedule;

/* A run on its way. */
typedef struct strew_work {
    const strew_schedule *schedule;
    strew_job *job;
    void *workspace;             /* of as many bytes as the schedule says */
    unsigned char *scratch;      /* of all threads, for a function of the caller that converts; NULL if it needs none */
    const strew_bundles *sorted; /* as it is known */
    unsigned char *output;       /* where it begins */
    const unsigned char *source; /* what it begins with: data, which may be output */
    const unsigned char *data;   /* to be copied, of a part */
    strew_selection range;       /* the slices of a part, once they are known */
    size_t n_units, unit;        /* the units that are shared, and how many steps are one, if they are steps */
    const void *units;           /* what a way besides knows of them */
} strew_work;

/* The memory for the steps of the calling thread, which runs without others: see strew_steps. */
static inline void *strew_memory_of(const strew_work *work)
{
    return work->scratch != NULL ? work->scratch : work->workspace;
}

/* What a pass over the indices finds: see strew_check_result. */
enum { STREW_NOT_WORTH = STREW_ON_GRID + 1 }; /* another way is faster; nothing is written */

struct strew_way {
    const char *name;
    /* How many threads apply, at most as many as are lent and fit the workspace; 0 if the way does not fit the tuples. Asked only for what
     * strew_is_shareable. NULL if the way always fits. */
    size_t (*fits)(const strew_known *known);
    /* The bytes of a workspace, at any address, that n threads use. A way that fits without them has none if the caller lends less. */
    size_t (*bytes)(const strew_known *known, size_t n);
    /* Nanoseconds of a run on n threads, with those to wake them. */
    uint64_t (*ns)(const strew_known *known, size_t n);
    /* Looks at all indices before the first write. */
    int (*check)(strew_work *work);
    /* Copies data to where a part of the run writes; NULL if that is not known, so that the way fits parts only where nothing is copied. */
    int (*copy)(strew_work *work);
    /* Applies or gathers all tuples. Zero if one is out of bounds after all: another thread has changed the indices. */
    int (*run)(strew_work *work);
    int writes_all;     /* the run writes all of output, so data is not copied to it before */
    size_t min_threads; /* fewer are not asked: a way to share has nothing to gain on one, unless it reorders what that one does */
};

/* ---- The list ------------------------------------------------------------------------------------------------------------------------ */

/* All ways. A new one is a file of this folder and a line here, from which cmake/rooms.cmake knows what to build. Where two are as fast,
 * the first is taken. */
#if STREW_BUILD_ARG
#define STREW_ARG_WAYS(WAY) WAY(records)
#else
#define STREW_ARG_WAYS(WAY)
#endif
#if STREW_BUILD_FEATURE_THREADS
#define STREW_SHARED_WAYS(WAY)                                                                                                             \
    WAY(accumulators)                                                                                                                      \
    WAY(shadow)                                                                                                                            \
    WAY(partition)                                                                                                                         \
    WAY(sorted)                                                                                                                            \
    WAY(segments)                                                                                                                          \
    WAY(outer)                                                                                                                             \
    WAY(tuples)                                                                                                                            \
    WAY(positions)                                                                                                                         \
    WAY(columns)                                                                                                                           \
    WAY(ranges)                                                                                                                            \
    WAY(selections)                                                                                                                        \
    STREW_ARG_WAYS(WAY)
#else
#define STREW_SHARED_WAYS(WAY) /* nothing is shared */
#endif

#define STREW_DECLARE_WAY(name) extern const strew_way strew_##name##_way;
STREW_SHARED_WAYS(STREW_DECLARE_WAY)
STREW_DECLARE_WAY(alone)
#undef STREW_DECLARE_WAY

/* ---- What ways have in common -------------------------------------------------------------------------------------------------------- */

static inline size_t strew_known_slice_bytes(const strew_known *known)
{
    return known->plan->slice_bytes * known->elements;
}

/* Whether others than the way alone may fit: there are kernels whose slice indices have 32 bits, as threads share them. */
int strew_is_shareable(const strew_known *known);

/* Whether only the passes for dense slices apply the tuples of a scatter. */
int strew_is_plain(const strew_known *known);

/* Nanoseconds to turn tuples into slice indices, in each thread that needs all; and to wake the threads for each loop. */
uint64_t strew_known_make_ns(const strew_known *known);

static inline uint64_t strew_waking_ns(const strew_known *known)
{
    return known->is_part ? 0 : (known->is_checked ? 1 : 2) * known->wake_ns;
}

/* The bytes of a workspace for the record of touched slices, or for all slice indices, so that these are made only once. */
size_t strew_stored_bytes(const strew_known *known);

/* The bytes of the record alone. */
size_t strew_record_bytes(const strew_known *known, size_t n);

/* Whether parts copy data to where they write. */
static inline int strew_is_copied_by_parts(const strew_known *known)
{
    return known->is_part && known->copied_bytes != 0;
}

/* Whether the loops of rows that are copied, if there are any, are within so many bytes of output. */
int strew_are_copies_within(const strew_plan_state *plan, size_t n_bytes);

/* Whether the loops of the outer indices, if the plan has strides, and those of rows that are copied are within so many bytes of output. */
int strew_are_outer_within(const strew_plan_state *plan, size_t n_bytes);

/* The most slice indices from one step of a component, or of a position, to the next. */
uint64_t strew_longest_step(const strew_plan_state *plan);

/* Copies the bytes of output that a part writes: those from `first` to `stop`, counted from slice index 0. */
void strew_copy_between(const strew_work *work, size_t first, size_t stop);

#if STREW_BUILD_FEATURE_THREADS
/* Cuts some units of a run into chunks for its threads, whose context is the work; or one whose workspace is the scratch of the thread. */
int strew_share_units(const strew_work *work, size_t n_units, strew_chunk *chunk);
#endif

/* Checks all tuples, or stores their slice indices in the workspace, if it has bytes for them. */
int strew_check_or_store(strew_work *work);

/* strew_run_steps for all steps of a run. */
int strew_run_all_steps(strew_work *work);

#endif /* STREW_WAY_H */
