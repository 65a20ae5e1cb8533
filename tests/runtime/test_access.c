/* Tuples on a grid, as exporters write x[..., a:b, c:d] = y: they are read once, and written row by row. Whatever lies beside the
 * grid, and wherever, the result is that of one tuple after the other. */
#include <strew/strew.h>

#include "calls.h"
#include "compare.h"
#include "group.h"
#include "pools.h"
#include "testing.h"

enum { MAX_OUTER = 9, MAX_SIZES = 4, LARGE_BYTES = 1 << 17 };

/* Dimension d of the tuples moves component moves[d] by `by[d]`: the tuple at place (i, j, ...) is first + i * by[0] of component moves[0],
 * and so on. */
typedef struct grid {
    const char *name;
    reference_operator op;
    int32_t n_sizes;
    int64_t sizes[MAX_SIZES], first[MAX_SIZES];
    int32_t n_outer;
    int64_t outer[MAX_OUTER];
    int32_t moves[MAX_OUTER];
    int64_t by[MAX_OUTER];
    int is_grid; /* no slice index occurs twice, rows have twelve or more, tuples are more than a block: no index is read twice */
} grid;

static const grid grids[] = {
    {"a slice of three dimensions", REFERENCE_ND, 3, {3, 40, 50}, {0, 7, 11}, 3, {3, 20, 30}, {0, 1, 2}, {1, 1, 1}, 1},
    {"every other row", REFERENCE_ND, 2, {60, 40}, {1, 3}, 2, {29, 37}, {0, 1}, {2, 1}, 1},
    {"all there is", REFERENCE_ND, 2, {30, 40}, {0, 0}, 2, {30, 40}, {0, 1}, {1, 1}, 1},
    {"one row", REFERENCE_ND, 1, {2000}, {123}, 1, {1500}, {0}, {1}, 1},
    {"rows longer than a block", REFERENCE_ND, 2, {4, 1200}, {1, 100}, 2, {3, 1025}, {0, 1}, {1, 1}, 1},
    {"rows of twelve", REFERENCE_ND, 2, {200, 13}, {3, 1}, 2, {190, 12}, {0, 1}, {1, 1}, 1},
    {"rows of eleven", REFERENCE_ND, 2, {200, 13}, {3, 1}, 2, {190, 11}, {0, 1}, {1, 1}, 0},
    {"a block, and no more", REFERENCE_ND, 2, {20, 40}, {1, 1}, 2, {16, 32}, {0, 1}, {1, 1}, 0},
    {"one more than a block", REFERENCE_ND, 2, {20, 40}, {1, 1}, 2, {19, 27}, {0, 1}, {1, 1}, 1},
    {"dimensions of size 1", REFERENCE_ND, 3, {30, 4, 40}, {2, 1, 3}, 5, {1, 25, 1, 35, 1}, {0, 0, 1, 2, 2}, {1, 1, 1, 1, 1}, 1},
    {"eight dimensions", REFERENCE_ND, 1, {2048}, {0}, 8, {2, 2, 2, 2, 2, 2, 2, 12}, {0}, {1024, 512, 256, 128, 64, 32, 16, 1}, 1},
    {"nine dimensions", REFERENCE_ND, 1, {4096}, {0}, 9, {2, 2, 2, 2, 2, 2, 2, 2, 12}, {0}, {2048, 1024, 512, 256, 128, 64, 32, 16, 1}, 0},
    {"axes in another order", REFERENCE_ND, 2, {40, 40}, {1, 2}, 2, {30, 25}, {1, 0}, {1, 1}, 0},
    {"planes inside of rows", REFERENCE_ND, 3, {11, 12, 30}, {1, 2, 3}, 3, {9, 9, 25}, {1, 0, 2}, {1, 1, 1}, 0},
    {"every other element", REFERENCE_ND, 2, {30, 80}, {0, 1}, 2, {30, 39}, {0, 1}, {1, 2}, 0},
    {"elements backwards", REFERENCE_ND, 2, {30, 40}, {0, 39}, 2, {30, 40}, {0, 1}, {1, -1}, 0},
    {"rows backwards", REFERENCE_ND, 2, {30, 40}, {29, 0}, 2, {30, 40}, {0, 1}, {-1, 1}, 0},
    {"one slice over and over", REFERENCE_ND, 1, {50}, {7}, 2, {20, 40}, {0, 0}, {0, 0}, 0},
    {"one row over and over", REFERENCE_ND, 1, {50}, {7}, 2, {20, 40}, {0, 0}, {0, 1}, 0},
    {"rows that overlap by one", REFERENCE_ND, 1, {1000}, {3}, 2, {20, 40}, {0, 0}, {39, 1}, 0},
    {"rows that meet", REFERENCE_ND, 1, {1000}, {3}, 2, {20, 40}, {0, 0}, {40, 1}, 1},
    {"rows with one between them", REFERENCE_ND, 1, {1000}, {3}, 2, {20, 40}, {0, 0}, {41, 1}, 1},
    {"up to the last slice", REFERENCE_ND, 1, {823}, {3}, 2, {20, 40}, {0, 0}, {41, 1}, 1},
    {"planes that overlap", REFERENCE_ND, 1, {4000}, {3}, 3, {3, 20, 40}, {0, 0, 0}, {500, 41, 1}, 0},
    {"planes apart", REFERENCE_ND, 1, {4000}, {3}, 3, {3, 20, 40}, {0, 0, 0}, {819, 41, 1}, 1},
    {"rows along an axis", REFERENCE_UPDATE, 1, {700}, {12}, 2, {17, 40}, {0, 0}, {40, 1}, 1},
    {"one row along an axis", REFERENCE_UPDATE, 1, {900}, {12}, 1, {600}, {0}, {1}, 1},
};

typedef struct kind {
    strew_dtype dtype, index_dtype;
    strew_reduction reduction;
    int64_t n_outer, width; /* n_outer only for scatter_update */
} kind;

/* Updates of the first two are enough to be shared by threads. */
static const kind kinds[] = {
    {STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, STREW_REDUCTION_NONE, 1, 256},
    {STREW_DTYPE_INT32, STREW_DTYPE_INT32, STREW_REDUCTION_ADD, 2, 256},
    {STREW_DTYPE_FLOAT32, STREW_DTYPE_INT32, STREW_REDUCTION_ADD, 2, 1},
    {STREW_DTYPE_UINT8, STREW_DTYPE_INT64, STREW_REDUCTION_NONE, 1, 3},
    {STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, STREW_REDUCTION_NONE, 1, 1},
    {STREW_DTYPE_FLOAT16, STREW_DTYPE_INT32, STREW_REDUCTION_MAX, 3, 5},
    {STREW_DTYPE_INT64, STREW_DTYPE_INT64, STREW_REDUCTION_MUL, 1, 9},
    {STREW_DTYPE_BOOL, STREW_DTYPE_INT32, STREW_REDUCTION_SUB, 1, 1},
    {STREW_DTYPE_OPAQUE(7), STREW_DTYPE_INT64, STREW_REDUCTION_NONE, 2, 1},
};

/* So many that those of narrow slices are shared, too. */
static const grid large = {"many", REFERENCE_ND, 2, {390, 290}, {5, 7}, 2, {300, 250}, {0, 1}, {1, 1}, 1};

/* Returns the number of tuples. */
static size_t place(const grid *grid, const kind *kind, strew_policy policy)
{
    const int is_nd = grid->op == REFERENCE_ND;
    scatter scatter = {
        .op = grid->op,
        .dtype = kind->dtype,
        .index_dtype = kind->index_dtype,
        .reduction = kind->reduction,
        .options = {.policy = policy},
        .axis = !is_nd,
        .data_rank = grid->n_sizes + 1 + !is_nd,
        .indices_rank = grid->n_outer + is_nd,
        .data_shape = {kind->n_outer}, /* in front of the axis */
    };

    memcpy(scatter.data_shape + !is_nd, grid->sizes, sizeof grid->sizes);
    scatter.data_shape[scatter.data_rank - 1] = kind->width;
    memcpy(scatter.indices_shape, grid->outer, sizeof grid->outer);
    if (is_nd) scatter.indices_shape[grid->n_outer] = grid->n_sizes;
    fixture_place(&buffers, &scatter);
    return buffers.n_components / (size_t)grid->n_sizes;
}

/* Component c of a tuple on the grid. */
static int64_t component_of(const grid *grid, size_t tuple, int32_t c)
{
    int64_t index = grid->first[c];

    for (int32_t d = grid->n_outer - 1; d >= 0; d--) {
        const size_t size = (size_t)grid->outer[d];
        if (grid->moves[d] == c) index += (int64_t)(tuple % size) * grid->by[d];
        tuple /= size;
    }
    return index;
}

/* Some of them counted from the end, if that is asked for. */
static void write_grid(const grid *grid, size_t n_tuples, int may_wrap)
{
    for (size_t t = 0; t < n_tuples; t++) {
        for (int32_t c = 0; c < grid->n_sizes; c++) {
            const int64_t index = component_of(grid, t, c);
            const int wraps = may_wrap && random_below(&buffers.random, 3) == 0;
            fixture_set_index(&buffers, t, c, wraps ? index - grid->sizes[c] : index);
        }
    }
}

/* Without resources, with a workspace, and by 2, 3 and 64 threads with and without one; of large data, some of that. */
static void run_every_configuration(size_t turn)
{
    static const int32_t n_threads[] = {0, 0, 2, 2, 3, 3, 64, 64};

    fixture_expect(&buffers);
    for (size_t i = 0; i < n_isas; i++) {
        const strew_plan plan = fixture_plan(&buffers, isas[i]);
        for (size_t n = 0; n < COUNT(n_threads); n++) {
            if (is_light() && (turn + i + n) % 3 != 0) continue;
            if (buffers.n_data_bytes > LARGE_BYTES && (turn + i + n) % 5 != 0) continue;
            buffers.n_threads = n_threads[n];
            buffers.has_workspace = n % 2;
            assert_true(fixture_run(&buffers, &plan, (int)random_below(&buffers.random, 2)));
        }
    }
}

TEST(every_grid_is_written_as_tuple_by_tuple)
{
    static const strew_policy policies[] = {STREW_POLICY_ERROR, STREW_POLICY_SKIP, STREW_POLICY_CLAMP, STREW_POLICY_TRUSTED};

    while (next_case()) {
        const grid *const grid = &grids[choose("grid", COUNT(grids))];
        const size_t kind = choose("kind", COUNT(kinds)), manner = choose("policy, or a view", 1 + COUNT(policies));
        if (is_light() && case_number() % 7 != 0) continue;
        write_grid(grid, place(grid, &kinds[kind], policies[manner % COUNT(policies)]), manner == COUNT(policies));
        run_every_configuration(case_number());
    }
}

TEST(many_tuples_of_narrow_slices_are_shared)
{
    while (next_case()) {
        const size_t kind = choose("kind", COUNT(kinds) - 2), odd = choose("none, an early or a late one off the grid", 3);
        if (is_light() && odd != kind % 3) continue;
        const size_t n_tuples = place(&large, &kinds[2 + kind], STREW_POLICY_ERROR);
        write_grid(&large, n_tuples, 0);
        /* Every thread finds out by itself. */
        if (odd != 0) fixture_set_index(&buffers, odd == 1 ? 1000 : n_tuples - 1000, 1, 289);
        run_every_configuration(case_number());
    }
}

/* At the first tuples and the last, where rows and blocks meet, and anywhere. */
static size_t draw_place(const grid *grid, size_t n_tuples, size_t turn)
{
    const size_t row = (size_t)grid->outer[grid->n_outer - 1];
    const size_t any = (size_t)random_below(&buffers.random, n_tuples), last = n_tuples - 1;
    const size_t places[] = {0, 1, last, last - 1, row - 1, row, 511, 512, last + 1 - row, last - row, any, any};
    return places[turn % COUNT(places)] % n_tuples;
}

/* Another index in bounds: a neighbour, the other half of an exchange with one, or any. */
static void move_beside(const grid *grid, size_t n_tuples, size_t turn)
{
    const int32_t c = (int32_t)random_below(&buffers.random, (uint64_t)grid->n_sizes);
    const size_t tuple = draw_place(grid, n_tuples, turn), other = (tuple + 1) % n_tuples;
    const int64_t index = fixture_get_index(&buffers, tuple, c), size = grid->sizes[c];

    const int64_t moved[] = {(index + 1) % size, (index + size - 1) % size, fixture_get_index(&buffers, other, c),
                             fixture_in_bounds(&buffers, size)};
    const size_t how = (size_t)random_below(&buffers.random, COUNT(moved));

    fixture_set_index(&buffers, tuple, c, moved[how]);
    if (how == 2) fixture_set_index(&buffers, other, c, index);
}

TEST(one_tuple_may_lie_beside_the_grid)
{
    while (next_case()) {
        const size_t round = choose("round", is_light() ? 2 : 30);
        const grid *const grid = &grids[choose("grid", COUNT(grids))];
        const size_t n_tuples = place(grid, &kinds[round % COUNT(kinds)], STREW_POLICY_ERROR);
        write_grid(grid, n_tuples, case_number() % 2 != 0);
        move_beside(grid, n_tuples, round);
        run_every_configuration(case_number());
    }
}

TEST(one_index_may_be_out_of_bounds)
{
    while (next_case()) {
        const size_t round = choose("round", is_light() ? 2 : 30);
        const grid *const grid = &grids[choose("grid", COUNT(grids))];
        const size_t n_tuples = place(grid, &kinds[round % COUNT(kinds)], STREW_POLICY_ERROR), tuple = draw_place(grid, n_tuples, round);
        const int32_t c = (int32_t)random_below(&buffers.random, (uint64_t)grid->n_sizes);
        /* The slice index is that of another tuple where an index is but the next one of its row. */
        const int64_t next = grid->sizes[c] + (int64_t)(round % 3),
                      out_of_bounds = case_number() % 2 ? fixture_out_of_bounds(&buffers, grid->sizes[c]) : next;
        strew_fault fault;

        write_grid(grid, n_tuples, 0);
        fixture_set_index(&buffers, tuple, c, out_of_bounds);
        for (size_t i = 0; i < n_isas; i++) {
            if (is_light() && (i + round) % 3 != 0) continue;
            const strew_plan plan = fixture_plan(&buffers, isas[i]);
            buffers.n_threads = random_below(&buffers.random, 2) ? 0 : 3;
            buffers.has_workspace = (int)random_below(&buffers.random, 2);
            assert_true(fixture_run_rejected(&buffers, &plan, STREW_STATUS_INDEX_OUT_OF_BOUNDS, &fault));
            assert_int_equal(fault.tuple, (int64_t)tuple);
            assert_int_equal(fault.component, c);
            assert_true(fault.value == out_of_bounds);
        }
    }
}

/* A pool that rewrites the indices before it is asked for the second time: once they have all been read. The last chunk comes first:
 * of two slices that overlap, the wrong one would then be written last. */
static size_t n_asked;
static void rewrite_before_the_second(void *pool, size_t n, strew_task *task, void *argument)
{
    (void)pool;
    if (n_asked++ == 1) memset(buffers.indices.bytes, 0x77, buffers.indices.size);
    for (size_t i = n; i-- > 0;) task(argument, i);
}

static strew_status run_in_place(const strew_plan *plan, const strew_resources *resources)
{
    strew_status status;

    n_asked = 0;
    memcpy(buffers.output.bytes, buffers.data.bytes, buffers.n_data_bytes);
    status = run_with(plan, buffers.output.bytes, buffers.output.bytes, buffers.indices.bytes, buffers.updates.bytes, resources, NULL);
    if (status == STREW_OK)
        assert_true(is_same_or_print(STREW_DTYPE_FLOAT32, buffers.output.bytes, buffers.expected, buffers.n_data, "in place"));
    return status;
}

TEST(indices_on_a_grid_are_not_read_twice)
{
    unsigned n_noticed = 0;

    while (next_case()) {
        const grid *const grid = &grids[choose("grid", COUNT(grids))];
        const strew_isa isa = choose_isa();
        const int has_workspace = (int)choose("has_workspace", 2);
        strew_resources resources = STREW_RESOURCES(.parallel_for = rewrite_before_the_second, .n_threads = 2, .wake_ns = 1);
        strew_status status;
        strew_plan plan;

        write_grid(grid, place(grid, &kinds[0], STREW_POLICY_ERROR), 0);
        fixture_expect(&buffers);
        plan = fixture_plan(&buffers, isa);
        if (has_workspace) {
            resources.workspace_bytes = strew_plan_workspace_size(&plan, 2);
            resources.workspace = guarded_place(&buffers.workspace, resources.workspace_bytes, FLUSH_END, 0);
        }
        status = run_in_place(&plan, &resources);
        if (grid->is_grid) assert_int_equal(n_asked, 2);
        if (grid->is_grid || status == STREW_OK) {
            assert_int_equal(status, STREW_OK);
        } else {
            assert_int_equal(status, STREW_STATUS_INDICES_CHANGED);
            n_noticed++;
        }
    }
    assert_true(n_noticed > 0); /* of those that lie on none */
}

static void move_the_first_two(int64_t by)
{
    for (size_t t = 0; t < 2; t++) fixture_set_index(&buffers, t, 0, fixture_get_index(&buffers, t, 0) + by);
}

/* A pool that puts the first two tuples on the grid before the first task: until then they are 2^32 slices away from it. */
static void bring_the_first_two_back(void *pool, size_t n, strew_task *task, void *argument)
{
    if (n_asked++ == 0) move_the_first_two(-(INT64_C(1) << 32));
    on_one_thread(pool, n, task, argument);
}

/* Slice indices of 32 bits would not tell one grid from the other. */
TEST(a_grid_beside_data_is_none)
{
    const strew_resources resources = STREW_RESOURCES(.parallel_for = bring_the_first_two_back, .n_threads = 2, .wake_ns = 1);

    while (next_case()) {
        const grid *const grid = &grids[choose("grid", COUNT(grids))];
        const strew_isa isa = choose_isa();
        strew_plan plan;

        if (grid->n_sizes != 1) continue;
        write_grid(grid, place(grid, &kinds[0], STREW_POLICY_ERROR), 0);
        fixture_expect(&buffers);
        move_the_first_two(INT64_C(1) << 32);
        plan = fixture_plan(&buffers, isa);
        assert_int_equal(run_in_place(&plan, &resources), STREW_OK);
    }
}

int main(void)
{
    return run_on_fixture(8 << 20, 640);
}
