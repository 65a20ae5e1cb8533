/* Cuts through sorted tuples. That parts are applied right, test_partition.c and test_parallel.c test. */
#include "bundles.h"
#include "testing.h"

enum { MAX = 64, WIDE = 1024, NARROW = 4 };

/* What a thread has to do: tuples, or parts of tuples. */
static double work_between(strew_cut begin, strew_cut end, const uint32_t *first, size_t n, size_t slice_bytes)
{
    double work = (double)end.tuple - (double)begin.tuple;
    for (size_t bundle = begin.bundle; bundle < n && bundle <= end.bundle; bundle++) {
        const size_t from = bundle == begin.bundle ? begin.column : 0, to = bundle == end.bundle ? end.column : slice_bytes;
        assert_true(from <= to && to <= slice_bytes);
        work += (double)(first[bundle + 1] - first[bundle]) * (double)(to - from) / (double)slice_bytes;
    }
    return work;
}

static const uint32_t even[] = {0, 10, 20, 30, 40, 50, 60, 70, 80}, hot[] = {0, 10, 10, 1000, 1010, 1020}, one[] = {0, 500},
                      gaps[] = {0, 0, 10, 10, 10, 30, 30, 33, 33}, none[] = {0, 0, 0, 0};
static const struct {
    const uint32_t *first;
    size_t n;
} lines[] = {{even, COUNT(even) - 1}, {hot, COUNT(hot) - 1}, {one, COUNT(one) - 1}, {gaps, COUNT(gaps) - 1}, {none, COUNT(none) - 1}};

TEST(parts_are_all_work_in_order)
{
    while (next_case()) {
        const size_t line = choose("line", COUNT(lines)), n_threads = 1 + choose("n_threads - 1", MAX),
                     slice_bytes = choose("is_wide", 2) ? WIDE : NARROW;
        const uint32_t *const first = lines[line].first;
        const size_t n = lines[line].n;
        strew_cut cut[STREW_MAX_THREADS + 1];
        double sum = 0, max = 0;
        const uint32_t longest = strew_cut_line(cut, first, n, slice_bytes, n_threads, NULL);
        assert_true(cut[0].bundle == 0 && cut[0].column == 0);
        assert_true(cut[n_threads].bundle == n && cut[n_threads].column == 0);
        for (size_t thread = 0; thread < n_threads; thread++) {
            const strew_cut begin = cut[thread], end = cut[thread + 1];
            assert_true(begin.bundle < end.bundle || (begin.bundle == end.bundle && begin.column <= end.column));
            assert_true(begin.column % STREW_LINE_BYTES == 0 && (begin.column == 0 || slice_bytes >= STREW_MIN_SPLIT_BYTES));
            const double work = work_between(begin, end, first, n, slice_bytes);
            max = work > max ? work : max;
            sum += work;
        }
        assert_true(max > longest - 1.5 && max < longest + 1.5);
        assert_true(sum > first[n] - 0.5 && sum < first[n] + 0.5);
    }
}

TEST(a_bundle_with_most_tuples_of_wide_slices_is_shared)
{
    strew_cut cut[STREW_MAX_THREADS + 1];
    strew_cut_line(cut, hot, COUNT(hot) - 1, WIDE, 4, NULL);
    for (size_t thread = 0; thread < 4; thread++) {
        const double share = work_between(cut[thread], cut[thread + 1], hot, COUNT(hot) - 1, WIDE) * 4 / 1020;
        assert_true(share > 0.7 && share < 1.3);
    }
    strew_cut_line(cut, hot, COUNT(hot) - 1, NARROW, 4, NULL);
    for (size_t thread = 0; thread <= 4; thread++) assert_int_equal(cut[thread].column, 0);
}

/* Its tuples are divided then, not its slices. */
TEST(a_bundle_that_is_divisible_has_no_columns)
{
    static const uint8_t is_divisible[] = {0, 0, 1, 0, 0};
    strew_cut cut[STREW_MAX_THREADS + 1];
    strew_cut_line(cut, hot, COUNT(hot) - 1, WIDE, 4, is_divisible);
    for (size_t thread = 0; thread < 4; thread++) {
        assert_true(cut[thread].column == 0 && (thread == 0 || (cut[thread].bundle == 2 && cut[thread].tuple != 0)));
        const double share = work_between(cut[thread], cut[thread + 1], hot, COUNT(hot) - 1, WIDE) * 4 / 1020;
        assert_true(share > 0.9 && share < 1.1);
    }
}

TEST(a_bundle_is_divided_between_tuples_if_it_may_be)
{
    static const uint8_t none_but_the_hot_one[COUNT(hot) - 1] = {[2] = 1}, all_but_the_hot_one[COUNT(hot) - 1] = {1, 1, 0, 1, 1};
    strew_cut cut[STREW_MAX_THREADS + 1];
    for (size_t n_threads = 2; n_threads <= MAX; n_threads++) {
        assert_in_range(strew_cut_line(cut, hot, COUNT(hot) - 1, NARROW, n_threads, none_but_the_hot_one), 1020 / n_threads,
                        1020 / n_threads + 11);
        for (size_t thread = 0; thread < n_threads; thread++) {
            const double share = work_between(cut[thread], cut[thread + 1], hot, COUNT(hot) - 1, NARROW);
            assert_int_equal(cut[thread].column, 0);
            assert_true(share >= 0 && share < 1020.0 / (double)n_threads + 11);
        }
        assert_true(strew_cut_line(cut, hot, COUNT(hot) - 1, NARROW, n_threads, all_but_the_hot_one) >= 990);
    }
}
