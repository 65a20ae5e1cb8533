/* Which kernels of the list have been chosen by some plan: a kernel that no test runs is a kernel that no test compares. */
#ifndef STREW_TESTS_ACCOUNT_H
#define STREW_TESTS_ACCOUNT_H

#include <strew/strew.h>

#include "plan.h" /* the kernels that a plan holds: the public header tells only of the one that writes */

/* Remembers every kernel that the plan holds. Fails the test if one of them is not in the list. */
void account(const strew_plan *of);

/* Fails the test, and prints the names, if a kernel of an instruction set that can run here was never chosen: of those that apply, of those
 * for indices, or of those that partition tuples out. */
typedef enum accounted { ACCOUNT_APPLY, ACCOUNT_INDICES, ACCOUNT_PARTITION } accounted;
void assert_all_chosen(accounted which);

#endif
