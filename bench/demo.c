/* strew-demo: runs two real workloads on this machine, and compares strew with the plain C loop and with strew's own scalar kernels. Takes
 * no arguments. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <string.h>

#include <strew/inspect.h>

#include "measure.h"
#include "terminal.h"

enum { ROUNDS = 15 };

static const char *const JOBS[] = {"slice_assign", "rows32_add"}; /* the one that takes 1 s of CPU first, the other takes 14 */
enum { N_JOBS = sizeof JOBS / sizeof *JOBS };

/* The bytes that any implementation must move: every index and every update is read, and for each update its slice of output is written,
 * and read before that unless the reduction is none. */
static double bytes_moved(const bench_job *job)
{
    const size_t visits = job->workload->reduction == STREW_REDUCTION_NONE ? 1 : 2;
    return (double)(job->indices_bytes + job->updates_bytes + visits * job->n_tuples * job->slice_bytes);
}

static void print_shape(const bench_shape *shape)
{
    for (int32_t d = 0; d < shape->rank; d++) printf("%s%lld", d ? "," : "[", (long long)shape->size[d]);
    printf("]");
}

static void print_work(const bench_workload *workload)
{
    printf("%s%-13s%s %s\n%-13s %s of %s, data ", terminal_style_of(TERMINAL_BOLD), workload->name, terminal_style_of(TERMINAL_PLAIN),
           workload->stands_for, "", strew_reduction_name(workload->reduction), strew_dtype_name(workload->dtype));
    print_shape(&workload->data);
    printf(", indices ");
    print_shape(&workload->indices);
    printf("\n");
}

static void print_row(const char *name, double bytes, const bench_result *result)
{
    char strew[16], plain[16], scalar[16], rate[16];
    const double strew_ns = result->ns[BENCH_STREW].median;
    printf("%-13s %-26s %9s %9s %9s %6s  %s%6.2fx%s %6.2fx\n", name, result->kernel, terminal_digits(strew, strew_ns * 1e-6),
           terminal_digits(scalar, result->ns[BENCH_SCALAR].median * 1e-6), terminal_digits(plain, result->ns[BENCH_PLAIN].median * 1e-6),
           terminal_digits(rate, bytes / strew_ns),
           terminal_style_of(terminal_style_of_ratio(result->ratio[BENCH_SCALAR_OVER_STREW], 1.05)), result->ratio[BENCH_SCALAR_OVER_STREW],
           terminal_style_of(TERMINAL_PLAIN), result->ratio[BENCH_PLAIN_OVER_STREW]);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        const int helps = strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "--help") == 0;
        fprintf(helps ? stdout : stderr, "strew-demo takes no arguments: it runs two workloads, which takes some seconds\n");
        return helps ? 0 : 2;
    }
    const bench_setup setup = {
        .parts = BENCH_BIT(BENCH_PLAIN) | BENCH_BIT(BENCH_SCALAR) | BENCH_BIT(BENCH_STREW),
        .rounds = ROUNDS,
        .progress = terminal_progress,
        .options = STREW_OPTIONS_INIT,
    };
    int n_right = 0;
    printf("strew %s, best instruction set of this CPU: %s\n\n", strew_version(), strew_isa_name(strew_isa_get_best()));
    for (size_t i = 0; i < N_JOBS; i++) print_work(bench_find_workload(JOBS[i]));
    printf("\n%s%-13s %-26s %9s %9s %9s %6s  %7s %7s%s\n", terminal_style_of(TERMINAL_BOLD), "workload", "kernel", "strew ms", "scalar ms",
           "plain ms", "GB/s", "/scalar", "/plain", terminal_style_of(TERMINAL_PLAIN));
    fflush(stdout); /* each row takes some seconds */
    for (size_t i = 0; i < N_JOBS; i++) {
        const bench_workload *workload = bench_find_workload(JOBS[i]);
        bench_job job;
        bench_result result;
        if (!bench_make_job(&job, workload)) {
            printf("  %-13s out of memory\n", workload->name);
            continue;
        }
        const double bytes = bytes_moved(&job);
        const int measured = bench_measure(&result, &job, 1, &setup);
        bench_free_job(&job);
        terminal_progress_end();
        if (!measured) {
            printf("  %-13s %s%s%s\n", workload->name, terminal_style_of(TERMINAL_RED), result.wrong, terminal_style_of(TERMINAL_PLAIN));
            continue;
        }
        print_row(workload->name, bytes, &result);
        n_right++;
    }
    printf("\n%s"
           "One thread, in place, indices checked before the first write. Medians of %d rounds of all three.\n"
           "scalar: strew's scalar kernels. plain: a C loop at -O3 -march=native that checks as it goes.\n"
           "/scalar, /plain: how many times faster strew is. GB/s counts indices and updates, read once,\n"
           "and the slices of output, written once for each update and read once for add.\n"
           "%s\n",
           terminal_style_of(TERMINAL_DIM), (int)ROUNDS, terminal_style_of(TERMINAL_PLAIN));
    if (n_right < N_JOBS) {
        printf("%s%d of %d jobs went wrong.%s\n", terminal_style_of(TERMINAL_RED), N_JOBS - n_right, (int)N_JOBS,
               terminal_style_of(TERMINAL_PLAIN));
        return 1;
    }
    printf("Both results equal the plain loop's, bit for bit.\n");
    return 0;
}
