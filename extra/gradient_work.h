/* What the files of gradient.c share: what a call is, and where the elements of its operands are. gradient.c alone includes it. */
#ifndef STREW_GRADIENT_WORK_H
#define STREW_GRADIENT_WORK_H

#include "gradient_tuples.h"

enum { LINE_BYTES = 64, ROOM_ELEMENTS = 128, N_SUMS = 16, PREFETCH_BYTES = 8192, MAX_DISTANCE = 32, MAX_NARROW = 8 };
_Static_assert(ROOM_ELEMENTS % N_SUMS == 0, "a room of products begins with the first partial sum");

/* Where elements are by their number: a reader of few dimensions. */
enum { MAX_DIMS = 16 };
typedef struct dims {
    int32_t n;
    size_t count[MAX_DIMS];
    int64_t step[MAX_DIMS];
} dims;

/* An operand with a slice, or one number, for each row. */
typedef struct view {
    const unsigned char *values;
    strew_dtype dtype;
    size_t element_bytes;
    int is_dense, is_single; /* the elements of a slice follow each other; they are one number */
    dims rows, slice;
} view;

/* Which elements of a slice a weight is for: kept and broadcast dimensions of a slice, `step` elements apart. The elements of the innermost
 * broadcast dimension, if it is the last one, follow each other: a run. */
typedef struct pattern {
    size_t n_weights, n_runs, run; /* of a slice; of a weight; elements of a run */
    dims kept, runs;
} pattern;

/* For min and max: which tuple has won each element of output. */
typedef struct winners {
    const unsigned char *values;
    size_t element_bytes;
    int is_dense;
    dims dims;
    int64_t nobody, n; /* the number that is none; others are below n */
    int counts_axis;   /* they are positions along the axis */
} winners;

/* The rows of a table that a thread has. */
typedef struct share {
    size_t first_row, n_rows;
} share;

typedef struct work {
    tuples tuples;
    strew_gradient_of of;
    strew_reduction reduction;
    strew_dtype dtype, output_dtype; /* of the gradient that is given, and of the one that is computed */
    size_t element_bytes, output_bytes;
    size_t width; /* elements of a slice */
    int32_t slice_rank;
    int is_double, is_negated, excludes_self;
    const void *alpha;
    const unsigned char *gradient;
    unsigned char *output;
    view view;       /* of weights, or for their gradient of updates */
    int has_weights; /* the view is one of weights */
    pattern pattern;
    int is_extreme;
    winners winners;
    int counts_are_wide;
    size_t n_counts;
    void *counts; /* for each slice of the batches, how many tuples name it */
    unsigned char *quotients;
    int64_t *numbers; /* for each tuple, its slice of output */
} work;

/* How many tuples in advance slices of so many bytes are prefetched. */
static inline size_t prefetch_distance(size_t bytes)
{
    return min_of(MAX_DISTANCE, 1 + PREFETCH_BYTES / (bytes + 1));
}

/* ---- Counts -------------------------------------------------------------------------------------------------------------------------- */

/* The number of the count of a slice of output. */
static inline size_t count_of_slice(const tuples *tuples, size_t slice)
{
    if (tuples->n_outer == 1) return slice;
    return slice / (tuples->n_outer * tuples->n_named) * tuples->n_named + slice % tuples->n_named;
}

static inline uint64_t get_count(const work *work, size_t slice)
{
    const size_t at = count_of_slice(&work->tuples, slice);
    return work->counts_are_wide ? ((const uint64_t *)work->counts)[at] : ((const uint32_t *)work->counts)[at];
}

/* ---- Views --------------------------------------------------------------------------------------------------------------------------- */

/* How many bytes from the first element element `number` is. */
static inline ptrdiff_t offset_of(const dims *dims, size_t number)
{
    ptrdiff_t offset = 0;
    for (int32_t i = dims->n - 1; i > 0; i--) {
        offset += (ptrdiff_t)(number % dims->count[i]) * (ptrdiff_t)dims->step[i];
        number /= dims->count[i];
    }
    return dims->n == 0 ? 0 : offset + (ptrdiff_t)number * (ptrdiff_t)dims->step[0];
}

/* Sets the dimensions of a tensor, neighbours joined. Zero if these are too many. */
OWN_FRAME static int set_dims(dims *dims, const strew_tensor *tensor, int is_empty)
{
    strew_reader reader;
    strew_set_reader(&reader, tensor, !is_empty);
    dims->n = reader.n_dims;
    if (dims->n > MAX_DIMS) return 0;
    memcpy(dims->count, reader.count, (size_t)dims->n * sizeof *dims->count);
    memcpy(dims->step, reader.step, (size_t)dims->n * sizeof *dims->step);
    return 1;
}

/* Copies n elements from number `first` on, which is `values` if that is 0. */
OWN_FRAME static void copy_elements(const dims *dims, const unsigned char *values, size_t first, size_t n, size_t bytes, unsigned char *to)
{
    const size_t run = dims->n != 0 ? dims->count[dims->n - 1] : 1;
    const ptrdiff_t step = dims->n != 0 ? (ptrdiff_t)dims->step[dims->n - 1] : 0;
    for (size_t i = 0; i < n;) {
        const unsigned char *from = values + offset_of(dims, first + i);
        size_t n_here = min_of(n - i, run - (first + i) % run);
        if (step == (ptrdiff_t)bytes) {
            memcpy(to + i * bytes, from, n_here * bytes);
            i += n_here;
        } else {
            for (; n_here != 0; n_here--, i++, from += step) memcpy(to + i * bytes, from, bytes);
        }
    }
}

static inline const unsigned char *row_of(const view *view, size_t row)
{
    return view->values + offset_of(&view->rows, row);
}

/* Sets a view of a tensor whose first n_before dimensions are rows. The others are those of a slice, as they are or of size 1; if there are
 * none, each row is one number. Zero if dimensions are too many. */
COLD static int set_view(view *view, const strew_tensor *tensor, const void *values, int32_t n_before, int32_t slice_rank,
                         const int64_t *slice_shape, int is_empty)
{
    int64_t strides[STREW_MAX_RANK], steps[STREW_MAX_RANK], dense = 1;
    for (int32_t d = tensor->rank - 1; d >= 0; dense *= tensor->shape[d--]) {
        strides[d] = tensor->strides != NULL ? tensor->strides[d] : dense;
    }
    for (int32_t d = 0; d < slice_rank; d++) {
        const int has_dimension = tensor->rank > n_before && tensor->shape[n_before + d] == slice_shape[d];
        steps[d] = has_dimension ? strides[n_before + d] : 0;
    }
    const strew_tensor rows = {tensor->dtype, n_before, tensor->shape, values, strides},
                       slice = {tensor->dtype, slice_rank, slice_shape, values, steps};
    view->values = values;
    view->dtype = tensor->dtype;
    view->element_bytes = strew_dtype_size(tensor->dtype);
    const int has_room = set_dims(&view->rows, &rows, is_empty) && set_dims(&view->slice, &slice, is_empty);
    const dims *of = &view->slice;
    const int is_one = of->n == 0;
    view->is_dense = is_one || (of->n == 1 && of->step[0] == (int64_t)view->element_bytes);
    view->is_single = is_one || (of->n == 1 && of->step[0] == 0);
    return has_room;
}

/* Says which elements of a slice weights of this shape are for; n_before of its dimensions are those of the tuples. */
COLD static int set_pattern(pattern *pattern, const strew_tensor *weights, int32_t n_before, int32_t slice_rank, const int64_t *slice_shape)
{
    int64_t shape[2][STREW_MAX_RANK], strides[2][STREW_MAX_RANK], dense = 1;
    int32_t rank[2] = {0, 0};
    for (int32_t d = slice_rank - 1; d >= 0; dense *= slice_shape[d--]) {
        const int is_kept = weights->rank > n_before && weights->shape[n_before + d] == slice_shape[d];
        const int32_t at = STREW_MAX_RANK - ++rank[is_kept];
        shape[is_kept][at] = slice_shape[d];
        strides[is_kept][at] = dense;
    }
    size_t n[2] = {1, 1};
    int has_room = 1;
    for (int is_kept = 0; is_kept < 2; is_kept++) {
        const int32_t begin = STREW_MAX_RANK - rank[is_kept];
        const strew_tensor of = {STREW_DTYPE_UINT8, rank[is_kept], shape[is_kept] + begin, NULL, strides[is_kept] + begin};
        for (int32_t d = begin; d < STREW_MAX_RANK; d++) n[is_kept] *= (size_t)shape[is_kept][d];
        has_room &= set_dims(is_kept ? &pattern->kept : &pattern->runs, &of, n[is_kept] == 0);
    }
    if (!has_room) return 0;
    dims *runs = &pattern->runs;
    const int has_run = runs->n != 0 && runs->step[runs->n - 1] == 1;
    pattern->n_weights = n[1];
    pattern->run = has_run ? runs->count[runs->n - 1] : 1;
    pattern->n_runs = n[0] / pattern->run;
    runs->n -= has_run;
    return 1;
}

/* ---- Winners ------------------------------------------------------------------------------------------------------------------------- */

/* Which tuples have won n elements of output, as their numbers. */
OWN_FRAME static void read_winners(const winners *winners, size_t first, size_t n, int64_t *to)
{
    int32_t narrow[ROOM_ELEMENTS];
    if (winners->element_bytes == sizeof *to) {
        copy_elements(&winners->dims, winners->values, first, n, sizeof *to, (unsigned char *)to);
        return;
    }
    copy_elements(&winners->dims, winners->values, first, n, sizeof *narrow, (unsigned char *)narrow);
    for (size_t i = 0; i < n; i++) to[i] = narrow[i];
}

/* The winner of one element, if they are dense. */
static inline int64_t dense_winner(const winners *winners, size_t number)
{
    int64_t wide;
    int32_t narrow;
    if (winners->element_bytes == sizeof wide) {
        memcpy(&wide, winners->values + number * sizeof wide, sizeof wide);
        return wide;
    }
    memcpy(&narrow, winners->values + number * sizeof narrow, sizeof narrow);
    return narrow;
}

/* What stands for a tuple among winners. */
static inline int64_t winner_of(const work *work, size_t tuple)
{
    const tuples *tuples = &work->tuples;
    if (work->winners.counts_axis) {
        for (int32_t d = tuples->rank - 1; d > tuples->axis; d--) tuple /= (size_t)tuples->indices_shape[d];
        tuple %= (size_t)tuples->indices_shape[tuples->axis];
    }
    return (int64_t)tuple == work->winners.nobody ? PASSED_OVER : (int64_t)tuple;
}

/* The tuple that has won element `number` of output: what is said of it was checked, and is checked again. PASSED_OVER if there is none. */
static inline int64_t tuple_of_winner(const work *work, int64_t winner, size_t number)
{
    const tuples *tuples = &work->tuples;
    size_t tuple = 0, step = 1;
    if (winner == work->winners.nobody || winner < 0 || winner >= work->winners.n) return PASSED_OVER;
    if (!work->winners.counts_axis) return winner;
    for (int32_t d = tuples->rank - 1; d >= 0; step *= (size_t)tuples->indices_shape[d--]) {
        const size_t at = d == tuples->axis ? (size_t)winner : number % (size_t)tuples->data_shape[d];
        if (at >= (size_t)tuples->indices_shape[d]) return PASSED_OVER;
        number /= (size_t)tuples->data_shape[d];
        tuple += at * step;
    }
    return (int64_t)tuple;
}

OWN_FRAME static strew_status check_winners(const work *work, strew_fault *fault)
{
    int64_t found[ROOM_ELEMENTS];
    const winners *winners = &work->winners;
    const size_t n = work->tuples.n_batches * work->tuples.n_outer * work->tuples.n_named * work->width;
    for (size_t first = 0, n_here; first < n; first += n_here) {
        n_here = min_of(n - first, ROOM_ELEMENTS);
        read_winners(winners, first, n_here, found);
        for (size_t i = 0; i < n_here; i++) {
            if (found[i] == winners->nobody || (found[i] >= 0 && found[i] < winners->n)) continue;
            return REJECT(fault, STREW_STATUS_INDEX_OUT_OF_BOUNDS, .subject = "arg", .dimension = -1, .tuple = (int64_t)(first + i),
                          .value = found[i], .low = 0, .high = winners->n - 1);
        }
    }
    return STREW_OK;
}

#endif /* STREW_GRADIENT_WORK_H */
