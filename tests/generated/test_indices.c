/* Every kernel for indices, alone against a model of what runtime/kernels.h says of its step; where a call finds an index out of bounds;
 * afterwards, that every kernel of the list has run. */
#include <strew/strew.h>

#include "chosen_kernels.h"
#include "fault.h"
#include "group.h"
#include "tensors.h"
#include "testing.h"

/* ---- Kernels alone ------------------------------------------------------------------------------------------------------------------- */

/* Data that tuples index: from one slice to as many as 32 bits can number. No data exists: kernels for indices read none. */
typedef struct space {
    reference_operator op;
    int32_t k;
    int64_t sizes[6]; /* of all dimensions of data; scatter_elements indexes the first */
} space;

static const space spaces[] = {
    {REFERENCE_ND, 1, {1}},
    {REFERENCE_ND, 1, {997}},
    {REFERENCE_ND, 1, {INT64_C(0x7fffffff)}},
    {REFERENCE_ND, 1, {INT64_C(0x80000000)}},
    {REFERENCE_ND, 1, {INT64_C(0xffffffff)}},
    {REFERENCE_ND, 2, {31, 37}},
    {REFERENCE_ND, 2, {65535, 65537}}, /* their product is 2^32 - 1 */
    {REFERENCE_ND, 2, {1, INT64_C(0xffffffff)}},
    {REFERENCE_ND, 2, {INT64_C(0xffffffff), 1}},
    {REFERENCE_ND, 3, {7, 11, 13}},
    {REFERENCE_ND, 3, {1625, 1625, 1626}},
    {REFERENCE_ND, 4, {5, 6, 7, 8}},
    {REFERENCE_ND, 4, {255, 257, 256, 256}},
    {REFERENCE_ND, 5, {3, 4, 5, 1, 6}},
    {REFERENCE_ND, 6, {2, 40, 3, 1000, 1, 17895}},
    {REFERENCE_ELEMENTS, 1, {1, 5}},
    {REFERENCE_ELEMENTS, 1, {31, 37}},
    {REFERENCE_ELEMENTS, 1, {65535, 65537}},
    {REFERENCE_ELEMENTS, 1, {INT64_C(0x7fffffff), 2}},
    {REFERENCE_ELEMENTS, 1, {2, INT64_C(0x7fffffff)}},
};

/* Where addresses have 32 bits, data has fewer than 2^31 slice indices. */
static int can_be_addressed(const space *space)
{
    int64_t n_slices = 1;
    for (int32_t d = 0; d < 6 && space->sizes[d] != 0; d++) n_slices *= space->sizes[d];
    return n_slices <= PTRDIFF_MAX;
}

enum { MAX_TUPLES = 1100, MAX_COMPONENTS = 6 };

static strew_plan plan_space(const space *space, strew_dtype index_dtype, const strew_options *options)
{
    /* Of scatter_elements no two indices, so that no row is one slice. */
    const int is_nd = space->op == REFERENCE_ND;
    const int64_t indices_shape[] = {is_nd ? 9 : 1, is_nd ? space->k : 2};
    scatter scatter = scatter_of(space->op, 0, is_nd ? space->k : 2, space->sizes, 2, indices_shape);

    scatter.dtype = STREW_DTYPE_UINT8;
    scatter.index_dtype = index_dtype;
    scatter.options = *options;
    const strew_plan plan = plan_scatter(&scatter);
    record_chosen(&plan);
    return plan;
}

/* Whether a tuple is in bounds: all its components are. *slice_index is that of the clamped tuple. */
static int find_slice_index(const strew_plan_state *plan, const int64_t *tuple, uint32_t position, uint32_t *slice_index)
{
    uint64_t sum = position;
    int is_in_bounds = 1;

    for (int32_t c = 0; c < plan->k; c++) {
        int64_t index = tuple[c];
        is_in_bounds &= index >= strew_lows_of(plan)[c] && index < strew_sizes_of(plan)[c];
        if (index < 0 && strew_lows_of(plan)[c] < 0) index = index < -strew_sizes_of(plan)[c] ? 0 : index + strew_sizes_of(plan)[c];
        if (index < 0) index = 0;
        if (index >= strew_sizes_of(plan)[c]) index = strew_sizes_of(plan)[c] - 1;
        sum += (uint64_t)index * strew_strides_of(plan)[c];
    }
    *slice_index = (uint32_t)sum;
    assert_true(sum < plan->n_slices);
    return is_in_bounds;
}

static int64_t any_bits(strew_dtype index_dtype, uint64_t *random)
{
    const uint64_t bits = random_next(random) >> random_below(random, 64);
    const int64_t index = random_below(random, 2) ? (int64_t)bits : -(int64_t)(bits >> 1);
    return index_dtype == STREW_DTYPE_INT32 ? (int32_t)(uint32_t)bits : index;
}

/* Around the bounds of a component, as far as the index type can hold it, or random bits. */
static int64_t draw_component(strew_dtype index_dtype, int64_t low, int64_t size, uint64_t *random)
{
    const int64_t around[] = {low, low - 1, low + 1, -1, 0, 1, size - 1, size, size + 1, size / 2};
    const int64_t index = around[random_below(random, COUNT(around))];
    const int fits = index_dtype == STREW_DTYPE_INT64 || (index >= INT32_MIN && index <= INT32_MAX);

    return fits && random_below(random, 8) ? index : any_bits(index_dtype, random);
}

static int64_t draw_in_bounds(strew_dtype index_dtype, int64_t low, int64_t size, uint64_t *random)
{
    const uint64_t n = (uint64_t)(size - low);
    int64_t index = low + (int64_t)random_below(random, n);

    if (random_below(random, 4) == 0) index = random_below(random, 2) ? low : size - 1;
    if (index_dtype == STREW_DTYPE_INT32 && (index < INT32_MIN || index > INT32_MAX)) index = (int64_t)random_below(random, INT32_MAX);
    return index;
}

/* Tuples for a kernel, between guard pages, and the end at which the slice indices will be. */
typedef struct tuples {
    size_t n;
    int64_t values[MAX_TUPLES * MAX_COMPONENTS];
    uint32_t *positions;
    placement end_of_slice_indices;
} tuples;

static tuples drawn;

/* Which components may be out of bounds. */
typedef enum validity { NONE_OUT_OF_BOUNDS, SOME_OUT_OF_BOUNDS, ANYTHING, VALIDITIES } validity;

static void draw_tuples(const strew_plan_state *plan, strew_dtype index_dtype, size_t n, validity validity, uint64_t *random)
{
    const size_t size = reference_size(index_dtype), k = (size_t)plan->k, distance = (size_t)random_below(random, 9);
    unsigned char *const to = guarded_place(&buffers.indices, n * k * size, (placement)random_below(random, 2), distance);

    drawn.n = n;
    for (size_t i = 0; i < n * k; i++) {
        const int64_t low = strew_lows_of(plan)[i % k], bound = strew_sizes_of(plan)[i % k];
        const int is_in_bounds = validity == NONE_OUT_OF_BOUNDS || (validity == SOME_OUT_OF_BOUNDS && random_below(random, 8 * k) != 0);
        const int64_t value =
            is_in_bounds ? draw_in_bounds(index_dtype, low, bound, random) : draw_component(index_dtype, low, bound, random);
        drawn.values[i] = value;
        reference_write_integer(index_dtype, to + i * size, (uint64_t)value);
    }
    drawn.end_of_slice_indices = (placement)random_below(random, 2);
    drawn.positions = (void *)guarded_place(&buffers.updates, n * sizeof(uint32_t), (placement)random_below(random, 2), 0);
    /* Small enough that the slice index of the last index stays in bounds. */
    for (size_t i = 0; i < n; i++)
        drawn.positions[i] = plan->position_dependent ? (uint32_t)random_below(random, strew_strides_of(plan)[0]) : 0;
}

static void check_step(const strew_plan_state *plan, const strew_indices_kernel *kernel)
{
    const strew_components components = {(size_t)plan->k, strew_lows_of(plan), strew_sizes_of(plan), strew_strides_of(plan), 0};
    const int is_check = strcmp(kernel->kernel.step, "check") == 0, is_linearise = strcmp(kernel->kernel.step, "linearise") == 0;
    guarded *const output = &buffers.output;
    unsigned char *const slice_indices = guarded_place(output, is_check ? 0 : drawn.n * sizeof(uint32_t), drawn.end_of_slice_indices, 0);
    const uint32_t returned =
        kernel->run(is_check ? NULL : (uint32_t *)(void *)slice_indices, buffers.indices.bytes, drawn.positions, drawn.n, &components);
    uint32_t largest = 0;

    for (size_t i = 0; i < drawn.n; i++) {
        uint32_t slice_index, expected;
        const int is_in_bounds = find_slice_index(plan, drawn.values + i * (size_t)plan->k, drawn.positions[i], &expected);
        if (is_check) {
            if (!is_in_bounds) largest = UINT32_MAX;
            continue;
        }
        memcpy(&slice_index, slice_indices + i * sizeof slice_index, sizeof slice_index);
        largest = slice_index > largest ? slice_index : largest;
        if (is_linearise && !is_in_bounds) expected = UINT32_MAX;
        if (slice_index != expected)
            fail_msg("%s: tuple %zu of %zu has the slice index %lu, expected %lu", kernel->kernel.name, i, drawn.n,
                     (unsigned long)slice_index, (unsigned long)expected);
    }
    /* The runtime relies on it, whatever the indices are by then: the largest slice index shows whether any is out of bounds. */
    if (returned != largest)
        fail_msg("%s returned %lu for %zu tuples, expected %lu", kernel->kernel.name, (unsigned long)returned, drawn.n,
                 (unsigned long)largest);
    assert_true(guarded_is_intact(output) && guarded_is_intact(&buffers.indices) && guarded_is_intact(&buffers.updates));
}

static void kernels_do_what_their_step_says(void **state)
{
    static const strew_policy policies[] = {STREW_POLICY_ERROR, STREW_POLICY_TRUSTED, STREW_POLICY_SKIP, STREW_POLICY_CLAMP};
    static const size_t more_counts[] = {63, 64, 65, 127, 128, 129, 511, 512, 513, 1023, 1024, 1025};
    const strew_dtype index_dtype = *(const strew_dtype *)*state;
    const size_t n_counts = 40 + COUNT(more_counts);
    uint64_t random = 17;

    while (next_case()) {
        const size_t s = choose("space", COUNT(spaces));
        if (!can_be_addressed(&spaces[s])) continue;
        const strew_options options = STREW_OPTIONS(.policy = policies[choose("policy", COUNT(policies))],
                                                    .negative = (strew_negative)choose("negative", 2), .isa = choose_isa());
        const strew_plan planned = plan_space(&spaces[s], index_dtype, &options);
        const strew_plan_state *const plan = strew_state_of(&planned);
        const size_t count = choose("count", n_counts), n = count < 40 ? count : more_counts[count - 40];
        const validity validity = (enum validity)choose("validity", VALIDITIES);
        assert_int_equal(plan->position_dependent, spaces[s].op == REFERENCE_ELEMENTS);
        if (is_light() && random_below(&random, 6) != 0) continue;
        draw_tuples(plan, index_dtype, n, validity, &random);
        if (plan->check) check_step(plan, plan->check);
        check_step(plan, plan->locate);
    }
}

/* ---- Kernels in calls ---------------------------------------------------------------------------------------------------------------- */

/* Kinds of tuples: of scatter_nd, then of scatter_elements along the first dimension and along the last. */
enum { ALONG_FIRST = 7, ALONG_LAST, KINDS_OF_TUPLES };
static const struct {
    int32_t k;
    int64_t sizes[STREW_MAX_RANK];
} of_nd[ALONG_FIRST] = {
    {1, {997}},
    {2, {31, 37}},
    {3, {7, 11, 13}},
    {4, {5, 6, 7, 8}},
    {5, {3, 4, 5, 1, 6}},
    {6, {1, 2, 3, 4, 5, 6}},
    /* Most of 64 dimensions must be 1 so that data stays small. */
    {64, {1, 1, 1, 1, 3, 1, 1, 1, 1, 1, 1, 1, 1, 3, 1, 1, 1, 1, 1, 1, 1, 1, 3, 1, 1, 1, 1, 1, 1, 1, 1, 3,
          1, 1, 1, 1, 1, 1, 1, 1, 3, 1, 1, 1, 1, 1, 1, 1, 1, 3, 1, 1, 1, 1, 1, 1, 1, 1, 3, 1, 1, 1, 1, 1}},
};

/* A sum, whose output any tuple changes. */
static scatter scatter_of_kind(size_t kind, strew_dtype index_dtype, size_t n_tuples)
{
    const int64_t n = (int64_t)n_tuples;
    scatter scatter;

    switch (kind) {
    case ALONG_FIRST: scatter = scatter_of(REFERENCE_ELEMENTS, 0, SHAPE(7, n + 1), SHAPE(1, n)); break;
    case ALONG_LAST: scatter = scatter_of(REFERENCE_ELEMENTS, 1, SHAPE(n + 1, 11), SHAPE(n, 1)); break;
    default: scatter = scatter_of(REFERENCE_ND, 0, of_nd[kind].k, of_nd[kind].sizes, SHAPE(n, of_nd[kind].k)); break;
    }
    scatter.dtype = STREW_DTYPE_INT32;
    scatter.index_dtype = index_dtype;
    scatter.contents = EXTREME;
    return scatter;
}

/* One component of the tuple is out of bounds, and in some calls the last index too, which must not be the one reported. */
static void expect_fault(const strew_plan *plans, size_t tuple, int32_t component, unsigned n_calls)
{
    const size_t k = (size_t)strew_state_of(plans)->k, position = tuple * k + (size_t)component, last = buffers.n_components - 1;
    const int64_t good = fixture_read_index(&buffers, position), good_last = fixture_read_index(&buffers, last);
    const int64_t size = fixture_size_at(&buffers, position), bad = fixture_out_of_bounds(&buffers, size);
    const int wraps = buffers.options.negative == STREW_NEGATIVE_WRAPS;
    strew_fault fault;

    if (n_calls % 3 == 0) fixture_write_index(&buffers, last, fixture_out_of_bounds(&buffers, fixture_size_at(&buffers, last)));
    fixture_write_index(&buffers, position, bad);
    const reference_position place = {(int64_t)tuple, bad, wraps ? -size : 0, size - 1, component, strew_state_of(plans)->axis + component};
    for (size_t i = 0; i < n_isas; i++) {
        for (int has_workspace = strew_plan_workspace_size(&plans[i], 1) != 0; has_workspace >= 0; has_workspace--) {
            buffers.has_workspace = has_workspace;
            assert_true(fixture_run_rejected(&buffers, &plans[i], STREW_STATUS_INDEX_OUT_OF_BOUNDS, &fault));
            assert_index_fault(&fault, place);
        }
    }
    fixture_write_index(&buffers, last, good_last);
    fixture_write_index(&buffers, position, good);
}

/* Where negative indices wrap, and where one is out of bounds. */
static void finds_a_component_out_of_bounds_at_any_position(void **state)
{
    static const size_t late[] = {0, 511, 512, 1023, 1024, 1025, 2047, 2048, 2049, 4095, 4096, 4999};
    const strew_dtype index_dtype = *(const strew_dtype *)*state;
    strew_plan plans[MAX_ISAS];
    unsigned n_calls = 0;

    /* Every tuple of a few vectors and a tail; then blocks. */
    while (next_case()) {
        const size_t kind = choose("kind of tuples", KINDS_OF_TUPLES);
        const int is_long = (int)choose("is_long", 2);
        const size_t n_tuples = is_long ? 5000 : 39, n_positions = is_long ? COUNT(late) : n_tuples;
        scatter scatter = scatter_of_kind(kind, index_dtype, n_tuples);
        scatter.options.negative = (strew_negative)choose("negative", 2);
        fixture_place(&buffers, &scatter);
        fixture_draw_indices(&buffers, 0);
        fixture_expect(&buffers);
        for (size_t i = 0; i < n_isas; i++) {
            plans[i] = fixture_plan(&buffers, isas[i]);
            assert_true(fixture_run(&buffers, &plans[i], 0));
        }
        for (size_t p = is_light() ? kind % 3 : 0; p < n_positions; p += is_light() ? 3 : 1) {
            /* All components of a short tuple; of a long one, another one in each tuple. */
            const int32_t k = strew_state_of(plans)->k;
            for (int32_t j = 0; j < k; j++, n_calls++) {
                if ((k > 6 || is_long) && (size_t)j != p * 7 % (size_t)k) continue;
                expect_fault(plans, is_long ? late[p] : p, j, n_calls);
            }
        }
    }
}

TEST(every_kernel_that_can_run_here_was_chosen)
{
    expect_all_chosen(INDICES_KERNELS);
}

int main(void)
{
    static strew_dtype index_dtypes[] = {STREW_DTYPE_INT32, STREW_DTYPE_INT64};

    for (size_t i = 0; i < COUNT(index_dtypes); i++) {
        const char *const name = reference_dtype_name(index_dtypes[i]);
        add_test(kernels_do_what_their_step_says, &index_dtypes[i], "kernels_for_%s_do_what_their_step_says", name);
        add_test(finds_a_component_out_of_bounds_at_any_position, &index_dtypes[i], "finds_a_%s_component_out_of_bounds_at_any_position",
                 name);
    }
    return run_on_fixture(4 << 20, 20240301);
}
