"""How a call or a command says no."""

from __future__ import annotations

import re
from typing import Any

from ._enums import BLOCK_FORMATS, PACKED_DTYPES

# What a sentence of the library says, as patterns, and what Python's functions call it: first those of one function, then of all. Only
# the library's own words and numbers are in a sentence, so nothing of a user's is changed.
_A = (r"data dimension (\d+)", r"dimension \1 of a"), (r"\bdata\b", "a")
_PHRASES = {
    "numpy.take": _A,
    "numpy.put": (*_A, (r"\bupdates\b", "v"), (r"(?<!negative )\bindices\b", "ind")),
    "tensor_scatter": (
        (r"\bupdates are\b", "update is"),
        (r"\bupdates\b", "update"),
        (r"\bdata\b", "past_cache"),
        (r"(?<!negative )\bindices\b", "write_indices"),
    ),
    "group_by_chunk": ((r"the chunks of data dimension (\d+)", r"chunks[\1]"),),
    "add_at": (*_A, (r"\bupdates\b", "b")),
    "segment_softmax": ((r"\bupdates\b", "values"), (r"\bsoftmax\.", "")),
    "gradient": (
        (r"\bdata are\b", "output_gradient is"),
        (r"\bdata dimension (\d+)", r"dimension \1 of output_gradient"),
        (r"^this function\b", "gradient"),
    ),
    "segment": (
        (r"\bcomponent 0 is\b", "is"),
        (r"but data dimension 0 is empty: it has size 0", "but there are no segments"),
        (r" of data dimension 0$", ""),
    ),
    "spmm": (
        (r"^(scatter_update|segment)\b", "spmm"),
        (r"\boffsets\b", "a.indptr"),
        (r"\bcomponent 0 is\b", "is"),
        (r"\bof updates\b", "of table"),
        (r"\bupdates (of|are|is|has)\b", r"table \1"),
        (r"\bupdate_indices\b", "columns"),
        (r"(?<!negative )\bindices\b(?!=)", "rows"),
        (r"\bupdates\b", "table"),
        (r"\bdata\b", "out"),
    ),
}
_PACKED = rf"(?:{'|'.join(PACKED_DTYPES)})\b"
_BLOCKS = rf"(?:{'|'.join(BLOCK_FORMATS)})\b"
_PHRASES_OF_ALL = (
    (r"\bhas no components$", "has no tuple of arrays as indices"),
    (r"\b(use for|and) components\b", r"\1 a tuple of arrays as indices"),
    (r"options\.negative( of 1)?", "negative_wrap=False"),
    (r"options\.has_ignore_index( of 1)?", "ignore_index"),
    (r"options\.excludes_self( of 1)?", "include_self=False"),
    (r"options\.mean_rounding( of 1)?", "mean_rounding='truncates'"),
    (r"options\.update_negative( of 1)?", "update_negative_wrap=False"),
    (r"options\.has_update_ignore_index( of 1)?", "update_ignore_index"),
    (r"options\.nan( of 1)?", "nan='loses'"),
    (r"options\.overflow", "overflow='saturates'"),
    (r"options\.scale_rule", "scale_rule='multiplies'"),
    (r"options\.initial of 1", "initial='identity'"),
    (r"options\.initial of 2", "initial='data'"),
    (r"options\.offsets_end( of 1)?", "offsets_end='implied'"),
    (r"options\.arg_rule( of 1)?", "arg_rule='last'"),
    (r"options\.arg_counts( of 1)?", "arg_counts='axis'"),
    (r"options\.", ""),
    (r"\boutput\b", "out"),
    (r"have the shape \[n, 1\]", "are indices[:, None]"),
    (rf"\b(updates?) (?:are|is) (?!{_BLOCKS})\w+, but (data|past_cache) is (?!{_BLOCKS}|{_PACKED})\w+(: .* has one type|, and \w+ combines no such pair)?$", r"\g<0>: hand over \1.astype(\2.dtype)"),
    (rf"\b(updates?) (?:are|is) (?!{_BLOCKS}|(?:float32|b?float16)\b)\w+, but (?:data|past_cache) is {_BLOCKS}$", r"\g<0>: hand over \1.astype('float32')"),
    (r"indices has rank \d+, but data has rank \d+$", r"\g<0>; scatter_update and gather take indices of any rank"),
    (r"indices are bool, but must be integers .*", r"\g<0>; a mask is for masked_scatter"),
)


def in_python(sentence: str, function: str = "") -> str:
    """A sentence of the library, about the arguments that the caller of this function of Python wrote. The siblings of add_at have its; take and
    put themselves are "numpy.take" and "numpy.put"."""
    for pattern, phrase in (*_PHRASES.get(function, ()), *_PHRASES_OF_ALL):
        sentence = re.sub(pattern, phrase, sentence)
    return sentence


def shown(number: Any) -> str:
    """A number, or only how long it is: Python writes no integer of thousands of digits."""
    is_long = isinstance(number, int) and number.bit_length() > 256
    return f"an integer of {number.bit_length()} bits" if is_long else str(number)


def described(value: Any) -> str:
    """What kind of thing it is, with its article."""
    name = type(value).__name__
    return "None" if value is None else f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def printable(text: object) -> str:
    """The text on one line that can be written anywhere: what does not print is escaped, as Python would in quotes.

    A file's name may hold anything: a newline, an escape sequence of a terminal, bytes that are no text.
    """
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in str(text))


class Rejection(Exception):
    """A command cannot do what it was asked to; the text is the one sentence that its caller sees."""

    def __str__(self) -> str:
        return printable(super().__str__())


def one_line(reason: BaseException) -> str:
    """The reason without the advice for programmers that some libraries put on further lines."""
    if isinstance(reason, OSError) and reason.strerror:
        return reason.strerror
    lines = str(reason).splitlines()
    return lines[0] if lines else type(reason).__name__
