/* Assertions about the members of a fault and about its sentence. */
#ifndef STREW_TESTS_FAULT_H
#define STREW_TESTS_FAULT_H

#include <strew/strew.h>

#include "reference.h"

/* Compares every member. Those that the status does not use must be 0. */
void assert_fault(const strew_fault *actual, strew_fault expected);

/* The sentence is one line, fits STREW_MESSAGE_BYTES and contains each of the parts, which bars separate: "data|7|[1, 64]". */
void assert_sentence(const strew_fault *fault, const char *parts);

/* The fault of an index out of bounds, without a profile. */
void assert_index_fault(const strew_fault *actual, reference_position expected);

#endif
