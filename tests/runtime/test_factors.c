/* Digits of factors, against an odometer. */
#include "factors.h"

#include <string.h>

#include "testing.h"

enum { ROOM = 4096 };

/* A slice of 3 x 4 x 5 elements, whose factors are these many bytes apart in each dimension. */
static void expect_factors(int64_t a, int64_t b, int64_t c, size_t bytes)
{
    static unsigned char values[ROOM], found[ROOM];
    static strew_plan storage;
    strew_plan_state *plan = strew_state_of(&storage);
    strew_place at = 0;
    strew_part parts[] = {{20, 3, a, 0, 0}, {5, 4, b, 1, 0}, {1, 5, c, 2, 0}};
    for (size_t i = 0; i < ROOM; i++) values[i] = (unsigned char)(i * 31 + i / 256);
    strew_begin_pool(plan, 1);
    strew_factors *factors = strew_take_room(plan, sizeof *factors, &at);
    assert_non_null(factors);
    memset(factors, 0, sizeof *factors);
    factors->bytes = (uint8_t)bytes;
    strew_begin_digits(plan, factors);
    assert_true(strew_take_element_digits(plan, factors, parts, 3, 1));
    const unsigned char *const start = values + ROOM / 2;
    for (size_t first = 0; first < 60; first++) {
        for (size_t count = 1; first + count <= 60; count++) {
            const unsigned char *one;
            strew_copy_factors(factors, start, first, count, found);
            for (size_t i = first; i < first + count; i++) {
                const int64_t offset = (int64_t)(i / 20) * a + (int64_t)(i / 5 % 4) * b + (int64_t)(i % 5) * c;
                assert_memory_equal(found + (i - first) * bytes, start + offset, bytes);
            }
            const size_t n_found = strew_find_factors(factors, start, first, count, &one);
            assert_in_range(n_found, 1, count);
            assert_memory_equal(one, found, bytes);
        }
    }
}

TEST(factors_are_where_their_strides_say)
{
    static const size_t bytes[] = {1, 2, 4, 8, 16};
    for (size_t i = 0; i < COUNT(bytes); i++) {
        const int64_t size = (int64_t)bytes[i];
        expect_factors(20 * size, 5 * size, size, bytes[i]);
        expect_factors(0, 0, size, bytes[i]);
        expect_factors(0, size, 0, bytes[i]);
        expect_factors(size, 0, 0, bytes[i]);
        expect_factors(0, 0, 0, bytes[i]);
        expect_factors(-20 * size, 6 * size, -size, bytes[i]);
    }
}
