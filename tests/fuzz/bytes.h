/* The bytes of one input, taken one after another. Zeros follow the last one, so that an input may end anywhere. */
#ifndef STREW_TESTS_FUZZ_BYTES_H
#define STREW_TESTS_FUZZ_BYTES_H

#include <stddef.h>
#include <stdint.h>

typedef struct bytes {
    const uint8_t *next;
    size_t left;
} bytes;

static inline uint8_t take_byte(bytes *from)
{
    if (from->left == 0) return 0;
    from->left--;
    return *from->next++;
}

static inline unsigned take_below(bytes *from, unsigned end)
{
    return take_byte(from) % end;
}

static inline size_t take_pair(bytes *from)
{
    const size_t high = take_byte(from);
    return high << 8 | take_byte(from);
}

/* Any number: a small one, one near a power of two, or any eight bytes. */
int64_t take_number(bytes *from);

/* More tuples than a block has, so that there is a block whose first tuple is not the first of all. */
enum { LONG_SIZE = 513 };

/* A rank up to max_rank, and as many sizes from min_size to max_size. One in eight is 0, one in eight is longer than a block, and one in 64
 * is any number: what goes wrong only where these meet would be seen too seldom otherwise. The zeros at the end of an input make
 * min_size. */
static inline void take_shape(bytes *from, unsigned max_rank, unsigned min_size, unsigned max_size, int32_t *rank, int64_t *shape)
{
    *rank = (int32_t)take_below(from, max_rank + 1);
    for (int32_t d = 0; d < *rank; d++) {
        const unsigned kind = take_below(from, 64);
        shape[d] = kind < 47   ? (int64_t)(min_size + take_below(from, max_size - min_size + 1))
                   : kind < 55 ? 0
                   : kind < 63 ? LONG_SIZE + (int64_t)take_below(from, 100)
                               : take_number(from);
    }
}

#endif
