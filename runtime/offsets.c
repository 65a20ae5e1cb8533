/* Reading offsets, of which most are int32 or int64: with a constant type, compilers make loops of plain loads. */
#include "offsets.h"

#include "integers.h"
#include "util.h"

#include <string.h>

/* What planning ensures of offsets: one for each segment, and perhaps the end of the last one. */
#define STREW_OFFSETS_CONTRACT                                                                                                             \
    STREW_REQUIRES_BYTES(of, sizeof *of)                                                                                                   \
    STREW_REQUIRES(of->n <= STREW_MANY_TUPLES && of->n_tuples <= STREW_MANY_TUPLES && of->n_given <= of->n + 1)

/* Calls a function with the type as a constant. */
#define BY_DTYPE(offsets, call)                                                                                                            \
    do {                                                                                                                                   \
        if ((offsets)->dtype == STREW_DTYPE_INT64) {                                                                                       \
            call(STREW_DTYPE_INT64);                                                                                                       \
        } else if ((offsets)->dtype == STREW_DTYPE_INT32) {                                                                                \
            call(STREW_DTYPE_INT32);                                                                                                       \
        } else {                                                                                                                           \
            call((offsets)->dtype);                                                                                                        \
        }                                                                                                                                  \
    } while (0)

/* Any number, which another thread may have changed since it was read before. */
static STREW_INLINE int64_t read(const strew_offsets *of, const unsigned char *offsets, strew_dtype dtype, uint64_t i)
    STREW_REQUIRES(i <= of->n)
    STREW_ASSIGNS()
{
    if (i == of->n_given) return (int64_t)of->n_tuples;
    return strew_read_integer(offsets + (ptrdiff_t)i * (ptrdiff_t)of->step_bytes, dtype);
}

int64_t strew_offset_at(const strew_plan_state *plan, const unsigned char *offsets, uint64_t i)
{
    const strew_offsets *of = strew_offsets_of(plan);
    return read(of, offsets, of->dtype, i);
}

/* How many segments begin at a tuple or before it. */
static uint64_t count_begun(const strew_offsets *of, const unsigned char *offsets, size_t tuple)
    STREW_OFFSETS_CONTRACT
    STREW_ENSURES(STREW_RESULT <= of->n)
    STREW_ASSIGNS()
{
    uint64_t low = 0, high = of->n;
    while (low < high)
        STREW_ASSIGNS(low, high)
        STREW_INVARIANT(low <= high && high <= of->n)
    {
        const uint64_t middle = low + (high - low) / 2;
        if (read(of, offsets, of->dtype, middle) <= (int64_t)tuple) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

int64_t strew_segment_of(const strew_plan_state *plan, const unsigned char *offsets, size_t tuple)
{
    const strew_offsets *of = strew_offsets_of(plan);
    const uint64_t n_begun = count_begun(of, offsets, tuple);
    const int is_behind = n_begun == of->n && (int64_t)tuple >= read(of, offsets, of->dtype, of->n);
    return is_behind ? -1 : (int64_t)n_begun - 1;
}

/* Element i of indices that are staged, of 4 or 8 bytes. */
#define STREW_STAGES_INDICES(n)                                                                                                            \
    STREW_REQUIRES(index_bytes == 4 || index_bytes == 8)                                                                                   \
    STREW_REQUIRES_BYTES(staged, index_bytes == 4 ? (n) * 4 : (n) * 8)                                                                     \
    STREW_ASSIGNS(STREW_ALL_BYTES(staged))
static STREW_INLINE void store(unsigned char *staged, int32_t index_bytes, size_t i, int64_t segment)
    STREW_REQUIRES(i <= 2 * STREW_MANY_TUPLES)
    STREW_STAGES_INDICES(i + 1)
{
    const int32_t narrow = (int32_t)segment;
    if (index_bytes == 4) {
        memcpy(staged + i * sizeof narrow, &narrow, sizeof narrow);
    } else {
        memcpy(staged + i * sizeof segment, &segment, sizeof segment);
    }
}

enum { GROUP = 128 };

/* The segments of n tuples from number `done` of all on, which are those from `tuple` on: where segments begin is counted, and the counts
 * are added up. So no branch depends on how long a segment is, as one of a loop over each would: at 7 tuples to a segment, such loops took
 * three times as long. So many segments as n_begun begin before these tuples; returns how many do before the next ones. */
static STREW_INLINE uint64_t stage_group(const strew_offsets *of, unsigned char *staged, int32_t index_bytes, const unsigned char *offsets,
                                         strew_dtype dtype, int64_t tuple, size_t done, size_t n, uint64_t n_begun)
    STREW_OFFSETS_CONTRACT
    STREW_REQUIRES(0 < n && n <= GROUP && done <= STREW_MANY_TUPLES && n_begun <= of->n)
    STREW_REQUIRES(tuple >= 0 && (uint64_t)tuple <= 2 * STREW_MANY_TUPLES)
    STREW_STAGES_INDICES(done + n)
    STREW_ENSURES(STREW_RESULT <= of->n)
{
    uint32_t begins[GROUP];
    const int64_t stop = tuple + (int64_t)n;
    int64_t segment = (int64_t)n_begun - 1, offset;
    memset(begins, 0, n * sizeof *begins);
    for (; n_begun < of->n && (offset = read(of, offsets, dtype, n_begun)) < stop; n_begun++)
        STREW_ASSIGNS(n_begun, offset, STREW_ALL_BYTES(begins))
        STREW_INVARIANT(n_begun <= of->n)
    {
        begins[offset < tuple ? 0 : offset - tuple]++; /* it is only less if another thread has changed it */
    }
    for (size_t i = 0; i < n; i++)
        STREW_ASSIGNS(i, segment, STREW_ALL_BYTES(staged))
        STREW_INVARIANT(i <= n && segment >= -1 && segment <= (int64_t)STREW_MANY_TUPLES + (int64_t)i * UINT32_MAX)
    {
        segment += begins[i];
        store(staged, index_bytes, done + i, segment);
    }
    if (n_begun < of->n) return n_begun;
    const int64_t end = read(of, offsets, dtype, of->n); /* of the last segment */
    for (int64_t t = end < tuple ? tuple : end; t < stop; t++)
        STREW_ASSIGNS(t, STREW_ALL_BYTES(staged))
        STREW_INVARIANT(tuple <= t)
    {
        store(staged, index_bytes, done + (size_t)(t - tuple), -1);
    }
    return n_begun;
}

static STREW_INLINE void stage(const strew_offsets *of, unsigned char *staged, int32_t index_bytes, const unsigned char *offsets,
                               strew_dtype dtype, size_t first, size_t n)
    STREW_OFFSETS_CONTRACT
    STREW_REQUIRES(first <= STREW_MANY_TUPLES && n <= STREW_MANY_TUPLES)
    STREW_STAGES_INDICES(n)
{
    uint64_t n_begun = count_begun(of, offsets, first);
    for (size_t done = 0, n_here; done < n; done += n_here)
        STREW_ASSIGNS(done, n_here, n_begun, STREW_ALL_BYTES(staged))
        STREW_INVARIANT(done <= n && n_begun <= of->n)
    {
        n_here = strew_min(n - done, GROUP);
        n_begun = stage_group(of, staged, index_bytes, offsets, dtype, (int64_t)(first + done), done, n_here, n_begun);
    }
}

void strew_stage_segments(const strew_plan_state *plan, unsigned char *staged, const unsigned char *offsets, size_t first, size_t n)
{
    const strew_offsets *of = strew_offsets_of(plan);
#define STAGE(dtype) stage(of, staged, plan->index_bytes, offsets, dtype, first, n)
    BY_DTYPE(of, STAGE);
#undef STAGE
}

uint32_t strew_locate_segments(const strew_plan_state *plan, uint32_t *slice_indices, const unsigned char *offsets, size_t first, size_t n)
{
    uint32_t largest = 0;
    strew_stage_segments(plan, (unsigned char *)slice_indices, offsets, first, n);
    for (size_t i = 0; i < n; i++) largest = slice_indices[i] > largest ? slice_indices[i] : largest;
    return largest;
}

static STREW_INLINE uint64_t read_lengths(const strew_offsets *of, const unsigned char *offsets, strew_dtype dtype, uint64_t first,
                                          size_t n, uint64_t begin, uint32_t *lengths)
    STREW_OFFSETS_CONTRACT
    STREW_REQUIRES(n <= of->n && first <= of->n - n && begin <= of->n_tuples)
    STREW_REQUIRES_BYTES(lengths, n * sizeof *lengths)
    STREW_ASSIGNS(STREW_ALL_BYTES(lengths))
    STREW_ENSURES(STREW_RESULT <= of->n_tuples)
{
    for (size_t i = 0; i < n; i++)
        STREW_ASSIGNS(i, begin, STREW_ALL_BYTES(lengths))
        STREW_INVARIANT(i <= n && begin <= of->n_tuples)
    {
        const uint64_t offset = (uint64_t)read(of, offsets, dtype, first + i + 1), end = offset > of->n_tuples ? of->n_tuples : offset;
        lengths[i] = end > begin ? (uint32_t)(end - begin) : 0;
        begin += lengths[i];
    }
    return begin;
}

uint64_t strew_read_lengths_by_offsets(const strew_plan_state *plan, const unsigned char *offsets, uint64_t first, size_t n, uint64_t begin,
                                       uint32_t *lengths)
{
    const strew_offsets *of = strew_offsets_of(plan);
    uint64_t end;
#define READ(dtype) end = read_lengths(of, offsets, dtype, first, n, begin, lengths)
    BY_DTYPE(of, READ);
#undef READ
    return end;
}

/* Whether one of all offsets is wrong. */
static STREW_INLINE int are_wrong(const strew_offsets *of, const unsigned char *offsets, strew_dtype dtype)
    STREW_OFFSETS_CONTRACT
    STREW_ASSIGNS()
{
    int64_t before = 0;
    int are_wrong = 0;
    for (uint64_t i = 0; i < of->n_given; i++)
        STREW_ASSIGNS(i, before, are_wrong)
        STREW_INVARIANT(i <= of->n_given)
    {
        const int64_t offset = read(of, offsets, dtype, i);
        are_wrong |= offset < before;
        before = offset;
    }
    return are_wrong | (before > (int64_t)of->n_tuples);
}

uint64_t strew_find_wrong_offset(const strew_plan_state *plan, const unsigned char *offsets)
{
    const strew_offsets *of = strew_offsets_of(plan);
    int is_wrong = 0;
#define CHECK(dtype) is_wrong = are_wrong(of, offsets, dtype)
    BY_DTYPE(of, CHECK);
#undef CHECK
    int64_t before = 0;
    for (uint64_t i = 0; is_wrong && i < of->n_given; i++) {
        const int64_t offset = read(of, offsets, of->dtype, i);
        if (offset < before || offset > (int64_t)of->n_tuples) return i;
        before = offset;
    }
    return of->n + 1;
}
