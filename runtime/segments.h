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

/* The first tuple of a segment, or of one behind it. A segment is the tuples that name a slice, in any plan with lengths. */
uint64_t strew_find_segment(const strew_plan_state *plan, const unsigned char *tuples, uint64_t segment);

/* How many tuples each of n segments from `first` on has, at most STREW_MAX_LENGTHS, the first of which begins at `begin`. Whatever another
 * thread has made of offsets or indices, no tuple is of two segments, and there are no more than the plan has. Returns where the last one
 * ends. */
enum { STREW_MAX_LENGTHS = 256 };
uint64_t strew_read_lengths(const strew_plan_state *plan, const unsigned char *tuples, uint64_t first, size_t n, uint64_t begin,
                            uint32_t *lengths);

/* Fills the slices of output: those of segments without tuples if their lengths can be read, unless tuples may be passed over; otherwise
 * all. */
void strew_fill_segments(const strew_threads *threads, const strew_plan_state *plan, void *output, const void *tuples);
#else
#define strew_are_segments_right(threads, plan, tuples) ((void)(threads), 1)
#define strew_find_segment_fault(plan, tuples, fault) STREW_OK
#define strew_fill_segments(threads, plan, output, tuples) ((void)(threads))
#endif

#endif /* STREW_SEGMENTS_H */
