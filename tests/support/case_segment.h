/* Runs a case of the operator segment. */
#ifndef STREW_TESTS_CASE_SEGMENT_H
#define STREW_TESTS_CASE_SEGMENT_H

#include "case_file.h"

/* Returns whether the case passed; prints why not. */
int run_segment_case(const scatter_case *of);

#endif
