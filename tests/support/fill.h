/* Contents for buffers: seeded random numbers, and the extremes of each dtype. */
#ifndef STREW_TESTS_FILL_H
#define STREW_TESTS_FILL_H

#include <stddef.h>
#include <stdint.h>

#include <strew/strew.h>

/* splitmix64. The state is the seed, and any number will do. */
uint64_t random_next(uint64_t *state);
/* 0 to end - 1. */
uint64_t random_below(uint64_t *state, uint64_t end);

/* Whether STREW_TEST_LIGHT asks for fewer random draws: for valgrind and emulators. What is covered stays the same. */
int is_light(void);
/* Whether STREW_TEST_FULL asks tests that can go on for longer to do so, and STREW_TEST_LIGHT does not ask for the contrary. */
int is_full(void);

typedef enum contents {
    ORDINARY, /* floats of similar magnitude, which make every reduction round; integers and bools of any bits */
    EXTREME   /* NaN, infinities, zeros of both signs, subnormals, limits; and any bits at all */
} contents;

void fill(strew_dtype dtype, void *buffer, size_t n, contents contents, uint64_t *state);

/* The same for large buffers, or many, as drawing costs more than scattering: elements are drawn once, and copied in pieces of some
 * thousand, each from a random place. What was drawn depends on dtype and contents alone, so that the same state fills the same again. */
void fill_quickly(strew_dtype dtype, void *buffer, size_t n, contents contents, uint64_t *state);

/* The extremes of a dtype, one after another; their number in *n. Good until the next call. */
const void *extremes(strew_dtype dtype, size_t *n);

#endif
