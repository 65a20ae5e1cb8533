/* The loops of softmax in one type: softmax.c includes this file with REAL, EXP, LOG, and OF(name), which makes a name one of the type.
 *
 * They work on a block: rows of a few columns, which are consecutive in a buffer, as runs of rows of one segment. Each segment has a
 * maximum and a sum for each column. Sums are exact to about twice the digits of the type, as a sum and what was rounded off, so that their
 * error does not grow with the number of rows. */

/* Where the maxima and sums of segments are: for each segment, n_columns of each. */
typedef struct OF(totals) {
    REAL *max, *sum, *rest;
} OF(totals);

static void OF(clear)(OF(totals) totals, size_t n)
{
    for (size_t i = 0; i < n; i++) totals.max[i] = -(REAL)INFINITE;
}

/* A NaN passes by: the sums find it. */
static inline void OF(add_maxima_of)(OF(totals) totals, const REAL *x, const run *runs, size_t n_runs, size_t n_columns)
{
    for (size_t i = 0; i < n_runs; i++) {
        REAL *max = totals.max + runs[i].segment * n_columns;
        for (size_t row = 0; row < runs[i].n; row++, x += n_columns) {
            for (size_t c = 0; c < n_columns; c++) max[c] = x[c] > max[c] ? x[c] : max[c];
        }
    }
}

/* Begins the sums. An infinite maximum is no number to subtract: 0 takes its place, and it goes to the sum, which is then infinite, or NaN
 * if there is a NaN as well. */
OWN_FRAME static void OF(begin_sums)(OF(totals) totals, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const REAL max = totals.max[i], difference = max - max;
        totals.sum[i] = 0;
        totals.rest[i] = difference == 0 ? 0 : max;
        totals.max[i] = difference == 0 ? max : 0;
    }
}

/* A sum of two numbers, and what it rounds off (Knuth's two-sum). */
static inline void OF(add_sums_of)(OF(totals) totals, const REAL *e, const run *runs, size_t n_runs, size_t n_columns)
{
    for (size_t i = 0; i < n_runs; i++) {
        REAL *sums = totals.sum + runs[i].segment * n_columns, *rests = totals.rest + runs[i].segment * n_columns;
        for (size_t row = 0; row < runs[i].n; row++, e += n_columns) {
            for (size_t c = 0; c < n_columns; c++) {
                const REAL old = sums[c], sum = old + e[c], added = sum - old;
                rests[c] += (old - (sum - added)) + (e[c] - added);
                sums[c] = sum;
            }
        }
    }
}

/* What follows from the sums, for each row: their logarithms, or themselves. NaN where softmax has no value. */
OWN_FRAME static void OF(finish_sums)(OF(totals) totals, size_t n, strew_softmax_function function)
{
    for (size_t i = 0; i < n; i++) {
        const REAL sum = totals.sum[i] + totals.rest[i], difference = sum - sum, infinite = sum;
        const REAL defined = difference == 0 ? sum : difference; /* which is NaN */
        switch (function) {
        case STREW_SOFTMAX_FUNCTION_SOFTMAX: totals.sum[i] = defined; break;
        case STREW_SOFTMAX_FUNCTION_LOG_SOFTMAX: totals.sum[i] = LOG(defined); break;
        default: totals.sum[i] = difference == 0 ? totals.max[i] + LOG(defined) : infinite;
        }
    }
}

/* Copies what a segment has to each of its rows. */
static inline void OF(repeat_of)(REAL *restrict to, const REAL *restrict of_segments, const run *runs, size_t n_runs, size_t n_columns)
{
    for (size_t i = 0; i < n_runs; i++) {
        const REAL *from = of_segments + runs[i].segment * n_columns;
        for (size_t row = 0; row < runs[i].n; row++, to += n_columns) {
            for (size_t c = 0; c < n_columns; c++) to[c] = from[c];
        }
    }
}

/* One column is a loop over rows, with what is added up in registers. */
static void OF(add_maxima_of_one)(OF(totals) totals, const REAL *x, const run *runs, size_t n_runs)
{
    for (size_t i = 0; i < n_runs; i++) {
        REAL max = totals.max[runs[i].segment];
        for (size_t row = 0; row < runs[i].n; row++, x++) max = *x > max ? *x : max;
        totals.max[runs[i].segment] = max;
    }
}

static void OF(add_sums_of_one)(OF(totals) totals, const REAL *e, const run *runs, size_t n_runs)
{
    for (size_t i = 0; i < n_runs; i++) {
        REAL old = totals.sum[runs[i].segment], rest = totals.rest[runs[i].segment];
        for (size_t row = 0; row < runs[i].n; row++, e++) {
            const REAL sum = old + *e, added = sum - old;
            rest += (old - (sum - added)) + (*e - added);
            old = sum;
        }
        totals.sum[runs[i].segment] = old;
        totals.rest[runs[i].segment] = rest;
    }
}

/* The loops over few columns are compiled for their number. */
OWN_FRAME static void OF(add_maxima)(OF(totals) totals, const REAL *x, const block *block, size_t n_columns)
{
    switch (n_columns) {
    case 1: OF(add_maxima_of_one)(totals, x, block->runs, block->n_runs); break;
    case 4: OF(add_maxima_of)(totals, x, block->runs, block->n_runs, 4); break;
    case 8: OF(add_maxima_of)(totals, x, block->runs, block->n_runs, 8); break;
    default: OF(add_maxima_of)(totals, x, block->runs, block->n_runs, n_columns);
    }
}

OWN_FRAME static void OF(add_sums)(OF(totals) totals, const REAL *e, const block *block, size_t n_columns)
{
    switch (n_columns) {
    case 1: OF(add_sums_of_one)(totals, e, block->runs, block->n_runs); break;
    case 4: OF(add_sums_of)(totals, e, block->runs, block->n_runs, 4); break;
    case 8: OF(add_sums_of)(totals, e, block->runs, block->n_runs, 8); break;
    default: OF(add_sums_of)(totals, e, block->runs, block->n_runs, n_columns);
    }
}

OWN_FRAME static void OF(repeat)(REAL *to, const REAL *of_segments, const block *block, size_t n_columns)
{
    switch (n_columns) {
    case 1: OF(repeat_of)(to, of_segments, block->runs, block->n_runs, 1); break;
    case 4: OF(repeat_of)(to, of_segments, block->runs, block->n_runs, 4); break;
    case 8: OF(repeat_of)(to, of_segments, block->runs, block->n_runs, 8); break;
    default: OF(repeat_of)(to, of_segments, block->runs, block->n_runs, n_columns);
    }
}

/* exp(x - max), by the difference and what it rounds off. */
static inline REAL OF(exp_of_difference)(REAL x, REAL max)
{
    const REAL difference = x - max, subtracted = difference - x;
    return EXP(difference, (x - (difference - subtracted)) - (max + subtracted));
}

/* In place of the maxima, or of x. */
OWN_FRAME static void OF(exponentiate_into)(REAL *restrict max, const REAL *restrict x, size_t n)
{
    for (size_t i = 0; i < n; i++) max[i] = OF(exp_of_difference)(x[i], max[i]);
}

OWN_FRAME static void OF(exponentiate)(REAL *restrict x, const REAL *restrict max, size_t n)
{
    for (size_t i = 0; i < n; i++) x[i] = OF(exp_of_difference)(x[i], max[i]);
}

OWN_FRAME static void OF(subtract)(REAL *restrict x, const REAL *restrict y, size_t n)
{
    for (size_t i = 0; i < n; i++) x[i] -= y[i];
}

OWN_FRAME static void OF(divide)(REAL *restrict e, const REAL *restrict sums, size_t n)
{
    for (size_t i = 0; i < n; i++) e[i] /= sums[i];
}

/* ---- A block in a sweep -------------------------------------------------------------------------------------------------------------- */

/* Room for a block, and what is known of each of its elements. */
typedef struct OF(room) {
    REAL x[BLOCK_BYTES / sizeof(REAL)], y[BLOCK_BYTES / sizeof(REAL)];
} OF(room);

OWN_FRAME static void OF(sum_block)(OF(totals) totals, OF(room) * room, const block *block, size_t n_columns)
{
    OF(repeat)(room->y, totals.max, block, n_columns);
    OF(exponentiate_into)(room->y, room->x, block->n_rows * n_columns);
    OF(add_sums)(totals, room->y, block, n_columns);
}

/* The results of a block, in place of its elements. */
OWN_FRAME static void OF(finish_block)(OF(totals) totals, OF(room) * room, const block *block, size_t n_columns,
                                       strew_softmax_function function)
{
    const size_t n = block->n_rows * n_columns;
    OF(repeat)(room->y, totals.max, block, n_columns);
    if (function == STREW_SOFTMAX_FUNCTION_SOFTMAX)
        OF(exponentiate)(room->x, room->y, n);
    else
        OF(subtract)(room->x, room->y, n);
    OF(repeat)(room->y, totals.sum, block, n_columns);
    if (function == STREW_SOFTMAX_FUNCTION_SOFTMAX)
        OF(divide)(room->x, room->y, n);
    else
        OF(subtract)(room->x, room->y, n);
}

/* Totals of segments in any order are seldom in a cache: those of a block are asked for while its rows are read. */
static INLINE void OF(prefetch)(const REAL *of_segments, const block *block, size_t n_columns)
{
    for (size_t i = 0; i < block->n_runs; i++) PREFETCH(of_segments + block->runs[i].segment * n_columns);
}

static INLINE void OF(prefetch_totals)(OF(totals) totals, const block *block, size_t n_columns, sweep sweep, int keeps_powers)
{
    if (sweep != SWEEP_RESULTS || !keeps_powers) OF(prefetch)(totals.max, block, n_columns);
    if (sweep != SWEEP_MAXIMA) OF(prefetch)(totals.sum, block, n_columns);
    if (sweep == SWEEP_SUMS) OF(prefetch)(totals.rest, block, n_columns);
}

/* Whether output has room for what softmax adds up, as it is: then the last sweep need not compute it again. */
static inline int OF(keeps_powers)(const work *work)
{
    return work->function == STREW_SOFTMAX_FUNCTION_SOFTMAX && work->element_bytes == sizeof(REAL);
}

/* What one sweep over the rows does with a block. */
static void OF(sweep_block)(const work *work, OF(totals) totals, OF(room) * room, const block *block, columns columns, sweep sweep)
{
    const int keeps_powers = OF(keeps_powers)(work);
    if (block->n_runs > 1) OF(prefetch_totals)(totals, block, columns.n, sweep, keeps_powers);
    load(work, room->x, block, columns, sweep == SWEEP_RESULTS && keeps_powers ? work->output : work->updates);
    switch (sweep) {
    case SWEEP_MAXIMA: OF(add_maxima)(totals, room->x, block, columns.n); break;
    case SWEEP_SUMS:
        OF(sum_block)(totals, room, block, columns.n);
        if (keeps_powers) store(work, room->y, block, columns);
        break;
    default:
        if (keeps_powers) {
            OF(repeat)(room->y, totals.sum, block, columns.n);
            OF(divide)(room->x, room->y, block->n_rows * columns.n);
        } else {
            OF(finish_block)(totals, room, block, columns.n, work->function);
        }
        store(work, room->x, block, columns);
    }
}

/* Between the sweeps; n segments from `first` on. */
static void OF(end_sweep)(const work *work, OF(totals) totals, size_t first, size_t n, columns columns, sweep sweep)
{
    if (sweep == SWEEP_MAXIMA) OF(begin_sums)(totals, n * columns.n);
    if (sweep != SWEEP_SUMS) return;
    OF(finish_sums)(totals, n * columns.n, work->function);
    if (work->function == STREW_SOFTMAX_FUNCTION_LOGSUMEXP) {
        for (size_t i = 0; i < n; i++) store_row(work, totals.sum + i * columns.n, first + i, columns);
    }
}

static sweep OF(last_sweep)(const work *work)
{
    return work->function == STREW_SOFTMAX_FUNCTION_LOGSUMEXP ? SWEEP_SUMS : SWEEP_RESULTS;
}

/* ---- Segments by offsets ------------------------------------------------------------------------------------------------------------- */

/* The segments of a block, whose rows are loaded once: x is kept, and what softmax has summed is not computed anew. */
static void OF(do_block_at_once)(const work *work, OF(totals) totals, OF(room) * room, const block *block, size_t first, size_t n,
                                 columns columns)
{
    load(work, room->x, block, columns, work->updates);
    OF(add_maxima)(totals, room->x, block, columns.n);
    OF(end_sweep)(work, totals, first, n, columns, SWEEP_MAXIMA);
    OF(sum_block)(totals, room, block, columns.n);
    OF(end_sweep)(work, totals, first, n, columns, SWEEP_SUMS);
    if (work->function == STREW_SOFTMAX_FUNCTION_LOGSUMEXP) return;
    if (work->function == STREW_SOFTMAX_FUNCTION_SOFTMAX) {
        OF(repeat)(room->x, totals.sum, block, columns.n);
        OF(divide)(room->y, room->x, block->n_rows * columns.n);
        store(work, room->y, block, columns);
    } else {
        OF(finish_block)(totals, room, block, columns.n, work->function);
        store(work, room->x, block, columns);
    }
}

/* A segment of more rows than a block has. */
static void OF(do_long_segment)(const work *work, OF(totals) totals, OF(room) * room, size_t segment, size_t begin, size_t n_rows,
                                columns columns)
{
    const size_t max = BLOCK_BYTES / sizeof(REAL) / columns.n;
    for (sweep sweep = SWEEP_MAXIMA; sweep <= OF(last_sweep)(work); sweep++) {
        for (size_t done = 0, n; done < n_rows; done += n) {
            n = n_rows - done < max ? n_rows - done : max;
            const block block = {.n_runs = 1, .n_rows = n, .is_whole = 1, .runs = {{0, begin + done, n}}};
            OF(sweep_block)(work, totals, room, &block, columns, sweep);
        }
        OF(end_sweep)(work, totals, segment, 1, columns, sweep);
    }
}

/* Segments begin to end - 1, some at a time: those whose rows are a block. */
OWN_FRAME static void OF(do_segments)(work *work, size_t begin, size_t end, columns columns)
{
    enum { MAX_TOTALS = BLOCK_BYTES / sizeof(REAL) };
    REAL memory[3][MAX_TOTALS];
    OF(room) room;
    block block;
    const size_t max_rows = MAX_TOTALS / columns.n;
    const OF(totals) totals = {memory[0], memory[1], memory[2]};
    for (size_t first = begin, n; first < end; first += n) {
        n = end - first < max_rows ? end - first : max_rows;
        n = read_segments(work, &block, first, n < MAX_RUNS ? n : MAX_RUNS, max_rows);
        OF(clear)(totals, n * columns.n);
        if (block.n_rows <= max_rows) {
            OF(do_block_at_once)(work, totals, &room, &block, first, n, columns);
        } else {
            OF(do_long_segment)(work, totals, &room, first, block.runs[0].row, block.n_rows, columns);
        }
    }
}

/* ---- Segments by indices ------------------------------------------------------------------------------------------------------------- */

/* Segments begin to end - 1, whose totals are in `memory`. All indices are read in each sweep. */
OWN_FRAME static void OF(do_indexed)(work *work, size_t begin, size_t end, columns columns, void *memory)
{
    const size_t n = end - begin, n_totals = n * columns.n, max_rows = BLOCK_BYTES / sizeof(REAL) / columns.n;
    OF(room) room;
    block block;
    OF(totals) totals = {memory, NULL, NULL};
    totals.sum = totals.max + n_totals;
    totals.rest = totals.sum + n_totals;
    OF(clear)(totals, n_totals);
    for (sweep sweep = SWEEP_MAXIMA; sweep <= OF(last_sweep)(work); sweep++) {
        for (size_t row = 0; row < work->n_rows;) {
            row = read_indices(work, &block, row, begin, end, max_rows < MAX_RUNS ? max_rows : MAX_RUNS);
            if (block.n_rows != 0) OF(sweep_block)(work, totals, &room, &block, columns, sweep);
        }
        OF(end_sweep)(work, totals, begin, n, columns, sweep);
    }
}

#undef REAL
#undef EXP
#undef LOG
#undef OF
