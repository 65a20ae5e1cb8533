/* Contents for buffers: seeded random numbers, and the extremes of each dtype. */
#ifndef STREW_TESTS_FILL_H
#define STREW_TESTS_FILL_H

#include <stddef.h>
#include <stdint.h>

#include <strew/strew.h>

/* splitmix64. The seed is the first state; any number will do. */
uint64_t random_next(uint64_t *state);
/* 0 to end - 1. */
uint64_t random_below(uint64_t *state, uint64_t end);

/* Whether STREW_TEST_LIGHT asks for fewer random draws, with the same coverage: for valgrind and emulators. */
int is_light(void);
/* Whether STREW_TEST_FULL asks for longer tests and STREW_TEST_LIGHT does not ask for shorter ones. */
int is_full(void);

typedef enum contents {
    ORDINARY, /* floats of similar magnitude, so that every reduction rounds; integers and bools of random bits */
    EXTREME   /* NaN, infinities, zeros of both signs, subnormals, limits; and random bits */
} contents;

void fill(strew_dtype dtype, void *buffer, size_t n, contents contents, uint64_t *state);

/* The same for large buffers, or many, because drawing costs more than scattering: draws a pool of elements once, and copies some thousand
 * at a time from random positions. The pool depends on dtype and contents alone, so that the same state fills the same again. */
void fill_quickly(strew_dtype dtype, void *buffer, size_t n, contents contents, uint64_t *state);

/* The extremes of a dtype, one after another; their number in *n. Valid until the next call. */
const void *extremes(strew_dtype dtype, size_t *n);

#endif
