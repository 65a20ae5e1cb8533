/* Copies past the caches: at every alignment, not a byte beside them, and in a run that is large enough for one. */
#include <stdlib.h>

#include <strew/strew.h>

#include "cache.h"
#include "copy.h"
#include "testing.h"

#include "guarded.h"

enum { MAX_BYTES = 300, MAX_DISTANCE = 64 };

TEST(every_size_and_alignment)
{
    guarded to = guarded_open(MAX_BYTES + MAX_DISTANCE), from = guarded_open(MAX_BYTES + MAX_DISTANCE);

    while (next_case()) {
        const size_t size = choose("size", MAX_BYTES + 1), distance = choose("distance", MAX_DISTANCE);
        unsigned char *target = guarded_place(&to, size, (placement)choose("end of the target", 2), distance);
        unsigned char *source = guarded_place(&from, size, (placement)choose("end of the source", 2), (distance * 7 + size) % MAX_DISTANCE);
        for (size_t byte = 0; byte < size; byte++) source[byte] = (unsigned char)(byte * 37 + size + distance);
        memset(target, 0, size);
        strew_copy(target, source, size, 1);
        assert_memory_equal(target, source, size);
        assert_true(guarded_is_intact(&to) && guarded_is_intact(&from));
    }
    guarded_close(&to);
    guarded_close(&from);
}

/* Out of place, of a size that no cache is expected to hold. */
static void copy_a_large_run(placement end)
{
    const int64_t data_shape[] = {(48 << 20) + 77}, indices_shape[] = {2, 1}, updates_shape[] = {2};
    const size_t size = (size_t)data_shape[0], first = 5, last = size - 1;
    const int64_t positions[] = {(int64_t)first, -1};
    const unsigned char values[] = {1, 2};
    guarded to = guarded_open(size), from = guarded_open(size);
    unsigned char *target = guarded_place(&to, size, end, 3), *source = guarded_place(&from, size, end, 0);
    const strew_tensor data = {STREW_DTYPE_UINT8, 1, data_shape, source, NULL};
    const strew_tensor indices = {STREW_DTYPE_INT64, 2, indices_shape, guarded_copy(positions, sizeof positions, end), NULL};
    const strew_tensor updates = {STREW_DTYPE_UINT8, 1, updates_shape, guarded_copy(values, sizeof values, end), NULL};

    assert_true(strew_exceeds_caches(size));
    for (size_t i = 0; i < size; i++) source[i] = (unsigned char)(i * 2654435761u >> 13);
    assert_int_equal(strew_scatter_nd(target, &data, &indices, &updates, STREW_REDUCTION_ADD, NULL, NULL), STREW_OK);
    assert_int_equal(target[first], (unsigned char)(source[first] + 1));
    assert_int_equal(target[last], (unsigned char)(source[last] + 2));
    target[first] = source[first];
    target[last] = source[last];
    assert_int_equal(memcmp(target, source, size), 0);
    assert_true(guarded_is_intact(&to) && guarded_is_intact(&from) && guarded_free_all());
    guarded_close(&to);
    guarded_close(&from);
}

TEST(a_large_run_copies_all_that_it_does_not_write)
{
    copy_a_large_run(FLUSH_END);
    copy_a_large_run(FLUSH_START);
}
