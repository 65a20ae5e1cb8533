"""Writes group.json: what NumPy's stable argsort, bincount and unique say about indices of all types, into so many groups and of distinct values.

    script/cases --make group        with the package `numpy`, whose version is in each source
"""

from pathlib import Path

import numpy as np
from of_numpy import INDEX_DTYPES, OUT_OF_BOUNDS, SOURCE, name_of, numbers, tensor, write

FILE = Path(__file__).with_name("group.json")
RANDOM = np.random.default_rng(47)


def case(name, indices, expect, n_groups=None, **words):
    of = {} if n_groups is None else {"n_groups": n_groups}
    at = {**tensor(indices), "dtype": name_of(indices.dtype)}
    return {"id": name, "source": f"{SOURCE}, argsort(kind='stable'), bincount, unique", "op": "group", "dtype": name_of(indices.dtype), **of, **words, "indices": at, "expect": expect}


def grouped(name, indices, n_groups=None, **words):
    """What is skipped or ignored is sorted behind all others, and cut off."""
    values, flat = None, indices.ravel()
    is_member = flat != words["ignore_index"] if "ignore_index" in words else np.full(flat.size, True)
    if n_groups is None:
        values = np.unique(flat[is_member])
        groups, n = np.searchsorted(values, flat), values.size
    else:
        groups, n = flat.astype(np.int64), n_groups
        groups = np.where(groups < 0, groups + n, groups) if words.get("negative_wrap", True) else groups
        groups = np.clip(groups, 0, n - 1) if words.get("policy") == "clamp" else groups
        is_in_bounds = (groups >= 0) & (groups < n)
        if "policy" not in words and not np.all(is_in_bounds | ~is_member):
            return case(name, indices, {"error": "an index is out of bounds", "status": OUT_OF_BOUNDS}, n_groups, **words)
        is_member &= is_in_bounds
    groups = np.where(is_member, groups, n)
    order = np.argsort(groups, kind="stable")[: is_member.sum()]
    starts = np.concatenate(([0], np.cumsum(np.bincount(groups[is_member], minlength=n)[:n])))
    unique = np.unique(groups[is_member]) if values is None else values
    return case(name, indices, {"order": numbers(order), "starts": numbers(starts), "unique": numbers(unique)}, n_groups, **words)


def cases():
    for dtype in INDEX_DTYPES:
        info, low = np.iinfo(dtype), 0 if dtype.startswith("u") else -4
        indices = RANDOM.integers(low, 5, 14).astype(dtype)
        yield grouped(f"group-{dtype}", indices, 5)
        yield grouped(f"group-{dtype}-skip", RANDOM.integers(low, 8, 14).astype(dtype), 5, policy="skip", ignore_index=3)
        yield grouped(f"group-{dtype}-distinct", indices.reshape(2, 7), ignore_index=3)
        yield grouped(f"group-{dtype}-distinct-ends", RANDOM.choice(np.array([info.min, info.max, 0, 1], dtype), 9))
    indices = np.array([2, -1, 0, -4, 2], np.int64)
    yield grouped("group-clamp", indices, 3, policy="clamp")
    yield grouped("group-no-wrap", indices, 3, policy="skip", negative_wrap=False)
    yield grouped("group-rejected", indices, 3)
    yield grouped("group-rejected-negative", indices, 5, negative_wrap=False)
    yield grouped("group-none", indices[:0], 3)
    yield grouped("group-none-distinct", indices[:0])
    yield grouped("group-into-none", indices, 0, policy="skip")
    yield grouped("group-all-ignored", indices[:1], ignore_index=2)


def main():
    write(FILE, cases())
