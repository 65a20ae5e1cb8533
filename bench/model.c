#include "model.h"

#include <stdlib.h>

double model_last_end(const double *stamps, size_t n, size_t n_threads)
{
    double free_at[MODEL_MAX_THREADS] = {0}, last = 0;
    if (n_threads > MODEL_MAX_THREADS) n_threads = MODEL_MAX_THREADS;
    for (size_t i = 0; i < n; i++) {
        size_t first = 0;
        for (size_t t = 1; t < n_threads; t++) {
            if (free_at[t] < free_at[first]) first = t;
        }
        free_at[first] += stamps[i + 1] - stamps[i];
        if (free_at[first] > last) last = free_at[first];
    }
    return last;
}

model_times model_times_of(const model_tape *tape, double whole_ns, size_t n_threads)
{
    model_times times = {.whole = whole_ns, .serial = whole_ns};
    for (size_t at = 0; at < tape->n;) {
        const size_t n = (size_t)tape->cells[at];
        const double *stamps = tape->cells + at + 1;
        times.serial -= stamps[n] - stamps[0];
        times.ns += model_last_end(stamps, n, n_threads);
        times.n_fors++;
        times.n_tasks += n;
        at += n + 2;
    }
    times.ns += times.serial;
    return times;
}

double *model_append(model_tape *tape, size_t n)
{
    const size_t needed = tape->n + n + 2;
    if (needed > tape->capacity) {
        double *cells = realloc(tape->cells, 2 * needed * sizeof *cells);
        if (!cells) return NULL;
        tape->cells = cells;
        tape->capacity = 2 * needed;
    }
    double *added = tape->cells + tape->n;
    tape->n = needed;
    added[0] = (double)n;
    return added + 1;
}

void model_free(model_tape *tape)
{
    free(tape->cells);
    *tape = (model_tape){NULL, 0, 0};
}
