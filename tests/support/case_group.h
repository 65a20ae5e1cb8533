/* Cases of strew_group_by_index. */
#ifndef STREW_TESTS_CASE_GROUP_H
#define STREW_TESTS_CASE_GROUP_H

#include "case_file.h"

/* Runs a case of a group, with a workspace and, if it has a number of groups, without one. Prints the first failure, and
 * returns whether there is none. */
int run_group_case(const scatter_case *of);

#endif
