/* Part i of n: parts that run in any order, or at once, have the bits of one run and of the reference; each writes bytes that no other one
 * writes, and a fault makes all of them return the same, and none writes. */
#include <strew/strew.h>

#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "compare.h"
#include "fill.h"
#include "gathering.h"
#include "masks.h"
#include "operators.h"
#include "plan_state.h" /* the check of a plan is left out here */
#include "pools.h"
#include "reference.h"
#include "testing.h"
#include "tokens.h"

enum { MAX_PARTS = 64, MAX_BYTES = 1 << 20, MAX_RESULTS = 3 };

/* What a row is besides its shapes. */
enum {
    ALPHA = 1,
    NAN_LOSES = 2,
    RUNS = 4, /* tuples name slices in order, so that they are on a grid */
    FEW = 8,  /* so little work that part 0 does it alone */
    CIRCULAR = 16,
    IN_ORDER = 32,    /* output is strided: rows have gaps, */
    TURNED = 64,      /* or its dimensions are in the reverse order, the first one backwards */
    SPREAD = 128,     /* updates have gaps */
    COPY = 256,       /* only the copy of data is so much work that it is shared */
    BACKWARDS = 1024, /* with gaps, from the last row to the first */
    SWAPPED = 2048,   /* strided, with dimension 1 the longest */
    BLOCKS = 4096,    /* with gaps, also from block to block */
    REVERSED = 8192,  /* updates have their dimensions in reverse order */
    LIGHT = 512,      /* parts may take as long as one thread, so that part 0 may do it alone */
};

/* A call, by what its operator needs. Dimensions of size 0 are left out. */
typedef struct row {
    const char *name;
    strew_operator op;
    int64_t axis, data[3], indices[3], updates[3];
    int is;
} row;

#define ROW(name, op, ...)                                                                                                                 \
    {                                                                                                                                      \
        name, STREW_OPERATOR_##op, __VA_ARGS__                                                                                             \
    }
static const row rows[] = {
    ROW("elements of a line", SCATTER_ND, 0, {3000}, {6000, 1}, {6000}, LIGHT),
    ROW("narrow slices", SCATTER_ND, 0, {1000, 3}, {2000, 1}, {2000, 3}, LIGHT),
    ROW("slices of three lines", SCATTER_ND, 0, {300, 40}, {1200, 1}, {1200, 40}, 0),
    ROW("wide slices", SCATTER_ND, 0, {20, 1100}, {60, 1}, {60, 1100}, 0),
    ROW("few slices", SCATTER_ND, 0, {3, 40}, {1200, 1}, {1200, 40}, 0),
    ROW("many slices and few tuples", SCATTER_ND, 0, {9000, 3}, {90, 1}, {90, 3}, COPY),
    ROW("next to nothing", SCATTER_ND, 0, {10}, {2, 1}, {2}, FEW),
    ROW("tuples of two", SCATTER_ND, 0, {10, 30, 40}, {1200, 2}, {1200, 40}, 0),
    ROW("a grid", SCATTER_ND, 0, {1300, 40}, {1200, 1}, {1200, 40}, RUNS),
    ROW("a long grid", SCATTER_ND, 0, {30000}, {25000, 1}, {25000}, RUNS | LIGHT),
    ROW("two outer indices of many tuples", SCATTER_UPDATE, 1, {2, 9000, 2}, {12000}, {2, 12000, 2}, LIGHT),
    ROW("outer indices", SCATTER_UPDATE, 1, {9, 300, 2}, {400}, {9, 400, 2}, 0),
    ROW("two outer indices", SCATTER_UPDATE, 1, {2, 900, 2}, {1200}, {2, 1200, 2}, 0),
    ROW("a column", SCATTER_ELEMENTS, 0, {300, 12}, {500, 12}, {500, 12}, LIGHT),
    ROW("positions", SCATTER_ELEMENTS, 1, {70, 80}, {60, 90}, {60, 90}, 0),
    ROW("put", PUT, 0, {60, 50}, {5000}, {5000}, LIGHT),
    ROW("alpha", SCATTER_ND, 0, {300, 40}, {1200, 1}, {1200, 40}, ALPHA),
    ROW("alpha of wide slices", SCATTER_ND, 0, {20, 1100}, {60, 1}, {60, 1100}, ALPHA),
    ROW("alpha of outer indices", SCATTER_UPDATE, 1, {9, 300, 2}, {400}, {9, 400, 2}, ALPHA),
    ROW("alpha by positions", SCATTER_ELEMENTS, 1, {70, 80}, {60, 90}, {60, 90}, ALPHA),
    ROW("past NaN", SCATTER_ND, 0, {300, 40}, {1200, 1}, {1200, 40}, NAN_LOSES),
    ROW("past NaN by positions", SCATTER_ELEMENTS, 1, {70, 80}, {60, 90}, {60, 90}, NAN_LOSES),
    ROW("updates with gaps", SCATTER_ND, 0, {300, 40}, {1200, 1}, {1200, 40}, SPREAD),
    ROW("updates with gaps, in outer indices", SCATTER_UPDATE, 1, {9, 300, 2}, {400}, {9, 400, 2}, SPREAD),
    ROW("rows with gaps", SCATTER_ND, 0, {300, 40}, {1200, 1}, {1200, 40}, IN_ORDER),
    ROW("rows with gaps, in outer indices", SCATTER_UPDATE, 1, {9, 300, 2}, {400}, {9, 400, 2}, IN_ORDER),
    ROW("rows with gaps, by positions", SCATTER_ELEMENTS, 1, {70, 80}, {60, 90}, {60, 90}, IN_ORDER),
    ROW("rows with gaps, backwards", SCATTER_ND, 0, {1000, 40}, {2000, 1}, {2000, 40}, IN_ORDER | BACKWARDS),
    ROW("outer indices within rows", SCATTER_UPDATE, 1, {9, 300, 2}, {400}, {9, 400, 2}, SWAPPED | LIGHT),
    ROW("updates in reverse order", SCATTER_UPDATE, 1, {2, 300, 40}, {1200}, {2, 1200, 40}, REVERSED | LIGHT),
    ROW("rows and blocks with gaps", SCATTER_ELEMENTS, 2, {5, 70, 80}, {1, 60, 90}, {1, 60, 90}, IN_ORDER | BLOCKS | LIGHT),
    ROW("one row with gaps", SCATTER_ELEMENTS, 1, {7, 8000}, {1, 30000}, {1, 30000}, IN_ORDER | LIGHT),
    ROW("rows with gaps of one block", SCATTER_ELEMENTS, 2, {5, 70, 80}, {1, 60, 90}, {1, 60, 90}, IN_ORDER | LIGHT),
    ROW("turned rows", SCATTER_ND, 0, {300, 40}, {1200, 1}, {1200, 40}, TURNED),
    ROW("turned tuples of two", SCATTER_ND, 0, {10, 30, 40}, {1200, 2}, {1200, 40}, TURNED),
    ROW("turned outer indices", SCATTER_UPDATE, 1, {9, 300, 2}, {400}, {9, 400, 2}, TURNED),
    ROW("turned positions", SCATTER_ELEMENTS, 1, {70, 80}, {60, 90}, {60, 90}, TURNED),
    ROW("tokens", TENSOR_SCATTER, 1, {80, 64, 16}, {80}, {80, 7, 16}, 0),
    ROW("tokens of one batch", TENSOR_SCATTER, 1, {1, 700, 16}, {1}, {1, 650, 16}, CIRCULAR),
    ROW("a mask", MASKED_SCATTER, 0, {300, 60}, {300, 60}, {18000}, 0),
    ROW("a mask over rows with gaps", MASKED_SCATTER, 0, {300, 60}, {300, 60}, {18000}, IN_ORDER),
    ROW("gathered elements", GATHER_ELEMENTS, 1, {90, 80}, {80, 90}, {80, 90}, 0),
    ROW("gathered slices", GATHER, 0, {200, 20}, {900}, {900, 20}, 0),
    ROW("gathered in outer indices", GATHER, 1, {9, 200, 4}, {300}, {9, 300, 4}, 0),
    ROW("gathered tuples", GATHER_ND, 0, {50, 60, 9}, {1000, 2}, {1000, 9}, 0),
    ROW("taken", TAKE, 0, {60, 70}, {5000}, {5000}, 0),
};

static union {
    unsigned char bytes[MAX_BYTES];
    float floats[MAX_BYTES / sizeof(float)];
    int64_t numbers[MAX_BYTES / sizeof(int64_t)];
} data, dense_data, indices, updates, dense_updates, expected, dense_expected, output, before, results[MAX_RESULTS], prepared;
static unsigned char workspaces[MAX_PARTS][MAX_BYTES];

/* ---- One call ------------------------------------------------------------------------------------------------------------------------ */

/* A row with a reduction, and what a run of it gets. */
typedef struct trial {
    const row *row;
    strew_reduction reduction;
    strew_policy policy;
    int excludes_self, in_place, is_prepared;
    strew_options options;
    int64_t output_strides[3], updates_strides[3];
    strew_tensor data, indices, updates, output; /* of a gather, updates is output */
    size_t n_output, output_bytes;               /* elements, and bytes with all gaps */
    strew_plan plan;
} trial;

static int32_t rank_of(const int64_t *shape)
{
    int32_t rank = 0;
    while (rank < 3 && shape[rank] != 0) rank++;
    return rank;
}

static size_t count(const int64_t *shape)
{
    size_t n = 1;
    for (int32_t i = 0; i < rank_of(shape); i++) n *= (size_t)shape[i];
    return n;
}

static int is_gather(const row *row)
{
    return row->op >= STREW_OPERATOR_GATHER_ND;
}

static int has_indices(const row *row)
{
    return row->op != STREW_OPERATOR_TENSOR_SCATTER && row->op != STREW_OPERATOR_MASKED_SCATTER;
}

static int is_flat(const row *row)
{
    return row->op == STREW_OPERATOR_PUT || row->op == STREW_OPERATOR_TAKE;
}

static const int64_t *output_shape(const row *row)
{
    return is_gather(row) ? row->updates : row->data;
}

/* Strides, with two elements after each row, and dimension 0 the longest or the shortest; 0 for a dense tensor. */
static void set_strides(int64_t strides[3], const int64_t *shape, int has_gaps, int is_turned)
{
    const int32_t rank = rank_of(shape);
    int64_t step = 1;
    for (int32_t i = 0; (has_gaps || is_turned) && i < rank; i++) {
        const int32_t d = is_turned ? i : rank - 1 - i;
        strides[d] = is_turned && d == 0 ? -step : step;
        step *= shape[d] + (i == 0 ? 2 : 0);
    }
}

/* Where an element is, in elements from the lowest address. */
static size_t place_of(const int64_t *shape, const int64_t *strides, size_t element)
{
    int64_t place = 0;
    if (strides[0] == 0) return element;
    for (int32_t d = rank_of(shape); d-- > 0; element /= (size_t)shape[d]) {
        place += (int64_t)(element % (size_t)shape[d]) * strides[d];
        if (strides[d] < 0) place -= (shape[d] - 1) * strides[d];
    }
    return (size_t)place;
}

static unsigned char *start_of(const trial *t, unsigned char *buffer)
{
    return buffer + place_of(output_shape(t->row), t->output_strides, 0) * sizeof(float);
}

static void spread(float *to, const float *from, const int64_t *shape, const int64_t *strides)
{
    for (size_t i = 0; i < count(shape); i++) to[place_of(shape, strides, i)] = from[i];
}

static strew_tensor tensor_of(const int64_t *shape, strew_dtype dtype, const int64_t *strides)
{
    return (strew_tensor){.dtype = dtype, .rank = rank_of(shape), .shape = shape, .strides = strides[0] != 0 ? strides : NULL};
}

/* Plans a trial. Zero if the operator has no such reduction or option. Do not move it afterwards: its tensors point into it. */
static int plan_trial(trial *t)
{
    static const float alpha = 0.5f;
    static const int64_t dense[3] = {0};
    const row *const row = t->row;
    t->options =
        (strew_options)STREW_OPTIONS(.policy = t->policy, .alpha = row->is & ALPHA ? &alpha : NULL, .excludes_self = t->excludes_self,
                                     .nan = row->is & NAN_LOSES ? STREW_NAN_LOSES : STREW_NAN_WINS);
    set_strides(t->output_strides, row->data, row->is & IN_ORDER, row->is & TURNED);
    if (row->is & BACKWARDS) t->output_strides[0] = -t->output_strides[0];
    if (row->is & SWAPPED) memcpy(t->output_strides, (int64_t[]){row->data[2], row->data[0] * row->data[2], 1}, sizeof t->output_strides);
    if (row->is & BLOCKS) t->output_strides[0] += 2;
    set_strides(t->updates_strides, row->updates, row->is & SPREAD, 0);
    if (row->is & REVERSED)
        memcpy(t->updates_strides, (int64_t[]){1, row->updates[0], row->updates[0] * row->updates[1]}, sizeof t->updates_strides);
    t->data = tensor_of(row->data, STREW_DTYPE_FLOAT32, t->in_place ? t->output_strides : dense);
    t->output = tensor_of(row->data, STREW_DTYPE_FLOAT32, t->output_strides);
    t->indices = tensor_of(row->indices, row->op == STREW_OPERATOR_MASKED_SCATTER ? STREW_DTYPE_BOOL : STREW_DTYPE_INT64, dense);
    t->updates = tensor_of(row->updates, STREW_DTYPE_FLOAT32, t->updates_strides);
    strew_call call = STREW_CALL(.op = row->op, .reduction = t->reduction, .axis = row->axis, .options = &t->options, .data = t->data,
                                 .mode = row->is & CIRCULAR ? STREW_CACHE_CIRCULAR : STREW_CACHE_LINEAR);
    if (t->output.strides != NULL) call.output = t->output;
    *(has_indices(row) ? &call.indices : row->op == STREW_OPERATOR_TENSOR_SCATTER ? &call.write_indices : &call.mask) = t->indices;
    if (!is_gather(row)) call.updates = t->updates;
    t->n_output = count(output_shape(row));
    t->output_bytes = 0;
    for (size_t i = 0; i < t->n_output; i++) {
        const size_t end = (place_of(output_shape(row), t->output_strides, i) + 1) * sizeof(float);
        t->output_bytes = end > t->output_bytes ? end : t->output_bytes;
    }
    assert_true(t->output_bytes <= MAX_BYTES);
    return strew_plan_call(&t->plan, &call, NULL) == STREW_OK;
}

/* One index in a hundred is `wrong_index`, unless that is 0. */
static void fill_trial(const trial *t, int64_t wrong_index)
{
    const row *const row = t->row;
    const int64_t size = is_flat(row)                               ? (int64_t)count(row->data)
                         : row->op == STREW_OPERATOR_TENSOR_SCATTER ? row->data[1] - row->updates[1] + 1
                                                                    : row->data[row->axis];
    uint64_t random = 7;
    for (size_t i = 0; i < count(row->data); i++) dense_data.floats[i] = (float)(i % 1000) / 7 + 1;
    for (size_t i = 0; i < count(row->updates); i++) dense_updates.floats[i] = (float)(i % 777) / 300 + 0.5f;
    for (size_t i = 0; row->is & NAN_LOSES && i < count(row->updates); i += 5) dense_updates.floats[i] = (float)strtod("nan", NULL);
    memset(data.bytes, 0x11, MAX_BYTES);
    memcpy(updates.bytes, dense_updates.bytes, MAX_BYTES);
    spread(data.floats, dense_data.floats, row->data, t->in_place ? t->output_strides : (int64_t[3]){0});
    spread(updates.floats, dense_updates.floats, row->updates, t->updates_strides);
    for (size_t i = 0; i < count(row->indices); i++) {
        const int64_t drawn = (int64_t)random_below(&random, 1 << 30);
        if (row->op == STREW_OPERATOR_MASKED_SCATTER) {
            indices.bytes[i] = drawn % 3 == 0;
        } else {
            const int is_second = row->indices[1] == 2 && i % 2 == 1; /* of a tuple */
            const int64_t size_here = is_second ? row->data[1] : size;
            indices.numbers[i] = i % 100 == 99 && wrong_index != 0 ? wrong_index
                                 : row->is & RUNS                  ? (int64_t)i
                                 : i % 5 == 0                      ? size_here / 3
                                                                   : drawn % size_here;
        }
    }
}

static strew_buffers buffers_of(const trial *t, unsigned char *to)
{
    strew_buffers buffers = STREW_BUFFERS(.output = start_of(t, to), .data = t->in_place ? start_of(t, to) : data.bytes,
                                          .updates = is_gather(t->row) ? NULL : updates.bytes);
    *(t->is_prepared                                ? &buffers.prepared
      : has_indices(t->row)                         ? &buffers.indices
      : t->row->op == STREW_OPERATOR_TENSOR_SCATTER ? &buffers.write_indices
                                                    : &buffers.mask) = t->is_prepared ? prepared.bytes : indices.bytes;
    return buffers;
}

/* What output has before a run: data in place, and bytes of no meaning otherwise and in gaps. */
static void begin_output(const trial *t, unsigned char *to, int filling)
{
    memset(to, filling, t->output_bytes);
    if (t->in_place) spread((float *)(void *)to, dense_data.floats, t->row->data, t->output_strides);
}

/* ---- The reference ------------------------------------------------------------------------------------------------------------------- */

static void expect(const trial *t)
{
    static const int64_t dense[3] = {0};
    const row *const row = t->row;
    strew_tensor from = tensor_of(row->data, STREW_DTYPE_FLOAT32, dense), at = t->indices,
                 with = tensor_of(row->updates, STREW_DTYPE_FLOAT32, dense);
    from.values = dense_data.bytes;
    at.values = indices.bytes;
    with.values = dense_updates.bytes;
    if (is_gather(row)) {
        const gather_call call = {.op = (gather_operator)(row->op - STREW_OPERATOR_GATHER_ND),
                                  .data = &from,
                                  .indices = &at,
                                  .axis = row->axis,
                                  .options = &t->options};
        reference_gather(dense_expected.bytes, &call);
    } else if (row->op == STREW_OPERATOR_MASKED_SCATTER) {
        reference_masked_scatter(dense_expected.bytes, &from, &at, &with, NULL);
    } else if (row->op == STREW_OPERATOR_TENSOR_SCATTER) {
        const token_call call = {.past_cache = &from,
                                 .update = &with,
                                 .write_indices = &at,
                                 .axis = row->axis,
                                 .options = &t->options,
                                 .mode = row->is & CIRCULAR ? STREW_CACHE_CIRCULAR : STREW_CACHE_LINEAR};
        reference_tensor_scatter(dense_expected.bytes, &call);
    } else {
        const reference_call call = {.op = (reference_operator)(row->op - STREW_OPERATOR_SCATTER_ND),
                                     .data = &from,
                                     .indices = &at,
                                     .updates = &with,
                                     .axis = row->axis,
                                     .reduction = t->reduction,
                                     .options = &t->options};
        reference_scatter(dense_expected.bytes, &call);
    }
}

/* Runs the whole on one thread into `expected`, which must be what the reference has. */
static void run_whole(const trial *t)
{
    const strew_resources resources =
        STREW_RESOURCES(.workspace = workspaces[0], .workspace_bytes = strew_plan_workspace_size(&t->plan, 1));
    assert_true(resources.workspace_bytes <= MAX_BYTES);
    begin_output(t, expected.bytes, 0xc3);
    const strew_buffers buffers = buffers_of(t, expected.bytes);
    assert_int_equal(strew_run(&t->plan, &buffers, &resources, NULL), STREW_OK);
    expect(t);
    for (size_t i = 0; i < t->n_output; i++) output.floats[i] = expected.floats[place_of(output_shape(t->row), t->output_strides, i)];
    assert_true(is_same_or_print(STREW_DTYPE_FLOAT32, output.bytes, dense_expected.bytes, t->n_output, "%s, reduction %d", t->row->name,
                                 (int)t->reduction));
}

/* ---- Parts --------------------------------------------------------------------------------------------------------------------------- */

static strew_status run_part(const trial *t, unsigned char *to, int32_t part, int32_t n_parts)
{
    const size_t size = strew_plan_part_workspace_size(&t->plan, n_parts);
    const strew_resources resources =
        STREW_RESOURCES(.workspace = workspaces[part], .workspace_bytes = size, .part = part, .n_parts = n_parts);
    const strew_buffers buffers = buffers_of(t, to);
    assert_true(size <= MAX_BYTES);
    return strew_run(&t->plan, &buffers, &resources, NULL);
}

typedef struct team {
    const trial *trial;
    int32_t n_parts;
    strew_status statuses[MAX_PARTS];
} team;

static void run_member(void *argument, size_t i)
{
    team *const team = argument;
    team->statuses[i] = run_part(team->trial, output.bytes, (int32_t)i, team->n_parts);
}

/* Runs all parts on one output. All must return the same. */
static strew_status run_parts(const trial *t, int32_t n_parts, strew_parallel_for *parallel_for)
{
    team team = {.trial = t, .n_parts = n_parts};
    size_t n_threads = MAX_PARTS;
    parallel_for(&n_threads, (size_t)n_parts, run_member, &team);
    for (int32_t i = 1; i < n_parts; i++) assert_int_equal(team.statuses[i], team.statuses[0]);
    return team.statuses[0];
}

static void check_same(const trial *t, int32_t n_parts, const char *how)
{
    if (memcmp(output.bytes, expected.bytes, t->output_bytes) == 0) return;
    fail_msg("%s, reduction %d, policy %d, excludes_self %d, in place %d, prepared %d: %d parts %s differ", t->row->name, (int)t->reduction,
             (int)t->policy, t->excludes_self, t->in_place, t->is_prepared, n_parts, how);
}

/* Runs each part on copies of its own. Out of place the copies have other bytes before, so that a byte was written if it is equal in both
 * afterwards; in place, if it has changed. No byte may have two writers; what all have written together is the whole. Returns how many
 * bytes the part with most of them has written, and how many all have. */
typedef struct share {
    size_t max, all;
} share;

static share find_share(const trial *t, int32_t n_parts)
{
    share share = {0, 0};
    begin_output(t, before.bytes, 0xc3);
    memcpy(output.bytes, before.bytes, t->output_bytes);
    for (int32_t part = 0; part < n_parts; part++) {
        size_t n = 0;
        for (int copy = 0; copy < 2; copy++) {
            begin_output(t, results[copy].bytes, copy == 0 ? 0xc3 : 0x3c);
            assert_int_equal(run_part(t, results[copy].bytes, part, n_parts), STREW_OK);
        }
        for (size_t b = 0; b < t->output_bytes; b++) {
            const unsigned char now = results[0].bytes[b];
            if (t->in_place ? now == before.bytes[b] : now != results[1].bytes[b]) continue;
            if (output.bytes[b] != before.bytes[b]) fail_msg("%s: part %d writes byte %zu, as one before does", t->row->name, part, b);
            output.bytes[b] = now;
            n++;
        }
        share.max = n > share.max ? n : share.max;
        share.all += n;
    }
    check_same(t, n_parts, "on copies");
    return share;
}

/* How parts are run: last to first, in mixed order, or at once. */
static const struct {
    int32_t n_parts;
    strew_parallel_for *parallel_for;
} teams[] = {{1, on_one_thread}, {2, on_one_thread},  {2, on_threads}, {3, in_mixed_order},
             {7, on_one_thread}, {7, in_mixed_order}, {7, on_threads}, {MAX_PARTS, in_mixed_order}};

/* Runs all parts on one output, which must be `expected` then. */
static void try_all_teams(const trial *t, strew_status status)
{
    const size_t n = is_light() || t->is_prepared || t->excludes_self ? COUNT(teams) - 1 : COUNT(teams); /* the last one takes long */
    for (size_t i = 0; i < n; i++) {
        begin_output(t, output.bytes, 0xc3);
        assert_int_equal(run_parts(t, teams[i].n_parts, teams[i].parallel_for), status);
        check_same(t, teams[i].n_parts, "on one output");
    }
}

/* Where docs/threads.md says that parts share the work, one of two has at most four fifths, if they share it at all, and one of seven three
 * fifths. In place, updates may lose in min and max, and are not seen. */
static void check_shares(const trial *t)
{
    const row *const row = t->row;
    const share of_two = find_share(t, 2), of_seven = find_share(t, 7);
    const int has_record = t->excludes_self || t->reduction == STREW_REDUCTION_MEAN;
    const int is_alone = row->is & FEW || (!t->in_place && row->op == STREW_OPERATOR_TENSOR_SCATTER && row->data[0] == 1) ||
                         (!t->in_place && row->op == STREW_OPERATOR_MASKED_SCATTER && row->is & IN_ORDER);
    const int is_in_pieces = row->is & TURNED || (row->is & IN_ORDER && row->op == STREW_OPERATOR_SCATTER_UPDATE && has_record);
    const int may_be_alone =
        t->in_place ? row->is & COPY || t->reduction == STREW_REDUCTION_MIN || t->reduction == STREW_REDUCTION_MAX : is_in_pieces;
    if (!t->in_place) assert_int_equal(of_two.all, t->n_output * sizeof(float));
    if (is_alone) {
        assert_int_equal(of_two.max, of_two.all);
        assert_int_equal(of_seven.max, of_seven.all);
    } else if (!may_be_alone && !(row->is & LIGHT) && !(row->is & RUNS && t->is_prepared)) {
        if ((of_two.max != of_two.all && of_two.max > of_two.all / 5 * 4) || of_seven.max > of_seven.all / 5 * 3) {
            fail_msg("%s, reduction %d, excludes_self %d, in place %d, prepared %d: one of 2 parts writes %zu bytes of %zu, one of 7 %zu",
                     row->name, (int)t->reduction, t->excludes_self, t->in_place, t->is_prepared, of_two.max, of_two.all, of_seven.max);
        }
    }
}

/* A row with every reduction and rule that it may have, in place and not, prepared and not. */
static void parts_are_one_run(void **state)
{
    for (int is = 0; is < 8; is++) {
        for (int reduction = 0; reduction <= (int)STREW_REDUCTION_MEAN; reduction++) {
            trial t = {.row = *state,
                       .reduction = (strew_reduction)reduction,
                       .in_place = is & 1,
                       .is_prepared = is >> 1 & 1,
                       .excludes_self = is >> 2};
            if (is_light() && reduction > (int)STREW_REDUCTION_ADD && reduction < (int)STREW_REDUCTION_MEAN) continue;
            if ((t.in_place && is_gather(t.row)) || (t.is_prepared && !has_indices(t.row))) continue;
            if (!plan_trial(&t)) continue; /* a gather has no reduction, alpha is for sums, and so on */
            fill_trial(&t, 0);
            if (t.is_prepared) {
                const strew_buffers buffers = STREW_BUFFERS(.indices = indices.bytes);
                assert_int_equal(strew_prepare(&t.plan, &buffers, prepared.bytes, MAX_BYTES, NULL), STREW_OK);
            }
            run_whole(&t);
            try_all_teams(&t, STREW_OK);
            check_shares(&t);
        }
    }
}

/* ---- Policies and faults ------------------------------------------------------------------------------------------------------------- */

TEST(each_policy_holds_in_every_part)
{
    static const strew_policy policies[] = {STREW_POLICY_ERROR, STREW_POLICY_SKIP, STREW_POLICY_CLAMP};
    while (next_case()) {
        const row *const row = &rows[choose("row", COUNT(rows))];
        trial t = {.row = row, .policy = policies[choose("policy", COUNT(policies))]};
        t.in_place = (int)choose("in_place", 2);
        if (t.in_place && is_gather(row)) continue;
        if (row->op == STREW_OPERATOR_MASKED_SCATTER || row->is & CIRCULAR || count(row->indices) < 100) continue;
        t.reduction = is_gather(row) || !has_indices(row) ? STREW_REDUCTION_NONE : STREW_REDUCTION_ADD;
        assert_true(plan_trial(&t));
        fill_trial(&t, 1 << 20);
        if (t.policy != STREW_POLICY_ERROR) {
            run_whole(&t);
            try_all_teams(&t, STREW_OK);
        } else {
            begin_output(&t, expected.bytes, 0xc3);
            try_all_teams(&t, STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        }
    }
}

/* No part has rows to cut. */
TEST(parts_of_no_tokens_are_one_copy)
{
    const int64_t shape[] = {80, 64, 16}, updates_shape[] = {80, 0, 16}, indices_shape[] = {80};
    const strew_call call = STREW_CALL(.op = STREW_OPERATOR_TENSOR_SCATTER, .axis = 1, .data = {STREW_DTYPE_FLOAT32, 3, shape, NULL, NULL},
                                       .updates = {STREW_DTYPE_FLOAT32, 3, updates_shape, NULL, NULL},
                                       .write_indices = {STREW_DTYPE_INT64, 1, indices_shape, NULL, NULL});
    trial t = {.row = &(row){.name = "no tokens", .op = STREW_OPERATOR_TENSOR_SCATTER, .data = {80, 64, 16}}};
    t.output_bytes = count(shape) * sizeof(float);
    assert_int_equal(strew_plan_call(&t.plan, &call, NULL), STREW_OK);
    memset(indices.bytes, 0, sizeof indices.bytes);
    memcpy(expected.bytes, data.bytes, t.output_bytes);
    try_all_teams(&t, STREW_OK);
}

TEST(too_few_updates_are_found_by_every_part)
{
    static const row few = ROW("a mask", MASKED_SCATTER, 0, {300, 60}, {300, 60}, {6000}, 0);
    trial t = {.row = &few};
    assert_true(plan_trial(&t));
    fill_trial(&t, 0);
    memset(indices.bytes, 1, count(few.indices));
    begin_output(&t, expected.bytes, 0xc3);
    try_all_teams(&t, STREW_STATUS_TOO_FEW_UPDATES);
}

/* As if another thread had changed some after the check, or one alone. */
TEST(indices_that_change_are_found_by_every_part)
{
    static const row turned = ROW("turned rows", SCATTER_ND, 0, {1000, 6}, {2000, 1}, {2000, 6}, TURNED);

    while (next_case()) {
        const int is_first_alone = (int)choose("is_first_alone", 2);
        trial t = {.row = &turned, .reduction = STREW_REDUCTION_ADD, .in_place = (int)choose("in_place", 2)};
        assert_true(plan_trial(&t));
        fill_trial(&t, is_first_alone ? 0 : 1 << 20);
        if (is_first_alone) indices.numbers[0] = 1 << 20;
        strew_state_of(&t.plan)->check = NULL;
        begin_output(&t, output.bytes, 0xc3);
        assert_int_equal(run_parts(&t, 3, on_one_thread), STREW_STATUS_INDICES_CHANGED);
    }
}

/* Prepared indices that name nothing are no steps to cut, and one part fills all the same. */
TEST(a_gather_of_nothing_is_filled)
{
    static const row nothing = ROW("gathered nothing", GATHER, 0, {200, 20}, {900}, {900, 20}, 0);
    trial t = {.row = &nothing, .policy = STREW_POLICY_SKIP, .is_prepared = 1};
    assert_true(plan_trial(&t));
    fill_trial(&t, 0);
    for (size_t i = 0; i < count(nothing.indices); i++) indices.numbers[i] = 1 << 20;
    assert_int_equal(prepare_indices(&t.plan, indices.bytes, prepared.bytes, sizeof prepared.bytes, NULL), STREW_OK);
    run_whole(&t);
    try_all_teams(&t, STREW_OK);
}

static void run_nothing(void *pool, size_t n, strew_task *task, void *argument)
{
    (void)pool, (void)n, (void)task, (void)argument;
}

TEST(what_is_no_part_is_rejected_by_name)
{
    static const struct {
        int32_t part, n_parts;
        strew_parallel_for *parallel_for;
        strew_status status;
        const char *subject;
    } wrong[] = {
        {3, 3, NULL, STREW_STATUS_UNKNOWN_OPTION, "resources.part"},     {-1, 3, NULL, STREW_STATUS_UNKNOWN_OPTION, "resources.part"},
        {1, 0, NULL, STREW_STATUS_UNKNOWN_OPTION, "resources.part"},     {0, 65, NULL, STREW_STATUS_UNKNOWN_OPTION, "resources.n_parts"},
        {0, -1, NULL, STREW_STATUS_UNKNOWN_OPTION, "resources.n_parts"}, {0, 2, run_nothing, STREW_STATUS_CONFLICT, NULL},
    };
    trial t = {.row = &rows[0]};
    assert_true(plan_trial(&t));
    fill_trial(&t, 0);
    for (size_t i = 0; i < COUNT(wrong); i++) {
        const strew_buffers buffers = buffers_of(&t, output.bytes);
        const strew_resources resources =
            STREW_RESOURCES(.part = wrong[i].part, .n_parts = wrong[i].n_parts, .parallel_for = wrong[i].parallel_for, .n_threads = 2);
        strew_fault fault;
        assert_int_equal(strew_run(&t.plan, &buffers, &resources, &fault), wrong[i].status);
        if (wrong[i].subject != NULL) assert_string_equal(fault.subject, wrong[i].subject);
    }
}

int main(void)
{
    for (size_t i = 0; i < COUNT(rows); i++)
        add_test(parts_are_one_run, (void *)(uintptr_t)&rows[i], "parts_are_one_run_of_%s", rows[i].name);
    return run_all_tests(NULL, NULL);
}

/* Data whose outer dimensions are stored in another order than output's: each part copies what it writes, and nothing behind that. */
TEST(parts_copy_data_that_is_permuted)
{
    enum { OUTER = 2, ROWS = 129, WIDTH = 138, ALL = OUTER * OUTER * ROWS * WIDTH, TUPLES = 300 };
    static float data[ALL], output[ALL], expected[ALL], updates[OUTER * OUTER * TUPLES * WIDTH];
    static int64_t indices[TUPLES];
    const int64_t shape[] = {OUTER, OUTER, ROWS, WIDTH}, strides[] = {ROWS * WIDTH, OUTER * ROWS * WIDTH, WIDTH, 1},
                  of_output[] = {OUTER * ROWS * WIDTH, ROWS * WIDTH, WIDTH, 1}, of_updates[] = {OUTER, OUTER, TUPLES, WIDTH},
                  of_indices[] = {TUPLES};
    const strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .axis = 2, .reduction = STREW_REDUCTION_MAX,
                   .data = {STREW_DTYPE_FLOAT32, 4, shape, NULL, strides}, .output = {STREW_DTYPE_FLOAT32, 4, shape, NULL, of_output},
                   .indices = {STREW_DTYPE_INT64, 1, of_indices}, .updates = {STREW_DTYPE_FLOAT32, 4, of_updates});
    strew_plan plan;
    for (int64_t t = 0; t < TUPLES; t++) indices[t] = t * 7 % ROWS;
    for (size_t i = 0; i < ALL; i++) data[i] = (float)(i % 1000);
    for (size_t i = 0; i < COUNT(updates); i++) updates[i] = (float)(i * 31 % 1999);
    for (size_t outer = 0; outer < OUTER * OUTER; outer++) {
        const size_t of_data = outer % OUTER * OUTER + outer / OUTER;
        float *const to = expected + outer * ROWS * WIDTH;
        memcpy(to, data + of_data * ROWS * WIDTH, ROWS * WIDTH * sizeof *to);
        for (size_t i = 0; i < TUPLES * WIDTH; i++) {
            float *const element = to + (size_t)indices[i / WIDTH] * WIDTH + i % WIDTH;
            const float update = updates[outer * TUPLES * WIDTH + i];
            *element = update > *element ? update : *element;
        }
    }
    assert_int_equal(strew_plan_call(&plan, &call, NULL), STREW_OK);
    for (int32_t n_parts = 2; n_parts <= 5; n_parts++) {
        const size_t bytes = strew_plan_part_workspace_size(&plan, n_parts);
        const strew_buffers buffers = STREW_BUFFERS(.output = output, .data = data, .indices = indices, .updates = updates);
        void *const workspace = malloc(bytes + 1);
        assert_non_null(workspace);
        memset(output, 0, sizeof output);
        for (int32_t part = 0; part < n_parts; part++) {
            const strew_resources resources =
                STREW_RESOURCES(.workspace = workspace, .workspace_bytes = bytes, .part = part, .n_parts = n_parts);
            assert_int_equal(strew_run(&plan, &buffers, &resources, NULL), STREW_OK);
        }
        free(workspace);
        assert_memory_equal(output, expected, sizeof expected);
    }
}
