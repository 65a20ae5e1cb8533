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
    if (!view->is_dense) copy_elements(&view->slice, row, first, n, view->element_bytes, copied);
    OF(read_some)(view->dtype, to, view->is_dense ? row + first * view->element_bytes : copied, n);
}

/* Some elements of a slice of the other gradient. */
static inline void OF(read_gradient)(const work *work, size_t slice, size_t first, size_t n, REAL *to)
{
    OF(read_some)(work->dtype, to, work->gradient + (slice * work->width + first) * work->element_bytes, n);
}

/* Makes those 0 whose elements of output the tuple has not won, if the call has winners. */
OWN_FRAME static void OF(clear_others)(const work *work, size_t slice, size_t first, size_t n, size_t tuple, REAL *numbers)
{
    int64_t winners[ROOM_ELEMENTS];
    if (!work->is_extreme) return;
    const int64_t winner = winner_of(work, tuple);
    read_winners(&work->winners, slice * work->width + first, n, winners);
    for (size_t i = 0; i < n; i++) numbers[i] = winner >= 0 && winners[i] == winner ? numbers[i] : 0;
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
OWN_FRAME static void OF(multiply_slice)(const work *work, unsigned char *to, size_t slice, size_t tuple, REAL factor)
{
    REAL numbers[ROOM_ELEMENTS], weights[ROOM_ELEMENTS];
    const unsigned char *const row = work->has_weights ? row_of(&work->view, tuple) : NULL;
    for (size_t first = 0, n; first < work->width; first += n) {
        n = min_of(work->width - first, ROOM_ELEMENTS);
        OF(read_gradient)(work, slice, first, n, numbers);
        if (row != NULL) OF(read_view)(&work->view, row, first, n, weights);
        for (size_t i = 0; row != NULL && i < n; i++) numbers[i] = weights[i] * numbers[i];
        for (size_t i = 0; i < n; i++) numbers[i] = factor * numbers[i];
        OF(clear_others)(work, slice, first, n, tuple, numbers);
        OF(write_some)(work->output_dtype, to + first * work->output_bytes, numbers, n);
    }
}

/* The gradients of the updates of a block whose slices are narrow; `width` is a constant where this is inlined. */
static INLINE void OF(multiply_narrow)(const work *work, const block *block, REAL factor, size_t width)
{
    const view *view = &work->view;
    const int has_weights = work->has_weights, is_extreme = work->is_extreme;
    const ptrdiff_t step = has_weights && view->rows.n != 0 ? (ptrdiff_t)view->rows.step[0] : 0;
    unsigned char *to = work->output + block->first * width * sizeof(REAL);
    for (size_t i = 0; i < block->n; i++, to += width * sizeof(REAL)) {
        REAL weight = factor, number;
        if (block->slices[i] < 0) {
            memset(to, 0, width * sizeof(REAL));
            continue;
        }
        const size_t tuple = block->first + i, first = (size_t)block->slices[i] * width;
        const unsigned char *const from = work->gradient + first * sizeof(REAL);
        if (has_weights) {
            memcpy(&number, view->values + (ptrdiff_t)tuple * step, sizeof number);
            weight *= number;
        }
        const int64_t winner = is_extreme ? winner_of(work, tuple) : PASSED_OVER;
        for (size_t c = 0; c < width; c++) {
            memcpy(&number, from + c * sizeof number, sizeof number);
            number = weight * number;
            if (is_extreme) number = winner >= 0 && dense_winner(&work->winners, first + c) == winner ? number : 0;
            memcpy(to + c * sizeof number, &number, sizeof number);
        }
    }
}

OWN_FRAME static void OF(do_narrow_updates)(const work *work, const block *block, REAL factor)
{
    switch (work->width) {
    case 1: OF(multiply_narrow)(work, block, factor, 1); break;
    case 4: OF(multiply_narrow)(work, block, factor, 4); break;
    default: OF(multiply_narrow)(work, block, factor, work->width);
    }
}

/* The gradients of the updates of a block. */
static void OF(do_updates)(const work *work, const block *block, const struct block *next)
{
    const tuples *tuples = &work->tuples;
    const size_t slice_bytes = work->width * work->element_bytes, update_bytes = work->width * work->output_bytes;
    const int is_plain = work->dtype == DTYPE_OF_REAL && work->output_dtype == DTYPE_OF_REAL;
    const int is_weighed_once = !work->has_weights || (work->view.is_single && work->view.dtype == DTYPE_OF_REAL);
    const int is_simple = is_plain && is_weighed_once && !work->is_extreme;
    const size_t distance = prefetch_distance(slice_bytes), n_before = min_of(distance, next->n);
    REAL factor = 1;
    if (work->alpha != NULL) factor = OF(read_one)(work->dtype, work->alpha);
    if (work->is_negated) factor = -factor;
    if (is_plain && is_weighed_once && tuples->n_outer == 1 && work->width <= MAX_NARROW &&
        (!work->has_weights || work->view.rows.n <= 1) && (!work->is_extreme || work->winners.is_dense)) {
        OF(do_narrow_updates)(work, block, factor);
        return;
    }
    for (size_t o = 0; o < tuples->n_outer; o++) {
        const unsigned char *const from = work->gradient + o * tuples->n_named * slice_bytes;
        unsigned char *const to = work->output + o * tuples->n_of_batch * update_bytes;
        for (size_t i = 0; i < block->n; i++) {
            const size_t at = i + distance;
            const int64_t slice_at = at < block->n              ? block->slices[at]
                                     : at - block->n < n_before ? next->slices[at - block->n]
                                                                : PASSED_OVER;
            for (size_t byte = 0; slice_at >= 0 && byte < slice_bytes; byte += LINE_BYTES) {
                PREFETCH(from + (size_t)slice_at * slice_bytes + byte);
            }
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
                OF(multiply_slice)(work, update, (size_t)block->slices[i] + o * tuples->n_named, block->first + i, factor);
            }
        }
    }
}

/* ---- Sums of products ---------------------------------------------------------------------------------------------------------------- */

#if defined(__GNUC__)
typedef REAL OF(lanes) __attribute__((vector_size(16)));
#else
typedef REAL OF(lanes); /* one; then operators are those of a number */
#endif
enum { OF(n_lanes) = sizeof(OF(lanes)) / sizeof(REAL), OF(n_held) = N_SUMS / OF(n_lanes) };

/* Adds the products of n pairs to the partial sums, the first pair to the first one. The sums are in registers meanwhile. */
static inline void OF(add_products)(OF(lanes) sums[OF(n_held)], const unsigned char *a, const unsigned char *b, size_t n)
{
    OF(lanes) held[OF(n_held)], x, y;
    size_t i = 0;
    for (size_t h = 0; h < OF(n_held); h++) held[h] = sums[h];
    for (; i + N_SUMS <= n; i += N_SUMS) {
        for (size_t h = 0; h < OF(n_held); h++) {
            memcpy(&x, a + i * sizeof(REAL) + h * sizeof x, sizeof x);
            memcpy(&y, b + i * sizeof(REAL) + h * sizeof y, sizeof y);
            held[h] += x * y;
        }
    }
    for (size_t h = 0; h < OF(n_held); h++) sums[h] = held[h];
    for (size_t s = 0; i + s < n; s++) {
        REAL sum, from, with;
        memcpy(&from, a + (i + s) * sizeof from, sizeof from);
        memcpy(&with, b + (i + s) * sizeof with, sizeof with);
        memcpy(&sum, (unsigned char *)sums + s * sizeof sum, sizeof sum);
        sum += from * with;
        memcpy((unsigned char *)sums + s * sizeof sum, &sum, sizeof sum);
    }
}

static inline REAL OF(fold)(OF(lanes) sums[OF(n_held)])
{
    REAL last[OF(n_lanes)];
    for (size_t half = OF(n_held) / 2; half > 0; half /= 2) {
        for (size_t h = 0; h < half; h++) sums[h] += sums[h + half];
    }
    memcpy(last, sums, sizeof last);
    for (size_t half = OF(n_lanes) / 2; half > 0; half /= 2) {
        for (size_t s = 0; s < half; s++) last[s] += last[s + half];
    }
    return last[0];
}

/* The gradient of one weight of a tuple: the sum over all outer indices and runs, in rooms in which they follow each other. */
OWN_FRAME static REAL OF(sum_products)(const work *work, const block *block, size_t i, size_t weight)
{
    const tuples *tuples = &work->tuples;
    const pattern *pattern = &work->pattern;
    REAL x[ROOM_ELEMENTS], y[ROOM_ELEMENTS];
    OF(lanes) sums[OF(n_held)] = {0};
    size_t n_held = 0;
    const size_t kept = (size_t)offset_of(&pattern->kept, weight), step = tuples->has_rows ? tuples->n_rows : tuples->n_of_batch;
    for (size_t o = 0; o < tuples->n_outer; o++) {
        const size_t slice = (size_t)block->slices[i] + o * tuples->n_named, update = (size_t)block->updates[i] + o * step;
        const unsigned char *const row = row_of(&work->view, update);
        for (size_t r = 0; r < pattern->n_runs; r++) {
            const size_t begin = kept + (size_t)offset_of(&pattern->runs, r), end = begin + pattern->run;
            for (size_t c = begin, n; c < end; c += n) {
                n = min_of(end - c, ROOM_ELEMENTS - n_held);
                OF(read_gradient)(work, slice, c, n, x + n_held);
                OF(read_view)(&work->view, row, c, n, y + n_held);
                OF(clear_others)(work, slice, c, n, block->first + i, x + n_held);
                OF(clear_others)(work, slice, c, n, block->first + i, y + n_held); /* an infinite one would make a NaN */
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

/* The sum of narrow slices; `width` is a constant where this is inlined. Partial sums begin with 0, which -0 becomes. */
static INLINE void OF(multiply_narrow_rows)(const work *work, const block *block, size_t width)
{
    const ptrdiff_t step = work->view.rows.n != 0 ? (ptrdiff_t)work->view.rows.step[0] : 0;
    unsigned char *to = work->output + block->first * sizeof(REAL);
    for (size_t i = 0; i < block->n; i++, to += sizeof(REAL)) {
        REAL sums[4], x, y;
        if (block->slices[i] < 0) {
            memset(to, 0, sizeof(REAL));
            continue;
        }
        const unsigned char *const from = work->gradient + (size_t)block->slices[i] * width * sizeof(REAL),
                                   *const row = work->view.values + (ptrdiff_t)block->updates[i] * step;
        for (size_t c = 0; c < width; c++) {
            memcpy(&x, from + c * sizeof x, sizeof x);
            memcpy(&y, row + c * sizeof y, sizeof y);
            sums[c] = 0 + x * y;
        }
        for (size_t half = width / 2; half > 0; half /= 2) {
            for (size_t s = 0; s < half; s++) sums[s] += sums[s + half];
        }
        sums[0] = work->is_negated ? -sums[0] : sums[0];
        memcpy(to, sums, sizeof *sums);
    }
}

/* Two rows of every tuple are more than the first level's queue of misses holds. */
static INLINE void OF(prefetch_rows)(const work *work, int64_t slice, int64_t update)
{
    const size_t bytes = work->width * sizeof(REAL);
    if (slice < 0 || bytes == 0) return;
    const unsigned char *const from = work->gradient + (size_t)slice * bytes, *const row = row_of(&work->view, (size_t)update);
    for (size_t byte = 0; byte < bytes; byte += LINE_BYTES) {
        PREFETCH_L2(from + byte);
        PREFETCH_L2(row + byte);
    }
    PREFETCH_L2(from + bytes - 1); /* rows need not begin with a line */
    PREFETCH_L2(row + bytes - 1);
}

/* The gradients of the weights of a block, if each is one run of its slice, and all are of this type. */
OWN_FRAME static void OF(do_runs)(const work *work, const block *block, const struct block *next)
{
    const pattern *pattern = &work->pattern;
    if (pattern->n_weights == 1 && work->view.rows.n <= 1 && (work->width == 1 || work->width == 4)) {
        if (work->width == 1)
            OF(multiply_narrow_rows)(work, block, 1);
        else
            OF(multiply_narrow_rows)(work, block, 4);
        return;
    }
    const size_t slice_bytes = work->width * sizeof(REAL), run_bytes = pattern->run * sizeof(REAL), n_weights = pattern->n_weights;
    const size_t distance = prefetch_distance(slice_bytes), n_before = min_of(distance, next->n);
    for (size_t i = 0; i < block->n; i++) {
        const size_t at = i + distance;
        if (at < block->n)
            OF(prefetch_rows)(work, block->slices[at], block->updates[at]);
        else if (at - block->n < n_before)
            OF(prefetch_rows)(work, next->slices[at - block->n], next->updates[at - block->n]);
        unsigned char *to = work->output + (block->first + i) * n_weights * sizeof(REAL);
        if (block->slices[i] < 0) {
            memset(to, 0, n_weights * sizeof(REAL));
            continue;
        }
        const unsigned char *from = work->gradient + (size_t)block->slices[i] * slice_bytes,
                            *row = row_of(&work->view, (size_t)block->updates[i]);
        for (size_t weight = 0; weight < n_weights; weight++, from += run_bytes, row += run_bytes, to += sizeof(REAL)) {
            OF(lanes) sums[OF(n_held)] = {0};
            OF(add_products)(sums, from, row, pattern->run);
            REAL sum = OF(fold)(sums);
            sum = work->is_negated ? -sum : sum;
            memcpy(to, &sum, sizeof sum);
        }
    }
}

/* The gradients of the weights of a block. */
static void OF(do_weights)(const work *work, const block *block, const struct block *next)
{
    const pattern *pattern = &work->pattern;
    const int is_plain =
        work->dtype == DTYPE_OF_REAL && work->view.dtype == DTYPE_OF_REAL && work->output_dtype == DTYPE_OF_REAL && !work->is_extreme;
    const int is_run = pattern->n_runs == 1 && pattern->run * pattern->n_weights == work->width;
    if (is_plain && is_run && work->tuples.n_outer == 1 && work->view.is_dense) {
        OF(do_runs)(work, block, next);
        return;
    }
    for (size_t i = 0; i < block->n; i++) {
        unsigned char *to = work->output + (block->first + i) * pattern->n_weights * work->output_bytes;
        for (size_t weight = 0; weight < pattern->n_weights; weight++, to += work->output_bytes) {
            REAL sum = block->slices[i] < 0 ? 0 : OF(sum_products)(work, block, i, weight);
            sum = work->is_negated && block->slices[i] >= 0 ? -sum : sum;
            OF(write_some)(work->output_dtype, to, &sum, 1);
        }
    }
}

/* ---- Extremes ------------------------------------------------------------------------------------------------------------------------ */

/* Adds each of n elements of the other gradient, which begin with column c of a slice, to the row of the tuple that has won it. */
OWN_FRAME static void OF(add_to_rows)(const work *work, const share *share, size_t slice, size_t c, size_t n, const int64_t *winners)
{
    REAL numbers[ROOM_ELEMENTS];
    const tuples *tuples = &work->tuples;
    const size_t begin = slice * work->width + c, outer = slice / tuples->n_named % tuples->n_outer;
    int64_t last = PASSED_OVER, row = PASSED_OVER;
    OF(read_some)(work->dtype, numbers, work->gradient + begin * work->element_bytes, n);
    for (size_t i = 0; i < n; i++) {
        const int64_t tuple = tuple_of_winner(work, winners[i], begin + i);
        if (tuple != last && tuple >= 0) {
            strew_read_elements(&tuples->rows, &row, (size_t)tuple, 1);
            row = find_index(&tuples->rule_of_rows, row, (int64_t)tuples->n_rows);
            if (row >= 0) row += (int64_t)(outer * tuples->n_rows);
        }
        last = tuple;
        if (tuple < 0 || row < 0 || (size_t)row - share->first_row >= share->n_rows) continue;
        REAL number = numbers[i], weight;
        if (work->has_weights) {
            OF(read_view)(&work->view, row_of(&work->view, (size_t)tuple), c + i, 1, &weight);
            number = weight * number;
        }
        unsigned char *const to = work->output + ((size_t)row * work->width + c + i) * work->output_bytes;
        number = OF(read_one)(work->output_dtype, to) + number;
        OF(write_some)(work->output_dtype, to, &number, 1);
    }
}

/* ---- Means --------------------------------------------------------------------------------------------------------------------------- */

/* Divides the slices from begin to end - 1 of the gradient by how many numbers each is the mean of. */
static void OF(divide)(const work *work, unsigned char *to, size_t begin, size_t end)
{
    REAL numbers[ROOM_ELEMENTS], counts[ROOM_ELEMENTS], count = 1;
    size_t left = 0, slice = begin; /* elements of the slice before */
    for (size_t first = begin * work->width, last = end * work->width, n; first < last; first += n) {
        n = min_of(last - first, ROOM_ELEMENTS);
        OF(read_some)(work->dtype, numbers, work->gradient + first * work->element_bytes, n);
        for (size_t i = 0, n_here; i < n; i += n_here, left -= n_here) {
            if (left == 0) {
                const uint64_t n_tuples = get_count(work, slice++);
                count = (REAL)(n_tuples == 0 ? 1 : n_tuples + !work->excludes_self);
                left = work->width;
            }
            n_here = min_of(left, n - i);
            for (size_t k = i; k < i + n_here; k++) counts[k] = count;
        }
        for (size_t i = 0; i < n; i++) numbers[i] = numbers[i] / counts[i];
        OF(write_some)(work->dtype, to + first * work->element_bytes, numbers, n);
    }
}

#undef DTYPE_OF_REAL
#undef REAL
#undef IS_DOUBLE
#undef OF
