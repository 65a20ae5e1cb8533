/* The values of a case file, from JSON to the bytes that the library takes. Each function returns whether it could read the JSON. */
#ifndef STREW_TESTS_CASE_VALUES_H
#define STREW_TESTS_CASE_VALUES_H

#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include <strew/strew.h>

/* An unknown dtype or reduction becomes a number that the library does not know either: the library must reject it. */
enum { CASE_UNKNOWN_NUMBER = STREW_DTYPE_OPAQUE_LAST + 1 };

/* What an element of contents is: of a dtype in blocks the opaque type of their size, of others the dtype. */
strew_dtype case_element(strew_dtype dtype);

/* Bytes of an element of contents; of an unknown dtype, enough for any. */
size_t case_size(strew_dtype dtype);

/* A JSON integer or a string of digits, as its low 64 bits. */
int case_read_integer(const json_t *json, int64_t min, uint64_t max, uint64_t *to);
int case_read_int64(const json_t *json, int64_t *to);

/* Two hexadecimal digits a byte, in the order of memory. */
int case_read_bytes(const char *text, size_t n, unsigned char *to);

/* One element. A value of an unknown dtype is not read: the library must reject the call before it reads one. */
int case_encode(strew_dtype dtype, const json_t *json, void *to);

#endif
