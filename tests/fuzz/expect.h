/* What a call must come to. Whatever else it comes to ends the process, with the call and a sentence on stderr. */
#ifndef STREW_TESTS_FUZZ_EXPECT_H
#define STREW_TESTS_FUZZ_EXPECT_H

#include "fixture.h"
#include "oracle.h"

/* What is run is run on these. Opened at the first call, and never closed. */
extern fixture buffers;

void complain(const reference_call *call, const char *format, ...) __attribute__((format(printf, 2, 3), noreturn));

/* The status is the fault's, too, and has a sentence. */
void expect_sentence(const reference_call *call, strew_status status, const strew_fault *fault);
/* And is one of these. */
void expect_verdict(const reference_call *call, verdict expected, strew_status status, const strew_fault *fault);

/* Of a run over the buffers: */

void expect_status(strew_status expected, strew_status status, const strew_fault *fault, const char *what);
/* What output holds before a run that must be rejected, and still does after it. */
void fill_output(int is_in_place);
void expect_output_untouched(int is_in_place, const char *what);

#endif
