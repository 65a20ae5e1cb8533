/* The words of plain C for indices: one at a time. */
#include <stdint.h>

static inline uint64_t wrap(int64_t index, int64_t low)
{
    return (uint64_t)index - (index < 0 ? (uint64_t)low : 0);
}

static inline uint64_t clamp(uint64_t wrapped, int64_t size)
{
    const int64_t index = (int64_t)wrapped;
    return index < 0 ? 0 : (uint64_t)(index < size ? index : size - 1);
}
