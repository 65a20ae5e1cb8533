/* What a segment has besides its tuples: that they are in order, before the first write; and what output begins with. */
#ifndef STREW_SEGMENTS_H
#define STREW_SEGMENTS_H

#include "access.h"
#include "offsets.h"

#if STREW_BUILD_SEGMENT
/* Whether offsets do not fall, or else indices. Threads share the indices. */
int strew_are_segments_right(const strew_threads *threads, const strew_plan_state *plan, const unsigned char *tuples);

/* The fault of the first that is wrong. */
strew_status strew_find_segment_fault(const strew_plan_state *plan, const unsigned char *tuples, strew_fault *fault);

/* Fills the slices of output: those of segments without tuples if offsets are given, unless tuples may be passed over; otherwise all. */
void strew_fill_segments(const strew_threads *threads, const strew_plan_state *plan, void *output, const void *offsets);
#else
#define strew_are_segments_right(threads, plan, tuples) ((void)(threads), 1)
#define strew_find_segment_fault(plan, tuples, fault) STREW_OK
#define strew_fill_segments(threads, plan, output, offsets) ((void)(threads))
#endif

#endif /* STREW_SEGMENTS_H */
