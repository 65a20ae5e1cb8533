#include "stage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare.h"
#include "operators.h"
#include "pools.h"

stage stage_open(size_t capacity, uint64_t seed)
{
    stage stage;

    memset(&stage, 0, sizeof stage);
    stage.data = guarded_open(capacity);
    stage.indices = guarded_open(capacity);
    stage.updates = guarded_open(capacity);
    stage.output = guarded_open(capacity);
    stage.workspace = guarded_open(capacity);
    stage.prepared = guarded_open(8 * capacity); /* up to 32 bytes a tuple, of at least 4 */
    guarded_place(&stage.workspace, 0, FLUSH_END, 0);
    guarded_place(&stage.prepared, 0, FLUSH_END, 0);
    stage.expected = malloc(capacity);
    stage.unlike = malloc(capacity);
    assert_true(stage.expected != NULL && stage.unlike != NULL);
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
    guarded_close(&stage->prepared);
    free(stage->expected);
    free(stage->unlike);
}

/* ---- Preparing ---------------------------------------------------------------------------------------------------------------------- */

/* Unless all are to, a third of the buffers touch the guard page; the others lie up to 64 bytes away from it, so that every alignment of a
 * 64-byte vector comes up, the odd ones included. The end is drawn as well: taken in turn, it would be in step with the loops of the tests,
 * and int32, say, never at the one. */
static unsigned char *place(stage *stage, guarded *buffer, size_t size)
{
    const uint64_t random = random_next(&stage->random);
    const size_t distance = random % 3 ? (size_t)(random >> 8) % 65 : 0;

    if (stage->is_flush) return guarded_place(buffer, size, stage->end, 0);
    return guarded_place(buffer, size, random >> 63 ? FLUSH_END : FLUSH_START, distance);
}

void stage_place(stage *stage, const scatter *scatter)
{
    const size_t size = reference_size(scatter->dtype);
    int32_t updates_rank;
    size_t n_updates;

    memcpy(stage->data_shape, scatter->data_shape, sizeof stage->data_shape);
    memcpy(stage->indices_shape, scatter->indices_shape, sizeof stage->indices_shape);
    updates_rank = updates_shape_of(scatter->op, scatter->data_rank, stage->data_shape, scatter->indices_rank, stage->indices_shape,
                                    scatter->axis, stage->updates_shape);
    assert_true(updates_rank >= 0);
    stage->options = scatter->options;
    stage->data_tensor = (strew_tensor){scatter->dtype, scatter->data_rank, stage->data_shape, NULL};
    stage->indices_tensor = (strew_tensor){scatter->index_dtype, scatter->indices_rank, stage->indices_shape, NULL};
    stage->updates_tensor = (strew_tensor){scatter->dtype, updates_rank, stage->updates_shape, NULL};
    stage->call = (reference_call){scatter->op,   &stage->data_tensor, &stage->indices_tensor, &stage->updates_tensor,
                                   scatter->axis, scatter->reduction,  &stage->options};
    stage->n_data = reference_elements(&stage->data_tensor);
    stage->n_data_bytes = stage->n_data * size;
    stage->n_components = reference_elements(&stage->indices_tensor);
    n_updates = reference_elements(&stage->updates_tensor);
    assert_true(stage->n_data_bytes <= stage->capacity);

    stage->is_flush = 0;
    stage->data_tensor.values = place(stage, &stage->data, stage->n_data_bytes);
    place(stage, &stage->output, stage->n_data_bytes);
    stage->indices_tensor.values = place(stage, &stage->indices, stage->n_components * reference_size(scatter->index_dtype));
    stage->updates_tensor.values = place(stage, &stage->updates, n_updates * size);
    fill_quickly(scatter->dtype, stage->data.bytes, stage->n_data, scatter->contents, &stage->random);
    fill_quickly(scatter->dtype, stage->updates.bytes, n_updates, scatter->contents, &stage->random);
}

void stage_flush(stage *stage, placement end)
{
    stage->is_flush = 1;
    stage->end = end;
    stage->data_tensor.values = guarded_move(&stage->data, end);
    stage->indices_tensor.values = guarded_move(&stage->indices, end);
    stage->updates_tensor.values = guarded_move(&stage->updates, end);
    guarded_move(&stage->output, end);
}

void stage_expect(stage *stage)
{
    reference_scatter(stage->expected, &stage->call);
}

/* ---- Indices ------------------------------------------------------------------------------------------------------------------------ */

void stage_write_index(stage *stage, size_t position, int64_t value)
{
    unsigned char *const values = stage->indices.bytes;

    if (stage->indices_tensor.dtype == STREW_INT32) {
        const int32_t narrow = (int32_t)value;
        memcpy(values + position * sizeof narrow, &narrow, sizeof narrow);
    } else {
        memcpy(values + position * sizeof value, &value, sizeof value);
    }
}

int64_t stage_read_index(const stage *stage, size_t position)
{
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

static size_t components(const stage *stage)
{
    return (size_t)components_of(stage->call.op, stage->indices_tensor.rank, stage->indices_shape);
}

void stage_set_index(stage *stage, size_t tuple, int32_t component, int64_t value)
{
    stage_write_index(stage, tuple * components(stage) + (size_t)component, value);
}

int64_t stage_get_index(const stage *stage, size_t tuple, int32_t component)
{
    return stage_read_index(stage, tuple * components(stage) + (size_t)component);
}

int64_t stage_size_at(const stage *stage, size_t position)
{
    const int64_t axis = stage->call.axis < 0 ? stage->call.axis + stage->data_tensor.rank : stage->call.axis;
    return stage->data_shape[stage->call.op == REFERENCE_ND ? (int64_t)(position % components(stage)) : axis];
}

static int wraps(const stage *stage)
{
    return stage->options.negative == STREW_NEGATIVE_WRAPS;
}

int64_t stage_inside(stage *stage, int64_t size)
{
    const int64_t index = (int64_t)random_below(&stage->random, (uint64_t)size);
    return wraps(stage) && random_below(&stage->random, 3) == 0 ? index - size : index;
}

int64_t stage_outside(stage *stage, int64_t size)
{
    const int64_t below = wraps(stage) ? -size - 1 : -1;
    const int64_t narrow[] = {size, below, below, size + 1, INT32_MAX, INT32_MIN};
    const int64_t wide[] = {INT64_MAX,
                            INT64_MIN,
                            INT64_C(1) << 32,
                            -(INT64_C(1) << 32),
                            (INT64_C(1) << 32) + size - 1,
                            INT64_C(1) << 31,
                            -(INT64_C(1) << 31) - 1,
                            INT64_C(1) << 62,
                            INT64_MIN + size,
                            INT64_MAX - size};
    const size_t n_narrow = sizeof narrow / sizeof *narrow, n_wide = sizeof wide / sizeof *wide;
    const size_t which = (size_t)random_below(&stage->random, n_narrow + (stage->indices_tensor.dtype == STREW_INT32 ? 0 : n_wide));

    return which < n_narrow ? narrow[which] : wide[which - n_narrow];
}

void stage_draw_indices(stage *stage, unsigned outside)
{
    for (size_t position = 0; position < stage->n_components; position++) {
        const int64_t size = stage_size_at(stage, position);
        const int is_outside = random_below(&stage->random, 16) < outside;
        stage_write_index(stage, position, is_outside ? stage_outside(stage, size) : stage_inside(stage, size));
    }
}

/* The tuples of slices 0, 1, ... or of random ones; about a third of the components count from the end. */
static void fill_by_pattern(stage *stage, const job *job)
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
            const int is_negative = wraps(stage) && random_below(&stage->random, 3) == 0;
            stage_set_index(stage, t, j, is_negative ? index - (int64_t)size : index);
            slice /= size;
        }
    }
}

void stage_prepare(stage *stage, const job *job)
{
    scatter scatter = {
        .op = REFERENCE_ND,
        .dtype = job->dtype,
        .index_dtype = job->index_dtype,
        .reduction = job->reduction,
        .options = job->options,
        .data_rank = job->n_sizes,
        .indices_rank = 2,
        .indices_shape = {(int64_t)job->n_tuples, job->n_sizes},
        .contents = job->contents,
    };

    for (int32_t j = 0; j < job->n_sizes; j++) scatter.data_shape[j] = job->sizes[j];
    /* 64 dimensions of indices leave none for the slices: their width is 1 then. */
    if (job->n_sizes < STREW_MAX_RANK) scatter.data_shape[scatter.data_rank++] = (int64_t)job->width;
    stage_place(stage, &scatter);
    fill_by_pattern(stage, job);
    stage_expect(stage);
}

/* ---- Words -------------------------------------------------------------------------------------------------------------------------- */

typedef struct text {
    char characters[600];
    size_t used;
} text;

static void say(text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What does not fit is left out. */
static void say(text *text, const char *format, ...)
{
    const size_t room = sizeof text->characters - text->used;
    va_list arguments;
    size_t length;

    va_start(arguments, format);
    length = (size_t)vsnprintf(text->characters + text->used, room, format, arguments);
    va_end(arguments);
    text->used += length < room ? length : room - 1;
}

static void say_tensor(text *text, const char *name, const strew_tensor *tensor)
{
    say(text, ", %s %s [", name, reference_dtype_name(tensor->dtype));
    for (int32_t d = 0; d < tensor->rank; d++) say(text, "%s%lld", d ? ", " : "", (long long)tensor->shape[d]);
    say(text, "]");
}

const char *stage_describe(const stage *stage)
{
    static const char *const policies[] = {"error", "trusted", "skip", "clamp"};
    static text text;
    const strew_options *const options = &stage->options;

    text.used = 0;
    say(&text, "%s by %s", operator_name(stage->call.op), reference_reduction_name(stage->call.reduction));
    say_tensor(&text, "data", &stage->data_tensor);
    say_tensor(&text, "indices", &stage->indices_tensor);
    say(&text, ", axis %lld, policy %s, negative %s, NaN %s", (long long)stage->call.axis, policies[options->policy],
        options->negative ? "outside" : "wraps", options->nan ? "loses" : "wins");
    return text.characters;
}

static const char *name_of(const strew_plan *plan)
{
    const char *const name = strew_plan_kernel(plan);
    return name ? name : "no kernel";
}

/* ---- Running ------------------------------------------------------------------------------------------------------------------------ */

strew_plan stage_plan(const stage *stage, strew_isa isa)
{
    strew_options options = stage->options;
    reference_call call = stage->call;
    strew_plan plan;
    strew_fault fault;
    char sentence[STREW_SENTENCE_BYTES];

    options.isa = isa;
    call.options = &options;
    if (plan_call(&plan, &call, &fault) != STREW_OK) {
        strew_describe(&fault, sentence, sizeof sentence);
        fail_msg("planning for %s was refused: %s; %s", strew_isa_name(isa), sentence, stage_describe(stage));
    }
    return plan;
}

static int are_intact(const stage *stage, const char *who)
{
    const struct {
        const guarded *buffer;
        const char *name;
    } buffers[] = {
        {&stage->data, "data"},     {&stage->indices, "indices"},     {&stage->updates, "updates"},
        {&stage->output, "output"}, {&stage->workspace, "workspace"}, {&stage->prepared, "prepared"},
    };

    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) {
        if (!guarded_is_intact(buffers[i].buffer)) {
            fprintf(stderr, "%s wrote beside %s: %s\n", who, buffers[i].name, stage_describe(stage));
            return 0;
        }
    }
    return 1;
}

static const unsigned char *fill_output(stage *stage, int is_in_place)
{
    if (is_in_place) {
        if (stage->n_data_bytes) memcpy(stage->output.bytes, stage->data.bytes, stage->n_data_bytes);
        return stage->output.bytes;
    }
    if (stage->n_data_bytes) memset(stage->output.bytes, 0xc3, stage->n_data_bytes);
    guarded_forget(&stage->output);
    return stage->data.bytes;
}

/* A pool whose threads take turns: from either end, or from the middle, so that whoever counts on an order is found out. Now and then they
 * are threads, which cost more than most calls do. */
enum { TURNS_TO_THREADS = 64 };
static void take_turns(void *pool, size_t n, strew_task *task, void *argument)
{
    stage *const stage = pool;
    const size_t first = (size_t)random_below(&stage->random, n);
    const int is_backwards = random_below(&stage->random, 2) != 0;

    if (random_below(&stage->random, TURNS_TO_THREADS) == 0) {
        on_threads(&(size_t){MOST_THREADS}, n, task, argument);
        return;
    }
    for (size_t i = 0; i < n; i++) task(argument, (first + (is_backwards ? n - i : i)) % n);
}

static void *garbage(stage *stage, guarded *buffer, size_t size)
{
    /* As slots, these are far outside. */
    memset(place(stage, buffer, size), 0xee, size);
    guarded_forget(buffer);
    return buffer->bytes;
}

static strew_status run_prepared(stage *stage, const strew_plan *plan, const void *data, const strew_resources *resources,
                                 strew_fault *fault)
{
    const size_t size = strew_prepared_size(plan);
    void *const prepared = garbage(stage, &stage->prepared, size);
    const strew_status status = strew_prepare(plan, stage->indices.bytes, prepared, size, fault);

    if (status != STREW_OK) return status;
    return strew_run_prepared(plan, stage->output.bytes, data, prepared, stage->updates.bytes, resources, fault);
}

static strew_status run(stage *stage, const strew_plan *plan, const void *data, strew_fault *fault)
{
    strew_resources resources = {.parallel_for = stage->n_threads != 0 ? take_turns : NULL, .pool = stage, .n_threads = stage->n_threads};

    if (stage->is_prepared) return run_prepared(stage, plan, data, &resources, fault);
    if (!stage->has_workspace && stage->n_threads == 0) {
        return strew_run(plan, stage->output.bytes, data, stage->indices.bytes, stage->updates.bytes, fault);
    }
    if (stage->has_workspace) {
        resources.workspace_bytes = strew_workspace_size(plan, stage->n_threads);
        resources.workspace = garbage(stage, &stage->workspace, resources.workspace_bytes);
    }
    return strew_run_with(plan, stage->output.bytes, data, stage->indices.bytes, stage->updates.bytes, &resources, fault);
}

static int is_right(stage *stage, strew_status status, const strew_fault *fault, const char *who, int is_in_place)
{
    char sentence[STREW_SENTENCE_BYTES];

    if (status != STREW_OK || fault->status != STREW_OK) {
        strew_describe(fault, sentence, sizeof sentence);
        fprintf(stderr, "%s came to status %d: %s; %s\n", who, (int)status, sentence, stage_describe(stage));
        return 0;
    }
    return are_intact(stage, who) &&
           is_same_or_print(stage->data_tensor.dtype, stage->output.bytes, stage->expected, stage->n_data,
                            "%s, %s, %s, %s, on %d threads, %s", who, is_in_place ? "in place" : "out of place",
                            stage->has_workspace ? "with a workspace" : "without a workspace",
                            stage->is_prepared ? "prepared" : "not prepared", (int)stage->n_threads, stage_describe(stage));
}

int stage_run(stage *stage, const strew_plan *plan, int is_in_place)
{
    const unsigned char *const data = fill_output(stage, is_in_place);
    strew_fault fault;
    const strew_status status = run(stage, plan, data, &fault);

    return is_right(stage, status, &fault, name_of(plan), is_in_place);
}

int stage_call(stage *stage, strew_isa isa, int is_in_place)
{
    strew_options options = stage->options;
    strew_tensor data = stage->data_tensor;
    reference_call call = stage->call;
    strew_fault fault;
    strew_status status;

    options.isa = isa;
    call.options = &options;
    data.values = fill_output(stage, is_in_place);
    call.data = &data;
    status = make_call(stage->output.bytes, &call, &fault);
    return is_right(stage, status, &fault, strew_isa_name(isa), is_in_place);
}

/* Bytes of which each is another than that of data, by words where they are many: sanitizers and emulators take their time. */
static const unsigned char *unlike_data(stage *stage)
{
    const uint64_t other = UINT64_C(0x5a5a5a5a5a5a5a5a);
    uint64_t word;
    size_t i = 0;

    for (; i + sizeof word <= stage->n_data_bytes; i += sizeof word) {
        memcpy(&word, stage->data.bytes + i, sizeof word);
        word ^= other;
        memcpy(stage->unlike + i, &word, sizeof word);
    }
    for (; i < stage->n_data_bytes; i++) stage->unlike[i] = stage->data.bytes[i] ^ (unsigned char)other;
    return stage->unlike;
}

int stage_run_refused(stage *stage, const strew_plan *plan, strew_status status, strew_fault *fault)
{
    unsigned char *const output = stage->output.bytes;

    for (int is_in_place = 0; is_in_place < 2; is_in_place++) {
        const void *const data = is_in_place ? output : stage->data.bytes;
        /* Out of place, a copy of data must show too. */
        const unsigned char *const before = is_in_place ? stage->data.bytes : unlike_data(stage);
        strew_status actual;

        if (stage->n_data_bytes) memcpy(output, before, stage->n_data_bytes);
        actual = run(stage, plan, data, fault);
        if (actual != status || fault->status != status) {
            fprintf(stderr, "%s came to status %d with fault %d, expected %d: %s\n", name_of(plan), (int)actual, (int)fault->status,
                    (int)status, stage_describe(stage));
            return 0;
        }
        if ((stage->n_data_bytes && memcmp(output, before, stage->n_data_bytes) != 0) || !are_intact(stage, name_of(plan))) {
            fprintf(stderr, "%s was refused, but has written: %s\n", name_of(plan), stage_describe(stage));
            return 0;
        }
    }
    return 1;
}
