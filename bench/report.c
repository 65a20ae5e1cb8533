#include "report.h"

#include <string.h>

#include "terminal.h"

/* The goals of strew: over workloads of so many updates, no more than this over the floor. */
enum { MANY_UPDATES = 100000 };
static const double SHORT_FLOOR = 1.35, LONG_FROM_FLOOR = 2.0, CLEARLY_FASTER = 1.5;

static const char *style(terminal_style style)
{
    return terminal_style_of(style);
}

/* ---- Rows ---------------------------------------------------------------------------------------------------------------------------- */

void report_head(const bench_setup *setup)
{
    const int is_checked = setup->options.policy == STREW_POLICY_ERROR;
    printf("\n%sstrew %s, %s%s, one thread, indices %s\n", style(TERMINAL_BOLD), strew_version(),
           setup->out_of_place ? "out of place" : "in place", style(TERMINAL_PLAIN), is_checked ? "checked" : "trusted");
    printf("%sms: medians of %zu interleaved rounds, \302\261 how far the farther quartile is%s\n\n", style(TERMINAL_DIM), setup->rounds,
           style(TERMINAL_PLAIN));
    printf("%65s%-23s %-26s %s\n", "", "strew over the floor", "plain loop over strew", "strew over itself");
    printf("%s%-14s %8s %8s %-6s%9s %5s%9s %5s %6s%15s %7s %9s %7s %6s %8s  %s%s\n", style(TERMINAL_BOLD), "workload", "updates", "floor",
           "", "plain", "", "strew", "", "", "", "checked", "workspace", "trusted", "on 2", "prepared", "kernel", style(TERMINAL_PLAIN));
    fflush(stdout);
}

/* "17.2 +-4%": a median, and how far the farther quartile is from it. */
static void print_spread(const bench_spread *ns)
{
    char digits[16];
    const double above = ns->high - ns->median, below = ns->median - ns->low;
    printf("%9s %s\302\261%3.0f%%%s", terminal_digits(digits, ns->median * 1e-6), style(TERMINAL_DIM),
           100 * (above > below ? above : below) / ns->median, style(TERMINAL_PLAIN));
}

static int is_large(const bench_result *result)
{
    return (result->parts & BENCH_BIT(BENCH_PLAN_AND_RUN)) == 0;
}

/* A gather has none. */
static int has_floor(const bench_result *result)
{
    return (result->parts & BENCH_BIT(BENCH_FLOOR)) != 0;
}

/* A bar: the floor is dim and four characters long, the rest is bright; it is cut off at three times the floor. */
static void print_bar(double over_floor, terminal_style its_style)
{
    enum { STEPS = 4, MAX = 12 };
    const int n = (int)(over_floor * STEPS + 0.5), shown = n < MAX ? n : MAX, floor = shown < STEPS ? shown : STEPS;
    printf("%s", style(TERMINAL_DIM));
    for (int i = 0; i < floor; i++) printf("\342\226\210");
    printf("%s%s", style(TERMINAL_PLAIN), style(its_style));
    for (int i = floor; i < shown; i++) printf("\342\226\223");
    printf("%s%s%*s", n > MAX ? ">" : " ", style(TERMINAL_PLAIN), MAX - shown, "");
}

static void print_over_floor(const bench_result *result)
{
    const double over_floor = result->ratio[BENCH_STREW_OVER_FLOOR];
    const terminal_style its_style = over_floor <= SHORT_FLOOR      ? TERMINAL_GREEN
                                     : over_floor > LONG_FROM_FLOOR ? TERMINAL_YELLOW
                                                                    : TERMINAL_PLAIN;
    if (has_floor(result)) {
        printf("  %s%5.2f%s  ", style(its_style), over_floor, style(TERMINAL_PLAIN));
        print_bar(over_floor, its_style);
    } else {
        printf("%22s", "");
    }
}

static void print_speedup(double ratio, int width)
{
    if (!(ratio > 0)) {
        printf(" %*s", width, "");
        return;
    }
    printf(" %s%*.2f%s", style(terminal_style_of_ratio(ratio, CLEARLY_FASTER)), width, ratio, style(TERMINAL_PLAIN));
}

/* Every kernel's name begins with the library's name. */
static const char *short_name(const char *kernel)
{
    static const char PREFIX[] = "strew_";
    return strncmp(kernel, PREFIX, sizeof PREFIX - 1) == 0 ? kernel + sizeof PREFIX - 1 : kernel;
}

static const char *floor_name(bench_part by)
{
    return by == BENCH_STREAM || by == BENCH_STREAM_PREFETCHED ? "read" : "touch";
}

static void print_large(const bench_workload *workload, const bench_result *result)
{
    char digits[16];
    printf("%-14s %8s ", workload->name, terminal_count(digits, result->n_updates));
    if (has_floor(result)) {
        printf("%8s %s%-6s%s", terminal_digits(digits, result->ns[BENCH_FLOOR].median * 1e-6), style(TERMINAL_DIM),
               floor_name(result->floor_by), style(TERMINAL_PLAIN));
    } else {
        printf("%15s", "");
    }
    print_spread(&result->ns[BENCH_PLAIN]);
    print_spread(&result->ns[BENCH_STREW]);
    print_over_floor(result);
    print_speedup(result->ratio[BENCH_PLAIN_OVER_STREW], 7);
    print_speedup(result->ratio[BENCH_PLAIN_OVER_WORKSPACE], 9);
    print_speedup(result->ratio[BENCH_UNCHECKED_OVER_TRUSTED], 7);
    print_speedup(result->ratio[BENCH_STREW_OVER_TWO_THREADS], 6);
    print_speedup(1 / result->ratio[BENCH_PREPARED_OVER_STREW], 8);
    printf("  %s%s%s\n", style(TERMINAL_DIM), short_name(result->kernel), style(TERMINAL_PLAIN));
}

static void print_small(const bench_workload *workload, const bench_result *result)
{
    printf("%-14s a call takes %s%.1f ns%s%s, %.1f ns with planning; scalar kernels %.1f ns, plain loop %.1f ns", workload->name,
           style(TERMINAL_BOLD), result->ns[BENCH_STREW].median, style(TERMINAL_PLAIN),
           workload->is_planned_anew ? "" : " with a ready plan", result->ns[BENCH_PLAN_AND_RUN].median, result->ns[BENCH_SCALAR].median,
           result->ns[BENCH_PLAIN].median);
    if (result->parts & BENCH_BIT(BENCH_SLICES)) printf(", memcpys %.1f ns", result->ns[BENCH_SLICES].median);
    printf("  %s%s%s\n", style(TERMINAL_DIM), *result->kernel ? short_name(result->kernel) : bench_operator_name(result->op),
           style(TERMINAL_PLAIN));
}

void report_row(const bench_entry *entry)
{
    if (is_large(&entry->result))
        print_large(entry->workload, &entry->result);
    else
        print_small(entry->workload, &entry->result);
    fflush(stdout);
}

void report_wrong(const bench_workload *workload, const char *sentence)
{
    printf("%-14s %s%s%s\n", workload->name, style(TERMINAL_RED), sentence, style(TERMINAL_PLAIN));
    fflush(stdout);
}

/* ---- All of them --------------------------------------------------------------------------------------------------------------------- */

/* One ratio over all workloads with enough updates. */
static void print_mean(const char *what, const bench_entry *entries, size_t n, bench_ratio ratio, size_t min_updates)
{
    double values[BENCH_MAX_WORKLOADS];
    const char *names[BENCH_MAX_WORKLOADS];
    size_t count = 0, min = 0, max = 0;
    for (size_t i = 0; i < n; i++) {
        if (!(entries[i].result.ratio[ratio] > 0) || !is_large(&entries[i].result) || entries[i].result.n_updates < min_updates) continue;
        values[count] = entries[i].result.ratio[ratio];
        names[count++] = entries[i].workload->name;
    }
    if (count < 2) return;
    for (size_t i = 1; i < count; i++) {
        if (values[i] < values[min]) min = i;
        if (values[i] > values[max]) max = i;
    }
    printf("  %-42s %s%5.2f%s over %2zu   from %.2f %s%s%s to %.2f %s%s%s\n", what, style(TERMINAL_BOLD),
           bench_geometric_mean(values, count), style(TERMINAL_PLAIN), count, values[min], style(TERMINAL_DIM), names[min],
           style(TERMINAL_PLAIN), values[max], style(TERMINAL_DIM), names[max], style(TERMINAL_PLAIN));
}

static void print_means(const bench_entry *entries, size_t n, int is_checked)
{
    printf("\n%sgeometric means%s\n", style(TERMINAL_BOLD), style(TERMINAL_PLAIN));
    print_mean("strew / floor, from 100,000 updates", entries, n, BENCH_STREW_OVER_FLOOR, MANY_UPDATES);
    print_mean("strew / reading and visiting in one pass", entries, n, BENCH_STREW_OVER_BOTH, MANY_UPDATES);
    print_mean("strew with trusted indices / the same", entries, n, BENCH_TRUSTED_OVER_BOTH, MANY_UPDATES);
    print_mean("plain / strew", entries, n, BENCH_PLAIN_OVER_STREW, 0);
    print_mean("plain / strew with a workspace", entries, n, BENCH_PLAIN_OVER_WORKSPACE, 0);
    print_mean("plain / strew, nothing checked in either", entries, n, BENCH_UNCHECKED_OVER_TRUSTED, 0);
    print_mean("strew / strew on two threads", entries, n, BENCH_STREW_OVER_TWO_THREADS, 0);
    print_mean("strew with prepared indices / strew", entries, n, BENCH_PREPARED_OVER_STREW, 0);
    if (!is_checked) return;
    print_mean("strew / strew with trusted indices", entries, n, BENCH_STREW_OVER_TRUSTED, 0);
    print_mean("strew with a workspace / the same", entries, n, BENCH_WORKSPACE_OVER_TRUSTED, 0);
}

void report_summary(const bench_entry *entries, size_t n, const bench_setup *setup)
{
    size_t n_large = 0;
    for (size_t i = 0; i < n; i++) n_large += (size_t)is_large(&entries[i].result);
    if (n_large > 1) print_means(entries, n, setup->options.policy == STREW_POLICY_ERROR);
    const char *head = "\nstrew's time for an update\n";
    for (size_t i = 0; i < n; i++) {
        const bench_workload *workload = entries[i].workload;
        char what[64];
        if (!workload->beside || !(entries[i].result.over_first > 0)) continue;
        snprintf(what, sizeof what, "%s / %s", workload->name, workload->beside);
        printf("%s%s%s  %-42s %s%5.2f%s\n", style(TERMINAL_BOLD), head, style(TERMINAL_PLAIN), what, style(TERMINAL_BOLD),
               entries[i].result.over_first, style(TERMINAL_PLAIN));
        head = "";
    }
    printf("\n%sThe plain loop checks each index as it goes, strew all of them before it writes; neither does where they are trusted.%s\n",
           style(TERMINAL_DIM), style(TERMINAL_PLAIN));
    fflush(stdout);
}

void report_machine(const bench_machine *machine)
{
    printf("%sTwo threads read memory %.2f times as fast as one, which reads %.0f GB/s; a cache line takes %.0f ns from one to the other "
           "and back.%s\n",
           style(TERMINAL_DIM), machine->two_read / machine->one_reads, machine->one_reads, machine->round_trip_ns, style(TERMINAL_PLAIN));
}
