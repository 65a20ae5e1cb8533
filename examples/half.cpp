/* half.cpp: a type of your own in C++, here a float16. One line says which of strew's types it is. */
#include <cstdint>
#include <cstdio>
#include <vector>

#include <strew/strew.hpp>

struct half {
    std::uint16_t bits;
};
template <> struct strew::dtype_of<half> : strew::is_dtype<STREW_DTYPE_FLOAT16> {
};

/* Exact for whole numbers from 1 to 2048, which are all that this program writes. */
static half to_half(int number)
{
    int exponent = 0;
    while (number >> (exponent + 1)) exponent++;
    return {static_cast<std::uint16_t>((exponent + 15) << 10 | ((number << 10 >> exponent) & 0x3ff))};
}

/* Zero, and normal numbers that are not negative. */
static double to_double(half number)
{
    if (number.bits == 0) return 0;
    const int exponent = number.bits >> 10;
    const double mantissa = 1 + (number.bits & 0x3ff) / 1024.0;
    return exponent >= 15 ? mantissa * (1 << (exponent - 15)) : mantissa / (1 << (15 - exponent));
}

int main()
{
    const std::vector<std::int64_t> to = {2, 0, 2, 3};
    const std::vector<half> weights = {to_half(1), to_half(2), to_half(3), to_half(2048)};
    std::vector<half> nodes(4), largest(4);

    /* A sum is rounded to a float16 after each update, and a maximum is exact. */
    strew::scatter_elements(nodes, nodes, to, weights, 0, STREW_REDUCTION_ADD);
    strew::scatter_elements(largest, largest, to, weights, 0, STREW_REDUCTION_MAX);
    for (const half node : nodes) std::printf("%g ", to_double(node));   /* 2 0 4 2048 */
    for (const half node : largest) std::printf("%g ", to_double(node)); /* 2 0 3 2048 */
    std::printf("\n");
}
