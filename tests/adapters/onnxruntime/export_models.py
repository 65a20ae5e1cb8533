"""Makes models/*.onnx with PyTorch's own exporter: what people write with slice assignments and index_add.

    python tests/adapters/onnxruntime/export_models.py

It needs torch and onnxscript. The models are checked in with what PyTorch computes for their inputs, in models/*.npz, so the tests need
neither.
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[3]))

from gen.arguments import Parser  # noqa: E402

if __name__ == "__main__":
    Parser(description=__doc__).parse_args()  # before the import that takes long

import numpy as np  # noqa: E402
import torch  # noqa: E402

FOLDER = Path(__file__).parent / "models"


class SliceAssignments(torch.nn.Module):
    """A border is set, a window is written, and every other column is scaled: each becomes a ScatterND with constant indices."""

    def forward(self, image, patch):
        x = image.clone()
        x[..., 2:10, 4:12] = patch
        x[:, :, 0, :] = 0.5
        x[..., 1::2] = x[..., 1::2] * 2.0
        return torch.relu(x)


class MessagePassing(torch.nn.Module):
    """Two layers of a graph network: messages along the edges, summed by index_add."""

    def __init__(self):
        super().__init__()
        self.first = torch.nn.Linear(8, 16)
        self.second = torch.nn.Linear(16, 4)

    def forward(self, features, source, target):
        for layer in (self.first, self.second):
            messages = layer(features)
            features = torch.relu(torch.zeros_like(messages).index_add(0, target, messages[source]))
        return features


def export(name: str, model: torch.nn.Module, inputs: dict, dynamic: dict) -> None:
    options = {"input_names": list(inputs), "output_names": ["output"], "opset_version": 18, "dynamic_shapes": dynamic or None}
    program = torch.onnx.export(model, tuple(inputs.values()), dynamo=True, **options)
    proto = program.model_proto
    graph = proto.graph
    for part in (graph, *graph.node, *graph.value_info, *graph.input, *graph.output, *graph.initializer):
        part.ClearField("metadata_props")  # stack traces, with the folders of this machine
    proto.ir_version = 8  # as old as the runtimes that are tested; the models have nothing newer
    (FOLDER / f"{name}.onnx").write_bytes(proto.SerializeToString())
    with torch.no_grad():
        output = model(*inputs.values())
    np.savez(FOLDER / f"{name}.npz", output=output.numpy(), **{key: value.numpy() for key, value in inputs.items()})


def main() -> None:
    torch.manual_seed(1)
    FOLDER.mkdir(exist_ok=True)
    export("slice_assignments", SliceAssignments(), {"image": torch.randn(1, 3, 16, 16), "patch": torch.randn(1, 3, 8, 8)}, {})
    n, edges = torch.export.Dim("n", min=2), torch.export.Dim("edges", min=2)
    inputs = {"features": torch.randn(40, 8), "source": torch.randint(0, 40, (300,)), "target": torch.randint(0, 40, (300,))}
    export("message_passing", MessagePassing(), inputs, {"features": {0: n}, "source": {0: edges}, "target": {0: edges}})


if __name__ == "__main__":
    main()
