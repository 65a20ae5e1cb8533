/* Strides in bytes. */
#include "dims.h"

#include "fault.h"
#include "types.h"

/* A step in bytes. Validation has checked those of dimensions with more than one index. */
static int64_t step_of(int64_t stride, int64_t bytes)
    STREW_ASSIGNS()
{
    return stride * bytes;
}

int strew_is_empty(const strew_tensor *tensor)
{
    int is_empty = 0;
    for (int32_t d = 0; d < tensor->rank; d++)
        STREW_FIRST_TO_LAST(d, tensor->rank, is_empty)
    {
        is_empty |= tensor->shape[d] == 0;
    }
    return is_empty;
}

void strew_find_steps(int64_t *to, const strew_tensor *tensor, const int64_t *strides, size_t element_bytes)
{
    const int64_t bytes = (int64_t)strew_dtype_size(tensor->dtype); /* which a block has for all its elements */
    int64_t dense = (int64_t)element_bytes;
    if (strew_is_empty(tensor)) strides = NULL;
    for (int32_t d = tensor->rank - 1; d >= 0; d--)
        STREW_LAST_TO_FIRST(d, tensor->rank, dense, STREW_ALL_BYTES(to))
    {
        to[d] = tensor->shape[d] == 1 ? 0 : strides != NULL ? step_of(strides[d], bytes) : dense;
        dense = strew_times_size(dense, tensor->shape[d]);
    }
}

int64_t strew_find_step(const strew_tensor *tensor, int32_t d, size_t element_bytes)
{
    int64_t dense = (int64_t)element_bytes;
    if (tensor->shape[d] == 1) return 0;
    if (tensor->strides != NULL && !strew_is_empty(tensor)) return step_of(tensor->strides[d], (int64_t)strew_dtype_size(tensor->dtype));
    for (int32_t i = tensor->rank - 1; i > d; i--)
        STREW_ASSIGNS(i, dense)
        STREW_INVARIANT(d <= i && i < tensor->rank)
    {
        dense = strew_times_size(dense, tensor->shape[i]);
    }
    return dense;
}

strew_extent strew_extent_of_steps(const strew_tensor *tensor, const int64_t *steps, size_t bytes)
{
    strew_extent extent = {0, bytes, 0, bytes};
    if (strew_is_empty(tensor)) return (strew_extent){0, 0, 0, 0};
    for (int32_t d = 0; d < tensor->rank; d++)
        STREW_FIRST_TO_LAST(d, tensor->rank, extent)
        STREW_INVARIANT(extent.bytes <= STREW_MAX_BYTES && -(int64_t)extent.bytes <= extent.low && extent.low <= 0)
    {
        strew_extend(&extent, (size_t)tensor->shape[d], steps[d]);
    }
    return extent;
}

/* The dimension of the shortest step, of those that have no bit in `done`; -1 if all have. */
static int32_t find_shortest(const int64_t *steps, int32_t rank, uint64_t done)
    STREW_REQUIRES(0 <= rank && rank <= STREW_MAX_RANK)
    STREW_REQUIRES_BYTES(steps, (size_t)rank * sizeof *steps)
    STREW_ASSIGNS()
    STREW_ENSURES(-1 <= STREW_RESULT && STREW_RESULT < rank)
{
    int32_t shortest = -1;
    uint64_t smallest = UINT64_MAX;
    for (int32_t d = 0; d < rank; d++)
        STREW_FIRST_TO_LAST(d, rank, shortest, smallest)
        STREW_INVARIANT(-1 <= shortest && shortest < rank)
    {
        const uint64_t magnitude = strew_magnitude_of(steps[d]);
        if (!(done >> d & 1) && magnitude <= smallest) {
            shortest = d;
            smallest = magnitude;
        }
    }
    return shortest;
}

strew_status strew_check_apart(const strew_tensor *output, const int64_t *steps, const char *subject, strew_fault *fault)
{
    const int64_t *shape = output->shape, step_bytes = (int64_t)strew_dtype_size(output->dtype),
                  per_step = strew_dtype_block(output->dtype); /* elements that this many bytes are */
    const int32_t rank = strew_is_empty(output) ? 0 : output->rank;
    uint64_t done = 0; /* a bit for each dimension */
    int64_t distance = 0;
    STREW_GIVEN(step_bytes > 0 && per_step > 0); /* the dtype was checked */
    for (int32_t i = 0; i < rank; i++)
        STREW_FIRST_TO_LAST(i, rank, done, distance)
        STREW_INVARIANT(0 <= distance && (uint64_t)distance < STREW_MAX_BYTES)
    {
        const int32_t next = find_shortest(steps, rank, done);
        STREW_GIVEN(next >= 0); /* fewer are done than there are */
        const int64_t size = shape[next], step = steps[next];
        STREW_GIVEN(size > 0);
        const uint64_t magnitude = strew_magnitude_of(step);
        done |= UINT64_C(1) << next;
        if (size == 1) continue;
        if (magnitude <= (uint64_t)distance) {
            const int64_t low = distance / step_bytes + 1, n_steps = step / step_bytes;
            STREW_GIVEN(n_steps <= INT64_MAX / per_step && -n_steps <= INT64_MAX / per_step && low <= INT64_MAX / per_step);
            return STREW_REJECT(fault, STREW_STATUS_STRIDES_OVERLAP, .subject = subject, .dimension = next,
                                .value = n_steps * per_step, .low = low * per_step); /* elements: callers' strides count these */
        }
        const int64_t of_all = strew_times_size((int64_t)magnitude, size - 1);
        STREW_GIVEN(of_all >= 0 && (uint64_t)of_all < STREW_MAX_BYTES - (uint64_t)distance); /* as validation has checked */
        distance += of_all;
    }
    return STREW_OK;
}
