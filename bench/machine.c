#include "machine.h"

#include <math.h>
#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "floor.h"

/* More bytes than a core's part of any last-level cache. Up to three threads share them; each of more threads has a third. */
enum { READ_BYTES = 96 << 20, MAX_WHOLE = 3, ROUNDS = 5, TRIPS = 20000 };

/* The fastest of some rounds. */
static double rate_of(const unsigned char *bytes, size_t n_bytes, int n_threads)
{
    double min = INFINITY;
    const size_t part = n_bytes / (size_t)n_threads;
    for (int round = 0; round < ROUNDS; round++) {
        const double begin = omp_get_wtime();
#pragma omp parallel num_threads(n_threads)
        floor_stream(bytes + part * (size_t)omp_get_thread_num(), part, 1);
        min = fmin(min, omp_get_wtime() - begin);
    }
    return (double)n_bytes / (min * 1e9);
}

/* Each thread writes its part first, so that the part is in memory near to it. */
double bench_reading_rate(int n_threads)
{
    const size_t part = READ_BYTES / (n_threads < MAX_WHOLE ? (size_t)n_threads : MAX_WHOLE), n_bytes = part * (size_t)n_threads;
    unsigned char *bytes = malloc(n_bytes);
    if (!bytes) return 0;
#pragma omp parallel num_threads(n_threads)
    memset(bytes + part * (size_t)omp_get_thread_num(), 1, part);
    const double rate = rate_of(bytes, n_bytes, n_threads);
    free(bytes);
    return rate;
}

static double round_trip_ns(void)
{
    static _Alignas(64) atomic_int ball;
    double took = NAN;
    atomic_store(&ball, 0);
#pragma omp parallel num_threads(2)
    if (omp_get_num_threads() == 2) {
        const int me = omp_get_thread_num();
        const double begin = omp_get_wtime();
        for (int i = 0; i < TRIPS; i++) {
            while (atomic_load_explicit(&ball, memory_order_acquire) != 2 * i + me) continue;
            atomic_store_explicit(&ball, 2 * i + me + 1, memory_order_release);
        }
        if (me == 0) took = (omp_get_wtime() - begin) * 1e9 / TRIPS;
    }
    return took;
}

int bench_look_at_machine(bench_machine *machine)
{
    unsigned char *bytes = omp_get_num_procs() < 2 ? NULL : malloc(READ_BYTES);
    if (!bytes) return 0;
    memset(bytes, 1, READ_BYTES);
    machine->one_reads = rate_of(bytes, READ_BYTES, 1);
    machine->two_read = rate_of(bytes, READ_BYTES, 2);
    machine->round_trip_ns = round_trip_ns();
    free(bytes);
    return 1;
}
