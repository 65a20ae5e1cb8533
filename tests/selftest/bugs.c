/* bugs NAME: one deliberate bug per name, which one tool must stop. CMakeLists.txt says which tool, and its sentence. A tool that misses
 * its bug would miss those of the library, too. "bugs NAME right" stays within the guarded buffer: the same program without the bug. */
#include <pthread.h>
#include <stdlib.h>

#include <strew/strew.h>

#include "group.h"
#include "plan_state.h" /* to replace a plan's kernel by a wrong one */

#include "testing.h"
#include "uninitialised.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { SKIPPED = 77 };

/* ---- Sanitizers and valgrind --------------------------------------------------------------------------------------------------------- */

static volatile int largest = INT32_MAX;

static void write_past_a_heap_block(void)
{
    unsigned char *volatile bytes = malloc(eight);
    bytes[eight] = 1;
    sink = bytes[eight];
    free(bytes);
}

static void overflow_an_integer(void)
{
    largest = largest + 1;
}

static void branch_on_forgotten(void)
{
    const unsigned char *const bytes = memset(guarded_place(&buffers.workspace, 8, FLUSH_END, 0), 1, 8);
    guarded_forget(&buffers.workspace);
    if (bytes[eight / 2] == 1) sink = 1;
}

static int shared;

static void *count(void *argument)
{
    for (int i = 0; i < 100000; i++) shared += i;
    return argument;
}

static void count_on_two_threads(void)
{
    pthread_t threads[2];

    for (size_t i = 0; i < COUNT(threads); i++) pthread_create(&threads[i], NULL, count, NULL);
    for (size_t i = 0; i < COUNT(threads); i++) pthread_join(threads[i], NULL);
    sink = (unsigned char)shared;
}

/* ---- Guard pages and the pattern beside buffers -------------------------------------------------------------------------------------- */

static volatile int is_right;

/* A kernel that does its work, and then accesses a byte beside a buffer: on the guard page, or in the pattern. */
static strew_apply_fn *right;
static const struct stray {
    const char *name;
    guarded *buffer;
    int is_past_end, is_write, is_on_guard;
} * stray;
static int has_strayed;

static STREW_APPLY(apply_and_stray)
{
    const guarded *const buffer = stray->buffer;
    const ptrdiff_t last = (ptrdiff_t)buffer->size - 1, in_bounds = stray->is_past_end ? last : 0,
                    beside = stray->is_past_end ? last + 1 : -1;
    const ptrdiff_t at_guard = (stray->is_past_end ? buffer->pages + buffer->pages_bytes : buffer->pages - 1) - buffer->bytes;
    volatile unsigned char *const byte = buffer->bytes + (is_right ? in_bounds : beside);

    right(output, updates, slice_indices, n_tuples, slices);
    if (buffer->size == 0 || (beside == at_guard) != stray->is_on_guard) return;
    has_strayed = 1;
    if (stray->is_write)
        *byte = (unsigned char)(*byte ^ !is_right);
    else
        sink = *byte;
}

/* A call that needs a workspace, on buffers at other positions each time: right except for that byte. */
static void scatter_and_stray(void)
{
    static const int64_t sizes[] = {7, 2};
    const job job = {.dtype = STREW_DTYPE_UINT8,
                     .index_dtype = STREW_DTYPE_INT64,
                     .reduction = STREW_REDUCTION_ADD,
                     .sizes = sizes,
                     .n_sizes = 2,
                     .width = 3,
                     .n_tuples = 5};

    buffers.has_workspace = stray->buffer == &buffers.workspace;
    buffers.is_prepared = stray->buffer == &buffers.prepared;
    for (int i = 0; i < 64; i++) {
        strew_apply_kernel wrong;
        strew_plan plan;
        fixture_prepare(&buffers, &job);
        plan = fixture_plan(&buffers, STREW_ISA_BEST);
        wrong = *strew_state_of(&plan)->apply;
        right = wrong.run;
        wrong.run = apply_and_stray;
        strew_state_of(&plan)->apply = &wrong;
        assert_true(fixture_run(&buffers, &plan, 0));
    }
    assert_true(has_strayed);
}

static const struct stray strays[] = {
    {"guard_behind", &buffers.output, 1, 1, 1},     {"guard_in_front", &buffers.output, 0, 1, 1},
    {"guard_data", &buffers.data, 1, 0, 1},         {"guard_indices", &buffers.indices, 1, 0, 1},
    {"guard_updates", &buffers.updates, 1, 0, 1},   {"guard_workspace", &buffers.workspace, 1, 0, 1},
    {"guard_prepared", &buffers.prepared, 1, 0, 1}, {"pattern_behind", &buffers.output, 1, 1, 0},
    {"pattern_in_front", &buffers.output, 0, 1, 0},
};

/* A write beside a buffer of guarded_new, which run_at_either_end checks. */
static unsigned char *new_buffer;
static placement placement_of_new;
enum { NEW_BYTES = 5 };

static void place(placement placement)
{
    placement_of_new = placement;
    new_buffer = guarded_new(NEW_BYTES, placement);
}

static void write_beside_new_buffer(void)
{
    const ptrdiff_t beside = placement_of_new == FLUSH_END ? -1 : NEW_BYTES;
    volatile unsigned char *const byte = new_buffer + (is_right ? 0 : beside);
    *byte = (unsigned char)(*byte ^ 1);
}

/* AddressSanitizer does not check the lanes of a gather and of a masked store. */
#if defined(__x86_64__)
__attribute__((target("avx2"))) static void gather_past_the_end(void)
{
    const float *const values = (const float *)(const void *)guarded_place(&buffers.data, 8 * sizeof *values, FLUSH_END, 0);
    const __m256 taken = _mm256_i32gather_ps(values, _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, is_right ? 7 : 8), sizeof *values);
    sink = (unsigned char)_mm256_movemask_ps(taken);
}

__attribute__((target("avx2"))) static void store_past_the_end(void)
{
    float *const values = (float *)(void *)guarded_place(&buffers.output, 5 * sizeof *values, FLUSH_END, 0);
    _mm256_maskstore_ps(values, _mm256_setr_epi32(-1, -1, -1, -1, -1, is_right ? 0 : -1, 0, 0), _mm256_set1_ps(1));
}

static int has_vectors(void)
{
    return __builtin_cpu_supports("avx2");
}
#else
static void gather_past_the_end(void) {}
static void store_past_the_end(void) {}
static int has_vectors(void)
{
    return 0;
}
#endif

/* ---- The table ----------------------------------------------------------------------------------------------------------------------- */

static const struct bug {
    const char *name;
    void (*make)(void);
    enum { A_FIXTURE, VECTORS, NO_FIXTURE } needs;
} bugs[] = {
    {"heap_overflow", write_past_a_heap_block, A_FIXTURE},
    {"integer_overflow", overflow_an_integer, A_FIXTURE},
    {"uninitialised", branch_on_uninitialised, A_FIXTURE},
    {"forgotten", branch_on_forgotten, A_FIXTURE},
    {"race", count_on_two_threads, A_FIXTURE},
    {"gather", gather_past_the_end, VECTORS},
    {"masked_store", store_past_the_end, VECTORS},
    {"pattern_alone", write_beside_new_buffer, NO_FIXTURE},
};

static void make_bug(void **state)
{
    const struct bug *const bug = *state;
    bug->make();
}

/* The bug of this name; its function is NULL if there is none. */
static struct bug bug_named(const char *name)
{
    for (size_t i = 0; i < COUNT(bugs); i++) {
        if (strcmp(name, bugs[i].name) == 0) return bugs[i];
    }
    for (stray = strays; stray < strays + COUNT(strays); stray++) {
        if (strcmp(name, stray->name) == 0) return (struct bug){name, scatter_and_stray, A_FIXTURE};
    }
    return (struct bug){0};
}

int main(int argc, char **argv)
{
    struct bug bug = bug_named(argc > 1 ? argv[1] : "");

    is_right = argc == 3 && strcmp(argv[2], "right") == 0;
    if (!bug.make || argc != 2 + is_right) {
        fprintf(stderr, "usage: bugs NAME [right], where CMakeLists.txt has the names\n");
        return 2;
    }
    add_test(make_bug, &bug, "%s", bug.name);
    if (bug.needs == VECTORS && !has_vectors()) return SKIPPED;
    if (bug.needs == NO_FIXTURE) return run_at_either_end(place);
    return run_on_fixture(1 << 12, 1);
}
