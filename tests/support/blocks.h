/* Block formats by their rules alone, a number at a time. */
#ifndef STREW_TESTS_BLOCKS_H
#define STREW_TESTS_BLOCKS_H

#include <strew/strew.h>

/* The n-th of them; 0 behind the last. */
strew_dtype block_dtype_at(size_t n);

/* The elements of a block, and its bytes; 0 of other dtypes. */
size_t block_elements(strew_dtype dtype);
size_t block_bytes(strew_dtype dtype);

void block_write(strew_dtype dtype, unsigned char *block, const float *elements);
void block_read(strew_dtype dtype, float *elements, const unsigned char *block);

#endif
