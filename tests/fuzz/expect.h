/* Assertions about the result of a call. A failure prints the call and a sentence on stderr, and aborts. */
#ifndef STREW_TESTS_FUZZ_EXPECT_H
#define STREW_TESTS_FUZZ_EXPECT_H

#include "group.h"
#include "oracle.h"

void complain(const reference_call *call, const char *format, ...) __attribute__((format(printf, 2, 3), noreturn));

/* The status is the same in the fault, and has a sentence. */
void expect_sentence(const reference_call *call, strew_status status, const strew_fault *fault);
/* It is also one of these. */
void expect_verdict(const reference_call *call, verdict expected, strew_status status, const strew_fault *fault);

/* Of a run over the buffers: */

void expect_status(strew_status expected, strew_status status, const strew_fault *fault, const char *what);
/* Fills output before an out-of-place run that must be rejected; asserts after it that output has not changed. */
void fill_output(void);
void expect_output_unchanged(const char *what);

#endif
