/* Copying data to output. */
#ifndef STREW_COPY_H
#define STREW_COPY_H

#include "pool.h"

/* Copies n_bytes of data; a copy that exceeds the caches bypasses them. */
void strew_copy(unsigned char *to, const unsigned char *from, size_t n_bytes, int exceeds_caches);

/* The same on threads, page by page. */
typedef struct strew_copied {
    unsigned char *to;
    const unsigned char *from;
    size_t n_bytes;
    int exceeds_caches;
} strew_copied;
strew_chunk strew_copy_chunk;

static inline void strew_copy_on(const strew_threads *threads, unsigned char *to, const unsigned char *from, size_t n_bytes,
                                 int exceeds_caches)
{
    const strew_copied copied = {to, from, n_bytes, exceeds_caches};
    strew_run_chunks(threads, (n_bytes - 1) / STREW_PAGE_BYTES + 1, strew_copy_chunk, &copied);
}

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
