/* What bugs need on every thread. */
#ifndef STREW_TESTS_UNINITIALISED_H
#define STREW_TESTS_UNINITIALISED_H

#include <stdlib.h>

/* The compiler does not know these values, so it can neither warn of a bug nor remove it. */
static volatile size_t eight = 8;
static volatile unsigned char sink;

static void branch_on_uninitialised(void)
{
    unsigned char *volatile bytes = malloc(eight);
    if (bytes[eight / 2] == 1) sink = 1;
    free(bytes);
}

#endif
