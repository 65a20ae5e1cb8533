/* The words of each instruction set's vocabulary as plain functions, so that one test can call them all. words_of_isa.c defines a table for
 * each instruction set, with the compiler flags of its kernels. */
#ifndef STREW_TESTS_WORDS_H
#define STREW_TESTS_WORDS_H

#include <stddef.h>

typedef struct word {
    const char *name, *reduction, *ctype;
    size_t register_bytes;
    /* *result = word(*a, *b), a register each, at any address. */
    void (*apply)(void *result, const void *a, const void *b);
} word;

typedef struct word_table {
    const char *isa;
    const word *words;
    size_t n_words;
} word_table;

#endif
