#include "jobs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Numbers ------------------------------------------------------------------------------------------------------------------------- */

/* splitmix64 (Steele, Lea and Flood): any seed is good, and every step is one addition and one hash. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint64_t bench_random_below(uint64_t *state, uint64_t bound)
{
    return ((next_random(state) >> 32) * bound) >> 32;
}

void bench_shuffle(size_t *numbers, size_t n, uint64_t *state)
{
    for (size_t i = n; i > 1; i--) {
        const size_t j = (size_t)bench_random_below(state, i), swapped = numbers[i - 1];
        numbers[i - 1] = numbers[j];
        numbers[j] = swapped;
    }
}

/* A small float of random sign and mantissa with a magnitude in [1/16, 1).
 *
 * No sum of such values is a subnormal number, an infinity or a NaN, on which some CPUs are slow. Every value and every sum is a multiple
 * of 2^-4 times the last place of the mantissa: in float16, the narrowest type, that is 2^-14, the smallest normal number. And a slice sums
 * at most a million values below 1 in float32, about a dozen in the two small types. No value is zero, so min and max never compare -0 with
 * +0. */
static uint32_t float_bits(uint64_t random, unsigned exponent_bits, unsigned mantissa_bits)
{
    const uint32_t bias = (UINT32_C(1) << (exponent_bits - 1)) - 1;
    const uint32_t sign = (uint32_t)(random & 1) << (exponent_bits + mantissa_bits);
    const uint32_t exponent = bias - 4 + (uint32_t)((random >> 1) & 3);
    const uint32_t mantissa = (uint32_t)(random >> 32) & ((UINT32_C(1) << mantissa_bits) - 1);
    return sign | exponent << mantissa_bits | mantissa;
}

static void fill_values(void *values, size_t bytes, strew_dtype dtype, strew_reduction reduction, uint64_t seed)
{
    uint64_t state = seed;
    if (dtype == STREW_DTYPE_FLOAT32) {
        uint32_t *bits = values;
        for (size_t i = 0; i < bytes / 4; i++) bits[i] = float_bits(next_random(&state), 8, 23);
    } else if (dtype == STREW_DTYPE_FLOAT16 || dtype == STREW_DTYPE_BFLOAT16) {
        uint16_t *bits = values;
        for (size_t i = 0; i < bytes / 2; i++)
            bits[i] =
                (uint16_t)(dtype == STREW_DTYPE_FLOAT16 ? float_bits(next_random(&state), 5, 10) : float_bits(next_random(&state), 8, 7));
    } else if (dtype == STREW_DTYPE_INT64) {
        /* Products of odd numbers are odd: a slice that is multiplied many times never becomes zero, which would hide mistakes. For a mean,
         * the plain loop adds them up in 64 bits. */
        const int64_t divisor = reduction == STREW_REDUCTION_MEAN ? 1 << 24 : 1;
        uint64_t *integers = values;
        for (size_t i = 0; i < bytes / 8; i++)
            integers[i] = (uint64_t)((int64_t)next_random(&state) / divisor) | (reduction == STREW_REDUCTION_MUL);
    } else {
        unsigned char *any = values;
        for (size_t i = 0; i < bytes; i++) any[i] = (unsigned char)(next_random(&state) >> 56);
    }
}

/* ---- Indices ------------------------------------------------------------------------------------------------------------------------- */

static void fill_uniform(int64_t *indices, const bench_job *job, uint64_t *state)
{
    for (size_t t = 0; t < job->n_named; t++) {
        for (size_t j = 0; j < job->k; j++)
            indices[t * job->k + j] = (int64_t)bench_random_below(state, (uint64_t)job->workload->data.size[job->first_dimension + j]);
    }
}

static void fill_equal(int64_t *indices, const bench_job *job)
{
    for (size_t t = 0; t < job->n_named; t++) {
        for (size_t j = 0; j < job->k; j++) indices[t * job->k + j] = job->workload->data.size[job->first_dimension + j] / 2;
    }
}

/* The first n_named of a random permutation (Fisher and Yates), so k is 1. */
static int fill_distinct(int64_t *indices, const bench_job *job, uint64_t *state)
{
    const size_t n = (size_t)job->workload->data.size[0];
    int64_t *slices = malloc(n * sizeof *slices);
    if (!slices) return 0;
    for (size_t i = 0; i < n; i++) slices[i] = (int64_t)i;
    for (size_t t = 0; t < job->n_named; t++) {
        const size_t other = t + (size_t)bench_random_below(state, n - t);
        indices[t] = slices[other];
        slices[other] = slices[t];
    }
    free(slices);
    return 1;
}

static int fill_zipf(int64_t *indices, const bench_job *job, uint64_t *state)
{
    const size_t n = (size_t)job->workload->data.size[0];
    double *up_to = malloc(n * sizeof *up_to); /* the sum of the weights of slices 0 to i */
    if (!up_to) return 0;
    double sum = 0;
    for (size_t i = 0; i < n; i++) up_to[i] = sum += pow((double)(i + 1), -1.2);
    for (size_t t = 0; t < job->n_named; t++) {
        const double drawn = (double)(next_random(state) >> 11) * 0x1p-53 * sum;
        size_t low = 0, high = n - 1;
        while (low < high) {
            const size_t middle = (low + high) / 2;
            if (up_to[middle] > drawn)
                high = middle;
            else
                low = middle + 1;
        }
        indices[t] = (int64_t)low;
    }
    free(up_to);
    return 1;
}

/* The tuples enumerate a box of shape indices.shape[0 .. q - 2] in the middle of data, the last component fastest. */
static void fill_grid(int64_t *indices, const bench_job *job)
{
    const bench_workload *workload = job->workload;
    for (size_t t = 0; t < job->n_named; t++) {
        size_t rest = t;
        for (size_t j = job->k; j-- > 0;) {
            const size_t box = (size_t)workload->indices.size[j];
            const size_t begin = ((size_t)workload->data.size[j] - box) / 2;
            indices[t * job->k + j] = (int64_t)(begin + rest % box);
            rest /= box;
        }
    }
}

/* Tuples (row, position): run i fills 64 positions of row i. */
static void fill_runs(int64_t *indices, const bench_job *job, uint64_t *state)
{
    enum { RUN = 64 };
    uint64_t begin = 0;
    for (size_t t = 0; t < job->n_named; t++) {
        if (t % RUN == 0) begin = bench_random_below(state, (uint64_t)job->workload->data.size[1] - RUN + 1);
        indices[2 * t] = (int64_t)(t / RUN) % job->workload->data.size[0];
        indices[2 * t + 1] = (int64_t)(begin + t % RUN);
    }
}

/* Tuples (row, position): one for each row. */
static void fill_rows(int64_t *indices, const bench_job *job, uint64_t *state)
{
    for (size_t t = 0; t < job->n_named; t++) {
        indices[2 * t] = (int64_t)t;
        indices[2 * t + 1] = (int64_t)bench_random_below(state, (uint64_t)job->workload->data.size[1]);
    }
}

/* Replaces some indices by one behind the last. */
static void put_out_of_bounds(int64_t *indices, const bench_job *job, uint64_t seed)
{
    uint64_t state = seed;
    for (size_t t = 0; t < job->n_named; t++) {
        if (bench_random_below(&state, 100) < job->workload->n_of_100_skipped)
            indices[t * job->k] = job->workload->data.size[job->first_dimension];
    }
}

static int fill_indices(int64_t *indices, const bench_job *job, uint64_t seed)
{
    uint64_t state = seed;
    switch (job->workload->distribution) {
    case BENCH_UNIFORM: fill_uniform(indices, job, &state); return 1;
    case BENCH_DISTINCT: return fill_distinct(indices, job, &state);
    case BENCH_EQUAL: fill_equal(indices, job); return 1;
    case BENCH_ZIPF: return fill_zipf(indices, job, &state);
    case BENCH_GRID: fill_grid(indices, job); return 1;
    case BENCH_RUNS: fill_runs(indices, job, &state); return 1;
    case BENCH_ROWS: fill_rows(indices, job, &state); return 1;
    }
    return 0;
}

static int is_of_tuples(const bench_workload *workload)
{
    return workload->op == BENCH_ND || workload->op == BENCH_GATHER_ND;
}

static int is_along_axis(const bench_workload *workload)
{
    return workload->op == BENCH_UPDATE || workload->op == BENCH_TOKENS || workload->op == BENCH_GATHER;
}

/* What the position of a tuple adds to its slice's offset, in bytes: if each element has an index, its place in all dimensions but the
 * axis. */
static uint64_t place_of(const bench_job *job, const uint64_t stride[BENCH_MAX_RANK], size_t tuple)
{
    const bench_workload *workload = job->workload;
    uint64_t place = 0;
    if (is_of_tuples(workload) || is_along_axis(workload)) {
        const size_t outer = tuple / (job->n_tuples / job->n_outer), first = job->first_dimension;
        return outer * (uint64_t)workload->data.size[first] * stride[first];
    }
    for (int32_t d = workload->indices.rank; d-- > 0;) {
        const size_t size = (size_t)workload->indices.size[d];
        if (d != workload->axis) place += tuple % size * stride[d];
        tuple /= size;
    }
    return place;
}

static void fill_offsets(bench_job *job)
{
    const int64_t *indices = job->indices_values;
    const bench_shape *data = &job->workload->data;
    uint64_t stride[BENCH_MAX_RANK], bytes = strew_dtype_size(job->workload->dtype);
    for (int32_t d = data->rank; d-- > 0;) {
        stride[d] = bytes;
        bytes *= (uint64_t)data->size[d];
    }
    for (size_t t = 0; t < job->n_tuples; t++) {
        uint64_t offset = place_of(job, stride, t);
        for (size_t j = 0; j < job->k; j++) offset += (uint64_t)indices[t % job->n_named * job->k + j] * stride[job->first_dimension + j];
        job->offsets[t] = (uint32_t)offset;
    }
    memset(job->offsets + job->n_tuples, 0, BENCH_PREFETCHED_OFFSETS * sizeof *job->offsets);
}

/* ---- Jobs ---------------------------------------------------------------------------------------------------------------------------- */

void *bench_allocate(size_t bytes)
{
    return aligned_alloc(64, (bytes / 64 + 1) * 64);
}

static void append(bench_shape *shape, int64_t size)
{
    shape->size[shape->rank++] = size;
}

/* Computes tuples, slices and the shape of updates, or of a gather's output. */
static void shape_of_tuples(bench_job *job)
{
    const bench_shape *data = &job->workload->data, *indices = &job->workload->indices;
    job->k = (size_t)indices->size[indices->rank - 1];
    job->first_dimension = (size_t)job->workload->batch_dims;
    for (int32_t d = 0; d < job->workload->batch_dims; d++) job->n_outer *= (size_t)data->size[d];
    for (int32_t d = 0; d < indices->rank - 1; d++) {
        job->n_named *= (size_t)indices->size[d];
        append(&job->updates_shape, indices->size[d]);
    }
    for (int32_t d = job->workload->batch_dims + (int32_t)job->k; d < data->rank; d++) {
        job->width *= (size_t)data->size[d];
        append(&job->updates_shape, data->size[d]);
    }
}

static void shape_of_elements(bench_job *job)
{
    const bench_shape *indices = &job->workload->indices;
    job->k = 1;
    job->first_dimension = (size_t)job->workload->axis;
    for (int32_t d = 0; d < indices->rank; d++) job->n_named *= (size_t)indices->size[d];
    job->updates_shape = *indices;
}

static void shape_along_axis(bench_job *job)
{
    const bench_shape *data = &job->workload->data, *indices = &job->workload->indices;
    const int32_t axis = job->workload->axis;
    job->k = 1;
    job->first_dimension = (size_t)axis;
    for (int32_t d = 0; d < axis; d++) {
        job->n_outer *= (size_t)data->size[d];
        append(&job->updates_shape, data->size[d]);
    }
    for (int32_t d = 0; d < indices->rank; d++) {
        job->n_named *= (size_t)indices->size[d];
        if (d >= job->workload->batch_dims) append(&job->updates_shape, indices->size[d]);
    }
    for (int32_t d = axis + 1; d < data->rank; d++) {
        job->width *= (size_t)data->size[d];
        append(&job->updates_shape, data->size[d]);
    }
}

static int is_apart(const bench_workload *workload)
{
    return workload->components != BENCH_TOGETHER;
}

static int has_own_indices(const bench_workload *workload)
{
    return is_apart(workload) || workload->index_dtype || workload->is_joined;
}

/* The flat indices of a transposed matrix that name the elements of `indices`. */
static void set_flat_indices(bench_job *job)
{
    const int64_t *indices = job->indices_values, columns = job->workload->data.size[0] / BENCH_FLAT_ROWS;
    int64_t *flat = job->own_indices;
    for (size_t t = 0; t < job->n_named; t++) flat[t] = indices[t] % BENCH_FLAT_ROWS * columns + indices[t] / BENCH_FLAT_ROWS;
}

static void set_components(bench_job *job)
{
    const int64_t *tuples = job->indices_values;
    for (size_t c = 0; c < job->k; c++) {
        int64_t *component = (int64_t *)job->own_indices + c * job->n_named;
        for (size_t t = 0; t < job->n_named; t++) component[t] = tuples[t * job->k + c];
        job->components[c] = component;
    }
}

/* Indices that count from the first batch. */
static void set_joined_indices(bench_job *job)
{
    const int64_t *indices = job->indices_values, size = job->workload->data.size[job->first_dimension];
    int64_t *joined = job->own_indices;
    memcpy(joined, indices, job->indices_bytes);
    for (size_t t = 0; t < job->n_named; t++) joined[t * job->k] += (int64_t)(t / (job->n_named / job->n_outer)) * size;
}

static void set_indices_of_type(bench_job *job)
{
    const int64_t *indices = job->indices_values;
    const size_t n = job->n_named * job->k;
#define SET(its_dtype, type)                                                                                                               \
    if (job->workload->index_dtype == its_dtype) {                                                                                         \
        type *own = job->own_indices;                                                                                                      \
        for (size_t i = 0; i < n; i++) own[i] = (type)indices[i];                                                                          \
    }
    SET(STREW_DTYPE_INT8, int8_t)
    SET(STREW_DTYPE_UINT8, uint8_t)
    SET(STREW_DTYPE_INT16, int16_t)
    SET(STREW_DTYPE_UINT16, uint16_t)
    SET(STREW_DTYPE_INT32, int32_t)
    SET(STREW_DTYPE_UINT32, uint32_t)
    SET(STREW_DTYPE_UINT64, uint64_t)
#undef SET
}

static void set_indices_of_strew(bench_job *job)
{
    const bench_workload *workload = job->workload;
    const int is_stacked = workload->components == BENCH_STACKED;
    job->strew_indices = has_own_indices(workload) && !is_stacked ? job->own_indices : job->indices_values;
    if (workload->index_dtype) set_indices_of_type(job);
    if (workload->is_joined) set_joined_indices(job);
    if (workload->components == BENCH_FLAT) set_flat_indices(job);
    if (workload->components == BENCH_APART || is_stacked) set_components(job);
}

/* ---- Gaps ---------------------------------------------------------------------------------------------------------------------------- */

static int has_gaps(const bench_gaps *gaps)
{
    return gaps->row != 0;
}

static size_t rows_of(const bench_shape *shape)
{
    size_t n = 1;
    for (int32_t d = 0; d < shape->rank - 1; d++) n *= (size_t)shape->size[d];
    return n;
}

/* The bytes with gaps; 0 if there are none. Of a shape of at least two dimensions. */
static size_t bytes_with_gaps(const bench_job *job, const bench_shape *shape, const bench_gaps *gaps)
{
    return rows_of(shape) * (size_t)gaps->row * strew_dtype_size(job->workload->dtype);
}

static void set_strides(int64_t strides[BENCH_MAX_RANK], const bench_shape *shape, const bench_gaps *gaps)
{
    int64_t stride = gaps->row;
    strides[shape->rank - 1] = gaps->element;
    for (int32_t d = shape->rank - 1; d-- > 0;) {
        strides[d] = stride;
        stride *= shape->size[d];
    }
}

/* Copies between a dense array and one with gaps. */
static void copy_rows(void *to, const bench_gaps *to_gaps, const void *from, const bench_gaps *from_gaps, const bench_job *job,
                      const bench_shape *shape)
{
    const size_t bytes = strew_dtype_size(job->workload->dtype), n_rows = rows_of(shape), n = (size_t)shape->size[shape->rank - 1];
    for (size_t row = 0; row < n_rows; row++) {
        unsigned char *at = (unsigned char *)to + row * (size_t)to_gaps->row * bytes;
        const unsigned char *of = (const unsigned char *)from + row * (size_t)from_gaps->row * bytes;
        for (size_t i = 0; i < n; i++)
            memcpy(at + i * (size_t)to_gaps->element * bytes, of + i * (size_t)from_gaps->element * bytes, bytes);
    }
}

static bench_gaps no_gaps(const bench_shape *shape)
{
    return (bench_gaps){1, shape->size[shape->rank - 1]};
}

static void spread(void *to, const bench_gaps *gaps, const void *from, const bench_job *job, const bench_shape *shape)
{
    const bench_gaps none = no_gaps(shape);
    if (has_gaps(gaps)) copy_rows(to, gaps, from, &none, job, shape);
}

void bench_collect_output(const bench_job *job)
{
    const bench_shape *shape = &job->workload->data;
    const bench_gaps *gaps = &job->workload->output, none = no_gaps(shape);
    if (has_gaps(gaps)) copy_rows(job->output, &none, job->own_output, gaps, job, shape);
}

static void set_arrays_of_strew(bench_job *job)
{
    const bench_workload *workload = job->workload;
    const int has_own_output = has_gaps(&workload->output), has_own_updates = has_gaps(&workload->updates);
    job->strew_data = has_own_output ? job->own_data : job->data_values;
    job->strew_output = has_own_output ? job->own_output : job->output;
    job->strew_updates = has_own_updates ? job->own_updates : job->updates_values;
    if (workload->products == BENCH_MULTIPLIED) job->strew_updates = job->products;
    spread(job->own_data, &workload->output, job->data_values, job, &workload->data);
    spread(job->own_updates, &workload->updates, job->updates_values, job, &job->updates_shape);
    if (has_own_output) {
        set_strides(job->output_strides, &workload->data, &workload->output);
        job->data.strides = job->output_strides;
    }
    if (has_own_updates) {
        set_strides(job->updates_strides, &job->updates_shape, &workload->updates);
        job->updates.strides = job->updates_strides;
    }
}

/* ------------------------------------------------------------------------------------------------------------------------------------- */

void bench_stack_components(const bench_job *job)
{
    int64_t *tuples = job->indices_values;
    if (job->workload->components != BENCH_STACKED) return;
    for (size_t c = 0; c < job->k; c++) {
        const int64_t *component = job->components[c];
        for (size_t t = 0; t < job->n_named; t++) tuples[t * job->k + c] = component[t];
    }
}

void bench_multiply_updates(const bench_job *job)
{
    const float *updates = job->updates_values;
    if (job->workload->products != BENCH_MULTIPLIED) return;
    for (size_t i = 0; i < job->updates_bytes / sizeof *updates; i++) job->products[i] = BENCH_FACTOR * updates[i];
}

int bench_make_job(bench_job *job, const bench_workload *workload)
{
    memset(job, 0, sizeof *job);
    job->workload = workload;
    job->n_named = job->width = job->n_outer = 1;
    if (is_of_tuples(workload)) {
        shape_of_tuples(job);
    } else if (is_along_axis(workload)) {
        shape_along_axis(job);
    } else {
        shape_of_elements(job);
    }
    const bench_shape *data = &workload->data, *indices = &workload->indices;
    job->data_bytes = strew_dtype_size(workload->dtype);
    for (int32_t d = 0; d < data->rank; d++) job->data_bytes *= (size_t)data->size[d];
    job->slice_bytes = job->width * strew_dtype_size(workload->dtype);
    job->indices_bytes = job->n_named * job->k * sizeof(int64_t);
    job->n_tuples = workload->batch_dims ? job->n_named : job->n_named * job->n_outer;
    const size_t slices_bytes = job->n_tuples * job->slice_bytes;
    job->updates_bytes = bench_is_gather(workload) ? 0 : slices_bytes;
    job->output_bytes = bench_is_gather(workload) ? slices_bytes : job->data_bytes;
    job->own_output_bytes = bytes_with_gaps(job, data, &workload->output);
    job->own_updates_bytes = bytes_with_gaps(job, &job->updates_shape, &workload->updates);
    if (job->data_bytes > UINT32_MAX) return 0;

    job->data_values = bench_allocate(job->data_bytes);
    job->indices_values = bench_allocate(job->indices_bytes);
    job->updates_values = bench_allocate(job->updates_bytes);
    job->own_indices = bench_allocate(has_own_indices(workload) ? job->indices_bytes : 0);
    job->own_data = bench_allocate(job->own_output_bytes);
    job->own_output = bench_allocate(job->own_output_bytes);
    job->own_updates = bench_allocate(job->own_updates_bytes);
    job->products = bench_allocate(workload->products == BENCH_MULTIPLIED ? job->updates_bytes : 0);
    job->output = bench_allocate(job->output_bytes);
    job->offsets = bench_allocate((job->n_tuples + BENCH_PREFETCHED_OFFSETS) * sizeof *job->offsets);
    if (!job->data_values || !job->indices_values || !job->updates_values || !job->own_indices || !job->own_data || !job->own_output ||
        !job->own_updates || !job->products || !job->output || !job->offsets || !fill_indices(job->indices_values, job, 1)) {
        bench_free_job(job);
        return 0;
    }
    fill_offsets(job); /* the floor visits slices for tuples that are skipped, too */
    put_out_of_bounds(job->indices_values, job, 4);
    set_indices_of_strew(job);
    fill_values(job->data_values, job->data_bytes, workload->dtype, workload->reduction, 2);
    fill_values(job->updates_values, job->updates_bytes, workload->dtype, workload->reduction, 3);

    const strew_dtype index_dtype = workload->index_dtype ? workload->index_dtype : STREW_DTYPE_INT64;
    job->data = (strew_tensor){workload->dtype, data->rank, data->size, NULL, NULL};
    job->indices = (strew_tensor){index_dtype, indices->rank, indices->size, NULL, NULL};
    job->updates = (strew_tensor){workload->dtype, job->updates_shape.rank, job->updates_shape.size, NULL, NULL};
    set_arrays_of_strew(job);
    bench_reset_output(job);
    return 1;
}

void bench_reset_output(const bench_job *job)
{
    if (bench_is_gather(job->workload)) {
        bench_corrupt_output(job);
    } else {
        memcpy(job->output, job->data_values, job->data_bytes);
        memcpy(job->own_output, job->own_data, job->own_output_bytes);
    }
}

void bench_corrupt_output(const bench_job *job)
{
    memset(job->output, 0xa5, job->output_bytes);
    memset(job->own_output, 0xa5, job->own_output_bytes);
}

void bench_free_job(bench_job *job)
{
    free(job->data_values);
    free(job->indices_values);
    free(job->updates_values);
    free(job->own_indices);
    free(job->own_data);
    free(job->own_output);
    free(job->own_updates);
    free(job->products);
    free(job->output);
    free(job->offsets);
    memset(job, 0, sizeof *job);
}

/* ---- Calls --------------------------------------------------------------------------------------------------------------------------- */

static const strew_operator OPERATORS[] = {
    [BENCH_ND] = STREW_OPERATOR_SCATTER_ND,         [BENCH_ELEMENTS] = STREW_OPERATOR_SCATTER_ELEMENTS,
    [BENCH_UPDATE] = STREW_OPERATOR_SCATTER_UPDATE, [BENCH_TOKENS] = STREW_OPERATOR_TENSOR_SCATTER,
    [BENCH_GATHER_ND] = STREW_OPERATOR_GATHER_ND,   [BENCH_GATHER_ELEMENTS] = STREW_OPERATOR_GATHER_ELEMENTS,
    [BENCH_GATHER] = STREW_OPERATOR_GATHER,
};

/* The batch dimension of data and the next one become one. */
static void join(strew_call *call, bench_form *to)
{
    strew_tensor *data = &call->data;
    call->axis = call->batch_dims = 0;
    to->shape[0] = data->shape[0] * data->shape[1];
    for (int32_t d = 2; d < data->rank; d++) to->shape[d - 1] = data->shape[d];
    data->rank--;
    data->shape = to->shape;
}

/* The first two of three dimensions are swapped. */
static void swap(strew_tensor *tensor, bench_form *to)
{
    const int64_t *shape = tensor->shape;
    *to = (bench_form){{shape[1], shape[0], shape[2]}, {shape[2], shape[1] * shape[2], 1}};
    tensor->shape = to->shape;
    tensor->strides = to->strides;
}

/* A scatter_update as scatter_elements: the index of a row is that of all its elements. */
static void expand_indices(strew_call *call)
{
    static const int64_t strides[] = {1, 0};
    call->op = STREW_OPERATOR_SCATTER_ELEMENTS;
    call->indices.rank = 2;
    call->indices.shape = call->updates.shape;
    call->indices.strides = strides;
}

/* data becomes a transposed table, whose elements the indices number. */
static void flatten(strew_call *call, bench_form *to)
{
    *to = (bench_form){{BENCH_FLAT_ROWS, call->data.shape[0] / BENCH_FLAT_ROWS}, {1, BENCH_FLAT_ROWS}};
    call->op = call->op == STREW_OPERATOR_GATHER ? STREW_OPERATOR_TAKE : STREW_OPERATOR_PUT;
    call->data.rank = 2;
    call->data.shape = to->shape;
    call->data.strides = to->strides;
}

/* The last dimension of indices is that of the components. */
static void take_apart(strew_call *call, strew_tensor components[BENCH_MAX_RANK])
{
    strew_tensor component = call->indices;
    component.rank--;
    call->n_components = (int32_t)call->indices.shape[component.rank];
    for (int32_t c = 0; c < call->n_components; c++) components[c] = component;
    call->components = components;
    call->indices = (strew_tensor){0};
}

/* The indices, one for each batch, are where its token is written. */
static void take_as_places(strew_call *call)
{
    call->write_indices = call->indices;
    call->write_indices.rank = 1;
    call->indices = (strew_tensor){0};
    call->batch_dims = 0;
}

void bench_make_call(bench_call *to, const bench_job *job, const strew_options *options)
{
    const bench_workload *workload = job->workload;
    const int is_gather = bench_is_gather(workload);
    strew_call *call = &to->call;
    strew_tensor ordered = job->updates; /* or the output of a gather */
    to->options = *options;
    *call = STREW_CALL(.op = OPERATORS[workload->op], .axis = workload->axis, .batch_dims = workload->batch_dims, .options = &to->options,
                       .data = job->data, .indices = job->indices);
    if (workload->is_joined) join(call, &to->of_data);
    if (workload->is_swapped) {
        swap(&call->data, &to->of_data);
        swap(&ordered, &to->of_ordered);
        call->axis = 0;
    }
    if (!is_gather) {
        call->reduction = workload->reduction;
        call->updates = ordered;
    }
    if (workload->is_expanded) expand_indices(call);
    if (workload->op == BENCH_TOKENS) take_as_places(call);
    if (workload->components == BENCH_APART) take_apart(call, to->components);
    if (workload->components == BENCH_FLAT) flatten(call, &to->of_data);
    if (!is_gather && call->data.strides) call->output = call->data;
    if (is_gather && ordered.strides) call->output = ordered;
}

strew_buffers bench_buffers(const bench_job *job)
{
    const int is_gather = bench_is_gather(job->workload);
    strew_buffers buffers = STREW_BUFFERS(.output = job->strew_output, .data = job->strew_data, .indices = job->strew_indices,
                                          .updates = is_gather ? NULL : job->strew_updates);
    if (job->workload->components == BENCH_APART) {
        buffers.indices = NULL;
        buffers.components = job->components;
    }
    if (job->workload->op == BENCH_TOKENS) {
        buffers.indices = NULL;
        buffers.write_indices = job->strew_indices;
    }
    return buffers;
}
