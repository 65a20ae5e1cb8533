/* What can be rejected from types, shapes and options alone. */
#ifndef STREW_VALIDATE_H
#define STREW_VALIDATE_H

#include "dispatch.h"
#include "types.h"
#include <strew/convert.h>

/* The largest object: differences of its addresses must fit ptrdiff_t, and offsets int64_t. */
#define STREW_MAX_BYTES (PTRDIFF_MAX < INT64_MAX ? (uint64_t)PTRDIFF_MAX : (uint64_t)INT64_MAX)

/* One operator. */
typedef struct strew_operator_record {
    const char *name;
    const char *missing; /* the feature that this build lacks for it; otherwise NULL */
    uint64_t members;    /* of a call, its options and its buffers that it has a use for: bits of call.c */
    int8_t is_gather, is_elements;
    int8_t is_flat;    /* an index is the number of an element of data */
    int8_t has_tuples; /* the last dimension of indices is the components of a tuple */
    int8_t min_rank, min_indices_rank;
    int8_t is_segment;
} strew_operator_record;

/* What is to be planned. */
typedef struct strew_request {
    const strew_operator_record *record;
    strew_operator op;
    strew_reduction reduction;
    const strew_options *options;     /* of the caller, or the defaults */
    strew_policy policy;              /* of the options, or what the profile makes of it */
    const strew_converter *converter; /* of the options, or NULL */
    const char *indices_name;
    const strew_tensor *data, *indices, *updates; /* a gather has no updates: here they are data */
    const strew_tensor *output;                   /* NULL if it is dense */
    const int64_t *output_strides;                /* NULL if it is dense */
    const strew_tensor *components;               /* in place of indices, which then is the shape of the tuples; otherwise NULL */
    const strew_tensor *scale;                    /* of `updates`: of those, or of the data of a gather; NULL if there is none */
    const strew_tensor *zero_points;              /* of the data of a gather with a scale, or NULL */
    const strew_tensor *update_indices, *weights; /* NULL if there are none */
    const strew_tensor *offsets;                  /* of a segment, or NULL: then `indices` is the shape of the tuples */
    strew_tensor shape_of_output;                 /* of a segment: stands for data that is not read */
    const strew_tensor *arg;                      /* NULL unless it is asked which tuples win */
    int32_t batch_dims;
    int has_no_indices; /* `indices` stands for those that the caller has not given */
    strew_tensor tuples;
    int64_t *tuples_shape; /* room for the shape of component tensors and their number */
    /* Filled by strew_validate. */
    const strew_dtype_record *dtype, *index_dtype;
    const strew_numbers *numbers; /* NULL unless updates that are NaN are passed over */
    const strew_profile_record *profile;
    const strew_wide *wide; /* what data is accumulated in, as the options say; NULL if that is its own type, or as good */
    strew_isa_set allowed;
    int64_t block;             /* elements of data that one stands for: see blocks.h; 1 if that is it */
    size_t element_bytes;      /* of data */
    strew_dtype ordered_dtype; /* of updates, or of their products with weights, or of a gather's output */
    strew_dtype product_dtype; /* of updates and weights */
    strew_mixing mixing;       /* if ordered_dtype is another type than data's */
    size_t ordered_bytes;      /* of its elements */
    size_t read_bytes;         /* of those of updates, before they are multiplied */
    size_t data_bytes, indices_bytes, updates_bytes, output_bytes;
} strew_request;

/* Checks everything but how the shapes fit together, and fills the request. */
strew_status strew_validate(strew_request *request, strew_fault *fault);

/* The offsets of a segment must be one for each segment, and one for the end; and indices a vector. */
strew_status strew_check_segments(strew_request *request, strew_fault *fault);

/* Whether strides are those of a dense tensor, or NULL. */
int strew_is_dense(const strew_tensor *tensor, const int64_t *strides);

/* The name of the first tensor whose strides are not those of a dense one; NULL if all tensors are dense. The strides of a gather's output
 * count always. Nearly all calls have no strides. */
const char *strew_find_strided(const strew_request *request);
static inline const char *strew_find_view(const strew_request *request)
{
    const int has_strides = request->data->strides != NULL || request->indices->strides != NULL || request->updates->strides != NULL ||
                            request->output_strides != NULL || request->components != NULL ||
                            (request->offsets != NULL && request->offsets->strides != NULL);
    return has_strides ? strew_find_strided(request) : NULL;
}

/* Whether a gather reads integers that have zero points besides a scale, or may have them as two are in a byte. */
static inline int strew_is_affine_request(const strew_request *request)
{
    return request->scale != NULL && (request->zero_points != NULL || strew_is_packed(request->data->dtype));
}

/* Whether updates are multiplied. */
static inline int strew_has_alpha(const strew_request *request)
{
    return request->options->alpha != NULL;
}

/* The dimensions of the tuples. */
static inline int32_t strew_tuples_rank_of(const strew_request *request)
{
    return request->indices->rank - request->record->has_tuples;
}

/* Counts a negative axis from the end. */
strew_status strew_find_axis(const strew_request *request, int64_t axis, int32_t *found, strew_fault *fault);

/* Checks the strides of components that are tensors of their own, which are n_apart. */
strew_status strew_check_component_strides(const strew_request *request, int32_t n_apart, strew_fault *fault);

/* The subject of a fault that single indices explain, which were written as one tuple of rank 1; NULL for other indices. */
static inline const char *strew_single_tuple(const strew_request *request)
{
    return request->indices->rank == 1 && request->components == NULL ? "indices" : NULL;
}

/* The ordered side, which is updates or the output of a gather, has the shape data.shape[0 .. before - 1], then indices.shape[begin .. end
 * - 1], then data.shape[after .. r - 1]. */
typedef struct strew_ordered_dims {
    int32_t before, begin, end, after;
} strew_ordered_dims;

/* updates.shape must be that of the ordered side, or of a table; and update_indices and weights have an element for each tuple. */
strew_status strew_check_updates_shape(const strew_request *request, const strew_ordered_dims *dims, strew_fault *fault);

/* indices.shape[d] must be at most data.shape[d] for d != axis. */
strew_status strew_check_indices_shape(const strew_request *request, int32_t axis, strew_fault *fault);

/* Counts negative batch dimensions from the end of indices. They must be at most `max`, and have the same sizes in data. */
strew_status strew_find_batch_dims(const strew_request *request, int64_t batch_dims, int64_t min, int64_t max, int32_t *found,
                                   strew_fault *fault);

/* Computes the bytes of a gather's output, and checks its shape if the caller says it. */
strew_status strew_count_gathered_bytes(const strew_request *request, const strew_ordered_dims *dims, size_t *bytes, strew_fault *fault);

/* Counts a negative axis of tensor_scatter from the end. It is not 0, the batch dimension. */
strew_status strew_find_token_axis(const strew_request *request, int64_t axis, int32_t *found, strew_fault *fault);

/* updates.shape must be data.shape, but on the axis it may be smaller. */
strew_status strew_check_tokens_shape(const strew_request *request, int32_t axis, strew_fault *fault);

/* indices.shape must be data.shape[0 .. 0]. */
strew_status strew_check_write_indices_shape(const strew_request *request, strew_fault *fault);

/* output, which the caller describes, must have this shape, and the dtype of data unless a gather converts. */
strew_status strew_check_output(const strew_request *request, int32_t rank, const int64_t *shape, strew_fault *fault);

/* mask must be bool and have the shape of data, and updates must be dense. Then mask takes the place of the indices, of which a
 * masked_scatter has none. */
strew_status strew_take_mask(strew_request *request, const strew_tensor *mask, strew_fault *fault);

#endif /* STREW_VALIDATE_H */
