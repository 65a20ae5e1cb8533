/* Copying data to output. */
#ifndef STREW_COPY_H
#define STREW_COPY_H

#include "kernels.h"

/* Copies n_bytes of data; a copy that exceeds the caches bypasses them. */
void strew_copy(unsigned char *to, const unsigned char *from, size_t n_bytes, int exceeds_caches);

/* Repeats an element, n_bytes in all. */
void strew_repeat(unsigned char *to, size_t n_bytes, const unsigned char *element, size_t element_bytes);

/* Runs a loop for pieces of n_bytes. Frequent sizes are constants in it, which compilers copy without a call. */
#define STREW_FOR_PIECES_OF(n_bytes, LOOP)                                                                                                 \
    switch (n_bytes) {                                                                                                                     \
    case 1: LOOP(1); break;                                                                                                                \
    case 2: LOOP(2); break;                                                                                                                \
    case 4: LOOP(4); break;                                                                                                                \
    case 8: LOOP(8); break;                                                                                                                \
    case 16: LOOP(16); break;                                                                                                              \
    case 32: LOOP(32); break;                                                                                                              \
    case 64: LOOP(64); break;                                                                                                              \
    case 128: LOOP(128); break;                                                                                                            \
    default: LOOP(n_bytes);                                                                                                                \
    }

#endif /* STREW_COPY_H */
