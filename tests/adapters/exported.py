"""What people write with slice assignments and index_add, as PyTorch 2.15's exporter makes ONNX models of it: models/NAME.txt, in ONNX's text.

    slice_assignments    x = image.clone(); x[..., 2:10, 4:12] = patch; x[:, :, 0, :] = 0.5; x[..., 1::2] = x[..., 1::2] * 2.0; relu(x)
    message_passing      twice: messages = linear(x); x = relu(zeros_like(messages).index_add(0, target, messages[source]))
"""

import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnx.parser
import onnx.shape_inference


FOLDER = tempfile.TemporaryDirectory()


def exported(name):
    """The path of a model, which is there as long as the process is, and inputs."""
    path = Path(FOLDER.name) / f"{name}.onnx"
    model = onnx.parser.parse_model((Path(__file__).parent / "models" / f"{name}.txt").read_text())
    onnx.save(onnx.shape_inference.infer_shapes(model), str(path))  # exporters write the types of values, which old versions need
    random = np.random.default_rng(1)
    if name == "slice_assignments":
        return path, {"image": random.normal(size=(1, 3, 16, 16)).astype("f4"), "patch": random.normal(size=(1, 3, 8, 8)).astype("f4")}
    source, target = random.integers(0, 40, (2, 300))
    return path, {"features": random.normal(size=(40, 8)).astype("f4"), "source": source, "target": target}
