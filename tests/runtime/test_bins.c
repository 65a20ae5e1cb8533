/* Bins: every slice is in one, in their order, and where the tuples are there are many. */
#include "bins.h"
#include "fill.h"
#include "group.h"
#include "guarded.h"
#include "tensors.h"
#include "testing.h"

typedef struct binned {
    strew_plan plan;
    strew_job job;
    int32_t *indices;
    strew_bins bins;
} binned;

enum { N_TUPLES = 20000 };

/* Tuples of which one in `frequent` names slice 7, and the others any of the first `of`. */
static void open_binned(binned *to, int64_t n_slices, int64_t of, unsigned frequent)
{
    uint64_t random = 3;
    scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(n_slices), SHAPE(N_TUPLES, 1));
    scatter.dtype = STREW_DTYPE_UINT8; /* so that INT32_MAX slices fit the address space of a 32-bit CPU */
    scatter.index_dtype = STREW_DTYPE_INT32;
    to->plan = plan_scatter(&scatter);
    to->indices = guarded_new(N_TUPLES * sizeof *to->indices, FLUSH_END);
    for (size_t t = 0; t < N_TUPLES; t++) {
        to->indices[t] = frequent != 0 && t % frequent == 0 ? 7 : (int32_t)random_below(&random, (uint64_t)of);
    }
    strew_begin_job(&to->job, strew_state_of(&to->plan), NULL, to->indices, NULL);
}

typedef struct row {
    const char *name;
    int64_t n_slices, of;
    unsigned frequent;
} row;

static const row rows[] = {
    {"one slice", 1, 1, 0},
    {"as few as fit a bin each", 8, 8, 0},
    {"128 slices", 128, 128, 0},
    {"129 slices", 129, 129, 0},
    {"many slices", 50000, 50000, 0},
    {"the first of many", 50000, 300, 0},
    {"every other tuple of one slice", 50000, 50000, 2},
    {"one slice more frequent than others", 3000000, 3000000, 100},
    {"most slices without tuples", INT32_MAX, 100000000, 3},
    {"all slices that 31 bits number", INT32_MAX, INT32_MAX, 0},
};

typedef void check_bins(const row *row, size_t n_threads, const binned *of);

static void for_each_case(check_bins *check)
{
    static const size_t threads[] = {2, 3, 16, 33, 64};

    for (size_t r = 0; r < COUNT(rows); r++) {
        for (size_t t = 0; t < COUNT(threads); t++) {
            binned of;
            in_case("%s, %zu threads", rows[r].name, threads[t]);
            open_binned(&of, rows[r].n_slices, rows[r].of, rows[r].frequent);
            (void)strew_choose_bins(&of.bins, &of.job, threads[t]);
            check(&rows[r], threads[t], &of);
            assert_true(guarded_free_all());
        }
    }
}

static void check_order(const row *row, size_t n_threads, const binned *of)
{
    uint32_t last = 0;

    assert_in_range(of->bins.n, 1, strew_max_bins(n_threads));
    for (int64_t at = 0, step = row->n_slices / 70000 + 1; at < row->n_slices; at += step) {
        const uint32_t bin = strew_bin_of(&of->bins, (uint32_t)at, 0);
        assert_in_range(bin, last, of->bins.n - 1);
        if (of->bins.even_shift != STREW_UNEVEN) assert_int_equal(strew_bin_of(&of->bins, (uint32_t)at, 1), bin);
        last = bin;
    }
}

TEST(every_slice_is_in_a_bin_in_their_order)
{
    for_each_case(check_order);
}

/* Where a bin can be cut, none has more than twice what one of STREW_BINS_OF_THREAD parts of a thread should have. */
static void check_parts(const row *row, size_t n_threads, const binned *of)
{
    static uint32_t counts[STREW_MAX_BINS];
    const uint32_t hot = row->n_slices > 7 ? strew_bin_of(&of->bins, 7, 0) : 0;

    memset(counts, 0, sizeof counts);
    strew_count_by_bin(&of->bins, counts, (const uint32_t *)of->indices, N_TUPLES);
    for (uint32_t bin = 0; bin < of->bins.n; bin++) {
        const double parts = (double)counts[bin] * (double)(n_threads * STREW_BINS_OF_THREAD) / (double)N_TUPLES;
        size_t n_of_bin = 0;
        if (parts <= 2 || counts[bin] <= 3 * N_TUPLES / STREW_MAX_COARSE_BINS || bin == hot) continue;
        /* Bins of one slice cannot be cut. */
        for (int64_t s = 0; s < 1000 && s < row->n_slices; s++) n_of_bin += strew_bin_of(&of->bins, (uint32_t)s, 0) == bin;
        if (n_of_bin != 1) fail_msg("bin %u has %.1f parts", bin, parts);
    }
}

TEST(many_tuples_are_in_many_bins)
{
    for_each_case(check_parts);
}

TEST(the_sample_tells_what_tuples_are_like)
{
    binned of;
    open_binned(&of, 50000, 50000, 0);
    assert_int_equal(strew_choose_bins(&of.bins, &of.job, 4), STREW_SAMPLE_APART);
    for (size_t t = 0; t < N_TUPLES; t++) of.indices[t] = (int32_t)t;
    assert_int_equal(strew_choose_bins(&of.bins, &of.job, 4), STREW_SAMPLE_CLOSE);
    for (size_t t = 0; t < N_TUPLES; t++) of.indices[t] = 50000;
    assert_int_equal(strew_choose_bins(&of.bins, &of.job, 4), STREW_SAMPLE_OUT_OF_BOUNDS);
    assert_true(guarded_free_all());
}

TEST(sentinels_are_not_counted)
{
    static const uint32_t slice_indices[] = {0, UINT32_MAX, 99, 99, UINT32_MAX};
    uint32_t counts[STREW_MAX_BINS] = {0};
    binned of;
    open_binned(&of, 100, 100, 0);
    (void)strew_choose_bins(&of.bins, &of.job, 2);
    strew_count_by_bin(&of.bins, counts, slice_indices, COUNT(slice_indices));
    assert_int_equal(counts[0], 1);
    assert_int_equal(counts[strew_bin_of(&of.bins, 99, 0)], 2);
    assert_int_equal(strew_sum_up(counts, of.bins.n), 3);
    assert_int_equal(counts[0], 0);
    assert_int_equal(counts[1], 1);
    assert_int_equal(counts[of.bins.n - 1], 3);
    assert_true(guarded_free_all());
}
