/* The three operators against the reference: every dtype, reduction, index type, policy and option, in turn along every path through a run,
 * with shapes and contents drawn at random; and afterwards whether all of this was visited. */
#include <strew/strew.h>

#include "compare.h"
#include "configurations.h"
#include "fault.h"
#include "group.h"
#include "operators.h"
#include "testing.h"
#include "write_tracker.h"

enum { MAX_CONFIGURATIONS = 32, POLICIES = 4, MAX_RANK = 6, ROUNDS = 3 };

/* How often each was visited. */
static struct {
    unsigned configurations[MAX_CONFIGURATIONS][POLICIES][2]; /* by policy and index type */
    unsigned out_of_bounds_kinds[MAX_CONFIGURATIONS][POLICIES][OUT_OF_BOUNDS_KINDS];
    unsigned isas[MAX_CONFIGURATIONS][MAX_ISAS][2]; /* out of place, in place */
    unsigned axes[OPERATORS][MAX_RANK + 1][2 * MAX_RANK];
    unsigned rows[ROW_LENGTHS][NEARLY_EQUAL_ROWS + 1];
    write_tracker write_tracker[MAX_ISAS];
    unsigned draws, rejections;
} visited;

/* ---- One draw ------------------------------------------------------------------------------------------------------------------------ */

/* What a caller can spare. */
static void spare(void)
{
    static const uint64_t max_threads[] = {0, 4, 64};
    const uint64_t max = max_threads[random_below(&buffers.random, COUNT(max_threads))];

    buffers.has_workspace = (int)random_below(&buffers.random, 2);
    buffers.n_threads = max == 0 ? 0 : 1 + (int32_t)random_below(&buffers.random, max);
    buffers.is_prepared = random_below(&buffers.random, 3) == 0;
}

static void run_everywhere(const configuration *configuration)
{
    for (size_t i = 0; i < n_isas; i++) {
        const strew_plan plan = fixture_plan(&buffers, isas[i]);
        const int is_in_place = (int)random_below(&buffers.random, 2), is_one_call = random_below(&buffers.random, 4) == 0;
        spare();
        if (!is_taken(configuration, strew_state_of(&plan)))
            fail_msg("%s is not the path of %s", configuration->name, fixture_describe(&buffers));
        assert_true(is_one_call ? fixture_call(&buffers, isas[i], is_in_place) : fixture_run(&buffers, &plan, is_in_place));
        visited.isas[configuration - configurations][i][is_in_place]++;
        if (!is_one_call) record_writes(&visited.write_tracker[i], &buffers, is_in_place);
    }
}

/* The first index out of bounds is the one that the reference finds. */
static void reject_everywhere(const reference_position *expected)
{
    for (size_t i = 0; i < n_isas; i++) {
        const strew_plan plan = fixture_plan(&buffers, isas[i]);
        strew_fault fault;
        spare();
        assert_true(fixture_run_rejected(&buffers, &plan, STREW_STATUS_INDEX_OUT_OF_BOUNDS, &fault));
        assert_fault(&fault,
                     FAULT(INDEX_OUT_OF_BOUNDS, .dimension = expected->dimension, .tuple = expected->tuple, .value = expected->value,
                           .low = expected->low, .high = expected->high, .component = expected->component));
    }
    visited.rejections++;
}

/* Clamping has nothing to do with a dimension of size 0, and planning says so. */
static int is_clamped_to_nothing(void)
{
    strew_plan plan;
    strew_fault fault;

    if (buffers.options.policy != STREW_POLICY_CLAMP || plan_call(&plan, &buffers.call, &fault) == STREW_OK) return 0;
    assert_int_equal(fault.status, STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION);
    assert_int_equal(buffers.data_shape[fault.dimension], 0);
    return 1;
}

/* Rows of the lengths that are meant to be there: at the end of the shape, in one dimension or two. */
static void note_rows(const configuration *configuration, const scatter *scatter)
{
    const int64_t last = scatter->indices_shape[scatter->indices_rank - 1], pair = last * scatter->indices_shape[scatter->indices_rank - 2];
    const int is_pair = scatter->axis != -2 && scatter->axis != scatter->data_rank - 2;

    for (size_t i = 0; i < ROW_LENGTHS; i++) visited.rows[i][configuration->likeness] += row_lengths[i] == (is_pair ? pair : last);
}

/* An index that passes tuples over, in bounds or not, and some tuples that have it. */
static void draw_ignore_index(strew_options *options)
{
    static const int64_t values[] = {-1, 0, 3, -100, INT32_MAX};

    options->struct_size = sizeof *options;
    options->has_ignore_index = random_below(&buffers.random, 4) == 0;
    if (options->has_ignore_index) options->ignore_index = values[random_below(&buffers.random, COUNT(values))];
}

static void ignore_some(void)
{
    const int is_rare = (int)random_below(&buffers.random, 2);

    if (!buffers.options.has_ignore_index || random_below(&buffers.random, 4) == 0) return;
    for (size_t i = 0; i < buffers.n_components; i++) {
        if (random_below(&buffers.random, is_rare ? 1000 : 5) == 0) fixture_write_index(&buffers, i, buffers.options.ignore_index);
    }
}

static void draw(const configuration *configuration, scatter scatter, out_of_bounds out_of_bounds)
{
    const strew_policy policy = scatter.options.policy;
    reference_position place;

    configuration->draw(&scatter, &buffers.random);
    draw_ignore_index(&scatter.options);
    fixture_place(&buffers, &scatter);
    visited.draws++;
    if (is_clamped_to_nothing()) return;
    draw_indices(&buffers, configuration->likeness, out_of_bounds);
    if (policy != STREW_POLICY_TRUSTED) ignore_some();
    visited.configurations[configuration - configurations][policy][scatter.index_dtype == STREW_DTYPE_INT64]++;
    visited.out_of_bounds_kinds[configuration - configurations][policy][out_of_bounds]++;
    if (configuration->likeness != ANY_INDICES) note_rows(configuration, &scatter);
    if (scatter.data_rank <= MAX_RANK) visited.axes[scatter.op][scatter.data_rank][scatter.axis + MAX_RANK]++;
    if (policy == STREW_POLICY_ERROR && reference_is_out_of_bounds(&buffers.call, &place)) {
        reject_everywhere(&place);
        return;
    }
    fixture_expect(&buffers);
    run_everywhere(configuration);
}

/* ---- All of them --------------------------------------------------------------------------------------------------------------------- */

static const configuration *draw_configuration(reference_operator op)
{
    for (;;) {
        const configuration *const configuration = &configurations[random_below(&buffers.random, n_configurations)];
        if (configuration->op == op) return configuration;
    }
}

/* What came up least so far, so that all come up soon; of calls that would be rejected, every fourth. */
static out_of_bounds next_out_of_bounds(const configuration *configuration, strew_policy policy)
{
    const unsigned *const n_visits = visited.out_of_bounds_kinds[configuration - configurations][policy];
    unsigned n = 0;
    out_of_bounds min = NONE_OUT_OF_BOUNDS;

    for (int out_of_bounds = 0; out_of_bounds < OUT_OF_BOUNDS_KINDS; out_of_bounds++) {
        n += n_visits[out_of_bounds];
        if (n_visits[out_of_bounds] < n_visits[min]) min = (enum out_of_bounds)out_of_bounds;
    }
    return policy == STREW_POLICY_TRUSTED || (policy == STREW_POLICY_ERROR && n % 4 != 3) ? NONE_OUT_OF_BOUNDS : min;
}

/* Whether a kind has not come up yet. */
static int misses_a_kind(const configuration *configuration, strew_policy policy)
{
    const unsigned *const n_visits = visited.out_of_bounds_kinds[configuration - configurations][policy];
    int misses = 0;

    for (int kind = 0; kind < OUT_OF_BOUNDS_KINDS; kind++) misses |= policy != STREW_POLICY_TRUSTED && n_visits[kind] == 0;
    return misses;
}

static void agree_with_the_reference(void **state)
{
    const reference_operator op = *(const reference_operator *)*state;
    strew_dtype dtypes[REFERENCE_MAX_DTYPES];
    size_t n_dtypes = reference_dtypes(dtypes);

    for (int bytes = 3; bytes <= 64; bytes = 4 * bytes + 1) dtypes[n_dtypes++] = STREW_DTYPE_OPAQUE(bytes);
    while (next_case()) {
        const strew_dtype dtype = dtypes[choose("dtype", n_dtypes)];
        const strew_reduction reduction = reference_reductions[choose("reduction", REFERENCE_REDUCTIONS)];
        if (!reference_is_defined(dtype, reduction)) continue;
        const strew_nan nan = (strew_nan)choose("nan", 2);
        const configuration *const configuration = draw_configuration(op);
        const scatter scatter = {
            .op = op,
            .dtype = dtype,
            .index_dtype = choose("is_narrow", 2) ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64,
            .reduction = reduction,
            .options = {.policy = (strew_policy)choose("policy", POLICIES),
                        .negative = (strew_negative)choose("negative", 2),
                        .nan = reduction >= STREW_REDUCTION_MIN ? nan : STREW_NAN_WINS},
            .contents = random_below(&buffers.random, 5) < 3 ? ORDINARY : EXTREME,
        };
        (void)choose("round", ROUNDS);
        const int is_left_out = is_light() && random_below(&buffers.random, 2 * ROUNDS) != 0;
        if (is_left_out && !misses_a_kind(configuration, scatter.options.policy)) continue;
        draw(configuration, scatter, next_out_of_bounds(configuration, scatter.options.policy));
    }
}

/* Every size up to a line along every way, and some of the larger ones, with each policy in turn. */
TEST(elements_of_every_size_are_moved)
{
    static const int large[] = {65, 127, 128, 210, 256, 292, 511, STREW_DTYPE_OPAQUE_LAST - STREW_DTYPE_OPAQUE_0};

    while (next_case()) { /* each configuration with each size, and the others in turn */
        const size_t number = choose("size", 64 + COUNT(large)), c = choose("configuration", n_configurations), i = case_number();
        const configuration *const configuration = &configurations[c];
        const int bytes = number < 64 ? (int)number + 1 : large[number - 64];
        scatter scatter = {
            .op = configuration->op,
            .dtype = STREW_DTYPE_OPAQUE(bytes),
            .index_dtype = (bytes + (int)i) % 2 ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64,
            .reduction = STREW_REDUCTION_NONE,
            .options = {.policy = (strew_policy)((i + (size_t)bytes) % POLICIES)},
        };
        const int has_policy = scatter.options.policy >= STREW_POLICY_SKIP;
        if (is_light() && (number + i) % 4 != 0) continue;
        /* Nothing can be clamped to where nothing is. */
        do {
            configuration->draw(&scatter, &buffers.random);
            fixture_place(&buffers, &scatter);
        } while (buffers.n_data == 0 && scatter.options.policy == STREW_POLICY_CLAMP);
        if (buffers.n_data == 0 && scatter.options.policy == STREW_POLICY_ERROR) continue; /* tuples into it are rejected */
        draw_indices(&buffers, configuration->likeness, has_policy ? SOME_OUT_OF_BOUNDS : NONE_OUT_OF_BOUNDS);
        fixture_expect(&buffers);
        for (size_t j = 0; j < n_isas; j++) expect_run(isas[j]);
    }
}

/* ---- What was visited ---------------------------------------------------------------------------------------------------------------- */

static void assert_visited(uint64_t n, const char *what, const char *of)
{
    if (n == 0) fail_msg("never visited: %s of %s", what, of);
}

static void assert_both_visited(const unsigned n[2], const char *what, const char *of)
{
    assert_visited(n[0] && n[1], what, of);
}

TEST(every_path_was_taken_under_every_policy)
{
    static const char *const policies[POLICIES] = {"error", "trusted", "skip", "clamp"};
    static const char *const out_of_bounds_kinds[OUT_OF_BOUNDS_KINDS] = {"none out of bounds", "some out of bounds", "ends out of bounds",
                                                                         "every other one out of bounds", "all out of bounds"};

    assert_true(n_configurations <= MAX_CONFIGURATIONS);
    for (size_t c = 0; c < n_configurations; c++) {
        const char *const name = configurations[c].name;
        for (int policy = 0; policy < POLICIES; policy++) {
            assert_both_visited(visited.configurations[c][policy], policies[policy], name);
            for (int kind = 0; kind < OUT_OF_BOUNDS_KINDS && policy != STREW_POLICY_TRUSTED; kind++)
                assert_visited(visited.out_of_bounds_kinds[c][policy][kind], out_of_bounds_kinds[kind], name);
        }
        for (size_t i = 0; i < n_isas; i++) assert_both_visited(visited.isas[c][i], strew_isa_name(isas[i]), name);
    }
    fprintf(stderr, "%u draws, %u of them rejected for an index out of bounds\n", visited.draws, visited.rejections);
    assert_true(visited.rejections > visited.draws / 200);
}

TEST(every_axis_of_every_rank_was_visited)
{
    for (int32_t rank = 1; rank <= MAX_RANK; rank++) {
        assert_visited(visited.axes[REFERENCE_ND][rank][MAX_RANK], "a rank", "scatter_nd");
        for (int32_t axis = -rank; axis < rank; axis++) {
            assert_visited(visited.axes[REFERENCE_ELEMENTS][rank][axis + MAX_RANK], "an axis", "scatter_elements");
            assert_visited(visited.axes[REFERENCE_UPDATE][rank][axis + MAX_RANK], "an axis", "scatter_update");
        }
    }
}

TEST(rows_of_every_length_were_visited)
{
    for (size_t i = 0; i < ROW_LENGTHS; i++) {
        assert_visited(visited.rows[i][EQUAL_ROWS], "a length", "rows");
        assert_visited(visited.rows[i][NEARLY_EQUAL_ROWS], "a length", "rows that nearly are");
    }
}

/* test_workspace.c does the same for a workspace, which few runs use. */
TEST(every_buffer_was_at_every_alignment_and_touched_both_guards)
{
    const guarded *const of[] = {&buffers.data, &buffers.indices, &buffers.updates, &buffers.output, &buffers.prepared};
    static const char *const names[] = {"data", "indices", "updates", "output", "prepared indices"};

    for (size_t i = 0; i < n_isas; i++) assert_guards_touched(&visited.write_tracker[i], TOUCHED, strew_isa_name(isas[i]));
    while (next_case()) {
        const size_t i = choose("buffer", COUNT(of));
        assert_visited(of[i]->alignments[choose("end", 2)] >> choose("alignment", 64) & 1, "an alignment", names[i]);
    }
}

int main(void)
{
    add_test(agree_with_the_reference, &(reference_operator){REFERENCE_ND}, "scatter_nd_agrees_with_the_reference");
    add_test(agree_with_the_reference, &(reference_operator){REFERENCE_ELEMENTS}, "scatter_elements_agrees_with_the_reference");
    add_test(agree_with_the_reference, &(reference_operator){REFERENCE_UPDATE}, "scatter_update_agrees_with_the_reference");
    return run_on_fixture(32 << 20, 190707);
}
