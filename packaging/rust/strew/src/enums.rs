// Rendered from templates/enums.rs.j2 by `python -m gen`. Do not edit: change the template or gen/.

/// How an update is combined with the old element of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Reduction {
    /// the last tuple wins
    #[default]
    None = 0,
    /// sum; OR on bool
    Add = 1,
    /// difference; XOR on bool
    Sub = 2,
    /// product; AND on bool
    Mul = 3,
    /// the lesser, a NaN wins; AND on bool
    Min = 4,
    /// the greater, a NaN wins; OR on bool
    Max = 5,
    /// the mean of the old element and its updates, divided once; not on bool
    Mean = 6,
}

impl Reduction {
    /// All of them, in the order of the header.
    pub const ALL: &'static [Self] = &[
        Self::None,
        Self::Add,
        Self::Sub,
        Self::Mul,
        Self::Min,
        Self::Max,
        Self::Mean,
    ];

    /// The number that the library uses.
    pub fn number(self) -> i32 {
        self as i32
    }
}

/// Instruction sets. The numbers are not in order of speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Isa {
    /// the best that the CPU has
    #[default]
    Best = 0,
    /// plain C
    Scalar = 1,
    /// SSE4.1 (x86-64-v2)
    Sse41 = 5,
    /// SIMD128 (WebAssembly)
    Simd128 = 6,
    /// NEON (AArch64)
    Neon = 3,
    /// SVE (AArch64, registers of 32 bytes or more)
    Sve = 8,
    /// RVV 1.0 (RISC-V)
    Rvv = 7,
    /// AVX2 and F16C (x86-64-v3)
    Avx2 = 2,
    /// AVX-512 (x86-64-v4)
    Avx512 = 4,
}

impl Isa {
    /// All of them, in the order of the header.
    pub const ALL: &'static [Self] = &[
        Self::Best,
        Self::Scalar,
        Self::Sse41,
        Self::Simd128,
        Self::Neon,
        Self::Sve,
        Self::Rvv,
        Self::Avx2,
        Self::Avx512,
    ];

    /// The number that the library uses.
    pub fn number(self) -> i32 {
        self as i32
    }
}

/// Versions of operators in their specifications.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Profile {
    /// strew's own rules
    #[default]
    None = 0,
    /// ONNX Scatter-9
    OnnxScatter9 = 1,
    /// ONNX Scatter-11
    OnnxScatter11 = 2,
    /// ONNX ScatterElements-11
    OnnxScatterElements11 = 3,
    /// ONNX ScatterElements-13
    OnnxScatterElements13 = 4,
    /// ONNX ScatterElements-16
    OnnxScatterElements16 = 5,
    /// ONNX ScatterElements-18
    OnnxScatterElements18 = 6,
    /// ONNX ScatterND-11
    OnnxScatterND11 = 7,
    /// ONNX ScatterND-13
    OnnxScatterND13 = 8,
    /// ONNX ScatterND-16
    OnnxScatterND16 = 9,
    /// ONNX ScatterND-18
    OnnxScatterND18 = 10,
    /// OpenVINO ScatterNDUpdate-3
    OpenVinoScatterNDUpdate3 = 11,
    /// OpenVINO ScatterNDUpdate-15
    OpenVinoScatterNDUpdate15 = 12,
    /// OpenVINO ScatterElementsUpdate-3
    OpenVinoScatterElementsUpdate3 = 13,
    /// OpenVINO ScatterElementsUpdate-12
    OpenVinoScatterElementsUpdate12 = 14,
    /// OpenVINO ScatterUpdate-3
    OpenVinoScatterUpdate3 = 15,
    /// ONNX Gather-1
    OnnxGather1 = 16,
    /// ONNX Gather-11
    OnnxGather11 = 17,
    /// ONNX Gather-13
    OnnxGather13 = 18,
    /// ONNX GatherElements-11
    OnnxGatherElements11 = 19,
    /// ONNX GatherElements-13
    OnnxGatherElements13 = 20,
    /// ONNX GatherND-11
    OnnxGatherND11 = 21,
    /// ONNX GatherND-12
    OnnxGatherND12 = 22,
    /// ONNX GatherND-13
    OnnxGatherND13 = 23,
    /// OpenVINO Gather-8
    OpenVinoGather8 = 24,
    /// ONNX TensorScatter-24
    OnnxTensorScatter24 = 25,
    /// PyTorch scatter_reduce-2
    PyTorchScatterReduce2 = 26,
    /// PyTorch index_reduce-2
    PyTorchIndexReduce2 = 27,
    /// PyTorch index_select-2
    PyTorchIndexSelect2 = 28,
}

impl Profile {
    /// All of them, in the order of the header.
    pub const ALL: &'static [Self] = &[
        Self::None,
        Self::OnnxScatter9,
        Self::OnnxScatter11,
        Self::OnnxScatterElements11,
        Self::OnnxScatterElements13,
        Self::OnnxScatterElements16,
        Self::OnnxScatterElements18,
        Self::OnnxScatterND11,
        Self::OnnxScatterND13,
        Self::OnnxScatterND16,
        Self::OnnxScatterND18,
        Self::OpenVinoScatterNDUpdate3,
        Self::OpenVinoScatterNDUpdate15,
        Self::OpenVinoScatterElementsUpdate3,
        Self::OpenVinoScatterElementsUpdate12,
        Self::OpenVinoScatterUpdate3,
        Self::OnnxGather1,
        Self::OnnxGather11,
        Self::OnnxGather13,
        Self::OnnxGatherElements11,
        Self::OnnxGatherElements13,
        Self::OnnxGatherND11,
        Self::OnnxGatherND12,
        Self::OnnxGatherND13,
        Self::OpenVinoGather8,
        Self::OnnxTensorScatter24,
        Self::PyTorchScatterReduce2,
        Self::PyTorchIndexReduce2,
        Self::PyTorchIndexSelect2,
    ];

    /// The number that the library uses.
    pub fn number(self) -> i32 {
        self as i32
    }
}

/// The outcome of a call. The comment of a status says when it is returned, and which members of strew_fault it fills besides `status`.
/// Later versions may append statuses: treat a number that you do not know as an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// Success.
    Ok = 0,
    /// A pointer is NULL, or a tensor missing. subject; value: the bytes needed.
    NullPointer = 1,
    /// A struct_size is 0, or outside [low, high]. subject; value: it; low, high.
    StructSizeOutOfRange = 2,
    /// A newer struct has a member that is not 0. subject; value: its offset; high: the known bytes.
    UnknownMember = 3,
    /// value: the number.
    UnknownOperator = 4,
    /// value: the number.
    UnknownReduction = 5,
    /// subject: the tensor; value: the number.
    UnknownDtype = 6,
    /// A member has a number that is not in its enum, or a boolean is not 0 or 1. subject; value.
    UnknownOption = 7,
    /// A member or buffer is set that the operator or the reduction has no use for. subject: the member; value: the operator, or 0 if it
    /// is the function that has none; high: the reduction, or -1 if the reduction does not decide.
    UnusedArgument = 8,
    /// Two members exclude each other. subject: both.
    Conflict = 9,
    /// Indices must be integers of 8 to 64 bits. subject: the tensor; value: its dtype.
    UnsupportedIndexDtype = 10,
    /// mask must be bool. value: its dtype.
    UnsupportedMaskDtype = 11,
    /// subject: the tensor; value: its dtype; high: the other; low: the reduction that decides, or 0.
    DtypeMismatch = 12,
    /// The dtype has none, or only moves. value: the reduction; high: the dtype.
    UnsupportedReduction = 13,
    /// A tensor has too few or too many dimensions. subject; value: its rank; low, high.
    RankOutOfRange = 14,
    /// subject: the tensor; dimension; value: its size.
    NegativeDimension = 15,
    /// More bytes than can be addressed, dimensions of size 0 not counted. subject; high: the limit.
    TooLarge = 16,
    /// value: axis; low, high: its bounds.
    AxisOutOfRange = 17,
    /// value: batch_dims; low, high: its bounds, which are 0 where a profile has none.
    BatchDimsOutOfRange = 18,
    /// Batch sizes differ from data's. subject: "write_indices", or NULL; dimension; value; high.
    BatchShapeMismatch = 19,
    /// Tuples have more components than data has dimensions. value: k; high: the rank of data, without batch dimensions. subject: "indices"
    /// if they have rank 1: perhaps n tuples of one index were meant, whose shape is [n, 1].
    TupleTooLong = 20,
    /// Indices and data must have the same rank. value: of indices; high: of data.
    IndicesRankMismatch = 21,
    /// A dimension of indices is too large. dimension; value: its size; high: in data.
    IndicesShapeMismatch = 22,
    /// Rank or size differ from the first component's. component; dimension, or -1; value; high.
    ComponentsMismatch = 23,
    /// value: the rank of updates; high: what it must be. subject: as of STREW_STATUS_TUPLE_TOO_LONG.
    UpdatesRankMismatch = 24,
    /// dimension; value: its size in updates; high: what it must be.
    UpdatesShapeMismatch = 25,
    /// tensor_scatter. dimension: the axis; value: its size in updates; high: in data.
    TooManyTokens = 26,
    /// dimension, or -1: the rank; value: what output has; high: what it must have.
    OutputShapeMismatch = 27,
    /// dimension; value: its size in mask; high: in data.
    MaskShapeMismatch = 28,
    /// STREW_POLICY_CLAMP has no nearest index. dimension: of data; 0 of flat indices.
    ClampToEmptyDimension = 29,
    /// Two elements of output may share an address: see strew_call.output. dimension: the first one, in that order, whose stride is too
    /// small; value: it; low: the smallest one that is large enough. subject: NULL, or "data" that a gather scales.
    StridesOverlap = 30,
    /// output is data itself, with other strides. dimension; value: its stride in output; high: in data.
    StridesMismatch = 31,
    /// The operator takes this tensor only if it is dense. subject.
    StridesUnsupported = 32,
    /// A plan has no room for the dimensions that remain. subject; value: their bytes; high: its bytes.
    StridesTooMany = 33,
    /// Trimmed. subject: the feature; or "indices", "updates" or "output", value: its dtype, high: data's; or NULL, reduction and dtype.
    NotBuilt = 34,
    /// It cannot be used here. subject: "options.isa" or "STREW_ISA"; value: the ISA; -1: unknown name.
    IsaUnavailable = 35,
    /// profile; subject: the operator that was called.
    ProfileLacksOperator = 36,
    /// profile; value: the dtype of data.
    ProfileLacksDtype = 37,
    /// profile; value: the dtype of indices.
    ProfileLacksIndexDtype = 38,
    /// profile; value: the reduction.
    ProfileLacksReduction = 39,
    /// profile; subject: the member; value: its number, or 0 if it is a pointer.
    ProfileLacksOption = 40,
    /// A plan of this operator cannot be used so. subject: the operator; NULL: it holds no call.
    PlanMismatch = 41,
    /// subject: the buffer that output overlaps; value: the bytes where their address ranges meet.
    OutputOverlap = 42,
    /// subject: the buffer that the workspace overlaps; value: as of STREW_STATUS_OUTPUT_OVERLAP.
    WorkspaceOverlap = 43,
    /// The plan cannot run without more. value: the bytes given; low: the bytes needed.
    WorkspaceTooSmall = 44,
    /// value: the bytes given; low: the bytes needed.
    PreparedTooSmall = 45,
    /// The prepared indices belong to another plan, or to none.
    PreparedMismatch = 46,
    /// The first component in row-major order that is out of bounds. subject: "write_indices", or NULL; tuple; component; dimension: of
    /// data, or -1 of a flat index; value; low, high: bounds; profile, if it allows no negative index. See also strew/softmax.h.
    IndexOutOfBounds = 47,
    /// masked_scatter. value: the elements of updates; low: the true elements of mask.
    TooFewUpdates = 48,
    /// Indices or mask changed during the call, or trusted indices are wrong: output is undefined.
    IndicesChanged = 49,
    /// See strew/group.h. dimension; tuple: the number of the edge; value: it; low, high.
    ChunkEdgeOutOfRange = 50,
    /// Of the dtypes, too. value: options.accumulate; high: the dtype of data.
    UnsupportedAccumulation = 51,
    /// Of the dtypes. subject: NULL, or "zero_points"; value: of updates or output; high: of data.
    UnsupportedScale = 52,
    /// subject: what is scaled, or "zero_points"; dimension, value: of the smaller one; high: of it.
    ScaleShapeMismatch = 53,
    /// Of data in blocks. subject: shape, strides or slice; dimension, or -1; value; high: a block's size.
    SplitBlock = 54,
    /// What has one element for each tuple. subject: "update_indices" or "weights"; dimension, or -1: the rank; value; high.
    TuplesShapeMismatch = 55,
    /// Of the dtypes. value: of weights; high: of updates.
    UnsupportedWeights = 56,
    /// See strew/softmax.h, gradient.h and arg.h. subject: the tensor; value: its dtype.
    UnsupportedDtype = 57,
    /// See strew/gradient.h. subject: what it has none with, or NULL; value: the reduction.
    UnsupportedGradient = 58,
    /// Of a segment. value: how many offsets there are; high: how many there must be.
    OffsetsShapeMismatch = 59,
    /// A tuple names a slice before that of the tuple before. tuple; value: its slice; high: the other.
    NotSorted = 60,
    /// Two tuples name the same slice. tuple; value: the tuple before.
    NotUnique = 61,
    /// Nothing changes nothing. value: the reduction; high: the dtype.
    NoIdentity = 62,
    /// As STREW_STATUS_OUTPUT_OVERLAP, of strew_call.arg.
    ArgOverlap = 63,
    /// int32 does not hold a number. subject: "tuple" or "options.arg_fill"; value: it.
    ArgTooNarrow = 64,
}

impl Status {
    /// All of them, in the order of the header.
    pub const ALL: &'static [Self] = &[
        Self::Ok,
        Self::NullPointer,
        Self::StructSizeOutOfRange,
        Self::UnknownMember,
        Self::UnknownOperator,
        Self::UnknownReduction,
        Self::UnknownDtype,
        Self::UnknownOption,
        Self::UnusedArgument,
        Self::Conflict,
        Self::UnsupportedIndexDtype,
        Self::UnsupportedMaskDtype,
        Self::DtypeMismatch,
        Self::UnsupportedReduction,
        Self::RankOutOfRange,
        Self::NegativeDimension,
        Self::TooLarge,
        Self::AxisOutOfRange,
        Self::BatchDimsOutOfRange,
        Self::BatchShapeMismatch,
        Self::TupleTooLong,
        Self::IndicesRankMismatch,
        Self::IndicesShapeMismatch,
        Self::ComponentsMismatch,
        Self::UpdatesRankMismatch,
        Self::UpdatesShapeMismatch,
        Self::TooManyTokens,
        Self::OutputShapeMismatch,
        Self::MaskShapeMismatch,
        Self::ClampToEmptyDimension,
        Self::StridesOverlap,
        Self::StridesMismatch,
        Self::StridesUnsupported,
        Self::StridesTooMany,
        Self::NotBuilt,
        Self::IsaUnavailable,
        Self::ProfileLacksOperator,
        Self::ProfileLacksDtype,
        Self::ProfileLacksIndexDtype,
        Self::ProfileLacksReduction,
        Self::ProfileLacksOption,
        Self::PlanMismatch,
        Self::OutputOverlap,
        Self::WorkspaceOverlap,
        Self::WorkspaceTooSmall,
        Self::PreparedTooSmall,
        Self::PreparedMismatch,
        Self::IndexOutOfBounds,
        Self::TooFewUpdates,
        Self::IndicesChanged,
        Self::ChunkEdgeOutOfRange,
        Self::UnsupportedAccumulation,
        Self::UnsupportedScale,
        Self::ScaleShapeMismatch,
        Self::SplitBlock,
        Self::TuplesShapeMismatch,
        Self::UnsupportedWeights,
        Self::UnsupportedDtype,
        Self::UnsupportedGradient,
        Self::OffsetsShapeMismatch,
        Self::NotSorted,
        Self::NotUnique,
        Self::NoIdentity,
        Self::ArgOverlap,
        Self::ArgTooNarrow,
    ];

    /// The number that the library uses.
    pub fn number(self) -> i32 {
        self as i32
    }

    pub(crate) fn of(number: i32) -> Option<Self> {
        Some(match number {
            0 => Self::Ok,
            1 => Self::NullPointer,
            2 => Self::StructSizeOutOfRange,
            3 => Self::UnknownMember,
            4 => Self::UnknownOperator,
            5 => Self::UnknownReduction,
            6 => Self::UnknownDtype,
            7 => Self::UnknownOption,
            8 => Self::UnusedArgument,
            9 => Self::Conflict,
            10 => Self::UnsupportedIndexDtype,
            11 => Self::UnsupportedMaskDtype,
            12 => Self::DtypeMismatch,
            13 => Self::UnsupportedReduction,
            14 => Self::RankOutOfRange,
            15 => Self::NegativeDimension,
            16 => Self::TooLarge,
            17 => Self::AxisOutOfRange,
            18 => Self::BatchDimsOutOfRange,
            19 => Self::BatchShapeMismatch,
            20 => Self::TupleTooLong,
            21 => Self::IndicesRankMismatch,
            22 => Self::IndicesShapeMismatch,
            23 => Self::ComponentsMismatch,
            24 => Self::UpdatesRankMismatch,
            25 => Self::UpdatesShapeMismatch,
            26 => Self::TooManyTokens,
            27 => Self::OutputShapeMismatch,
            28 => Self::MaskShapeMismatch,
            29 => Self::ClampToEmptyDimension,
            30 => Self::StridesOverlap,
            31 => Self::StridesMismatch,
            32 => Self::StridesUnsupported,
            33 => Self::StridesTooMany,
            34 => Self::NotBuilt,
            35 => Self::IsaUnavailable,
            36 => Self::ProfileLacksOperator,
            37 => Self::ProfileLacksDtype,
            38 => Self::ProfileLacksIndexDtype,
            39 => Self::ProfileLacksReduction,
            40 => Self::ProfileLacksOption,
            41 => Self::PlanMismatch,
            42 => Self::OutputOverlap,
            43 => Self::WorkspaceOverlap,
            44 => Self::WorkspaceTooSmall,
            45 => Self::PreparedTooSmall,
            46 => Self::PreparedMismatch,
            47 => Self::IndexOutOfBounds,
            48 => Self::TooFewUpdates,
            49 => Self::IndicesChanged,
            50 => Self::ChunkEdgeOutOfRange,
            51 => Self::UnsupportedAccumulation,
            52 => Self::UnsupportedScale,
            53 => Self::ScaleShapeMismatch,
            54 => Self::SplitBlock,
            55 => Self::TuplesShapeMismatch,
            56 => Self::UnsupportedWeights,
            57 => Self::UnsupportedDtype,
            58 => Self::UnsupportedGradient,
            59 => Self::OffsetsShapeMismatch,
            60 => Self::NotSorted,
            61 => Self::NotUnique,
            62 => Self::NoIdentity,
            63 => Self::ArgOverlap,
            64 => Self::ArgTooNarrow,
            _ => return None,
        })
    }
}
