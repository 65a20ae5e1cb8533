/* Assertions about the members of a fault and about its sentence. */
#ifndef STREW_TESTS_FAULT_H
#define STREW_TESTS_FAULT_H

#include <strew/strew.h>

#include "reference.h"

/* Compares every member. Those that the status does not use must be 0. */
void assert_fault(const strew_fault *actual, strew_fault expected);

/* FAULT(NULL_POINTER, .subject = "plan"): a fault of STREW_STATUS_NULL_POINTER. And that a call, which has written to the caller's `fault`,
 * is rejected with it: EXPECT_FAULT(strew_run(NULL, &buffers, NULL, &fault), NULL_POINTER, .subject = "plan"). */
#define FAULT(...) ((strew_fault){.status = STREW_STATUS_##__VA_ARGS__})
#define EXPECT_FAULT(call, ...)                                                                                                            \
    do {                                                                                                                                   \
        const strew_status status_of_call = (call);                                                                                        \
        assert_int_equal(status_of_call, FAULT(__VA_ARGS__).status);                                                                       \
        assert_fault(&fault, FAULT(__VA_ARGS__));                                                                                          \
    } while (0)

/* Too many dimensions of the subject remain for the plan: it says so, with the bytes that they need and those that there are. */
void assert_no_room(const strew_fault *fault, const char *subject);

/* The sentence is one line, fits STREW_MESSAGE_BYTES and contains each of the parts, which bars separate: "data|7|[1, 64]". */
void assert_sentence(const strew_fault *fault, const char *parts);

/* The fault of an index out of bounds, without a profile. */
void assert_index_fault(const strew_fault *actual, reference_position expected);

#endif
