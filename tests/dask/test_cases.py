"""The case files of the library in random chunks: what PyTorch, OpenVINO, ONNX, NumPy and the contract say, on dask arrays."""

import itertools
import json
import math
import os
import random
import tempfile
import unittest
import unittest.mock
from collections import Counter
from typing import Any, Dict, Iterator, NamedTuple, Tuple

import numpy as np
from distributed import Client

import strew.dask
from tests.dask.support import SCATTERS, SENT, chunked, cluster, computed, difference, outcome
from tests.python import test_cases
from tests.python.test_cases import CASES, FILES, call_of, dtype_of, element

MIN_SHARE = 0.75  # of the cases of each file that dask can say
MAX_ELEMENTS = 1 << 20  # of data: others are about shapes that no memory has

MAX_RANK = 32  # of what dask can rechunk
CANNOT_SAY = ("batch_dims", "alpha", "flat_indices", "block_format", "scale")  # there are no such arguments for dask
# On worker processes: in a full run every case, on two or on four of them; otherwise one in twenty.
SHARE = 2 if os.environ.get("STREW_TEST_FULL") else 40


def read(tensor: Dict[str, Any], dtype: np.dtype) -> np.ndarray:
    return np.full(tensor["shape"], element(tensor["fill"], dtype), dtype) if "fill" in tensor else test_cases_read(tensor, dtype)


test_cases_read = test_cases.read


def cases() -> Iterator[Tuple[str, Dict[str, Any]]]:
    for file in FILES:
        for case in json.loads((CASES / f"{file}.json").read_text()):
            shapes = [case[name]["shape"] for name in ("data", "indices", "updates") if name in case]
            sizes = [math.prod(shape) for shape in shapes]
            is_real = not case.get("shape_only") and max(map(len, shapes)) <= MAX_RANK and all(0 <= size <= MAX_ELEMENTS for size in sizes)
            is_scatter = case["op"] in SCATTERS
            can_say = is_scatter or (case["op"] == "gather_nd" and "overflow" not in case and "dtype" not in case["expect"])
            if can_say and is_real and not any(word in case for word in CANNOT_SAY):
                yield f"{file}/{case['id']}", case


class Call(NamedTuple):
    name: str
    operator: str
    arrays: Tuple[np.ndarray, ...]
    rest: Tuple[Any, ...]
    words: Dict[str, Any]
    expected: Any  # of one machine, which tests/python compares with the files


def calls() -> Iterator[Call]:
    """A profile says which calls a version of a specification allows, and what its words mean by default. strew.dask has none, because it
    takes these words themselves. So a case that has one runs without it, here and on one machine: a few have other bounds then, or are
    wrong calls, and are so on both."""
    for name, case in cases():
        with unittest.mock.patch.object(test_cases, "read", read):
            try:
                function, arrays, rest, words = call_of(case, dtype_of(case["dtype"]))
            except (KeyError, IndexError):
                continue  # a type or a profile that does not exist, which is what the case is about
            except unittest.SkipTest as reason:
                print(f"skipped {name}: {reason}")
                continue
        words.pop("profile", None)
        arrays = tuple(np.ascontiguousarray(array).reshape(array.shape) for array in arrays)
        rest = () if case["op"] == "gather_nd" else rest
        yield Call(name, case["op"], arrays, rest, words, outcome(lambda: function(*arrays, *rest, **words)))


def begin(client: Client, call: Call) -> Any:
    """A case on worker processes: what will be its result, or the error of a wrong call."""
    rng = random.Random(call.name)
    lazy = [chunked(rng, array) for array in call.arrays]
    try:
        return client.compute(getattr(strew.dask, call.operator)(*lazy, *call.rest, **call.words))
    except (ValueError, IndexError, TypeError) as error:
        return error


class Cases(unittest.TestCase):
    def test_every_case_in_random_chunks(self) -> None:
        counts, all_of = Counter[str](), Counter(name.split("/")[0] for name, _ in cases())
        with tempfile.TemporaryDirectory() as folder:
            for name, operator, arrays, rest, words, expected in calls():
                rng = random.Random(name)
                counts[name.split("/")[0]] += 1
                for scheduler in ("threads", "sync"):
                    is_there = scheduler == "sync" and rng.random() < 0.5
                    scratch = {"scratch": folder} if scheduler == "sync" and operator in SCATTERS and rng.random() < 0.7 else {}
                    of_indices = arrays[1] if is_there else chunked(rng, arrays[1])
                    lazy = chunked(rng, arrays[0]), of_indices, *(chunked(rng, array) for array in arrays[2:])
                    found = computed(operator, *lazy, *rest, **words, **scratch, scheduler=scheduler)
                    with self.subTest(name, scheduler=scheduler):
                        self.assertEqual(difference(found, expected), "")
        self.assertEqual([file for file in all_of if counts[file] < MIN_SHARE * all_of[file]], [])

    def test_on_two_and_four_processes(self) -> None:
        for n_workers, first in ((2, 0), (4, SHARE // 2)):
            client, n_computed = cluster(self, n_workers), 0
            chosen = (call for call in itertools.islice(calls(), first, None, SHARE) if call.arrays[0].dtype in SENT)
            while batch := [(call, begin(client, call)) for call in itertools.islice(chosen, 30)]:
                for call, made in batch:
                    found = made if isinstance(made, Exception) else outcome(made.result)
                    n_computed += isinstance(found, np.ndarray)
                    with self.subTest(call.name, n_workers=n_workers):
                        self.assertEqual(difference(found, call.expected), "")
            self.assertGreater(n_computed, 400 // SHARE)
