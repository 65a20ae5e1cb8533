#include "running.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "cpus.h"
#include "jobs.h"

/* Calls of float32, as layers of a model make them one after another. */
static const struct {
    const char *name;
    strew_operator op;
    strew_reduction reduction;
    int64_t n_rows, width, n_tuples;
} CASES[] = {
    {"sum of 4 rows of 16", STREW_OPERATOR_SCATTER_UPDATE, STREW_REDUCTION_ADD, 1000, 16, 4},
    {"sum of 5,000 elements", STREW_OPERATOR_SCATTER_UPDATE, STREW_REDUCTION_ADD, 5000, 1, 5000},
    {"sum of 500 rows of 64", STREW_OPERATOR_SCATTER_UPDATE, STREW_REDUCTION_ADD, 1000, 64, 500},
    {"sum of 5,000 rows of 64", STREW_OPERATOR_SCATTER_UPDATE, STREW_REDUCTION_ADD, 1000, 64, 5000},
    {"mean of 5,000 rows of 64", STREW_OPERATOR_SCATTER_UPDATE, STREW_REDUCTION_MEAN, 1000, 64, 5000},
    {"32 tokens of 4,096 to a cache", STREW_OPERATOR_SCATTER_UPDATE, STREW_REDUCTION_NONE, 1000, 4096, 32},
    {"128 tokens of 4,096 to a cache", STREW_OPERATOR_SCATTER_UPDATE, STREW_REDUCTION_NONE, 1000, 4096, 128},
    {"512 words of 1,024 from a table", STREW_OPERATOR_GATHER, STREW_REDUCTION_NONE, 8000, 1024, 512},
};

enum { MAX_TEAM = 8, MAX_SAMPLES = 1000, SPINS = 1 << 14, NS_OF_SAMPLE = 100000 };

/* Lower quartiles, because all wait where the system does not run one of the threads: then a sample has nothing to say of strew. */

/* ---- Threads that run ---------------------------------------------------------------------------------------------------------------- */

/* Each thread spins until there is a loop, and does its tasks. */
typedef struct team {
    size_t n;
    _Atomic size_t n_loops, n_there, n_passed; /* the last two of the barrier */
    strew_task *task;                          /* NULL: it is over */
    void *argument;
    size_t n_tasks;
    pthread_t threads[MAX_TEAM];
} team;

typedef struct member {
    team *team;
    size_t number;
} member;

static void spin_while(_Atomic size_t *at, size_t number)
{
    for (size_t i = 1; atomic_load_explicit(at, memory_order_acquire) == number; i++) {
        if (i % SPINS == 0) sched_yield();
    }
}

static void wait_for_all(team *team)
{
    const size_t n_passed = atomic_load_explicit(&team->n_passed, memory_order_relaxed);
    if (atomic_fetch_add_explicit(&team->n_there, 1, memory_order_acq_rel) + 1 < team->n) {
        spin_while(&team->n_passed, n_passed);
    } else {
        atomic_store_explicit(&team->n_there, 0, memory_order_relaxed);
        atomic_store_explicit(&team->n_passed, n_passed + 1, memory_order_release);
    }
}

static void do_tasks(team *team, size_t number)
{
    for (size_t i = number; i < team->n_tasks; i += team->n) team->task(team->argument, i);
    wait_for_all(team);
}

static void *run_member(void *argument)
{
    const member own = *(member *)argument;
    bench_pin_thread(own.number);
    wait_for_all(own.team);
    for (size_t n = 0;; n++) {
        spin_while(&own.team->n_loops, n);
        if (own.team->task == NULL) return NULL;
        do_tasks(own.team, own.number);
    }
}

static void share(void *pool, size_t n, strew_task *task, void *argument)
{
    team *team = pool;
    team->task = task;
    team->argument = argument;
    team->n_tasks = n;
    atomic_fetch_add_explicit(&team->n_loops, 1, memory_order_release);
    if (task != NULL) do_tasks(team, 0);
}

/* The calling thread is member 0. */
static int open_team(team *team, size_t n)
{
    member members[MAX_TEAM];
    memset(team, 0, sizeof *team);
    team->n = n;
    bench_find_cpus();
    for (size_t i = 1; i < n; i++) {
        members[i] = (member){team, i};
        if (pthread_create(&team->threads[i], NULL, run_member, &members[i]) != 0) return 0;
    }
    bench_pin_thread(0);
    wait_for_all(team);
    return 1;
}

static void close_team(team *team)
{
    share(team, 0, NULL, NULL);
    for (size_t i = 1; i < team->n; i++) pthread_join(team->threads[i], NULL);
    bench_unpin_thread();
}

/* ---- Calls --------------------------------------------------------------------------------------------------------------------------- */

typedef struct work {
    strew_plan plan;
    float *data, *updates, *output, *expected;
    int64_t *indices;
    size_t data_bytes, updates_bytes, n_output_bytes;
    strew_buffers buffers;
    team *team;
    size_t repeats, whole_bytes, part_bytes; /* of workspaces */
    unsigned char *workspaces;
    _Atomic int is_wrong;
} work;

static int make_work(work *to, size_t c, const strew_options *options, team *team)
{
    const int64_t n = CASES[c].n_tuples, data_shape[] = {CASES[c].n_rows, CASES[c].width}, updates_shape[] = {n, CASES[c].width};
    const int is_gather = CASES[c].op == STREW_OPERATOR_GATHER;
    const strew_tensor updates = {STREW_DTYPE_FLOAT32, 2, updates_shape, NULL, NULL};
    const strew_call call =
        STREW_CALL(.op = CASES[c].op, .reduction = CASES[c].reduction, .options = options,
                   .data = {STREW_DTYPE_FLOAT32, 2, data_shape, NULL, NULL}, .indices = {STREW_DTYPE_INT64, 1, &n, NULL, NULL},
                   .updates = is_gather ? (strew_tensor){0} : updates);
    memset(to, 0, sizeof *to);
    to->team = team;
    to->data_bytes = (size_t)(CASES[c].n_rows * CASES[c].width) * sizeof(float);
    to->updates_bytes = (size_t)(n * CASES[c].width) * sizeof(float);
    to->n_output_bytes = is_gather ? to->updates_bytes : to->data_bytes;
    if (strew_plan_call(&to->plan, &call, NULL) != STREW_OK) return 0;
    to->whole_bytes = strew_plan_workspace_size(&to->plan, (int32_t)team->n);
    to->part_bytes = (strew_plan_part_workspace_size(&to->plan, (int32_t)team->n) + 127) / 64 * 64;
    to->data = malloc(to->data_bytes);
    to->updates = malloc(to->updates_bytes);
    to->output = calloc(to->n_output_bytes, 1);
    to->expected = calloc(to->n_output_bytes, 1);
    to->indices = malloc((size_t)n * sizeof *to->indices);
    to->workspaces = malloc(to->whole_bytes + team->n * to->part_bytes);
    if (!to->data || !to->updates || !to->output || !to->expected || !to->indices || !to->workspaces) return 0;
    for (size_t i = 0; i < to->data_bytes / sizeof(float); i++) to->data[i] = (float)(i % 100);
    for (size_t i = 0; i < to->updates_bytes / sizeof(float); i++) to->updates[i] = (float)(i % 77) / 16;
    uint64_t random = 1;
    for (int64_t i = 0; i < n; i++) to->indices[i] = (int64_t)bench_random_below(&random, (uint64_t)CASES[c].n_rows);
    to->buffers = (strew_buffers)STREW_BUFFERS(.output = to->output, .data = is_gather ? to->data : to->output, .indices = to->indices,
                                               .updates = is_gather ? NULL : to->updates);
    return 1;
}

static void free_work(work *of)
{
    free(of->data);
    free(of->updates);
    free(of->output);
    free(of->expected);
    free(of->indices);
    free(of->workspaces);
}

static void run(work *work, const strew_resources *resources)
{
    if (strew_run(&work->plan, &work->buffers, resources, NULL) != STREW_OK) work->is_wrong = 1;
}

static strew_resources part_of(const work *work, size_t part)
{
    return (strew_resources)STREW_RESOURCES(.part = (int32_t)part, .n_parts = (int32_t)work->team->n,
                                            .workspace = work->workspaces + work->whole_bytes + part * work->part_bytes,
                                            .workspace_bytes = work->part_bytes);
}

static void run_part(void *argument, size_t i)
{
    work *work = argument;
    const strew_resources resources = part_of(work, i);
    for (size_t n = 0; n < work->repeats; n++) {
        run(work, &resources);
        wait_for_all(work->team);
    }
}

enum { ALONE, SHARED, PARTS, WAYS };

static void run_way(work *work, int way)
{
    const int is_shared = way == SHARED;
    const strew_resources resources =
        STREW_RESOURCES(.parallel_for = is_shared ? share : NULL, .pool = is_shared ? work->team : NULL,
                        .n_threads = is_shared ? (int32_t)work->team->n : 1, .wake_ns = 1000, .workspace = work->workspaces,
                        .workspace_bytes = is_shared ? work->whole_bytes : work->whole_bytes + work->part_bytes);
    if (way == PARTS) {
        share(work->team, work->team->n, run_part, work);
    } else {
        for (size_t n = 0; n < work->repeats; n++) run(work, &resources);
    }
}

/* The first call after another way only brings output to the caches of the threads that write it. */
static double time_way(work *work, int way)
{
    const size_t repeats = work->repeats;
    work->repeats = 1;
    run_way(work, way);
    work->repeats = repeats;
    const double start = bench_now_ns();
    run_way(work, way);
    return (bench_now_ns() - start) / (double)work->repeats;
}

/* Runs each way once, from the same output: all must have the bits of one thread. */
static int is_right(work *work)
{
    work->repeats = 1;
    for (int way = ALONE; way < WAYS; way++) {
        memset(work->output, 0, work->n_output_bytes);
        run_way(work, way);
        if (way == ALONE) memcpy(work->expected, work->output, work->n_output_bytes);
        if (work->is_wrong || memcmp(work->output, work->expected, work->n_output_bytes) != 0) return 0;
    }
    return 1;
}

static int measure(size_t c, const bench_setup *setup, team *team)
{
    static double ns[WAYS][MAX_SAMPLES];
    const size_t rounds = setup->rounds < MAX_SAMPLES ? setup->rounds : MAX_SAMPLES;
    work work;
    const int right = make_work(&work, c, &setup->options, team) && is_right(&work);
    if (right) {
        work.repeats = (size_t)(NS_OF_SAMPLE / (time_way(&work, ALONE) + 100)) + 1;
        for (size_t r = 0; r < rounds; r++) {
            for (int way = ALONE; way < WAYS; way++) ns[way][r] = time_way(&work, way);
        }
        const double alone = bench_spread_of(ns[ALONE], rounds).low, shared = bench_spread_of(ns[SHARED], rounds).low,
                     parts = bench_spread_of(ns[PARTS], rounds).low;
        printf("%-34s %10.2f %12.2f %10.2f %8.2f %8.2f\n", CASES[c].name, alone / 1000, shared / 1000, parts / 1000, shared / parts,
               alone / parts);
    } else {
        printf("%-34s the result differs, or memory ran out\n", CASES[c].name);
    }
    free_work(&work);
    return right;
}

/* ---- A part without work ------------------------------------------------------------------------------------------------------------- */

/* The last part of the first case, which part 0 does alone, on this thread alone. */
static double time_idle_part(work *work, size_t rounds)
{
    double ns[MAX_SAMPLES];
    const strew_resources resources = part_of(work, work->team->n - 1);
    for (size_t r = 0; r < rounds && r < MAX_SAMPLES; r++) {
        const double start = bench_now_ns();
        for (size_t n = 0; n < work->repeats; n++) run(work, &resources);
        ns[r] = (bench_now_ns() - start) / (double)work->repeats;
    }
    return bench_spread_of(ns, rounds < MAX_SAMPLES ? rounds : MAX_SAMPLES).low;
}

static int measure_idle_part(const bench_setup *setup, team *team)
{
    work checked, trusting;
    strew_options trusted = setup->options;
    trusted.policy = STREW_POLICY_TRUSTED;
    const int right = make_work(&checked, 0, &setup->options, team) & make_work(&trusting, 0, &trusted, team);
    if (right) {
        checked.repeats = trusting.repeats = 2000;
        const double ns = time_idle_part(&checked, setup->rounds), without = time_idle_part(&trusting, setup->rounds);
        printf("\na part without work: %.0f ns with its check of %lld indices, and %.0f ns if indices are trusted\n", ns,
               (long long)CASES[0].n_tuples, without);
    }
    free_work(&checked);
    free_work(&trusting);
    return right;
}

int bench_running(const bench_setup *setup)
{
    team team;
    int right = 1;
    bench_find_cpus();
    const size_t n_cores = bench_count_cores();
    if (!open_team(&team, n_cores < 2 ? 2 : n_cores < MAX_TEAM ? n_cores : MAX_TEAM)) return 0;
    printf("us per call in place on %zu threads that spin, lower quartiles of %zu rounds: of a parallel_for over them, and of one part of "
           "the run on each with a barrier behind it; then how many times as long the others take as the parts\n\n",
           team.n, setup->rounds);
    printf("%-34s %10s %12s %10s %8s %8s\n", "call", "one thread", "parallel_for", "parts", "of it", "of one");
    for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++) right &= measure(c, setup, &team);
    right &= measure_idle_part(setup, &team);
    close_team(&team);
    return right;
}
