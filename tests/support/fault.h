/* Asserting what a fault says, in numbers and in words. */
#ifndef STREW_TESTS_FAULT_H
#define STREW_TESTS_FAULT_H

#include <strew/strew.h>

/* Every member, those included that the status does not name and that must be 0. */
void assert_fault(const strew_fault *actual, strew_fault expected);

/* The sentence: one line that fits STREW_MESSAGE_BYTES and has each of the parts in it. The parts stand between bars: "data|7|[1, 64]". */
void assert_sentence(const strew_fault *fault, const char *parts);

#endif
