/* Every kernel that writes, against the reference, bit for bit; afterwards, that every kernel of the list has run. */
#include <strew/strew.h>

#include "chosen_kernels.h"
#include "group.h"
#include "plan_state.h"
#include "reference.h"
#include "testing.h"
#include "types.h"
#include "write_tracker.h"

/* The largest buffer of a job below has more than ninety complex128 slices of 257. */
enum { CAPACITY = 4 << 20 };

/* ---- Apply --------------------------------------------------------------------------------------------------------------------------- */

/* Slices: powers of two and some of their multiples, and one more and one less, in elements. The widest kernel has 64 lanes; moves join
 * elements up to 16 bytes, so that 64 of those are 1,024 bytes: 256 elements of 4. */
static const size_t widths[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,  16,  17,  19,  20,  23,  24,
                                25, 28, 31, 32, 33, 40, 47, 48, 49, 56, 63, 64, 65, 96, 127, 128, 129, 192, 255, 256, 257};

/* Tuples: around the lanes of every vector, and around the distance at which kernels prefetch. */
static const size_t counts[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 23, 24, 25, 31, 32, 33};

/* A wider slice exists for one kernel or one tail. The narrow ones have covered all counts, so each takes the next few of them. */
enum { NARROW_WIDTH = 17, COUNTS_OF_A_WIDE_SLICE = 4, COUNTS_LIGHT = 5, COUNTS_OF_A_WIDE_SLICE_LIGHT = 2 };

static size_t counts_of(size_t width)
{
    if (width <= NARROW_WIDTH) return is_light() ? COUNTS_LIGHT : COUNT(counts);
    return is_light() ? COUNTS_OF_A_WIDE_SLICE_LIGHT : COUNTS_OF_A_WIDE_SLICE;
}

static write_tracker of_count[COUNT(counts)];

static void run_on(strew_isa isa, int is_first, int is_in_place, write_tracker *write_tracker)
{
    const strew_plan plan = fixture_plan(&buffers, isa);

    buffers.has_workspace = strew_state_of(&plan)->sum_bytes != 0;
    if (is_first) record_chosen(&plan);
    assert_true(fixture_run(&buffers, &plan, is_in_place));
    record_writes(write_tracker, &buffers, is_in_place);
}

/* At random positions; narrow slices, which are mostly tails, also at either end. */
static void run_everywhere(const job *job, int is_first, write_tracker *write_tracker)
{
    fixture_prepare(&buffers, job);
    for (size_t i = 0; i < n_isas; i++) run_on(isas[i], is_first, (int)random_below(&buffers.random, 2), write_tracker);
    for (int end = FLUSH_END; end <= FLUSH_START && job->width <= NARROW_WIDTH; end++) {
        fixture_flush(&buffers, (placement)end);
        for (size_t i = 0; i < n_isas; i++) run_on(isas[i], 0, (int)random_below(&buffers.random, 2), write_tracker);
    }
}

static void apply_reduction(strew_dtype dtype, strew_reduction reduction, strew_nan nan, strew_dtype wide)
{
    unsigned n_jobs = 0;

    for (size_t w = 0; w < COUNT(widths); w++) {
        const size_t n_counts = counts_of(widths[w]);
        for (size_t c = 0; c < n_counts; c++, n_jobs++) {
            const size_t which = n_counts == COUNT(counts) ? c : (w * 5 + c * 7) % COUNT(counts), count = counts[which];
            /* From one slice, which all tuples write, to more slices than tuples. */
            const int64_t size = 1 + (int64_t)random_below(&buffers.random, n_jobs % 3 ? 7 : 2 * count + 1);
            const job job = {
                .dtype = dtype,
                .index_dtype = random_below(&buffers.random, 2) ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64,
                .reduction = reduction,
                .options = {.nan = nan, .accumulate = wide, .overflow = wide == STREW_DTYPE_INT64 || (wide && n_jobs % 3)},
                .sizes = &size,
                .n_sizes = 1,
                .width = widths[w],
                .n_tuples = count,
                .pattern = (pattern)random_below(&buffers.random, PATTERNS),
                .contents = n_jobs % 5 < 3 ? ORDINARY : EXTREME,
            };
            run_everywhere(&job, c == 0, &of_count[which]);
        }
    }
}

/* Without NaN the option chooses the same kernels. */
static int has_nan(strew_dtype dtype)
{
    const reference_kind kind = reference_type_of(dtype).kind;
    return kind == REFERENCE_FLOAT || kind == REFERENCE_SMALL_FLOAT || kind == REFERENCE_COMPLEX;
}

static void applies_as_the_contract_says(void **state)
{
    const strew_dtype dtype = *(const strew_dtype *)*state;

    for (size_t r = 0; r < REFERENCE_REDUCTIONS; r++) {
        const strew_reduction reduction = reference_reductions[r];
        if (!strew_reduction_is_supported(reduction, dtype)) continue; /* of a trimmed build; test_types says what a whole one has */
        apply_reduction(dtype, reduction, STREW_NAN_WINS, 0);
        if (reduction == STREW_REDUCTION_ADD || reduction == STREW_REDUCTION_SUB || reduction == STREW_REDUCTION_MUL) {
            const strew_wide *const wide = strew_find_wide(dtype);
            if (wide != NULL) apply_reduction(dtype, reduction, STREW_NAN_WINS, wide->wide);
        }
        if (has_nan(dtype) && (reduction == STREW_REDUCTION_MIN || reduction == STREW_REDUCTION_MAX))
            apply_reduction(dtype, reduction, STREW_NAN_LOSES, 0);
    }
}

TEST(every_count_was_at_both_guard_pages)
{
    char of[40];

    for (size_t c = 0; c < COUNT(counts); c++) {
        snprintf(of, sizeof of, "%zu tuples", counts[c]);
        assert_guards_touched(&of_count[c], counts[c] ? TOUCHED_PREPARED : TOUCHED_INDICES, of);
    }
}

TEST(every_kernel_that_can_run_here_was_chosen)
{
    expect_all_chosen(APPLY_KERNELS);
}

int main(void)
{
    static strew_dtype dtypes[REFERENCE_MAX_DTYPES];
    const size_t n_dtypes = reference_dtypes(dtypes);

    for (size_t d = 0; d < n_dtypes; d++)
        add_test(applies_as_the_contract_says, &dtypes[d], "applies_%s_as_the_contract_says", reference_dtype_name(dtypes[d]));
    return run_on_fixture(CAPACITY, 20240229);
}
