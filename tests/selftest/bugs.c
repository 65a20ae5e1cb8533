/* One bug per name, each made on purpose and stopped by one tool: bugs NAME. CMakeLists.txt says by which, and with what sentence. A tool
 * that lets its bug pass would let those of the library pass as well. "bugs NAME right" leaves out one beside a guarded buffer again. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <strew/strew.h>

#include "plan.h" /* a plan's kernel, which is replaced by one that is wrong */

#include "group.h"

#include "unwritten.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { SKIPPED = 77 };

/* ---- Sanitizers and valgrind --------------------------------------------------------------------------------------------------------- */

static volatile int greatest = INT32_MAX;

static void write_behind_the_heap(void)
{
    unsigned char *volatile bytes = malloc(eight);
    bytes[eight] = 1;
    sink = bytes[eight];
    free(bytes);
}

static void overflow_an_integer(void)
{
    greatest = greatest + 1;
}

static void decide_by_what_is_forgotten(void)
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

/* With the word `right` behind its name, a bug stays within its buffer: the same program is then at peace. */
static volatile int is_right;

/* A kernel that does its work, and then write_tracker a byte beside a buffer. */
static strew_apply_fn *right;
static const struct stray {
    const char *name;
    guarded *buffer;
    int is_behind, is_write;
    int is_on_guard; /* the byte is on the guard page, or one that holds the pattern */
} * stray;
static int has_strayed;

static STREW_APPLY(apply_and_stray)
{
    const guarded *const buffer = stray->buffer;
    const ptrdiff_t last = (ptrdiff_t)buffer->size - 1, in_bounds = stray->is_behind ? last : 0, beside = stray->is_behind ? last + 1 : -1;
    const ptrdiff_t at_guard = (stray->is_behind ? buffer->pages + buffer->pages_bytes : buffer->pages - 1) - buffer->bytes;
    volatile unsigned char *const byte = buffer->bytes + (is_right ? in_bounds : beside);

    right(output, updates, slice_indices, n_tuples, slices);
    if (buffer->size == 0 || (beside == at_guard) != stray->is_on_guard) return;
    has_strayed = 1;
    if (stray->is_write)
        *byte = (unsigned char)(*byte ^ !is_right);
    else
        sink = *byte;
}

/* Tuples of 16 bytes, for which a workspace is asked, on buffers that lie somewhere else every time: right but for that byte. */
static void scatter_and_stray(void)
{
    static const int64_t sizes[] = {7, 2};
    const job job = {
        .dtype = STREW_UINT8, .index_dtype = STREW_INT64, .reduction = STREW_ADD, .sizes = sizes, .n_sizes = 2, .width = 3, .n_tuples = 5};

    buffers.has_workspace = stray->buffer == &buffers.workspace;
    buffers.is_prepared = stray->buffer == &buffers.prepared;
    for (int turn = 0; turn < 64; turn++) {
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

/* The same of a buffer of guarded_new, which run_at_either_end looks at. */
static unsigned char *alone;
static placement placement_of_alone;
enum { BYTES_ALONE = 5 };

static void place(placement placement)
{
    placement_of_alone = placement;
    alone = guarded_new(BYTES_ALONE, placement);
}

static void write_beside_what_is_alone(void)
{
    const ptrdiff_t beside = placement_of_alone == FLUSH_END ? -1 : BYTES_ALONE;
    volatile unsigned char *const byte = alone + (is_right ? 0 : beside);
    *byte = (unsigned char)(*byte ^ 1);
}

/* What AddressSanitizer does not look at: the lanes of a gather, and those of a masked store. */
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
    {"heap_overflow", write_behind_the_heap, A_FIXTURE},
    {"integer_overflow", overflow_an_integer, A_FIXTURE},
    {"uninitialised", decide_by_what_nobody_wrote, A_FIXTURE},
    {"forgotten", decide_by_what_is_forgotten, A_FIXTURE},
    {"race", count_on_two_threads, A_FIXTURE},
    {"gather", gather_past_the_end, VECTORS},
    {"masked_store", store_past_the_end, VECTORS},
    {"pattern_alone", write_beside_what_is_alone, NO_FIXTURE},
};

static void make_bug(void **state)
{
    const struct bug *const bug = *state;
    bug->make();
}

/* What the name stands for; make is NULL if nothing. */
static struct bug bug_named(const char *name)
{
    for (size_t i = 0; i < COUNT(bugs); i++) {
        if (strcmp(name, bugs[i].name) == 0) return bugs[i];
    }
    for (size_t i = 0; i < COUNT(strays); i++) {
        if (strcmp(name, strays[i].name) != 0) continue;
        stray = &strays[i];
        return (struct bug){stray->name, scatter_and_stray, A_FIXTURE};
    }
    return (struct bug){NULL, NULL, A_FIXTURE};
}

int main(int argc, char **argv)
{
    struct bug bug = bug_named(argc > 1 ? argv[1] : "");
    const struct CMUnitTest tests[] = {{bug.name, make_bug, NULL, NULL, &bug}};

    is_right = argc == 3 && strcmp(argv[2], "right") == 0;
    if (!bug.make || argc != 2 + is_right) {
        fprintf(stderr, "usage: bugs NAME [right]\n");
        for (size_t i = 0; i < COUNT(bugs); i++) fprintf(stderr, "  %s\n", bugs[i].name);
        for (size_t i = 0; i < COUNT(strays); i++) fprintf(stderr, "  %s\n", strays[i].name);
        return 2;
    }
    if (bug.needs == VECTORS && !has_vectors()) return SKIPPED;
    if (bug.needs == NO_FIXTURE) return run_at_either_end("bugs", tests, COUNT(tests), place);
    return run_on_fixture("bugs", tests, COUNT(tests), 1 << 12, 1);
}
