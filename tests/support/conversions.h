/* Elements of one dtype as those of another, by the reference's words alone. */
#ifndef STREW_TESTS_CONVERSIONS_H
#define STREW_TESTS_CONVERSIONS_H

#include <strew/strew.h>

/* Whether the contract has the conversion. */
int may_be_converted(strew_dtype from, strew_dtype to);

/* Whether a type holds all numbers of another one; the largest integers of 32 and 64 bits are rounded to a float before they are added. */
int holds_updates(strew_dtype data, strew_dtype updates);

/* Whether a scatter takes updates of this dtype; always if it is that of data. */
int can_take_updates(strew_dtype data, strew_dtype updates, strew_reduction reduction, const strew_options *options);

/* One element, rounded once; what is too large wraps, or saturates. */
void convert_element(strew_dtype from, const void *element, strew_dtype to, void *converted, strew_overflow overflow);

/* Many of them. A NULL `options` is the default. */
void convert_elements(strew_dtype from, const void *elements, strew_dtype to, void *converted, size_t n, const strew_options *options);

#endif
