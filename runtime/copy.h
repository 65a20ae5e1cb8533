/* Copying data to output. */
#ifndef STREW_COPY_H
#define STREW_COPY_H

#include "kernels.h"

/* Copies n_bytes of data; a copy that exceeds the caches bypasses them. */
void strew_copy(unsigned char *to, const unsigned char *from, size_t n_bytes, int exceeds_caches);

/* Repeats an element, n_bytes in all. */
void strew_repeat(unsigned char *to, size_t n_bytes, const unsigned char *element, size_t element_bytes);

#endif /* STREW_COPY_H */
