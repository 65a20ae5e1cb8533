"""TensorFlow: tf.tensor_scatter_nd_*, tf.gather_nd and tf.gather, called eagerly."""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from ..threads import on_one_cpu
from ..work import Call, Rejected, Work

NAME = "tensorflow"
THREADS = (1, 2)

SCATTERS = {
    "none": "tensor_scatter_nd_update",
    "add": "tensor_scatter_nd_add",
    "sub": "tensor_scatter_nd_sub",
    "min": "tensor_scatter_nd_min",
    "max": "tensor_scatter_nd_max",
}


def load() -> str:
    tf.config.set_visible_devices([], "GPU")
    tf.config.threading.set_intra_op_parallelism_threads(2)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    return tf.__version__


def _prepare_gather(work: Work, threads: int) -> Call:
    data, indices = tf.constant(work.data), tf.constant(work.indices)
    output = data

    def run() -> None:
        nonlocal output
        output = tf.gather_nd(data, indices) if work.operator == "gather_nd" else tf.gather(data, indices, axis=work.axis)

    run()
    call = Call(run, lambda: output.numpy())
    return on_one_cpu(call) if threads == 1 else call


def prepare(work: Work, threads: int) -> Call:
    if work.operator in ("scatter_elements", "scatter_update", "gather_elements"):
        raise Rejected("it has no scatter along an axis, and no index for each element")
    if work.is_gather:
        return _prepare_gather(work, threads)
    if work.reduction not in SCATTERS:
        raise Rejected(f"it has no tensor_scatter_nd_{work.reduction}")
    scatter = getattr(tf, SCATTERS[work.reduction])
    data, indices, updates = (tf.constant(array) for array in (work.data, work.indices, work.updates))
    output = data

    def run() -> None:
        nonlocal output
        output = scatter(data, indices, updates)

    def result() -> np.ndarray:
        return output.numpy()

    try:
        run()
    except tf.errors.OpError as error:
        raise Rejected(error.message) from error
    call = Call(run, result)
    return on_one_cpu(call) if threads == 1 else call
