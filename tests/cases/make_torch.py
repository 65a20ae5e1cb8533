"""Writes torch.json: what PyTorch computes on the CPU for scatter_reduce, scatter_add, index_reduce, index_add, index_copy, gather and index_select, with and
without the old elements, for transposed, cut and expanded tensors, for masked_scatter, and for its other scatters and gathers.

    script/cases --make torch        with the package `torch`, whose version is in each source

Left out is what PyTorch computes otherwise than strew, or leaves open; docs/specifications.md says what that is. So float16 and bfloat16 have no sums and
means, and no products in scatter_reduce; no zero is negative; means of integers have small sums, and those of complex numbers exact quotients. Products of
complex numbers are exact, as PyTorch fuses those of complex128, and so are those of float32 and float64 with alpha, which it fuses with the sum.
"""

import itertools
from pathlib import Path

import torch
from layout import write

FILE = Path(__file__).with_name("torch.json")
SOURCE = f"torch {torch.__version__.split('+')[0]}"
SELECTS = "PyTorch index_select-2"
REDUCTIONS = {"sum": "add", "prod": "mul", "amin": "min", "amax": "max", "mean": "mean"}
INTEGERS = (torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8)
DTYPES = (torch.float32, torch.float64, *INTEGERS, torch.bool)
NARROW = (torch.float16, torch.bfloat16)
# PyTorch 2.15 has no amin, amax and index_reduce of the next two, and of unsigned integers only what computes on the old elements: no mean, no index_add.
COMPLEX = (torch.complex64, torch.complex128)
UNSIGNED = (torch.uint16, torch.uint32, torch.uint64)
# PyTorch only moves these; strew computes with the first two, and has no type for the others.
SMALL = {torch.float8_e4m3fn: "float8e4m3fn", torch.float8_e5m2: "float8e5m2"}
SMALL |= dict.fromkeys((torch.float8_e4m3fnuz, torch.float8_e5m2fnuz, torch.float8_e8m0fnu), "opaque1")
COMPUTED = {
    "scatter_reduce": [(dtype, word) for dtype in DTYPES for word in REDUCTIONS if (dtype, word) != (torch.bool, "mean")]
    + [(dtype, word) for dtype in NARROW for word in ("amin", "amax")],
    "index_reduce": [(dtype, word) for dtype in DTYPES[:-1] for word in REDUCTIONS if word != "sum"]
    + [(dtype, word) for dtype in NARROW for word in ("prod", "amin", "amax")],
}


def name_of(dtype):
    return SMALL.get(dtype, str(dtype).removeprefix("torch."))


def decimal(value, dtype):
    """The shortest that names the number in its type, as a double would name too many digits."""
    if dtype.is_complex:
        return [decimal(part, dtype.to_real()) for part in (value.real, value.imag)]
    if not dtype.is_floating_point:
        return value if abs(value) < 2**53 else str(value)
    if value != value or value in (float("inf"), float("-inf")):
        return {"nan": "NaN", "inf": "Inf", "-inf": "-Inf"}[str(value)]
    return next(short for short in (float(f"{value:.{digits}g}") for digits in range(1, 18)) if torch.tensor(short, dtype=dtype).item() == value)


def numbers(flat):
    if name_of(flat.dtype) == "opaque1":
        return [f"{byte:02x}" for byte in flat.view(torch.uint8).tolist()]
    return [decimal(value, flat.dtype) for value in flat.tolist()]


def tensor(view):
    """A tensor with the buffer that it is a view of."""
    if view.is_contiguous() and view.untyped_storage().nbytes() == view.numel() * view.element_size():
        return {"shape": list(view.shape), "values": numbers(view.reshape(-1))}
    whole = view.as_strided((view.untyped_storage().nbytes() // view.element_size(),), (1,), 0)
    return {"shape": list(view.shape), "strides": list(view.stride()), "offset": view.storage_offset(), "values": numbers(whole)}


def case(name, op, data, indices, output, updates=None, source=SOURCE, **words):
    """`output` is a tensor, or the error of PyTorch."""
    tensors = {"data": tensor(data), "indices": {**tensor(indices), "dtype": name_of(indices.dtype)}}
    if updates is not None:
        tensors["updates"] = tensor(updates)
    expect = {"error": str(output)} if isinstance(output, Exception) else {"shape": list(output.shape), "values": numbers(output.reshape(-1))}
    if updates is not None:
        expect.pop("shape", None)
    return {"id": name, "source": source, "op": op, **words, "dtype": name_of(data.dtype), **tensors, "expect": expect}


def draw(random, shape, dtype, low=-9, high=10, unit=10):
    """Numbers that are no fractions of powers of two, and a NaN and an infinity here and there. Complex ones are finite."""
    if dtype.is_complex:
        real, imaginary = (torch.randint(1, 10 * unit, shape, generator=random, dtype=dtype.to_real()) / unit for _ in range(2))
        return torch.complex(real, imaginary)
    if not dtype.is_floating_point:
        low, high = (0, 2) if dtype == torch.bool else (max(low, 0), high) if dtype == torch.uint8 or dtype in UNSIGNED else (low, high)
        return torch.randint(low, high, shape, generator=random).to(dtype)
    values = torch.randint(-99, 100, shape, generator=random) / 10
    values[values == 0] = 0.5
    special = torch.rand(shape, generator=random)
    values[special < 0.04] = float("nan")
    values[special > 0.97] = float("inf")
    return values.to(dtype)


def laid_out(kind, dense):
    """The same numbers, elsewhere."""
    if kind == 1 and dense.dim() > 1:
        return dense.transpose(0, -1).contiguous().transpose(0, -1)
    if kind == 2:
        wide = torch.ones([size + 2 for size in dense.shape], dtype=dense.dtype)
        cut = wide[tuple(slice(1, -1) for _ in dense.shape)]
        return cut.copy_(dense)
    return dense


def chosen(random, shape, size, number):
    """Indices that repeat, int64 or int32, in some cases expanded along the last dimension."""
    dtype = (torch.int64, torch.int32)[number // 2 % 2]
    if len(shape) > 1 and number % 3 == 0:
        return torch.randint(0, size, (*shape[:-1], 1), generator=random).to(dtype).expand(shape)
    return laid_out(number % 3, torch.randint(0, size, shape, generator=random).to(dtype))


def reduced(random):
    for function, words in COMPUTED.items():
        for number, ((dtype, word), include_self) in enumerate(itertools.product(words, (True, False))):
            shape, axis = (((4, 3), 0), ((3, 5), 1), ((2, 4, 2), 1), ((6,), 0))[number % 4]
            sizes = list(shape)
            sizes[axis] = 7
            data, updates = (laid_out((number + n) % 3, draw(random, of, dtype)) for n, of in enumerate((shape, sizes)))
            if function == "scatter_reduce":
                indices = chosen(random, sizes, shape[axis] - 1, number)  # the last slice has no update
            else:
                indices = chosen(random, (7,), shape[axis] - 1, number)
            output = getattr(data, function)(axis, indices, updates, word, include_self=include_self)
            name = f"{function}-{name_of(dtype)}-{word}{'' if include_self else '-without-self'}".replace("_", "-")
            options = {"axis": axis, "reduction": REDUCTIONS[word], "include_self": include_self, "profile": f"PyTorch {function}-2"}
            op = "scatter_elements" if function == "scatter_reduce" else "scatter_update"
            yield case(name, op, data, indices, output, updates, f"{SOURCE}, {function}", **options)


def added_and_copied(random, dtypes=DTYPES[:-1], functions=("scatter_add", "index_add", "index_copy")):
    for number, (dtype, function) in enumerate(itertools.product(dtypes, functions)):
        shape, axis = (((4, 3), 0), ((3, 5), 1), ((2, 4, 2), 1))[number % 3]
        sizes = list(shape)
        sizes[axis] = 3 if function == "index_copy" else 7
        data, updates = (laid_out((number + n) % 3, draw(random, of, dtype)) for n, of in enumerate((shape, sizes)))
        if function == "index_copy":  # of an index that repeats, PyTorch promises nothing
            indices = torch.randperm(shape[axis], generator=random)[:3]
        else:
            indices = chosen(random, sizes if function == "scatter_add" else (7,), shape[axis], number)
        output = getattr(data, function)(axis, indices, updates)
        op, reduction = "scatter_elements" if function == "scatter_add" else "scatter_update", "none" if function == "index_copy" else "add"
        name = f"{function}-{name_of(dtype)}".replace("_", "-")
        yield case(name, op, data, indices, output, updates, f"{SOURCE}, {function}", axis=axis, reduction=reduction)


def multiplied(random):
    """index_add with alpha: of integers and small floats any, of others powers of two, whose products are exact, and for complex numbers small integers. Sums of
    small floats are of one number each."""
    alphas = {dtype: (3, -2) for dtype in INTEGERS} | {dtype: (0.5, -4.0) for dtype in DTYPES[:2]} | {dtype: (0.7, -3.0) for dtype in NARROW}
    alphas |= {dtype: (2 - 3j, 1j) for dtype in COMPLEX} | {torch.bool: (True, False)}
    for number, (dtype, alpha) in enumerate((dtype, alpha) for dtype, both in alphas.items() for alpha in both):
        shape, axis = (((4, 3), 0), ((3, 5), 1), ((2, 4, 2), 1), ((6,), 0))[number % 4]
        sizes = list(shape)
        sizes[axis] = 3 if dtype in NARROW else 7
        if dtype == torch.uint8:
            alpha = abs(alpha)
        data, updates = (laid_out((number + n) % 3, draw(random, of, dtype, unit=1)) for n, of in enumerate((shape, sizes)))
        indices = torch.randperm(shape[axis], generator=random)[:3] if dtype in NARROW else chosen(random, (7,), shape[axis], number)
        output = data.index_add(axis, indices, updates, alpha=alpha)
        words = {"axis": axis, "reduction": "add", "alpha": decimal(torch.tensor(alpha, dtype=dtype).item(), dtype)}
        name = f"index-add-{name_of(dtype)}-times-{str(alpha).strip('()')}"
        yield case(name, "scatter_update", data, indices, output, updates, f"{SOURCE}, index_add", **words)


def gathered(random, dtypes=(*DTYPES, *NARROW)):
    for number, (dtype, function) in enumerate(itertools.product(dtypes, ("gather", "index_select"))):
        shape, axis = (((4, 3), 0), ((3, 5), -1), ((2, 4, 3), 1))[number % 3]
        sizes = list(shape)
        sizes[axis] = 6
        data = laid_out((number + 1) % 3, draw(random, shape, dtype))
        indices = chosen(random, sizes if function == "gather" else (6,), shape[axis], number)
        output = getattr(torch, function)(data, axis, indices)
        op, words = ("gather_elements", {}) if function == "gather" else ("gather", {"profile": SELECTS})
        yield case(f"{function}-{name_of(dtype)}".replace("_", "-"), op, data, indices, output, source=f"{SOURCE}, {function}", axis=axis, **words)


def selected(random):
    """The types that index_select only moves, with all their bytes; and indices that it rejects."""
    for number, dtype in enumerate(SMALL):
        shape, axis = (((4, 3), 0), ((3, 5), -1), ((2, 4, 3), 1))[number % 3]
        data = laid_out(number % 3, torch.randint(0, 256, shape, generator=random, dtype=torch.uint8).view(dtype))
        indices = chosen(random, (6,), shape[axis], number)
        output = data.index_select(axis, indices)
        name = f"index-select-{str(dtype).removeprefix('torch.').replace('_', '-')}"
        yield case(name, "gather", data, indices, output, source=f"{SOURCE}, index_select", axis=axis, profile=SELECTS)
    data = draw(random, (4, 3), torch.float32)
    for name, index, dtype in (("negative-index", -1, torch.int64), ("negative-int32-index", -1, torch.int32), ("index-above", 4, torch.int64)):
        indices = torch.tensor([0, index], dtype=dtype)
        output = result_of(lambda: data.index_select(0, indices))
        yield case(f"{name}-index-select", "gather", data, indices, output, source=f"{SOURCE}, index_select", axis=0, profile=SELECTS)


def gathered_by_expanded(random):
    data, rows = draw(random, (5, 4), torch.float32), torch.tensor([3, 0, 3])
    expanded = rows[:, None].expand(3, 4)
    yield case("gather-of-an-expanded-index", "gather_elements", data, expanded, data.gather(0, expanded), axis=0)
    few = rows[:2, None].expand(2, 3)
    yield case("gather-of-an-index-that-is-smaller-off-the-axis", "gather_elements", data, few, data.gather(0, few), axis=0)


def later_types(random):
    """The types that scatter_reduce and its siblings took last."""
    reductions = [(dtype, word, include_self) for dtype in COMPLEX for word in ("sum", "prod") for include_self in (True, False)]
    for number, (dtype, word, include_self) in enumerate([*reductions, *((dtype, word, True) for dtype in UNSIGNED for word in ("sum", "prod"))]):
        shape, axis = (((4, 3), 0), ((3, 5), 1), ((2, 4, 2), 1))[number % 3]
        sizes = list(shape)
        sizes[axis] = 7
        unit = 1 if dtype.is_complex and word == "prod" else 10
        data, updates = (laid_out((number + n) % 3, draw(random, of, dtype, unit=unit)) for n, of in enumerate((shape, sizes)))
        indices = chosen(random, sizes, shape[axis] - 1, number)
        output = data.scatter_reduce(axis, indices, updates, word, include_self=include_self)
        name = f"scatter-reduce-{name_of(dtype)}-{word}{'' if include_self else '-without-self'}"
        options = {"axis": axis, "reduction": REDUCTIONS[word], "include_self": include_self, "profile": "PyTorch scatter_reduce-2"}
        yield case(name, "scatter_elements", data, indices, output, updates, f"{SOURCE}, scatter_reduce", **options)
    for dtype, include_self in itertools.product(COMPLEX, (True, False)):  # with the old element, four numbers
        data, pairs = torch.tensor([1 + 2j, 3 - 1j], dtype=dtype), torch.tensor([0.5 + 1j, 2 - 3j, 7 + 4j, 1.5 + 9j], dtype=dtype)
        places = torch.tensor([0, 0, 0, 1] if include_self else [0, 0, 1, 1])
        output = data.scatter_reduce(0, places, pairs, "mean", include_self=include_self)
        name = f"scatter-reduce-{name_of(dtype)}-mean{'' if include_self else '-without-self'}"
        options = {"axis": 0, "reduction": "mean", "include_self": include_self, "profile": "PyTorch scatter_reduce-2"}
        yield case(name, "scatter_elements", data, places, output, pairs, f"{SOURCE}, scatter_reduce", **options)
    yield from added_and_copied(random, COMPLEX)
    yield from added_and_copied(random, UNSIGNED, ("scatter_add",))
    yield from gathered(random, (*COMPLEX, *UNSIGNED))


def other_operators(random):
    """A row of docs/specifications.md each: what is scattered or gathered is a view, as strew takes it."""
    data, flat_at = draw(random, (4, 3), torch.float32), torch.tensor([7, -1, 3, 7])

    def called(function, op, view, indices, output, updates=None, of="", **words):
        name, output = f"{function.strip('_').replace('_', '-')}{of}", output if updates is None else output.reshape(view.shape)
        return case(name, op, view, indices, output, updates, f"{SOURCE}, {function}", **words)

    at, source = torch.tensor([[2, 0, 1], [0, 3, 2]]), draw(random, (2, 3), torch.float32)
    yield called("scatter", "scatter_elements", data, at, data.scatter(0, at, source), source, axis=0, reduction="none")
    fill = torch.tensor(2.5)
    yield called("scatter", "scatter_elements", data, at, data.scatter(0, at, 2.5), fill.expand(2, 3), "-of-a-value", axis=0, reduction="none")
    columns = torch.tensor([2, 0])
    yield called("index_fill", "scatter_update", data, columns, data.index_fill(1, columns, 2.5), fill.expand(4, 2), axis=1, reduction="none")
    pairs, values = torch.tensor([[3, 0, 3, -1], [2, 1, 2, 2]]), torch.tensor([0.5, 1.5, 2.5, 4.0])  # the tuples are its columns, which is a view
    yield called("index_put", "scatter_nd", data, pairs.T, data.index_put(tuple(pairs), values, accumulate=True), values, reduction="add")
    yield called("index", "gather_nd", data, pairs.T, data[tuple(pairs)])
    flat = data.view(-1)
    yield called("take", "gather", flat, flat_at, data.take(flat_at), axis=0)
    yield called("put_", "scatter_update", flat, flat_at, data.clone().put_(flat_at, values, accumulate=True), values, axis=0, reduction="add")
    rows = torch.tensor([[1], [3], [0]])
    yield called("take_along_dim", "gather_elements", data, rows.expand(3, 3), data.take_along_dim(rows, 0), axis=0)
    square_at = torch.tensor([[5, -1, 0], [11, -12, 5]], dtype=torch.int32)
    for kind, of in ((1, "-of-a-transposed"), (2, "-of-a-cut")):
        view = laid_out(kind, data)
        yield called("take", "gather_nd", view, square_at, view.take(square_at.long()), of=of, flat_indices=True)
        for n, reduction in ((3, "none"), (4, "add")):  # without accumulate, PyTorch leaves open which of two values stays
            output = view.clone().put_(flat_at[:n], values[:n], accumulate=reduction == "add")
            yield called("put_", "scatter_nd", view, flat_at[:n], output, values[:n], f"-{reduction}{of}", flat_indices=True, reduction=reduction)


def result_of(call):
    try:
        return call()
    except (IndexError, RuntimeError) as error:
        return error


def masked(random):
    """A mask of data's shape, transposed or cut, or one that is expanded to it; and of the source as many elements as are true, or more."""

    def called(name, data, mask, source, **words):
        output = result_of(lambda: data.masked_scatter(mask, source))
        expect = {"error": str(output), **words} if isinstance(output, Exception) else {"values": numbers(output.reshape(-1))}
        tensors = {"data": tensor(data), "mask": tensor(mask.expand(data.shape)), "updates": tensor(source)}
        return {"id": name, "source": f"{SOURCE}, masked_scatter", "op": "masked_scatter", "dtype": name_of(data.dtype), **tensors, "expect": expect}

    for number, dtype in enumerate((*DTYPES, *NARROW, *COMPLEX)):  # of unsigned integers only bytes
        shape = ((4, 3), (3, 5), (2, 4, 3), (19,))[number % 4]
        mask = torch.rand(shape, generator=random) < 0.5
        data, source = laid_out(number % 3, draw(random, shape, dtype)), draw(random, (int(mask.sum()) + number % 2,), dtype)
        yield called(f"masked-scatter-{name_of(dtype)}", data, laid_out((number + 1) % 3, mask), source)
    data, source = draw(random, (4, 3), torch.float32), draw(random, (3, 4), torch.float32)
    columns, rows = torch.tensor([True, False, True]), torch.tensor([[False], [True], [True], [False]])
    yield called("masked-scatter", data, columns, source)  # as PyTorch has a mask of columns: the one that docs/specifications.md cites
    yield called("masked-scatter-of-rows", data, rows, source)
    for name, mask in (("all", torch.tensor(True)), ("none", torch.tensor(False))):
        yield called(f"masked-scatter-{name}", data, mask, source)
    yield called("masked-scatter-of-an-empty-tensor", torch.zeros(0, 3), torch.zeros(0, 3, dtype=torch.bool), torch.zeros(0))
    yield called("masked-scatter-rank-0", torch.tensor(1.5), torch.tensor(True), torch.tensor([2.5]))
    yield called("masked-scatter-of-too-few", data, columns, source[0, :3], status="STREW_STATUS_TOO_FEW_UPDATES")


def by_hand():
    """What docs/specifications.md cites."""

    def reduce(name, data, indices, updates, word, include_self=True, function="scatter_reduce"):
        output = result_of(lambda: getattr(data, function)(0, indices, updates, word, include_self=include_self))
        op = "scatter_elements" if function == "scatter_reduce" else "scatter_update"
        words = {"axis": 0, "reduction": REDUCTIONS[word], "include_self": include_self, "profile": f"PyTorch {function}-2"}
        return case(name, op, data, indices, output, updates, f"{SOURCE}, {function}", **words)

    twice, nan = torch.tensor([0, 0]), float("nan")
    for function in COMPUTED:
        tail = function.replace("_", "-")
        pair = torch.tensor([-3, -4], dtype=torch.int32)
        yield reduce(f"mean-of-integers-floors-{tail}", torch.tensor([9, 5], dtype=torch.int32), twice, pair, "mean", False, function)
        yield reduce(f"mean-counts-the-old-element-{tail}", torch.tensor([9, 5], dtype=torch.int32), twice, pair, "mean", True, function)
        for word in ("amin", "amax"):
            three, places = torch.tensor([nan, 1.0, nan, 2.0]), torch.tensor([0, 1, 3, 3])
            updates = torch.tensor([5.0, nan, nan, 7.0])
            yield reduce(f"{word}-nan-wins-{tail}", three, places, updates, word, True, function)
            yield reduce(f"{word}-nan-that-is-left-out-{tail}", three, places, updates, word, False, function)
        yield reduce(f"negative-index-{tail}", torch.zeros(4), torch.tensor([-1]), torch.ones(1), "amax", True, function)
    whole = torch.arange(6.0).reshape(2, 3)
    few = torch.tensor([[1, 1]])
    output = torch.zeros(3, 3).scatter_reduce(0, few, whole, "sum")  # src may be larger than index, whose shape counts
    yield case("src-larger-than-index", "scatter_elements", torch.zeros(3, 3), few, output, whole[:1, :2], f"{SOURCE}, scatter_reduce", axis=0, reduction="add")


def main():
    torch.set_num_threads(1)
    random = torch.Generator().manual_seed(43)
    cases = [*by_hand(), *reduced(random), *added_and_copied(random), *gathered(random), *gathered_by_expanded(random)]
    cases += [*later_types(torch.Generator().manual_seed(44)), *other_operators(torch.Generator().manual_seed(45)), *multiplied(torch.Generator().manual_seed(46))]
    cases += [*masked(torch.Generator().manual_seed(47)), *selected(torch.Generator().manual_seed(48))]
    write(FILE, cases)
