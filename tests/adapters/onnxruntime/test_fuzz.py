"""Random shapes, indices and types through sessions: the same result as a plain loop, or an error where an index is out of bounds."""

import os
import unittest

import numpy as np

from tests.adapters.onnxruntime import support

CASES = int(os.environ.get("STREW_TEST_CASES", "150"))
TYPES = ("float32", "float64", "float16", "int8", "int32", "int64", "uint8", "uint64")


def draw(random):
    """Inputs, attributes, the operator and whether all indices are in bounds."""
    rank = int(random.integers(1, 5))
    data = random.integers(1, 7, rank)
    kind = random.choice(["ScatterND", "ScatterElements"])
    dtype = str(random.choice(TYPES))
    attributes = {"reduction": str(random.choice(["none", "add", "mul", "min", "max"]))}

    def values(shape):
        return random.integers(0, 5, shape).astype(dtype)

    if kind == "ScatterND":
        k = int(random.integers(1, rank + 1))
        outer = list(random.integers(0, 5, int(random.integers(1, 3))))
        bounds = data[:k]
        indices = random.integers(-bounds, bounds, (*outer, k))
        updates = values((*outer, *data[k:]))
    else:
        axis = int(random.integers(-rank, rank))
        attributes["axis"] = axis
        shape = [int(random.integers(0, size + 1)) for size in data]
        shape[axis] = int(random.integers(0, 9))
        bounds = data[axis]
        indices = random.integers(-bounds, bounds, shape)
        updates = values(shape)
    is_right = True
    if indices.size and random.random() < 0.3:
        place = tuple(int(random.integers(0, size)) for size in indices.shape)
        limit = int(bounds[place[-1]] if kind == "ScatterND" else bounds)
        indices[place] = random.choice([limit, -limit - 1, 2**62, -(2**63)])
        is_right = False
    return kind, {"data": values(data), "indices": indices, "updates": updates}, attributes, is_right


class Fuzz(unittest.TestCase):
    def test_random_scatters(self):
        n_right = n_wrong = 0
        for seed in range(CASES):
            random = np.random.default_rng(seed)
            kind, inputs, attributes, is_right = draw(random)
            constants = ("indices",) if random.random() < 0.4 else ()
            model = support.model(kind, inputs, constants=constants, shapes=random.random() < 0.5, **attributes)
            with self.subTest(seed=seed, kind=kind, shapes=[a.shape for a in inputs.values()], **attributes):
                session = support.strew(model, threads=int(random.integers(1, 4)))
                for _ in range(2):
                    if is_right:
                        found = support.run(session, support.feeds(inputs, constants))
                        loop = support.scatter_nd if kind == "ScatterND" else support.scatter_elements
                        np.testing.assert_array_equal(found, loop(*inputs.values(), **attributes))
                        n_right += 1
                    else:
                        with self.assertRaisesRegex(Exception, r"outside \[-\d+, \d+\] of data dimension"):
                            session.run(None, support.feeds(inputs, constants))
                        n_wrong += 1
        self.assertTrue(n_right > CASES // 2 and n_wrong > CASES // 10, (n_right, n_wrong))
