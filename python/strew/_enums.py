# Rendered from templates/enums.py.j2 by `python -m gen`. Do not edit: change the template or gen/.
"""The numbers of the headers in include/strew."""

from enum import IntEnum

VERSION = "0.2.0"
ABI_VERSION = 2
MESSAGE_BYTES = 256
OPAQUE_0 = 256  # STREW_DTYPE_OPAQUE(n) is n more
BLOCK_0 = 64  # the number of the first of these
BLOCK_FORMATS = (  # dtypes whose elements are stored in blocks, which NumPy cannot have
    "q8_0",
    "q4_0",
    "mxfp8_e4m3",
    "mxfp8_e5m2",
    "mxfp4",
    "int8_block16",
    "int8_block32",
    "int8_block64",
    "int8_block128",
    "float8e4m3fn_block16",
    "float8e4m3fn_block32",
    "float8e4m3fn_block64",
    "float8e4m3fn_block128",
)
PACKED_0 = 128  # the number of the first of these
PACKED_DTYPES = (  # two elements in a byte, which NumPy cannot have either
    "uint4",
    "int4",
)


class Policy(IntEnum):
    """strew_policy: what to do with an index component that is out of bounds."""

    ERROR = 0
    TRUSTED = 1
    SKIP = 2
    CLAMP = 3


class Negative(IntEnum):
    """strew_negative: what a negative index component means."""

    WRAPS = 0
    OUT_OF_BOUNDS = 1


class Nan(IntEnum):
    """strew_nan: what a reduction does with a NaN in floats and complex numbers."""

    WINS = 0
    LOSES = 1


class MeanRounding(IntEnum):
    """strew_mean_rounding: how a mean rounds the quotients of integers that are not integers."""

    FLOORS = 0
    TRUNCATES = 1


class Overflow(IntEnum):
    """strew_overflow: what becomes of a result that is too large for its type."""

    WRAPS = 0
    SATURATES = 1


class ScaleRule(IntEnum):
    """strew_scale_rule: how a scatter scales: a quotient and a product with the reciprocal differ in the last bit."""

    DIVIDES = 0
    MULTIPLIES = 1


class Hint(IntEnum):
    """strew_hint: what the caller knows of the slices that tuples name."""

    NONE = 0
    TRUSTED = 1
    CHECKED = 2


class CacheMode(IntEnum):
    """strew_cache_mode: what happens at the end of the cache of a tensor_scatter."""

    LINEAR = 0
    CIRCULAR = 1


class Operator(IntEnum):
    """strew_operator: what a call does."""

    SCATTER_ND = 1
    SCATTER_ELEMENTS = 2
    SCATTER_UPDATE = 3
    PUT = 4
    TENSOR_SCATTER = 5
    MASKED_SCATTER = 6
    GATHER_ND = 7
    GATHER_ELEMENTS = 8
    GATHER = 9
    TAKE = 10
    SEGMENT = 11


class Initial(IntEnum):
    """strew_initial: what output has where a segment has no update: none at all, or all are passed over."""

    ZERO = 0
    IDENTITY = 1
    DATA = 2


class OffsetsEnd(IntEnum):
    """strew_offsets_end: where the last segment ends."""

    GIVEN = 0
    IMPLIED = 1


class ArgRule(IntEnum):
    """strew_arg_rule: which of equal updates counts, if one of them has won."""

    FIRST = 0
    LAST = 1


class ArgCounts(IntEnum):
    """strew_arg_counts: what is counted."""

    TUPLES = 0
    AXIS = 1


class Status(IntEnum):
    """strew_status: the outcome of a call."""

    OK = 0
    NULL_POINTER = 1
    STRUCT_SIZE_OUT_OF_RANGE = 2
    UNKNOWN_MEMBER = 3
    UNKNOWN_OPERATOR = 4
    UNKNOWN_REDUCTION = 5
    UNKNOWN_DTYPE = 6
    UNKNOWN_OPTION = 7
    UNUSED_ARGUMENT = 8
    CONFLICT = 9
    UNSUPPORTED_INDEX_DTYPE = 10
    UNSUPPORTED_MASK_DTYPE = 11
    DTYPE_MISMATCH = 12
    UNSUPPORTED_REDUCTION = 13
    RANK_OUT_OF_RANGE = 14
    NEGATIVE_DIMENSION = 15
    TOO_LARGE = 16
    AXIS_OUT_OF_RANGE = 17
    BATCH_DIMS_OUT_OF_RANGE = 18
    BATCH_SHAPE_MISMATCH = 19
    TUPLE_TOO_LONG = 20
    INDICES_RANK_MISMATCH = 21
    INDICES_SHAPE_MISMATCH = 22
    COMPONENTS_MISMATCH = 23
    UPDATES_RANK_MISMATCH = 24
    UPDATES_SHAPE_MISMATCH = 25
    TOO_MANY_TOKENS = 26
    OUTPUT_SHAPE_MISMATCH = 27
    MASK_SHAPE_MISMATCH = 28
    CLAMP_TO_EMPTY_DIMENSION = 29
    STRIDES_OVERLAP = 30
    STRIDES_MISMATCH = 31
    STRIDES_UNSUPPORTED = 32
    STRIDES_TOO_MANY = 33
    NOT_BUILT = 34
    ISA_UNAVAILABLE = 35
    PROFILE_LACKS_OPERATOR = 36
    PROFILE_LACKS_DTYPE = 37
    PROFILE_LACKS_INDEX_DTYPE = 38
    PROFILE_LACKS_REDUCTION = 39
    PROFILE_LACKS_OPTION = 40
    PLAN_MISMATCH = 41
    OUTPUT_OVERLAP = 42
    WORKSPACE_OVERLAP = 43
    WORKSPACE_TOO_SMALL = 44
    PREPARED_TOO_SMALL = 45
    PREPARED_MISMATCH = 46
    INDEX_OUT_OF_BOUNDS = 47
    TOO_FEW_UPDATES = 48
    INDICES_CHANGED = 49
    CHUNK_EDGE_OUT_OF_RANGE = 50
    UNSUPPORTED_ACCUMULATION = 51
    UNSUPPORTED_SCALE = 52
    SCALE_SHAPE_MISMATCH = 53
    SPLIT_BLOCK = 54
    TUPLES_SHAPE_MISMATCH = 55
    UNSUPPORTED_WEIGHTS = 56
    UNSUPPORTED_DTYPE = 57
    UNSUPPORTED_GRADIENT = 58
    OFFSETS_SHAPE_MISMATCH = 59
    NOT_SORTED = 60
    NOT_UNIQUE = 61
    NO_IDENTITY = 62
    ARG_OVERLAP = 63
    ARG_TOO_NARROW = 64


class IsaState(IntEnum):
    """strew_isa_state: whether kernels of an instruction set can run here."""

    USABLE = 0
    EMULATED = 1
    NOT_BUILT = 2
    UNSUPPORTED = 3
    CAPPED = 4
    UNKNOWN = 5


class SoftmaxFunction(IntEnum):
    """strew_softmax_function: which function of the rows of a segment."""

    SOFTMAX = 1
    LOG_SOFTMAX = 2
    LOGSUMEXP = 3


class GradientOf(IntEnum):
    """strew_gradient_of: which operand of a scatter a gradient is of."""

    UPDATES = 1
    WEIGHTS = 2
    DATA = 3
