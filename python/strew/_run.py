"""`python -m strew run`: one operator on .npy files."""

from __future__ import annotations

import argparse
import time
from functools import partial
from inspect import signature
from typing import Any, Callable, Dict, List, NamedTuple, Tuple, Union

import numpy as np

from . import _gather, _scatter
from ._arrays import element_bytes
from ._enums import Status
from ._errors import ScatterError
from ._files import is_raw, load, path_of, save, view_as
from ._gather import gather_plan_for
from ._masked import masked_scatter
from ._operators import GATHERS, SCATTERS
from ._plan import Words, plan_for
from ._rejection import Rejection, one_line
from ._tables import ISAS, NUMPY_DTYPES, PROFILES, REDUCTIONS
from ._tokens import MODES, tensor_scatter
from ._words import ACCUMULATIONS, HINTS, MEAN_ROUNDINGS, NANS, OVERFLOWS, POLICIES

# How the library rejects raw elements where it needs numbers.
_ABOUT_DTYPES = (Status.UNSUPPORTED_REDUCTION, Status.PROFILE_LACKS_DTYPE, Status.DTYPE_MISMATCH)


class _Operator(NamedTuple):
    """A function, and which of its arguments are files and options on the command line."""

    function: Callable[..., Any]
    files: Tuple[str, ...]
    options: Tuple[str, ...]


_THREE = ("data", "indices", "updates")
_OF_INDICES = ("policy", "negative_wrap", "ignore_index", "profile")
_OF_SCATTERS = ("reduction", *_OF_INDICES, "isa", "nan", "include_self", "mean_rounding", "accumulate", "overflow", "unique", "sorted", "alpha")
_OF_GATHERS = (*_OF_INDICES, "isa", "fill")

_OPERATORS = {
    **{name: _Operator(getattr(_scatter, name), _THREE, (*numbers, *_OF_SCATTERS)) for name, numbers in SCATTERS.items()},
    "masked_scatter": _Operator(masked_scatter, ("data", "mask", "updates"), ("overflow",)),
    "tensor_scatter": _Operator(tensor_scatter, ("past_cache", "update", "write_indices"), ("axis", "mode", *_OF_INDICES, "overflow")),
    **{name: _Operator(getattr(_gather, name), ("data", "indices"), (*numbers, *_OF_GATHERS)) for name, numbers in GATHERS.items()},
}

_FILES: Dict[str, Dict[str, Any]] = {
    "indices": {"help": "integers of 8 to 64 bits"},
    "write_indices": {"help": "integers of 8 to 64 bits (default: zeros)", "required": False},
    "mask": {"help": "bools"},
}
_OF_ELEMENTS = ("data", "updates", "past_cache", "update")  # the files that --dtype is about


def number(text: str) -> Union[int, float, complex]:
    """argparse calls it a number in its sentences."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return complex(text)


# Without an option nothing is handed over: the default is the function's.
_OPTIONS: Dict[str, Dict[str, Any]] = {
    "axis": {"type": int, "metavar": "N", "help": "the dimension that indices count in"},
    "batch_dims": {"type": int, "metavar": "N", "help": "how many dimensions of data and indices are batches"},
    "mode": {"choices": list(MODES), "help": "what happens at the end of the axis"},
    "reduction": {"choices": list(REDUCTIONS), "help": "how updates are combined with elements"},
    "policy": {
        "choices": list(POLICIES),
        "help": "for an index out of bounds: reject the call (error), pass over its tuple (skip), take the nearest in bounds (clamp), or "
        "CHECK NOTHING and read or write where it points, which is trusted",
    },
    "negative_wrap": {"action": "store_false", "help": "a negative index is out of bounds"},
    "ignore_index": {"type": int, "metavar": "N", "help": "an index that passes its tuple over, such as the -1 of padding"},
    "profile": {"choices": list(PROFILES), "metavar": "NAME", "help": "a version to follow, such as 'ONNX ScatterND-18'"},
    "isa": {"choices": list(ISAS), "help": "the best instruction set that may be used"},
    "nan": {"choices": list(NANS), "help": "what a NaN does in a reduction"},
    "include_self": {"action": "store_false", "help": "the old elements take no part in the reduction"},
    "mean_rounding": {"choices": list(MEAN_ROUNDINGS), "help": "of the means of integers"},
    "accumulate": {"choices": list(ACCUMULATIONS), "help": "the wider type in which sums, products and means are computed, and rounded once"},
    "overflow": {"choices": list(OVERFLOWS), "help": "what becomes of such a result, or of an update of another dtype, that is too large"},
    "unique": {"choices": list(HINTS), "help": "no two tuples name the same slice"},
    "sorted": {"choices": list(HINTS), "help": "tuples are in the order of the slices that they name"},
    "alpha": {"type": number, "metavar": "NUMBER", "help": "what updates are multiplied by before add and sub"},
    "fill": {"type": number, "metavar": "NUMBER", "help": "what fills the slices of tuples that are passed over (default: zeros)"},
}


def _word_of(name: str) -> str:
    is_off = _OPTIONS.get(name, {}).get("action") == "store_false"
    return f"--{'no-' * is_off}{name.replace('_', '-')}"


def add_to(commands: Any) -> None:
    """Adds the command to the parser's commands, with a parser for each operator."""
    run = commands.add_parser("run", help="run an operator on .npy files", description="Runs an operator on .npy files.")
    operators = run.add_subparsers(dest="operator", metavar="operator", required=True, help=", ".join(_OPERATORS))
    for name, operator in _OPERATORS.items():
        parser = operators.add_parser(name, description=(operator.function.__doc__ or "").splitlines()[0])
        parameters = signature(operator.function).parameters
        for file in operator.files:
            parser.add_argument(_word_of(file), **{"type": path_of, "required": True, "metavar": "FILE.npy", **_FILES.get(file, {})})
        parser.add_argument("--output", type=path_of, required=True, metavar="FILE.npy", help="may be one of the others")
        for option in operator.options:
            settings, default = _OPTIONS[option], parameters[option].default
            text = settings["help"] if default in (None, True) else f"{settings['help']} (default: {default})"
            parser.add_argument(_word_of(option), **{**settings, "dest": option, "default": argparse.SUPPRESS, "help": text})
        elements = " and ".join(_word_of(file) for file in operator.files if file in _OF_ELEMENTS)
        parser.add_argument(
            "--dtype",
            choices=list(NUMPY_DTYPES),
            metavar="NAME",
            help=f"what raw elements of {elements} are: NumPy saves bfloat16 as '|V2', without its name, and float8 "
            "must be saved as array.view('V1'); without it raw elements of 1 to 64 bytes are moved as they are",
        )
    run.set_defaults(call=_run)


def _planned(operator: str, arrays: List[np.ndarray], words: Dict[str, Any]) -> Tuple[Callable[..., np.ndarray], str]:
    """What takes the arrays, and what will write."""
    plan: Any
    if operator in SCATTERS:
        words = {**words, "alpha": element_bytes(words.get("alpha"), arrays[0].dtype, "alpha")}
        plan = plan_for(operator, arrays[0], arrays[1], arrays[2], Words(**words))
    elif operator in GATHERS:
        numbers = tuple(words.pop(name, 0) for name in GATHERS[operator])
        plan = gather_plan_for(operator, arrays[0], arrays[1], numbers, **words)
    else:
        return partial(_OPERATORS[operator].function, **words), "needs no kernel"
    return plan, f"{plan.isa}, {plan.kernel or 'nothing to write'}"


def _run(options: argparse.Namespace) -> int:
    operator = _OPERATORS[options.operator]
    paths = {name: path for name in operator.files if (path := getattr(options, name)) is not None}
    arrays = [view_as(options.dtype if name in _OF_ELEMENTS else None, load(path), path) for name, path in paths.items()]
    words = {name: getattr(options, name) for name in operator.options if name in options}
    try:
        planned, by = _planned(options.operator, arrays, words)
        start = time.perf_counter()
        output = planned(*arrays)
        milliseconds = (time.perf_counter() - start) * 1e3
    except (TypeError, ValueError) as reason:
        hint = ""
        if is_raw(arrays[0].dtype) and isinstance(reason, ScatterError) and reason.status in _ABOUT_DTYPES:
            hint = f": {paths[operator.files[0]]} holds raw elements of {arrays[0].itemsize} bytes, and --dtype says what they are"
        raise Rejection(one_line(reason) + hint) from reason
    save(options.output, output)
    title = " ".join([options.operator, *([words.get("reduction", "none")] if "reduction" in operator.options else [])])
    print(f"{title}: {output.dtype} {list(output.shape)}, {by}, {milliseconds:.3f} ms")
    return 0
