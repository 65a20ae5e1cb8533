"""The bench's workloads in models of one node: OpenVINO's built-in operators against strew's. models.py has whole models.

    python adapters/openvino/bench.py [--rounds N] [--copy] [--one-thread] [--json FILE] [WORKLOAD ...]

It needs the adapter, and the bench's session library: cmake -DSTREW_BENCH=ON -DBUILD_SHARED_LIBS=ON, target strew-bench-session.
"""

from __future__ import annotations

import functools
import sys
from argparse import Namespace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(Path(__file__).parent / "python"), str(ROOT / "bench"), str(ROOT)]

from peers.arguments import read_arguments  # noqa: E402

if __name__ == "__main__":
    ARGUMENTS = read_arguments(__doc__)  # before what takes its time to import

import numpy as np  # noqa: E402
import openvino  # noqa: E402
from openvino import Model, opset15  # noqa: E402

from peers.built_in import Run, Side, compare, sample  # noqa: E402
from peers.work import Work  # noqa: E402

import strew_openvino  # noqa: E402

REDUCTIONS = {"none": "none", "add": "sum", "sub": "sub", "mul": "prod", "min": "min", "max": "max"}


def tensor(array: np.ndarray) -> openvino.Tensor:
    if array.dtype.name == "bfloat16":
        return openvino.Tensor(array.view(np.uint16), array.shape, openvino.Type.bf16)
    return openvino.Tensor(array, shared_memory=True)


def model_of(work: Work, constant: bool) -> Model:
    """A model of one node; `constant` makes its indices a constant."""
    arrays = [array for array in (work.data, work.indices, work.updates) if array is not None]
    nodes = [opset15.parameter(list(array.shape), tensor(array).element_type) for array in arrays]
    parameters = list(nodes)
    if constant:
        nodes[1] = opset15.constant(work.indices)
        del parameters[1]
    if work.operator == "scatter_nd":
        node = opset15.scatter_nd_update(*nodes, reduction=REDUCTIONS[work.reduction])
    elif work.operator == "scatter_elements":
        node = opset15.scatter_elements_update(*nodes, np.int64(work.axis), reduction=REDUCTIONS[work.reduction])
    elif work.operator == "gather_nd":
        node = opset15.gather_nd(*nodes)
    elif work.operator == "gather_elements":
        node = opset15.gather_elements(*nodes, axis=work.axis)
    elif work.operator == "gather":
        node = opset15.gather(*nodes, np.int64(work.axis))
    else:
        raise ValueError("OpenVINO's ScatterUpdate has no reduction")
    return Model([node], parameters)


def ready(request: openvino.InferRequest) -> Run:
    """Runs a request, which copies no output for Python, after it has run once."""
    run = functools.partial(request.infer, share_outputs=True)
    run()
    return run


def prepare(work: Work, side: Side, data: np.ndarray, output: np.ndarray) -> Run:
    core = strew_openvino.core(gather=True, claim="all") if side.is_strew else openvino.Core()
    settings = {"INFERENCE_NUM_THREADS": side.threads, "NUM_STREAMS": 1, "INFERENCE_PRECISION_HINT": "f32"}
    request = core.compile_model(model_of(work, side.has_constant_indices), "CPU", settings).create_infer_request()
    arrays = [data, work.updates] if side.has_constant_indices else [data, work.indices, work.updates]
    for i, array in enumerate(array for array in arrays if array is not None):
        request.set_input_tensor(i, tensor(array))
    request.set_output_tensor(tensor(output))
    return ready(request)


def overhead(rounds: int) -> None:
    """A model of one node where there is nothing to do: OpenVINO's own Relu, strew's scatter, and the built-in one."""
    data = opset15.parameter([4, 4], np.float32)
    indices, updates = opset15.parameter([0, 1], np.int32), opset15.parameter([0, 4], np.float32)
    plain, strew = openvino.Core(), strew_openvino.core(claim="all")
    settings = {"INFERENCE_NUM_THREADS": 1, "NUM_STREAMS": 1}
    scatter = Model([opset15.scatter_nd_update(data, indices, updates, "sum")], [data, indices, updates])
    runs = {}
    for name, core, model in (
        ("Relu", plain, Model([opset15.relu(data)], [data])),
        ("strew", strew, scatter),
        ("built-in", plain, scatter),
    ):
        runs[name] = ready(core.compile_model(model, "CPU", settings).create_infer_request())
    times = {name: min(sample(run, 1000) for _ in range(rounds)) for name, run in runs.items()}
    print("a call with nothing to do: " + ", ".join(f"{name} {ns / 1000:.1f} us" for name, ns in times.items()))


def main(arguments: Namespace) -> None:
    print(f"OpenVINO {openvino.get_version().split('-')[0]}")
    overhead(20)
    compare(prepare, arguments)


if __name__ == "__main__":
    main(ARGUMENTS)
