/* The loops of gradients in one type: gradient.c includes this file with REAL, IS_DOUBLE, and OF(name), which makes a name one of the type.
 * A product and a sum are rounded each. */

#define DTYPE_OF_REAL (IS_DOUBLE ? STREW_DTYPE_FLOAT64 : STREW_DTYPE_FLOAT32)

/* ---- Elements ------------------------------------------------------------------------------------------------------------------------ */

OWN_FRAME static void OF(read_some)(strew_dtype dtype, REAL *to, const unsigned char *from, size_t n)
{
#if IS_DOUBLE
    float narrow[ROOM_ELEMENTS];
    if (dtype == STREW_DTYPE_FLOAT64) {
        memcpy(to, from, n * sizeof *to);
        return;
    }
    read_some_f32(dtype, narrow, from, n);
    for (size_t i = 0; i < n; i++) to[i] = (REAL)narrow[i];
#else
    switch (dtype) {
    case STREW_DTYPE_FLOAT16: read_float16(to, from, n); break;
    case STREW_DTYPE_BFLOAT16: read_bfloat16(to, from, n); break;
    default: memcpy(to, from, n * sizeof *to);
    }
#endif
}

/* Rounds n numbers to the type. */
OWN_FRAME static void OF(write_some)(strew_dtype dtype, unsigned char *to, const REAL *from, size_t n)
{
#if IS_DOUBLE
    float narrow[ROOM_ELEMENTS];
    if (dtype == STREW_DTYPE_FLOAT64) {
        memcpy(to, from, n * sizeof *from);
        return;
    }
    for (size_t i = 0; i < n; i++) narrow[i] = dtype == STREW_DTYPE_FLOAT32 ? (float)from[i] : round_to_odd(from[i]);
    write_some_f32(dtype, to, narrow, n);
#else
    switch (dtype) {
    case STREW_DTYPE_FLOAT16: write_float16(to, from, n); break;
    case STREW_DTYPE_BFLOAT16: write_bfloat16(to, from, n); break;
    default: memcpy(to, from, n * sizeof *from);
    }
#endif
}

static inline REAL OF(read_one)(strew_dtype dtype, const unsigned char *from)
{
    REAL number;
    OF(read_some)(dtype, &number, from, 1);
    return number;
}

/* Some elements of a slice of a view. */
OWN_FRAME static void OF(read_view)(const view *view, const unsigned char *row, size_t first, size_t n, REAL *to)
{
    unsigned char copied[ROOM_ELEMENTS * sizeof(double)];
    if (!view->is_dense) copy_of_slice(view, row, first, n, copied);
    OF(read_some)(view->dtype, to, view->is_dense ? row + first * view->element_bytes : copied, n);
}

/* ---- Products ------------------------------------------------------------------------------------------------------------------------ */

static inline void OF(multiply)(unsigned char *restrict to, const unsigned char *restrict from, REAL factor, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        REAL number;
        memcpy(&number, from + i * sizeof number, sizeof number);
        number = factor * number;
        memcpy(to + i * sizeof number, &number, sizeof number);
    }
}

/* One slice of the gradient of updates: a slice of the other gradient, multiplied by `factor`, then by weights. */
OWN_FRAME static void OF(multiply_slice)(const work *work, unsigned char *to, const unsigned char *from, size_t tuple, REAL factor)
{
    REAL numbers[ROOM_ELEMENTS], weights[ROOM_ELEMENTS];
    const unsigned char *const row = work->has_weights ? row_of(&work->view, tuple) : NULL;
    for (size_t first = 0, n; first < work->width; first += n) {
        n = min_of(work->width - first, ROOM_ELEMENTS);
        OF(read_some)(work->dtype, numbers, from + first * work->element_bytes, n);
        if (row != NULL) OF(read_view)(&work->view, row, first, n, weights);
        for (size_t i = 0; row != NULL && i < n; i++) numbers[i] = weights[i] * numbers[i];
        for (size_t i = 0; i < n; i++) numbers[i] = factor * numbers[i];
        OF(write_some)(work->output_dtype, to + first * work->output_bytes, numbers, n);
    }
}

/* The gradients of the updates of a block. */
static void OF(do_updates)(const work *work, const block *block)
{
    const tuples *tuples = &work->tuples;
    const size_t slice_bytes = work->width * work->element_bytes, update_bytes = work->width * work->output_bytes;
    const int is_plain = work->dtype == DTYPE_OF_REAL && work->output_dtype == DTYPE_OF_REAL;
    const int is_simple = is_plain && (!work->has_weights || (work->view.is_single && work->view.dtype == DTYPE_OF_REAL));
    REAL factor = 1;
    if (work->alpha != NULL) factor = OF(read_one)(work->dtype, work->alpha);
    if (work->is_negated) factor = -factor;
    for (size_t o = 0; o < tuples->n_outer; o++) {
        const unsigned char *const from = work->gradient + o * tuples->n_named * slice_bytes;
        unsigned char *const to = work->output + o * tuples->n_of_batch * update_bytes;
        for (size_t i = 0; i < block->n; i++) {
            const size_t at = i + PREFETCH_TUPLES;
            if (at < block->n && block->slices[at] >= 0) PREFETCH(from + (size_t)block->slices[at] * slice_bytes);
            unsigned char *const update = to + update_of(tuples, block->first + i) * update_bytes;
            if (block->slices[i] < 0) {
                memset(update, 0, update_bytes);
                continue;
            }
            const unsigned char *const slice = from + (size_t)block->slices[i] * slice_bytes;
            if (is_simple) {
                REAL weight = factor;
                if (work->has_weights) weight *= OF(read_one)(DTYPE_OF_REAL, row_of(&work->view, block->first + i));
                OF(multiply)(update, slice, weight, work->width);
            } else {
                OF(multiply_slice)(work, update, slice, block->first + i, factor);
            }
        }
    }
}

/* ---- Sums of products ---------------------------------------------------------------------------------------------------------------- */

/* Adds the products of n pairs to the partial sums, the first pair to the first one. The sums are in registers meanwhile. */
static inline void OF(add_products)(REAL sums[N_SUMS], const unsigned char *a, const unsigned char *b, size_t n)
{
    REAL held[N_SUMS];
    memcpy(held, sums, sizeof held);
    size_t i = 0;
    for (; i + N_SUMS <= n; i += N_SUMS) {
        REAL x[N_SUMS], y[N_SUMS];
        memcpy(x, a + i * sizeof(REAL), sizeof x);
        memcpy(y, b + i * sizeof(REAL), sizeof y);
        for (size_t s = 0; s < N_SUMS; s++) held[s] += x[s] * y[s];
    }
    for (size_t s = 0; i + s < n; s++) {
        REAL x, y;
        memcpy(&x, a + (i + s) * sizeof x, sizeof x);
        memcpy(&y, b + (i + s) * sizeof y, sizeof y);
        held[s] += x * y;
    }
    memcpy(sums, held, sizeof held);
}

static inline REAL OF(fold)(REAL sums[N_SUMS])
{
    for (size_t half = N_SUMS / 2; half > 0; half /= 2) {
        for (size_t s = 0; s < half; s++) sums[s] += sums[s + half];
    }
    return sums[0];
}

/* The gradient of one weight of a tuple: the sum over all outer indices and runs, in rooms in which they follow each other. */
OWN_FRAME static REAL OF(sum_products)(const work *work, const block *block, size_t i, size_t weight)
{
    const tuples *tuples = &work->tuples;
    const pattern *pattern = &work->pattern;
    REAL sums[N_SUMS] = {0}, x[ROOM_ELEMENTS], y[ROOM_ELEMENTS];
    size_t n_held = 0;
    const size_t kept = (size_t)offset_of(&pattern->kept, weight), step = tuples->has_rows ? tuples->n_rows : tuples->n_of_batch;
    for (size_t o = 0; o < tuples->n_outer; o++) {
        const size_t slice = (size_t)block->slices[i] + o * tuples->n_named, update = (size_t)block->updates[i] + o * step;
        const unsigned char *const from = work->gradient + slice * work->width * work->element_bytes, *const row =
                                                                                                          row_of(&work->view, update);
        for (size_t r = 0; r < pattern->n_runs; r++) {
            const size_t begin = kept + (size_t)offset_of(&pattern->runs, r), end = begin + pattern->run;
            for (size_t c = begin, n; c < end; c += n) {
                n = min_of(end - c, ROOM_ELEMENTS - n_held);
                OF(read_some)(work->dtype, x + n_held, from + c * work->element_bytes, n);
                OF(read_view)(&work->view, row, c, n, y + n_held);
                n_held += n;
                if (n_held < ROOM_ELEMENTS) continue;
                OF(add_products)(sums, (const unsigned char *)x, (const unsigned char *)y, n_held);
                n_held = 0;
            }
        }
    }
    OF(add_products)(sums, (const unsigned char *)x, (const unsigned char *)y, n_held);
    return OF(fold)(sums);
}

/* The gradients of the weights of a block. */
static void OF(do_weights)(const work *work, const block *block)
{
    const tuples *tuples = &work->tuples;
    const pattern *pattern = &work->pattern;
    const size_t slice_bytes = work->width * work->element_bytes, run = pattern->run, run_bytes = run * sizeof(REAL);
    const int is_plain = work->dtype == DTYPE_OF_REAL && work->view.dtype == DTYPE_OF_REAL && work->view.is_dense;
    const int is_simple = is_plain && tuples->n_outer == 1 && pattern->n_runs == 1 && run * pattern->n_weights == work->width;
    for (size_t i = 0; i < block->n; i++) {
        unsigned char *to = work->output + (block->first + i) * pattern->n_weights * work->output_bytes;
        if (block->slices[i] < 0) {
            memset(to, 0, pattern->n_weights * work->output_bytes);
            continue;
        }
        const unsigned char *from = NULL, *row = NULL;
        if (is_simple) {
            const size_t at = i + PREFETCH_TUPLES;
            if (at < block->n && block->slices[at] >= 0) {
                const unsigned char *const next = work->gradient + (size_t)block->slices[at] * slice_bytes;
                const unsigned char *const next_row = row_of(&work->view, (size_t)block->updates[at]);
                for (size_t byte = 0; byte < slice_bytes; byte += LINE_BYTES) {
                    PREFETCH(next + byte);
                    PREFETCH(next_row + byte);
                }
            }
            from = work->gradient + (size_t)block->slices[i] * slice_bytes;
            row = row_of(&work->view, (size_t)block->updates[i]);
        }
        for (size_t weight = 0; weight < pattern->n_weights; weight++) {
            REAL sums[N_SUMS] = {0}, sum;
            if (is_simple) {
                OF(add_products)(sums, from + weight * run_bytes, row + weight * run_bytes, run);
                sum = OF(fold)(sums);
            } else {
                sum = OF(sum_products)(work, block, i, weight);
            }
            sum = work->is_negated ? -sum : sum;
            OF(write_some)(work->output_dtype, to + weight * work->output_bytes, &sum, 1);
        }
    }
}

/* ---- Means --------------------------------------------------------------------------------------------------------------------------- */

/* Divides the slices from begin to end - 1 of the gradient by how many numbers each is the mean of. */
static void OF(divide)(const work *work, unsigned char *to, size_t begin, size_t end)
{
    REAL numbers[ROOM_ELEMENTS];
    const size_t slice_bytes = work->width * work->element_bytes;
    for (size_t slice = begin; slice < end; slice++) {
        const uint64_t n_tuples = get_count(work, slice);
        const REAL count = (REAL)(n_tuples == 0 ? 1 : n_tuples + !work->excludes_self);
        for (size_t first = 0, n; first < work->width; first += n) {
            n = min_of(work->width - first, ROOM_ELEMENTS);
            const size_t at = slice * slice_bytes + first * work->element_bytes;
            OF(read_some)(work->dtype, numbers, work->gradient + at, n);
            for (size_t i = 0; i < n; i++) numbers[i] = numbers[i] / count;
            OF(write_some)(work->dtype, to + at, numbers, n);
        }
    }
}

#undef DTYPE_OF_REAL
#undef REAL
#undef IS_DOUBLE
#undef OF
