"""Where nothing else needs the data of a scatter, it is updated in place: a chain of scatters has one buffer, not two."""

import resource
import subprocess
import sys
import unittest

import numpy as np
from onnx import TensorProto, helper

from tests.adapters.onnxruntime import support

MIB = 128  # of the data
N = MIB * 2**18


def run_chain(kind):
    nodes = [helper.make_node("Abs", ["data"], ["v0"])]
    nodes += [helper.make_node("ScatterND", [f"v{i}", "indices", "updates"], [f"v{i + 1}"]) for i in range(6)]
    nodes.append(helper.make_node("ReduceMax", ["v6"], ["output"], keepdims=0))
    infos = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [n]) for name, n in (("data", N), ("updates", 1))]
    output = helper.make_tensor_value_info("output", TensorProto.FLOAT, [])
    graph = helper.make_graph(nodes, "chain", infos, [output], [support.tensor("indices", np.array([[3]]))])
    domains = [helper.make_opsetid("", 17)]
    model = helper.make_model(graph, opset_imports=domains, ir_version=support.IR_VERSION)
    session = support.strew(model.SerializeToString()) if kind == "strew" else support.built_in(model.SerializeToString())
    inputs = {"data": np.ones(N, np.float32), "updates": np.full(1, 7, np.float32)}
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert support.run(session, inputs) == 7
    print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)


class Memory(unittest.TestCase):
    def grown_mib(self, kind):
        command = (sys.executable, "-m", "tests.adapters.onnxruntime.test_memory", kind)
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    def test_a_chain_of_scatters_works_in_place(self):
        self.assertLess(self.grown_mib("strew"), 1.5 * MIB)


if __name__ == "__main__":
    run_chain(sys.argv[1])
