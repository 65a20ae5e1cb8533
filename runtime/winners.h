/* Which tuples win, where a workspace has room for more than one tuple at a time: single elements are records in the workspace, in which an
 * update that wins and its number are one integer; and the tuples of wide slices are listed, so that a slice stays in registers for
 * all of its tuples. */
#ifndef STREW_WINNERS_H
#define STREW_WINNERS_H

#include "walk.h"

#if STREW_BUILD_ARG
/* The bytes of the workspace, at any address, that all steps of a plan gain from, on one thread; 0 if none are of use. */
size_t strew_winners_bytes(const strew_plan_state *plan);

/* Whether the steps of a job are such ones: its updates are where their numbers say. */
int strew_has_winners(const strew_job *job, const strew_steps *steps);

/* Compares the tuples of all steps. Zero if one is out of bounds: another thread has changed the indices. */
int strew_find_winners(const strew_job *job, const strew_steps *steps);
#else /* no plan has an arg */
#define strew_winners_bytes(plan) ((void)(plan), (size_t)0)
#endif

#endif /* STREW_WINNERS_H */
