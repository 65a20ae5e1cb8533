#define _POSIX_C_SOURCE 200809L

#include "clock.h"

#include <math.h>
#include <sys/resource.h>
#include <time.h>

#include <strew/openmp.h>

#include "floor.h"

double bench_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

void bench_settle(bench_runner *r)
{
    const bench_job *job = r->job;
    floor_stream(job->indices_values, job->indices_bytes, 0);
    floor_stream(job->updates_values, job->updates_bytes, 0);
    if (job->strew_indices != job->indices_values) floor_stream(job->own_indices, job->indices_bytes, 0);
    floor_stream(job->own_updates, job->own_updates_bytes, 0);
    if (job->workload->products == BENCH_MULTIPLIED) floor_stream(job->products, job->updates_bytes, 0);
    floor_stream(job->offsets, job->n_tuples * sizeof *job->offsets, 0);
    if (bench_is_gather(job->workload)) {
        floor_stream(job->data_values, job->data_bytes, 0);
        floor_stream(job->output, job->output_bytes, 0);
    } else {
        floor_copy_settling(job->output, job->data_values, job->data_bytes);
        floor_copy_settling(job->own_output, job->own_data, job->own_output_bytes);
    }
}

long bench_count_interruptions(void)
{
#if defined(__wasi__) /* which does not count them */
    return 0;
#else
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_nivcsw;
#endif
}

static void do_nothing(void *argument, size_t i)
{
    (void)argument;
    (void)i;
}

/* The second thread falls asleep when it is not needed, and waking it takes a tenth of a millisecond on a virtual machine. In a real
 * program, the pool is at work. All samples begin with this, also those of one thread, because it removes some of the code of a short call
 * from the caches: a tenth of the time of a call of ten microseconds. */
static void wake_two_threads(void)
{
    strew_openmp_for(NULL, 2, do_nothing, NULL);
}

/* If another process had the processor during a sample, the sample includes its time, and is taken again. If the machine is so busy that
 * this happens every time, the fastest sample counts. */
double bench_time_part(bench_runner *r, bench_part part)
{
    enum { ATTEMPTS = 5 };
    double min = INFINITY;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        if (r->calls == 1) {
            bench_settle(r);
            wake_two_threads();
        }
        const long interruptions = bench_count_interruptions();
        const double begin = bench_now_ns();
        for (size_t i = 0; i < r->calls; i++) BENCH_PART_ROWS[part].run(r);
        const double ns = (bench_now_ns() - begin) / (double)r->calls;
        if (bench_count_interruptions() == interruptions) return ns;
        if (ns < min) min = ns;
    }
    return min;
}
