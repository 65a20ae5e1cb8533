#define _POSIX_C_SOURCE 200809L

#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sweep.h"

static const char USAGE[] =
    "usage: script/bench [options]\n"
    "\n"
    "Measures strew beside the plain C loop (-O3 -march=native) and the floor, which is what the machine allows: the time to read\n"
    "indices and updates once, or to visit the destinations from ready offsets, whichever is longer, and out of place the copy.\n"
    "Every result is first compared with the plain loop's, bit for bit. All of them run in turn, round by round; times are\n"
    "medians, ratios medians of the rounds' ratios.\n"
    "\n"
    "  -w, --workload NAME[,NAME...]  workloads or groups of them (default: standard), or all; --list names them\n"
    "  -m, --mode in_place|out_of_place|both\n"
    "                                 output is data, or a buffer of its own that data is copied to first (default: in_place)\n"
    "  -o, --out-of-place             the same as --mode out_of_place\n"
    "  -r, --repeat N                 rounds (default 15, at least 1)\n"
    "  -i, --isa NAME                 the best instruction set that strew may use\n"
    "  -p, --policy error|trusted     whether strew checks the indices (default error: it does)\n"
    "  -j, --json FILE                also write the figures to FILE, one object per workload and mode, times in ns:\n"
    "                                 workload, mode, floor_ns, plain_ns, strew_1t_ns, strew_2t_ns, strew_prepared_ns, isa, kernel,\n"
    "                                 and more: quartiles, ratios, other ways of strew's. null is what was not measured.\n"
    "      --widths                   instead: ns per update over a sweep of slice widths\n"
    "      --tokens                   instead: tensor_scatter, and scatter_nd in a paged cache, beside one memcpy of the\n"
    "                                 same bytes\n"
    "      --group                    instead: groups by chunk beside a loop that divides, and by index beside one that counts\n"
    "      --masks                    instead: masked_scatter beside a loop with a branch for each element\n"
    "      --rows                     instead: rows of a table added to slices in one call, beside a gather and a scatter\n"
    "      --segments                 instead: segments of rows, beside scatters by sorted indices, and softmax over them\n"
    "      --gradients                instead: gradients of such rows and of their weights, beside gathers and what follows them\n"
    "      --winners                  instead: maxima of rows, beside the same with an arg, scattered and in segments\n"
    "      --conversions              instead: rows whose elements become another dtype, beside a memcpy that moves as many bytes\n"
    "      --running                  instead: part i of n on each of some threads that already run, with a barrier, beside a\n"
    "                                 parallel_for over these threads; and a part without work\n"
    "      --model-threads N[,N...]   instead: speedup on N threads, modelled on one core: tasks run one after another, and each\n"
    "                                 parallel_for counts as its longest thread. Also the work over one thread's, what is serial,\n"
    "                                 and the same with prepared indices. Waking threads and sharing memory are left out\n"
    "      --threads N[,N...]         instead: speedup on N threads, measured: pinned, with OpenMP, and with pthreadpool if the bench\n"
    "                                 was built with it. JSON is then one object per table: pool, mode, rows, means and more\n"
    "      --report FILE              all of this, on 1 to 64 modelled threads and as many real ones as the machine has cores, in one\n"
    "                                 file for the project, with the CPU, its caches and how fast it reads memory. Takes 15 minutes\n"
    "  -l, --list                     list the workloads\n"
    "  -h, --help                     this text\n"
    "\n"
    "Beside another version (script/bench only, which builds it):\n"
    "\n"
    "      --before COMMIT        run the bench of that commit and this one in turn, --repeat pairs of them, and show how many times\n"
    "                             as long this one takes. Adds to the JSON instead: now_over_before, the ratios of every pair\n"
    "      --amalgamation         the same of strew as two files, which script/amalgamate writes, beside the library\n"
    "\n"
    "Beside other libraries (script/bench only, which installs them into build/peers-venv when they are asked for):\n"
    "\n"
    "      --peers [NAME[,NAME...]]   also measure onnxruntime, openvino, torch, numpy, jax and tensorflow, or some of them, on one\n"
    "                                 and two threads, interleaved with strew over the same arrays; each in its own way of working,\n"
    "                                 with a copy where it copies. Adds to the JSON peers: {name: {version, 1t_ns, 2t_ns,\n"
    "                                 same_result}}, with nulls and the reason as rejected where one is missing or rejects.\n"
    "                                 A library that pip has for GPUs only, as PyTorch, takes gigabytes, and must be named\n"
    "      --plot FILE.svg            draw time over floor by workload, and strew beside each peer\n"
    "      --picture FOLDER           draw the README's figure, strew beside each peer of --peers, for light and for dark pages\n";

static void print_shape(const bench_shape *shape, int width)
{
    char text[128] = "";
    size_t used = 0;
    for (int32_t d = 0; d < shape->rank; d++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%lld", d ? "," : "[", (long long)shape->size[d]);
    snprintf(text + used, sizeof text - used, "]");
    printf(" %-*s", width, text);
}

static void list_workloads(void)
{
    const char *group = "";
    for (size_t i = 0; i < BENCH_N_WORKLOADS; i++) {
        const bench_workload *w = &BENCH_WORKLOADS[i];
        if (strcmp(group, w->group) != 0) printf("%s%s:\n", i ? "\n" : "", group = w->group);
        printf("  %-13s %-8s %-4s data", w->name, strew_dtype_name(w->dtype), strew_reduction_name(w->reduction));
        print_shape(&w->data, 16);
        printf(" indices");
        print_shape(&w->indices, 17);
        if (w->op == BENCH_ELEMENTS || w->op == BENCH_GATHER_ELEMENTS) printf(" elements, axis %d:", (int)w->axis);
        if (w->op == BENCH_UPDATE || w->op == BENCH_GATHER) printf(" slices, axis %d:", (int)w->axis);
        printf(" %s\n", w->stands_for);
    }
}

static void choose_workload(bench_request *request, const bench_workload *workload)
{
    for (size_t i = 0; i < request->n_chosen; i++) {
        if (request->chosen[i] == workload) return;
    }
    if (request->n_chosen < BENCH_MAX_WORKLOADS) request->chosen[request->n_chosen++] = workload;
}

static int choose_workloads(bench_request *request, const char *names)
{
    char copy[1024];
    if (snprintf(copy, sizeof copy, "%s", names) >= (int)sizeof copy) {
        fprintf(stderr, "strew-bench: that list of workloads is too long\n");
        return 0;
    }
    request->n_chosen = 0;
    char *rest = copy;
    for (char *name; (name = strtok_r(rest, ",", &rest)) != NULL;) {
        int found = 0;
        for (size_t i = 0; i < BENCH_N_WORKLOADS; i++) {
            const bench_workload *workload = &BENCH_WORKLOADS[i];
            if (strcmp(name, workload->name) != 0 && strcmp(name, workload->group) != 0 && strcmp(name, "all") != 0) continue;
            choose_workload(request, workload);
            found = 1;
        }
        if (!found) {
            fprintf(stderr, "strew-bench: there is no workload \"%s\"; --list names them\n", name);
            return 0;
        }
    }
    return 1;
}

static int choose_mode(bench_request *request, const char *name)
{
    static const char *const NAMES[] = {[IN_PLACE] = "in_place", [OUT_OF_PLACE] = "out_of_place", [IN_PLACE | OUT_OF_PLACE] = "both"};
    for (int modes = IN_PLACE; modes <= (IN_PLACE | OUT_OF_PLACE); modes++) {
        if (strcmp(name, NAMES[modes]) != 0) continue;
        request->modes = modes;
        return 1;
    }
    fprintf(stderr, "strew-bench: a mode is \"in_place\", \"out_of_place\" or \"both\", not \"%s\"\n", name);
    return 0;
}

static int choose_isa(bench_request *request, const char *name)
{
    const int isa = bench_find_isa(name);
    if (isa < 0) {
        fprintf(stderr, "strew-bench: there is no instruction set \"%s\"\n", name);
        return 0;
    }
    request->setup.options.isa = (strew_isa)isa;
    return 1;
}

static int choose_policy(bench_request *request, const char *name)
{
    if (strcmp(name, "trusted") != 0 && strcmp(name, "error") != 0) {
        fprintf(stderr, "strew-bench: a policy is \"error\" or \"trusted\", not \"%s\"\n", name);
        return 0;
    }
    request->setup.options.policy = strcmp(name, "trusted") == 0 ? STREW_POLICY_TRUSTED : STREW_POLICY_ERROR;
    return 1;
}

static int choose_rounds(bench_request *request, const char *number)
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

static int choose_counts(bench_counts *counts, const char *text)
{
    if (sweep_choose_counts(counts, text)) return 1;
    fprintf(stderr, "strew-bench: numbers of threads are up to %d numbers from 1 to %d, such as \"1,2,4\", not \"%s\"\n", BENCH_MAX_COUNTS,
            MODEL_MAX_THREADS, text);
    return 0;
}

static int choose_file(bench_request *request, const char *name, int is_report)
{
    if (request->json && request->is_report != is_report) {
        fprintf(stderr, "strew-bench: --report and --json write two files; choose one of them\n");
        return 0;
    }
    request->json = name;
    request->is_report = is_report;
    return 1;
}

int bench_parse(bench_request *request, int argc, char **argv)
{
    enum { WIDTHS = 256, TOKENS, GROUP, MASKS, ROWS, SEGMENTS, GRADIENTS, WINNERS, CONVERSIONS, RUNNING, MODEL_THREADS, THREADS, REPORT };
    static const struct option OPTIONS[] = {
        {"workload", required_argument, NULL, 'w'},
        {"mode", required_argument, NULL, 'm'},
        {"out-of-place", no_argument, NULL, 'o'},
        {"repeat", required_argument, NULL, 'r'},
        {"isa", required_argument, NULL, 'i'},
        {"policy", required_argument, NULL, 'p'},
        {"json", required_argument, NULL, 'j'},
        {"widths", no_argument, NULL, WIDTHS},
        {"tokens", no_argument, NULL, TOKENS},
        {"group", no_argument, NULL, GROUP},
        {"masks", no_argument, NULL, MASKS},
        {"rows", no_argument, NULL, ROWS},
        {"segments", no_argument, NULL, SEGMENTS},
        {"gradients", no_argument, NULL, GRADIENTS},
        {"winners", no_argument, NULL, WINNERS},
        {"conversions", no_argument, NULL, CONVERSIONS},
        {"running", no_argument, NULL, RUNNING},
        {"model-threads", required_argument, NULL, MODEL_THREADS},
        {"threads", required_argument, NULL, THREADS},
        {"report", required_argument, NULL, REPORT},
        {"list", no_argument, NULL, 'l'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    int ok = choose_workloads(request, BENCH_STANDARD);
    for (int c; ok && (c = getopt_long(argc, argv, "w:m:or:i:p:j:lh", OPTIONS, NULL)) != -1;) {
        switch (c) {
        case 'w': ok = choose_workloads(request, optarg); break;
        case 'r': ok = choose_rounds(request, optarg); break;
        case 'i': ok = choose_isa(request, optarg); break;
        case 'm': ok = choose_mode(request, optarg); break;
        case 'o': request->modes = OUT_OF_PLACE; break;
        case 'p': ok = choose_policy(request, optarg); break;
        case 'j': ok = choose_file(request, optarg, 0); break;
        case REPORT: ok = choose_file(request, optarg, 1); break;
        case WIDTHS: request->widths = 1; break;
        case TOKENS: request->tokens = 1; break;
        case GROUP: request->group = 1; break;
        case MASKS: request->masks = 1; break;
        case ROWS: request->rows = 1; break;
        case SEGMENTS: request->segments = 1; break;
        case GRADIENTS: request->gradients = 1; break;
        case WINNERS: request->winners = 1; break;
        case CONVERSIONS: request->conversions = 1; break;
        case RUNNING: request->running = 1; break;
        case MODEL_THREADS: ok = choose_counts(&request->model, optarg); break;
        case THREADS: ok = choose_counts(&request->threads, optarg); break;
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
