/* Errors of floats in units in the last place. */
#ifndef STREW_TESTS_UNITS_H
#define STREW_TESTS_UNITS_H

#include <math.h>

/* How far a number is from the exact one, in units of the last of `digits` binary digits; min_exponent is that of the smallest normal. */
static inline long double distance_of(long double found, long double exact, int digits, int min_exponent)
{
    int exponent;
    if (isnan(exact) || isinf(exact)) return (isnan(exact) && isnan(found)) || found == exact ? 0 : INFINITY;
    frexpl(exact, &exponent);
    if (exact == 0 || exponent < min_exponent) exponent = min_exponent;
    return fabsl(found - exact) / ldexpl(1, exponent - digits);
}

#endif
