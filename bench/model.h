/* What many threads would take, computed from the times of their tasks on one thread. It needs no cores. */
#ifndef STREW_BENCH_MODEL_H
#define STREW_BENCH_MODEL_H

#include <stddef.h>

enum { MODEL_MAX_THREADS = 64 };

/* What a run did, as a recorder writes it. Of each parallel_for: the number of its tasks, when it began, and when each task ended. */
typedef struct model_tape {
    double *cells; /* times in ns */
    size_t n, capacity;
} model_tape;

typedef struct model_times {
    double ns;     /* modelled: the serial part, and of each parallel_for the thread that ends last */
    double whole;  /* the serial part and all tasks */
    double serial; /* what no task did */
    size_t n_fors, n_tasks;
} model_times;

/* When the last of n tasks ends: tasks begin in order, each on the thread that is free first. Task i took from stamps[i] to
 * stamps[i + 1]. */
double model_last_end(const double *stamps, size_t n, size_t n_threads);

/* The times of what is on the tape, which took whole_ns on one thread. */
model_times model_times_of(const model_tape *tape, double whole_ns, size_t n_threads);

/* Makes room for one parallel_for. Returns NULL if memory runs out, and otherwise where its n + 1 times are to be written. */
double *model_append(model_tape *tape, size_t n);
void model_free(model_tape *tape);

#endif /* STREW_BENCH_MODEL_H */
