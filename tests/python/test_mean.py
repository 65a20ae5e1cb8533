"""Means, and reductions that leave out the old elements: against NumPy's plain loops."""

import unittest

import numpy as np
import strew

REDUCTIONS = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "min": np.minimum, "max": np.maximum}


def expected(data, indices, updates, reduction, include_self, rounding):
    output, values = data.copy(), {}
    for index, update in zip(indices, updates):
        values.setdefault(int(index), [data[index]] if include_self else []).append(update)
    for index, of_index in values.items():
        if reduction == "none":
            output[index] = of_index[-1]
        elif reduction == "mean":
            mean = sum(float(value) for value in of_index) / len(of_index)
            output[index] = mean if data.dtype.kind == "f" else rounding(mean)
        else:
            output[index] = REDUCTIONS[reduction].reduce(np.array(of_index, data.dtype), dtype=data.dtype)
    return output


class Mean(unittest.TestCase):
    def test_prepared_indices_get_a_workspace_too(self):
        plan = strew.plan_scatter_nd((6,), "float32", (8, 1), "mean", include_self=False)
        indices = np.array([0, 1, 1, 2, 4, 4, 4, 5])[:, None]
        data, updates = np.zeros(6, "f4"), np.arange(8, dtype="f4")
        want = np.array([0, 1.5, 3, 0, 5, 7], "f4")
        np.testing.assert_array_equal(plan(data, indices, updates), want)
        np.testing.assert_array_equal(plan.prepare(indices)(data, updates), want)

    def test_what_has_no_meaning_is_rejected(self):
        with self.assertRaisesRegex(strew.ScatterError, "mean has no meaning for bool"):
            strew.scatter_elements(np.zeros(3, bool), np.zeros(1, int), np.ones(1, bool), 0, "mean")
        with self.assertRaisesRegex(strew.ScatterError, "^ONNX ScatterElements-18 has no include_self=False$"):
            strew.scatter_elements(np.zeros(3), np.zeros(1, int), np.ones(1), 0, "add", include_self=False, profile="ONNX ScatterElements-18")
        for operator, profile in ((strew.scatter_elements, "PyTorch scatter_reduce-2"), (strew.scatter_update, "PyTorch index_reduce-2")):
            words = {"mean_rounding": "truncates", "profile": profile}
            for dtype in (int, float):  # whose means are never rounded so
                with self.assertRaisesRegex(strew.ScatterError, f"{profile} has no mean_rounding='truncates'"):
                    operator(np.zeros(3, dtype), np.zeros(1, int), np.ones(1, dtype), 0, "mean", **words)
        with self.assertRaisesRegex(ValueError, "mean_rounding 'up' is none of 'floors', 'truncates'"):
            strew.scatter_elements(np.zeros(3), np.zeros(1, int), np.ones(1), 0, "mean", mean_rounding="up")
