#include "stage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare.h"
#include "reference.h"

stage stage_open(size_t capacity, uint64_t seed)
{
    stage stage;

    memset(&stage, 0, sizeof stage);
    stage.data = guarded_open(capacity);
    stage.indices = guarded_open(capacity);
    stage.updates = guarded_open(capacity);
    stage.output = guarded_open(capacity);
    stage.workspace = guarded_open(capacity);
    guarded_place(&stage.workspace, 0, FLUSH_END, 0);
    stage.expected = malloc(capacity);
    assert_non_null(stage.expected);
    stage.capacity = capacity;
    stage.random = seed;
    return stage;
}

void stage_close(stage *stage)
{
    guarded_close(&stage->data);
    guarded_close(&stage->indices);
    guarded_close(&stage->updates);
    guarded_close(&stage->output);
    guarded_close(&stage->workspace);
    free(stage->expected);
}

/* A third of the buffers touch the guard page; the others lie up to 33 bytes away from it, so that every alignment of a 32-byte vector
 * comes up, the odd ones included. */
static unsigned char *place(stage *stage, guarded *buffer, size_t size)
{
    const uint64_t random = random_next(&stage->random);
    const size_t distance = random % 3 ? (size_t)(random >> 8) % 34 : 0;

    return guarded_place(buffer, size, stage->is_at_end ? FLUSH_END : FLUSH_START, distance);
}

/* Random elements are drawn once and then copied from a random place: drawing costs more than scattering. */
static void fill_quickly(stage *stage, strew_dtype dtype, contents contents, unsigned char *to, size_t n)
{
    enum { POOL = 8192 };
    static unsigned char pool[POOL * REFERENCE_LARGEST_ELEMENT];
    static strew_dtype pool_dtype;
    static int pool_contents = -1;
    const size_t size = reference_size(dtype);

    if (pool_dtype != dtype || pool_contents != (int)contents) {
        fill(dtype, pool, POOL, contents, &stage->random);
        pool_dtype = dtype;
        pool_contents = (int)contents;
    }
    while (n) {
        const size_t from = random_below(&stage->random, POOL / 2), most = POOL - from, taken = n < most ? n : most;
        memcpy(to, pool + from * size, taken * size);
        to += taken * size;
        n -= taken;
    }
}

void stage_set_index(stage *stage, size_t tuple, int32_t component, int64_t value)
{
    const size_t position = tuple * (size_t)stage->indices_shape[1] + (size_t)component;
    unsigned char *const values = stage->indices.bytes;

    if (stage->indices_tensor.dtype == STREW_INT32) {
        const int32_t narrow = (int32_t)value;
        memcpy(values + position * sizeof narrow, &narrow, sizeof narrow);
    } else {
        memcpy(values + position * sizeof value, &value, sizeof value);
    }
}

int64_t stage_get_index(const stage *stage, size_t tuple, int32_t component)
{
    const size_t position = tuple * (size_t)stage->indices_shape[1] + (size_t)component;
    const unsigned char *const values = stage->indices.bytes;
    int32_t narrow;
    int64_t value;

    if (stage->indices_tensor.dtype == STREW_INT32) {
        memcpy(&narrow, values + position * sizeof narrow, sizeof narrow);
        return narrow;
    }
    memcpy(&value, values + position * sizeof value, sizeof value);
    return value;
}

/* The tuples of slices 0, 1, ... or of random ones; about a third of the components count from the end. */
static void fill_indices(stage *stage, const job *job)
{
    uint64_t n_slices = 1, first;

    for (int32_t j = 0; j < job->n_sizes; j++) n_slices *= (uint64_t)job->sizes[j];
    first = random_below(&stage->random, n_slices);
    for (size_t t = 0; t < job->n_tuples; t++) {
        uint64_t slice;
        switch (job->pattern) {
        case RUN: slice = (first + t) % n_slices; break;
        case REVERSE: slice = (first + (n_slices - t % n_slices)) % n_slices; break;
        case SAME: slice = first; break;
        default: slice = random_below(&stage->random, n_slices); break;
        }
        for (int32_t j = job->n_sizes; j-- > 0;) {
            const uint64_t size = (uint64_t)job->sizes[j];
            const int64_t index = (int64_t)(slice % size);
            stage_set_index(stage, t, j, random_below(&stage->random, 3) ? index : index - (int64_t)size);
            slice /= size;
        }
    }
}

void stage_prepare(stage *stage, const job *job)
{
    const size_t size = reference_size(job->dtype), index_size = reference_size(job->index_dtype);
    const size_t n_updates = job->n_tuples * job->width, n_components = job->n_tuples * (size_t)job->n_sizes;

    stage->n_data = job->width;
    for (int32_t j = 0; j < job->n_sizes; j++) {
        stage->data_shape[j] = job->sizes[j];
        stage->n_data *= (size_t)job->sizes[j];
    }
    stage->n_data_bytes = stage->n_data * size;
    stage->data_shape[job->n_sizes] = (int64_t)job->width;
    stage->indices_shape[0] = stage->updates_shape[0] = (int64_t)job->n_tuples;
    stage->indices_shape[1] = job->n_sizes;
    stage->updates_shape[1] = (int64_t)job->width;
    assert_true(stage->n_data_bytes <= stage->capacity);

    stage->is_at_end = !stage->is_at_end;
    place(stage, &stage->data, stage->n_data_bytes);
    place(stage, &stage->output, stage->n_data_bytes);
    place(stage, &stage->indices, n_components * index_size);
    place(stage, &stage->updates, n_updates * size);
    /* 64 dimensions of indices leave none for the slices: their width is 1 then. */
    stage->data_tensor =
        (strew_tensor){job->dtype, job->n_sizes < STREW_MAX_RANK ? job->n_sizes + 1 : job->n_sizes, stage->data_shape, stage->data.bytes};
    stage->indices_tensor = (strew_tensor){job->index_dtype, 2, stage->indices_shape, stage->indices.bytes};
    stage->updates_tensor = (strew_tensor){job->dtype, job->n_sizes < STREW_MAX_RANK ? 2 : 1, stage->updates_shape, stage->updates.bytes};

    fill_quickly(stage, job->dtype, job->contents, stage->data.bytes, stage->n_data);
    fill_quickly(stage, job->dtype, job->contents, stage->updates.bytes, n_updates);
    fill_indices(stage, job);
    reference_scatter_nd(stage->expected, &stage->data_tensor, &stage->indices_tensor, &stage->updates_tensor, job->reduction);
}

strew_plan stage_plan(const stage *stage, strew_reduction reduction, strew_isa isa)
{
    const strew_options options = {.isa = isa};
    strew_plan plan;
    strew_fault fault;
    char sentence[STREW_SENTENCE_BYTES];

    if (strew_scatter_nd_plan(&plan, &stage->data_tensor, &stage->indices_tensor, &stage->updates_tensor, reduction, &options, &fault)) {
        strew_describe(&fault, sentence, sizeof sentence);
        fail_msg("planning for %s was refused: %s", strew_isa_name(isa), sentence);
    }
    return plan;
}

static const char *name_of(const strew_plan *plan)
{
    const char *const name = strew_plan_kernel(plan);
    return name ? name : "no kernel";
}

static int are_intact(const stage *stage, const strew_plan *plan)
{
    const struct {
        const guarded *buffer;
        const char *name;
    } buffers[] = {
        {&stage->data, "data"},     {&stage->indices, "indices"},     {&stage->updates, "updates"},
        {&stage->output, "output"}, {&stage->workspace, "workspace"},
    };

    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) {
        if (!guarded_is_intact(buffers[i].buffer)) {
            fprintf(stderr, "%s wrote beside %s\n", name_of(plan), buffers[i].name);
            return 0;
        }
    }
    return 1;
}

static strew_status run(stage *stage, const strew_plan *plan, const void *data, strew_fault *fault)
{
    unsigned char *const output = stage->output.bytes;
    const size_t size = strew_workspace_size(plan);

    if (!stage->has_workspace) return strew_run(plan, output, data, stage->indices.bytes, stage->updates.bytes, fault);
    /* As slots, these are far outside. */
    memset(place(stage, &stage->workspace, size), 0xee, size);
    return strew_run_with(plan, output, data, stage->indices.bytes, stage->updates.bytes, stage->workspace.bytes, size, fault);
}

int stage_run(stage *stage, const strew_plan *plan, int is_in_place)
{
    unsigned char *const output = stage->output.bytes;
    strew_fault fault;
    char sentence[STREW_SENTENCE_BYTES];

    if (is_in_place)
        memcpy(output, stage->data.bytes, stage->n_data_bytes);
    else
        memset(output, 0xc3, stage->n_data_bytes);
    if (run(stage, plan, is_in_place ? output : stage->data.bytes, &fault) != STREW_OK) {
        strew_describe(&fault, sentence, sizeof sentence);
        fprintf(stderr, "%s was refused: %s\n", name_of(plan), sentence);
        return 0;
    }
    return are_intact(stage, plan) &&
           is_same_or_print(plan->dtype, output, stage->expected, stage->n_data, "%s, width %lld, %lld tuples of %lld, %s, %s, %s",
                            name_of(plan), (long long)stage->updates_shape[1], (long long)stage->indices_shape[0],
                            (long long)stage->indices_shape[1], reference_dtype_name(stage->indices_tensor.dtype),
                            is_in_place ? "in place" : "out of place", stage->has_workspace ? "with a workspace" : "without a workspace");
}

int stage_run_refused(stage *stage, const strew_plan *plan, strew_status status, strew_fault *fault)
{
    unsigned char *const output = stage->output.bytes;

    for (int is_in_place = 0; is_in_place < 2; is_in_place++) {
        const void *const data = is_in_place ? output : stage->data.bytes;
        size_t n_written = 0;
        strew_status actual;

        /* Out of place, a copy of data must show too. */
        for (size_t i = 0; i < stage->n_data_bytes; i++) output[i] = (unsigned char)(stage->data.bytes[i] ^ (is_in_place ? 0 : 0x5a));
        actual = run(stage, plan, data, fault);
        if (actual != status || fault->status != status) {
            fprintf(stderr, "%s came to status %d with fault %d, expected %d\n", name_of(plan), (int)actual, (int)fault->status,
                    (int)status);
            return 0;
        }
        for (size_t i = 0; i < stage->n_data_bytes; i++) n_written += output[i] != (stage->data.bytes[i] ^ (is_in_place ? 0 : 0x5a));
        if (n_written != 0 || !are_intact(stage, plan)) {
            fprintf(stderr, "%s was refused, but has written\n", name_of(plan));
            return 0;
        }
    }
    return 1;
}
