/* Cases of strew_segment_softmax. */
#ifndef STREW_TESTS_CASE_SOFTMAX_H
#define STREW_TESTS_CASE_SOFTMAX_H

#include "case_file.h"

/* Runs a case of softmax, log_softmax or logsumexp, out of place and in place. Prints the first failure, and returns whether there is
 * none. */
int run_softmax_case(const scatter_case *of);

#endif
