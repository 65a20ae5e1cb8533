#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare.h"
#include "operators.h"
#include "pools.h"

fixture fixture_open(size_t capacity, uint64_t seed)
{
    fixture fixture;

    memset(&fixture, 0, sizeof fixture);
    fixture.data = guarded_open(capacity);
    fixture.indices = guarded_open(capacity);
    fixture.updates = guarded_open(capacity);
    fixture.output = guarded_open(capacity);
    fixture.workspace = guarded_open(capacity);
    fixture.prepared = guarded_open(8 * capacity); /* up to 32 bytes a tuple, of at least 4 */
    guarded_place(&fixture.workspace, 0, FLUSH_END, 0);
    guarded_place(&fixture.prepared, 0, FLUSH_END, 0);
    fixture.expected = malloc(capacity);
    fixture.unlike = malloc(capacity);
    assert_true(fixture.expected != NULL && fixture.unlike != NULL);
    fixture.capacity = capacity;
    fixture.random = seed;
    return fixture;
}

void fixture_close(fixture *fixture)
{
    guarded_close(&fixture->data);
    guarded_close(&fixture->indices);
    guarded_close(&fixture->updates);
    guarded_close(&fixture->output);
    guarded_close(&fixture->workspace);
    guarded_close(&fixture->prepared);
    free(fixture->expected);
    free(fixture->unlike);
}

/* ---- Preparing ----------------------------------------------------------------------------------------------------------------------- */

/* Unless all are to, a third of the buffers touch the guard page; the others lie up to 64 bytes away from it, so that every alignment of a
 * 64-byte vector comes up, the odd ones included. The end is drawn as well: taken in turn, it would be in step with the loops of the tests,
 * and int32, say, never at the one. */
static unsigned char *place(fixture *fixture, guarded *buffer, size_t size)
{
    const uint64_t random = random_next(&fixture->random);
    const size_t distance = random % 3 ? (size_t)(random >> 8) % 65 : 0;

    if (fixture->is_flush) return guarded_place(buffer, size, fixture->end, 0);
    return guarded_place(buffer, size, random >> 63 ? FLUSH_END : FLUSH_START, distance);
}

void fixture_place(fixture *fixture, const scatter *scatter)
{
    const size_t size = reference_size(scatter->dtype);
    int32_t updates_rank;
    size_t n_updates;

    memcpy(fixture->data_shape, scatter->data_shape, sizeof fixture->data_shape);
    memcpy(fixture->indices_shape, scatter->indices_shape, sizeof fixture->indices_shape);
    updates_rank = updates_shape_of(scatter->op, scatter->data_rank, fixture->data_shape, scatter->indices_rank, fixture->indices_shape,
                                    scatter->axis, fixture->updates_shape);
    assert_true(updates_rank >= 0);
    fixture->options = scatter->options;
    fixture->data_tensor = (strew_tensor){scatter->dtype, scatter->data_rank, fixture->data_shape, NULL};
    fixture->indices_tensor = (strew_tensor){scatter->index_dtype, scatter->indices_rank, fixture->indices_shape, NULL};
    fixture->updates_tensor = (strew_tensor){scatter->dtype, updates_rank, fixture->updates_shape, NULL};
    fixture->call = (reference_call){scatter->op,   &fixture->data_tensor, &fixture->indices_tensor, &fixture->updates_tensor,
                                     scatter->axis, scatter->reduction,    &fixture->options};
    fixture->n_data = reference_elements(&fixture->data_tensor);
    fixture->n_data_bytes = fixture->n_data * size;
    fixture->n_components = reference_elements(&fixture->indices_tensor);
    n_updates = reference_elements(&fixture->updates_tensor);
    assert_true(fixture->n_data_bytes <= fixture->capacity);

    fixture->is_flush = 0;
    fixture->data_tensor.values = place(fixture, &fixture->data, fixture->n_data_bytes);
    place(fixture, &fixture->output, fixture->n_data_bytes);
    fixture->indices_tensor.values = place(fixture, &fixture->indices, fixture->n_components * reference_size(scatter->index_dtype));
    fixture->updates_tensor.values = place(fixture, &fixture->updates, n_updates * size);
    fill_quickly(scatter->dtype, fixture->data.bytes, fixture->n_data, scatter->contents, &fixture->random);
    fill_quickly(scatter->dtype, fixture->updates.bytes, n_updates, scatter->contents, &fixture->random);
}

void fixture_flush(fixture *fixture, placement end)
{
    fixture->is_flush = 1;
    fixture->end = end;
    fixture->data_tensor.values = guarded_move(&fixture->data, end);
    fixture->indices_tensor.values = guarded_move(&fixture->indices, end);
    fixture->updates_tensor.values = guarded_move(&fixture->updates, end);
    guarded_move(&fixture->output, end);
}

void fixture_expect(fixture *fixture)
{
    reference_scatter(fixture->expected, &fixture->call);
}

/* ---- Indices ------------------------------------------------------------------------------------------------------------------------- */

void fixture_write_index(fixture *fixture, size_t position, int64_t value)
{
    unsigned char *const values = fixture->indices.bytes;

    if (fixture->indices_tensor.dtype == STREW_INT32) {
        const int32_t narrow = (int32_t)value;
        memcpy(values + position * sizeof narrow, &narrow, sizeof narrow);
    } else {
        memcpy(values + position * sizeof value, &value, sizeof value);
    }
}

int64_t fixture_read_index(const fixture *fixture, size_t position)
{
    const unsigned char *const values = fixture->indices.bytes;
    int32_t narrow;
    int64_t value;

    if (fixture->indices_tensor.dtype == STREW_INT32) {
        memcpy(&narrow, values + position * sizeof narrow, sizeof narrow);
        return narrow;
    }
    memcpy(&value, values + position * sizeof value, sizeof value);
    return value;
}

static size_t components(const fixture *fixture)
{
    return (size_t)components_of(fixture->call.op, fixture->indices_tensor.rank, fixture->indices_shape);
}

void fixture_set_index(fixture *fixture, size_t tuple, int32_t component, int64_t value)
{
    fixture_write_index(fixture, tuple * components(fixture) + (size_t)component, value);
}

int64_t fixture_get_index(const fixture *fixture, size_t tuple, int32_t component)
{
    return fixture_read_index(fixture, tuple * components(fixture) + (size_t)component);
}

int64_t fixture_size_at(const fixture *fixture, size_t position)
{
    const int64_t axis = fixture->call.axis < 0 ? fixture->call.axis + fixture->data_tensor.rank : fixture->call.axis;
    return fixture->data_shape[fixture->call.op == REFERENCE_ND ? (int64_t)(position % components(fixture)) : axis];
}

static int wraps(const fixture *fixture)
{
    return fixture->options.negative == STREW_NEGATIVE_WRAPS;
}

int64_t fixture_in_bounds(fixture *fixture, int64_t size)
{
    const int64_t index = (int64_t)random_below(&fixture->random, (uint64_t)size);
    return wraps(fixture) && random_below(&fixture->random, 3) == 0 ? index - size : index;
}

int64_t fixture_out_of_bounds(fixture *fixture, int64_t size)
{
    const int64_t below = wraps(fixture) ? -size - 1 : -1;
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
    const size_t which = (size_t)random_below(&fixture->random, n_narrow + (fixture->indices_tensor.dtype == STREW_INT32 ? 0 : n_wide));

    return which < n_narrow ? narrow[which] : wide[which - n_narrow];
}

void fixture_draw_indices(fixture *fixture, unsigned out_of_bounds)
{
    for (size_t position = 0; position < fixture->n_components; position++) {
        const int64_t size = fixture_size_at(fixture, position);
        const int is_out_of_bounds = random_below(&fixture->random, 16) < out_of_bounds;
        fixture_write_index(fixture, position, is_out_of_bounds ? fixture_out_of_bounds(fixture, size) : fixture_in_bounds(fixture, size));
    }
}

/* The tuples of slices 0, 1, ... or of random ones; about a third of the components count from the end. */
static void fill_by_pattern(fixture *fixture, const job *job)
{
    uint64_t n_slices = 1, first;

    for (int32_t j = 0; j < job->n_sizes; j++) n_slices *= (uint64_t)job->sizes[j];
    first = random_below(&fixture->random, n_slices);
    for (size_t t = 0; t < job->n_tuples; t++) {
        uint64_t slice;
        switch (job->pattern) {
        case RUN: slice = (first + t) % n_slices; break;
        case REVERSE: slice = (first + (n_slices - t % n_slices)) % n_slices; break;
        case SAME: slice = first; break;
        default: slice = random_below(&fixture->random, n_slices); break;
        }
        for (int32_t j = job->n_sizes; j-- > 0;) {
            const uint64_t size = (uint64_t)job->sizes[j];
            const int64_t index = (int64_t)(slice % size);
            const int is_negative = wraps(fixture) && random_below(&fixture->random, 3) == 0;
            fixture_set_index(fixture, t, j, is_negative ? index - (int64_t)size : index);
            slice /= size;
        }
    }
}

void fixture_prepare(fixture *fixture, const job *job)
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
    fixture_place(fixture, &scatter);
    fill_by_pattern(fixture, job);
    fixture_expect(fixture);
}

/* ---- Words --------------------------------------------------------------------------------------------------------------------------- */

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

const char *fixture_describe(const fixture *fixture)
{
    static const char *const policies[] = {"error", "trusted", "skip", "clamp"};
    static text text;
    const strew_options *const options = &fixture->options;

    text.used = 0;
    say(&text, "%s by %s", operator_name(fixture->call.op), reference_reduction_name(fixture->call.reduction));
    say_tensor(&text, "data", &fixture->data_tensor);
    say_tensor(&text, "indices", &fixture->indices_tensor);
    say(&text, ", axis %lld, policy %s, negative %s, NaN %s", (long long)fixture->call.axis, policies[options->policy],
        options->negative ? "out_of_bounds" : "wraps", options->nan ? "loses" : "wins");
    return text.characters;
}

static const char *name_of(const strew_plan *plan)
{
    const char *const name = strew_plan_kernel(plan);
    return name ? name : "no kernel";
}

/* ---- Running ------------------------------------------------------------------------------------------------------------------------- */

strew_plan fixture_plan(const fixture *fixture, strew_isa isa)
{
    strew_options options = fixture->options;
    reference_call call = fixture->call;
    strew_plan plan;
    strew_fault fault;
    char sentence[STREW_MESSAGE_BYTES];

    options.isa = isa;
    call.options = &options;
    if (plan_call(&plan, &call, &fault) != STREW_OK) {
        strew_describe(&fault, sentence, sizeof sentence);
        fail_msg("planning for %s was rejected: %s; %s", strew_isa_name(isa), sentence, fixture_describe(fixture));
    }
    return plan;
}

static int are_intact(const fixture *fixture, const char *who)
{
    const struct {
        const guarded *buffer;
        const char *name;
    } buffers[] = {
        {&fixture->data, "data"},     {&fixture->indices, "indices"},     {&fixture->updates, "updates"},
        {&fixture->output, "output"}, {&fixture->workspace, "workspace"}, {&fixture->prepared, "prepared"},
    };

    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) {
        if (!guarded_is_intact(buffers[i].buffer)) {
            fprintf(stderr, "%s wrote beside %s: %s\n", who, buffers[i].name, fixture_describe(fixture));
            return 0;
        }
    }
    return 1;
}

static const unsigned char *fill_output(fixture *fixture, int is_in_place)
{
    if (is_in_place) {
        if (fixture->n_data_bytes) memcpy(fixture->output.bytes, fixture->data.bytes, fixture->n_data_bytes);
        return fixture->output.bytes;
    }
    if (fixture->n_data_bytes) memset(fixture->output.bytes, 0xc3, fixture->n_data_bytes);
    guarded_forget(&fixture->output);
    return fixture->data.bytes;
}

/* A pool whose threads take turns: from either end, or from the middle, so that whoever counts on an order is found out. Now and then they
 * are threads, which cost more than most calls do. */
enum { THREAD_SCHEDULE_TO_THREADS = 64 };
static void take_thread_schedule(void *pool, size_t n, strew_task *task, void *argument)
{
    fixture *const fixture = pool;
    const size_t first = (size_t)random_below(&fixture->random, n);
    const int is_backwards = random_below(&fixture->random, 2) != 0;

    if (random_below(&fixture->random, THREAD_SCHEDULE_TO_THREADS) == 0) {
        on_threads(&(size_t){MAX_THREADS}, n, task, argument);
        return;
    }
    for (size_t i = 0; i < n; i++) task(argument, (first + (is_backwards ? n - i : i)) % n);
}

static void *garbage(fixture *fixture, guarded *buffer, size_t size)
{
    /* As slice indices, these are far outside. */
    memset(place(fixture, buffer, size), 0xee, size);
    guarded_forget(buffer);
    return buffer->bytes;
}

static strew_status run_prepared(fixture *fixture, const strew_plan *plan, const void *data, const strew_resources *resources,
                                 strew_fault *fault)
{
    const size_t size = strew_prepared_size(plan);
    void *const prepared = garbage(fixture, &fixture->prepared, size);
    const strew_status status = strew_prepare(plan, fixture->indices.bytes, prepared, size, fault);

    if (status != STREW_OK) return status;
    return strew_run_prepared(plan, fixture->output.bytes, data, prepared, fixture->updates.bytes, resources, fault);
}

static strew_status run(fixture *fixture, const strew_plan *plan, const void *data, strew_fault *fault)
{
    strew_resources resources = {
        .parallel_for = fixture->n_threads != 0 ? take_thread_schedule : NULL, .pool = fixture, .n_threads = fixture->n_threads};

    if (fixture->is_prepared) return run_prepared(fixture, plan, data, &resources, fault);
    if (!fixture->has_workspace && fixture->n_threads == 0) {
        return strew_run(plan, fixture->output.bytes, data, fixture->indices.bytes, fixture->updates.bytes, fault);
    }
    if (fixture->has_workspace) {
        resources.workspace_bytes = strew_workspace_size(plan, fixture->n_threads);
        resources.workspace = garbage(fixture, &fixture->workspace, resources.workspace_bytes);
    }
    return strew_run_with(plan, fixture->output.bytes, data, fixture->indices.bytes, fixture->updates.bytes, &resources, fault);
}

static int is_right(fixture *fixture, strew_status status, const strew_fault *fault, const char *who, int is_in_place)
{
    char sentence[STREW_MESSAGE_BYTES];

    if (status != STREW_OK || fault->status != STREW_OK) {
        strew_describe(fault, sentence, sizeof sentence);
        fprintf(stderr, "%s came to status %d: %s; %s\n", who, (int)status, sentence, fixture_describe(fixture));
        return 0;
    }
    return are_intact(fixture, who) &&
           is_same_or_print(fixture->data_tensor.dtype, fixture->output.bytes, fixture->expected, fixture->n_data,
                            "%s, %s, %s, %s, on %d threads, %s", who, is_in_place ? "in place" : "out of place",
                            fixture->has_workspace ? "with a workspace" : "without a workspace",
                            fixture->is_prepared ? "prepared" : "not prepared", (int)fixture->n_threads, fixture_describe(fixture));
}

int fixture_run(fixture *fixture, const strew_plan *plan, int is_in_place)
{
    const unsigned char *const data = fill_output(fixture, is_in_place);
    strew_fault fault;
    const strew_status status = run(fixture, plan, data, &fault);

    return is_right(fixture, status, &fault, name_of(plan), is_in_place);
}

int fixture_call(fixture *fixture, strew_isa isa, int is_in_place)
{
    strew_options options = fixture->options;
    strew_tensor data = fixture->data_tensor;
    reference_call call = fixture->call;
    strew_fault fault;
    strew_status status;

    options.isa = isa;
    call.options = &options;
    data.values = fill_output(fixture, is_in_place);
    call.data = &data;
    status = make_call(fixture->output.bytes, &call, &fault);
    return is_right(fixture, status, &fault, strew_isa_name(isa), is_in_place);
}

/* Bytes of which each is another than that of data, by words where they are many: sanitizers and emulators take their time. */
static const unsigned char *unlike_data(fixture *fixture)
{
    const uint64_t other = UINT64_C(0x5a5a5a5a5a5a5a5a);
    uint64_t word;
    size_t i = 0;

    for (; i + sizeof word <= fixture->n_data_bytes; i += sizeof word) {
        memcpy(&word, fixture->data.bytes + i, sizeof word);
        word ^= other;
        memcpy(fixture->unlike + i, &word, sizeof word);
    }
    for (; i < fixture->n_data_bytes; i++) fixture->unlike[i] = fixture->data.bytes[i] ^ (unsigned char)other;
    return fixture->unlike;
}

int fixture_run_rejected(fixture *fixture, const strew_plan *plan, strew_status status, strew_fault *fault)
{
    unsigned char *const output = fixture->output.bytes;

    for (int is_in_place = 0; is_in_place < 2; is_in_place++) {
        const void *const data = is_in_place ? output : fixture->data.bytes;
        /* Out of place, a copy of data must show too. */
        const unsigned char *const before = is_in_place ? fixture->data.bytes : unlike_data(fixture);
        strew_status actual;

        if (fixture->n_data_bytes) memcpy(output, before, fixture->n_data_bytes);
        actual = run(fixture, plan, data, fault);
        if (actual != status || fault->status != status) {
            fprintf(stderr, "%s came to status %d with fault %d, expected %d: %s\n", name_of(plan), (int)actual, (int)fault->status,
                    (int)status, fixture_describe(fixture));
            return 0;
        }
        if ((fixture->n_data_bytes && memcmp(output, before, fixture->n_data_bytes) != 0) || !are_intact(fixture, name_of(plan))) {
            fprintf(stderr, "%s was rejected, but has written: %s\n", name_of(plan), fixture_describe(fixture));
            return 0;
        }
    }
    return 1;
}
