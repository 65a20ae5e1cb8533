/* strew-bench: strew beside the plain C loop, and both beside what the machine allows. `strew-bench --help` says how to ask. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "terminal.h"
#include "widths.h"

static const char USAGE[] =
    "usage: strew-bench [options]\n"
    "\n"
    "Measures strew beside the plain C loop (-O3 -march=native) and the floor, on one thread. The loop checks the indices as it\n"
    "goes where strew checks them before it writes, and does not where they are trusted. Every result is first compared with the\n"
    "plain loop's, bit for bit. All of them run in turn, round by round; times are medians, ratios medians of the rounds' ratios.\n"
    "\n"
    "  -w, --workload NAME[,NAME...]  which ones; \"all\" for all of them, see --list\n"
    "  -r, --repeat N                 rounds (default 15, at least 1)\n"
    "  -i, --isa NAME                 the best instruction set that strew may use\n"
    "  -o, --out-of-place             output is a fresh buffer and data is copied first; otherwise output is data\n"
    "  -p, --policy error|trusted     whether strew checks the indices (default error: it does)\n"
    "  -j, --json FILE                also write the figures to FILE, one object per workload\n"
    "      --widths                   instead: ns per update over a sweep of slice widths\n"
    "  -l, --list                     list the workloads\n"
    "  -h, --help                     this text\n";

/* Those of the figures that strew is held to, and the cost of a call. */
static const char DEFAULT_WORKLOADS[] = "rows32_add,elem_add,hist,k3_add,slice_assign,i64_mul8,f16_add64,tiny";

enum { MAX_CHOSEN = 64 };

typedef struct request {
    const bench_workload *chosen[MAX_CHOSEN];
    size_t n_chosen;
    bench_setup setup;
    const char *json;
    int widths;
} request;

/* ---- Asking ------------------------------------------------------------------------------------------------------------------------- */

static void list_workloads(void)
{
    for (size_t i = 0; i < BENCH_N_WORKLOADS; i++) {
        const bench_workload *w = &BENCH_WORKLOADS[i];
        char shapes[2][128];
        for (int s = 0; s < 2; s++) {
            const bench_shape *shape = s ? &w->indices : &w->data;
            size_t used = 0;
            for (int32_t d = 0; d < shape->rank; d++)
                used += (size_t)snprintf(shapes[s] + used, sizeof shapes[s] - used, d ? ",%lld" : "[%lld", (long long)shape->size[d]);
            snprintf(shapes[s] + used, sizeof shapes[s] - used, "]");
        }
        printf("%-13s %-8s %-4s data %-16s indices %-18s %s\n", w->name, strew_dtype_name(w->dtype), strew_reduction_name(w->reduction),
               shapes[0], shapes[1], w->stands_for);
    }
}

static int choose_workloads(request *request, const char *names)
{
    char copy[1024];
    if (snprintf(copy, sizeof copy, "%s", names) >= (int)sizeof copy) {
        fprintf(stderr, "strew-bench: that list of workloads is too long\n");
        return 0;
    }
    request->n_chosen = 0;
    char *rest = copy;
    for (char *name; (name = strtok_r(rest, ",", &rest)) != NULL;) {
        const bench_workload *found = bench_find_workload(name);
        const int all = strcmp(name, "all") == 0;
        if (!found && !all) {
            fprintf(stderr, "strew-bench: there is no workload \"%s\"; --list names them\n", name);
            return 0;
        }
        for (size_t i = 0; i < BENCH_N_WORKLOADS; i++) {
            if ((all || &BENCH_WORKLOADS[i] == found) && request->n_chosen < MAX_CHOSEN)
                request->chosen[request->n_chosen++] = &BENCH_WORKLOADS[i];
        }
    }
    return 1;
}

static int choose_isa(request *request, const char *name)
{
    const int isa = bench_find_isa(name);
    if (isa < 0) {
        fprintf(stderr, "strew-bench: there is no instruction set \"%s\"\n", name);
        return 0;
    }
    request->setup.options.isa = (strew_isa)isa;
    return 1;
}

static int choose_policy(request *request, const char *name)
{
    if (strcmp(name, "trusted") != 0 && strcmp(name, "error") != 0) {
        fprintf(stderr, "strew-bench: a policy is \"error\" or \"trusted\", not \"%s\"\n", name);
        return 0;
    }
    request->setup.options.policy = strcmp(name, "trusted") == 0 ? STREW_POLICY_TRUSTED : STREW_POLICY_ERROR;
    return 1;
}

static int choose_rounds(request *request, const char *number)
{
    char *end;
    errno = 0;
    const long rounds = strtol(number, &end, 10);
    if (errno || *end || rounds < 1 || rounds > 100000) {
        fprintf(stderr, "strew-bench: --repeat takes a number from 1 to 100000, not \"%s\"\n", number);
        return 0;
    }
    request->setup.rounds = (size_t)rounds;
    return 1;
}

/* Returns the exit code, or -1 to go on. */
static int parse(request *request, int argc, char **argv)
{
    enum { WIDTHS = 256 };
    static const struct option OPTIONS[] = {
        {"workload", required_argument, NULL, 'w'}, {"repeat", required_argument, NULL, 'r'},
        {"isa", required_argument, NULL, 'i'},      {"out-of-place", no_argument, NULL, 'o'},
        {"policy", required_argument, NULL, 'p'},   {"json", required_argument, NULL, 'j'},
        {"widths", no_argument, NULL, WIDTHS},      {"list", no_argument, NULL, 'l'},
        {"help", no_argument, NULL, 'h'},           {NULL, 0, NULL, 0},
    };
    int ok = choose_workloads(request, DEFAULT_WORKLOADS);
    for (int c; ok && (c = getopt_long(argc, argv, "w:r:i:op:j:lh", OPTIONS, NULL)) != -1;) {
        switch (c) {
        case 'w': ok = choose_workloads(request, optarg); break;
        case 'r': ok = choose_rounds(request, optarg); break;
        case 'i': ok = choose_isa(request, optarg); break;
        case 'o': request->setup.out_of_place = 1; break;
        case 'p': ok = choose_policy(request, optarg); break;
        case 'j': request->json = optarg; break;
        case WIDTHS: request->widths = 1; break;
        case 'l': list_workloads(); return 0;
        case 'h': fputs(USAGE, stdout); return 0;
        default: ok = 0;
        }
    }
    if (ok && optind < argc) {
        fprintf(stderr, "strew-bench: \"%s\" is not an option; --help lists them\n", argv[optind]);
        ok = 0;
    }
    return ok ? -1 : 2;
}

/* ---- Answering ---------------------------------------------------------------------------------------------------------------------- */

static const char *const FLOOR_NAMES[BENCH_PARTS] = {
    [BENCH_STREAM] = "read",      [BENCH_STREAM_AHEAD] = "read", [BENCH_TOUCH] = "touch",
    [BENCH_TOUCH_NEAR] = "touch", [BENCH_TOUCH_FAR] = "touch",
};

/* "17.2 +-4%": a median, and how far the farther quartile is from it. */
static void print_spread(const bench_spread *ns)
{
    char digits[16];
    const double above = ns->high - ns->median, below = ns->median - ns->low;
    printf(" %8s %s\302\261%2.0f%%%s", terminal_digits(digits, ns->median * 1e-6), terminal_style_of(TERMINAL_DIM),
           100 * (above > below ? above : below) / ns->median, terminal_style_of(TERMINAL_PLAIN));
}

static void print_head(const request *request)
{
    const bench_setup *setup = &request->setup;
    printf("strew %s, one thread, %s, indices %s; medians of %zu interleaved rounds, in ms, with the distance of the quartiles\n\n",
           strew_version(), setup->out_of_place ? "out of place" : "in place",
           setup->options.policy == STREW_POLICY_TRUSTED ? "trusted" : "checked", setup->rounds);
    printf("%s%-13s %8s %-5s %8s %4s %8s %4s %8s %4s %7s %9s %9s %7s %7s  %-7s %s%s\n", terminal_style_of(TERMINAL_BOLD), "workload",
           "floor", "", "plain", "", "scalar", "", "strew", "", "plain/", "plain/", "plain*/", "scalar/", "strew/", "ISA", "kernel",
           terminal_style_of(TERMINAL_PLAIN));
    printf("%s%-13s %8s %-5s %8s %4s %8s %4s %8s %4s %7s %9s %9s %7s %7s%s\n", terminal_style_of(TERMINAL_BOLD), "", "", "", "", "", "", "",
           "", "", "strew", "workspace", "trusted", "strew", "floor", terminal_style_of(TERMINAL_PLAIN));
}

static void print_row(const bench_workload *workload, const bench_result *result)
{
    char digits[16];
    printf("%-13s %8s %s%-5s%s", workload->name, terminal_digits(digits, result->floor_ns.median * 1e-6), terminal_style_of(TERMINAL_DIM),
           FLOOR_NAMES[result->floor_by], terminal_style_of(TERMINAL_PLAIN));
    print_spread(&result->ns[BENCH_PLAIN]);
    print_spread(&result->ns[BENCH_SCALAR]);
    print_spread(&result->ns[BENCH_STREW]);
    printf(" %s%7.2f %9.2f %9.2f%s %7.2f %7.2f  %-7s %s\n", terminal_style_of(terminal_style_of_ratio(result->plain_over_strew, 1.5)),
           result->plain_over_strew, result->plain_over_workspace, result->unchecked_over_trusted, terminal_style_of(TERMINAL_PLAIN),
           result->scalar_over_strew, result->strew_over_floor, strew_isa_name(result->isa), result->kernel);
    fflush(stdout);
}

static void print_small(const bench_workload *workload, const bench_result *result)
{
    printf("%-13s a run with a ready plan %s%.1f ns%s, plan and run %.1f ns, scalar run %.1f ns, plain loop %.1f ns  %s\n", workload->name,
           terminal_style_of(TERMINAL_BOLD), result->ns[BENCH_STREW].median, terminal_style_of(TERMINAL_PLAIN),
           result->ns[BENCH_PLAN_AND_RUN].median, result->ns[BENCH_SCALAR].median, result->ns[BENCH_PLAIN].median, result->kernel);
    fflush(stdout);
}

static void print_summary(const char *what, const double *ratios, const char *const *names, size_t n)
{
    if (n == 0) return;
    size_t least = 0, most = 0;
    for (size_t i = 1; i < n; i++) {
        if (ratios[i] < ratios[least]) least = i;
        if (ratios[i] > ratios[most]) most = i;
    }
    printf("%-36s geometric mean %s%.2f%s over %zu, least %.2f (%s), most %.2f (%s)\n", what, terminal_style_of(TERMINAL_BOLD),
           bench_geometric_mean(ratios, n), terminal_style_of(TERMINAL_PLAIN), n, ratios[least], names[least], ratios[most], names[most]);
}

/* 0 where a part did not take part: null. */
static void write_ns(FILE *file, const char *name, double ns)
{
    if (ns > 0)
        fprintf(file, "\"%s\": %.1f, ", name, ns);
    else
        fprintf(file, "\"%s\": null, ", name);
}

static void write_json(FILE *file, const bench_workload *workload, const bench_result *result, const request *request, int first)
{
    const bench_spread *ns = result->ns;
    fprintf(file, "%s\n  {\"workload\": \"%s\", \"mode\": \"%s\", ", first ? "" : ",", workload->name,
            request->setup.out_of_place ? "out_of_place" : "in_place");
    write_ns(file, "floor_ns", result->floor_ns.median);
    write_ns(file, "plain_ns", ns[BENCH_PLAIN].median);
    write_ns(file, "plain_unchecked_ns", ns[BENCH_UNCHECKED].median);
    write_ns(file, "strew_1t_ns", ns[BENCH_STREW].median);
    write_ns(file, "strew_trusted_ns", ns[BENCH_TRUSTED].median);
    write_ns(file, "strew_workspace_ns", ns[BENCH_WORKSPACE].median);
    write_ns(file, "scalar_ns", ns[BENCH_SCALAR].median);
    write_ns(file, "plan_and_run_ns", ns[BENCH_PLAN_AND_RUN].median);
    if (result->floor_ns.median > 0)
        fprintf(file, "\"floor_by\": \"%s\", \"strew_over_floor\": %.4f, ", FLOOR_NAMES[result->floor_by], result->strew_over_floor);
    else
        fprintf(file, "\"floor_by\": null, \"strew_over_floor\": null, ");
    fprintf(file, "\"plain_over_strew\": %.4f, \"scalar_over_strew\": %.4f, ", result->plain_over_strew, result->scalar_over_strew);
    fprintf(file, "\"rounds\": %zu, \"isa\": \"%s\", \"kernel\": \"%s\"}", request->setup.rounds, strew_isa_name(result->isa),
            result->kernel);
}

static int run_workloads(const request *request, FILE *json)
{
    double over_plain[MAX_CHOSEN], over_unchecked[MAX_CHOSEN], trusted[MAX_CHOSEN], with_workspace[MAX_CHOSEN], over_floor[MAX_CHOSEN];
    const char *names[MAX_CHOSEN];
    size_t n_ratios = 0, n_written = 0;
    int right = 1;
    print_head(request);
    for (size_t i = 0; i < request->n_chosen; i++) {
        const bench_workload *workload = request->chosen[i];
        bench_job job;
        bench_result result;
        if (!bench_make_job(&job, workload)) {
            printf("%-13s out of memory\n", workload->name);
            right = 0;
            continue;
        }
        const int measured = bench_measure(&result, &job, &request->setup);
        bench_free_job(&job);
        terminal_progress_end();
        if (!measured) {
            printf("%-13s %s%s%s\n", workload->name, terminal_style_of(TERMINAL_RED), result.wrong, terminal_style_of(TERMINAL_PLAIN));
            right = 0;
            continue;
        }
        if (json) write_json(json, workload, &result, request, n_written++ == 0);
        if (result.floor_ns.median > 0) {
            print_row(workload, &result);
            over_plain[n_ratios] = result.plain_over_strew;
            with_workspace[n_ratios] = result.plain_over_workspace;
            trusted[n_ratios] = result.unchecked_over_trusted;
            over_unchecked[n_ratios] = result.unchecked_over_strew;
            over_floor[n_ratios] = result.strew_over_floor;
            names[n_ratios++] = workload->name;
        } else {
            print_small(workload, &result);
        }
    }
    printf("\nplain checks each index as it goes, plain* checks nothing. strew checks all of them before it writes, unless they are "
           "trusted.\n");
    print_summary("plain / strew:", over_plain, names, n_ratios);
    print_summary("plain / strew with a workspace:", with_workspace, names, n_ratios);
    if (request->setup.options.policy == STREW_POLICY_ERROR) print_summary("plain* / strew:", over_unchecked, names, n_ratios);
    print_summary("plain* / strew with trusted indices:", trusted, names, n_ratios);
    print_summary("strew / floor:", over_floor, names, n_ratios);
    return right;
}

int main(int argc, char **argv)
{
    request request = {.setup = {.parts = ~0u, .rounds = 15, .progress = terminal_progress}};
    const int code = parse(&request, argc, argv);
    if (code >= 0) return code;
    if (request.widths) return bench_widths(&request.setup) ? 0 : 1;
    FILE *json = NULL;
    if (request.json && !(json = fopen(request.json, "w"))) {
        fprintf(stderr, "strew-bench: cannot write %s: %s\n", request.json, strerror(errno));
        return 1;
    }
    if (json) fputc('[', json);
    int right = run_workloads(&request, json);
    if (json) {
        fputs("\n]\n", json);
        if (fclose(json) != 0) {
            fprintf(stderr, "strew-bench: cannot write %s: %s\n", request.json, strerror(errno));
            right = 0;
        }
    }
    return right ? 0 : 1;
}
