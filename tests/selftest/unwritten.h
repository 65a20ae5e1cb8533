/* What bugs need on every thread. */
#ifndef STREW_TESTS_UNWRITTEN_H
#define STREW_TESTS_UNWRITTEN_H

#include <stdlib.h>

/* What the compiler does not know, it can neither warn of nor leave out. */
static volatile size_t eight = 8;
static volatile unsigned char sink;

static void decide_by_what_nobody_wrote(void)
{
    unsigned char *volatile bytes = malloc(eight);
    if (bytes[eight / 2] == 1) sink = 1;
    free(bytes);
}

#endif
