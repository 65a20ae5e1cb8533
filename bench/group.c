#include "group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <strew/group.h>

#include "clock.h"
#include "jobs.h"

enum { MAX_DIMS = 3, MAX_CHUNKS = 256, N = 1000000, MAX_ROUNDS = 1000 };

/* Random tuples, the sizes of the dimensions that they index, and of the chunks of each. */
static const struct {
    const char *name;
    int32_t k;
    int64_t size[MAX_DIMS], chunk[MAX_DIMS];
} CASES[] = {
    {"16 chunks of a line", 1, {16000000}, {1000000}},
    {"250 chunks of a line", 1, {16000000}, {64000}},
    {"16 x 16 chunks of a matrix", 2, {20000, 20000}, {1250, 1250}},
    {"6 x 6 x 6 chunks of a volume", 3, {600, 600, 600}, {100, 100, 100}},
};

typedef struct grouped {
    int64_t *starts, *order, *local;
} grouped;

typedef struct work {
    int64_t *indices;
    grouped strew, plain;
    int64_t n_parts, n_chunks[MAX_DIMS];
    int64_t even[MAX_DIMS][MAX_CHUNKS + 1], uneven[MAX_DIMS][MAX_CHUNKS + 1];
} work;

/* The number of the chunk that a tuple names. */
static inline int64_t part_by_hand(const work *work, size_t c, size_t t)
{
    const size_t k = (size_t)CASES[c].k;
    int64_t part = 0;
    for (size_t d = 0; d < k; d++) part = part * work->n_chunks[d] + work->indices[t * k + d] / CASES[c].chunk[d];
    return part;
}

/* What a caller writes by hand: a counting sort of two passes, and no index is checked. */
static void group_by_hand(const work *work, size_t c)
{
    const size_t k = (size_t)CASES[c].k;
    const grouped *to = &work->plain;
    memset(to->starts, 0, (size_t)(work->n_parts + 1) * sizeof *to->starts);
    for (size_t t = 0; t < N; t++) to->starts[part_by_hand(work, c, t) + 1]++;
    for (int64_t p = 0; p < work->n_parts; p++) to->starts[p + 1] += to->starts[p];
    for (size_t t = 0; t < N; t++) {
        const int64_t at = to->starts[part_by_hand(work, c, t)]++;
        to->order[at] = (int64_t)t;
        for (size_t d = 0; d < k; d++) to->local[(size_t)at * k + d] = work->indices[t * k + d] % CASES[c].chunk[d];
    }
    memmove(to->starts + 1, to->starts, (size_t)work->n_parts * sizeof *to->starts);
    to->starts[0] = 0;
}

static int group(work *work, size_t c, int64_t (*its_edges)[MAX_CHUNKS + 1])
{
    const int64_t shape[] = {N, CASES[c].k};
    const int64_t *const edges[] = {its_edges[0], its_edges[1], its_edges[2]};
    const strew_tensor data = {STREW_DTYPE_UINT8, CASES[c].k, CASES[c].size, NULL, NULL},
                       indices = {STREW_DTYPE_INT64, 2, shape, work->indices, NULL};
    const strew_chunk_grid grid = {work->n_chunks, edges};
    return strew_group_by_chunk(work->strew.starts, work->strew.order, work->strew.local, &data, &indices, &grid, NULL, NULL) == STREW_OK;
}

/* The uneven edges are the even ones, but for the first chunk, which lacks an index. */
static void set_edges(work *work, size_t c)
{
    work->n_parts = 1;
    for (int32_t d = 0; d < CASES[c].k; d++) {
        work->n_chunks[d] = CASES[c].size[d] / CASES[c].chunk[d];
        work->n_parts *= work->n_chunks[d];
        for (int64_t j = 0; j <= work->n_chunks[d]; j++) {
            work->even[d][j] = j * CASES[c].chunk[d];
            work->uneven[d][j] = work->even[d][j] - (j == 1 ? 1 : 0);
        }
    }
}

static int allocate(grouped *to, const work *work, size_t k)
{
    to->starts = malloc((size_t)(work->n_parts + 1) * sizeof *to->starts);
    to->order = malloc(N * sizeof *to->order);
    to->local = malloc(N * k * sizeof *to->local);
    return to->starts != NULL && to->order != NULL && to->local != NULL;
}

static void free_grouped(const grouped *of)
{
    free(of->starts);
    free(of->order);
    free(of->local);
}

static int is_same(const work *work, size_t k)
{
    const grouped *a = &work->strew, *b = &work->plain;
    return memcmp(a->starts, b->starts, (size_t)(work->n_parts + 1) * sizeof *a->starts) == 0 &&
           memcmp(a->order, b->order, N * sizeof *a->order) == 0 && memcmp(a->local, b->local, N * k * sizeof *a->local) == 0;
}

static int measure(size_t c, const bench_setup *setup)
{
    static work work;
    static double even[MAX_ROUNDS], uneven[MAX_ROUNDS], plain[MAX_ROUNDS], scratch[MAX_ROUNDS];
    const size_t k = (size_t)CASES[c].k, rounds = setup->rounds < MAX_ROUNDS ? setup->rounds : MAX_ROUNDS;
    memset(&work, 0, sizeof work);
    set_edges(&work, c);
    work.indices = malloc(N * k * sizeof *work.indices);
    int right = work.indices != NULL && allocate(&work.strew, &work, k) && allocate(&work.plain, &work, k);
    if (right) {
        uint64_t state = 1;
        for (size_t i = 0; i < N * k; i++) work.indices[i] = (int64_t)bench_random_below(&state, (uint64_t)CASES[c].size[i % k]);
        for (size_t r = 0; r < rounds; r++) {
            double start = bench_now_ns();
            right &= group(&work, c, work.uneven);
            uneven[r] = (bench_now_ns() - start) / N;
            start = bench_now_ns();
            group_by_hand(&work, c);
            plain[r] = (bench_now_ns() - start) / N;
            start = bench_now_ns();
            right &= group(&work, c, work.even);
            even[r] = (bench_now_ns() - start) / N;
        }
        right &= is_same(&work, k);
        const double of_plain = bench_median_ratio(plain, even, rounds, scratch);
        const double of_uneven = bench_median_ratio(uneven, even, rounds, scratch);
        printf("%-30s %10.2f %10.2f %10.2f %10.2f %10.2f\n", CASES[c].name, bench_spread_of(even, rounds).median,
               bench_spread_of(uneven, rounds).median, bench_spread_of(plain, rounds).median, of_uneven, of_plain);
    }
    if (!right) printf("%-30s the result differs, or memory ran out\n", CASES[c].name);
    free(work.indices);
    free_grouped(&work.strew);
    free_grouped(&work.plain);
    return right;
}

/* ---- By index ------------------------------------------------------------------------------------------------------------------------ */

enum { COUNTED, WITHOUT_WORKSPACE, DISTINCT, PLAIN, N_SIDES };

/* A million random indices into so many groups, on one thread. */
static int measure_indices(int64_t n_groups, const bench_setup *setup)
{
    static double times[N_SIDES][MAX_ROUNDS], scratch[MAX_ROUNDS];
    const size_t rounds = setup->rounds < MAX_ROUNDS ? setup->rounds : MAX_ROUNDS, room = (size_t)N + 1;
    const int64_t n = N;
    int64_t *indices = malloc(N * sizeof *indices), *starts = malloc(room * sizeof *starts), *order = malloc(N * sizeof *order),
            *plain_starts = malloc(room * sizeof *starts), *plain = malloc(N * sizeof *plain), n_unique;
    const strew_tensor of_indices = {STREW_DTYPE_INT64, 1, &n, indices, NULL};
    const size_t bytes[] = {strew_group_by_index_workspace_size(&of_indices, n_groups, 1), 0,
                            strew_group_by_index_workspace_size(&of_indices, STREW_DISTINCT_VALUES, 1)};
    void *workspace = malloc(bytes[DISTINCT] > bytes[COUNTED] ? bytes[DISTINCT] : bytes[COUNTED]);
    int right = indices != NULL && starts != NULL && order != NULL && plain_starts != NULL && plain != NULL && workspace != NULL;
    uint64_t state = 1;
    for (size_t i = 0; right && i < N; i++) indices[i] = (int64_t)bench_random_below(&state, (uint64_t)n_groups);
    for (size_t r = 0; right && r < rounds; r++) {
        double start = bench_now_ns();
        memset(plain_starts, 0, (size_t)(n_groups + 1) * sizeof *starts);
        for (size_t t = 0; t < N; t++) plain_starts[indices[t]]++;
        for (int64_t g = 0, total = 0, n_here; g < n_groups; g++, total += n_here) n_here = plain_starts[g], plain_starts[g] = total;
        for (size_t t = 0; t < N; t++) plain[plain_starts[indices[t]]++] = (int64_t)t;
        times[PLAIN][r] = (bench_now_ns() - start) / N;
        for (int side = COUNTED; side < PLAIN; side++) {
            const strew_resources resources = STREW_RESOURCES(.workspace = workspace, .workspace_bytes = bytes[side]);
            start = bench_now_ns();
            right &= strew_group_by_index(starts, order, STREW_DTYPE_INT64, NULL, &n_unique, &of_indices,
                                          side == DISTINCT ? STREW_DISTINCT_VALUES : n_groups, NULL, &resources, NULL) == STREW_OK;
            times[side][r] = (bench_now_ns() - start) / N;
            right &= memcmp(order, plain, N * sizeof *order) == 0;
        }
    }
    if (right) {
        printf("%-30lld", (long long)n_groups);
        for (int side = 0; side < N_SIDES; side++) printf(" %10.2f", bench_spread_of(times[side], rounds).median);
        printf(" %10.2f\n", bench_median_ratio(times[PLAIN], times[COUNTED], rounds, scratch));
    } else {
        printf("%-30lld the result differs, or memory ran out\n", (long long)n_groups);
    }
    free(indices), free(starts), free(order), free(plain_starts), free(plain), free(workspace);
    return right;
}

int bench_group(const bench_setup *setup)
{
    int right = 1;
    printf("ns per tuple, medians of %zu rounds, of a million random tuples: chunks of one size, others, and a loop that divides and "
           "checks nothing; then the last two over the first\n\n",
           setup->rounds);
    printf("%-30s %10s %10s %10s %10s %10s\n", "group by chunk", "even", "uneven", "plain", "of uneven", "of plain");
    for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++) right &= measure(c, setup);
    printf("\nns per index, of a million random indices: with a workspace, without one, of distinct values, and a loop that checks "
           "nothing; then "
           "the last over the first\n\n");
    printf("%-30s %10s %10s %10s %10s %10s\n", "group by index", "workspace", "alone", "distinct", "plain", "of plain");
    right &= measure_indices(1000, setup);
    right &= measure_indices(100000, setup);
    return right;
}
