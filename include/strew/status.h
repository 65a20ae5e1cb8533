/**
 * @file status.h
 * The statuses: what may be wrong with a call.
 */
#ifndef STREW_STATUS_H
#define STREW_STATUS_H

/** @addtogroup status
 * @{ */
/** The outcome of a call. The comment of a status says when it is returned, and which members of strew_fault it fills besides `status`.
 * Later versions may append statuses: treat a number that you do not know as an error. */
typedef enum strew_status {
    STREW_OK = 0, /**< Success. */
    /* The call itself */
    STREW_STATUS_NULL_POINTER,             /**< A pointer is NULL, or a tensor missing. subject; value: the bytes needed. */
    STREW_STATUS_STRUCT_SIZE_OUT_OF_RANGE, /**< A struct_size is 0, or outside [low, high]. subject; value: it; low, high. */
    STREW_STATUS_UNKNOWN_MEMBER,    /**< A newer struct has a member that is not 0. subject; value: its offset; high: the known bytes. */
    STREW_STATUS_UNKNOWN_OPERATOR,  /**< value: the number. */
    STREW_STATUS_UNKNOWN_REDUCTION, /**< value: the number. */
    STREW_STATUS_UNKNOWN_DTYPE,     /**< subject: the tensor; value: the number. */
    STREW_STATUS_UNKNOWN_OPTION,    /**< A member has a number that is not in its enum, or a boolean is not 0 or 1. subject; value. */
    /** A member or buffer is set that the operator or the reduction has no use for. subject: the member; value: the operator, or 0 if it
     * is the function that has none; high: the reduction, or -1 if the reduction does not decide. */
    STREW_STATUS_UNUSED_ARGUMENT,
    STREW_STATUS_CONFLICT, /**< Two members exclude each other. subject: both. */
    /* Types */
    STREW_STATUS_UNSUPPORTED_INDEX_DTYPE, /**< Indices must be integers of 8 to 64 bits. subject: the tensor; value: its dtype. */
    STREW_STATUS_UNSUPPORTED_MASK_DTYPE,  /**< mask must be bool. value: its dtype. */
    STREW_STATUS_DTYPE_MISMATCH, /**< subject: the tensor; value: its dtype; high: the other; low: the reduction that decides, or 0. */
    STREW_STATUS_UNSUPPORTED_REDUCTION, /**< The dtype has none, or only moves. value: the reduction; high: the dtype. */
    /* Shapes */
    STREW_STATUS_RANK_OUT_OF_RANGE,  /**< A tensor has too few or too many dimensions. subject; value: its rank; low, high. */
    STREW_STATUS_NEGATIVE_DIMENSION, /**< subject: the tensor; dimension; value: its size. */
    STREW_STATUS_TOO_LARGE,          /**< More bytes than can be addressed, dimensions of size 0 not counted. subject; high: the limit. */
    STREW_STATUS_AXIS_OUT_OF_RANGE,  /**< value: axis; low, high: its bounds. */
    STREW_STATUS_BATCH_DIMS_OUT_OF_RANGE, /**< value: batch_dims; low, high: its bounds, which are 0 where a profile has none. */
    STREW_STATUS_BATCH_SHAPE_MISMATCH,    /**< Batch sizes differ from data's. subject: "write_indices", or NULL; dimension; value; high. */
    /** Tuples have more components than data has dimensions. value: k; high: the rank of data, without batch dimensions. subject: "indices"
     * if they have rank 1: perhaps n tuples of one index were meant, whose shape is [n, 1]. */
    STREW_STATUS_TUPLE_TOO_LONG,
    STREW_STATUS_INDICES_RANK_MISMATCH,  /**< Indices and data must have the same rank. value: of indices; high: of data. */
    STREW_STATUS_INDICES_SHAPE_MISMATCH, /**< A dimension of indices is too large. dimension; value: its size; high: in data. */
    STREW_STATUS_COMPONENTS_MISMATCH,    /**< Rank or size differ from the first component's. component; dimension, or -1; value; high. */
    /** value: the rank of updates; high: what it must be. subject: as of STREW_STATUS_TUPLE_TOO_LONG. */
    STREW_STATUS_UPDATES_RANK_MISMATCH,
    STREW_STATUS_UPDATES_SHAPE_MISMATCH,   /**< dimension; value: its size in updates; high: what it must be. */
    STREW_STATUS_TOO_MANY_TOKENS,          /**< tensor_scatter. dimension: the axis; value: its size in updates; high: in data. */
    STREW_STATUS_OUTPUT_SHAPE_MISMATCH,    /**< dimension, or -1: the rank; value: what output has; high: what it must have. */
    STREW_STATUS_MASK_SHAPE_MISMATCH,      /**< dimension; value: its size in mask; high: in data. */
    STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION, /**< STREW_POLICY_CLAMP has no nearest index. dimension: of data; 0 of flat indices. */
    /* Strides */
    /** Two elements of output may share an address: see strew_call.output. dimension: the first one, in that order, whose stride is too
     * small; value: it; low: the smallest one that is large enough. subject: NULL, or "data" that a gather scales. */
    STREW_STATUS_STRIDES_OVERLAP,
    STREW_STATUS_STRIDES_MISMATCH, /**< output is data itself, with other strides. dimension; value: its stride in output; high: in data. */
    STREW_STATUS_STRIDES_UNSUPPORTED, /**< The operator takes this tensor only if it is dense. subject. */
    STREW_STATUS_STRIDES_TOO_MANY, /**< A plan has no room for the dimensions that remain. subject; value: their bytes; high: its bytes. */
    /* Builds, instruction sets and profiles */
    /** Trimmed. subject: the feature; or "indices", "updates" or "output", value: its dtype, high: data's; or NULL, reduction and dtype. */
    STREW_STATUS_NOT_BUILT,
    STREW_STATUS_ISA_UNAVAILABLE, /**< It cannot be used here. subject: "options.isa" or "STREW_ISA"; value: the ISA; -1: unknown name. */
    STREW_STATUS_PROFILE_LACKS_OPERATOR,    /**< profile; subject: the operator that was called. */
    STREW_STATUS_PROFILE_LACKS_DTYPE,       /**< profile; value: the dtype of data. */
    STREW_STATUS_PROFILE_LACKS_INDEX_DTYPE, /**< profile; value: the dtype of indices. */
    STREW_STATUS_PROFILE_LACKS_REDUCTION,   /**< profile; value: the reduction. */
    STREW_STATUS_PROFILE_LACKS_OPTION,      /**< profile; subject: the member; value: its number, or 0 if it is a pointer. */
    /* Buffers */
    STREW_STATUS_PLAN_MISMATCH,       /**< A plan of this operator cannot be used so. subject: the operator; NULL: it holds no call. */
    STREW_STATUS_OUTPUT_OVERLAP,      /**< subject: the buffer that output overlaps; value: the bytes where their address ranges meet. */
    STREW_STATUS_WORKSPACE_OVERLAP,   /**< subject: the buffer that the workspace overlaps; value: as of STREW_STATUS_OUTPUT_OVERLAP. */
    STREW_STATUS_WORKSPACE_TOO_SMALL, /**< The plan cannot run without more. value: the bytes given; low: the bytes needed. */
    STREW_STATUS_PREPARED_TOO_SMALL,  /**< value: the bytes given; low: the bytes needed. */
    STREW_STATUS_PREPARED_MISMATCH,   /**< The prepared indices belong to another plan, or to none. */
    /* Values */
    /** The first component in row-major order that is out of bounds. subject: "write_indices", or NULL; tuple; component; dimension: of
     * data, or -1 of a flat index; value; low, high: bounds; profile, if it allows no negative index. See also strew/softmax.h. */
    STREW_STATUS_INDEX_OUT_OF_BOUNDS,
    STREW_STATUS_TOO_FEW_UPDATES, /**< masked_scatter. value: the elements of updates; low: the true elements of mask. */
    STREW_STATUS_INDICES_CHANGED, /**< Indices or mask changed during the call, or trusted indices are wrong: output is undefined. */
    STREW_STATUS_CHUNK_EDGE_OUT_OF_RANGE,  /**< See strew/group.h. dimension; tuple: the number of the edge; value: it; low, high. */
    STREW_STATUS_UNSUPPORTED_ACCUMULATION, /**< Of the dtypes, too. value: options.accumulate; high: the dtype of data. */
    STREW_STATUS_UNSUPPORTED_SCALE,    /**< Of the dtypes. subject: NULL, or "zero_points"; value: of updates or output; high: of data. */
    STREW_STATUS_SCALE_SHAPE_MISMATCH, /**< subject: what is scaled, or "zero_points"; dimension, value: of the smaller one; high: of it. */
    STREW_STATUS_SPLIT_BLOCK, /**< Of data in blocks. subject: shape, strides or slice; dimension, or -1; value; high: a block's size. */
    /** What has one element for each tuple. subject: "update_indices" or "weights"; dimension, or -1: the rank; value; high. */
    STREW_STATUS_TUPLES_SHAPE_MISMATCH,
    STREW_STATUS_UNSUPPORTED_WEIGHTS,    /**< Of the dtypes. value: of weights; high: of updates. */
    STREW_STATUS_UNSUPPORTED_DTYPE,      /**< See strew/softmax.h, gradient.h and arg.h. subject: the tensor; value: its dtype. */
    STREW_STATUS_UNSUPPORTED_GRADIENT,   /**< See strew/gradient.h. subject: what it has none with, or NULL; value: the reduction. */
    STREW_STATUS_OFFSETS_SHAPE_MISMATCH, /**< Of a segment. value: how many offsets there are; high: how many there must be. */
    STREW_STATUS_NOT_SORTED, /**< A tuple names a slice before that of the tuple before. tuple; value: its slice; high: the other. */
    STREW_STATUS_NOT_UNIQUE, /**< Two tuples name the same slice. tuple; value: the tuple before. */
    STREW_STATUS_NO_IDENTITY,   /**< Nothing changes nothing. value: the reduction; high: the dtype. */
    STREW_STATUS_ARG_OVERLAP,   /**< As STREW_STATUS_OUTPUT_OVERLAP, of strew_call.arg. */
    STREW_STATUS_ARG_TOO_NARROW /**< int32 does not hold a number. subject: "tuple" or "options.arg_fill"; value: it. */
} strew_status;
/** @} */

#endif /* STREW_STATUS_H */
