/* What is to be planned, as the rooms of planning hand it down; and what can be rejected from its types alone. */
#ifndef STREW_TYPING_H
#define STREW_TYPING_H

#include "dispatch.h"
#include "types.h"
#include <strew/convert.h>

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
    /* Filled by strew_validate and, as far as they are types, by what is below. */
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

/* A request whose ranks were checked; a gather's updates are its data. And one with offsets of a segment, or none. */
#define STREW_REQUIRES_REQUEST(request)                                                                                                    \
    STREW_REQUIRES_BYTES(request, sizeof *(request))                                                                                       \
    STREW_REQUIRES_BYTES((request)->record, sizeof *(request)->record)                                                                     \
    STREW_REQUIRES_BYTES((request)->options, sizeof *(request)->options)                                                                   \
    STREW_REQUIRES_BYTES((request)->profile, sizeof *(request)->profile)                                                                   \
    STREW_REQUIRES_TENSOR((request)->data)                                                                                                 \
    STREW_REQUIRES_TENSOR((request)->indices)                                                                                              \
    STREW_REQUIRES(__CPROVER_pointer_equals((request)->updates, (request)->data) || STREW_IS_TENSOR((request)->updates))
#define STREW_REQUIRES_NONE_OR(tensor) STREW_REQUIRES(tensor == NULL || STREW_IS_TENSOR(tensor))

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

#define STREW_HAS_TUPLES_RANK(request)                                                                                                     \
    (0 <= (request)->record->has_tuples && (request)->record->has_tuples <= (request)->indices->rank)

/* The subject of a fault that single indices explain, which were written as one tuple of rank 1; NULL for other indices. */
static inline const char *strew_single_tuple(const strew_request *request)
{
    return request->indices->rank == 1 && request->components == NULL ? "indices" : NULL;
}

/* Checks the types of all tensors together, and fills what the request tells about types. */
strew_status strew_check_types(strew_request *request, strew_fault *fault);

/* Checks that the version of a specification which the options name has this operator, these types, this reduction and these options. */
strew_status strew_check_profile(const strew_request *request, strew_fault *fault);

/* Finds the wider type in which the options ask to accumulate, and with it the type of products. They ask for one. */
strew_status strew_find_accumulation(strew_request *request, strew_fault *fault);

#endif /* STREW_TYPING_H */
