/* What the files of extra/ share: elements of any tensor in order, the bytes that it has, and buffers that overlap. */
#include "../../extra/reading.h"

#include "fault.h"
#include "fill.h"
#include "testing.h"

enum { MAX_DIMS = 4, N_BYTES = 4096, MIDDLE = N_BYTES / 2 };

static unsigned char bytes[N_BYTES];

/* The place of an element, dimension by dimension. */
static int64_t place_of(const strew_tensor *of, const int64_t *strides, size_t number)
{
    int64_t at = 0;

    for (int32_t d = of->rank - 1; d >= 0; d--) {
        at += (int64_t)(number % (size_t)of->shape[d]) * strides[d];
        number /= (size_t)of->shape[d];
    }
    return at;
}

TEST(elements_are_read_in_row_major_order)
{
    uint64_t seed = 12;

    for (size_t i = 0; i < N_BYTES; i++) bytes[i] = (unsigned char)random_below(&seed, 256);
    for (int call = 0; call < 3000; call++) {
        int64_t shape[MAX_DIMS], strides[MAX_DIMS], found[256], low = 0, high = 0;
        const strew_tensor of = {STREW_DTYPE_INT16, (int32_t)random_below(&seed, MAX_DIMS + 1), shape, bytes + MIDDLE, strides};
        size_t n = 1;
        strew_reader reader;
        for (int32_t d = 0; d < of.rank; d++) {
            shape[d] = 1 + (int64_t)random_below(&seed, 4);
            strides[d] = (int64_t)random_below(&seed, 9) - 4;
            n *= (size_t)shape[d];
        }
        if (random_below(&seed, 2)) { /* dimensions that can be joined */
            for (int32_t d = of.rank - 2; d >= 0; d--) strides[d] = strides[d + 1] * shape[d + 1];
        }
        strew_set_reader(&reader, &of, n);
        const size_t first = (size_t)random_below(&seed, n), n_read = 1 + (size_t)random_below(&seed, n - first);
        strew_read_elements(&reader, found, first, n_read);
        for (size_t i = 0; i < n; i++) {
            int16_t expected;
            const int64_t at = 2 * place_of(&of, strides, i);
            memcpy(&expected, bytes + MIDDLE + at, sizeof expected);
            low = at < low ? at : low;
            high = at > high ? at : high;
            if (i >= first && i < first + n_read) assert_int_equal(found[i - first], expected);
        }
        const strew_buffer_extent extent = strew_extent_of_indices(&reader, n);
        assert_true(extent.begin == (uintptr_t)(bytes + MIDDLE + low) && extent.bytes == (size_t)(high - low) + 2 &&
                    extent.needed == 2 * n);
    }
}

TEST(buffers_must_not_overlap)
{
    const strew_buffer_extent missing[] = {strew_extent_of_buffer("first", bytes, 8), strew_extent_of_buffer("second", NULL, 4)},
                              empty[] = {strew_extent_of_buffer("first", bytes, 8), strew_extent_of_buffer("second", NULL, 0)},
                              beside[] = {strew_extent_of_buffer("first", bytes, 8), strew_extent_of_buffer("second", bytes + 8, 4)},
                              shared[] = {strew_extent_of_buffer("first", bytes + 4, 8), strew_extent_of_buffer("second", bytes, 5)};
    strew_fault fault;

    EXPECT_FAULT(strew_check_extents(missing, 2, &fault), NULL_POINTER, .subject = "second", .value = 4);
    assert_int_equal(strew_check_extents(empty, 2, &fault), STREW_OK);
    assert_int_equal(strew_check_extents(beside, 2, &fault), STREW_OK);
    EXPECT_FAULT(strew_check_extents(shared, 2, &fault), OUTPUT_OVERLAP, .subject = "second", .value = 1);
}
