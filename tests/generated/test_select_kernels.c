/* Every kernel that selects tuples, between guard pages. What a selection gets is compared with a model of what runtime/kernels.h says;
 * all selections together get every tuple in bounds once; afterwards, every kernel of the list has run. */
#include <strew/strew.h>

#include "chosen_kernels.h"
#include "group.h"
#include "tensors.h"
#include "testing.h"

enum { MAX_TUPLES = 600, MAX_BYTES = 8 };

/* The tuples to select from. */
typedef struct tuples {
    size_t n, bytes;
    uint32_t slice_indices[MAX_TUPLES];
    unsigned char updates[MAX_TUPLES * MAX_BYTES];
    placement ends[4]; /* of slice indices and updates, first those of all tuples, then those of a selection */
} tuples;

static tuples drawn;

/* As the header defines it, but in 64 bits: groups of neighbours, times 2^32 over the golden ratio, modulo 2^32. */
static int is_own(const strew_selection *selection, uint32_t slice_index)
{
    const uint64_t all = UINT64_C(1) << 32, group = ((uint64_t)slice_index + selection->lead) % all / (UINT64_C(1) << selection->shift);
    const uint64_t scattered = group * UINT64_C(2654435769) % all;
    return scattered >= selection->low && scattered < (uint64_t)selection->low + selection->width;
}

static void draw(size_t bytes, size_t n, uint64_t *random)
{
    const uint64_t n_slices = UINT64_C(1) << random_below(random, 33);

    drawn.n = n;
    drawn.bytes = bytes;
    for (size_t i = 0; i < n; i++) {
        drawn.slice_indices[i] = random_below(random, 9) == 0 ? UINT32_MAX : (uint32_t)random_below(random, n_slices);
    }
    for (size_t i = 0; i < n * bytes; i++) drawn.updates[i] = (unsigned char)random_next(random);
    for (size_t i = 0; i < COUNT(drawn.ends); i++) drawn.ends[i] = (placement)random_below(random, 2);
}

/* Compares the tuples of one selection, written out of place or over the slice indices, with the model. Returns their number. */
static size_t select_to(const strew_select_kernel *kernel, const strew_selection *selection, int in_place)
{
    const size_t n = drawn.n, bytes = drawn.bytes;
    uint32_t *const slice_indices = (uint32_t *)(void *)guarded_place(&buffers.indices, n * sizeof *slice_indices, drawn.ends[0], 0);
    unsigned char *const updates = guarded_place(&buffers.updates, n * bytes, drawn.ends[1], 0);
    uint32_t *const own_slice_indices =
        in_place ? slice_indices : (uint32_t *)(void *)guarded_place(&buffers.workspace, n * sizeof *slice_indices, drawn.ends[2], 0);
    unsigned char *const own_updates = guarded_place(&buffers.output, n * bytes, drawn.ends[3], 0);
    size_t n_own = 0;

    if (n != 0) memcpy(slice_indices, drawn.slice_indices, n * sizeof *slice_indices);
    if (n != 0) memcpy(updates, drawn.updates, n * bytes);
    const size_t returned = kernel->run(own_slice_indices, own_updates, slice_indices, updates, n, selection);
    for (size_t i = 0; i < n; i++) {
        const uint32_t slice_index = drawn.slice_indices[i] + selection->base;
        if (drawn.slice_indices[i] == UINT32_MAX || !is_own(selection, slice_index)) continue;
        if (n_own >= returned) fail_msg("%s keeps %zu of %zu tuples, expected more", kernel->kernel.name, returned, n);
        if (own_slice_indices[n_own] != slice_index || memcmp(own_updates + n_own * bytes, drawn.updates + i * bytes, bytes) != 0) {
            fail_msg("%s: own tuple %zu is not tuple %zu of %zu", kernel->kernel.name, n_own, i, n);
        }
        n_own++;
    }
    if (returned != n_own) fail_msg("%s keeps %zu of %zu tuples, expected %zu", kernel->kernel.name, returned, n, n_own);
    assert_true(guarded_is_intact(&buffers.indices) && guarded_is_intact(&buffers.updates) && guarded_is_intact(&buffers.workspace) &&
                guarded_is_intact(&buffers.output));
    return n_own;
}

static size_t count_in_bounds(void)
{
    size_t n_in_bounds = 0;
    for (size_t i = 0; i < drawn.n; i++) n_in_bounds += drawn.slice_indices[i] != UINT32_MAX;
    return n_in_bounds;
}

/* Selections of equal width, from the first to the last of all 2^32 slice indices, in groups of one slice index and of many. */
static void select_all(const strew_select_kernel *kernel, uint64_t *random)
{
    static const size_t numbers[] = {1, 2, 3, 7, 64};
    const uint64_t all = UINT64_C(1) << 32;
    const size_t n_selections = numbers[random_below(random, COUNT(numbers))];
    const uint32_t lead = (uint32_t)random_below(random, 4096), shift = (uint32_t)random_below(random, 13);
    const uint32_t base = random_below(random, 2) ? 0 : (uint32_t)random_next(random);
    const int in_place = random_below(random, 2) != 0;
    size_t n_selected = 0;

    for (size_t i = 0; i < n_selections; i++) {
        const uint64_t low = all * i / n_selections, end = all * (i + 1) / n_selections;
        /* A single selection would have a width of 2^32, which 32 bits cannot hold: it gets all but one. */
        const uint32_t width = n_selections == 1 ? UINT32_MAX : (uint32_t)(end - low);
        const strew_selection selection = {lead, shift, (uint32_t)low, width, base, STREW_SCATTERING};
        n_selected += select_to(kernel, &selection, in_place);
    }
    if (n_selections > 1) assert_int_equal(n_selected, count_in_bounds());
}

static strew_plan plan_of(strew_dtype dtype, int64_t width, strew_isa isa)
{
    scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(9, width), SHAPE(5, 1));

    scatter.dtype = dtype;
    scatter.reduction = STREW_REDUCTION_MAX;
    scatter.options.isa = isa;
    return plan_scatter(&scatter);
}

TEST(selections_get_their_own_tuples_in_order)
{
    static const strew_dtype dtypes[] = {STREW_DTYPE_FLOAT32, STREW_DTYPE_COMPLEX64, STREW_DTYPE_INT64};
    enum { LONG = 40, MORE = 300 };
    uint64_t random = 11;

    while (next_case()) {
        const strew_dtype dtype = dtypes[choose("dtype", COUNT(dtypes))];
        const strew_plan plan = plan_of(dtype, 1, choose_isa());
        record_chosen(&plan);
        assert_non_null(strew_state_of(&plan)->select);
        assert_int_equal(strew_state_of(&plan)->select->kernel.width, reference_size(dtype));
        for (size_t i = 0; i < LONG + MORE; i++) {
            draw(reference_size(dtype), i < LONG ? i : (size_t)random_below(&random, MAX_TUPLES + 1), &random);
            select_all(strew_state_of(&plan)->select, &random);
        }
    }
}

TEST(slices_of_other_widths_have_no_select_kernel)
{
    static const struct {
        strew_dtype dtype;
        int64_t width;
        int has_kernel;
    } rows[] = {
        {STREW_DTYPE_UINT8, 1, 0}, {STREW_DTYPE_UINT8, 4, 1}, {STREW_DTYPE_UINT8, 5, 0},   {STREW_DTYPE_FLOAT16, 1, 0},
        {STREW_DTYPE_UINT8, 8, 1}, {STREW_DTYPE_UINT8, 9, 0}, {STREW_DTYPE_FLOAT64, 2, 0}, {STREW_DTYPE_FLOAT64, 0, 0},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        const strew_plan plan = plan_of(rows[i].dtype, rows[i].width, STREW_ISA_BEST);
        assert_int_equal(strew_state_of(&plan)->select != NULL, rows[i].has_kernel);
    }
}

TEST(every_kernel_that_can_run_here_was_chosen)
{
    expect_all_chosen(SELECT_KERNELS);
}

int main(void)
{

    return run_on_fixture(1 << 16, 20240302);
}
