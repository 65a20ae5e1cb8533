/* Running: bounds of any size, and what a plan is. test_edges.c and test_configurations.c have results. */
#include <strew/strew.h>

#include "calls.h"
#include "fault.h"
#include "group.h"
#include "operators.h"
#include "tensors.h"
#include "testing.h"

#define BIT(n) (INT64_C(1) << (n))

enum { TUPLES = 7 };

static void prepare(const scatter *scatter)
{
    fixture_place(&buffers, scatter);
    fixture_draw_indices(&buffers, 0);
    fixture_expect(&buffers);
}

/* ---- Indices outside ----------------------------------------------------------------------------------------------------------------- */

/* Sizes that 32 bits do not hold, without memory: a dimension of 0 behind them leaves nothing to write, but the tuple is checked. (In
 * scatter_elements it leaves no tuple.) */
TEST(bounds_of_any_size_are_exact)
{
    static const int64_t sizes[] = {1, BIT(31) - 1, BIT(31), BIT(32) - 1, BIT(32), BIT(32) + 1, BIT(40), BIT(62), INT64_MAX};
    enum { ROWS = 7, IN_BOUNDS = 4 };

    for (size_t s = 0; s < COUNT(sizes) && sizes[s] <= PTRDIFF_MAX; s++) { /* what can be addressed */
        const int64_t size = sizes[s], values[ROWS] = {size - 1, -size, 0, -1, size, -size - 1, INT64_MIN};
        while (next_case()) {
            /* Enough tuples for a vector kernel; the one in question is in a vector, then in the tail. */
            const size_t row = choose("row", ROWS), tuple = choose("is_in_tail", 2) ? 8 : 2;
            scatter scatter = choose("is_update", 2) ? scatter_of(REFERENCE_UPDATE, 0, SHAPE(size, 0), SHAPE(9))
                                                     : scatter_of(REFERENCE_ND, 0, SHAPE(size, 0), SHAPE(9, 1));
            const placement end = (placement)choose("end", 2);
            strew_fault fault;
            tensors tensors;
            int64_t *indices;
            scatter.dtype = STREW_DTYPE_INT8;
            scatter.options.isa = choose_isa();
            make_tensors(&scatter, &tensors);
            tensors.indices.values = indices = (int64_t *)guarded_place(&buffers.indices, 9 * sizeof *indices, end, 0);
            memset(indices, 0, 9 * sizeof *indices);
            indices[tuple] = values[row];
            assert_int_equal(make_call(NULL, &tensors.call, &fault), row < IN_BOUNDS ? STREW_OK : STREW_STATUS_INDEX_OUT_OF_BOUNDS);
            if (row >= IN_BOUNDS) assert_index_fault(&fault, (reference_position){(int64_t)tuple, values[row], -size, size - 1, 0, 0});
        }
    }
}

/* ---- What a plan is ------------------------------------------------------------------------------------------------------------------ */

/* A plan holds no pointer to anything of the caller's, and none to itself. */
TEST(a_plan_is_plain_bytes)
{
    assert_int_equal(strew_plan_size(), sizeof(strew_plan));
    for (size_t i = 0; i < OPERATORS; i++) {
        const scatter scatter = small_scatter(operators[i], STREW_DTYPE_INT64, TUPLES);
        unsigned char stored[sizeof(strew_plan) + 1];
        strew_plan plan, copy;
        struct {
            arguments arguments;
            int64_t data_shape[STREW_MAX_RANK], indices_shape[STREW_MAX_RANK], updates_shape[STREW_MAX_RANK];
        } gone; /* by the time of the run */
        prepare(&scatter);
        copy_call(&buffers.call, &gone.arguments);
        gone.arguments.data.shape = memcpy(gone.data_shape, buffers.data_shape, sizeof gone.data_shape);
        gone.arguments.indices.shape = memcpy(gone.indices_shape, buffers.indices_shape, sizeof gone.indices_shape);
        gone.arguments.updates.shape = memcpy(gone.updates_shape, buffers.updates_shape, sizeof gone.updates_shape);
        assert_int_equal(plan_call(&plan, &gone.arguments.call, NULL), STREW_OK);
        memset(&gone, 0xee, sizeof gone);
        memcpy(stored + 1, &plan, sizeof plan);
        memset(&plan, 0xee, sizeof plan);
        memcpy(&copy, stored + 1, sizeof copy);
        assert_true(fixture_run(&buffers, &copy, 0) && fixture_run(&buffers, &copy, 1));
    }
}

/* Tuples of one block, of two, and of more: nothing is written if the last one is out of bounds. */
TEST(a_plan_runs_any_number_of_times)
{
    while (next_case()) {
        const int64_t n = (int64_t[]){TUPLES, 700, 1000}[choose("n_tuples", 3)];
        const scatter scatter = small_scatter(operators[choose("operator", OPERATORS)], STREW_DTYPE_INT32, n);
        strew_plan plan;
        strew_fault fault;
        prepare(&scatter);
        plan = fixture_plan(&buffers, STREW_ISA_BEST);
        assert_true(fixture_run(&buffers, &plan, 0));
        fixture_set_index(&buffers, (size_t)n - 1, 0, 4);
        assert_true(fixture_run_rejected(&buffers, &plan, STREW_STATUS_INDEX_OUT_OF_BOUNDS, &fault));
        prepare(&scatter); /* other places, other contents, the same shapes */
        assert_true(fixture_run(&buffers, &plan, 1));
    }
}

/* ---- Short calls --------------------------------------------------------------------------------------------------------------------- */

/* A short call, and what may be different about it. Whatever that is, the answer is that of any other call. */
enum { ROWS = 4, WIDTH = 64, SHORT = 3 };

typedef enum difference {
    NOTHING,
    APART, /* output is not data */
    NO_OUTPUT,
    NO_DATA,
    NO_INDICES,
    NO_UPDATES, /* or updates of a gather */
    COMPONENTS,
    MASK,
    WRITE_INDICES,
    PREPARED,
    INDICES_IN_OUTPUT,
    UPDATES_IN_OUTPUT, /* or the data of a gather */
    DATA_IN_OUTPUT,
    NO_BUFFERS,
    SIZE_OF_BUFFERS,
    RESOURCES,
    SIZE_OF_RESOURCES,
    ONE_PART,
    NO_PART,
    SLOW_POOL, /* the call is over before its threads are awake */
    FAST_POOL,
    OUT_OF_BOUNDS,
    OUT_OF_BOUNDS_AND_TRUSTED,
    DIFFERENCES,
} difference;

static int n_loops;

static void run_and_count(void *pool, size_t n_tasks, strew_task *task, void *context)
{
    (void)pool;
    n_loops++;
    for (size_t i = 0; i < n_tasks; i++) task(context, i);
}

static strew_status expected_status(difference difference, int is_gather)
{
    switch (difference) {
    case NO_OUTPUT:
    case NO_DATA:
    case NO_INDICES:
    case NO_BUFFERS: return STREW_STATUS_NULL_POINTER;
    case NO_UPDATES: return is_gather ? STREW_STATUS_UNUSED_ARGUMENT : STREW_STATUS_NULL_POINTER;
    case COMPONENTS:
    case MASK:
    case WRITE_INDICES: return STREW_STATUS_UNUSED_ARGUMENT;
    case PREPARED: return STREW_STATUS_CONFLICT;
    case INDICES_IN_OUTPUT:
    case UPDATES_IN_OUTPUT:
    case DATA_IN_OUTPUT: return STREW_STATUS_OUTPUT_OVERLAP;
    case SIZE_OF_BUFFERS:
    case SIZE_OF_RESOURCES: return STREW_STATUS_STRUCT_SIZE_OUT_OF_RANGE;
    case NO_PART: return STREW_STATUS_UNKNOWN_OPTION;
    case OUT_OF_BOUNDS: return STREW_STATUS_INDEX_OUT_OF_BOUNDS;
    case OUT_OF_BOUNDS_AND_TRUSTED: return STREW_STATUS_INDICES_CHANGED;
    default: return STREW_OK;
    }
}

TEST(a_short_call_is_answered_as_any_other)
{
    static const int64_t data_shape[] = {ROWS, WIDTH}, indices_shape[] = {SHORT}, updates_shape[] = {SHORT, WIDTH};
    static const int64_t right[SHORT] = {2, -4, 2}, wrong[SHORT] = {2, 0, ROWS};
    static int64_t output[ROWS * WIDTH], before[ROWS * WIDTH], other[ROWS * WIDTH], updates[SHORT * WIDTH], expected[ROWS * WIDTH];

    while (next_case()) {
        const difference difference = (enum difference)choose("difference", DIFFERENCES);
        const int is_gather = (int)choose("is_gather", 2), is_apart = is_gather || difference == APART || difference == DATA_IN_OUTPUT;
        const int64_t *indices = difference == OUT_OF_BOUNDS || difference == OUT_OF_BOUNDS_AND_TRUSTED ? wrong : right;
        const strew_options options =
            STREW_OPTIONS(.policy = difference == OUT_OF_BOUNDS_AND_TRUSTED ? STREW_POLICY_TRUSTED : STREW_POLICY_ERROR);
        strew_call call = STREW_CALL(.op = is_gather ? STREW_OPERATOR_GATHER : STREW_OPERATOR_SCATTER_UPDATE, .options = &options,
                                     .data = {STREW_DTYPE_INT64, 2, data_shape, NULL, NULL},
                                     .indices = {STREW_DTYPE_INT64, 1, indices_shape, NULL, NULL});
        const void *component = indices;
        strew_plan plan;
        strew_fault fault;
        if (!is_gather) {
            call.reduction = STREW_REDUCTION_ADD;
            call.updates = (strew_tensor){STREW_DTYPE_INT64, 2, updates_shape, NULL, NULL};
        }
        assert_int_equal(strew_plan_call(&plan, &call, &fault), STREW_OK);
        for (int64_t i = 0; i < ROWS * WIDTH; i++) {
            output[i] = before[i] = is_gather ? -1 : 1000 + i;
            other[i] = 1000 + i;
            expected[i] = output[i];
        }
        for (int64_t i = 0; i < SHORT * WIDTH; i++) {
            const int64_t row = right[i / WIDTH] < 0 ? right[i / WIDTH] + ROWS : right[i / WIDTH], at = row * WIDTH + i % WIDTH;
            updates[i] = 7 * i + 1;
            if (is_gather) {
                expected[i] = other[at];
            } else {
                expected[at] += updates[i];
            }
        }
        strew_buffers given =
            STREW_BUFFERS(.output = output, .data = is_apart ? other : output, .indices = indices, .updates = is_gather ? NULL : updates);
        strew_resources resources = STREW_RESOURCES_INIT;
        switch (difference) {
        case NO_OUTPUT: given.output = NULL; break;
        case NO_DATA: given.data = NULL; break;
        case NO_INDICES: given.indices = NULL; break;
        case NO_UPDATES: given.updates = is_gather ? updates : NULL; break;
        case COMPONENTS: given.components = &component; break;
        case MASK: given.mask = updates; break;
        case WRITE_INDICES: given.write_indices = right; break;
        case PREPARED: given.prepared = updates; break;
        case INDICES_IN_OUTPUT: given.indices = output + 1; break;
        case UPDATES_IN_OUTPUT: *(is_gather ? &given.data : &given.updates) = output + 1; break;
        case DATA_IN_OUTPUT: given.data = (const unsigned char *)output + 8; break;
        case SIZE_OF_BUFFERS: given.struct_size = 8; break;
        case SIZE_OF_RESOURCES: resources.struct_size = 8; break;
        case ONE_PART: resources.n_parts = 1; break;
        case NO_PART: resources.part = 1; break;
        case SLOW_POOL:
        case FAST_POOL:
            resources.parallel_for = run_and_count;
            resources.n_threads = 2;
            resources.wake_ns = difference == SLOW_POOL ? 1000000 : 1;
            break;
        default: break;
        }
        const strew_status status = expected_status(difference, is_gather);
        n_loops = 0;
        assert_int_equal(strew_run(&plan, difference == NO_BUFFERS ? NULL : &given, difference >= RESOURCES ? &resources : NULL, &fault),
                         status);
        assert_int_equal(fault.status, status);
        assert_memory_equal(output, status == STREW_OK ? expected : before, sizeof output);
        assert_true(difference != SLOW_POOL || n_loops == 0);
    }
}

/* Tuples of one component and of two, in batches. */
TEST(positions_of_a_short_call_are_added)
{
    while (next_case()) {
        const int64_t k = 1 + (int64_t)choose("is_pair", 2);
        const scatter scatter = batches_of(1, scatter_of(REFERENCE_ND, 0, SHAPE(3, 4, 4, 8), SHAPE(3, 2, k)));
        strew_fault fault;
        prepare(&scatter);
        const strew_plan plan = fixture_plan(&buffers, choose_isa());
        assert_true(fixture_run(&buffers, &plan, 0) && fixture_run(&buffers, &plan, 1));
        fixture_set_index(&buffers, 3, (int32_t)k - 1, choose("is_low", 2) ? -5 : 4);
        assert_true(fixture_run_rejected(&buffers, &plan, STREW_STATUS_INDEX_OUT_OF_BOUNDS, &fault));
        assert_int_equal(fault.tuple, 3);
    }
}

int main(void)
{
    return run_on_fixture(1 << 20, 1602);
}
