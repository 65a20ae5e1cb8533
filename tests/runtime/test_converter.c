/* Conversions by a function of the caller: elements that strew does not know, against the same function called in a plain loop. */
#include <strew/convert.h>

#include <stdatomic.h>

#include "fault.h"
#include "fill.h"
#include "guarded.h"
#include "isas.h"
#include "pools.h"
#include "rejection.h"
#include "testing.h"

enum { WIDE = 128, NARROW = 34, SCRATCH = 100, MAX_PARTS = 5, LARGEST = 512 };

static uint64_t state = 7;

/* What the functions below are called with, and what they saw of it. */
typedef struct seen {
    size_t from_bytes, to_bytes, scratch_bytes;
    atomic_size_t n, n_misplaced; /* elements, and calls whose scratch is not as it must be */
} seen;

/* The bytes of an element: they depend on all of it, on their places in it, and on no other element. */
static void encode(unsigned char *to, size_t to_bytes, const unsigned char *from, size_t from_bytes)
{
    const size_t step = from_bytes / to_bytes + 1;
    for (size_t i = 0, at = 0; i < to_bytes; i++, at = at + step < from_bytes ? at + step : 0) to[i] = (unsigned char)(from[at] * 3u + i);
    for (size_t i = 0; i < from_bytes; i += 7) to[i % to_bytes] ^= from[i];
}

/* Elements go by way of scratch, so that they are wrong if another thread has it too. */
static void convert(void *to, const void *from, size_t n, void *context, void *scratch)
{
    seen *const seen = context;
    unsigned char *const room = scratch;
    seen->n += n;
    const int has_scratch = scratch != NULL;
    if (n == 0 || has_scratch != (seen->scratch_bytes != 0) || (uintptr_t)scratch % 64 != 0) seen->n_misplaced++;
    for (size_t i = 0; i < n; i++) {
        unsigned char *const element = (unsigned char *)to + i * seen->to_bytes;
        encode(element, seen->to_bytes, (const unsigned char *)from + i * seen->from_bytes, seen->from_bytes);
        if (scratch == NULL) continue;
        const size_t n_bytes = seen->to_bytes < seen->scratch_bytes ? seen->to_bytes : seen->scratch_bytes;
        memset(room, 0, seen->scratch_bytes);
        memcpy(room, element, n_bytes);
        memset(element, 0, n_bytes);
        memcpy(element, room, n_bytes);
    }
}

/* ---- Calls --------------------------------------------------------------------------------------------------------------------------- */

/* Rows of data and tuples that name them, or the single elements of a matrix; in the order of rows, or as columns are. */
typedef struct row {
    const char *name;
    strew_operator op;
    int64_t axis, data[2], indices[2], ordered[2];
} row;

static const row rows[] = {
    {"rows", STREW_OPERATOR_SCATTER_ND, 0, {60, 7}, {90, 1}, {90, 7}},
    {"wide rows", STREW_OPERATOR_SCATTER_ND, 0, {9, 400}, {20, 1}, {20, 400}},
    {"many rows", STREW_OPERATOR_SCATTER_ND, 0, {900, 3}, {1500, 1}, {1500, 3}},
    {"elements", STREW_OPERATOR_SCATTER_ELEMENTS, 1, {40, 30}, {40, 20}, {40, 20}},
    {"outer rows", STREW_OPERATOR_SCATTER_UPDATE, 1, {300, 12}, {8, 0}, {300, 8}},
    {"gathered rows", STREW_OPERATOR_GATHER_ND, 0, {60, 7}, {90, 1}, {90, 7}},
    {"many gathered rows", STREW_OPERATOR_GATHER_ND, 0, {300, 3}, {2500, 1}, {2500, 3}},
    {"gathered elements", STREW_OPERATOR_GATHER_ELEMENTS, 1, {40, 30}, {40, 20}, {40, 20}},
    {"gathered outer rows", STREW_OPERATOR_GATHER, 1, {300, 12}, {8, 0}, {300, 8}},
};

static const struct {
    strew_dtype data, ordered;
} dtypes[] = {
    {STREW_DTYPE_OPAQUE(NARROW), STREW_DTYPE_OPAQUE(WIDE)},
    {STREW_DTYPE_OPAQUE(5), STREW_DTYPE_OPAQUE(5)},
    {STREW_DTYPE_OPAQUE(1), STREW_DTYPE_OPAQUE(LARGEST)},
    {STREW_DTYPE_BOOL, STREW_DTYPE_COMPLEX128},
    {STREW_DTYPE_FLOAT32, STREW_DTYPE_FLOAT32},
};

/* How the tensors are besides. */
typedef enum layout { DENSE, BY_COLUMNS, LAYOUTS } layout;

typedef struct example {
    const row *row;
    int is_gather, skips;
    layout layout;
    size_t data_bytes, ordered_bytes; /* of an element */
    size_t n_data, n_ordered, n_indices;
    unsigned char *data, *ordered; /* of a gather the second is output */
    int64_t *indices;
    seen seen;
    strew_converter converter;
    strew_options options;
    strew_plan plan;
} example;

static int64_t count_of(const int64_t *shape)
{
    return shape[0] * (shape[1] != 0 ? shape[1] : 1);
}

/* Where element (i, j) of a matrix is. */
static size_t place_in(const int64_t *shape, layout layout, int64_t i, int64_t j)
{
    return (size_t)(layout == BY_COLUMNS ? j * shape[0] + i : i * shape[1] + j);
}

static unsigned char *draw(size_t n)
{
    unsigned char *const bytes = guarded_new(n, random_below(&state, 2) ? FLUSH_END : FLUSH_START);
    for (size_t i = 0; i < n; i++) bytes[i] = (unsigned char)random_next(&state);
    return bytes;
}

static void draw_example(example *of, const row *row, size_t pair, layout layout, int skips, size_t scratch_bytes)
{
    memset(of, 0, sizeof *of);
    of->row = row;
    of->layout = layout;
    of->skips = skips;
    of->is_gather = row->op >= STREW_OPERATOR_GATHER_ND;
    of->data_bytes = strew_dtype_size(dtypes[pair].data);
    of->ordered_bytes = strew_dtype_size(dtypes[pair].ordered);
    of->n_data = (size_t)count_of(row->data);
    of->n_ordered = (size_t)count_of(row->ordered);
    of->n_indices = (size_t)count_of(row->indices);
    of->data = draw(of->n_data * of->data_bytes);
    of->ordered = draw(of->n_ordered * of->ordered_bytes);
    of->indices = guarded_new(of->n_indices * sizeof(int64_t), FLUSH_END);
    const uint64_t end = (uint64_t)row->data[row->axis];
    for (size_t i = 0; i < of->n_indices; i++) of->indices[i] = (int64_t)random_below(&state, skips ? end + 3 : end);
    of->seen = (seen){.from_bytes = of->is_gather ? of->data_bytes : of->ordered_bytes,
                      .to_bytes = of->is_gather ? of->ordered_bytes : of->data_bytes,
                      .scratch_bytes = scratch_bytes};
    of->converter = STREW_CONVERTER(.convert = convert, .context = &of->seen, .scratch_bytes = scratch_bytes);
    strew_isa isas[MAX_ISAS];
    of->options = STREW_OPTIONS(.isa = isas[random_below(&state, runnable_isas(isas))], .converter = &of->converter,
                                .policy = skips ? STREW_POLICY_SKIP : STREW_POLICY_ERROR);
    const int64_t columns[] = {1, row->ordered[0]}, *const strides = layout == BY_COLUMNS ? columns : NULL;
    const strew_tensor ordered = {dtypes[pair].ordered, 2, row->ordered, NULL, strides}, none = {0};
    const strew_call call =
        STREW_CALL(.op = row->op, .axis = row->axis, .data = {dtypes[pair].data, 2, row->data, NULL, NULL},
                   .indices = {STREW_DTYPE_INT64, row->indices[1] != 0 ? 2 : 1, row->indices, NULL, NULL},
                   .updates = of->is_gather ? none : ordered, .output = of->is_gather ? ordered : none, .options = &of->options);
    strew_fault fault;
    in_case("%s, %zu from %zu bytes", row->name, of->seen.to_bytes, of->seen.from_bytes);
    assert_int_equal(strew_plan_call(&of->plan, &call, &fault), STREW_OK);
}

/* The row of data that position (i, j) of the ordered side names, and its column; -1 if the tuple is skipped. */
static int64_t named_row(const example *of, int64_t i, int64_t j, int64_t *column)
{
    const row *row = of->row;
    const int is_outer = row->op == STREW_OPERATOR_SCATTER_UPDATE || row->op == STREW_OPERATOR_GATHER;
    const int64_t index = of->indices[row->axis == 0 ? i : is_outer ? j : i * row->indices[1] + j];
    *column = row->axis == 0 ? j : index;
    return index >= row->data[row->axis] ? -1 : row->axis == 0 ? index : i;
}

/* What output must hold. */
static unsigned char *expected_of(const example *of)
{
    const row *row = of->row;
    unsigned char *const output = of->is_gather ? guarded_new(of->n_ordered * of->ordered_bytes, FLUSH_END)
                                                : guarded_copy(of->data, of->n_data * of->data_bytes, FLUSH_END);
    static const unsigned char zeros[LARGEST];
    for (int64_t i = 0; i < row->ordered[0]; i++) {
        for (int64_t j = 0; j < row->ordered[1]; j++) {
            int64_t column;
            const int64_t named = named_row(of, i, j, &column);
            const size_t ordered = place_in(row->ordered, of->layout, i, j), at = (size_t)(named * row->data[1] + column);
            if (of->is_gather) {
                encode(output + ordered * of->ordered_bytes, of->ordered_bytes, named < 0 ? zeros : of->data + at * of->data_bytes,
                       of->data_bytes);
            } else if (named >= 0) {
                encode(output + at * of->data_bytes, of->data_bytes, of->ordered + ordered * of->ordered_bytes, of->ordered_bytes);
            }
        }
    }
    return output;
}

static void expect_run(example *of, const void *prepared, const strew_resources *resources, int n_parts)
{
    const size_t n_bytes = of->is_gather ? of->n_ordered * of->ordered_bytes : of->n_data * of->data_bytes;
    unsigned char *const output = guarded_new(n_bytes, FLUSH_END), *const expected = expected_of(of);
    const strew_buffers buffers = STREW_BUFFERS(.output = output, .data = of->data, .indices = prepared != NULL ? NULL : of->indices,
                                                .updates = of->is_gather ? NULL : of->ordered, .prepared = prepared);
    strew_fault fault;
    for (int32_t part = 0; part < n_parts; part++) {
        strew_resources own = *resources;
        own.part = n_parts == 1 ? 0 : n_parts - 1 - part;
        own.n_parts = n_parts == 1 ? 0 : n_parts;
        assert_int_equal(strew_run(&of->plan, &buffers, &own, &fault), STREW_OK);
    }
    assert_memory_equal(output, expected, n_bytes);
    assert_int_equal(of->seen.n_misplaced, 0);
    assert_true(of->seen.n != 0);
    assert_true(guarded_all_intact());
}

TEST(each_element_is_what_the_function_makes_of_it)
{
    n_shared = 0;
    while (next_case()) {
        const row *row = &rows[choose("row", COUNT(rows))];
        const size_t pair = choose("dtypes", COUNT(dtypes)), scratch_bytes = choose("scratch", 2) ? SCRATCH : 0;
        const layout layout = (enum layout)choose("layout", LAYOUTS);
        const int skips = (int)choose("skips", 2);
        size_t n_threads = 3;
        example of;
        if (is_light() && case_number() % 11 != 0) continue;
        draw_example(&of, row, pair, layout, skips, scratch_bytes);
        const size_t workspace_bytes = strew_plan_workspace_size(&of.plan, 3),
                     part_bytes = strew_plan_part_workspace_size(&of.plan, MAX_PARTS), prepared_bytes = strew_plan_prepared_size(&of.plan);
        unsigned char *const workspace = guarded_new(workspace_bytes, FLUSH_START), *const own = guarded_new(part_bytes, FLUSH_END),
                             *const prepared = guarded_new(prepared_bytes, FLUSH_END);
        const strew_resources alone = STREW_RESOURCES(.workspace = workspace, .workspace_bytes = workspace_bytes),
                              of_part = STREW_RESOURCES(.workspace = own, .workspace_bytes = part_bytes);
        strew_resources shared = resources_on_threads(&n_threads, workspace, workspace_bytes);
        shared.wake_ns = 1;
        assert_true(workspace_bytes >= 3 * scratch_bytes && part_bytes >= scratch_bytes);
        expect_run(&of, NULL, &alone, 1);
        expect_run(&of, NULL, &shared, 1);
        expect_run(&of, NULL, &of_part, MAX_PARTS);
        assert_int_equal(strew_prepare(&of.plan, &STREW_BUFFERS(.indices = of.indices), prepared, prepared_bytes, NULL), STREW_OK);
        expect_run(&of, prepared, &shared, 1);
        assert_true(guarded_free_all());
    }
    assert_in_range(n_shared, is_light() ? 20 : 100, SIZE_MAX);
}

/* ---- What is rejected ---------------------------------------------------------------------------------------------------------------- */

/* A workspace that has scratch for fewer threads than are lent, and one that has it for none. */
TEST(as_many_threads_run_as_have_scratch)
{
    example of;
    size_t n_threads = 3;
    draw_example(&of, &rows[2], 0, DENSE, 0, SCRATCH);
    const size_t needed = 2 * 64 + 63, needed_by_two = 4 * 64 + 63;
    unsigned char *const workspace = guarded_new(needed_by_two, FLUSH_END);
    const strew_resources two = resources_on_threads(&n_threads, workspace, needed_by_two),
                          none = STREW_RESOURCES(.workspace = workspace, .workspace_bytes = needed - 1);
    const strew_buffers buffers = STREW_BUFFERS(.output = of.data, .data = of.data, .indices = of.indices, .updates = of.ordered);
    strew_fault fault;
    expect_run(&of, NULL, &two, 1);
    expect_run(&of, NULL, &STREW_RESOURCES(.workspace = workspace, .workspace_bytes = needed), 1);
    EXPECT_FAULT(strew_run(&of.plan, &buffers, &none, &fault), WORKSPACE_TOO_SMALL, .value = (int64_t)needed - 1, .low = (int64_t)needed);
    EXPECT_FAULT(strew_run(&of.plan, &buffers, NULL, &fault), WORKSPACE_TOO_SMALL, .low = (int64_t)needed);
    assert_true(guarded_free_all());
}

/* Scratch is of use in a gather too, so it must not overlap its buffers. */
TEST(scratch_is_apart_from_the_buffers)
{
    example of;
    strew_fault fault;
    for (size_t r = 0; r < COUNT(rows); r += 5) {
        draw_example(&of, &rows[r], 0, DENSE, 0, SCRATCH);
        unsigned char *const output = guarded_new(of.n_ordered * of.ordered_bytes, FLUSH_END);
        const strew_buffers buffers = STREW_BUFFERS(.output = of.is_gather ? output : of.data, .data = of.data, .indices = of.indices,
                                                    .updates = of.is_gather ? NULL : of.ordered);
        const strew_resources resources = STREW_RESOURCES(.workspace = of.indices, .workspace_bytes = 2 * 64 + 63);
        EXPECT_FAULT(strew_run(&of.plan, &buffers, &resources, &fault), WORKSPACE_OVERLAP, .subject = "indices", .value = 2 * 64 + 63);
        assert_int_equal(of.seen.n, 0);
        assert_true(guarded_free_all());
    }
}

/* Nothing is converted before all indices are known to be in bounds, whatever a workspace could be for. */
TEST(the_function_is_not_called_for_a_wrong_index)
{
    for (size_t r = 0; r < COUNT(rows); r++) {
        example of;
        draw_example(&of, &rows[r], 0, DENSE, 0, 0);
        unsigned char *const output = guarded_new(of.is_gather ? of.n_ordered * of.ordered_bytes : of.n_data * of.data_bytes, FLUSH_END);
        const strew_buffers buffers =
            STREW_BUFFERS(.output = output, .data = of.data, .indices = of.indices, .updates = of.is_gather ? NULL : of.ordered);
        static unsigned char workspace[1 << 20];
        const strew_resources resources = STREW_RESOURCES(.workspace = workspace, .workspace_bytes = sizeof workspace);
        of.indices[of.n_indices - 1] = of.row->data[of.row->axis];
        assert_int_equal(strew_run(&of.plan, &buffers, &resources, NULL), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        assert_int_equal(of.seen.n, 0);
        assert_true(guarded_free_all());
    }
}

/* Sizes that no memory has do not wrap around. */
TEST(scratch_beyond_all_memory_is_never_there)
{
    static const size_t sizes[] = {SIZE_MAX, SIZE_MAX - 63, SIZE_MAX / 2};
    for (size_t i = 0; i < COUNT(sizes); i++) {
        example of;
        strew_fault fault;
        draw_example(&of, &rows[0], 0, DENSE, 0, sizes[i]);
        const size_t needed = strew_plan_workspace_size(&of.plan, 4);
        assert_int_equal(needed, SIZE_MAX);
        const strew_buffers buffers = STREW_BUFFERS(.output = of.data, .data = of.data, .indices = of.indices, .updates = of.ordered);
        assert_int_equal(strew_run(&of.plan, &buffers, NULL, &fault), STREW_STATUS_WORKSPACE_TOO_SMALL);
        assert_true(fault.low >= INTPTR_MAX / 2);
        assert_true(guarded_free_all());
    }
}

TEST(other_rules_exclude_a_function)
{
    static const int64_t shape[] = {4}, indices_shape[] = {3, 1}, updates_shape[] = {3};
    const strew_converter converter = STREW_CONVERTER(.convert = convert), lacking = STREW_CONVERTER_INIT;
    strew_call call = STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .data = {STREW_DTYPE_FLOAT16, 1, shape, NULL, NULL},
                                 .indices = {STREW_DTYPE_INT64, 2, indices_shape, NULL, NULL},
                                 .updates = {STREW_DTYPE_FLOAT32, 1, updates_shape, NULL, NULL});
    strew_plan plan;
    strew_fault fault;
    call.options = &STREW_OPTIONS(.converter = &converter, .accumulate = STREW_DTYPE_FLOAT32);
    EXPECT_FAULT(strew_plan_call(&plan, &call, &fault), CONFLICT, .subject = "options.converter and options.accumulate");
    call.options = &STREW_OPTIONS(.converter = &converter, .overflow = STREW_OVERFLOW_SATURATES);
    EXPECT_FAULT(strew_plan_call(&plan, &call, &fault), CONFLICT, .subject = "options.converter and options.overflow");
    call.options = &STREW_OPTIONS(.converter = &converter, .profile = STREW_PROFILE_ONNX_SCATTERND_18);
    EXPECT_FAULT(strew_plan_call(&plan, &call, &fault), PROFILE_LACKS_OPTION, .subject = "options.converter",
                 .profile = STREW_PROFILE_ONNX_SCATTERND_18);
    call.options = &STREW_OPTIONS(.converter = &converter);
    call.scale = (strew_tensor){STREW_DTYPE_FLOAT32, 1, (int64_t[]){1}, NULL, NULL};
    EXPECT_FAULT(strew_plan_call(&plan, &call, &fault), CONFLICT, .subject = "scale and options.converter");
    call.scale = (strew_tensor){0};
    call.options = &STREW_OPTIONS(.converter = &lacking);
    EXPECT_FAULT(strew_plan_call(&plan, &call, &fault), NULL_POINTER, .subject = "converter.convert");
}
