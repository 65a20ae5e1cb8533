/* What two threads can gain at most on this machine: how fast they read memory, and how long a cache line takes from one to the other. */
#ifndef STREW_BENCH_MACHINE_H
#define STREW_BENCH_MACHINE_H

typedef struct bench_machine {
    double one_reads, two_read; /* memory, in bytes per ns */
    double round_trip_ns;       /* of a cache line, from one thread to the other and back */
} bench_machine;

/* Takes a tenth of a second. Returns 0 if there is one processor, or too little memory. */
int bench_look_at_machine(bench_machine *machine);

/* How fast so many threads read memory, in bytes per ns; 0 if there is too little memory. */
double bench_reading_rate(int n_threads);

#endif /* STREW_BENCH_MACHINE_H */
