/* Sharing tuples among threads by the slices that they name. */
#ifndef STREW_SELECTIONS_H
#define STREW_SELECTIONS_H

#include "ways/way.h"

/* The best number of selections for the tuples, at most one for each thread. Less than two: one thread applies all. */
size_t strew_count_selections(const strew_known *known);

/* The groups of slices, and the ranges of selections: each begins at its first bin and ends where the next one begins. */
typedef struct strew_selections {
    size_t n;
    uint32_t lead, shift, scattering;
    uint16_t first_bin[STREW_MAX_THREADS + 1];
} strew_selections;

/* Chooses ranges for two selections or more, so that they have about as much to do, from a sample of the tuples. Equal ranges would not do:
 * some slices may have far more tuples than others, as words of a language have.
 *
 * Returns zero if one thread should apply all: a tuple is out of bounds, one selection has nearly all, or slices are narrow and most tuples
 * are in the same group as the tuple before. If tuples are sorted, or a few slices have most of them, that thread has what it needs in its
 * caches, and the other selections would wait. */
int strew_choose_selections(const strew_job *job, const void *workspace, size_t n_selections, strew_selections *selections);

/* The same for parts of a run: the slices of each are a range, which begins at a multiple of `unit` slices. All parts find the same ranges,
 * and one may have no slice. Zero if a tuple is out of bounds. */
int strew_find_range(const strew_job *job, const strew_threads *parts, uint64_t unit, strew_selection *range);

strew_selection strew_find_selection(const strew_selections *selections, size_t number);

/* Applies the tuples of one selection, with the memory of the record, if the plan needs one. Zero if a tuple is out of bounds after all. */
int strew_run_selection(const strew_job *job, const strew_selection *own, void *workspace);

#endif /* STREW_SELECTIONS_H */
