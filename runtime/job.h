/* What a run works on: a plan and its buffers, cut into blocks of tuples. */
#ifndef STREW_JOB_H
#define STREW_JOB_H

#include "internal.h"

/* Tuples of a block. Its slice indices (2 KiB) and its indices (4 KiB a component) stay in the first-level cache between the kernels,
 * and a call of a kernel, some tens of nanoseconds, is spread over enough tuples: 512, 1024 and 2800 differ by no more than the bench's
 * noise, and the least of them needs the least stack. Indices that do not lie side by side are gathered on the stack, and fewer of them
 * make a block. */
enum { STREW_BLOCK = 512, STREW_GATHERED_BLOCK = 64 };

/* With fewer bytes to read and write than this, one thread is done before a second one has begun: waking it and waiting for it take about
 * ten microseconds, in which one core streams 128 KiB. Tests set it to 1. */
#ifndef STREW_MIN_SHARED_BYTES
#define STREW_MIN_SHARED_BYTES (256 << 10)
#endif

/* Data of more bytes is prefetched before it is written, because it does not stay in the second-level cache, which has 1 MiB a core on Zen
 * 4 and 5, 1.25 to 2 on Intel's servers and 0.5 to 2 on Arm's. Where it does stay, as in elem_add of the bench, it costs a fourth.
 * Tests set it to 1. */
#ifndef STREW_L2_BYTES
#define STREW_L2_BYTES (1 << 20)
#endif
static inline int strew_exceeds_l2(const strew_plan_state *plan)
{
    return plan->data_bytes > STREW_L2_BYTES;
}

/* Indices of more dimensions, those of size 1 left out, are not looked at for a grid. */
enum { STREW_MAX_GRID_DIMS = 8 };

/* Everything that stays as it is while a pass of a run goes on; any number of threads may read it.
 *
 * The tuples are a row-major box: the plan's, or another view of it. Where whole rows of scatter_elements are written, a tuple is the
 * first of its row, a slice is the row, and slice indices count rows. Where tuples lie on a grid, the box has the shape of indices
 * without dimensions of size 1. A block is `inner` tuples, whole dimensions behind dimension `split`, times a chunk of that dimension. */
typedef struct strew_job {
    const strew_plan_state *plan;
    const strew_apply_kernel *apply;
    const strew_partition_kernel *partition; /* NULL where there is none for slices of so many bytes, or they are rows */
    strew_components components;
    unsigned char *output;
    const unsigned char *indices, *updates;
    size_t row; /* elements of a row, otherwise 1 */
    size_t n_tuples, tuple_bytes;
    strew_slices slices;
    uint64_t n_slices, stride[STREW_MAX_INDEX_LANES]; /* the stride: of rows, repeated */

    /* The last dimension may be a piece of the plan's, beginning at `tile_first`: then a block's tuples lie in pieces of `tile` tuples
     * that are `tile_stride` tuples apart. Otherwise piece is 0. */
    size_t tile, tile_first, tile_stride;

    int is_absolute; /* slice indices that are there already count from the start of a part, not from a block's base */
    int is_distinct; /* no slice index occurs twice */
    int may_be_grid; /* tuples are cut as on a grid, but slice indices come from the indices, and are counted from 0 */
    int is_grid;     /* the place of a tuple is all that its slice index depends on: they are written by rows */

    const strew_count *count; /* tuples of each dimension, */
    const uint64_t *step;     /* and how many slice indices, elements of a row apart, each lies behind the one before, by its place */
    uint64_t origin;          /* the slice index of the first place */
    uint64_t grid_step[STREW_MAX_GRID_DIMS]; /* what `step` is where tuples may lie on a grid */
    int32_t n_dims, split;                   /* split is -1 where one block is all there is */
    size_t inner, chunk, n_chunks, n_blocks;
    size_t region_bytes; /* what a block write_tracker of output lies close together in so many bytes from its base; 0 where it does not */
    uint32_t positions
        [STREW_BLOCK]; /* of a block's tuples, in slice indices behind the block's base; every block has the same, as far as it goes */
} strew_job;

typedef struct strew_block {
    size_t first, n; /* tuples */
    uint64_t base;   /* the slice index that its tuples' slice indices are counted from */
} strew_block;

/* What a thread works with: the slice indices of a block, behind some of the last one that wait to be applied, and a bit for every tuple
 * that is inside, where the policy skips the others. */
typedef struct strew_scratch {
    uint32_t slice_indices[STREW_PREFETCH_SLICES + STREW_BLOCK + STREW_PREFETCH_SLICES];
    uint64_t is_in_bounds[STREW_BLOCK / 64];
} strew_scratch;

/* Tuples whose slice indices follow one another, so that they can be written as one wide slice. */
typedef struct strew_run_of_slices {
    uint64_t slice_index, first, n;
} strew_run_of_slices;

enum { STREW_LINE_BYTES = 64, STREW_PAGE_BYTES = 4096 };

static inline size_t strew_min(size_t a, size_t b)
{
    return a < b ? a : b;
}

static inline size_t strew_round_up(size_t n, size_t to)
{
    return (n + to - 1) / to * to;
}

/* The first address in memory that is a multiple of `to`, a power of two. */
static inline unsigned char *strew_align(const void *memory, size_t to)
{
    return (unsigned char *)((uintptr_t)memory + -(uintptr_t)memory % to);
}

/* The most threads that a run is shared by. */
enum { STREW_MAX_THREADS = 64 };

/* ---- blocks.c ------------------------------------------------------------------------------------------------------------------------ */

/* There must be tuples. The second begins a job whose slice indices are there already, in rows of so many elements. */
void strew_begin_job(strew_job *job, const strew_plan_state *plan, void *output, const void *indices, const void *updates);
void strew_begin_prepared_job(strew_job *job, const strew_plan_state *plan, void *output, const void *updates, size_t row, int is_distinct);

/* The same job for `n` columns of slices, beginning at byte `first`: `apply` writes slices of any width. */
strew_job strew_job_of_columns(const strew_job *job, const strew_apply_kernel *apply, size_t first, size_t n_bytes);

/* The same job for lanes first to first + n - 1 of the last dimension. */
strew_job strew_job_of_lanes(const strew_job *job, size_t first, size_t n);

/* Where places do not count: lays tuples out in one line, as a job begins with, or on the grid of grid_step, the first at that slice
 * index. */
void strew_lay_in_line(strew_job *job);
void strew_lay_on_grid(strew_job *job, uint64_t first);

strew_block strew_block_at(const strew_job *job, size_t number);

/* Where tuple number t of the job lies in memory, in tuples. */
static inline size_t strew_memory_tuple(const strew_job *job, size_t t)
{
    return job->tile == 0 ? t : t / job->tile * job->tile_stride + job->tile_first + t % job->tile;
}

/* How many tuples from there on lie side by side in memory. */
static inline size_t strew_left_of_tile(const strew_job *job, size_t t)
{
    return job->tile == 0 ? job->n_tuples - t : job->tile - t % job->tile;
}

/* Whether tuples first to beyond - 1 are inside. It goes from the end to the start: what the next pass begins with is then in the cache. */
int strew_check_tuples(const strew_job *job, size_t first, size_t end);

/* Turns a block into slice indices. Zero if a tuple is outside that the policy does not take care of, even where the indices have been
 * checked: another thread may have rewritten them. */
int strew_make_slice_indices(const strew_job *job, const strew_block *block, uint32_t *slice_indices);

/* ---- grid.c -------------------------------------------------------------------------------------------------------------------------- */

/* Lays a job on the only grid that its tuples can lie on, if there is one, until the indices have been looked at. */
void strew_guess_grid(strew_job *job);

/* Whether these slice indices, which come from the indices, are those of that block on the grid. */
int strew_is_on_grid(const strew_job *job, size_t number, const uint32_t *slice_indices);

/* Ends the guess: either nobody looks at an index any more, or the tuples stand in one line again. */
void strew_settle_grid(strew_job *job, int is_right);

/* ---- apply.c ------------------------------------------------------------------------------------------------------------------------- */

/* Behind the last of n slice indices, kernels prefetch some more where output is far: this repeats it. */
void strew_pad_slice_indices(const strew_plan_state *plan, uint32_t *slice_indices, size_t n);

/* Applies blocks first to beyond - 1 in parts outer_begin to outer_end - 1 of data. `slice_indices` are those of all tuples, padded, or
 * NULL: then they are made. Zero if a tuple is outside, as in strew_make_slice_indices. */
int strew_apply_blocks(const strew_job *job, size_t first, size_t end, size_t outer_begin, size_t outer_end, const uint32_t *slice_indices);

/* Applies runs first to beyond - 1 in parts outer_begin to outer_end - 1. */
void strew_apply_runs(const strew_job *job, const strew_run_of_slices *runs, size_t first, size_t end, size_t outer_begin,
                      size_t outer_end);

/* The slice index of a tuple in 64 bits, after the policy. Zero if it is outside. */
int strew_find_slice_index(const strew_job *job, size_t tuple, uint64_t *slice_index);

/* The same for all blocks and parts, tuple by tuple in 64 bits: for more slice indices than 32 bits can count. */
int strew_apply_large_offset(const strew_job *job);

/* ---- partition.c --------------------------------------------------------------------------------------------------------------------- */

/* Slices of fewer bytes than these, one here and one there, share lines with each other, which then go from one core to the other and
 * back. Where tuples have places, neighbours mostly belong to one thread. On two threads rows32_add of the bench, with slices of 128
 * bytes, is 1.3 to 1.4 times as fast as on one; partitioned out as well, i64_mul8, with slices of 64, is slower by a fifth. */
enum { STREW_MIN_APART_BYTES = 2 * STREW_LINE_BYTES };

/* Among how many partitions slice indices of the only part are partitioned out, at most n_threads; fewer than two: they had better not
 * be. `slice_bytes` are those of the job: of whole rows, if it writes them. */
size_t strew_count_partitions(const strew_plan_state *plan, size_t n_threads, size_t slice_bytes);

/* The ranges of partitions: of each, from the bin where it begins to the one where the next one does, of all bins that there are. */
typedef struct strew_partitions {
    size_t n;
    uint16_t first_bin[STREW_MAX_THREADS + 1];
} strew_partitions;

/* Chooses ranges such that two partitions or more have about as much to do, as a sample of the tuples tells: where some slices have more
 * of them than others, as words of a language have, equal ranges have not. emb256 of the bench, where a fifth of all tuples name one
 * slice, takes a tenth less on two threads.
 *
 * Returns zero where one thread had better do it all: a tuple is outside, or slices are narrow and most tuples name one in the group of
 * the one before. Where tuples are sorted or a few slices have most of them, that thread has what it needs at hand, and partitions would
 * but look on. `slice_indices` as below. */
int strew_choose_partitions(const strew_job *job, size_t n_partitions, const uint32_t *slice_indices, strew_partitions *partitions);

/* Applies the slice indices of one of two partitions or more. `slice_indices` and the return value are those of strew_apply_blocks. */
int strew_apply_owned(const strew_job *job, const strew_partitions *partitions, size_t number_of_partition, const uint32_t *slice_indices);

/* ---- privatize.c --------------------------------------------------------------------------------------------------------------------- */

/* Among how many threads the tuples are shared that are added up in copies of output, the first in output itself; fewer than two: they had
 * better not be. There must be data. */
size_t strew_count_copies(const strew_plan_state *plan, size_t n_threads);

/* Bytes of a workspace for two copies or more, at any address. */
size_t strew_copies_bytes(const strew_plan_state *plan, size_t n_copies);

/* Adds one share of the tuples up. Zero if one is outside. */
int strew_apply_to_copy(const strew_job *job, size_t number, size_t n_copies, void *workspace);

/* Adds bytes first to beyond - 1 of the copies to output. */
void strew_add_copies(const strew_job *job, size_t n_copies, void *workspace, size_t first, size_t end);

/* ---- copy.c -------------------------------------------------------------------------------------------------------------------------- */

/* Whether so many bytes are too many for a last-level cache, so that a copy of them is better made past it; and such a copy. */
int strew_exceeds_caches(size_t n_bytes);
void strew_copy_streaming(unsigned char *to, const unsigned char *from, size_t n_bytes);

/* n_bytes of a copy of all_bytes, in the better of the two ways. */
void strew_copy_chunk(unsigned char *to, const unsigned char *from, size_t n_bytes, size_t all_bytes);

/* ---- prepare.c ----------------------------------------------------------------------------------------------------------------------- */

/* What prepared memory holds. */
typedef struct strew_opened {
    size_t row;
    int is_distinct;
    const uint32_t *slice_indices; /* of all tuples, padded; or NULL, where there are runs */
    const strew_run_of_slices *runs;
    size_t n_runs;
} strew_opened;

/* What strew_prepared_size returns. */
size_t strew_prepared_bytes(const strew_plan_state *plan);

/* Zero if it is another plan's. */
int strew_open_prepared(const strew_plan_state *plan, const void *memory, strew_opened *opened);

/* ---- run.c --------------------------------------------------------------------------------------------------------------------------- */

/* The first component outside, once a kernel has said that there is one. */
strew_status strew_find_fault(const strew_plan_state *plan, const unsigned char *indices, strew_fault *fault);

/* ---- threads.c ----------------------------------------------------------------------------------------------------------------------- */

/* How many threads a caller has to spare, himself included. */
size_t strew_count_threads(const strew_resources *resources);

/* Whether there is enough to do for more than one; is_distinct: indices are prepared, and no slice index occurs twice. */
int strew_is_worth_sharing(const strew_plan_state *plan, size_t copied_bytes, int is_distinct);

/* What a look at the indices finds: that one is outside; that none is; and that all are where a grid has them. */
typedef enum strew_check_result { STREW_OUT_OF_BOUNDS, STREW_IN_BOUNDS, STREW_ON_GRID } strew_check_result;

/* The passes of a run, each shared among the threads: a check of all tuples; the same, which leaves all slice indices, padded, and looks
 * for no grid; and applying, from those slice indices or NULL, which returns zero if a tuple is outside. */
void strew_copy(const strew_resources *resources, void *to, const void *from, size_t n_bytes);
strew_check_result strew_check(const strew_resources *resources, const strew_job *job);
strew_check_result strew_fill(const strew_resources *resources, const strew_job *job, uint32_t *slice_indices);
int strew_apply(const strew_resources *resources, const strew_job *job, const uint32_t *slice_indices);
void strew_apply_all_runs(const strew_resources *resources, const strew_job *job, const strew_run_of_slices *runs, size_t n_runs);

/* Applies in two copies of output or more, for which there is room in the workspace. Zero if a tuple is outside. */
int strew_apply_in_copies(const strew_resources *resources, const strew_job *job, size_t n_copies, void *workspace);

/* Whether slice indices are better left in a workspace by the first look at the indices than made again from these, by so many threads. */
int strew_wants_slice_indices(const strew_plan_state *plan, size_t n_threads);

#endif /* STREW_JOB_H */
