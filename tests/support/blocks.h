/* Block formats by their rules alone, a number at a time. */
#ifndef STREW_TESTS_BLOCKS_H
#define STREW_TESTS_BLOCKS_H

#include <strew/strew.h>

/* The n-th of them; 0 behind the last. */
strew_dtype block_dtype_at(size_t n);

/* The elements of a block, and its bytes; 0 of other dtypes. Two integers of four bits are a block, too. */
size_t block_elements(strew_dtype dtype);
size_t block_bytes(strew_dtype dtype);

/* An integer of four or eight bits: `place` elements behind the first one in the low bits of `values`, or before it. */
int element_at(strew_dtype dtype, const void *values, int64_t place);

void block_write(strew_dtype dtype, unsigned char *block, const float *elements);
void block_read(strew_dtype dtype, float *elements, const unsigned char *block);

#endif
