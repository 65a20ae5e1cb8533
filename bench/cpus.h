/* The CPUs that this process may use, and threads that stay on one of them. */
#ifndef STREW_BENCH_CPUS_H
#define STREW_BENCH_CPUS_H

#include <stddef.h>

/* Whether this system lets a thread choose its CPU. If not, the functions below do nothing, and the operating system places threads. */
int bench_can_pin(void);

/* Reads which CPUs there are; call it before any thread is pinned. Returns how many. */
size_t bench_find_cpus(void);

/* How many cores these CPUs belong to. */
size_t bench_count_cores(void);

/* Pins the calling thread to the i-th CPU: first one of each core, then the others. After the last comes the first again. */
void bench_pin_thread(size_t i);

/* Lets the calling thread run on every CPU again. Threads that it starts inherit this. */
void bench_unpin_thread(void);

#endif /* STREW_BENCH_CPUS_H */
