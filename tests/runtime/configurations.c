#include "configurations.h"

#include "testing.h"

#define PICK(random, ...) ((const int64_t[]){__VA_ARGS__}[random_below(random, sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t))])

static int64_t between(uint64_t *random, int64_t first, int64_t last)
{
    return first + (int64_t)random_below(random, (uint64_t)(last - first + 1));
}

/* Every axis of every rank up to 6 in turn, counted from either end. */
static void next_axis(unsigned *turn, int32_t *rank, int64_t *axis)
{
    int64_t left = (int64_t)((*turn)++ % (2 * (1 + 2 + 3 + 4 + 5 + 6)));

    for (*rank = 1; left >= 2 * *rank; (*rank)++) left -= 2 * *rank;
    *axis = left - *rank;
}

static int64_t axis_of(const scatter *scatter)
{
    return scatter->axis < 0 ? scatter->axis + scatter->data_rank : scatter->axis;
}

/* Every third time: whatever is indexed there is out of bounds, and no caller can guarantee otherwise. */
static void empty_the_axis(scatter *scatter, uint64_t *random)
{
    if (scatter->options.policy != STREW_POLICY_TRUSTED && random_below(random, 3) == 0) scatter->data_shape[axis_of(scatter)] = 0;
}

static void set_axis(scatter *scatter, int64_t axis, uint64_t *random)
{
    scatter->axis = random_below(random, 2) ? axis : axis - scatter->data_rank;
}

/* ---- scatter_nd ---------------------------------------------------------------------------------------------------------------------- */

static void draw_small_nd(scatter *scatter, uint64_t *random)
{
    scatter->data_rank = (int32_t)between(random, 1, 6);
    scatter->indices_rank = (int32_t)between(random, 1, 4);
    for (int32_t d = 0; d < scatter->data_rank; d++) scatter->data_shape[d] = between(random, 1, scatter->data_rank < 4 ? 9 : 4);
    for (int32_t d = 0; d < scatter->indices_rank - 1; d++) scatter->indices_shape[d] = between(random, 1, 4);
    scatter->indices_shape[scatter->indices_rank - 1] = between(random, 0, scatter->data_rank);
    /* A tuple without components updates everything. */
    if (scatter->indices_shape[scatter->indices_rank - 1] == 0 && scatter->indices_rank > 1) scatter->indices_shape[0] = 1;
}

static void draw_many_tuples(scatter *scatter, uint64_t *random)
{
    const int64_t k = between(random, 1, 3);

    scatter->data_rank = (int32_t)(k + between(random, 0, 1));
    for (int32_t d = 0; d < k; d++) scatter->data_shape[d] = between(random, 1, 12);
    scatter->data_shape[k] = between(random, 1, 4); /* if there is one more */
    scatter->indices_rank = 2;
    scatter->indices_shape[0] = PICK(random, 513, 514, 600, 1023, 1024, 1025, 1500);
    scatter->indices_shape[1] = k;
}

static void draw_empty_nd(scatter *scatter, uint64_t *random)
{
    draw_small_nd(scatter, random);
    if (random_below(random, 2) && scatter->indices_rank > 1)
        scatter->indices_shape[random_below(random, (uint64_t)scatter->indices_rank - 1)] = 0; /* no tuples */
    else if (scatter->indices_shape[scatter->indices_rank - 1] < scatter->data_rank)
        scatter->data_shape[scatter->data_rank - 1] = 0; /* empty slices */
    else
        scatter->indices_shape[scatter->indices_rank - 1] = 0; /* no components */
}

/* ---- scatter_elements ---------------------------------------------------------------------------------------------------------------- */

static void draw_small_elements(scatter *scatter, uint64_t *random)
{
    static unsigned turn;
    int32_t rank;

    next_axis(&turn, &rank, &scatter->axis);
    scatter->data_rank = scatter->indices_rank = rank;
    for (int32_t d = 0; d < rank; d++) {
        const int64_t size = scatter->data_shape[d] = between(random, 1, rank < 4 ? 7 : 3);
        const int is_axis = d == scatter->axis || d == scatter->axis + rank;
        scatter->indices_shape[d] = is_axis ? between(random, 1, 6) : random_below(random, 2) ? size : between(random, 1, size);
    }
}

static void draw_empty_elements(scatter *scatter, uint64_t *random)
{
    int64_t d;

    draw_small_elements(scatter, random);
    d = between(random, 0, scatter->data_rank - 1);
    if (d == axis_of(scatter) && random_below(random, 2)) {
        empty_the_axis(scatter, random);
        if (scatter->data_shape[d] == 0) return;
    }
    scatter->indices_shape[d] = 0;
    if (random_below(random, 2)) scatter->data_shape[d] = 0;
}

/* The last dimension alone is more than a block. */
static void draw_long_last(scatter *scatter, uint64_t *random)
{
    const int64_t length = PICK(random, 513, 514, 700, 1023, 1024, 1025, 1100), axis = between(random, 0, 1);

    scatter->data_rank = scatter->indices_rank = 2;
    scatter->data_shape[0] = between(random, 1, 3);
    scatter->indices_shape[0] = axis == 0 ? between(random, 1, 4) : between(random, 1, scatter->data_shape[0]);
    scatter->data_shape[1] = axis == 1 ? between(random, 1, 40) : length + between(random, 0, 3);
    scatter->indices_shape[1] = length;
    set_axis(scatter, axis, random);
}

/* A block is some of the dimensions and a part of another. Nothing joins: the inner dimension of data is longer than that of indices. */
static void draw_chunks(scatter *scatter, uint64_t *random)
{
    const int64_t inner = PICK(random, 2, 3, 7, 50, 100, 171, 255, 256, 257, 300, 511, 512), axis = between(random, 0, 2);
    const int64_t middle = (inner < 50 ? 600 : 1024) / inner + between(random, 1, 4);

    scatter->data_rank = scatter->indices_rank = 3;
    scatter->data_shape[0] = scatter->indices_shape[0] = between(random, 1, 3);
    scatter->data_shape[1] = scatter->indices_shape[1] = middle;
    scatter->data_shape[2] = inner + between(random, 1, 3);
    scatter->indices_shape[2] = inner;
    scatter->data_shape[axis] = between(random, 1, 8);
    set_axis(scatter, axis, random);
}

/* Rows of `length` elements behind the axis, in one dimension or two; the rows of data are `times` as long, and `more`. */
static void draw_rows_of(scatter *scatter, int64_t length, int64_t n_rows, int64_t times, int64_t more, uint64_t *random)
{
    const int has_outer = random_below(random, 2) != 0, is_split = length % 2 == 0 && times == 1 && more == 0 && random_below(random, 2);
    const int64_t outer = has_outer ? between(random, 1, 3) : 1, axis = has_outer ? 1 : 0;
    int32_t d = (int32_t)axis;

    scatter->data_shape[0] = outer + between(random, 0, 1);
    scatter->indices_shape[0] = outer;
    scatter->data_shape[d] = between(random, 2, 5); /* of size 1, it could join its neighbours */
    scatter->indices_shape[d++] = (n_rows - 1) / outer + 1;
    if (is_split) {
        scatter->data_shape[d] = scatter->indices_shape[d] = length / 2;
        d++;
    }
    scatter->indices_shape[d] = is_split ? 2 : length;
    scatter->data_shape[d] = scatter->indices_shape[d] * times + more;
    scatter->data_rank = scatter->indices_rank = d + 1;
    set_axis(scatter, axis, random);
}

const int64_t row_lengths[ROW_LENGTHS] = {2, 3, 4, 5, 8, 16, 31, 32, 33, 64, 127, 255, 256, 257, 511, 512, 513, 1000, 1025};

static void draw_few_rows(scatter *scatter, uint64_t *random)
{
    static unsigned turn;
    draw_rows_of(scatter, row_lengths[turn++ % ROW_LENGTHS], between(random, 1, 6), 1, 0, random);
}

static void draw_many_rows(scatter *scatter, uint64_t *random)
{
    draw_rows_of(scatter, PICK(random, 2, 3, 4, 5, 8), PICK(random, 256, 257, 258, 300, 511, 512, 513, 600), 1, 0, random);
}

/* Rows of data are several rows of indices long. */
static void draw_parts_of_rows(scatter *scatter, uint64_t *random)
{
    draw_rows_of(scatter, PICK(random, 2, 3, 7, 64, 255, 256), between(random, 1, 20), between(random, 2, 3), 0, random);
}

/* They are not, so that no row of output begins where a row of indices would have it. */
static void draw_rows_that_do_not_fit(scatter *scatter, uint64_t *random)
{
    draw_rows_of(scatter, PICK(random, 2, 3, 7, 64, 255, 256), between(random, 1, 20), between(random, 1, 2), 1, random);
}

/* The first of them would begin where a row of output does, but not the next: rows of indices are shorter than those of data. */
static void draw_rows_that_drift(scatter *scatter, uint64_t *random)
{
    const int64_t length = PICK(random, 2, 3, 7, 16, 31);

    scatter->data_rank = scatter->indices_rank = 3;
    scatter->data_shape[0] = between(random, 2, 4);
    scatter->data_shape[1] = length;
    scatter->data_shape[2] = length + 1;
    scatter->indices_shape[0] = between(random, 1, 3);
    scatter->indices_shape[1] = between(random, 2, length);
    scatter->indices_shape[2] = length;
    set_axis(scatter, 0, random);
}

/* Rows of one element are none. */
static void draw_rows_of_one(scatter *scatter, uint64_t *random)
{
    draw_rows_of(scatter, 1, between(random, 1, 700), 1, 0, random);
}

/* Without other dimensions than the axis, positions add nothing. */
static void draw_vector(scatter *scatter, uint64_t *random)
{
    scatter->data_rank = scatter->indices_rank = 1;
    scatter->data_shape[0] = between(random, 1, 100);
    scatter->indices_shape[0] = between(random, 1, 700);
    set_axis(scatter, 0, random);
}

/* ---- scatter_update ------------------------------------------------------------------------------------------------------------------ */

static void draw_update_of(scatter *scatter, int64_t n_outer, int64_t n_tuples, int64_t size, int64_t width, uint64_t *random)
{
    const int is_split = n_outer % 2 == 0 && random_below(random, 2);
    int32_t d = 0;

    if (is_split) scatter->data_shape[d++] = 2;
    if (n_outer > 1 || random_below(random, 2)) scatter->data_shape[d++] = is_split ? n_outer / 2 : n_outer;
    scatter->data_shape[d] = size;
    scatter->data_rank = d + 1;
    set_axis(scatter, d, random);
    if (width > 1 || random_below(random, 2)) {
        scatter->data_shape[++d] = width;
        scatter->data_rank++;
        if (scatter->axis < 0) scatter->axis--;
    }
    scatter->indices_rank = 1;
    scatter->indices_shape[0] = n_tuples;
    if (n_tuples % 3 == 0 && random_below(random, 2)) {
        scatter->indices_rank = 3;
        scatter->indices_shape[0] = 3;
        scatter->indices_shape[1] = 1;
        scatter->indices_shape[2] = n_tuples / 3;
    }
}

static void draw_small_update(scatter *scatter, uint64_t *random)
{
    static unsigned turn;

    next_axis(&turn, &scatter->data_rank, &scatter->axis);
    scatter->indices_rank = (int32_t)between(random, 0, 3);
    for (int32_t d = 0; d < scatter->data_rank; d++) scatter->data_shape[d] = between(random, 1, scatter->data_rank < 4 ? 6 : 3);
    for (int32_t d = 0; d < scatter->indices_rank; d++) scatter->indices_shape[d] = between(random, 1, 4);
}

static void draw_empty_update(scatter *scatter, uint64_t *random)
{
    draw_small_update(scatter, random);
    if (random_below(random, 2) && scatter->indices_rank > 0) {
        scatter->indices_shape[random_below(random, (uint64_t)scatter->indices_rank)] = 0;
    } else if (random_below(random, 2) && axis_of(scatter) > 0) {
        scatter->data_shape[0] = 0; /* n_outer is 0 */
    } else {
        scatter->data_shape[scatter->data_rank++] = 0; /* empty slices */
        if (scatter->axis < 0) scatter->axis--;
    }
    empty_the_axis(scatter, random);
}

static void draw_few_tuples_large_outer(scatter *scatter, uint64_t *random)
{
    draw_update_of(scatter, PICK(random, 2, 3, 100, 170, 171, 255, 256, 257, 511, 512, 513, 700, 1025), PICK(random, 1, 2, 3, 5, 7),
                   between(random, 1, 3), PICK(random, 1, 1, 2, 3), random);
}

static void draw_a_block_small_outer(scatter *scatter, uint64_t *random)
{
    draw_update_of(scatter, between(random, 2, 5), PICK(random, 170, 171, 255, 256, 257, 511, 512), between(random, 1, 9),
                   PICK(random, 1, 2), random);
}

static void draw_many_tuples_small_outer(scatter *scatter, uint64_t *random)
{
    draw_update_of(scatter, between(random, 1, 3), PICK(random, 513, 514, 1023, 1024, 1025, 1200), between(random, 1, 30), 1, random);
}

/* ---- The table ----------------------------------------------------------------------------------------------------------------------- */

static unsigned paths_of(const strew_plan_state *plan)
{
    const int has_many_blocks = plan->n_tuples > BLOCK_OF_TUPLES, has_rows = plan->apply_row != NULL;
    const size_t last = plan->position_dependent && plan->n_tuples > 0 ? (size_t)strew_counts_of(plan)[plan->n_dims - 1] : 0;
    unsigned paths = 0;

    if (plan->n_tuples > 0) paths |= ANY_TUPLES;
    if (has_many_blocks) paths |= MANY_BLOCKS;
    if (plan->n_tuples == 0 || plan->n_slices == 0 || plan->updates_bytes == 0 || plan->k == 0) paths |= NOTHING_TO_WRITE;
    if (last > BLOCK_OF_TUPLES) paths |= LONG_LAST_DIMENSION;
    if (has_many_blocks && last > 0 && last <= BLOCK_OF_TUPLES && plan->n_dims >= 2) paths |= CHUNKS;
    if (has_rows) paths |= ROWS;
    if (has_rows && last > 0 && plan->n_tuples / last > BLOCK_OF_ROWS - 1) paths |= MANY_ROWS;
    if (plan->position_dependent && !has_rows) paths |= NO_ROWS;
    if (plan->n_outer > 1 && !has_many_blocks) paths |= TILES;
    return paths;
}

int is_taken(const configuration *configuration, const strew_plan_state *plan)
{
    return (paths_of(plan) & configuration->path) != 0;
}

const configuration configurations[] = {
    {"tuples of any length", REFERENCE_ND, ANY_INDICES, draw_small_nd, ANY_TUPLES},
    {"many tuples", REFERENCE_ND, ANY_INDICES, draw_many_tuples, MANY_BLOCKS},
    {"nothing to scatter", REFERENCE_ND, ANY_INDICES, draw_empty_nd, NOTHING_TO_WRITE},
    {"elements along any axis", REFERENCE_ELEMENTS, ANY_INDICES, draw_small_elements, ANY_TUPLES},
    {"no elements", REFERENCE_ELEMENTS, ANY_INDICES, draw_empty_elements, NOTHING_TO_WRITE},
    {"a last dimension of many blocks", REFERENCE_ELEMENTS, ANY_INDICES, draw_long_last, LONG_LAST_DIMENSION},
    {"dimensions in chunks", REFERENCE_ELEMENTS, ANY_INDICES, draw_chunks, CHUNKS},
    {"rows", REFERENCE_ELEMENTS, EQUAL_ROWS, draw_few_rows, ROWS},
    {"rows that nearly are", REFERENCE_ELEMENTS, NEARLY_EQUAL_ROWS, draw_few_rows, ROWS},
    {"rows that are none", REFERENCE_ELEMENTS, ANY_INDICES, draw_few_rows, ROWS},
    {"many rows", REFERENCE_ELEMENTS, EQUAL_ROWS, draw_many_rows, MANY_ROWS},
    {"many rows that nearly are", REFERENCE_ELEMENTS, NEARLY_EQUAL_ROWS, draw_many_rows, MANY_ROWS},
    {"parts of rows", REFERENCE_ELEMENTS, EQUAL_ROWS, draw_parts_of_rows, ROWS},
    {"rows that do not fit", REFERENCE_ELEMENTS, EQUAL_ROWS, draw_rows_that_do_not_fit, NO_ROWS},
    {"rows that drift", REFERENCE_ELEMENTS, EQUAL_ROWS, draw_rows_that_drift, NO_ROWS},
    {"rows of one element", REFERENCE_ELEMENTS, EQUAL_ROWS, draw_rows_of_one, NO_ROWS},
    {"a vector", REFERENCE_ELEMENTS, ANY_INDICES, draw_vector, ANY_TUPLES},
    {"slices along any axis", REFERENCE_UPDATE, ANY_INDICES, draw_small_update, ANY_TUPLES},
    {"no slices", REFERENCE_UPDATE, ANY_INDICES, draw_empty_update, NOTHING_TO_WRITE},
    {"few tuples, large n_outer", REFERENCE_UPDATE, ANY_INDICES, draw_few_tuples_large_outer, TILES},
    {"a block of tuples, small n_outer", REFERENCE_UPDATE, ANY_INDICES, draw_a_block_small_outer, TILES},
    {"many tuples, small n_outer", REFERENCE_UPDATE, ANY_INDICES, draw_many_tuples_small_outer, MANY_BLOCKS},
};
const size_t n_configurations = COUNT(configurations);

/* ---- Indices ------------------------------------------------------------------------------------------------------------------------- */

/* Whether tuple (or row) i of n is out of bounds. The ends are uneven, and shorter than what lies between them if there is enough. */
static int is_out_of_bounds(fixture *fixture, out_of_bounds out_of_bounds, size_t i, size_t n)
{
    switch (out_of_bounds) {
    case NONE_OUT_OF_BOUNDS: return 0;
    case SOME_OUT_OF_BOUNDS: return random_below(&fixture->random, 8) == 0;
    case ENDS_OUT_OF_BOUNDS: return i < (n + 5) / 6 || i >= n - (n + 3) / 4;
    case EVERY_OTHER_OUT_OF_BOUNDS: return i % 2 == n % 2;
    default: return 1;
    }
}

/* How many successive indices have one value: those behind the axis. */
static size_t row_length(const fixture *fixture)
{
    const int32_t rank = fixture->data_tensor.rank;
    size_t length = 1;

    for (int64_t d = (fixture->call.axis + rank) % rank + 1; d < rank; d++) length *= (size_t)fixture->indices_shape[d];
    return length;
}

/* One index of one row: the first or the last row, or any; the first or the last index, or any. */
static void corrupt_a_row(fixture *fixture, size_t row)
{
    const size_t n_rows = fixture->n_components / row;
    const size_t r[] = {0, n_rows - 1, (size_t)random_below(&fixture->random, n_rows)};
    const size_t i[] = {0, row - 1, (size_t)random_below(&fixture->random, row)};
    const size_t position = r[random_below(&fixture->random, COUNT(r))] * row + i[random_below(&fixture->random, COUNT(i))];
    const int64_t size = fixture_size_at(fixture, position), index = fixture_read_index(fixture, position);
    const int wraps = fixture->options.negative == STREW_NEGATIVE_WRAPS;

    /* Another index, or the same one counted from the end. */
    if (size > 1 || wraps) fixture_write_index(fixture, position, index != 0 ? 0 : size > 1 ? size - 1 : -1);
}

void draw_indices(fixture *fixture, likeness likeness, out_of_bounds out_of_bounds)
{
    const int is_nd = fixture->call.op == REFERENCE_ND;
    const size_t together = is_nd ? (size_t)fixture->indices_shape[fixture->indices_tensor.rank - 1] : row_length(fixture);
    const size_t row = is_nd || likeness != ANY_INDICES ? together : 1;

    for (size_t first = 0; first < fixture->n_components; first += row) {
        const int is_out = is_out_of_bounds(fixture, out_of_bounds, first / row, fixture->n_components / row);
        /* Of a tuple of several components, one out of bounds is enough. */
        const size_t which = (size_t)random_below(&fixture->random, row);
        for (size_t i = 0; i < row; i++) {
            const int64_t size = fixture_size_at(fixture, first + i);
            int64_t index = 0;
            if (i > 0 && !is_nd)
                index = fixture_read_index(fixture, first);
            else if (is_out && (i == which || !is_nd))
                index = fixture_out_of_bounds(fixture, size);
            else if (size)
                index = fixture_in_bounds(fixture, size);
            fixture_write_index(fixture, first + i, index);
        }
    }
    if (likeness == NEARLY_EQUAL_ROWS && fixture->n_components != 0) corrupt_a_row(fixture, row);
}
