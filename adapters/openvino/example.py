"""A graph network that PyTorch exported, on a graph with 20,000 nodes: the same program with OpenVINO's own operators and with strew.

    python adapters/openvino/example.py

The model's shapes are not known, so strew is told those of this graph. The second half counts events by user in int64, where OpenVINO's own
operator loses what 32 bits do not hold.
"""

import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2]))

from gen.arguments import Parser  # noqa: E402

if __name__ == "__main__":
    Parser(description=__doc__).parse_args()  # --help, before the imports that take long

import numpy as np  # noqa: E402
import openvino  # noqa: E402
from openvino import Model, opset15  # noqa: E402

import strew_openvino  # noqa: E402
from tests.adapters.exported import exported  # noqa: E402

NODES, EDGES = 20_000, 400_000


def counters() -> Model:
    totals = opset15.parameter([-1], np.int64)
    users = opset15.parameter([-1, 1], np.int64)
    amounts = opset15.parameter([-1], np.int64)
    return Model([opset15.scatter_nd_update(totals, users, amounts, "sum")], [totals, users, amounts])


def main() -> None:
    model, _ = exported("message_passing")
    random = np.random.default_rng(1)
    graph = {
        "features": random.standard_normal((NODES, 8), np.float32),
        "source": random.integers(0, NODES, EDGES),
        "target": random.integers(0, NODES, EDGES),
    }
    cores = {"OpenVINO": openvino.Core(), "strew": strew_openvino.core()}  # this line is strew's
    for name, core in cores.items():
        try:
            sizes = {"shapes": {key: list(array.shape) for key, array in graph.items()}} if name == "strew" else {}
            compiled = core.compile_model(model, "CPU", **sizes)
        except RuntimeError as error:  # OpenVINO 2026.0 reads no sums of ScatterND
            print(f"{name}: {str(error).strip().splitlines()[-1]}")
            continue
        times = []
        for _ in range(10):
            begin = time.perf_counter()
            compiled(graph)
            times.append(time.perf_counter() - begin)
        print(f"{name}: {1000 * min(times):.1f} ms")
    print(*cores["strew"].claims, sep="\n")

    totals, users, amounts = np.array([2**40, 7]), np.array([[0], [0], [1]]), np.array([1, 2, 3])
    for name, core in cores.items():
        print(f"{name}: {core.compile_model(counters(), 'CPU')([totals, users, amounts])[0]}")


if __name__ == "__main__":
    main()
