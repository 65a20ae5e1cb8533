"""strew on NumPy arrays and DLPack tensors: scatters and gathers on CPUs, behind one function for each operator.

    >>> import numpy, strew
    >>> data = numpy.zeros(8, numpy.float32)
    >>> indices = numpy.array([[4], [3], [4]])
    >>> updates = numpy.array([1, 2, 3], numpy.float32)
    >>> strew.scatter_nd(data, indices, updates, "add")
    array([0., 0., 0., 2., 4., 0., 0., 0.], dtype=float32)

`scatter_elements` and `scatter_update` are its siblings along an axis. `plan_scatter_nd`, `plan_scatter_elements` and
`plan_scatter_update` do the same for many arrays of the same shapes. A wrong call is rejected with one sentence before
a byte is written. The library rejects it with a `ScatterError`; for an index out of bounds that is an
`IndexOutOfBoundsError`, which is an `IndexError` too. An array that cannot be read in place is a `TypeError` or a
`ValueError`.

`gather_nd`, `gather_elements` and `gather` are the way back: they copy slices of data that indices name. They have plans,
too. `gather_nd` and `scatter_nd` also take a tuple of index arrays, as in `data[i, j]`.

`take`, `put`, `take_along_axis`, `put_along_axis` and `bincount` are NumPy's: they have its signatures, broadcasting and
exceptions. `gather_elements` and `scatter_elements` are ONNX's, and broadcast nothing.

`Blocks` are data in quantised blocks with scales, such as "q8_0", which the operators write from floats and read as floats.

`tensor_scatter` writes new tokens to a cache of keys or values, and `masked_scatter` updates where a mask is true.

`spmm` multiplies a table by a sparse matrix: scipy's, or a pair of index arrays. The scatters do the same with `update_indices` and `weights`.

`group` puts equal indices together, as a stable `argsort` and `unique` do. `group_by_chunk` groups tuples by the chunk of
data that they name, for data that is stored in chunks.

`gradient.updates`, `table`, `weights` and `data` are the gradients of the operands of a scatter or a segment.

`segment` reduces rows that are stored segment after segment, by offsets or sorted indices, as CSR and embedding bags have them.

`segment_softmax`, `segment_log_softmax` and `segment_logsumexp` are of the rows of each segment, such as the edges of a node.

`histogram`, `histogram2d` and `histogramdd` are NumPy's, and can add to an array.

`add_at`, `subtract_at`, `multiply_at`, `maximum_at` and `minimum_at` stand in for `numpy.add.at` and its siblings;
`argmax_at` and `argmin_at` also return which update won each element.

`strew.onnx_backend` runs ONNX models of scatter and gather nodes; it needs the onnx package.

But for histograms, the package has no logic of its own: it hands addresses to the shared library, which it finds by the environment
variable STREW_LIBRARY, inside itself, in build/shared of its checkout or where the system keeps libraries.
"""

from . import gradient
from ._at import add_at, argmax_at, argmin_at, bincount, maximum_at, minimum_at, multiply_at, subtract_at
from ._blocks import Blocks
from ._errors import IndexOutOfBoundsError, ScatterError
from ._enums import IsaState, Status
from ._gather import (
    GatherPlan,
    PreparedGather,
    gather,
    gather_elements,
    gather_nd,
    plan_gather,
    plan_gather_elements,
    plan_gather_nd,
    plan_take,
)
from ._group import group, group_by_chunk
from ._histogram import histogram, histogram2d, histogramdd
from ._library import LIBRARY
from ._masked import masked_scatter
from ._paths import get_cmake_dir, get_include, get_library
from ._plan import Plan, Prepared
from ._scatter import (
    plan_put,
    plan_scatter_elements,
    plan_scatter_nd,
    plan_scatter_update,
    scatter_elements,
    scatter_nd,
    scatter_update,
)
from ._segment import PreparedSegment, SegmentPlan, plan_segment, segment
from ._softmax import segment_log_softmax, segment_logsumexp, segment_softmax
from ._spmm import spmm
from ._tables import BLOCK_FORMATS, DTYPES, ISAS, PROFILES, REDUCTIONS, STRING, Kernel, best_isa, isa_state, kernels, version
from ._take import put, put_along_axis, take, take_along_axis
from ._tokens import TensorScatterPlan, plan_tensor_scatter, tensor_scatter

__version__ = version()
__all__ = [
    "BLOCK_FORMATS",
    "DTYPES",
    "ISAS",
    "LIBRARY",
    "PROFILES",
    "REDUCTIONS",
    "STRING",
    "Blocks",
    "GatherPlan",
    "IndexOutOfBoundsError",
    "IsaState",
    "Kernel",
    "Plan",
    "Prepared",
    "PreparedGather",
    "PreparedSegment",
    "ScatterError",
    "SegmentPlan",
    "Status",
    "TensorScatterPlan",
    "add_at",
    "argmax_at",
    "argmin_at",
    "best_isa",
    "bincount",
    "gather",
    "gather_elements",
    "gather_nd",
    "get_cmake_dir",
    "get_include",
    "get_library",
    "gradient",
    "group",
    "group_by_chunk",
    "histogram",
    "histogram2d",
    "histogramdd",
    "isa_state",
    "kernels",
    "masked_scatter",
    "maximum_at",
    "minimum_at",
    "multiply_at",
    "plan_gather",
    "plan_gather_elements",
    "plan_gather_nd",
    "plan_put",
    "plan_scatter_elements",
    "plan_scatter_nd",
    "plan_scatter_update",
    "plan_segment",
    "plan_take",
    "plan_tensor_scatter",
    "put",
    "put_along_axis",
    "scatter_elements",
    "scatter_nd",
    "scatter_update",
    "segment",
    "segment_log_softmax",
    "segment_logsumexp",
    "segment_softmax",
    "spmm",
    "subtract_at",
    "take",
    "take_along_axis",
    "tensor_scatter",
]
