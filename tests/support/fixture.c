#include "fixture.h"
#include "calls.h"

#include <errno.h>
#include <stdlib.h>

#include "compare.h"
#include "operators.h"
#include "pools.h"
#include "testing.h"

/* The buffers of a fixture. */
static const struct {
    const char *name;
    size_t offset;
} members[] = {{"data", offsetof(fixture, data)},           {"indices", offsetof(fixture, indices)},
               {"updates", offsetof(fixture, updates)},     {"output", offsetof(fixture, output)},
               {"workspace", offsetof(fixture, workspace)}, {"prepared indices", offsetof(fixture, prepared)}};

static guarded *buffer_at(fixture *fixture, size_t i)
{
    return (guarded *)(void *)((char *)fixture + members[i].offset);
}

fixture fixture_open(size_t capacity, uint64_t seed)
{
    fixture fixture = {.expected = malloc(capacity), .unlike = malloc(capacity), .capacity = capacity, .random = seed};

    assert_true(fixture.expected != NULL && fixture.unlike != NULL);
    for (size_t i = 0; i < COUNT(members); i++) {
        guarded *const buffer = buffer_at(&fixture, i);
        /* A tuple, whose indices take at least 4 bytes, takes up to 40 in prepared indices, and in a workspace 12 and its update. Besides
         * both have counts by bin. */
        const size_t by_bin = 512 << 10;
        *buffer = guarded_open(buffer == &fixture.prepared    ? 10 * capacity + by_bin
                               : buffer == &fixture.workspace ? 4 * capacity + by_bin
                                                              : capacity);
        guarded_place(buffer, 0, FLUSH_END, 0);
    }
    return fixture;
}

void fixture_close(fixture *fixture)
{
    for (size_t i = 0; i < COUNT(members); i++) guarded_close(buffer_at(fixture, i));
    free(fixture->expected);
    free(fixture->unlike);
}

/* ---- Preparing ----------------------------------------------------------------------------------------------------------------------- */

/* Unless the fixture is flush, a third of the buffers are next to a guard page; the others lie up to 64 bytes away from it, for every
 * alignment of a 64-byte vector. The end is random as well: in alternation it would be in step with the loops of the tests, and int32, say,
 * would never be at one of them. */
static unsigned char *place(fixture *fixture, guarded *buffer, size_t size)
{
    const uint64_t random = random_next(&fixture->random);
    const placement end = random >> 63 ? FLUSH_END : FLUSH_START;
    size_t distance = (size_t)(random >> 8) % 65;

    if (fixture->is_flush) return guarded_place(buffer, size, fixture->end, 0);
    if (random % 3 == 0) return guarded_place(buffer, size, end, 0);
    /* The next alignment that was not there yet, so that few draws see all of them. */
    for (int n = 0; n < 64 && buffer->alignments[end] >> (end == FLUSH_START ? distance : -(size + distance)) % 64 & 1; n++) {
        distance = (distance + 1) % 65;
    }
    return guarded_place(buffer, size, end, distance);
}

static strew_tensor copy_tensor(const strew_tensor *from, int64_t shape[STREW_MAX_RANK])
{
    if (from->rank) memcpy(shape, from->shape, (size_t)from->rank * sizeof *shape);
    return (strew_tensor){from->dtype, from->rank, shape, NULL, NULL};
}

void fixture_place_call(fixture *fixture, const reference_call *call, contents contents)
{
    const strew_dtype dtype = call->data->dtype;
    size_t n_updates;

    fixture->options = call->options ? *call->options : STREW_OPTIONS(.isa = STREW_ISA_BEST);
    fixture->options.struct_size = sizeof fixture->options;
    fixture->options.isa = STREW_ISA_BEST;
    fixture->data_tensor = copy_tensor(call->data, fixture->data_shape);
    fixture->indices_tensor = copy_tensor(call->indices, fixture->indices_shape);
    fixture->updates_tensor = copy_tensor(call->updates, fixture->updates_shape);
    fixture->call = (reference_call){call->op,   &fixture->data_tensor, &fixture->indices_tensor, &fixture->updates_tensor,
                                     call->axis, call->reduction,       &fixture->options,        call->batch_dims};
    fixture->n_data = reference_elements(&fixture->data_tensor);
    fixture->n_data_bytes = reference_bytes(&fixture->data_tensor);
    fixture->n_components = reference_elements(&fixture->indices_tensor);
    n_updates = reference_elements(&fixture->updates_tensor);
    assert_true(fixture->n_data_bytes <= fixture->capacity);

    fixture->is_flush = 0;
    fixture->data_tensor.values = place(fixture, &fixture->data, fixture->n_data_bytes);
    place(fixture, &fixture->output, fixture->n_data_bytes);
    fixture->indices_tensor.values = place(fixture, &fixture->indices, reference_bytes(&fixture->indices_tensor));
    fixture->updates_tensor.values = place(fixture, &fixture->updates, reference_bytes(&fixture->updates_tensor));
    fill_quickly(dtype, fixture->data.bytes, fixture->n_data, contents, &fixture->random);
    fill_quickly(call->updates->dtype, fixture->updates.bytes, n_updates, contents, &fixture->random);
}

void fixture_place(fixture *fixture, const scatter *scatter)
{
    int64_t updates_shape[STREW_MAX_RANK];
    const strew_tensor data = {scatter->dtype, scatter->data_rank, scatter->data_shape, NULL, NULL};
    const strew_tensor indices = {scatter->index_dtype, scatter->indices_rank, scatter->indices_shape, NULL, NULL};
    strew_tensor updates = {scatter->dtype, 0, updates_shape, NULL, NULL};
    const reference_call call = {scatter->op,        &data, &indices, &updates, scatter->axis, scatter->reduction, &scatter->options,
                                 scatter->batch_dims};

    updates.rank = updates_shape_of_call(&call, updates_shape);
    assert_true(updates.rank >= 0);
    fixture_place_call(fixture, &call, scatter->contents);
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
    const strew_dtype dtype = fixture->indices_tensor.dtype;
    reference_write_integer(dtype, fixture->indices.bytes + position * reference_size(dtype), (uint64_t)value);
}

int64_t fixture_read_index(const fixture *fixture, size_t position)
{
    const strew_dtype dtype = fixture->indices_tensor.dtype;
    return (int64_t)reference_read_integer(dtype, fixture->indices.bytes + position * reference_size(dtype));
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
    if (fixture->call.op == REFERENCE_PUT) return (int64_t)fixture->n_data;
    return fixture
        ->data_shape[fixture->call.op == REFERENCE_ND ? fixture->call.batch_dims + (int64_t)(position % components(fixture)) : axis];
}

static int wraps(const fixture *fixture)
{
    return fixture->options.negative == STREW_NEGATIVE_WRAPS;
}

static int64_t maybe_negative(fixture *fixture, int64_t index, int64_t size)
{
    return wraps(fixture) && random_below(&fixture->random, 3) == 0 ? index - size : index;
}

int64_t fixture_in_bounds(fixture *fixture, int64_t size)
{
    return maybe_negative(fixture, (int64_t)random_below(&fixture->random, (uint64_t)size), size);
}

int64_t fixture_out_of_bounds(fixture *fixture, int64_t size)
{
    const int64_t below = wraps(fixture) ? -size - 1 : -1, two_to_32 = INT64_C(1) << 32;
    const int64_t narrow[] = {size, below, below, size + 1, INT32_MAX, INT32_MIN};
    const int64_t wide[] = {INT64_MAX,     INT64_MIN,          two_to_32,        -two_to_32,       two_to_32 + size - 1,
                            two_to_32 / 2, -two_to_32 / 2 - 1, INT64_C(1) << 62, INT64_MIN + size, INT64_MAX - size};
    const size_t n_wide = fixture->indices_tensor.dtype == STREW_DTYPE_INT32 ? 0 : COUNT(wide);
    const size_t drawn = (size_t)random_below(&fixture->random, COUNT(narrow) + n_wide);

    return drawn < COUNT(narrow) ? narrow[drawn] : wide[drawn - COUNT(narrow)];
}

void fixture_draw_indices(fixture *fixture, unsigned out_of_bounds)
{
    for (size_t position = 0; position < fixture->n_components; position++) {
        const int64_t size = fixture_size_at(fixture, position);
        const int is_out_of_bounds = random_below(&fixture->random, 16) < out_of_bounds;
        fixture_write_index(fixture, position, is_out_of_bounds ? fixture_out_of_bounds(fixture, size) : fixture_in_bounds(fixture, size));
    }
}

/* Tuples by pattern; about a third of the components count from the end. */
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
            fixture_set_index(fixture, t, j, maybe_negative(fixture, (int64_t)(slice % size), (int64_t)size));
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

/* ---- Running ------------------------------------------------------------------------------------------------------------------------- */

const char *fixture_describe(const fixture *fixture)
{
    return describe_call(&fixture->call);
}

/* What runs: the plan, or the one-call form with an instruction set where there is no plan. */
typedef struct form {
    const strew_plan *plan;
    strew_isa isa;
} form;

static const char *name_of(form form)
{
    const char *const name = form.plan ? strew_plan_kernel(form.plan) : strew_isa_name(form.isa);
    return name ? name : "no kernel";
}

/* The current call with this instruction set. */
static const reference_call *call_with(const fixture *fixture, strew_isa isa, arguments *to)
{
    copy_call(&fixture->call, to);
    to->options.isa = isa;
    return &to->call;
}

strew_plan fixture_plan(const fixture *fixture, strew_isa isa)
{
    arguments arguments;
    strew_plan plan;
    strew_fault fault;
    char sentence[STREW_MESSAGE_BYTES];

    if (plan_call(&plan, call_with(fixture, isa, &arguments), &fault) != STREW_OK) {
        strew_fault_describe(&fault, sentence, sizeof sentence);
        fail_msg("planning for %s was rejected: %s; %s", strew_isa_name(isa), sentence, fixture_describe(fixture));
    }
    return plan;
}

static int are_intact(fixture *fixture, const char *who)
{
    for (size_t i = 0; i < COUNT(members); i++) {
        if (!guarded_is_intact(buffer_at(fixture, i))) {
            fprintf(stderr, "%s wrote beside %s: %s\n", who, members[i].name, fixture_describe(fixture));
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

/* Runs the tasks on one thread, forwards or backwards from a random one, so that code that relies on an order fails. One call in 64 uses
 * real threads, which cost more than most calls do. */
static void run_in_random_order(void *pool, size_t n, strew_task *task, void *argument)
{
    enum { CALLS_PER_THREADED_CALL = 64 };
    fixture *const fixture = pool;
    const size_t first = (size_t)random_below(&fixture->random, n);
    const int is_backwards = random_below(&fixture->random, 2) != 0;

    if (random_below(&fixture->random, CALLS_PER_THREADED_CALL) == 0) {
        on_threads(&(size_t){MAX_THREADS}, n, task, argument);
        return;
    }
    for (size_t i = 0; i < n; i++) task(argument, (first + (is_backwards ? n - i : i)) % n);
}

static void *garbage(fixture *fixture, guarded *buffer, size_t size)
{
    /* As slice indices, these are far out of bounds. */
    memset(place(fixture, buffer, size), 0xee, size);
    guarded_forget(buffer);
    return buffer->bytes;
}

static strew_status prepare_and_run(fixture *fixture, const strew_plan *plan, const void *data, const strew_resources *resources,
                                    strew_fault *fault)
{
    const size_t size = strew_plan_prepared_size(plan);
    void *const prepared = garbage(fixture, &fixture->prepared, size);
    const strew_status status = prepare_indices(plan, fixture->indices.bytes, prepared, size, fault);

    if (status != STREW_OK) return status;
    return run_prepared(plan, fixture->output.bytes, data, prepared, fixture->updates.bytes, resources, fault);
}

static strew_status run(fixture *fixture, form form, const void *data, strew_fault *fault)
{
    const strew_plan *const plan = form.plan;
    arguments arguments;
    strew_resources resources = STREW_RESOURCES(.parallel_for = fixture->n_threads != 0 ? run_in_random_order : NULL, .pool = fixture,
                                                .n_threads = fixture->n_threads, .wake_ns = 1);

    if (!plan) {
        const reference_call *const call = call_with(fixture, form.isa, &arguments);
        arguments.data.values = data;
        return make_call(fixture->output.bytes, call, fault);
    }
    if (!fixture->is_prepared && !fixture->has_workspace && fixture->n_threads == 0) {
        return run_alone(plan, fixture->output.bytes, data, fixture->indices.bytes, fixture->updates.bytes, fault);
    }
    if (fixture->has_workspace) {
        resources.workspace_bytes = strew_plan_workspace_size(plan, fixture->n_threads);
        resources.workspace = garbage(fixture, &fixture->workspace, resources.workspace_bytes);
    }
    if (fixture->is_prepared) return prepare_and_run(fixture, plan, data, &resources, fault);
    return run_with(plan, fixture->output.bytes, data, fixture->indices.bytes, fixture->updates.bytes, &resources, fault);
}

static int is_right(fixture *fixture, form form, int is_in_place)
{
    const unsigned char *const data = fill_output(fixture, is_in_place);
    const char *const who = name_of(form);
    char sentence[STREW_MESSAGE_BYTES];
    enum { ERRNO = 4321 };
    strew_fault fault;
    strew_status status;

    errno = ERRNO;
    status = run(fixture, form, data, &fault);
    /* The library leaves errno alone; other threads are the system's. make_call looks after the one-call forms. */
    if (form.plan && fixture->n_threads == 0) assert_int_equal(errno, ERRNO);
    if (status != STREW_OK || fault.status != STREW_OK) {
        strew_fault_describe(&fault, sentence, sizeof sentence);
        fprintf(stderr, "%s returned status %d: %s; %s\n", who, (int)status, sentence, fixture_describe(fixture));
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
    return is_right(fixture, (form){.plan = plan}, is_in_place);
}

int fixture_call(fixture *fixture, strew_isa isa, int is_in_place)
{
    return is_right(fixture, (form){.isa = isa}, is_in_place);
}

/* Bytes each of which differs from that of data; 8 at a time, because sanitizers and emulators are slow. */
static const unsigned char *unlike_data(fixture *fixture)
{
    uint64_t word = 0;

    for (size_t i = 0; i < fixture->n_data_bytes; i += sizeof word) {
        const size_t left = fixture->n_data_bytes - i, n = left < sizeof word ? left : sizeof word;
        memcpy(&word, fixture->data.bytes + i, n);
        word ^= UINT64_C(0x5a5a5a5a5a5a5a5a);
        memcpy(fixture->unlike + i, &word, n);
    }
    return fixture->unlike;
}

/* Out of place, then in place. Output must keep data in place, and out of place bytes that a copy of data would change. */
static int is_rejected(fixture *fixture, form form, strew_status expected, strew_fault *fault)
{
    const size_t n_bytes = fixture->n_data_bytes;
    const char *const who = name_of(form);

    for (int is_in_place = 0; is_in_place < 2; is_in_place++) {
        const unsigned char *const before = is_in_place ? fixture->data.bytes : unlike_data(fixture);
        strew_status status;
        if (n_bytes) memcpy(fixture->output.bytes, before, n_bytes);
        status = run(fixture, form, is_in_place ? fixture->output.bytes : fixture->data.bytes, fault);
        if (status != expected || fault->status != expected) {
            fprintf(stderr, "%s returned status %d with fault %d, expected %d: %s\n", who, (int)status, (int)fault->status, (int)expected,
                    fixture_describe(fixture));
            return 0;
        }
        if ((n_bytes && memcmp(fixture->output.bytes, before, n_bytes) != 0) || !are_intact(fixture, who)) {
            fprintf(stderr, "%s was rejected, but has written: %s\n", who, fixture_describe(fixture));
            return 0;
        }
    }
    return 1;
}

int fixture_run_rejected(fixture *fixture, const strew_plan *plan, strew_status status, strew_fault *fault)
{
    return is_rejected(fixture, (form){.plan = plan}, status, fault);
}

int fixture_call_rejected(fixture *fixture, strew_isa isa, strew_status status, strew_fault *fault)
{
    return is_rejected(fixture, (form){.isa = isa}, status, fault);
}
