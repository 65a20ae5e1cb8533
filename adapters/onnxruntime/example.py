"""A graph network that PyTorch exported, on a graph with 20,000 nodes: the same program with ONNX Runtime's own kernels and with strew.

    python adapters/onnxruntime/example.py

The model sums messages with index_add. On two threads, ONNX Runtime's own sums change from run to run.
"""

import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2]))

from gen.arguments import Parser  # noqa: E402

if __name__ == "__main__":
    Parser(description=__doc__).parse_args()  # --help, before the imports that take long

import numpy as np  # noqa: E402
import onnxruntime  # noqa: E402

import onnxruntime_ep_strew  # noqa: E402
from tests.adapters.exported import exported  # noqa: E402

NODES, EDGES, THREADS = 20_000, 400_000, 2


def main() -> None:
    model, _ = exported("message_passing")
    random = np.random.default_rng(1)
    graph = {
        "features": random.standard_normal((NODES, 8), np.float32),
        "source": random.integers(0, NODES, EDGES),
        "target": random.integers(0, NODES, EDGES),
    }
    plain = onnxruntime.SessionOptions()
    plain.intra_op_num_threads = THREADS
    for name, options in (("ONNX Runtime", plain), ("strew", onnxruntime_ep_strew.session_options(threads=THREADS, gather=True))):
        session = onnxruntime.InferenceSession(model, options)
        results, times = [], []
        for _ in range(10):
            begin = time.perf_counter()
            results.append(session.run(None, graph)[0])
            times.append(time.perf_counter() - begin)
        n = len({result.tobytes() for result in results})
        print(f"{name}: {1000 * min(times):.1f} ms, {n} different result{'s' if n > 1 else ''} in {len(results)} runs")


if __name__ == "__main__":
    main()
