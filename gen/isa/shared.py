"""What the vocabularies of vector instruction sets have in common."""

from typing import Iterator

from gen.isa import Word

REDUCERS = ("add", "sub", "mul", "min", "max")


def reducer(reduction: str, lane: str, lanes: int, register_bytes: int, type_: str, *body: str, why: str = "") -> Word:
    """A word that combines two registers lane by lane."""
    return Word(f"{reduction}_{lane}x{lanes}", type_, f"{type_} a, {type_} b", body, why, reduction, lane, register_bytes)


def through_float32(lane: str, lanes: int, register_bytes: int, type_: str) -> Iterator[Word]:
    """Reductions of a small float whose `lanes` widen into one register of float32."""
    for name in REDUCERS:
        widened = ", ".join(f"widen_{lane}x{lanes}({operand})" for operand in "ab")
        yield reducer(name, lane, lanes, register_bytes, type_, f"return narrow_{lane}x{lanes}({name}_f32x{lanes}({widened}));")
