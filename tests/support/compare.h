/* Equality bit for bit, except for the payload and the sign of a NaN, which the contract leaves open. */
#ifndef STREW_TESTS_COMPARE_H
#define STREW_TESTS_COMPARE_H

#include <stddef.h>

#include <strew/strew.h>

/* Whether a zero of the other sign is the same, or is where +0 is expected. A complex number is compared float by float: the contract
 * promises the float beside a NaN, too. */
typedef enum zeros { SAME_ZERO, ANY_ZERO } zeros;
int is_same_element(strew_dtype dtype, const void *actual, const void *expected, zeros zeros);

/* Whether n elements are the same. If not, *where is the first that differs. */
int is_same(strew_dtype dtype, const void *actual, const void *expected, size_t n, size_t *where);

/* The same; prints the dtype, the position and both values on stderr if not, after `context`, a format of printf. */
int is_same_or_print(strew_dtype dtype, const void *actual, const void *expected, size_t n, const char *context, ...)
    __attribute__((format(printf, 5, 6)));

/* One element as text: its value and its bytes. Returns `text`. */
enum { ELEMENT_TEXT_BYTES = 260 };
const char *print_element(strew_dtype dtype, const void *element, char text[ELEMENT_TEXT_BYTES]);

#endif
