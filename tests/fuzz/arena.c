#include "arena.h"
#include "calls.h"

#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "expect.h"
#include "guarded.h"
#include "pools.h"

enum { OUTPUT, DATA_BUFFER, INDICES_BUFFER, UPDATES_BUFFER, WORKSPACE, BUFFERS };

static guarded arena;

typedef struct layout {
    unsigned char *start[BUFFERS];
    size_t size[BUFFERS];
} layout;

static void place_buffers(layout *layout, const made_call *made, bytes *from)
{
    size_t total = 0, largest = 0, span;
    unsigned missing;

    for (int i = 0; i < BUFFERS; i++) {
        total += layout->size[i];
        if (layout->size[i] > largest) largest = layout->size[i];
    }
    span = largest + take_pair(from) % (total - largest + 1);
    guarded_place(&arena, span, made->is_at_end ? FLUSH_END : FLUSH_START, 0);
    for (int i = 0; i < BUFFERS; i++) layout->start[i] = arena.bytes + take_pair(from) % (span - layout->size[i] + 1);
    if (made->is_in_place) layout->start[OUTPUT] = layout->start[DATA_BUFFER];
    missing = take_byte(from);
    for (int i = 0; missing >= 128 && i < BUFFERS; i++) {
        if (missing >> i & 1) layout->start[i] = NULL;
    }
}

/* Copies the contents from the fixture. Indices come last, so that nothing overwrites them. */
static void fill_arena(const layout *layout)
{
    const struct {
        int buffer;
        const unsigned char *from;
    } contents[] = {{DATA_BUFFER, buffers.data.bytes}, {UPDATES_BUFFER, buffers.updates.bytes}, {INDICES_BUFFER, buffers.indices.bytes}};

    memset(arena.bytes, 0xc3, arena.size);
    for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
        unsigned char *const to = layout->start[contents[i].buffer];
        if (to && layout->size[contents[i].buffer]) memcpy(to, contents[i].from, layout->size[contents[i].buffer]);
    }
}

/* Why the run must be rejected. */
static verdict oracle_layout(const layout *layout)
{
    const unsigned char *const *start = (const unsigned char *const *)layout->start;
    verdict must = 0;

    for (int i = OUTPUT; i < WORKSPACE; i++) {
        if (!start[i] && layout->size[i]) must |= VERDICT(STREW_STATUS_NULL_POINTER);
        if (!start[i]) continue;
        if (start[WORKSPACE] && oracle_overlap(start[WORKSPACE], layout->size[WORKSPACE], start[i], layout->size[i]))
            must |= VERDICT(STREW_STATUS_WORKSPACE_OVERLAP);
        if (i == OUTPUT || !start[OUTPUT] || (i == DATA_BUFFER && start[i] == start[OUTPUT])) continue;
        if (oracle_overlap(start[OUTPUT], layout->size[OUTPUT], start[i], layout->size[i])) must |= VERDICT(STREW_STATUS_OUTPUT_OVERLAP);
    }
    return must;
}

/* A tensor of the arena as it was before the run. */
static const void *copy_of(const layout *layout, int buffer, const unsigned char *before)
{
    return layout->start[buffer] ? before + (layout->start[buffer] - arena.bytes) : NULL;
}

static int is_within(const layout *layout, int buffer, size_t at)
{
    const unsigned char *const start = layout->start[buffer];
    return start && arena.bytes + at >= start && arena.bytes + at < start + layout->size[buffer];
}

/* Only the workspace has changed, unless it overlaps another buffer, and output if that was written. */
static void expect_unchanged(const layout *layout, const unsigned char *before, int is_written, int has_workspace)
{
    for (size_t at = 0; at < arena.size; at++) {
        if (arena.bytes[at] == before[at] || (is_written && is_within(layout, OUTPUT, at))) continue;
        if (!has_workspace || !is_within(layout, WORKSPACE, at)) complain(&buffers.call, "byte %zu of the arena has changed", at);
    }
}

/* A workspace takes up to 12 bytes and an update for each tuple, and counts by bin. */
enum { ARENA_BYTES = (BUFFERS + 4) * LARGEST_BUFFER + (512 << 10) };

void run_in_arena(const made_call *made, strew_isa isa, int32_t n_threads, bytes from)
{
    static unsigned char before[ARENA_BYTES];
    const strew_plan plan = fixture_plan(&buffers, isa);
    layout layout = {.size = {buffers.n_data_bytes, buffers.n_data_bytes, reference_bytes(&buffers.indices_tensor),
                              reference_bytes(&buffers.updates_tensor), strew_plan_workspace_size(&plan, n_threads)}};
    arguments arguments;
    strew_resources resources = STREW_RESOURCES(.parallel_for = on_one_thread, .n_threads = n_threads, .wake_ns = 1);
    reference_position position;
    verdict must;
    strew_fault fault;
    strew_status status;

    if (!arena.mapping) arena = guarded_open(ARENA_BYTES);
    place_buffers(&layout, made, &from);
    fill_arena(&layout);
    memcpy(before, arena.bytes, arena.size);
    copy_call(&buffers.call, &arguments);
    arguments.data.values = copy_of(&layout, DATA_BUFFER, before);
    arguments.indices.values = copy_of(&layout, INDICES_BUFFER, before);
    arguments.updates.values = copy_of(&layout, UPDATES_BUFFER, before);
    resources.workspace = layout.start[WORKSPACE];
    resources.workspace_bytes = layout.size[WORKSPACE];
    must = oracle_layout(&layout);
    if (!layout.start[WORKSPACE] && oracle_needs_workspace(&buffers.call)) must |= VERDICT(STREW_STATUS_WORKSPACE_TOO_SMALL);
    if (arguments.indices.values && oracle_rejects(&arguments.call, &position)) must |= VERDICT(STREW_STATUS_INDEX_OUT_OF_BOUNDS);

    status = run_with(&plan, layout.start[OUTPUT], layout.start[DATA_BUFFER], layout.start[INDICES_BUFFER], layout.start[UPDATES_BUFFER],
                      &resources, &fault);
    expect_verdict(&buffers.call, must ? must : VERDICT(STREW_OK), status, &fault);
    expect_unchanged(&layout, before, status == STREW_OK, !is_in_verdict(must, STREW_STATUS_WORKSPACE_OVERLAP));
    if (status != STREW_OK) return;
    reference_scatter(buffers.expected, &arguments.call);
    if (!is_same_or_print(arguments.data.dtype, layout.start[OUTPUT], buffers.expected, buffers.n_data, "in an arena, %s",
                          fixture_describe(&buffers)))
        abort();
}
