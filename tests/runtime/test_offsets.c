#include "offsets.h"

#include <string.h>

#include "call_text.h"
#include "fill.h"
#include "reference.h"
#include "testing.h"

enum { N = 6, TUPLES = 12 };
static const int64_t rows[][N + 1] = {
    {0, 0, 3, 3, 7, 12, 12}, {2, 2, 2, 5, 6, 6, 9}, {0, 12, 12, 12, 12, 12, 12}, {12, 12, 12, 12, 12, 12, 12}, {0, 0, 0, 0, 0, 0, 0}};

static int64_t segment_by_hand(const int64_t *offsets, int64_t tuple)
{
    for (int64_t s = 0; s < N; s++) {
        if (offsets[s] <= tuple && tuple < offsets[s + 1]) return s;
    }
    return -1;
}

TEST(each_tuple_has_its_segment)
{
    while (next_case()) {
        const int64_t *const row = rows[choose("row", COUNT(rows))];
        const strew_dtype dtype = reference_index_dtypes[choose("dtype", REFERENCE_INDEX_DTYPES)];
        const int is_backwards = (int)choose("is_backwards", 2), is_implied = (int)choose("is_implied", 2);
        const size_t size = reference_size(dtype);
        unsigned char stored[(N + 1) * 8];
        int64_t expected[N + 1];
        memcpy(expected, row, sizeof expected);
        if (is_implied) expected[N] = TUPLES;
        for (int i = 0; i <= N - is_implied; i++) {
            const int at = is_backwards ? N - i : i;
            reference_write_integer(dtype, stored + (size_t)at * size, (uint64_t)row[i]);
        }
        const strew_plan plan = plan_text("segment data=float32[%d] updates=float32[%d] offsets=%s[%d]{%d} offsets_end=%d add", N, TUPLES,
                                          strew_dtype_name(dtype), N + 1 - is_implied, is_backwards ? -1 : 1, is_implied);
        const strew_plan_state *const state = strew_state_of(&plan);
        const unsigned char *const first = stored + (is_backwards ? N * size : 0);
        assert_int_equal(strew_find_wrong_offset(state, first), N + 1);
        for (size_t begin = 0; begin < TUPLES; begin++) {
            int32_t staged[TUPLES];
            assert_int_equal(strew_segment_of(state, first, begin), segment_by_hand(expected, (int64_t)begin));
            strew_stage_segments(state, (unsigned char *)staged, first, begin, TUPLES - begin);
            for (size_t t = begin; t < TUPLES; t++) assert_int_equal(staged[t - begin], segment_by_hand(expected, (int64_t)t));
        }
    }
}

TEST(the_first_wrong_offset_is_found)
{
    static const struct {
        int64_t offsets[N + 1];
        uint64_t wrong;
    } wrong[] = {{{0, 1, 2, 1, 4, 5, 6}, 3}, {{-1, 1, 2, 2, 4, 5, 6}, 0}, {{0, 1, 2, 3, 4, 13, 13}, 5}, {{13, 0, 0, 0, 0, 0, 0}, 0}};
    const strew_plan plan = plan_text("segment data=float32[%d] updates=float32[%d] offsets=int64[%d] add", N, TUPLES, N + 1);
    for (size_t i = 0; i < COUNT(wrong); i++) {
        assert_int_equal(strew_find_wrong_offset(strew_state_of(&plan), (const unsigned char *)wrong[i].offsets), wrong[i].wrong);
    }
}

/* A uint64 above 2^63 - 1 is past every tuple. */
TEST(an_offset_that_no_int64_holds_is_wrong)
{
    const uint64_t offsets[] = {0, UINT64_MAX};
    const strew_plan plan = plan_text("segment data=float32[1] updates=float32[5] offsets=uint64[2] add");
    assert_int_equal(strew_find_wrong_offset(strew_state_of(&plan), (const unsigned char *)offsets), 1);
}

/* Another thread may have changed them since they were checked: then tuples are of any segment that there is, or of none, and each loop
 * ends. Segments are staged as integers of either size. */
TEST(offsets_that_do_not_ascend_name_no_segment_that_there_is_none_of)
{
    enum { MANY = 40, TUPLES_OF_MANY = 300 };
    static const int64_t wild[] = {INT64_MIN, -1, 0, TUPLES_OF_MANY, TUPLES_OF_MANY + 1, INT64_MAX};
    static int64_t staged[TUPLES_OF_MANY], offsets[MANY + 1];
    uint64_t random_state = 48;
    for (int round = 0; round < 2000; round++) {
        const int n = 1 + (int)random_below(&random_state, MANY), is_implied = round % 2, is_narrow = round / 2 % 2;
        strew_plan plan = plan_text("segment data=float32[%d] updates=float32[%d] offsets=int64[%d] offsets_end=%d add", n, TUPLES_OF_MANY,
                                    n + 1 - is_implied, is_implied);
        strew_plan_state *const state = strew_state_of(&plan);
        const size_t first = (size_t)random_below(&random_state, TUPLES_OF_MANY);
        for (int i = 0; i <= n; i++) {
            const uint64_t drawn = random_below(&random_state, TUPLES_OF_MANY + COUNT(wild));
            offsets[i] = drawn < COUNT(wild) ? wild[drawn] : (int64_t)(drawn - COUNT(wild));
        }
        state->index_bytes = is_narrow ? 4 : 8;
        strew_stage_segments(state, (unsigned char *)staged, (const unsigned char *)offsets, first, TUPLES_OF_MANY - first);
        for (size_t t = first; t < TUPLES_OF_MANY; t++) {
            int32_t narrow;
            memcpy(&narrow, (const char *)staged + (t - first) * sizeof narrow, sizeof narrow);
            assert_in_range((is_narrow ? narrow : staged[t - first]) + 1, 0, n);
            assert_in_range(strew_segment_of(state, (const unsigned char *)offsets, t) + 1, 0, n);
        }
    }
}

/* Whatever has too many tuples is reduced by slice indices. */
TEST(lengths_have_32_bits)
{
    const int64_t max = INT32_MAX, counts[] = {0, 1, max, max + 1};
    for (size_t i = 0; i < COUNT(counts); i++) {
        if (sizeof(ptrdiff_t) == 4 && counts[i] >= max) continue; /* too large there */
        const strew_plan plan = plan_text("segment data=uint8[3] updates=uint8[%lld] offsets=int64[4] max", (long long)counts[i]);
        assert_int_equal(strew_has_lengths(strew_state_of(&plan)), i == 1 || i == 2);
    }
}
