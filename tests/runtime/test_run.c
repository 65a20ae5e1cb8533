/* Running: what it refuses without a trace, and the edges that must work. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <strew/strew.h>

#include "compare.h"
#include "fault.h"
#include "fill.h"
#include "reference.h"
#include "stage.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static stage buffers;

static int set_up(void **state)
{
    (void)state;
    buffers = stage_open(1 << 20, 1602);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    stage_close(&buffers);
    return 0;
}

static strew_plan plan_of(const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates, strew_reduction reduction,
                          const strew_options *options)
{
    strew_plan plan;
    strew_fault fault;
    char sentence[STREW_SENTENCE_BYTES];

    if (strew_scatter_nd_plan(&plan, data, indices, updates, reduction, options, &fault) != STREW_OK) {
        strew_describe(&fault, sentence, sizeof sentence);
        fail_msg("planning was refused: %s", sentence);
    }
    return plan;
}

static const int64_t sizes_4_3[] = {4, 3};

/* data [4, 3, 2], 7 tuples of 2. */
static job small_job(strew_dtype index_dtype)
{
    return (job){
        .dtype = STREW_FLOAT32,
        .index_dtype = index_dtype,
        .reduction = STREW_ADD,
        .sizes = sizes_4_3,
        .n_sizes = 2,
        .width = 2,
        .n_tuples = 7,
    };
}

/* ---- Indices outside ---------------------------------------------------------------------------------------------------------------- */

static void an_index_outside_is_described_exactly(void **state)
{
    const int64_t data_shape[] = {4, 4}, indices_shape[] = {5, 2}, updates_shape[] = {5};
    const int32_t indices_values[] = {0, 0, 1, 1, 2, 2, 3, 7, 9, 9};
    const float updates_values[5] = {0};
    float output[16] = {3};
    const strew_tensor data = {STREW_FLOAT32, 2, data_shape, output};
    const strew_tensor indices = {STREW_INT32, 2, indices_shape, indices_values};
    const strew_tensor updates = {STREW_FLOAT32, 1, updates_shape, updates_values};
    const strew_options options = {.negative = STREW_NEGATIVE_OUTSIDE};
    strew_fault fault;
    char sentence[STREW_SENTENCE_BYTES];

    (void)state;
    assert_int_equal(strew_scatter_nd(output, &data, &indices, &updates, STREW_NONE, NULL, &fault), STREW_INDEX_OUTSIDE);
    assert_fault(&fault, (strew_fault){.status = STREW_INDEX_OUTSIDE, .dimension = 1, .tuple = 3, .value = 7, .low = -4, .high = 3});
    strew_describe(&fault, sentence, sizeof sentence);
    assert_string_equal(sentence, "indices[3] component 1 is 7, outside [-4, 3] of data dimension 1");

    assert_int_equal(strew_scatter_nd(output, &data, &indices, &updates, STREW_NONE, &options, &fault), STREW_INDEX_OUTSIDE);
    strew_describe(&fault, sentence, sizeof sentence);
    assert_string_equal(sentence, "indices[3] component 1 is 7, outside [0, 3] of data dimension 1");
}

/* First, middle and last tuple; either component; in place and out of place; the one call and the plan; the one that is first in row-major
 * order is the one named. */
static void indices_outside_are_refused_without_a_trace(void **state)
{
    static const int64_t outside[] = {4,
                                      -5,
                                      INT64_MAX,
                                      INT64_MIN,
                                      INT64_C(1) << 31,
                                      (INT64_C(1) << 32) - 1,
                                      INT64_C(1) << 32,
                                      (INT64_C(1) << 32) + 1,
                                      -(INT64_C(1) << 32),
                                      INT32_MIN,
                                      INT32_MAX,
                                      INT64_C(1) << 62};
    static const size_t tuples[] = {0, 3, 6};

    (void)state;
    for (size_t v = 0; v < COUNT(outside); v++) {
        for (size_t t = 0; t < COUNT(tuples); t++) {
            for (int32_t j = 0; j < 2; j++) {
                const int fits = outside[v] >= INT32_MIN && outside[v] <= INT32_MAX;
                const job job = small_job(fits && v % 2 ? STREW_INT32 : STREW_INT64);
                strew_plan plan;
                strew_fault fault, of_one_call;
                stage_prepare(&buffers, &job);
                stage_set_index(&buffers, tuples[t], j, outside[v]);
                plan = stage_plan(&buffers, STREW_ISA_BEST);
                assert_true(stage_run_refused(&buffers, &plan, STREW_INDEX_OUTSIDE, &fault));
                assert_fault(&fault, (strew_fault){.status = STREW_INDEX_OUTSIDE,
                                                   .dimension = j,
                                                   .tuple = (int64_t)tuples[t],
                                                   .value = outside[v],
                                                   .low = -sizes_4_3[j],
                                                   .high = sizes_4_3[j] - 1});
                assert_sentence(&fault, "indices|component|outside|data dimension");
                memcpy(buffers.output.bytes, buffers.data.bytes, buffers.n_data_bytes);
                assert_int_equal(strew_scatter_nd(buffers.output.bytes, &buffers.data_tensor, &buffers.indices_tensor,
                                                  &buffers.updates_tensor, job.reduction, NULL, &of_one_call),
                                 STREW_INDEX_OUTSIDE);
                assert_fault(&of_one_call, fault);
                assert_memory_equal(buffers.output.bytes, buffers.data.bytes, buffers.n_data_bytes);
            }
        }
    }
}

/* A tuple whose offset would be fine, but one component of which is outside. */
static void components_are_checked_one_by_one(void **state)
{
    const job job = small_job(STREW_INT64);
    strew_plan plan;
    strew_fault fault;

    (void)state;
    stage_prepare(&buffers, &job);
    stage_set_index(&buffers, 2, 0, 1);
    stage_set_index(&buffers, 2, 1, 4); /* would be slice 7 of 12 */
    plan = stage_plan(&buffers, STREW_ISA_BEST);
    assert_true(stage_run_refused(&buffers, &plan, STREW_INDEX_OUTSIDE, &fault));
    assert_int_equal(fault.tuple, 2);
    assert_int_equal(fault.dimension, 1);
    stage_set_index(&buffers, 2, 0, INT64_C(1) << 62); /* times the stride 3, plus 1, wraps to a small number */
    stage_set_index(&buffers, 2, 1, 1);
    assert_true(stage_run_refused(&buffers, &plan, STREW_INDEX_OUTSIDE, &fault));
    assert_int_equal(fault.dimension, 0);
}

/* Sizes that 32 bits do not hold, without memory: a dimension of 0 behind them leaves nothing to write, but the tuple is checked. */
static void bounds_of_any_size_are_exact(void **state)
{
    static const int64_t sizes[] = {1,
                                    (INT64_C(1) << 31) - 1,
                                    INT64_C(1) << 31,
                                    (INT64_C(1) << 32) - 1,
                                    INT64_C(1) << 32,
                                    (INT64_C(1) << 32) + 1,
                                    INT64_C(1) << 40,
                                    INT64_C(1) << 62,
                                    INT64_MAX};
    strew_isa isas[MOST_ISAS];
    const size_t n_isas = runnable_isas(isas);

    (void)state;
    for (size_t s = 0; s < COUNT(sizes); s++) {
        for (size_t i = 0; i < n_isas; i++) {
            /* Enough tuples for a vector kernel; the one in question is in a vector, then in the tail. */
            const int64_t size = sizes[s], data_shape[] = {size, 0}, indices_shape[] = {9, 1}, updates_shape[] = {9, 0};
            const struct {
                int64_t index;
                int is_inside;
            } rows[] = {{size - 1, 1},  {-size, 1},    {0, 1}, {-1, 1}, {size < INT64_MAX ? size : INT64_MAX, 0},
                        {-size - 1, 0}, {INT64_MIN, 0}};
            const strew_tensor data = {STREW_INT8, 2, data_shape, NULL}, updates = {STREW_INT8, 2, updates_shape, NULL};
            const strew_options options = {.isa = isas[i]};
            for (size_t row = 0; row < 2 * COUNT(rows); row++) {
                const int64_t index = rows[row / 2].index;
                int64_t indices_values[9] = {0};
                const strew_tensor indices = {STREW_INT64, 2, indices_shape, indices_values};
                strew_fault fault;
                indices_values[row % 2 ? 8 : 2] = index;
                assert_int_equal(strew_scatter_nd(NULL, &data, &indices, &updates, STREW_ADD, &options, &fault),
                                 rows[row / 2].is_inside ? STREW_OK : STREW_INDEX_OUTSIDE);
                if (!rows[row / 2].is_inside)
                    assert_fault(
                        &fault,
                        (strew_fault){
                            .status = STREW_INDEX_OUTSIDE, .tuple = row % 2 ? 8 : 2, .value = index, .low = -size, .high = size - 1});
            }
        }
    }
}

static void a_tuple_into_a_zero_dimension_is_outside(void **state)
{
    const int64_t data_shape[] = {2, 0, 3}, indices_shape[] = {1, 2}, updates_shape[] = {1, 3}, none[] = {0, 2}, no_updates[] = {0, 3};
    const int64_t indices_values[] = {1, 0};
    const float updates_values[3] = {1, 2, 3};
    const strew_tensor data = {STREW_FLOAT32, 3, data_shape, NULL};
    const strew_tensor indices = {STREW_INT64, 2, indices_shape, indices_values}, no_tuples = {STREW_INT64, 2, none, NULL};
    const strew_tensor updates = {STREW_FLOAT32, 2, updates_shape, updates_values}, of_no_tuples = {STREW_FLOAT32, 2, no_updates, NULL};
    unsigned char output[8] = {9, 9, 9, 9, 9, 9, 9, 9};
    strew_fault fault;
    char sentence[STREW_SENTENCE_BYTES];

    (void)state;
    assert_int_equal(strew_scatter_nd(output, &data, &indices, &updates, STREW_ADD, NULL, &fault), STREW_INDEX_OUTSIDE);
    assert_fault(&fault, (strew_fault){.status = STREW_INDEX_OUTSIDE, .dimension = 1, .value = 0, .low = 0, .high = -1});
    strew_describe(&fault, sentence, sizeof sentence);
    assert_string_equal(sentence, "indices[0] component 1 is 0, outside [0, -1] of data dimension 1");
    assert_int_equal(strew_scatter_nd(output, &data, &no_tuples, &of_no_tuples, STREW_ADD, NULL, &fault), STREW_OK);
    for (size_t i = 0; i < sizeof output; i++) assert_int_equal(output[i], 9);
}

/* ---- Buffers ------------------------------------------------------------------------------------------------------------------------ */

static void buffers_that_are_missing_are_refused(void **state)
{
    const job job = small_job(STREW_INT32);
    strew_plan plan;
    strew_fault fault;

    (void)state;
    stage_prepare(&buffers, &job);
    plan = stage_plan(&buffers, STREW_ISA_BEST);
    memset(buffers.output.bytes, 0x77, buffers.n_data_bytes);
    for (int missing = 0; missing < 4; missing++) {
        static const char *const subjects[] = {"output", "data", "indices", "updates"};
        static const int64_t bytes[] = {96, 96, 56, 56};
        unsigned char *const output = missing == 0 ? NULL : buffers.output.bytes;
        const unsigned char *const data = missing == 1 ? NULL : buffers.data.bytes;
        const unsigned char *const indices = missing == 2 ? NULL : buffers.indices.bytes;
        const unsigned char *const updates = missing == 3 ? NULL : buffers.updates.bytes;
        const strew_tensor data_tensor = {STREW_FLOAT32, 3, buffers.data_shape, data};
        const strew_tensor indices_tensor = {STREW_INT32, 2, buffers.indices_shape, indices};
        const strew_tensor updates_tensor = {STREW_FLOAT32, 2, buffers.updates_shape, updates};
        const strew_fault expected = {.status = STREW_POINTER_NULL, .subject = subjects[missing], .value = bytes[missing]};

        assert_int_equal(strew_run(&plan, output, data, indices, updates, &fault), STREW_POINTER_NULL);
        assert_fault(&fault, expected);
        assert_sentence(&fault, subjects[missing]);
        assert_sentence(&fault, missing < 2 ? "NULL|96" : "NULL|56");
        assert_int_equal(strew_scatter_nd(output, &data_tensor, &indices_tensor, &updates_tensor, STREW_ADD, NULL, &fault),
                         STREW_POINTER_NULL);
        assert_fault(&fault, expected);
        assert_int_equal(strew_run(&plan, output, data, indices, updates, NULL), STREW_POINTER_NULL);
        for (size_t i = 0; i < buffers.n_data_bytes; i++) assert_int_equal(buffers.output.bytes[i], 0x77);
    }
    assert_int_equal(strew_run(NULL, buffers.output.bytes, buffers.data.bytes, buffers.indices.bytes, buffers.updates.bytes, &fault),
                     STREW_POINTER_NULL);
    assert_fault(&fault, (strew_fault){.status = STREW_POINTER_NULL, .subject = "plan"});
}

/* One buffer at every distance from output at which they have a byte in common, by one at either end, and just beyond. */
static void overlap(const char *subject, size_t size, int may_be_equal)
{
    enum { DATA_BYTES = 24, AT = 256 }; /* int32 data [6] */
    const int64_t data_shape[] = {6}, indices_shape[] = {3, 1}, updates_shape[] = {3};
    const strew_tensor data = {STREW_INT32, 1, data_shape, NULL};
    const strew_tensor indices = {STREW_INT64, 2, indices_shape, NULL};
    const strew_tensor updates = {STREW_INT32, 1, updates_shape, NULL};
    const strew_plan plan = plan_of(&data, &indices, &updates, STREW_ADD, NULL);
    static unsigned char arena[2 * AT], before[2 * AT], others[3 * AT];

    for (int distance = -(int)size; distance <= DATA_BYTES; distance++) {
        const int start = distance > 0 ? distance : 0, end = distance + (int)size < DATA_BYTES ? distance + (int)size : DATA_BYTES;
        const int64_t common = end > start ? end - start : 0;
        const unsigned char *const there = arena + AT + distance;
        const unsigned char *data_values = others, *indices_values = others + AT, *updates_values = others + 2 * AT;
        strew_fault fault;

        memset(arena, 0, sizeof arena); /* whatever is taken for indices names element 0 */
        memcpy(before, arena, sizeof arena);
        *(strcmp(subject, "data") == 0 ? &data_values : strcmp(subject, "indices") == 0 ? &indices_values : &updates_values) = there;
        if (common == 0 || (may_be_equal && distance == 0)) {
            assert_int_equal(strew_run(&plan, arena + AT, data_values, indices_values, updates_values, &fault), STREW_OK);
        } else {
            assert_int_equal(strew_run(&plan, arena + AT, data_values, indices_values, updates_values, &fault), STREW_OVERLAP);
            assert_fault(&fault, (strew_fault){.status = STREW_OVERLAP, .subject = subject, .value = common});
            assert_sentence(&fault, "output|overlap|byte");
            assert_memory_equal(arena, before, sizeof arena);
        }
    }
}

static void output_may_be_data_but_not_overlap_it(void **state)
{
    (void)state;
    overlap("data", 24, 1);
}

static void output_may_not_overlap_indices(void **state)
{
    (void)state;
    overlap("indices", 24, 0);
}

static void output_may_not_overlap_updates(void **state)
{
    (void)state;
    overlap("updates", 12, 0);
}

/* Only output is written: the other three may share their bytes. */
static void inputs_may_overlap_each_other(void **state)
{
    const int64_t data_shape[] = {4}, indices_shape[] = {4, 1}, updates_shape[] = {4};
    const int32_t values[] = {3, 1, 2, 1}, expected[] = {3, 3, 4, 4};
    const strew_tensor data = {STREW_INT32, 1, data_shape, values};
    const strew_tensor indices = {STREW_INT32, 2, indices_shape, values};
    const strew_tensor updates = {STREW_INT32, 1, updates_shape, values};
    int32_t output[4];

    (void)state;
    assert_int_equal(strew_scatter_nd(output, &data, &indices, &updates, STREW_ADD, NULL, NULL), STREW_OK);
    assert_int_equal(output[0], 3);
    assert_int_equal(output[1], 1 + 1 + 1);
    assert_int_equal(output[2], 2 + 2);
    assert_int_equal(output[3], 1 + 3);
    assert_memory_equal(output, expected, sizeof expected);
}

static void buffers_of_zero_bytes_may_be_null(void **state)
{
    const int64_t data_shape[] = {2, 2}, empty_data[] = {2, 0}, indices_shape[] = {3, 1}, no_tuples[] = {0, 1}, no_components[] = {2, 0};
    const int64_t updates_shape[] = {0, 2}, empty_updates[] = {3, 0}, whole_updates[] = {2, 2, 2};
    const int64_t indices_values[] = {0, 1, -1};
    const float values[] = {1, 2, 3, 4}, updates_values[] = {1, 1, 1, 1, 10, 10, 10, 10}, sums[] = {12, 13, 14, 15};
    float output[4] = {0};

    (void)state;
    { /* no tuples: neither indices nor updates; a plain copy */
        const strew_tensor data = {STREW_FLOAT32, 2, data_shape, values}, indices = {STREW_INT64, 2, no_tuples, NULL};
        const strew_tensor updates = {STREW_FLOAT32, 2, updates_shape, NULL};
        assert_int_equal(strew_scatter_nd(output, &data, &indices, &updates, STREW_ADD, NULL, NULL), STREW_OK);
        assert_memory_equal(output, values, sizeof values);
    }
    { /* empty slices: neither data, nor updates, nor output */
        const strew_tensor data = {STREW_FLOAT32, 2, empty_data, NULL}, indices = {STREW_INT64, 2, indices_shape, indices_values};
        const strew_tensor updates = {STREW_FLOAT32, 2, empty_updates, NULL};
        assert_int_equal(strew_scatter_nd(NULL, &data, &indices, &updates, STREW_ADD, NULL, NULL), STREW_OK);
    }
    { /* tuples without components: no indices */
        const strew_tensor data = {STREW_FLOAT32, 2, data_shape, values}, indices = {STREW_INT64, 2, no_components, NULL};
        const strew_tensor updates = {STREW_FLOAT32, 3, whole_updates, updates_values};
        assert_int_equal(strew_scatter_nd(output, &data, &indices, &updates, STREW_ADD, NULL, NULL), STREW_OK);
        assert_memory_equal(output, sums, sizeof sums);
    }
}

/* ---- Ways to call ------------------------------------------------------------------------------------------------------------------- */

static void success_leaves_a_fault_of_zeros(void **state)
{
    const job job = small_job(STREW_INT64);
    strew_plan plan;
    strew_fault fault;

    (void)state;
    stage_prepare(&buffers, &job);
    plan = stage_plan(&buffers, STREW_ISA_BEST);
    memset(&fault, 0x55, sizeof fault);
    assert_int_equal(strew_run(&plan, buffers.output.bytes, buffers.data.bytes, buffers.indices.bytes, buffers.updates.bytes, &fault),
                     STREW_OK);
    assert_fault(&fault, (strew_fault){.status = STREW_OK});
    assert_int_equal(strew_run(&plan, buffers.output.bytes, buffers.data.bytes, buffers.indices.bytes, buffers.updates.bytes, NULL),
                     STREW_OK);
}

static void one_call_is_a_plan_and_a_run(void **state)
{
    (void)state;
    for (size_t r = 0; r < REFERENCE_REDUCTIONS; r++) {
        job job = small_job(r % 2 ? STREW_INT32 : STREW_INT64);
        strew_plan plan;
        job.reduction = reference_reductions[r];
        stage_prepare(&buffers, &job);
        plan = stage_plan(&buffers, STREW_ISA_BEST);
        assert_true(stage_run(&buffers, &plan, 0));
        memset(buffers.output.bytes, 0, buffers.n_data_bytes);
        assert_int_equal(strew_scatter_nd(buffers.output.bytes, &buffers.data_tensor, &buffers.indices_tensor, &buffers.updates_tensor,
                                          job.reduction, NULL, NULL),
                         STREW_OK);
        assert_true(is_same_or_print(job.dtype, buffers.output.bytes, buffers.expected, buffers.n_data, "the one call"));
    }
}

/* A plan holds no pointer to anything of the caller's, and none to itself. */
static void a_plan_is_plain_bytes(void **state)
{
    const job job = small_job(STREW_INT64);
    unsigned char stored[sizeof(strew_plan) + 1];
    strew_plan plan, copy;

    (void)state;
    assert_int_equal(strew_plan_size(), sizeof(strew_plan));
    stage_prepare(&buffers, &job);
    plan = stage_plan(&buffers, STREW_ISA_BEST);
    memcpy(stored + 1, &plan, sizeof plan);
    memset(&plan, 0xee, sizeof plan);
    memset(buffers.data_shape, 0xee, sizeof buffers.data_shape);
    memset(&buffers.data_tensor, 0xee, sizeof buffers.data_tensor);
    memcpy(&copy, stored + 1, sizeof copy);
    assert_true(stage_run(&buffers, &copy, 0));
    assert_true(stage_run(&buffers, &copy, 1));
}

static void a_plan_runs_any_number_of_times(void **state)
{
    const job job = small_job(STREW_INT32);
    strew_plan plan;
    strew_fault fault;

    (void)state;
    stage_prepare(&buffers, &job);
    plan = stage_plan(&buffers, STREW_ISA_BEST);
    assert_true(stage_run(&buffers, &plan, 0));
    stage_set_index(&buffers, 4, 1, 3);
    assert_true(stage_run_refused(&buffers, &plan, STREW_INDEX_OUTSIDE, &fault));
    stage_prepare(&buffers, &job); /* other places, other contents, the same shapes */
    assert_true(stage_run(&buffers, &plan, 1));
}

static void trusted_indices_give_the_same_result(void **state)
{
    static const int64_t size_1 = 300;
    static const int64_t sizes_5[] = {3, 4, 2, 5, 3};

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        job job = small_job(i % 2 ? STREW_INT32 : STREW_INT64);
        const strew_options options = {.policy = STREW_POLICY_TRUSTED};
        strew_plan plan;
        job.n_sizes = i < 2 ? 1 : 5;
        job.sizes = i < 2 ? &size_1 : sizes_5;
        job.n_tuples = 3000;
        stage_prepare(&buffers, &job);
        plan = plan_of(&buffers.data_tensor, &buffers.indices_tensor, &buffers.updates_tensor, job.reduction, &options);
        assert_true(stage_run(&buffers, &plan, 0));
        assert_true(stage_run(&buffers, &plan, 1));
    }
}

/* ---- Threads ------------------------------------------------------------------------------------------------------------------------ */

typedef struct rewriter {
    volatile int64_t *index;
    atomic_int is_done;
} rewriter;

/* Never the same for long: inside, and so far outside that a write there would end the process. */
static void *rewrite(void *argument)
{
    rewriter *const rewriter = argument;
    while (!atomic_load_explicit(&rewriter->is_done, memory_order_relaxed)) {
        *rewriter->index = INT64_C(0x7fffffff);
        *rewriter->index = 5;
        *rewriter->index = INT64_MIN / 2;
        *rewriter->index = -1;
    }
    return NULL;
}

/* Nobody may do this, but whoever does it must not harm what lies around. */
static void rewrite_during_calls(int32_t k)
{
    enum { TUPLES = 20000, RUNS = 300, RUNS_LIGHT = 30 };
    static int64_t indices_values[2 * TUPLES];
    static uint8_t updates_values[TUPLES];
    static uint32_t workspace[TUPLES + 1024];
    const int64_t data_shape[] = {k == 1 ? 1000 : 10, 100}, indices_shape[] = {TUPLES, k}, updates_shape[] = {TUPLES};
    const strew_tensor data = {STREW_UINT8, k, data_shape, NULL};
    const strew_tensor indices = {STREW_INT64, 2, indices_shape, indices_values};
    const strew_tensor updates = {STREW_UINT8, 1, updates_shape, updates_values};
    const strew_plan plan = plan_of(&data, &indices, &updates, STREW_ADD, NULL);
    unsigned char *const output = guarded_place(&buffers.output, 1000, FLUSH_END, 0);
    rewriter rewriter = {.index = &indices_values[k * (TUPLES - 2)]};
    pthread_t thread;

    assert_true(strew_workspace_size(&plan) <= sizeof workspace);
    memset(output, 0, 1000);
    assert_int_equal(pthread_create(&thread, NULL, rewrite, &rewriter), 0);
    for (int i = 0; i < (is_light() ? RUNS_LIGHT : RUNS); i++) {
        const strew_status status =
            strew_run_with(&plan, output, output, indices_values, updates_values, i % 2 ? workspace : NULL, sizeof workspace, NULL);
        assert_true(status == STREW_OK || status == STREW_INDEX_OUTSIDE || status == STREW_INDICES_CHANGED);
        assert_true(guarded_is_intact(&buffers.output));
    }
    atomic_store(&rewriter.is_done, 1);
    assert_int_equal(pthread_join(thread, NULL), 0);
}

static void indices_rewritten_during_the_call_harm_nothing_else(void **state)
{
    (void)state;
    rewrite_during_calls(1);
    rewrite_during_calls(2); /* a run that a workspace is of use to */
}

typedef struct runner {
    const strew_plan *plan;
    stage *stage;
    unsigned char *output;
    int is_right;
} runner;

static void *run_plan(void *argument)
{
    runner *const runner = argument;
    size_t where;
    runner->is_right = 1;
    for (int i = 0; i < 20; i++) {
        const strew_status status = strew_run(runner->plan, runner->output, runner->stage->data.bytes, runner->stage->indices.bytes,
                                              runner->stage->updates.bytes, NULL);
        runner->is_right &=
            status == STREW_OK && is_same(runner->plan->dtype, runner->output, runner->stage->expected, runner->stage->n_data, &where);
    }
    return NULL;
}

static void threads_run_one_plan_at_once(void **state)
{
    enum { THREADS = 4 };
    static unsigned char outputs[THREADS][96 + 1];
    job job = small_job(STREW_INT32);
    pthread_t threads[THREADS];
    runner runners[THREADS];
    strew_plan plan;

    (void)state;
    job.n_tuples = 2500;
    stage_prepare(&buffers, &job);
    assert_int_equal(buffers.n_data_bytes, 96);
    plan = stage_plan(&buffers, STREW_ISA_BEST);
    for (int i = 0; i < THREADS; i++) {
        runners[i] = (runner){&plan, &buffers, outputs[i] + i % 2, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, run_plan, &runners[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_true(runners[i].is_right);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_index_outside_is_described_exactly),
        cmocka_unit_test(indices_outside_are_refused_without_a_trace),
        cmocka_unit_test(components_are_checked_one_by_one),
        cmocka_unit_test(bounds_of_any_size_are_exact),
        cmocka_unit_test(a_tuple_into_a_zero_dimension_is_outside),
        cmocka_unit_test(buffers_that_are_missing_are_refused),
        cmocka_unit_test(output_may_be_data_but_not_overlap_it),
        cmocka_unit_test(output_may_not_overlap_indices),
        cmocka_unit_test(output_may_not_overlap_updates),
        cmocka_unit_test(inputs_may_overlap_each_other),
        cmocka_unit_test(buffers_of_zero_bytes_may_be_null),
        cmocka_unit_test(success_leaves_a_fault_of_zeros),
        cmocka_unit_test(one_call_is_a_plan_and_a_run),
        cmocka_unit_test(a_plan_is_plain_bytes),
        cmocka_unit_test(a_plan_runs_any_number_of_times),
        cmocka_unit_test(trusted_indices_give_the_same_result),
        cmocka_unit_test(indices_rewritten_during_the_call_harm_nothing_else),
        cmocka_unit_test(threads_run_one_plan_at_once),
    };
    return cmocka_run_group_tests_name("run", tests, set_up, tear_down);
}
