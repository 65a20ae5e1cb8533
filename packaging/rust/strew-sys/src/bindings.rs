// Rendered from templates/bindings.rs.j2 by `python -m gen`. Do not edit: change the template or gen/.
use std::mem::{size_of, zeroed};
use std::os::raw::{c_char, c_int, c_void};

/// As in the header.
pub const STREW_VERSION_MAJOR: c_int = 0;
/// As in the header.
pub const STREW_VERSION_MINOR: c_int = 2;
/// As in the header.
pub const STREW_VERSION_PATCH: c_int = 0;
/// As in the header.
pub const STREW_ABI_VERSION: c_int = 2;
/// As in the header.
pub const STREW_MESSAGE_BYTES: usize = 256;
/// As in the header.
pub const STREW_MAX_RANK: c_int = 64;
/// As in the header.
pub const STREW_PLAN_BYTES: usize = 2304;

/// Types of elements, with their ONNX names. 0 is not a type, so a tensor whose dtype was not set is rejected.
pub type strew_dtype = c_int;
/// float32
pub const STREW_DTYPE_FLOAT32: strew_dtype = 1;
/// float64
pub const STREW_DTYPE_FLOAT64: strew_dtype = 2;
/// float16
pub const STREW_DTYPE_FLOAT16: strew_dtype = 3;
/// bfloat16
pub const STREW_DTYPE_BFLOAT16: strew_dtype = 4;
/// int8
pub const STREW_DTYPE_INT8: strew_dtype = 5;
/// int16
pub const STREW_DTYPE_INT16: strew_dtype = 6;
/// int32
pub const STREW_DTYPE_INT32: strew_dtype = 7;
/// int64
pub const STREW_DTYPE_INT64: strew_dtype = 8;
/// uint8
pub const STREW_DTYPE_UINT8: strew_dtype = 9;
/// uint16
pub const STREW_DTYPE_UINT16: strew_dtype = 10;
/// uint32
pub const STREW_DTYPE_UINT32: strew_dtype = 11;
/// uint64
pub const STREW_DTYPE_UINT64: strew_dtype = 12;
/// bool
pub const STREW_DTYPE_BOOL: strew_dtype = 13;
/// complex64
pub const STREW_DTYPE_COMPLEX64: strew_dtype = 14;
/// complex128
pub const STREW_DTYPE_COMPLEX128: strew_dtype = 15;
/// string
pub const STREW_DTYPE_STRING: strew_dtype = 16;
/// float8e4m3fn
pub const STREW_DTYPE_FLOAT8E4M3FN: strew_dtype = 17;
/// float8e5m2
pub const STREW_DTYPE_FLOAT8E5M2: strew_dtype = 18;
/// in blocks of 32 elements: docs/dtypes-and-profiles.md
pub const STREW_DTYPE_Q8_0: strew_dtype = 64;
/// in blocks of 32 elements: docs/dtypes-and-profiles.md
pub const STREW_DTYPE_Q4_0: strew_dtype = 65;
/// in blocks of 32 elements: docs/dtypes-and-profiles.md
pub const STREW_DTYPE_MXFP8_E4M3: strew_dtype = 66;
/// in blocks of 32 elements: docs/dtypes-and-profiles.md
pub const STREW_DTYPE_MXFP8_E5M2: strew_dtype = 67;
/// in blocks of 32 elements: docs/dtypes-and-profiles.md
pub const STREW_DTYPE_MXFP4: strew_dtype = 68;
/// in blocks of 16 elements: docs/dtypes-and-profiles.md
pub const STREW_DTYPE_INT8_BLOCK16: strew_dtype = 69;
/// in blocks of 32 elements: docs/dtypes-and-profiles.md
pub const STREW_DTYPE_INT8_BLOCK32: strew_dtype = 70;
/// in blocks of 64 elements: docs/dtypes-and-profiles.md
pub const STREW_DTYPE_INT8_BLOCK64: strew_dtype = 71;
/// in blocks of 128 elements: docs/dtypes-and-profiles.md
pub const STREW_DTYPE_INT8_BLOCK128: strew_dtype = 72;
/// in blocks of 16 elements: docs/dtypes-and-profiles.md
pub const STREW_DTYPE_FLOAT8E4M3FN_BLOCK16: strew_dtype = 73;
/// in blocks of 32 elements: docs/dtypes-and-profiles.md
pub const STREW_DTYPE_FLOAT8E4M3FN_BLOCK32: strew_dtype = 74;
/// in blocks of 64 elements: docs/dtypes-and-profiles.md
pub const STREW_DTYPE_FLOAT8E4M3FN_BLOCK64: strew_dtype = 75;
/// in blocks of 128 elements: docs/dtypes-and-profiles.md
pub const STREW_DTYPE_FLOAT8E4M3FN_BLOCK128: strew_dtype = 76;
/// two in a byte, of gathers with a scale, and moves: docs/dtypes-and-profiles.md
pub const STREW_DTYPE_UINT4: strew_dtype = 128;
/// two in a byte, of gathers with a scale, and moves: docs/dtypes-and-profiles.md
pub const STREW_DTYPE_INT4: strew_dtype = 129;
/// Not a dtype: the numbers of STREW_DTYPE_OPAQUE(n) begin here.
pub const STREW_DTYPE_OPAQUE_0: strew_dtype = 256;
/// The largest opaque type.
pub const STREW_DTYPE_OPAQUE_LAST: strew_dtype = STREW_DTYPE_OPAQUE_0 + 512;

/// How an update is combined with the old element of output.
pub type strew_reduction = c_int;
/// the last tuple wins
pub const STREW_REDUCTION_NONE: strew_reduction = 0;
/// sum; OR on bool
pub const STREW_REDUCTION_ADD: strew_reduction = 1;
/// difference; XOR on bool
pub const STREW_REDUCTION_SUB: strew_reduction = 2;
/// product; AND on bool
pub const STREW_REDUCTION_MUL: strew_reduction = 3;
/// the lesser, a NaN wins; AND on bool
pub const STREW_REDUCTION_MIN: strew_reduction = 4;
/// the greater, a NaN wins; OR on bool
pub const STREW_REDUCTION_MAX: strew_reduction = 5;
/// the mean of the old element and its updates, divided once; not on bool
pub const STREW_REDUCTION_MEAN: strew_reduction = 6;

/// Instruction sets. The numbers are not in order of speed.
pub type strew_isa = c_int;
/// the best that the CPU has
pub const STREW_ISA_BEST: strew_isa = 0;
/// plain C
pub const STREW_ISA_SCALAR: strew_isa = 1;
/// SSE4.1 (x86-64-v2)
pub const STREW_ISA_SSE41: strew_isa = 5;
/// SIMD128 (WebAssembly)
pub const STREW_ISA_SIMD128: strew_isa = 6;
/// NEON (AArch64)
pub const STREW_ISA_NEON: strew_isa = 3;
/// SVE (AArch64, registers of 32 bytes or more)
pub const STREW_ISA_SVE: strew_isa = 8;
/// RVV 1.0 (RISC-V)
pub const STREW_ISA_RVV: strew_isa = 7;
/// AVX2 and F16C (x86-64-v3)
pub const STREW_ISA_AVX2: strew_isa = 2;
/// AVX-512 (x86-64-v4)
pub const STREW_ISA_AVX512: strew_isa = 4;

/// Versions of operators in their specifications.
pub type strew_profile = c_int;
/// strew's own rules
pub const STREW_PROFILE_NONE: strew_profile = 0;
/// ONNX Scatter-9
pub const STREW_PROFILE_ONNX_SCATTER_9: strew_profile = 1;
/// ONNX Scatter-11
pub const STREW_PROFILE_ONNX_SCATTER_11: strew_profile = 2;
/// ONNX ScatterElements-11
pub const STREW_PROFILE_ONNX_SCATTERELEMENTS_11: strew_profile = 3;
/// ONNX ScatterElements-13
pub const STREW_PROFILE_ONNX_SCATTERELEMENTS_13: strew_profile = 4;
/// ONNX ScatterElements-16
pub const STREW_PROFILE_ONNX_SCATTERELEMENTS_16: strew_profile = 5;
/// ONNX ScatterElements-18
pub const STREW_PROFILE_ONNX_SCATTERELEMENTS_18: strew_profile = 6;
/// ONNX ScatterND-11
pub const STREW_PROFILE_ONNX_SCATTERND_11: strew_profile = 7;
/// ONNX ScatterND-13
pub const STREW_PROFILE_ONNX_SCATTERND_13: strew_profile = 8;
/// ONNX ScatterND-16
pub const STREW_PROFILE_ONNX_SCATTERND_16: strew_profile = 9;
/// ONNX ScatterND-18
pub const STREW_PROFILE_ONNX_SCATTERND_18: strew_profile = 10;
/// OpenVINO ScatterNDUpdate-3
pub const STREW_PROFILE_OPENVINO_SCATTERNDUPDATE_3: strew_profile = 11;
/// OpenVINO ScatterNDUpdate-15
pub const STREW_PROFILE_OPENVINO_SCATTERNDUPDATE_15: strew_profile = 12;
/// OpenVINO ScatterElementsUpdate-3
pub const STREW_PROFILE_OPENVINO_SCATTERELEMENTSUPDATE_3: strew_profile = 13;
/// OpenVINO ScatterElementsUpdate-12
pub const STREW_PROFILE_OPENVINO_SCATTERELEMENTSUPDATE_12: strew_profile = 14;
/// OpenVINO ScatterUpdate-3
pub const STREW_PROFILE_OPENVINO_SCATTERUPDATE_3: strew_profile = 15;
/// ONNX Gather-1
pub const STREW_PROFILE_ONNX_GATHER_1: strew_profile = 16;
/// ONNX Gather-11
pub const STREW_PROFILE_ONNX_GATHER_11: strew_profile = 17;
/// ONNX Gather-13
pub const STREW_PROFILE_ONNX_GATHER_13: strew_profile = 18;
/// ONNX GatherElements-11
pub const STREW_PROFILE_ONNX_GATHERELEMENTS_11: strew_profile = 19;
/// ONNX GatherElements-13
pub const STREW_PROFILE_ONNX_GATHERELEMENTS_13: strew_profile = 20;
/// ONNX GatherND-11
pub const STREW_PROFILE_ONNX_GATHERND_11: strew_profile = 21;
/// ONNX GatherND-12
pub const STREW_PROFILE_ONNX_GATHERND_12: strew_profile = 22;
/// ONNX GatherND-13
pub const STREW_PROFILE_ONNX_GATHERND_13: strew_profile = 23;
/// OpenVINO Gather-8
pub const STREW_PROFILE_OPENVINO_GATHER_8: strew_profile = 24;
/// ONNX TensorScatter-24
pub const STREW_PROFILE_ONNX_TENSORSCATTER_24: strew_profile = 25;
/// PyTorch scatter_reduce-2
pub const STREW_PROFILE_PYTORCH_SCATTER_REDUCE_2: strew_profile = 26;
/// PyTorch index_reduce-2
pub const STREW_PROFILE_PYTORCH_INDEX_REDUCE_2: strew_profile = 27;
/// PyTorch index_select-2
pub const STREW_PROFILE_PYTORCH_INDEX_SELECT_2: strew_profile = 28;

/// The outcome of a call. The comment of a status says when it is returned, and which members of strew_fault it fills besides `status`.
/// Later versions may append statuses: treat a number that you do not know as an error.
pub type strew_status = c_int;
/// Success.
pub const STREW_OK: strew_status = 0;
/// A pointer is NULL, or a tensor missing. subject; value: the bytes needed.
pub const STREW_STATUS_NULL_POINTER: strew_status = 1;
/// A struct_size is 0, or outside [low, high]. subject; value: it; low, high.
pub const STREW_STATUS_STRUCT_SIZE_OUT_OF_RANGE: strew_status = 2;
/// A newer struct has a member that is not 0. subject; value: its offset; high: the known bytes.
pub const STREW_STATUS_UNKNOWN_MEMBER: strew_status = 3;
/// value: the number.
pub const STREW_STATUS_UNKNOWN_OPERATOR: strew_status = 4;
/// value: the number.
pub const STREW_STATUS_UNKNOWN_REDUCTION: strew_status = 5;
/// subject: the tensor; value: the number.
pub const STREW_STATUS_UNKNOWN_DTYPE: strew_status = 6;
/// A member has a number that is not in its enum, or a boolean is not 0 or 1. subject; value.
pub const STREW_STATUS_UNKNOWN_OPTION: strew_status = 7;
/// A member or buffer is set that the operator or the reduction has no use for. subject: the member; value: the operator, or 0 if it
/// is the function that has none; high: the reduction, or -1 if the reduction does not decide.
pub const STREW_STATUS_UNUSED_ARGUMENT: strew_status = 8;
/// Two members exclude each other. subject: both.
pub const STREW_STATUS_CONFLICT: strew_status = 9;
/// Indices must be integers of 8 to 64 bits. subject: the tensor; value: its dtype.
pub const STREW_STATUS_UNSUPPORTED_INDEX_DTYPE: strew_status = 10;
/// mask must be bool. value: its dtype.
pub const STREW_STATUS_UNSUPPORTED_MASK_DTYPE: strew_status = 11;
/// subject: the tensor; value: its dtype; high: the other; low: the reduction that decides, or 0.
pub const STREW_STATUS_DTYPE_MISMATCH: strew_status = 12;
/// The dtype has none, or only moves. value: the reduction; high: the dtype.
pub const STREW_STATUS_UNSUPPORTED_REDUCTION: strew_status = 13;
/// A tensor has too few or too many dimensions. subject; value: its rank; low, high.
pub const STREW_STATUS_RANK_OUT_OF_RANGE: strew_status = 14;
/// subject: the tensor; dimension; value: its size.
pub const STREW_STATUS_NEGATIVE_DIMENSION: strew_status = 15;
/// More bytes than can be addressed, dimensions of size 0 not counted. subject; high: the limit.
pub const STREW_STATUS_TOO_LARGE: strew_status = 16;
/// value: axis; low, high: its bounds.
pub const STREW_STATUS_AXIS_OUT_OF_RANGE: strew_status = 17;
/// value: batch_dims; low, high: its bounds, which are 0 where a profile has none.
pub const STREW_STATUS_BATCH_DIMS_OUT_OF_RANGE: strew_status = 18;
/// Batch sizes differ from data's. subject: "write_indices", or NULL; dimension; value; high.
pub const STREW_STATUS_BATCH_SHAPE_MISMATCH: strew_status = 19;
/// Tuples have more components than data has dimensions. value: k; high: the rank of data, without batch dimensions. subject: "indices"
/// if they have rank 1: perhaps n tuples of one index were meant, whose shape is [n, 1].
pub const STREW_STATUS_TUPLE_TOO_LONG: strew_status = 20;
/// Indices and data must have the same rank. value: of indices; high: of data.
pub const STREW_STATUS_INDICES_RANK_MISMATCH: strew_status = 21;
/// A dimension of indices is too large. dimension; value: its size; high: in data.
pub const STREW_STATUS_INDICES_SHAPE_MISMATCH: strew_status = 22;
/// Rank or size differ from the first component's. component; dimension, or -1; value; high.
pub const STREW_STATUS_COMPONENTS_MISMATCH: strew_status = 23;
/// value: the rank of updates; high: what it must be. subject: as of STREW_STATUS_TUPLE_TOO_LONG.
pub const STREW_STATUS_UPDATES_RANK_MISMATCH: strew_status = 24;
/// dimension; value: its size in updates; high: what it must be.
pub const STREW_STATUS_UPDATES_SHAPE_MISMATCH: strew_status = 25;
/// tensor_scatter. dimension: the axis; value: its size in updates; high: in data.
pub const STREW_STATUS_TOO_MANY_TOKENS: strew_status = 26;
/// dimension, or -1: the rank; value: what output has; high: what it must have.
pub const STREW_STATUS_OUTPUT_SHAPE_MISMATCH: strew_status = 27;
/// dimension; value: its size in mask; high: in data.
pub const STREW_STATUS_MASK_SHAPE_MISMATCH: strew_status = 28;
/// STREW_POLICY_CLAMP has no nearest index. dimension: of data; 0 of flat indices.
pub const STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION: strew_status = 29;
/// Two elements of output may share an address: see strew_call.output. dimension: the first one, in that order, whose stride is too
/// small; value: it; low: the smallest one that is large enough. subject: NULL, or "data" that a gather scales.
pub const STREW_STATUS_STRIDES_OVERLAP: strew_status = 30;
/// output is data itself, with other strides. dimension; value: its stride in output; high: in data.
pub const STREW_STATUS_STRIDES_MISMATCH: strew_status = 31;
/// The operator takes this tensor only if it is dense. subject.
pub const STREW_STATUS_STRIDES_UNSUPPORTED: strew_status = 32;
/// A plan has no room for the dimensions that remain. subject; value: their bytes; high: its bytes.
pub const STREW_STATUS_STRIDES_TOO_MANY: strew_status = 33;
/// Trimmed. subject: the feature; or "indices", "updates" or "output", value: its dtype, high: data's; or NULL, reduction and dtype.
pub const STREW_STATUS_NOT_BUILT: strew_status = 34;
/// It cannot be used here. subject: "options.isa" or "STREW_ISA"; value: the ISA; -1: unknown name.
pub const STREW_STATUS_ISA_UNAVAILABLE: strew_status = 35;
/// profile; subject: the operator that was called.
pub const STREW_STATUS_PROFILE_LACKS_OPERATOR: strew_status = 36;
/// profile; value: the dtype of data.
pub const STREW_STATUS_PROFILE_LACKS_DTYPE: strew_status = 37;
/// profile; value: the dtype of indices.
pub const STREW_STATUS_PROFILE_LACKS_INDEX_DTYPE: strew_status = 38;
/// profile; value: the reduction.
pub const STREW_STATUS_PROFILE_LACKS_REDUCTION: strew_status = 39;
/// profile; subject: the member; value: its number, or 0 if it is a pointer.
pub const STREW_STATUS_PROFILE_LACKS_OPTION: strew_status = 40;
/// A plan of this operator cannot be used so. subject: the operator; NULL: it holds no call.
pub const STREW_STATUS_PLAN_MISMATCH: strew_status = 41;
/// subject: the buffer that output overlaps; value: the bytes where their address ranges meet.
pub const STREW_STATUS_OUTPUT_OVERLAP: strew_status = 42;
/// subject: the buffer that the workspace overlaps; value: as of STREW_STATUS_OUTPUT_OVERLAP.
pub const STREW_STATUS_WORKSPACE_OVERLAP: strew_status = 43;
/// The plan cannot run without more. value: the bytes given; low: the bytes needed.
pub const STREW_STATUS_WORKSPACE_TOO_SMALL: strew_status = 44;
/// value: the bytes given; low: the bytes needed.
pub const STREW_STATUS_PREPARED_TOO_SMALL: strew_status = 45;
/// The prepared indices belong to another plan, or to none.
pub const STREW_STATUS_PREPARED_MISMATCH: strew_status = 46;
/// The first component in row-major order that is out of bounds. subject: "write_indices", or NULL; tuple; component; dimension: of
/// data, or -1 of a flat index; value; low, high: bounds; profile, if it allows no negative index. See also strew/softmax.h.
pub const STREW_STATUS_INDEX_OUT_OF_BOUNDS: strew_status = 47;
/// masked_scatter. value: the elements of updates; low: the true elements of mask.
pub const STREW_STATUS_TOO_FEW_UPDATES: strew_status = 48;
/// Indices or mask changed during the call, or trusted indices are wrong: output is undefined.
pub const STREW_STATUS_INDICES_CHANGED: strew_status = 49;
/// See strew/group.h. dimension; tuple: the number of the edge; value: it; low, high.
pub const STREW_STATUS_CHUNK_EDGE_OUT_OF_RANGE: strew_status = 50;
/// Of the dtypes, too. value: options.accumulate; high: the dtype of data.
pub const STREW_STATUS_UNSUPPORTED_ACCUMULATION: strew_status = 51;
/// Of the dtypes. subject: NULL, or "zero_points"; value: of updates or output; high: of data.
pub const STREW_STATUS_UNSUPPORTED_SCALE: strew_status = 52;
/// subject: what is scaled, or "zero_points"; dimension, value: of the smaller one; high: of it.
pub const STREW_STATUS_SCALE_SHAPE_MISMATCH: strew_status = 53;
/// Of data in blocks. subject: shape, strides or slice; dimension, or -1; value; high: a block's size.
pub const STREW_STATUS_SPLIT_BLOCK: strew_status = 54;
/// What has one element for each tuple. subject: "update_indices" or "weights"; dimension, or -1: the rank; value; high.
pub const STREW_STATUS_TUPLES_SHAPE_MISMATCH: strew_status = 55;
/// Of the dtypes. value: of weights; high: of updates.
pub const STREW_STATUS_UNSUPPORTED_WEIGHTS: strew_status = 56;
/// See strew/softmax.h, gradient.h and arg.h. subject: the tensor; value: its dtype.
pub const STREW_STATUS_UNSUPPORTED_DTYPE: strew_status = 57;
/// See strew/gradient.h. subject: what it has none with, or NULL; value: the reduction.
pub const STREW_STATUS_UNSUPPORTED_GRADIENT: strew_status = 58;
/// Of a segment. value: how many offsets there are; high: how many there must be.
pub const STREW_STATUS_OFFSETS_SHAPE_MISMATCH: strew_status = 59;
/// A tuple names a slice before that of the tuple before. tuple; value: its slice; high: the other.
pub const STREW_STATUS_NOT_SORTED: strew_status = 60;
/// Two tuples name the same slice. tuple; value: the tuple before.
pub const STREW_STATUS_NOT_UNIQUE: strew_status = 61;
/// Nothing changes nothing. value: the reduction; high: the dtype.
pub const STREW_STATUS_NO_IDENTITY: strew_status = 62;
/// As STREW_STATUS_OUTPUT_OVERLAP, of strew_call.arg.
pub const STREW_STATUS_ARG_OVERLAP: strew_status = 63;
/// int32 does not hold a number. subject: "tuple" or "options.arg_fill"; value: it.
pub const STREW_STATUS_ARG_TOO_NARROW: strew_status = 64;

/// What output has where a segment has no update: none at all, or all are passed over.
pub type strew_initial = c_int;
/// Zeros. torch_scatter and TensorFlow have them, for sums.
pub const STREW_INITIAL_ZERO: strew_initial = 0;
/// What changes nothing: 0 of a sum, 1 of a product; of min and max an infinity, the largest number of a float that has none, the last
/// number of integers. torch.segment_reduce. A mean has none, nor do min and max of complex numbers (STREW_STATUS_NO_IDENTITY).
pub const STREW_INITIAL_IDENTITY: strew_initial = 1;
/// The old element. strew_buffers.data is given, and may be output; otherwise it must be NULL.
pub const STREW_INITIAL_DATA: strew_initial = 2;

/// Where the last segment ends.
pub type strew_offsets_end = c_int;
/// At the last offset.
pub const STREW_OFFSETS_END_GIVEN: strew_offsets_end = 0;
/// At the number of tuples, and this offset is left out. torch.nn.EmbeddingBag.
pub const STREW_OFFSETS_END_IMPLIED: strew_offsets_end = 1;

/// Which of equal updates counts, if one of them has won. For min and max.
pub type strew_arg_rule = c_int;
/// The first one.
pub const STREW_ARG_RULE_FIRST: strew_arg_rule = 0;
/// The last one.
pub const STREW_ARG_RULE_LAST: strew_arg_rule = 1;

/// What is counted.
pub type strew_arg_counts = c_int;
/// The tuples.
pub const STREW_ARG_COUNTS_TUPLES: strew_arg_counts = 0;
/// In scatter_elements: the positions along the axis of indices, as torch_scatter does.
pub const STREW_ARG_COUNTS_AXIS: strew_arg_counts = 1;

/// What to do with an index component that is out of bounds. Below, s is the size of the dimension of data that the component indexes.
pub type strew_policy = c_int;
/// Reject the whole call with STREW_STATUS_INDEX_OUT_OF_BOUNDS before anything is written.
pub const STREW_POLICY_ERROR: strew_policy = 0;
/// THE CALLER GUARANTEES THAT EVERY INDEX IS IN BOUNDS. INDICES ARE NOT CHECKED. A WRONG INDEX IS UNDEFINED BEHAVIOUR: IT WRITES TO
/// MEMORY OUTSIDE OUTPUT, OR A GATHER READS MEMORY OUTSIDE DATA.
pub const STREW_POLICY_TRUSTED: strew_policy = 1;
/// Skip the whole tuple and its slice of updates; a gather fills the slice of output: see fill. For padding of -1 see ignore_index.
pub const STREW_POLICY_SKIP: strew_policy = 2;
/// Use the nearest index in bounds: after wrapping, a component below 0 counts as 0, and one above s - 1 as s - 1. Planning rejects a
/// dimension of size 0 that a tuple would index (STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION).
pub const STREW_POLICY_CLAMP: strew_policy = 3;

/// What a negative index component means.
pub type strew_negative = c_int;
/// -s to -1 count from the end of their own dimension, once. The bounds are [-s, s - 1].
pub const STREW_NEGATIVE_WRAPS: strew_negative = 0;
/// A negative component is out of bounds. The bounds are [0, s - 1].
pub const STREW_NEGATIVE_OUT_OF_BOUNDS: strew_negative = 1;

/// What a reduction does with a NaN in floats and complex numbers. A complex number is NaN if one of its parts is.
pub type strew_nan = c_int;
/// A NaN wins over a number. Minima and maxima are minimum and maximum of IEEE 754-2019; sums, products and means are NaN.
pub const STREW_NAN_WINS: strew_nan = 0;
/// Minima and maxima are minimumNumber and maximumNumber of IEEE 754-2019: a NaN loses. Sums, products and means pass over a NaN in
/// updates and do not count it, but an old NaN stays one. An element all of whose updates are NaN stays as it is.
pub const STREW_NAN_LOSES: strew_nan = 1;

/// How a mean rounds the quotients of integers that are not integers.
pub type strew_mean_rounding = c_int;
/// Towards minus infinity, as PyTorch and OpenVINO do: the mean of -1 and -2 is -2.
pub const STREW_MEAN_ROUNDING_FLOORS: strew_mean_rounding = 0;
/// Towards zero, as C's division does: the mean of -1 and -2 is -1.
pub const STREW_MEAN_ROUNDING_TRUNCATES: strew_mean_rounding = 1;

/// What becomes of a result that is too large for its type.
pub type strew_overflow = c_int;
/// Integers wrap around, a float becomes infinity, or NaN in a type that has none.
pub const STREW_OVERFLOW_WRAPS: strew_overflow = 0;
/// It becomes the nearest finite number. A NaN stays NaN.
pub const STREW_OVERFLOW_SATURATES: strew_overflow = 1;

/// How a scatter scales: a quotient and a product with the reciprocal differ in the last bit.
pub type strew_scale_rule = c_int;
/// By updates / scale.
pub const STREW_SCALE_RULE_DIVIDES: strew_scale_rule = 0;
/// By updates * scale.
pub const STREW_SCALE_RULE_MULTIPLIES: strew_scale_rule = 1;

/// What the caller knows of the slices that tuples name. A hint that is true makes a run faster, and changes no result.
pub type strew_hint = c_int;
/// Nothing is known.
pub const STREW_HINT_NONE: strew_hint = 0;
/// It is so. Where it is not, the values of output are undefined, but nothing outside of it is touched.
pub const STREW_HINT_TRUSTED: strew_hint = 1;
/// It is so, and a call where it is not is rejected before the first write, or when tuples are prepared.
pub const STREW_HINT_CHECKED: strew_hint = 2;

/// What happens at the end of the cache of a tensor_scatter.
pub type strew_cache_mode = c_int;
/// The index of each token must be in bounds. A negative one counts from the end, so that two tokens at -1 go to the end and to 0.
pub const STREW_CACHE_LINEAR: strew_cache_mode = 0;
/// Tokens go on at the start: indices count modulo the size of the axis.
pub const STREW_CACHE_CIRCULAR: strew_cache_mode = 1;

/// What a call does. 0 is no operator, so that a call without one is rejected.
pub type strew_operator = c_int;
/// See strew_scatter_nd. Batch dimensions as in strew_gather_nd.
pub const STREW_OPERATOR_SCATTER_ND: strew_operator = 1;
/// See strew_scatter_elements.
pub const STREW_OPERATOR_SCATTER_ELEMENTS: strew_operator = 2;
/// See strew_scatter_update. Batch dimensions as in strew_gather.
pub const STREW_OPERATOR_SCATTER_UPDATE: strew_operator = 3;
/// torch.put_, numpy.put. Each index is the number of an element of data in row-major order, whatever strides data and output have;
/// with n elements its bounds are [-n, n - 1]. updates has the shape of indices.
pub const STREW_OPERATOR_PUT: strew_operator = 4;
/// See strew_tensor_scatter.
pub const STREW_OPERATOR_TENSOR_SCATTER: strew_operator = 5;
/// torch.masked_scatter: the n-th element of updates, in row-major order, is copied to the n-th element of data where mask, a bool
/// tensor of the shape of data, is true. updates is dense, of any shape, with at least as many elements as mask has true ones.
pub const STREW_OPERATOR_MASKED_SCATTER: strew_operator = 6;
/// See strew_gather_nd.
pub const STREW_OPERATOR_GATHER_ND: strew_operator = 7;
/// See strew_gather_elements.
pub const STREW_OPERATOR_GATHER_ELEMENTS: strew_operator = 8;
/// See strew_gather.
pub const STREW_OPERATOR_GATHER: strew_operator = 9;
/// torch.take, numpy.take without an axis: indices as of STREW_OPERATOR_PUT; output has the shape of indices.
pub const STREW_OPERATOR_TAKE: strew_operator = 10;
/// Reductions of rows that are stored segment after segment: see strew/segment.h.
pub const STREW_OPERATOR_SEGMENT: strew_operator = 11;

/// Whether kernels of an instruction set can run here.
pub type strew_isa_state = c_int;
/// They can.
pub const STREW_ISA_STATE_USABLE: strew_isa_state = 0;
/// They are another architecture's, as portable code for tests, used only if options.isa names the ISA.
pub const STREW_ISA_STATE_EMULATED: strew_isa_state = 1;
/// They are another architecture's, or the build was trimmed of them.
pub const STREW_ISA_STATE_NOT_BUILT: strew_isa_state = 2;
/// The CPU or the operating system does not support the instruction set.
pub const STREW_ISA_STATE_UNSUPPORTED: strew_isa_state = 3;
/// The environment variable STREW_ISA names an ISA of lower rank, or one that cannot be used here.
pub const STREW_ISA_STATE_CAPPED: strew_isa_state = 4;
/// The number is not an instruction set.
pub const STREW_ISA_STATE_UNKNOWN: strew_isa_state = 5;

/// Which function of the rows of a segment. 0 is none, so that a call without one is rejected.
pub type strew_softmax_function = c_int;
/// exp(x) divided by the sum of exp(x) over the segment: a number for each row.
pub const STREW_SOFTMAX_FUNCTION_SOFTMAX: strew_softmax_function = 1;
/// Its logarithm: a number for each row.
pub const STREW_SOFTMAX_FUNCTION_LOG_SOFTMAX: strew_softmax_function = 2;
/// The logarithm of the sum of exp(x): a number for each segment.
pub const STREW_SOFTMAX_FUNCTION_LOGSUMEXP: strew_softmax_function = 3;

/// Which operand of a scatter a gradient is of. 0 is none, so that a call without one is rejected.
pub type strew_gradient_of = c_int;
/// Of updates; of the table, if the call has update indices.
pub const STREW_GRADIENT_OF_UPDATES: strew_gradient_of = 1;
/// Of weights.
pub const STREW_GRADIENT_OF_WEIGHTS: strew_gradient_of = 2;
/// Of data.
pub const STREW_GRADIENT_OF_DATA: strew_gradient_of = 3;

/// One of many tasks, which the library passes to a strew_parallel_for.
pub type strew_task = unsafe extern "C" fn(
    argument: *mut c_void,
    i: usize,
);

/// The caller's thread pool: runs task(argument, i) for every i from 0 to n - 1, in any order and on any threads, and returns when all
/// calls have returned. It must not throw, because no exception can pass through the library. `strew/openmp.h`, `strew/pthreadpool.h`, and
/// for C++ `strew/onetbb.h` and `strew/std_thread.h` define one each, and make strew_resources with it.
pub type strew_parallel_for = unsafe extern "C" fn(
    pool: *mut c_void,
    n: usize,
    task: Option<strew_task>,
    argument: *mut c_void,
);

/// Converts n elements that follow each other: in a scatter those of updates to those of data, in a gather those of data to those of output.
/// n is at least 1 and counts elements of the dtypes that the call names. If data is STREW_DTYPE_OPAQUE(34) and updates are
/// STREW_DTYPE_OPAQUE(128), for example, an element is a block of 32 float32 numbers on one side and of 34 bytes on the other.
///
/// `to` and `from` may have any address, and never overlap. `context` is that of the strew_converter. `scratch` is memory of its
/// scratch_bytes, at a multiple of 64 bytes and with any content, which no other thread uses during this call; NULL if scratch_bytes is 0.
///
/// The function is called only once all indices are found in bounds, or the policy needs no check; on any thread, on several at once. A row
/// may be given in several parts, and several adjacent rows at once, so each element must be converted on its own. It must write all of `to`
/// and nothing else, must not throw, because no exception can pass through the library, and should take little stack.
pub type strew_convert_elements = unsafe extern "C" fn(
    to: *mut c_void,
    from: *const c_void,
    n: usize,
    context: *mut c_void,
    scratch: *mut c_void,
);

/// What was wrong, in numbers. Members that the status does not name are 0 or NULL.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct strew_fault {
    /// The status that the call returned.
    pub status: strew_status,
    /// A dimension of the subject, or of data.
    pub dimension: i32,
    /// The argument: "data", "indices", "options.alpha", ... A constant of the library; do not free it.
    pub subject: *const c_char,
    /// The tuple's number in row-major order. With one index per tuple it is the number of the index.
    pub tuple: i64,
    /// What was found. A uint64 index above 2^63 - 1 is given as 2^63 - 1.
    pub value: i64,
    /// The smallest allowed value.
    pub low: i64,
    /// The largest allowed value.
    pub high: i64,
    /// The component of the tuple.
    pub component: i32,
    /// The profile that rejects the call, or STREW_PROFILE_NONE.
    pub profile: strew_profile,
    /// For later versions. The library sets it to 0.
    pub reserved: [u64; 3],
}

impl Default for strew_fault {
    /// Zeros.
    fn default() -> Self {
        // SAFETY: zeros are numbers, null pointers and no function.
        let value: Self = unsafe { zeroed() };
        value
    }
}

/// A tensor: row-major and dense, or with strides, as a view of another tensor has them. A struct of zeros stands for no tensor.
///
/// Strides may be 0 and negative. `values`, and every buffer of a run, point to the element with index 0 in every dimension, which is not
/// the lowest address where a stride is negative. Tensors overlap if their address ranges meet, unless whole rows of equal stride alternate.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct strew_tensor {
    /// The type of the elements.
    pub dtype: strew_dtype,
    /// The number of dimensions, 0 to STREW_MAX_RANK.
    pub rank: i32,
    /// The size of every dimension, in elements. May be NULL if rank is 0.
    pub shape: *const i64,
    /// The elements, for the one-call forms. Planning reads types, shapes and strides alone.
    pub values: *const c_void,
    /// For every dimension the elements from one index to the next; NULL: the tensor is dense.
    pub strides: *const i64,
}

impl Default for strew_tensor {
    /// Zeros.
    fn default() -> Self {
        // SAFETY: zeros are numbers, null pointers and no function.
        let value: Self = unsafe { zeroed() };
        value
    }
}

/// How an operator behaves where its defaults do not suit: `STREW_OPTIONS(.has_ignore_index = 1, .ignore_index = -1)` for padding.
/// Booleans are 0 or 1.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct strew_options {
    /// sizeof(strew_options), which STREW_OPTIONS and STREW_OPTIONS_INIT set.
    pub struct_size: usize,
    /// What to do with an index that is out of bounds. For operators with indices or write_indices.
    pub policy: strew_policy,
    /// What a negative index means. For operators with indices or write_indices.
    pub negative: strew_negative,
    /// The best instruction set that may be used; STREW_ISA_BEST (0) sets no cap. It changes the speed only.
    pub isa: strew_isa,
    /// The version of a specification to follow; STREW_PROFILE_NONE (0) follows none. What the version does not allow is rejected
    /// (STREW_STATUS_PROFILE_LACKS_OPERATOR to _OPTION), and so are negative indices. docs/dtypes-and-profiles.md has the table.
    pub profile: strew_profile,
    /// 1: ignore_index counts, with every policy. For operators with indices or write_indices.
    pub has_ignore_index: i32,
    /// 1 leaves the old elements of output out of the reduction (`include_self = false` of PyTorch): the first update of an element
    /// replaces it, the others are combined with that. Such a run needs a workspace. For every reduction except none.
    pub excludes_self: i32,
    /// The index of padding, such as -1. A tuple with a component of this value, as it is stored, is passed over; so is a batch of a
    /// tensor_scatter. Its slice in output stays, and a gather fills it. 2^63 - 1 stands for any larger uint64. No unsigned one is -1.
    pub ignore_index: i64,
    /// What a NaN does. For every reduction except none.
    pub nan: strew_nan,
    /// How a mean rounds integers. For the reduction mean.
    pub mean_rounding: strew_mean_rounding,
    /// What a gather writes where a tuple is passed over: one element of the dtype of data, which planning copies. NULL: zero bytes.
    pub fill: *const c_void,
    /// Updates are multiplied by it before they are added or subtracted, as by PyTorch's index_add; the product is rounded, then the sum.
    /// It is one element of the dtype of data, which planning copies. NULL: 1. For the reductions add and sub, without excludes_self.
    pub alpha: *const c_void,
    /// A wider type, in which add, sub, mul and mean compute, and round once: STREW_DTYPE_FLOAT32 for floats of 1 or 2 bytes, _FLOAT64 for
    /// float32, _INT64 for integers. 0: rounded after each update. It needs a workspace. For every reduction: docs/contract.md, 2.16.
    pub accumulate: strew_dtype,
    /// What becomes of a result of `accumulate`, or of a number of another dtype.
    pub overflow: strew_overflow,
    /// How strew_call.scale scales. For scatters.
    pub scale_rule: strew_scale_rule,
    /// 1: update_ignore_index counts.
    pub has_update_ignore_index: i32,
    /// As `ignore_index`, of strew_call.update_indices: the tuple is passed over.
    pub update_ignore_index: i64,
    /// As `policy`, of these.
    pub update_policy: strew_policy,
    /// As `negative`, of these.
    pub update_negative: strew_negative,
    /// NULL, or the caller's own function that converts elements: strew/convert.h.
    pub converter: *const strew_converter,
    /// No two tuples name the same slice (STREW_STATUS_NOT_UNIQUE). For scatters with indices, and not for segment; tuples that are passed
    /// over do not count. To check it takes a workspace of a bit for each slice, or nothing with `sorted`.
    pub unique: strew_hint,
    /// From one tuple to the next, the number of its slice in row-major order never falls (STREW_STATUS_NOT_SORTED). For scatters with
    /// indices whose output has its dimensions in order and forwards; in a segment with indices it is always so, and NONE is CHECKED. Then
    /// excludes_self and a mean of float32, float64 or complex numbers need no workspace.
    pub sorted: strew_hint,
    /// What output has where a segment has no update. For segment.
    pub initial: strew_initial,
    /// Whether the last offset is left out. For segment with offsets.
    pub offsets_end: strew_offsets_end,
    /// What strew_call.arg has where no update won. Planning copies it. NULL: -1.
    pub arg_fill: *const i64,
    /// Which of equal updates it names. For min and max.
    pub arg_rule: strew_arg_rule,
    /// What it counts. The positions along the axis: for scatter_elements.
    pub arg_counts: strew_arg_counts,
}

impl Default for strew_options {
    /// Zeros, but for the size.
    fn default() -> Self {
        // SAFETY: zeros are numbers, null pointers and no function.
        let mut value: Self = unsafe { zeroed() };
        value.struct_size = size_of::<Self>();
        value
    }
}

/// What a call does, and to which tensors: everything but where they are.
///
/// ```text
/// strew_plan plan;
/// const strew_call call = STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .reduction = STREW_REDUCTION_ADD, .axis = 1, .data = data,
///                                    .indices = indices, .updates = updates);
/// strew_status status = strew_plan_call(&plan, &call, &fault);
/// ```
///
/// A tensor that is all zeros is not there.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct strew_call {
    /// sizeof(strew_call), which STREW_CALL and STREW_CALL_INIT set.
    pub struct_size: usize,
    /// The operator.
    pub op: strew_operator,
    /// How an update is combined with the old element. For scatter_nd, _elements, _update and put.
    pub reduction: strew_reduction,
    /// For scatter_elements, scatter_update, gather_elements, gather; tensor_scatter must have it.
    pub axis: i64,
    /// For scatter_nd, scatter_update, gather_nd and gather.
    pub batch_dims: i64,
    /// For tensor_scatter.
    pub mode: strew_cache_mode,
    /// The number of `components`; 0: the operator has indices.
    pub n_components: i32,
    /// NULL: the defaults. Planning copies what it needs of all pointers here.
    pub options: *const strew_options,
    /// What is scattered into, or gathered from.
    pub data: strew_tensor,
    /// For all operators but tensor_scatter and masked_scatter.
    pub indices: strew_tensor,
    /// What is scattered. For scatters.
    pub updates: strew_tensor,
    /// Optional, for strides of output, which is dense without it, and for another dtype of a gather's output. The shape is that of the
    /// operator, and in place strides are those of data. In ascending order, each exceeds the sum of (size - 1) * stride of those before.
    pub output: strew_tensor,
    /// For masked_scatter.
    pub mask: strew_tensor,
    /// For tensor_scatter; without it they are zeros.
    pub write_indices: strew_tensor,
    /// In place of indices: each component of the tuples is a tensor of its own, as in `data[i, j]` of NumPy and PyTorch. All have the same
    /// dtype and shape, that of the tuples. For scatter_nd and gather_nd without batch dimensions and without a profile.
    pub components: *const strew_tensor,
    /// Optional, float32: what updates are divided by before they are rounded to data's dtype, or what a gather multiplies data by. It
    /// broadcasts to updates, or to data, as in NumPy, or has one number for each block of neighbours in the last dimension: its size there
    /// divides the tensor's. For the reduction none and floats of updates and output: docs/contract.md, 2.22.
    pub scale: strew_tensor,
    /// Optional, of data's dtype: a gather subtracts them from integers before it scales these.
    pub zero_points: strew_tensor,
    /// Optional, of scatters: the row of a table that each tuple has. It has the shape of the tuples; `updates` is the table, of the shape
    /// [rows] and that of a slice, or in scatter_update that of data with the rows on the axis: docs/contract.md, 2.24.
    pub update_indices: strew_tensor,
    /// Optional, of scatters: what each update is multiplied by, in the dtype of updates, or float32 if that is a smaller float. It has the
    /// shape of the tuples, or that and the dimensions of a slice, each of which is 1 or the slice's.
    pub weights: strew_tensor,
    /// For segment: where segments begin, and the last one ends. In place of indices.
    pub offsets: strew_tensor,
    /// Optional, of scatters with none, min and max: which tuple won each element of output. See strew/arg.h.
    pub arg: strew_tensor,
}

impl Default for strew_call {
    /// Zeros, but for the size.
    fn default() -> Self {
        // SAFETY: zeros are numbers, null pointers and no function.
        let mut value: Self = unsafe { zeroed() };
        value.struct_size = size_of::<Self>();
        value
    }
}

/// Everything that follows from a call, computed once for any number of runs: a plain value, to be copied, moved and dropped. Its content
/// is valid only in this process, with this library; do not store it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct strew_plan {
    /// Not for callers.
    pub opaque: [u64; STREW_PLAN_BYTES / 8],
}

impl Default for strew_plan {
    /// Zeros.
    fn default() -> Self {
        // SAFETY: zeros are numbers, null pointers and no function.
        let value: Self = unsafe { zeroed() };
        value
    }
}

/// Where the tensors of a call are. A buffer that the plan has no use for must be NULL.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct strew_buffers {
    /// sizeof(strew_buffers), which STREW_BUFFERS and STREW_BUFFERS_INIT set.
    pub struct_size: usize,
    /// out; in place in and out.
    pub output: *mut c_void,
    /// in; always given: in place, of a scatter, output itself.
    pub data: *const c_void,
    /// in; not with prepared indices.
    pub indices: *const c_void,
    /// in; of scatters.
    pub updates: *const c_void,
    /// in; of masked_scatter.
    pub mask: *const c_void,
    /// in; of tensor_scatter.
    pub write_indices: *const c_void,
    /// in; one pointer for each component tensor, which must not change during the run.
    pub components: *const *const c_void,
    /// in; what strew_prepare has made, in place of indices.
    pub prepared: *const c_void,
    /// in; of a call with a scale.
    pub scale: *const c_void,
    /// in; of a call with zero points.
    pub zero_points: *const c_void,
    /// in; of a call with update indices.
    pub update_indices: *const c_void,
    /// in; of a call with weights.
    pub weights: *const c_void,
    /// in; of a segment with offsets.
    pub offsets: *const c_void,
    /// out; of a call with an arg.
    pub arg: *mut c_void,
}

impl Default for strew_buffers {
    /// Zeros, but for the size.
    fn default() -> Self {
        // SAFETY: zeros are numbers, null pointers and no function.
        let mut value: Self = unsafe { zeroed() };
        value.struct_size = size_of::<Self>();
        value
    }
}

/// Memory and threads. They change no result, but a mean or excludes_self cannot run without a workspace.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct strew_resources {
    /// sizeof(strew_resources), which STREW_RESOURCES and STREW_RESOURCES_INIT set.
    pub struct_size: usize,
    /// Memory of strew_plan_workspace_size bytes, at any address and with any content, that overlaps no buffer. With fewer bytes, a run
    /// uses fewer threads, or no workspace. With one, a run in place may rewrite elements that no tuple names, with their own bits.
    pub workspace: *mut c_void,
    /// Its size.
    pub workspace_bytes: usize,
    /// The thread pool. NULL, or a library built without threads: the calling thread does everything.
    pub parallel_for: Option<strew_parallel_for>,
    /// The first argument of parallel_for.
    pub pool: *mut c_void,
    /// The number of threads to use; less than 1 counts as 1, more than 64 as 64.
    pub n_threads: i32,
    /// The ns to wake the pool and wait for it: 2,000 if it spins, 50,000 if it sleeps; 0: 10,000; 1 to 999: 1,000.
    pub wake_ns: u32,
    /// The part of the run that this call does, 0 to n_parts - 1, for threads that run already: docs/threads.md.
    pub part: i32,
    /// The number of parts, at most 64, without a parallel_for (STREW_STATUS_CONFLICT); 0 or 1: the whole run.
    pub n_parts: i32,
}

impl Default for strew_resources {
    /// Zeros, but for the size.
    fn default() -> Self {
        // SAFETY: zeros are numbers, null pointers and no function.
        let mut value: Self = unsafe { zeroed() };
        value.struct_size = size_of::<Self>();
        value
    }
}

/// One kernel of the library.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct strew_kernel {
    /// What it does, then how: "strew_add_f32_w4__avx2".
    pub name: *const c_char,
    /// "apply" or "put"; "gather" or "take"; "check", "linearise" or "clamp" (of indices); "select"; "mean"; "scale"; "blocks".
    pub step: *const c_char,
    /// Its instruction set.
    pub isa: strew_isa,
    /// Elements of a slice (apply, put, mean), its bytes (select, gather, take), or components of a tuple. 0: any.
    pub width: i32,
}

impl Default for strew_kernel {
    /// Zeros.
    fn default() -> Self {
        // SAFETY: zeros are numbers, null pointers and no function.
        let value: Self = unsafe { zeroed() };
        value
    }
}

/// How the dimensions that tuples index are cut into chunks: chunk j of dimension c has the indices edges[c][j] to edges[c][j + 1] - 1.
///
/// Both arrays have k members, where k is the number of components of a tuple, and may be NULL if k is 0. The first edge of a dimension is
/// 0, none is smaller than the one before, and the last one is the size of the dimension. A chunk may be empty. If all chunks of a dimension
/// have the same size, but for the last one, which may be smaller, the chunk of an index takes one multiplication; otherwise a search.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct strew_chunk_grid {
    /// For each dimension, the number of its chunks.
    pub n_chunks: *const i64,
    /// For each dimension, n_chunks[c] + 1 numbers.
    pub edges: *const *const i64,
}

impl Default for strew_chunk_grid {
    /// Zeros.
    fn default() -> Self {
        // SAFETY: zeros are numbers, null pointers and no function.
        let value: Self = unsafe { zeroed() };
        value
    }
}

/// The function, and what it needs: `STREW_OPTIONS(.converter = &converter)`.
///
/// For scatters with STREW_REDUCTION_NONE and all gathers, but not for tensor_scatter and masked_scatter. data and updates, or data and
/// output, may have any dtype; opaque ones and twice the same are allowed. `fill` of a gather is converted too, as one element of data,
/// whenever it is needed. options.accumulate and options.overflow exclude a converter (STREW_STATUS_CONFLICT), and so does a profile.
///
/// Planning copies the struct; `context` must stay valid as long as the plan is run. If scratch_bytes is not 0, a run needs a workspace for
/// it (STREW_STATUS_WORKSPACE_TOO_SMALL), and uses as many threads as the workspace has scratch for; strew_plan_workspace_size counts it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct strew_converter {
    /// sizeof(strew_converter), which STREW_CONVERTER and STREW_CONVERTER_INIT set.
    pub struct_size: usize,
    /// The function.
    pub convert: Option<strew_convert_elements>,
    /// What it is called with.
    pub context: *mut c_void,
    /// The memory that each thread needs for it.
    pub scratch_bytes: usize,
}

impl Default for strew_converter {
    /// Zeros, but for the size.
    fn default() -> Self {
        // SAFETY: zeros are numbers, null pointers and no function.
        let mut value: Self = unsafe { zeroed() };
        value.struct_size = size_of::<Self>();
        value
    }
}

/// Softmax, log_softmax or logsumexp over segments of rows; each element of a row by itself.
///
/// Which rows a segment has is said by `offsets`, or by `indices`: give one of them.
///
/// - offsets: segment s has the rows offsets[s] to offsets[s + 1] - 1. There are n + 1 offsets for n segments; or n, if end_is_implied is 1:
///   the last one is left out and stands for the number of rows. None is below the one before, below 0 or above the number of rows. The
///   first need not be 0, nor the last the number of rows: a row in no segment is not read, and its place in output is not written.
/// - indices: row r is in segment indices[r], which is from 0 to n_segments - 1; a negative index does not wrap. They may be in any order.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct strew_softmax {
    /// sizeof(strew_softmax), which STREW_SOFTMAX and STREW_SOFTMAX_INIT set.
    pub struct_size: usize,
    /// The function.
    pub function: strew_softmax_function,
    /// 1: the last offset is left out. For offsets.
    pub end_is_implied: i32,
    /// The rows: [rows], then the shape of a slice. Dense; float16, bfloat16, float32 or float64.
    pub updates: strew_tensor,
    /// [n + 1] or [n], at least one; integers of 8 to 64 bits. May have a stride.
    pub offsets: strew_tensor,
    /// [rows]; integers of 8 to 64 bits. May have a stride.
    pub indices: strew_tensor,
    /// How many segments there are. For indices.
    pub n_segments: i64,
}

impl Default for strew_softmax {
    /// Zeros, but for the size.
    fn default() -> Self {
        // SAFETY: zeros are numbers, null pointers and no function.
        let mut value: Self = unsafe { zeroed() };
        value.struct_size = size_of::<Self>();
        value
    }
}

/// Where the tensors are. Those of the call have the shapes, types and strides that the call says, and what they had when it ran. A buffer
/// that the gradient has no use for must be NULL (STREW_STATUS_UNUSED_ARGUMENT).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct strew_gradient_buffers {
    /// sizeof(strew_gradient_buffers), which STREW_GRADIENT_BUFFERS and _INIT set.
    pub struct_size: usize,
    /// The gradient of the call's output: dense, of the shape and the dtype of data.
    pub output_gradient: *const c_void,
    /// Those of the call.
    pub indices: *const c_void,
    /// In place of indices, of a call with components.
    pub components: *const *const c_void,
    /// In place of indices, of a segment with offsets.
    pub offsets: *const c_void,
    /// Of a call with update indices.
    pub update_indices: *const c_void,
    /// For the gradient of weights.
    pub updates: *const c_void,
    /// For the gradient of updates, of a call with weights.
    pub weights: *const c_void,
    /// For min and max: which tuples have won, as the call wrote it.
    pub arg: *const c_void,
}

impl Default for strew_gradient_buffers {
    /// Zeros, but for the size.
    fn default() -> Self {
        // SAFETY: zeros are numbers, null pointers and no function.
        let mut value: Self = unsafe { zeroed() };
        value.struct_size = size_of::<Self>();
        value
    }
}

extern "C" {
    /// The version of the library that is linked, for example "0.2.0".
    pub fn strew_version(
    ) -> *const c_char;

    /// For example "TOO_LARGE"; NULL for an unknown number.
    pub fn strew_status_name(
        status: strew_status,
    ) -> *const c_char;

    /// Writes a fault as one sentence, for example "indices[3] component 1 is 7, outside [-4, 3] of data dimension 1". Cuts it to `size` bytes
    /// and returns its whole length, both as snprintf does. A NULL `buffer` counts as one of no bytes, and a NULL fault as STREW_OK.
    pub fn strew_fault_describe(
        fault: *const strew_fault,
        buffer: *mut c_char,
        size: usize,
    ) -> usize;

    /// ONNX ScatterND (11, 13, 16, 18), OpenVINO ScatterNDUpdate (3, 15), tf.tensor_scatter_nd_*.
    ///
    /// ```text
    /// output = copy of data
    /// for each tuple t of indices, in row-major order:
    ///     output[indices[t]] = reduction(output[indices[t]], updates[t])
    /// ```
    ///
    /// Shapes: q is at least 1; k = indices.shape[q - 1], 0 to r. Each tuple of k components names the slice data[i_1, ..., i_k] of shape
    /// data.shape[k .. r - 1]. updates.shape is indices.shape[0 .. q - 2], then data.shape[k .. r - 1].
    pub fn strew_scatter_nd(
        output: *mut c_void,
        data: *const strew_tensor,
        indices: *const strew_tensor,
        updates: *const strew_tensor,
        reduction: strew_reduction,
        options: *const strew_options,
        fault: *mut strew_fault,
    ) -> strew_status;

    /// ONNX ScatterElements (11, 13, 16, 18) and Scatter (9, 11), OpenVINO ScatterElementsUpdate (3, 12), torch.scatter_reduce.
    ///
    /// ```text
    /// output = copy of data
    /// for each position p of indices, in row-major order:
    ///     at = p, but at[axis] = indices[p]
    ///     output[at] = reduction(output[at], updates[p])
    /// ```
    ///
    /// Shapes: all have the same rank, at least 1. indices.shape = updates.shape, at most data.shape but on the axis, where it is any size.
    pub fn strew_scatter_elements(
        output: *mut c_void,
        data: *const strew_tensor,
        indices: *const strew_tensor,
        updates: *const strew_tensor,
        axis: i64,
        reduction: strew_reduction,
        options: *const strew_options,
        fault: *mut strew_fault,
    ) -> strew_status;

    /// Rows, or other slices of one axis, by their numbers: OpenVINO ScatterUpdate (3), torch.index_copy, index_add and index_reduce.
    ///
    /// ```text
    /// output = copy of data
    /// for each position o of data.shape[0 .. axis - 1] and p of indices, in row-major order:
    ///     output[o, indices[p]] = reduction(output[o, indices[p]], updates[o, p])
    /// ```
    ///
    /// Shapes: r is at least 1, q any rank, 0 included (one index). updates.shape is data.shape[0 .. axis - 1], then indices.shape, then
    /// data.shape[axis + 1 .. r - 1].
    pub fn strew_scatter_update(
        output: *mut c_void,
        data: *const strew_tensor,
        indices: *const strew_tensor,
        updates: *const strew_tensor,
        axis: i64,
        reduction: strew_reduction,
        options: *const strew_options,
        fault: *mut strew_fault,
    ) -> strew_status;

    /// ONNX GatherND (11, 12, 13), tf.gather_nd.
    ///
    /// ```text
    /// for each position b of indices.shape[0 .. batch_dims - 1] and t of the other tuples:
    ///     output[b, t] = data[b][indices[b, t]]
    /// ```
    ///
    /// Shapes: as in strew_scatter_nd, but data and indices begin with the same batch_dims dimensions, 0 to the smaller of q - 1 and r.
    pub fn strew_gather_nd(
        output: *mut c_void,
        data: *const strew_tensor,
        indices: *const strew_tensor,
        batch_dims: i64,
        options: *const strew_options,
        fault: *mut strew_fault,
    ) -> strew_status;

    /// ONNX GatherElements (11, 13), OpenVINO GatherElements (6), torch.gather.
    ///
    /// ```text
    /// for each position p of indices:
    ///     at = p, but at[axis] = indices[p]
    ///     output[p] = data[at]
    /// ```
    ///
    /// Shapes: those of strew_scatter_elements. output has the shape of indices.
    pub fn strew_gather_elements(
        output: *mut c_void,
        data: *const strew_tensor,
        indices: *const strew_tensor,
        axis: i64,
        options: *const strew_options,
        fault: *mut strew_fault,
    ) -> strew_status;

    /// ONNX Gather (1, 11, 13), OpenVINO Gather (1, 7, 8), torch.index_select, numpy.take.
    ///
    /// ```text
    /// for each position b of data.shape[0 .. batch_dims - 1], o of data.shape[batch_dims .. axis - 1] and p of the rest of indices:
    ///     output[b, o, p] = data[b, o, indices[b, p]]
    /// ```
    ///
    /// Shapes: data and indices begin with the same batch_dims dimensions; a negative number counts from the end of indices. output has the
    /// shape data.shape[0 .. axis - 1], then indices.shape[batch_dims .. q - 1], then data.shape[axis + 1 .. r - 1].
    pub fn strew_gather(
        output: *mut c_void,
        data: *const strew_tensor,
        indices: *const strew_tensor,
        axis: i64,
        batch_dims: i64,
        options: *const strew_options,
        fault: *mut strew_fault,
    ) -> strew_status;

    /// ONNX TensorScatter (24): new tokens are written to a cache of keys or values, each batch from a place of its own on.
    ///
    /// ```text
    /// output = copy of data
    /// for each position (b, o) of updates.shape[0 .. axis - 1], where b is the batch, and t of updates.shape[axis]:
    ///     i = write_indices[b] + t, modulo data.shape[axis] if the mode is circular
    ///     output[b, o, i] = updates[b, o, t]
    /// ```
    ///
    /// `data` is ONNX's past_cache and `updates` its update. Both are dense; updates may have another dtype, as above.
    /// Shapes: axis is 1 to r - 1, and ONNX's default is -2. updates has the shape of data, but on the axis its size, the number of tokens, is
    /// at most that of data. write_indices has the shape data.shape[0]; NULL stands for zeros.
    ///
    /// Policies apply to each i by itself, ignore_index to a write index. In the circular mode no i is above the bounds.
    pub fn strew_tensor_scatter(
        output: *mut c_void,
        data: *const strew_tensor,
        updates: *const strew_tensor,
        write_indices: *const strew_tensor,
        axis: i64,
        mode: strew_cache_mode,
        options: *const strew_options,
        fault: *mut strew_fault,
    ) -> strew_status;

    /// Plans a call, which is cheap enough for every new shape. It writes the plan alone. A plan of zeros, or of a call that was rejected,
    /// holds no call: its sizes are 0, and running it is rejected (STREW_STATUS_PLAN_MISMATCH). Never use a plan of other bytes.
    pub fn strew_plan_call(
        plan: *mut strew_plan,
        call: *const strew_call,
        fault: *mut strew_fault,
    ) -> strew_status;

    /// The size in bytes of a workspace that makes a run of this plan on n_threads threads faster; 0 if none does, or the plan is NULL. A mean
    /// or excludes_self cannot run without one (STREW_STATUS_WORKSPACE_TOO_SMALL), unless it has no tuples or empty data: docs/threads.md.
    pub fn strew_plan_workspace_size(
        plan: *const strew_plan,
        n_threads: i32,
    ) -> usize;

    /// The same of each part, for its own.
    pub fn strew_plan_part_workspace_size(
        plan: *const strew_plan,
        n_parts: i32,
    ) -> usize;

    /// Runs a plan. `resources` may be NULL. Any number of threads may run one plan at the same time, each with an output of its own. Statuses:
    /// those from STREW_STATUS_PLAN_MISMATCH on, those of the call itself, STREW_STATUS_STRIDES_MISMATCH and STREW_STATUS_NOT_BUILT.
    pub fn strew_run(
        plan: *const strew_plan,
        buffers: *const strew_buffers,
        resources: *const strew_resources,
        fault: *mut strew_fault,
    ) -> strew_status;

    /// The bytes that strew_prepare needs: 8 to 16 for each tuple and some thousand more; more if data has 2^32 slices or more. 0 if the plan
    /// is NULL, or the library was built without prepared indices.
    pub fn strew_plan_prepared_size(
        plan: *const strew_plan,
    ) -> usize;

    /// Checks and prepares indices that are known early, once for any number of runs, which take `prepared` in place of `indices`. `buffers` has
    /// nothing but the indices (or components), which are checked as the plan's policy says, and are not needed afterwards. tensor_scatter and
    /// masked_scatter have nothing to prepare (STREW_STATUS_PLAN_MISMATCH).
    ///
    /// `prepared` is the caller's memory: at least strew_plan_prepared_size bytes at any address, not overlapping the indices. Its content must
    /// not be moved, and is valid only in this process, with this library. It can be used with this plan, its copies, and plans that differ
    /// only in reduction, ISA, the number that options.alpha points to, or one dtype of all elements for another of its size; but where one
    /// passes over NaN (see strew_nan), both must.
    pub fn strew_prepare(
        plan: *const strew_plan,
        buffers: *const strew_buffers,
        prepared: *mut c_void,
        prepared_bytes: usize,
        fault: *mut strew_fault,
    ) -> strew_status;

    /// 1 if every slice occurs at most once in prepared indices. 0 if one occurs twice, if this is unknown because data has more than 64 slices
    /// for each tuple, or if `prepared` is NULL.
    pub fn strew_prepared_is_distinct(
        prepared: *const c_void,
    ) -> i32;

    /// Whether this build can apply a reduction to a dtype: 1, or 0 if the reduction has no meaning for the dtype, if the build was trimmed of
    /// one of them, or if one of the numbers is unknown. A profile may allow less.
    pub fn strew_reduction_is_supported(
        reduction: strew_reduction,
        dtype: strew_dtype,
    ) -> i32;

    /// The name that ONNX uses, for example "float32"; "opaque" for every STREW_DTYPE_OPAQUE(n). All functions of names return NULL for an
    /// unknown number: a loop from the first enumerator to the first NULL visits all but opaque types and blocks.
    pub fn strew_dtype_name(
        dtype: strew_dtype,
    ) -> *const c_char;

    /// The name that ONNX uses, for example "add".
    pub fn strew_reduction_name(
        reduction: strew_reduction,
    ) -> *const c_char;

    /// For example "scatter_nd".
    pub fn strew_operator_name(
        op: strew_operator,
    ) -> *const c_char;

    /// For example "avx2".
    pub fn strew_isa_name(
        isa: strew_isa,
    ) -> *const c_char;

    /// For example "ONNX ScatterND-18".
    pub fn strew_profile_name(
        profile: strew_profile,
    ) -> *const c_char;

    /// The bytes of one element, or of a block of them; 0 for an unknown dtype.
    pub fn strew_dtype_size(
        dtype: strew_dtype,
    ) -> usize;

    /// sizeof(strew_plan), for bindings from other languages.
    pub fn strew_plan_size(
    ) -> usize;

    /// Whether kernels of an instruction set can run here.
    pub fn strew_isa_get_state(
        isa: strew_isa,
    ) -> strew_isa_state;

    /// The best instruction set that a plan without a cap uses on this machine. The environment variable STREW_ISA caps it by a name, such as
    /// "avx2". It is read once, at the first call that needs it; if it cannot be used here, all planning returns
    /// STREW_STATUS_ISA_UNAVAILABLE.
    pub fn strew_isa_get_best(
    ) -> strew_isa;

    /// Fills `kernel`, unless it is NULL, with the i-th kernel of this build and returns 1. Returns 0 if there are no more.
    pub fn strew_kernel_at(
        i: usize,
        kernel: *mut strew_kernel,
    ) -> i32;

    /// The name of the kernel that a plan writes with; NULL if the plan is, or if it has no kernel: there is nothing to write, or the operator
    /// copies bytes, as tensor_scatter and masked_scatter do. A run of scatter_elements may write whole rows, with a kernel of another width.
    /// Where updates or a gather's output have another dtype, it is the kernel that combines or converts; NULL if none does.
    pub fn strew_plan_kernel(
        plan: *const strew_plan,
    ) -> *const c_char;

    /// The instruction set of strew_plan_kernel; STREW_ISA_SCALAR without a kernel.
    pub fn strew_plan_isa(
        plan: *const strew_plan,
    ) -> strew_isa;

    /// Writes one sentence on why the plan uses `isa`, or why not, for example "avx2 is not used: the CPU or the operating system lacks it".
    /// `buffer`, `size` and the result are as in strew_fault_describe.
    pub fn strew_plan_explain(
        plan: *const strew_plan,
        isa: strew_isa,
        buffer: *mut c_char,
        size: usize,
    ) -> usize;

    /// The elements that take strew_dtype_size bytes: those of a block, of dtypes that are stored in blocks, such as STREW_DTYPE_Q8_0; 1 of
    /// every other dtype, and 0 of an unknown one.
    pub fn strew_dtype_block(
        dtype: strew_dtype,
    ) -> i64;

    /// Groups indices: a stable counting sort, as a mixture of experts, a coalesced sparse tensor and `unique` need it.
    ///
    /// ```text
    /// for each index i of indices, in row-major order, that is not passed over:
    ///     append its number t to group i
    /// ```
    ///
    /// Group g is order[starts[g]] to order[starts[g + 1] - 1]: the numbers of its indices, ascending. unique has the groups that have members,
    /// ascending. With n_groups, the groups are 0 to n_groups - 1, and an index is checked against these bounds as one of a scatter is: policy
    /// and negative rule are those of options, but STREW_POLICY_TRUSTED passes over an index that is out of bounds, as STREW_POLICY_SKIP does.
    /// With STREW_DISTINCT_VALUES every group has members, no index is out of bounds, and unique[g] is the value of group g: -1 is not wrapped.
    /// In both, ignore_index passes an index over; as a value, 2^63 - 1 stands for no other. starts[n] says how many are in a group, where n is
    /// the number of groups.
    ///
    /// Buffers: order has room for as many numbers as there are indices; they are of order_dtype, STREW_DTYPE_INT64 or STREW_DTYPE_INT32. With
    /// n_groups, starts has room for n_groups + 1 numbers, and unique for n_groups or the number of indices, whichever is smaller; with
    /// STREW_DISTINCT_VALUES for as many as there are indices, and one more in starts. What follows the results in that room is undefined.
    /// *n_unique is how many are in unique: with STREW_DISTINCT_VALUES the number of groups. unique may be NULL; so may n_unique, with n_groups.
    /// A value of uint64 above 2^63 - 1 has its bits in unique; as an index it counts as 2^63 - 1. indices, order and the workspace may be at
    /// any address; the other buffers are aligned as int64_t is.
    ///
    /// indices have any shape, any integer type, and may have strides. `options` may be NULL. Of its members, policy, negative,
    /// has_ignore_index, ignore_index and isa may be set (STREW_STATUS_UNUSED_ARGUMENT); with STREW_DISTINCT_VALUES neither policy nor negative.
    ///
    /// `resources` may be NULL, unless the groups are distinct values: these need a workspace (STREW_STATUS_WORKSPACE_TOO_SMALL) of
    /// strew_group_by_index_workspace_size bytes. With n_groups a workspace makes the call faster, and lets it use more threads than one. The
    /// results are the same. A part of a run is STREW_STATUS_UNUSED_ARGUMENT.
    ///
    /// Aliasing: starts, order, unique and n_unique must not overlap each other or indices (STREW_STATUS_OUTPUT_OVERLAP, whose subject is the
    /// later one of the two arguments), nor the workspace any of them (STREW_STATUS_WORKSPACE_OVERLAP).
    ///
    /// `fault` is as in a scatter along an axis: fault.tuple is the number of the index. After any status but STREW_OK and
    /// STREW_STATUS_INDICES_CHANGED, nothing was written. Statuses: those of strew_scatter_update, except those that name updates or a
    /// reduction; STREW_STATUS_NEGATIVE_DIMENSION for another n_groups below 0; STREW_STATUS_TOO_LARGE also for starts and order;
    /// STREW_STATUS_DTYPE_MISMATCH for an order_dtype that is neither of the two, or that cannot hold the numbers of so many indices.
    pub fn strew_group_by_index(
        starts: *mut i64,
        order: *mut c_void,
        order_dtype: strew_dtype,
        unique: *mut i64,
        n_unique: *mut i64,
        indices: *const strew_tensor,
        n_groups: i64,
        options: *const strew_options,
        resources: *const strew_resources,
        fault: *mut strew_fault,
    ) -> strew_status;

    /// How many bytes of a workspace strew_group_by_index uses on so many threads; at least what it needs on one. 0 if it uses none, and for
    /// indices that it rejects; SIZE_MAX for more than can be addressed. Only the shape of indices is read.
    pub fn strew_group_by_index_workspace_size(
        indices: *const strew_tensor,
        n_groups: i64,
        n_threads: i32,
    ) -> usize;

    /// Groups tuples by the chunk of data that they name: a stable counting sort.
    ///
    /// ```text
    /// for each tuple t of indices, in row-major order, that is not passed over:
    ///     p = the number of its chunk: n_chunks[0 .. k - 1] counted in row-major order
    ///     append t to part p, and the tuple's local indices to those of part p
    /// ```
    ///
    /// Part p is order[starts[p]] to order[starts[p + 1] - 1]: the numbers of its tuples, in row-major order as fault.tuple counts them. A local
    /// index is the index minus the first index of its chunk, after a negative index was counted from the end and after STREW_POLICY_CLAMP. So
    /// a scatter of the updates of a part, in this order and by these local indices, into the chunk does what the whole scatter does there.
    /// Tuples that STREW_POLICY_SKIP or ignore_index passes over are in no part: starts[n] says how many tuples are in one, where n is the
    /// number of parts, the product of n_chunks.
    ///
    /// Buffers: starts has room for n + 1 numbers. order has room for as many numbers as there are tuples, and local for as many as there are
    /// components; local may be NULL. What follows the tuples that are in a part is not written. data gives its dtype and shape alone: its
    /// values and strides are not read. Its bytes need not be in memory, but there can be no more of them than of any tensor.
    ///
    /// Shapes: r = data.rank; q = indices.rank, at least 1; k = indices.shape[q - 1], 0 to r. Without components, all tuples are in the only
    /// part. indices are of any integer type and may have strides.
    ///
    /// Policies and negative indices are those of a scatter, but STREW_POLICY_TRUSTED passes over a tuple that is out of bounds, as
    /// STREW_POLICY_SKIP does. `options` may be NULL. Of its members, policy, negative, has_ignore_index, ignore_index and isa may be set
    /// (STREW_STATUS_UNUSED_ARGUMENT); a profile is STREW_STATUS_PROFILE_LACKS_OPERATOR.
    ///
    /// Aliasing: starts, order and local are aligned as int64_t is. They must not overlap each other or indices (STREW_STATUS_OUTPUT_OVERLAP,
    /// whose subject is the later one of the two arguments), nor data's shape or the grid, which is not checked.
    ///
    /// `fault` is as in a scatter. After any status but STREW_OK and STREW_STATUS_INDICES_CHANGED, nothing was written. Statuses: those of
    /// strew_scatter_nd, except those that name updates or a reduction; STREW_STATUS_CHUNK_EDGE_OUT_OF_RANGE; STREW_STATUS_NEGATIVE_DIMENSION
    /// for a number of chunks; STREW_STATUS_TOO_LARGE also for starts, order and local.
    pub fn strew_group_by_chunk(
        starts: *mut i64,
        order: *mut i64,
        local: *mut i64,
        data: *const strew_tensor,
        indices: *const strew_tensor,
        grid: *const strew_chunk_grid,
        options: *const strew_options,
        fault: *mut strew_fault,
    ) -> strew_status;

    /// The size in bytes of the workspace of strew_segment_softmax on n_threads threads, which it needs with indices alone: 3 numbers for each
    /// segment and each of the columns that are handled at once. Each part of a run has its own, of the size for one thread. 0 with offsets, or
    /// if the call will be rejected. Types, shapes and strides are read, and no values.
    pub fn strew_segment_softmax_workspace_size(
        softmax: *const strew_softmax,
        n_threads: i32,
    ) -> usize;

    /// Computes it.
    ///
    /// ```text
    /// for each segment s and each element c of a slice:
    ///     max = the largest of updates[r, c] for the rows r of s
    ///     sum = 0, and for each row r of s, in order: sum = sum + exp(updates[r, c] - max)
    ///     softmax:      output[r, c] = exp(updates[r, c] - max) / sum
    ///     log_softmax:  output[r, c] = (updates[r, c] - max) - log(sum)
    ///     logsumexp:    output[s, c] = max + log(sum)
    /// ```
    ///
    /// Output is dense and has the dtype of updates; its shape is that of updates, or for logsumexp [n], then the shape of a slice.
    ///
    /// Precision: float32 is computed in float32, float64 in float64, and float16 and bfloat16 in float32, rounded once at the end. What a
    /// difference or a sum rounds off is kept, so that the error does not grow with the size of numbers or the number of rows. A result is
    /// within 3 units in the last place of the exact one (of the type that computes; for log_softmax and logsumexp a unit of max(|result|, 1)),
    /// a float16 or bfloat16 within 1 of its own. exp and log are strew's own: the bits are the same on every CPU, for any number of threads.
    ///
    /// Numbers that are none: a NaN in a segment makes all results of the segment and the element NaN; so does +infinity, but its logsumexp is
    /// +infinity. If all are -infinity, softmax and log_softmax are NaN, and logsumexp is -infinity. It is -infinity of no rows, too.
    ///
    /// Values are read in at most three passes. Aliasing: output may be updates.values itself, but not for logsumexp; otherwise it must not
    /// overlap updates, offsets or indices (STREW_STATUS_OUTPUT_OVERLAP). With indices a workspace is needed (STREW_STATUS_WORKSPACE_TOO_SMALL).
    /// Threads have segments or columns of their own; parts as in strew_run. `resources` may be NULL, and `fault` too.
    ///
    /// Statuses: STREW_STATUS_INDEX_OUT_OF_BOUNDS for an offset or an index, with subject ("offsets" or "indices"), tuple: its number; value;
    /// low, high: its bounds. STREW_STATUS_UNSUPPORTED_DTYPE. STREW_STATUS_UPDATES_SHAPE_MISMATCH where indices are not one for each row.
    /// STREW_STATUS_INDICES_CHANGED if another thread changes offsets or indices: output is then undefined. Besides those that the members of
    /// strew_softmax, tensors and resources have elsewhere. Without offsets, or with none of them, STREW_STATUS_NULL_POINTER names "offsets".
    pub fn strew_segment_softmax(
        output: *mut c_void,
        softmax: *const strew_softmax,
        resources: *const strew_resources,
        fault: *mut strew_fault,
    ) -> strew_status;

    /// The size in bytes of a workspace that makes the gradient faster on n_threads threads. A part of it is needed
    /// (STREW_STATUS_WORKSPACE_TOO_SMALL): for a mean 4 bytes for each slice of data, 8 if there are 2^32 tuples or more, and but for the
    /// gradient of data as many bytes as output_gradient has; for the gradient of a table some 3 KiB, what options.accumulate needs, and 8 bytes
    /// for each tuple, unless a tuple is one index that does not depend on where it is, and there are no batch dimensions. 0 if none is of use,
    /// or if the call will be rejected; SIZE_MAX for more than can be addressed.
    pub fn strew_gradient_workspace_size(
        call: *const strew_call,
        of: strew_gradient_of,
        n_threads: i32,
    ) -> usize;

    /// Computes the gradient of one operand of a scatter_nd, scatter_elements, scatter_update, put or segment.
    ///
    /// In the following, g is output_gradient, i[t] the slice of output that tuple t names, u[t] its slice of updates, or row j[t] of the table,
    /// and c counts the elements of a slice. In scatter_update each tuple stands for its slices in all outer dimensions o, and a table may have
    /// these too.
    ///
    /// ```text
    /// add         updates: output[t, c] = w[t, c] * g[i[t], c]
    ///             table:   output = 0, and for each tuple t in order: output[j[t], c] = output[j[t], c] + w[t, c] * g[i[t], c]
    ///             weights: output[t, d] = sum of g[i[t], c] * u[t, c] over all c, and o, that weight d is broadcast over
    ///             data:    output = g; with excludes_self 0 in slices that a tuple names
    /// sub         updates and weights: the same, negated; table: subtracted
    /// mean        that of add, but of g divided by the number of what was added up: n, or n + 1 with the old element, if n tuples name the
    ///             slice; a slice that none names is not divided
    /// min, max    each element of output gives its gradient to the tuple that has won it, as arg says: others have 0 in place of a product
    ///             table:   output = 0, and for each element e of g that tuple t has won, in row-major order:
    ///                          output[j[t], c] = output[j[t], c] + w[t, c] * g[e]
    ///             data:    0 in elements that a tuple has won; with excludes_self in all slices that a tuple names
    /// ```
    ///
    /// A segment is as a scatter_update on axis 0 with excludes_self; it has a gradient of data with STREW_INITIAL_DATA alone. sub has none of
    /// updates and weights there, nor with excludes_self, because the first update is not subtracted (STREW_STATUS_UNSUPPORTED_GRADIENT).
    /// Hints are those of the call, and not checked again, but that a segment is sorted.
    ///
    /// Tuples that are passed over, on either side, give nothing, and their gradients are 0. Policies, negative rules and ignored indices are
    /// those of the call; under STREW_POLICY_TRUSTED a table is computed with indices that are not checked. All indices are checked before the
    /// first byte is written.
    ///
    /// `output` is dense, and has the shape and the dtype of the operand. Types are floats: float16, bfloat16, float32, float64
    /// (STREW_STATUS_UNSUPPORTED_DTYPE). float16 and bfloat16 are computed in float32 and rounded once, float32 in float64 if it meets a
    /// float64. A table is summed up as a scatter does: the gradient is that of a call in which indices and update indices have changed places,
    /// g and its rows are updates, and data is 0; for min and max each sum is rounded. The quotients of a mean are rounded to their own type.
    ///
    /// min and max need strew_call.arg, and the buffer that the call wrote: numbers of tuples, or positions along the axis, below their number,
    /// or strew_options.arg_fill (-1 without it) where no tuple has won. Another number is rejected (STREW_STATUS_INDEX_OUT_OF_BOUNDS, subject
    /// "arg", tuple: the number of the element). A number that is arg_fill counts as no tuple. With other numbers than the call wrote values are
    /// undefined, but nothing outside of the buffers is touched.
    ///
    /// The products of a weight are numbered from 0, in row-major order of o, then c. Number n is added to partial sum n % 16, each of which
    /// begins with 0; then partial sum m + 8 is added to m, for m below 8, and so with 4, 2 and 1. A product and a sum are rounded each. The
    /// sum is computed in float64 if options.accumulate says so.
    ///
    /// options.alpha multiplies g, but for the gradient of data. Rejected are options.overflow and a profile; options.nan, unless the call
    /// has an arg; and options.accumulate, for a table if it has one.
    ///
    /// Statuses: those of planning the call and of a run; STREW_STATUS_UNSUPPORTED_GRADIENT for a reduction that has no gradient here;
    /// STREW_STATUS_UNKNOWN_OPTION, subject "of"; STREW_STATUS_PLAN_MISMATCH for other operators; STREW_STATUS_NULL_POINTER, subject "weights",
    /// for the gradient of weights that the call does not have. For a table of another dtype than data, what planning the exchanged call
    /// rejects, and options.alpha (STREW_STATUS_DTYPE_MISMATCH). For a table whose tuples take 8 bytes each (see the workspace) with weights
    /// that have more than 16 dimensions of a slice: STREW_STATUS_RANK_OUT_OF_RANGE, subject "weights". STREW_STATUS_STRIDES_TOO_MANY for
    /// updates, weights or arg of more than 16 dimensions that do not follow each other.
    ///
    /// Aliasing: output must not overlap any buffer, nor the workspace output or a buffer. A part of a run (strew_resources.part) checks all
    /// indices; part 0 then does everything. STREW_STATUS_INDICES_CHANGED if another thread changes indices: output is then undefined.
    pub fn strew_gradient(
        output: *mut c_void,
        call: *const strew_call,
        of: strew_gradient_of,
        buffers: *const strew_gradient_buffers,
        resources: *const strew_resources,
        fault: *mut strew_fault,
    ) -> strew_status;

}
