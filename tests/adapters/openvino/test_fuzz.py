"""Random shapes, indices and types through compiled models: the result of a plain loop, or an error where an index is out of bounds."""

import os
import unittest

import numpy as np

from tests.adapters.openvino import support

CASES = int(os.environ.get("STREW_TEST_CASES", "150"))
TYPES = ("float32", "int8", "int32", "int64", "uint8", "uint64")


def draw(random):
    """The operator, its inputs, its attributes and whether all indices are in bounds."""
    operator = str(random.choice(support.OPERATORS))
    rank = int(random.integers(1, 5))
    data = random.integers(1, 7, rank)
    dtype = str(random.choice(TYPES))
    attributes = {}
    if operator in support.REDUCTIONS:
        attributes["reduction"] = str(random.choice(support.REDUCTIONS[operator]))
    if operator == "ScatterElementsUpdate-12":
        attributes["use_init_val"] = bool(random.integers(0, 2))
    axis = int(random.integers(-rank, rank))

    def values(shape):
        return random.integers(0, 5, shape).astype(dtype)

    if operator.startswith("ScatterND"):
        k = int(random.integers(1, rank + 1))
        outer = list(random.integers(0, 5, int(random.integers(1, 3))))
        bounds = data[:k]
        indices = random.integers(-bounds, bounds, (*outer, k))
        updates = values((*outer, *data[k:]))
    elif operator.startswith("ScatterElements"):
        shape = [int(random.integers(0, size + 1)) for size in data]
        shape[axis] = int(random.integers(0, 9))
        bounds = data[axis : axis + 1 or None]
        indices = random.integers(-bounds[0], bounds[0], shape)
        updates = values(shape)
    else:
        shape = list(random.integers(0, 5, int(random.integers(0, 3))))
        bounds = data[axis : axis + 1 or None]
        indices = random.integers(-bounds[0], bounds[0], shape)
        at = axis % rank
        updates = values((*data[:at], *shape, *data[at + 1 :]))
    indices = np.asarray(indices, str(random.choice(["int32", "int64"])))
    is_right = True
    if indices.size and random.random() < 0.3:
        place = tuple(int(random.integers(0, size)) for size in indices.shape)
        limit = int(bounds[place[-1]] if operator.startswith("ScatterND") else bounds[0])
        wrong = [limit, -limit - 1, 2**31 - 1, -(2**31)] + ([2**62, -(2**63), 2**32] if indices.dtype == np.int64 else [])
        indices[place] = wrong[random.integers(0, len(wrong))]
        is_right = False
    inputs = {"data": values(data), "indices": indices, "updates": updates}
    if support.has_axis(operator):
        inputs["axis"] = np.array(axis)
    return operator, inputs, attributes, is_right


class Fuzz(unittest.TestCase):
    def test_random_scatters(self):
        n_right = n_wrong = 0
        for seed in range(CASES):
            random = np.random.default_rng(seed)
            operator, inputs, attributes, is_right = draw(random)
            constants = [name for name in ("indices", "axis") if name in inputs and random.random() < 0.4]
            model = support.model(operator, inputs, constants, bool(random.integers(0, 2)), **attributes)
            with self.subTest(seed=seed, operator=operator, shapes=[a.shape for a in inputs.values()], **attributes):
                compiled = support.strew(model, threads=int(random.integers(1, 4)))
                for _ in range(2):
                    if is_right:
                        found = support.run(compiled, inputs, constants)
                        np.testing.assert_array_equal(found, support.expected(operator, inputs, **attributes))
                        n_right += 1
                    else:
                        with self.assertRaisesRegex(RuntimeError, r"outside \[-\d+, \d+\] of data dimension"):
                            support.run(compiled, inputs, constants)
                        n_wrong += 1
        self.assertTrue(n_right > CASES // 2 and n_wrong > CASES // 10, (n_right, n_wrong))


if __name__ == "__main__":
    unittest.main()
