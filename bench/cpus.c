#ifdef __linux__
#define _GNU_SOURCE /* CPU_SET, pthread_setaffinity_np */
#else
#define _POSIX_C_SOURCE 200809L
#endif

#include "cpus.h"

#include <omp.h>

#ifdef __linux__

#include <pthread.h>
#include <sched.h>
#include <stdio.h>

static cpu_set_t allowed;
static size_t cpus[CPU_SETSIZE], n_cpus, n_cores;

/* The first CPU of the same core, or the CPU itself if the system does not say. */
static size_t first_sibling(size_t cpu)
{
    char path[96];
    size_t first = cpu;
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%zu/topology/thread_siblings_list", cpu);
    FILE *file = fopen(path, "r");
    if (!file) return cpu;
    if (fscanf(file, "%zu", &first) != 1) first = cpu;
    fclose(file);
    return first;
}

/* If the process may not use the first CPU of a core, the next one that it may use takes its place. */
static int begins_core(size_t cpu)
{
    const size_t first = first_sibling(cpu);
    for (size_t other = first; other < cpu; other++) {
        if (CPU_ISSET(other, &allowed) && first_sibling(other) == first) return 0;
    }
    return 1;
}

int bench_can_pin(void)
{
    return 1;
}

size_t bench_find_cpus(void)
{
    if (n_cpus) return n_cpus;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return (size_t)omp_get_num_procs();
    for (int others = 0; others <= 1; others++) {
        for (size_t cpu = 0; cpu < CPU_SETSIZE; cpu++) {
            if (CPU_ISSET(cpu, &allowed) && begins_core(cpu) != others) cpus[n_cpus++] = cpu;
        }
        if (!others) n_cores = n_cpus;
    }
    return n_cpus;
}

size_t bench_count_cores(void)
{
    bench_find_cpus();
    return n_cores;
}

void bench_pin_thread(size_t i)
{
    if (n_cpus == 0) return;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpus[i % n_cpus], &one);
    pthread_setaffinity_np(pthread_self(), sizeof one, &one);
}

void bench_unpin_thread(void)
{
    if (n_cpus) pthread_setaffinity_np(pthread_self(), sizeof allowed, &allowed);
}

#else

int bench_can_pin(void)
{
    return 0;
}

size_t bench_find_cpus(void)
{
    return (size_t)omp_get_num_procs();
}

size_t bench_count_cores(void)
{
    return (size_t)omp_get_num_procs();
}

void bench_pin_thread(size_t i)
{
    (void)i;
}

void bench_unpin_thread(void) {}

#endif
