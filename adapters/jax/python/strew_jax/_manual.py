"""shard_map, where a program is written for one device of a mesh: what JAX checks and differentiates there must pass through the primitives.

An array may vary along axes of the mesh: its devices have different values. The result of a primitive varies along an axis if any of its
arguments does. Since JAX 0.6 that is a part of an array's type, and the arguments of a primitive must vary alike. Before, shard_map has a rule
for each primitive.
"""

from __future__ import annotations

from typing import Any, FrozenSet, List, Tuple

import jax
from jax import lax
from jax.extend.core import Primitive
from jax.sharding import NamedSharding, PartitionSpec


def _axes(value: Any) -> FrozenSet[Any]:
    kind = jax.typeof(value)
    axes: FrozenSet[Any] = kind.manual_axis_type.varying if hasattr(kind, "manual_axis_type") else getattr(kind, "vma", frozenset())
    return axes


def _cast(value: Any, axes: Tuple[Any, ...]) -> Any:
    return lax.pcast(value, axes, to="varying") if hasattr(lax, "pcast") else lax.pvary(value, axes)  # type: ignore[attr-defined]


def varying_alike(*values: Any) -> List[Any]:
    """The values, each of which varies along all axes that any of them varies along."""
    if not hasattr(jax, "typeof"):
        return list(values)
    axes = [_axes(value) for value in values]
    union: FrozenSet[Any] = frozenset().union(*axes)
    return [_cast(value, tuple(union - own)) if union - own else value for value, own in zip(values, axes)]


def shaped_like(kind: Any, shape: Tuple[int, ...]) -> Any:
    """The type of an array of another shape that varies as one of this type does."""
    if kind.shape == shape:
        return kind.update(weak_type=False)
    if getattr(kind, "sharding", None) is None:
        return kind.update(shape=shape, weak_type=False)
    nowhere = NamedSharding(kind.sharding.mesh, PartitionSpec(*(None for _ in shape)))
    return kind.update(shape=shape, weak_type=False, sharding=nowhere)


def register(primitive: Primitive) -> None:
    """Gives an older shard_map its rules."""
    if hasattr(lax, "pcast") or hasattr(lax, "pvary"):
        return
    from jax.experimental import shard_map

    shard_map.register_standard_check(primitive)  # type: ignore[attr-defined]
    shard_map.register_standard_rewrite(primitive)  # type: ignore[attr-defined]
