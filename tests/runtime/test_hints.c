/* What callers say of the slices that tuples name: it changes no result, and is found out where it is checked. */
#include <strew/strew.h>

#include <stdlib.h>
#include <string.h>

#include "call_text.h"
#include "calls.h"
#include "compare.h"
#include "fault.h"
#include "fill.h"
#include "guarded.h"
#include "operators.h"
#include "pools.h"
#include "testing.h"

enum { MAX_TUPLES = 4000, MAX_SLICES = 6000, MAX_WIDTH = 40, WORKSPACE = 1 << 20 };

static uint64_t random_state = 49;
static uint64_t *workspace;

static int64_t draw(int64_t low, int64_t high)
{
    return low + (int64_t)random_below(&random_state, (uint64_t)(high - low + 1));
}

static int compare_indices(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Numbers below `end`: sorted, or each once, or both; some of them counted from the end, or to be passed over. */
static void draw_indices(int64_t *to, int64_t n, int64_t end, int is_unique, int is_sorted, int skips)
{
    static int64_t all[MAX_SLICES];
    for (int64_t i = 0; i < end; i++) all[i] = i;
    for (int64_t i = 0; i < n; i++) {
        const int64_t other = is_unique ? draw(i, end - 1) : draw(0, end - 1), taken = all[other];
        if (is_unique) all[other] = all[i];
        to[i] = taken;
    }
    if (is_sorted) qsort(to, (size_t)n, sizeof *to, compare_indices);
    for (int64_t i = 0; i < n; i++) {
        if (draw(0, 3) == 0) to[i] -= end;
        if (skips && draw(0, 5) == 0) to[i] = end + draw(0, 3);
    }
}

TEST(true_hints_change_no_result)
{
    static const strew_reduction reductions[] = {STREW_REDUCTION_NONE, STREW_REDUCTION_ADD, STREW_REDUCTION_MAX, STREW_REDUCTION_MEAN};
    static int64_t indices[MAX_TUPLES];
    float *const data = malloc(MAX_SLICES * MAX_WIDTH * sizeof *data), *const updates = malloc(MAX_TUPLES * MAX_WIDTH * sizeof *updates),
                 *const output = malloc(MAX_SLICES * MAX_WIDTH * sizeof *output),
                 *const expected = malloc(MAX_SLICES * MAX_WIDTH * sizeof *expected);
    unsigned char *const memory = malloc(WORKSPACE);
    workspace = malloc(WORKSPACE);
    assert_true(data && updates && output && expected && memory && workspace);
    while (next_case()) {
        const int unique = (int)choose("unique", 3), sorted = (int)choose("sorted", 3), excludes_self = (int)choose("excludes_self", 2);
        const strew_reduction reduction = reductions[choose("reduction", COUNT(reductions))];
        const int is_prepared = (int)choose("is_prepared", 2), skips = (int)choose("skips", 2);
        if (excludes_self && reduction == STREW_REDUCTION_NONE) continue;
        const int is_large = draw(0, 3) == 0;
        int64_t n_slices = is_large ? draw(2000, MAX_SLICES) : draw(1, 50), width = is_large ? draw(1, MAX_WIDTH) : draw(1, 5);
        const int64_t n = draw(0, is_large ? (unique ? n_slices < MAX_TUPLES ? n_slices : MAX_TUPLES : MAX_TUPLES)
                                  : unique ? n_slices
                                           : 60);
        draw_indices(indices, n, n_slices, unique, sorted, skips);
        fill(STREW_DTYPE_FLOAT32, data, (size_t)(n_slices * width), ORDINARY, &random_state);
        fill(STREW_DTYPE_FLOAT32, updates, (size_t)(n * width), ORDINARY, &random_state);
        const int64_t of_data[] = {n_slices, width}, of_updates[] = {n, width};
        const strew_options options =
                                STREW_OPTIONS(.unique = (strew_hint)unique, .sorted = (strew_hint)sorted, .excludes_self = excludes_self,
                                              .policy = skips ? STREW_POLICY_SKIP : STREW_POLICY_ERROR),
                            plain = STREW_OPTIONS(.excludes_self = excludes_self, .policy = options.policy);
        const strew_tensor to = {STREW_DTYPE_FLOAT32, 2, of_data, data, NULL}, at = {STREW_DTYPE_INT64, 1, &n, indices, NULL},
                           from = {STREW_DTYPE_FLOAT32, 2, of_updates, updates, NULL};
        const reference_call reference = {REFERENCE_UPDATE, &to, &at, &from, 0, reduction, &plain, 0};
        reference_scatter(expected, &reference);
        const strew_call call = STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .reduction = reduction, .options = &options, .data = to,
                                           .indices = at, .updates = from);
        strew_plan plan;
        strew_fault fault = {0};
        size_t n_threads = (size_t)draw(1, 4);
        if (strew_plan_call(&plan, &call, &fault) != STREW_OK) fail_msg("%s", strew_status_name(fault.status));
        strew_resources resources = resources_on_threads(&n_threads, workspace, strew_plan_workspace_size(&plan, (int32_t)n_threads));
        assert_in_range(resources.workspace_bytes, 0, WORKSPACE);
        resources.wake_ns = 1000;
        strew_buffers buffers = STREW_BUFFERS(.output = output, .data = data, .indices = indices, .updates = updates);
        if (is_prepared) {
            assert_in_range(strew_plan_prepared_size(&plan), 1, WORKSPACE);
            assert_int_equal(strew_prepare(&plan, &STREW_BUFFERS(.indices = indices), memory, WORKSPACE, NULL), STREW_OK);
            buffers.indices = NULL;
            buffers.prepared = memory;
        }
        if (strew_run(&plan, &buffers, &resources, &fault) != STREW_OK) fail_msg("%s", strew_status_name(fault.status));
        assert_true(is_same_or_print(STREW_DTYPE_FLOAT32, output, expected, (size_t)(n_slices * width), "%d threads", (int)n_threads));
    }
    free(data);
    free(updates);
    free(output);
    free(expected);
    free(memory);
    free(workspace);
}

/* Threads that share the tuples count them in the workspace before a hint can be rejected, and move them by these counts: the check must
 * not write over them. Tuples are so many that it pays to move them. */
TEST(a_check_leaves_what_threads_have_counted)
{
    static const struct {
        int64_t n_slices, width, n;
    } rows[] = {{200000, 1, 150000}, {60000, 4, 50000}, {100000, 2, 100000}, {30000, 16, 30000}};
    for (size_t row = 0; row < COUNT(rows); row++) {
        const int64_t n_slices = rows[row].n_slices, width = rows[row].width, n = rows[row].n, of_data[] = {n_slices, width},
                      of_updates[] = {n, width};
        const size_t n_data = (size_t)(n_slices * width), n_updates = (size_t)(n * width);
        int64_t *const indices = malloc((size_t)n_slices * sizeof *indices);
        float *const output = malloc(n_data * sizeof *output), *const updates = malloc(n_updates * sizeof *updates);
        assert_true(indices && output && updates);
        for (int64_t i = 0; i < n_slices; i++) indices[i] = i;
        for (int64_t i = 0; i < n; i++) {
            const int64_t other = draw(i, n_slices - 1), taken = indices[other];
            indices[other] = indices[i];
            indices[i] = taken;
        }
        for (size_t i = 0; i < n_updates; i++) updates[i] = (float)(i + 1);
        const strew_options options = STREW_OPTIONS(.unique = STREW_HINT_CHECKED);
        const strew_call call = STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .reduction = STREW_REDUCTION_ADD, .options = &options,
                                           .data = {STREW_DTYPE_FLOAT32, 2, of_data}, .indices = {STREW_DTYPE_INT64, 1, &n},
                                           .updates = {STREW_DTYPE_FLOAT32, 2, of_updates});
        strew_plan plan;
        strew_fault fault = {0};
        assert_int_equal(strew_plan_call(&plan, &call, &fault), STREW_OK);
        for (size_t n_asked = 1; n_asked <= 8; n_asked++) {
            size_t n_threads = n_asked;
            const size_t n_bytes = strew_plan_workspace_size(&plan, (int32_t)n_threads);
            void *const room = guarded_new(n_bytes, FLUSH_END);
            strew_resources resources = resources_on_threads(&n_threads, room, n_bytes);
            resources.wake_ns = 1;
            for (size_t i = 0; i < n_data; i++) output[i] = 0;
            const strew_buffers buffers = STREW_BUFFERS(.output = output, .data = output, .indices = indices, .updates = updates);
            assert_int_equal(strew_run(&plan, &buffers, &resources, &fault), STREW_OK);
            for (size_t i = 0; i < n_updates; i++) {
                const size_t at = (size_t)indices[i / (size_t)width] * (size_t)width + i % (size_t)width;
                if (output[at] != updates[i]) fail_msg("row %zu on %zu threads: update %zu is not where it belongs", row, n_asked, i);
                output[at] = 0;
            }
            for (size_t i = 0; i < n_data; i++) assert_true(output[i] == 0);
            assert_true(guarded_free_all());
        }
        free(indices);
        free(output);
        free(updates);
    }
}

TEST(false_hints_are_found)
{
    static const struct {
        const char *call;
        strew_hint unique, sorted;
        int64_t indices[6];
        strew_fault fault;
        const char *parts;
    } rows[] = {
        {"scatter_update data=float32[5] indices=int64[6] updates=float32[6]",
         STREW_HINT_CHECKED,
         STREW_HINT_NONE,
         {4, 0, -1, 2, 1, 3},
         FAULT(NOT_UNIQUE, .tuple = 2, .value = 0),
         "tuples 0 and 2"},
        {"scatter_update data=float32[5] indices=int64[6] updates=float32[6]",
         STREW_HINT_CHECKED,
         STREW_HINT_TRUSTED,
         {0, 1, 2, 3, 3, 4},
         FAULT(NOT_UNIQUE, .tuple = 4, .value = 3),
         "tuples 3 and 4"},
        {"scatter_update data=float32[5] indices=int64[6] updates=float32[6]",
         STREW_HINT_NONE,
         STREW_HINT_CHECKED,
         {0, 3, 1, 3, 3, 4},
         FAULT(NOT_SORTED, .tuple = 2, .value = 1, .high = 3),
         "tuple 2|slice 1|slice 3"},
        {"scatter_nd data=float32[2,3] indices=int64[3,2] updates=float32[3]",
         STREW_HINT_NONE,
         STREW_HINT_CHECKED,
         {0, 2, -1, 0, 0, 1},
         FAULT(NOT_SORTED, .tuple = 2, .value = 1, .high = 3),
         "tuple 2|slice 1|slice 3"},
        {"scatter_elements data=float32[2,3] indices=int64[2,3] updates=float32[2,3] axis=1",
         STREW_HINT_CHECKED,
         STREW_HINT_NONE,
         {0, 2, 1, 2, 0, -1},
         FAULT(NOT_UNIQUE, .tuple = 5, .value = 3),
         "tuples 3 and 5"},
        {"scatter_elements data=float32[3,2] indices=int64[2,2] updates=float32[2,2] axis=0",
         STREW_HINT_NONE,
         STREW_HINT_CHECKED,
         {1, 1, 1, 1}, /* rows that are slices do not fall, but their elements do */
         FAULT(NOT_SORTED, .tuple = 2, .value = 2, .high = 3),
         "tuple 2|slice 2|slice 3"},
        {"scatter_elements data=float32[2,3] indices=int64[2,3] updates=float32[2,3]{1,2} axis=1",
         STREW_HINT_NONE,
         STREW_HINT_CHECKED,
         {0, 1, 2, 2, 0, -1},
         FAULT(NOT_SORTED, .tuple = 4, .value = 3, .high = 5),
         "tuple 4|slice 3|slice 5"},
        {"scatter_elements data=float32[3,2] indices=int64[2,2] updates=float32[2,2]{1,2} axis=0",
         STREW_HINT_NONE,
         STREW_HINT_CHECKED,
         {0, 0, 1, 0},
         FAULT(NOT_SORTED, .tuple = 3, .value = 1, .high = 2),
         "tuple 3|slice 1|slice 2"},
        {"scatter_update data=float32[5,2]{4,2} output=float32[5,2]{4,2} indices=int64[6]{-1} updates=float32[6,2] add",
         STREW_HINT_NONE,
         STREW_HINT_CHECKED,
         {4, 3, 3, 2, 3, 0},
         FAULT(NOT_SORTED, .tuple = 2, .value = 2, .high = 3),
         "tuple 2|slice 2|slice 3"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        float output[24], before[24], values[24] = {0};
        static unsigned char memory[1 << 16];
        unsigned char bits[8];
        text_call of;
        strew_plan plan;
        strew_fault fault;
        for (size_t j = 0; j < COUNT(output); j++) output[j] = before[j] = (float)j;
        in_case("%s", rows[i].call);
        read_call(&of, rows[i].call);
        of.options.unique = rows[i].unique;
        of.options.sorted = rows[i].sorted;
        assert_int_equal(strew_plan_call(&plan, &of.call, &fault), STREW_OK);
        const int is_backwards = of.call.indices.strides != NULL;
        strew_buffers buffers = STREW_BUFFERS(.indices = rows[i].indices + (is_backwards ? 5 : 0));
        assert_int_equal(strew_prepare(&plan, &buffers, memory, sizeof memory, &fault), rows[i].fault.status);
        assert_fault(&fault, rows[i].fault);
        buffers.output = output;
        buffers.data = output;
        buffers.updates = values;
        assert_int_equal(strew_run(&plan, &buffers, &STREW_RESOURCES(.workspace = bits, .workspace_bytes = sizeof bits), &fault),
                         rows[i].fault.status);
        assert_fault(&fault, rows[i].fault);
        assert_sentence(&fault, rows[i].parts);
        assert_memory_equal(output, before, sizeof output);
    }
}

/* Of 16 slices, two bytes and one more. */
TEST(what_checking_needs)
{
    int64_t indices[2] = {3, 4};
    float output[16] = {0}, values[2] = {1, 2};
    unsigned char bits[3];
    text_call of;
    strew_plan plan;
    strew_fault fault;
    read_call(&of, "scatter_update data=float32[16] indices=int64[2] updates=float32[2] add");
    of.options.unique = STREW_HINT_CHECKED;
    const strew_buffers buffers = STREW_BUFFERS(.output = output, .data = output, .indices = indices, .updates = values);
    assert_int_equal(strew_plan_call(&plan, &of.call, NULL), STREW_OK);
    assert_int_equal(strew_plan_workspace_size(&plan, 1), sizeof bits);
    EXPECT_FAULT(strew_run(&plan, &buffers, NULL, &fault), WORKSPACE_TOO_SMALL, .low = sizeof bits);
    EXPECT_FAULT(strew_run(&plan, &buffers, &STREW_RESOURCES(.workspace = output, .workspace_bytes = sizeof bits), &fault),
                 WORKSPACE_OVERLAP, .subject = "output", .value = sizeof bits);
    assert_int_equal(strew_run(&plan, &buffers, &STREW_RESOURCES(.workspace = bits, .workspace_bytes = sizeof bits), NULL), STREW_OK);
    assert_true(output[3] == 1 && output[4] == 2);
    of.options.sorted = STREW_HINT_CHECKED;
    of.options.excludes_self = 1;
    assert_int_equal(strew_plan_call(&plan, &of.call, NULL), STREW_OK);
    assert_int_equal(strew_plan_workspace_size(&plan, 1), 0);
}

/* Preparing does not know update indices: hints are of all tuples then, those included that have no row. */
TEST(hints_of_prepared_tuples_that_may_have_no_row)
{
    for (int i = 0; i < 4; i++) {
        const int64_t indices[] = {1, 3, 3, 4}, of_rows[] = {0, 1, -8, 0};
        float output[5] = {0};
        const float values[] = {1, 2}, expected[] = {0, 1, 0, 2, 1};
        static unsigned char memory[1 << 12], bits[1];
        text_call of;
        strew_plan plan;
        read_call(&of, "scatter_update data=float32[5] indices=int64[4] updates=float32[2] update_indices=int64[4] add");
        of.options.update_policy = i / 2 ? STREW_POLICY_SKIP : STREW_POLICY_ERROR;
        of.options.has_update_ignore_index = 1;
        of.options.update_ignore_index = -8;
        of.options.unique = i % 2 ? STREW_HINT_CHECKED : STREW_HINT_NONE;
        of.options.sorted = i % 2 ? STREW_HINT_NONE : STREW_HINT_CHECKED;
        assert_int_equal(strew_plan_call(&plan, &of.call, NULL), STREW_OK);
        strew_buffers buffers =
            STREW_BUFFERS(.output = output, .data = output, .indices = indices, .updates = values, .update_indices = of_rows);
        const strew_status status = strew_prepare(&plan, &STREW_BUFFERS(.indices = indices), memory, sizeof memory, NULL);
        assert_int_equal(status, i % 2 ? STREW_STATUS_NOT_UNIQUE : STREW_OK);
        if (status == STREW_OK) {
            buffers.indices = NULL;
            buffers.prepared = memory;
        }
        assert_int_equal(strew_run(&plan, &buffers, &STREW_RESOURCES(.workspace = bits, .workspace_bytes = sizeof bits), NULL), STREW_OK);
        assert_memory_equal(output, expected, sizeof output);
    }
}

TEST(hints_that_a_call_has_no_use_for)
{
    static const struct {
        const char *call;
        strew_hint unique, sorted;
        strew_fault fault;
        const char *parts;
    } rows[] = {
        {"gather data=float32[5] indices=int64[6]", STREW_HINT_TRUSTED, STREW_HINT_NONE,
         FAULT(UNUSED_ARGUMENT, .subject = "options.unique", .value = STREW_OPERATOR_GATHER, .high = -1), "gather|unique"},
        {"segment data=float32[5] offsets=int64[6] updates=float32[6] add", STREW_HINT_NONE, STREW_HINT_CHECKED,
         FAULT(CONFLICT, .subject = "offsets and options.sorted"), "offsets|sorted"},
        {"scatter_update data=float32[5] indices=int64[6] updates=float32[6]", (strew_hint)3, STREW_HINT_NONE,
         FAULT(UNKNOWN_OPTION, .subject = "options.unique", .value = 3), "unique|3"},
        {"scatter_update data=float32[5] output=float32[5]{-1} indices=int64[6] updates=float32[6]", STREW_HINT_NONE, STREW_HINT_TRUSTED,
         FAULT(STRIDES_UNSUPPORTED, .subject = "output"), "output"},
        {"scatter_nd data=float32[5,3] output=float32[5,3]{1,5} indices=int64[6,2] updates=float32[6]", STREW_HINT_NONE, STREW_HINT_TRUSTED,
         FAULT(STRIDES_UNSUPPORTED, .subject = "output"), "output"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        text_call of;
        strew_plan plan;
        strew_fault fault;
        in_case("%s", rows[i].call);
        read_call(&of, rows[i].call);
        of.options.unique = rows[i].unique;
        of.options.sorted = rows[i].sorted;
        assert_int_equal(strew_plan_call(&plan, &of.call, &fault), rows[i].fault.status);
        assert_fault(&fault, rows[i].fault);
        assert_sentence(&fault, rows[i].parts);
    }
}
