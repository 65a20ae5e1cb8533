# Rendered from templates/enums.py.j2 by `python -m gen`. Do not edit: change the template or gen/.
"""The numbers of include/strew/strew.h."""

from enum import IntEnum

VERSION = "0.2.0"
ABI_VERSION = 2
MESSAGE_BYTES = 256
OPAQUE_0 = 256  # STREW_DTYPE_OPAQUE(n) is n more


class Status(IntEnum):
    """strew_status: the outcome of a call."""

    OK = 0
    RANK_OUT_OF_RANGE = 1
    NEGATIVE_DIMENSION = 2
    TOO_LARGE = 3
    TUPLE_TOO_LONG = 4
    AXIS_OUT_OF_RANGE = 5
    INDICES_RANK_MISMATCH = 6
    INDICES_SHAPE_MISMATCH = 7
    UPDATES_RANK_MISMATCH = 8
    UPDATES_SHAPE_MISMATCH = 9
    CLAMP_TO_EMPTY_DIMENSION = 10
    UNKNOWN_DTYPE = 11
    UNSUPPORTED_INDEX_DTYPE = 12
    DTYPE_MISMATCH = 13
    UNKNOWN_REDUCTION = 14
    UNSUPPORTED_REDUCTION = 15
    UNKNOWN_OPTION = 16
    STRUCT_SIZE_OUT_OF_RANGE = 17
    UNKNOWN_MEMBER = 18
    NOT_BUILT = 19
    ISA_UNAVAILABLE = 20
    PROFILE_LACKS_OPERATOR = 21
    PROFILE_LACKS_DTYPE = 22
    PROFILE_LACKS_INDEX_DTYPE = 23
    PROFILE_LACKS_REDUCTION = 24
    NULL_POINTER = 25
    OUTPUT_OVERLAP = 26
    WORKSPACE_OVERLAP = 27
    PREPARED_TOO_SMALL = 28
    PREPARED_MISMATCH = 29
    INDEX_OUT_OF_BOUNDS = 30
    INDICES_CHANGED = 31
    PLAN_MISMATCH = 32
    BATCH_DIMS_OUT_OF_RANGE = 33
    BATCH_SHAPE_MISMATCH = 34
    TOO_MANY_TOKENS = 35
    WORKSPACE_TOO_SMALL = 36
    PROFILE_LACKS_OPTION = 37
    STRIDES_OVERLAP = 38
    STRIDES_MISMATCH = 39
    STRIDES_UNSUPPORTED = 40
    STRIDES_TOO_MANY = 41
    CHUNK_EDGE_OUT_OF_RANGE = 42
    COMPONENTS_UNSUPPORTED = 43
    ALPHA_UNSUPPORTED = 44
    FLAT_INDICES_UNSUPPORTED = 45
    UNSUPPORTED_MASK_DTYPE = 46
    MASK_SHAPE_MISMATCH = 47
    TOO_FEW_UPDATES = 48
    NAN_UNSUPPORTED = 49


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
    """strew_nan: what a reduction does with a NaN in floats, small floats and complex numbers."""

    WINS = 0
    LOSES = 1


class MeanRounding(IntEnum):
    """strew_mean_rounding: how STREW_REDUCTION_MEAN rounds the quotients of integers that are not integers."""

    FLOORS = 0
    TRUNCATES = 1


class CacheMode(IntEnum):
    """strew_cache_mode: what happens at the end of the cache."""

    LINEAR = 0
    CIRCULAR = 1


class IsaState(IntEnum):
    """strew_isa_state: whether kernels of an instruction set can run here."""

    USABLE = 0
    EMULATED = 1
    NOT_BUILT = 2
    UNSUPPORTED = 3
    CAPPED = 4
    UNKNOWN = 5
