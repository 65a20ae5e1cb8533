/* Elements of one dtype as those of another, by the reference's words alone. */
#ifndef STREW_TESTS_CONVERSIONS_H
#define STREW_TESTS_CONVERSIONS_H

#include <strew/strew.h>

/* Whether the contract has the conversion. */
int may_be_converted(strew_dtype from, strew_dtype to);

/* Whether a scatter takes updates of this dtype; always if it is that of data. */
int can_take_updates(strew_dtype data, strew_dtype updates, strew_reduction reduction, const strew_options *options);

/* One element, rounded once; what is too large wraps, or saturates. */
void convert_element(strew_dtype from, const void *element, strew_dtype to, void *converted, strew_overflow overflow);

#endif
