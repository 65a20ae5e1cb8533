"""What a function with a name of JAX's promises: its signature, its results in every corner, its exceptions. And the signatures in docs/jax.md."""

from __future__ import annotations

import ast
import inspect
import itertools
import re
import unittest
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Tuple

import jax
import jax.numpy as jnp
import numpy as np

import strew_jax

jax.config.update("jax_enable_x64", True)

PAGE = (Path(__file__).resolve().parents[3] / "docs/jax.md").read_text()
COMPUTES = ("segment_sum", "segment_prod", "Ref.add", "Ref.subtract", "Ref.multiply")  # in a wider type, if that is asked for
X, I, Y = jnp.arange(6.0).reshape(3, 2), jnp.array([2, 0]), jnp.ones((2, 2))


def printed() -> Iterator[Tuple[str, ast.arguments]]:
    """The names in the first column of the page's table of functions, each with the signature that it or a later name of its cell has."""
    (table,) = re.findall(r"(?m)^\| strew_jax \|.*\n\|---.*\n((?:\|.*\n)+)", PAGE)
    for cell in re.findall(r"(?m)^\| (.*?) \|", table):
        names = re.findall(r"`([^`(]*(?:\(x\)\[i\])?[^`(]*)(\([^`]*\))?`", cell)
        (signature,) = [arguments for _, arguments in names if arguments]
        for name, _ in names:
            yield name.removeprefix("at(x)[i]"), ast.parse(f"def f{signature}: pass").body[0].args  # type: ignore[attr-defined]


def callables() -> Dict[str, Callable[..., Any]]:
    ref = strew_jax.at(X)[I]
    methods = {f".{name}": getattr(ref, name) for name in dir(ref) if not name.startswith("_")}
    return {**methods, **{name: getattr(strew_jax, name) for name in strew_jax.__all__ if name != "at"}}


class Signatures(unittest.TestCase):
    def test_those_of_the_page_are_those_of_the_functions(self) -> None:
        functions = callables()
        self.assertEqual(sorted(name for name, _ in printed()), sorted(functions))
        for name, arguments in printed():
            with self.subTest(name=name):
                real = inspect.signature(functions[name]).parameters.values()
                defaults = [ast.literal_eval(value) for value in (*arguments.defaults, *arguments.kw_defaults) if value is not None]
                by_position = [each.name for each in real if each.kind is each.POSITIONAL_OR_KEYWORD]
                by_name = [each.name for each in real if each.kind is each.KEYWORD_ONLY]
                self.assertEqual([each.arg for each in arguments.args], by_position)
                self.assertEqual(sorted(each.arg for each in arguments.kwonlyargs), sorted(by_name))
                self.assertEqual(defaults.count(None), [each.default for each in real].count(None))
                self.assertEqual(len(defaults), len([each for each in real if each.default is not each.empty]))

    def test_those_of_the_page_can_be_called(self) -> None:
        """By position as far as the page says so."""
        of = {"a": X, "arr": X, "operand": X, "data": Y, "indices": I, "updates": Y, "values": Y, "segment_ids": I, "num_segments": 3}
        special = {"take_along_axis": {"indices": I[:, None], "axis": 0}, "gather_elements": {"indices": I[:, None]}}
        special["scatter_elements"] = {"indices": jnp.array([[2, 0], [0, 2]])}
        special["spmm"] = {"a": (I, I), "table": Y}
        special["scatter_nd"] = special["gather_nd"] = {"indices": I[:, None]}
        for name, arguments in printed():
            with self.subTest(name=name):
                defaults = [None] * (len(arguments.args) - len(arguments.defaults)) + [ast.literal_eval(each) for each in arguments.defaults]
                known = {**of, **special.get(name, {})}
                values = [known.get(each.arg, default) for each, default in zip(arguments.args, defaults)]
                named = {each.arg: ast.literal_eval(value) for each, value in zip(arguments.kwonlyargs, arguments.kw_defaults) if value}
                result = callables()[name](*values, **named)
                required = values[: len(values) - len(arguments.defaults)]
                by_name = {each.arg: value for each, value in zip(arguments.args, values)}
                np.testing.assert_array_equal(result, callables()[name](**by_name))
                if name not in ("take", "take_along_axis") and not name.startswith("segment"):
                    np.testing.assert_array_equal(result, callables()[name](*required))

    def test_jaxs_names_have_jaxs_arguments(self) -> None:
        """All but out_sharding, in JAX's order, with JAX's defaults; an older JAX has fewer. Segments have more, and sums, by name alone."""
        pairs = [(getattr(jnp, name), getattr(strew_jax, name)) for name in ("take", "take_along_axis")]
        pairs += [(getattr(jax.ops, f"segment_{name}"), getattr(strew_jax, f"segment_{name}")) for name in ("sum", "prod", "min", "max")]
        pairs += [(getattr(X.at[I], name), method) for name, method in ((n[1:], f) for n, f in callables().items() if n[0] == ".")]
        for theirs, ours in pairs:
            with self.subTest(name=ours.__name__):
                of_theirs = {n: p for n, p in inspect.signature(theirs).parameters.items() if n != "out_sharding"}
                of_ours = inspect.signature(ours).parameters
                common = [name for name in of_ours if name in of_theirs]
                by_position = [name for name in of_theirs if of_theirs[name].kind is not inspect.Parameter.KEYWORD_ONLY]
                self.assertEqual(set(common), set(of_theirs))
                self.assertEqual(common[: len(by_position)], by_position)
                if jax.__version_info__ >= (0, 10):
                    self.assertEqual({n: of_ours[n].default for n in common}, {n: of_theirs[n].default for n in common})
                    own = {"update_indices", "weights"} if "segment" in ours.__name__ else set()
                    own |= {"accumulate"} if ours.__qualname__ in COMPUTES else set()
                    self.assertEqual(set(of_ours), {*of_theirs, *own})
                    self.assertTrue(all(of_ours[name].kind is inspect.Parameter.KEYWORD_ONLY for name in own))


class Behaviour(unittest.TestCase):
    def same(self, theirs: Callable[[], Any], ours: Callable[[], Any]) -> None:
        try:
            expected, error = theirs(), None
        except Exception as raised:  # noqa: BLE001
            expected, error = None, raised
        if error is not None:
            with self.assertRaises(type(error)) as caught:
                ours()
            self.assertEqual(str(caught.exception), str(error))
            return
        found = ours()
        self.assertEqual((found.shape, found.dtype), (expected.shape, expected.dtype))
        np.testing.assert_array_equal(found, expected)

    def cross(self, theirs: Any, ours: Any, shapes: Any, indices: List[Any], words: List[Dict[str, Any]]) -> None:
        for shape, index, options in itertools.product(shapes, indices, words):
            for dtype in ("float32", "int8")[: 1 + (shape == (3, 2))]:
                data = jnp.arange(int(np.prod(shape))).reshape(shape).astype(dtype)
                with self.subTest(shape=shape, index=np.asarray(index).tolist(), dtype=dtype, **options):
                    self.same(lambda: theirs(data, index, **options), lambda: ours(data, index, **options))  # noqa: B023

    def test_take(self) -> None:
        words: List[Dict[str, Any]] = [{"axis": axis} for axis in (None, 0, 1, -1, 2)]
        words += [{"axis": 0, "mode": mode} for mode in ("clip", "wrap", "raise", "no")] + [{"mode": "fill", "fill_value": 7}, {"out": X}]
        indices = [jnp.array(each) for each in (1, -7, [0, -1, 2, 9], [[-3], [1]], [1.0])] + [jnp.array([], int), jnp.array([2, 200], "uint8")]
        self.cross(jnp.take, strew_jax.take, ((), (3,), (3, 2), (0,), (0, 2), (2, 0)), indices, words)

    def test_take_along_axis(self) -> None:
        words: List[Dict[str, Any]] = [{"axis": axis} for axis in (None, 0, 1, -1, 2)]
        words += [{"axis": 0, "mode": "clip"}, {"axis": 1, "fill_value": 7}, {"axis": 0, "mode": "no"}]
        if jax.__version_info__ >= (0, 10):
            words += [{}, {"axis": 0, "wrap_negative_indices": False}]
        indices = [jnp.array(each) for each in (1, [0, -1, 2, 9], [[0]], [[-3], [1], [9]], [[0, -1], [2, -4], [1, 1]], [[[1], [0]]], [[1.0]])]
        indices += [jnp.zeros((0, 2), int), jnp.zeros((1, 0), int)]
        shapes = ((), (3,), (3, 2), (1, 2), (3, 1), (0, 2), (3, 0))
        self.cross(jnp.take_along_axis, strew_jax.take_along_axis, shapes, indices, words)

    def test_segments(self) -> None:
        data = {"rows": jnp.arange(8.0).reshape(4, 2) - 3, "numbers": jnp.array([5, -2, 7, 7], "int8"), "one": jnp.ones(()), "short": jnp.ones(3)}
        ids = (jnp.array([0, 2, 0, -1]), jnp.array([1, 9, 1, 1], "uint8"), jnp.array([[0, 1], [1, 1], [2, 0], [0, 0]]), jnp.array([-2] * 4))
        words: Tuple[Dict[str, Any], ...] = ({}, {"num_segments": 3}, {"num_segments": 0}, {"num_segments": -1}, {"num_segments": 3, "mode": "clip"})
        words = (*words, {"num_segments": 3, "bucket_size": 3}, {"num_segments": 2, "bucket_size": 1}, {"num_segments": 2, "bucket_size": 9})
        for name, (kind, values), index, options in itertools.product(("sum", "prod", "min", "max"), data.items(), ids, words):
            if index.ndim == 2 and "bucket_size" in options:
                continue  # JAX's buckets are of indices of one dimension
            if name in ("prod", "min") and kind != "rows":
                continue
            with self.subTest(name=name, kind=kind, index=index.tolist(), **options):
                theirs, ours = getattr(jax.ops, f"segment_{name}"), getattr(strew_jax, f"segment_{name}")
                self.same(lambda: theirs(values, index, **options), lambda: ours(values, index, **options))  # noqa: B023
        for call in (jax.ops.segment_sum, strew_jax.segment_sum, strew_jax.segment_mean):
            with self.assertRaisesRegex(jax.errors.ConcretizationTypeError, "segment_sum.. `num_segments` argument"):
                jax.jit(call)(data["rows"], ids[0])
