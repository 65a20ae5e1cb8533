/* Copying data to output. */
#ifndef STREW_COPY_H
#define STREW_COPY_H

#include "plan_state.h"
#include "pool.h"

/* Copies n_bytes of data; a copy that exceeds the caches bypasses them. */
void strew_copy(unsigned char *to, const unsigned char *from, size_t n_bytes, int exceeds_caches);

/* The same on threads, page by page. */
typedef struct strew_copied {
    unsigned char *to;
    const unsigned char *from;
    size_t n_bytes;
    int exceeds_caches;
} strew_copied;
strew_chunk strew_copy_chunk;

static inline void strew_copy_on(const strew_threads *threads, unsigned char *to, const unsigned char *from, size_t n_bytes,
                                 int exceeds_caches)
{
    const strew_copied copied = {to, from, n_bytes, exceeds_caches};
    strew_run_chunks(threads, (n_bytes - 1) / STREW_PAGE_BYTES + 1, strew_copy_chunk, &copied);
}

/* Whether data or output is not dense, so that the copy is of rows. */
static inline int strew_has_copied_rows(const strew_plan_state *plan)
{
#if STREW_BUILD_FEATURE_STRIDES
    const int64_t bytes = plan->element_bytes;
    return plan->views.n_copies > 1 ||
           (plan->views.n_copies == 1 && (strew_copies_of(plan)[0].data != bytes || strew_copies_of(plan)[0].output != bytes));
#else
    (void)plan;
    return 0;
#endif
}

/* Repeats an element, n_bytes in all. */
void strew_repeat(unsigned char *to, size_t n_bytes, const unsigned char *element, size_t element_bytes);

/* Copies n pieces of n_bytes, which are equally far apart. The numbers of a list would take a third more instructions. */
void strew_copy_evenly(unsigned char *to, ptrdiff_t to_step, const unsigned char *from, ptrdiff_t from_step, size_t n_bytes, size_t n);

/* Copies n pieces of n_bytes: number i to `to + i * to_step`, from `from + numbers[i] * from_step`. */
void strew_copy_pieces(unsigned char *to, ptrdiff_t to_step, const unsigned char *from, ptrdiff_t from_step, const uint32_t *numbers,
                       size_t n_bytes, size_t n);

#if STREW_BUILD_FEATURE_STRIDES
/* Copies data to output where these are not dense, row by row, or element by element where needed. One loop of the copy may have fewer
 * steps than in the plan. */
typedef struct strew_copied_rows {
    const strew_plan_state *plan;
    unsigned char *output;
    const unsigned char *data;
    int32_t cut;    /* this loop; */
    size_t n_steps; /* so many */
} strew_copied_rows;
strew_chunk strew_copy_rows_chunk;
size_t strew_count_copied_rows(const strew_copied_rows *copied);

/* Copies the elements of output from byte `first` to `stop`, counted from its lowest address, where no step of the longest loop has an
 * element before and one after these. */
void strew_copy_rows_between(const strew_plan_state *plan, unsigned char *output, const unsigned char *data, size_t first, size_t stop);

static inline void strew_copy_strided(const strew_threads *threads, const strew_plan_state *plan, unsigned char *output,
                                      const unsigned char *data)
{
    const strew_copied_rows copied = {plan, output, data, -1, 0};
    strew_run_chunks(threads, strew_count_copied_rows(&copied), strew_copy_rows_chunk, &copied);
}
#else /* all tensors are dense */
#define strew_copy_strided(threads, plan, output, data) ((void)(threads), (void)(plan), (void)(output), (void)(data))
#define strew_copy_rows_between(plan, output, data, first, stop) ((void)(output), (void)(data))
#endif

/* Runs a loop for pieces of n_bytes. Frequent sizes are constants in it, which compilers copy without a call. */
#define STREW_FOR_PIECES_OF(n_bytes, LOOP)                                                                                                 \
    switch (n_bytes) {                                                                                                                     \
    case 1: LOOP(1); break;                                                                                                                \
    case 2: LOOP(2); break;                                                                                                                \
    case 4: LOOP(4); break;                                                                                                                \
    case 8: LOOP(8); break;                                                                                                                \
    case 16: LOOP(16); break;                                                                                                              \
    case 32: LOOP(32); break;                                                                                                              \
    case 64: LOOP(64); break;                                                                                                              \
    case 128: LOOP(128); break;                                                                                                            \
    default: LOOP(n_bytes);                                                                                                                \
    }

#endif /* STREW_COPY_H */
