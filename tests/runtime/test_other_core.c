/* Cores of one CPU may have caches of different sizes, and the first calls of two threads may each ask their own core: then the size that
 * estimates use changes once, at any moment. This program has functions of the same names as cache.c, so that the linker takes none from
 * the library. */
#include <strew/strew.h>

#include "cache.h"
#include "testing.h"

#include "group.h"
#include "tensors.h"

enum { N = 6000, SLICES = 5000, MEMORY = 1 << 18, CALLS = 100, SMALL = 1 };

static size_t n_left; /* calls until the size changes */
static int32_t *data, *output, *updates, expected[SLICES];
static int64_t *indices;
static guarded memory;

int strew_exceeds_l2(size_t n_bytes)
{
    if (n_left > 0) n_left--;
    return n_bytes > (n_left > 0 ? MEMORY : SMALL);
}

int strew_exceeds_caches(size_t n_bytes)
{
    return 0;
}

static void place(placement placement)
{
    data = guarded_new(sizeof expected, placement);
    output = guarded_new(sizeof expected, placement);
    updates = guarded_new(N * sizeof *updates, placement);
    indices = guarded_new(N * sizeof *indices, placement);
    memset(data, 0, sizeof expected);
    memset(expected, 0, sizeof expected);
    for (int i = 0; i < N; i++) {
        updates[i] = i;
        indices[i] = (int64_t)i * 7919 % SLICES;
        expected[indices[i]] += i;
    }
}

static void prepare_while_the_size_changes(const strew_plan *plan, placement end)
{
    n_left = CALLS;
    const size_t size = strew_prepared_size(plan);
    for (size_t i = 0; i < CALLS; i++) {
        guarded_place(&memory, size, end, 0);
        n_left = i + 1;
        const strew_status status = strew_prepare(plan, indices, memory.bytes, size, NULL);
        assert_true(guarded_is_intact(&memory));
        if (status == STREW_STATUS_PREPARED_TOO_SMALL) continue;
        assert_int_equal(status, STREW_OK);
        assert_int_equal(strew_run_prepared(plan, output, data, memory.bytes, updates, NULL, NULL), STREW_OK);
        assert_memory_equal(output, expected, sizeof expected);
    }
}

static void preparing_stays_within_its_memory(void **state)
{
    scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(SLICES), SHAPE(N, 1));

    scatter.dtype = STREW_INT32;
    scatter.reduction = STREW_ADD;
    const strew_plan plan = plan_scatter(&scatter);
    prepare_while_the_size_changes(&plan, FLUSH_START);
    prepare_while_the_size_changes(&plan, FLUSH_END);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(preparing_stays_within_its_memory)};
    memory = guarded_open(MEMORY);
    return run_at_either_end("other_core", tests, COUNT(tests), place);
}
