"""What a call would ignore is rejected by name: every option of every function, crossed with every reduction."""

import inspect
import itertools
import unittest
from functools import partial
from typing import Any, Callable, Dict, Iterator, NamedTuple, Tuple

import numpy as np

import strew
from strew import ScatterError, Status, _gather, _scatter
from tests.case_keys import FUSED

# A value of each option that is not the default.
VALUES: Dict[str, Any] = {
    "policy": "skip",
    "negative_wrap": False,
    "ignore_index": 1,
    "profile": "ONNX TensorScatter-24",
    "nan": "loses",
    "include_self": False,
    "mean_rounding": "truncates",
    "accumulate": "float64",
    "overflow": "saturates",
    "unique": "checked",
    "sorted": "checked",
    "alpha": 2,
    "fill": 7,
    "batch_dims": 1,
    "axis": 1,
}
# Options that concern the speed alone.
SPEED: Dict[str, Any] = {"isa": "scalar", "threads": None}
# The reductions that have a use for an option, after docs/contract.md, and what a sentence calls the option.
COMBINING = ("add", "sub", "mul", "min", "max", "mean")
OF_REDUCTIONS = {"nan": COMBINING, "include_self": COMBINING, "mean_rounding": ("mean",), "alpha": ("add", "sub")}
CALLED = {"nan": "nan='loses'", "include_self": "include_self=False", "mean_rounding": "mean_rounding='truncates'", "alpha": "alpha"}
CONFLICT = {"alpha", "include_self"}

# An option that another one needs to make a difference.
NEEDS: Dict[str, Dict[str, Any]] = {"fill": {"ignore_index": 1}, "overflow": {"accumulate": "float64"}}
# What float32 alone has of these, and where it shows: test_wide.py.
WIDE = ("accumulate", "overflow")

SHAPE = (6, 6)


class Given:
    """Arrays of a dtype. Each of six rows, or some elements, is named several times, also by negative indices."""

    def __init__(self, dtype: str, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        self.dtype = dtype
        self.data = rng.integers(-5, 6, SHAPE).astype(dtype)
        self.indices = rng.integers(-3, 3, SHAPE)
        self.wrong_indices = np.where(rng.random(SHAPE) < 0.2, 99, self.indices)
        self.all_updates = rng.choice([-3, -2, -1, 1, 2, 3], 6**3).astype(dtype)
        if dtype == "float32":
            self.all_updates[rng.random(6**3) < 0.1] = np.nan

    def updates(self, shape: Tuple[int, ...]) -> np.ndarray:
        return self.all_updates[: np.prod(shape)].reshape(shape)


class Form(NamedTuple):
    """A way to call an operator with options by their names."""

    name: str
    function: Callable[..., Any]  # whose signature has the options
    call: Callable[..., Any]  # of what is given, indices and options
    has_reduction: bool = True


def in_place(given: Given, indices: np.ndarray, **options: Any) -> np.ndarray:
    """strew.put, which is NumPy's and more."""
    a = given.data.copy()
    strew.put(a, indices, given.updates(SHAPE), **options)
    return a


def scatter(function: Callable[..., Any], shape: Tuple[int, ...], is_nd: bool, given: Given, indices: np.ndarray, **options: Any) -> Any:
    return function(given.data, indices[..., np.newaxis] if is_nd else indices, given.updates(shape), **options)


def gather(function: Callable[..., Any], is_nd: bool, given: Given, indices: np.ndarray, **options: Any) -> Any:
    return function(given.data, indices[..., np.newaxis] if is_nd else indices, **options)


def run_plan(plan_of: Callable[..., Any], shape: Tuple[int, ...], is_nd: bool, given: Given, indices: np.ndarray, **options: Any) -> Any:
    tuples = indices[..., np.newaxis] if is_nd else indices
    plan = plan_of(SHAPE, given.dtype, tuples.shape, **options)
    return plan(given.data, tuples, given.updates(shape)) if shape else plan(given.data, tuples)


def grouped(given: Given, indices: np.ndarray, **options: Any) -> np.ndarray:
    return np.concatenate([each.ravel() for each in strew.group_by_chunk(SHAPE, indices[..., np.newaxis], [(2, 4)], **options)])


def forms() -> Iterator[Form]:
    for function, plan, shape, is_nd in (
        (strew.scatter_nd, strew.plan_scatter_nd, (*SHAPE, 6), True),
        (strew.scatter_elements, strew.plan_scatter_elements, SHAPE, False),
        (strew.scatter_update, strew.plan_scatter_update, (*SHAPE, 6), False),
        (_scatter.put, strew.plan_put, SHAPE, False),
    ):
        yield Form(function.__name__, function, partial(scatter, function, shape, is_nd))
        yield Form(plan.__name__, function, partial(run_plan, plan, shape, is_nd))
    yield Form("strew.put", strew.put, in_place)
    gathers: Tuple[Tuple[Callable[..., Any], Callable[..., Any], bool], ...] = (
        (strew.gather_nd, strew.plan_gather_nd, True),
        (strew.gather_elements, strew.plan_gather_elements, False),
        (strew.gather, strew.plan_gather, False),
        (_gather.take, strew.plan_take, False),
    )
    for function, plan, is_nd in gathers:
        yield Form(function.__name__, function, partial(gather, function, is_nd), False)
        yield Form(plan.__name__, function, partial(run_plan, plan, (), is_nd), False)
    yield Form("strew.take", strew.take, partial(gather, strew.take, False), False)
    yield Form("group_by_chunk", strew.group_by_chunk, grouped, False)


# What is no option: arrays, what the crossing runs over, and where NumPy's names say what strew's options say.
ARRAYS = {"data", "indices", "updates", "out", "a", "ind", "v", "shape", "chunks", "reduction", "mode"}
ARRAYS |= {"scale", "scale_rule", "zero_points"}  # these are of other dtypes: test_wide.py
ARRAYS |= {*FUSED}  # test_fused.py
ARRAYS |= {"arg", "arg_rule", "arg_counts", "arg_fill"}  # test_arg.py


def options_of(form: Form) -> Dict[str, Any]:
    is_planned = form.name.startswith("plan_")
    names = [name for name in inspect.signature(form.function).parameters if name not in ARRAYS and not (is_planned and name == "threads")]
    return {name: {**VALUES, **SPEED}[name] for name in names}  # an option that is not known here is a KeyError


def outcome(call: Callable[[], Any]) -> Any:
    try:
        result = call()
    except (ValueError, TypeError) as error:
        return error
    return result.dtype, result.shape, np.where(np.isnan(result), np.nan, result).tobytes()  # which NaN comes out is not promised


def differ(first: Any, second: Any) -> bool:
    return (repr(first) if isinstance(first, Exception) else first) != (repr(second) if isinstance(second, Exception) else second)


class Crossing(unittest.TestCase):
    def rejected(self, found: Any, reduction: str, given: Tuple[str, ...]) -> bool:
        """Whether the call had to be rejected for these options, and was, by the name of one of them."""
        unused = [name for name in given if name in OF_REDUCTIONS and reduction not in OF_REDUCTIONS[name]]
        if not unused and not CONFLICT <= {*given}:
            if isinstance(found, ScatterError):
                self.assertNotIn(found.status, (Status.UNUSED_ARGUMENT, Status.CONFLICT))
            return False
        self.assertIsInstance(found, ScatterError)
        self.assertIs(found.status, Status.UNUSED_ARGUMENT if unused else Status.CONFLICT)
        names = [f"reduction {reduction} has no use for {CALLED[name]}" for name in unused] or ["alpha and include_self=False exclude each other"]
        self.assertTrue(any(str(found).endswith(name) for name in names), found)
        return True

    def test_each_option_is_honoured_or_rejected_by_name(self) -> None:
        given = {dtype: [Given(dtype, seed) for seed in range(8)] for dtype in ("float32", "int32")}
        for form, dtype in itertools.product(forms(), given):
            for reduction, (name, value) in itertools.product(strew.REDUCTIONS if form.has_reduction else ("none",), options_of(form).items()):
                if name in WIDE and dtype != "float32":
                    continue
                with self.subTest(form.name, dtype=dtype, reduction=reduction, option=name):
                    words: Dict[str, Any] = {**({"reduction": reduction} if form.has_reduction else {}), **NEEDS.get(name, {})}
                    # A type without NaN has nothing to pass over, and one with fractions nothing to round: the option holds.
                    holds = name in SPEED or name in WIDE or (name, dtype) in (("nan", "int32"), ("mean_rounding", "float32"))
                    makes_a_difference = False
                    for each in given[dtype]:
                        indices = each.wrong_indices if name == "policy" else each.indices
                        found = outcome(lambda: form.call(each, indices, **words, **{name: value}))
                        if self.rejected(found, reduction, (name,)):
                            break
                        makes_a_difference = differ(found, outcome(lambda: form.call(each, indices, **words)))
                        if makes_a_difference:  # otherwise perhaps these values do not show it
                            break
                    else:
                        self.assertTrue(holds)
                    self.assertFalse(makes_a_difference and holds)

    def test_pairs(self) -> None:
        given = Given("float32")
        for form in (form for form in forms() if form.has_reduction):
            for reduction, names in itertools.product(strew.REDUCTIONS, itertools.combinations(OF_REDUCTIONS, 2)):
                with self.subTest(form.name, reduction=reduction, options=names):
                    words = {name: VALUES[name] for name in names}
                    found = outcome(lambda: form.call(given, given.indices, reduction=reduction, **words))
                    if not self.rejected(found, reduction, names):
                        self.assertNotIsInstance(found, Exception)

    def test_a_rejected_call_writes_nothing(self) -> None:
        given = Given("float32")
        for reduction, (name, reductions) in itertools.product(strew.REDUCTIONS, OF_REDUCTIONS.items()):
            if reduction not in reductions:
                a = given.data.copy()
                for values in (given.updates(SHAPE), []):  # of which strew.put writes none
                    with self.assertRaisesRegex(ScatterError, f"^put with the reduction {reduction} has no use for {CALLED[name]}$"):
                        strew.put(a, given.indices, values, reduction=reduction, **{name: VALUES[name]})
                np.testing.assert_array_equal(a, given.data)

    def test_every_function_is_here(self) -> None:
        known = {form.function for form in forms()}
        for name in strew.__all__:
            function = getattr(strew, name)
            if not inspect.isfunction(function) or function in known or name.startswith("plan_") or name in ("tensor_scatter", "masked_scatter", "group", "segment"):
                continue
            elsewhere = {"axis", "unique", "sorted"} | ({"accumulate"} if name.endswith("_at") or name == "spmm" else set())  # test_hints.py, test_fused.py
            self.assertFalse({*inspect.signature(function).parameters} & ({*VALUES} - elsewhere), name)

    def test_masked_scatter(self) -> None:
        three = np.zeros(2, "float16"), np.array([True, False]), np.full(1, 1e9)
        found, without = (outcome(lambda: strew.masked_scatter(*three, **words)) for words in ({"overflow": "saturates"}, {}))
        self.assertTrue(differ(found, without), found)

    def test_tensor_scatter(self) -> None:
        for name, value, indices in (
            ("policy", "skip", [0, 9]), ("negative_wrap", False, [1, -3]), ("ignore_index", 1, [1, -3]), ("mode", "circular", [0, 9]),
            ("axis", 2, [1, -3]), ("profile", "ONNX ScatterND-18", [1, -3]), ("overflow", "saturates", [1, 0]),
        ):  # fmt: skip
            three = np.zeros((2, 3, 1), "float16"), np.full((2, 2, 1), 1e9), np.array(indices)
            with self.subTest(name):
                found, without = (outcome(lambda: strew.tensor_scatter(*three, **words)) for words in ({name: value}, {}))
                self.assertTrue(differ(found, without), found)
        self.assertEqual(
            {*inspect.signature(strew.tensor_scatter).parameters} - {"past_cache", "update", "write_indices", "out", "threads"},
            {"policy", "negative_wrap", "ignore_index", "mode", "axis", "profile", "overflow"},
        )
