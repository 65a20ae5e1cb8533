/* All that strew asks of a system without an operating system: what compilers call by themselves as well, and two of the same kind. */
#ifndef STREW_TESTS_FREESTANDING_STRING_H
#define STREW_TESTS_FREESTANDING_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int value, size_t n);
int memcmp(const void *a, const void *b, size_t n);
size_t strlen(const char *text);
int strcmp(const char *a, const char *b);

#endif
