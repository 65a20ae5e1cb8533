/* One bug per name, each made on purpose and stopped by one tool: bugs NAME. CMakeLists.txt says by which, and with what sentence. A tool
 * that lets its bug pass would let those of the library pass as well. */
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

#include "kernels.h" /* a plan's kernel, which is replaced by one that is wrong */

#include "group.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { SKIPPED = 77 };

/* ---- Sanitizers and valgrind -------------------------------------------------------------------------------------------------------- */

/* What the compiler does not know, it can neither warn of nor leave out. */
static volatile size_t eight = 8;
static volatile int greatest = INT32_MAX;
static volatile unsigned char sink;

static void write_behind_the_heap(void)
{
    unsigned char *volatile bytes = malloc(eight);
    bytes[eight] = 1;
    sink = bytes[eight];
    free(bytes);
}

static void read_what_is_freed(void)
{
    unsigned char *volatile bytes = calloc(eight, 1);
    free(bytes);
    sink = bytes[0];
}

static void overflow_an_integer(void)
{
    greatest = greatest + 1;
}

static void shift_too_far(void)
{
    sink = (unsigned char)(1u >> (eight * 8));
}

static void decide_by_what_nobody_wrote(void)
{
    unsigned char *volatile bytes = malloc(eight);
    if (bytes[eight / 2] == 1) sink = 1;
    free(bytes);
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

/* ---- Guard pages and the pattern beside buffers ------------------------------------------------------------------------------------- */

static strew_apply_fn *right;
static ptrdiff_t astray; /* the byte of output that no slice has */

static STREW_APPLY(apply_and_write_astray)
{
    right(output, updates, slots, n_tuples, slices);
    buffers.output.bytes[astray] ^= 1;
}

/* A scatter that would be right but for that byte. */
static void scatter_astray(placement placement, size_t distance, int is_behind)
{
    const int64_t size = 7;
    const job job = {
        .dtype = STREW_UINT8, .index_dtype = STREW_INT64, .reduction = STREW_ADD, .sizes = &size, .n_sizes = 1, .width = 3, .n_tuples = 5};
    strew_apply_kernel wrong;
    strew_plan plan;

    stage_prepare(&buffers, &job);
    guarded_place(&buffers.output, buffers.n_data_bytes, placement, distance);
    astray = is_behind ? (ptrdiff_t)buffers.n_data_bytes : -1;
    plan = stage_plan(&buffers, STREW_ISA_BEST);
    wrong = *plan.apply;
    right = wrong.run;
    wrong.run = apply_and_write_astray;
    plan.apply = &wrong;
    assert_true(stage_run(&buffers, &plan, 0));
}

static void write_onto_the_guard_behind(void)
{
    scatter_astray(FLUSH_END, 0, 1);
}

static void write_onto_the_guard_in_front(void)
{
    scatter_astray(FLUSH_START, 0, 0);
}

static void write_beside_a_buffer(void)
{
    scatter_astray(FLUSH_END, 5, 1);
}

static void write_in_front_of_a_buffer(void)
{
    scatter_astray(FLUSH_START, 5, 0);
}

/* What AddressSanitizer does not look at: the lanes of a gather, and those of a masked store. */
#if defined(__x86_64__)
__attribute__((target("avx2"))) static void gather_past_the_end(void)
{
    const float *const values = (const float *)(const void *)guarded_place(&buffers.data, 8 * sizeof *values, FLUSH_END, 0);
    const __m256 taken = _mm256_i32gather_ps(values, _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 8), sizeof *values);
    sink = (unsigned char)_mm256_movemask_ps(taken);
}

__attribute__((target("avx2"))) static void store_past_the_end(void)
{
    float *const values = (float *)(void *)guarded_place(&buffers.output, 5 * sizeof *values, FLUSH_END, 0);
    _mm256_maskstore_ps(values, _mm256_setr_epi32(-1, -1, -1, -1, -1, -1, 0, 0), _mm256_set1_ps(1));
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

/* ---- The table ---------------------------------------------------------------------------------------------------------------------- */

static const struct bug {
    const char *name;
    void (*make)(void);
    int needs_vectors;
} bugs[] = {
    {"heap_overflow", write_behind_the_heap, 0},
    {"use_after_free", read_what_is_freed, 0},
    {"integer_overflow", overflow_an_integer, 0},
    {"shift", shift_too_far, 0},
    {"uninitialised", decide_by_what_nobody_wrote, 0},
    {"forgotten", decide_by_what_is_forgotten, 0},
    {"race", count_on_two_threads, 0},
    {"guard_behind", write_onto_the_guard_behind, 0},
    {"guard_in_front", write_onto_the_guard_in_front, 0},
    {"pattern_behind", write_beside_a_buffer, 0},
    {"pattern_in_front", write_in_front_of_a_buffer, 0},
    {"gather", gather_past_the_end, 1},
    {"masked_store", store_past_the_end, 1},
};

static void make_bug(void **state)
{
    const struct bug *const bug = *state;
    bug->make();
}

int main(int argc, char **argv)
{
    for (size_t i = 0; argc == 2 && i < COUNT(bugs); i++) {
        struct bug bug = bugs[i];
        const struct CMUnitTest tests[] = {{bug.name, make_bug, NULL, NULL, &bug}};
        if (strcmp(argv[1], bug.name) != 0) continue;
        if (bug.needs_vectors && !has_vectors()) return SKIPPED;
        return run_on_stage("bugs", tests, COUNT(tests), 1 << 12, 1);
    }
    fprintf(stderr, "usage: bugs NAME\n");
    for (size_t i = 0; i < COUNT(bugs); i++) fprintf(stderr, "  %s\n", bugs[i].name);
    return 2;
}
