"""Gradients, shapes without values, and vmap of the operators. The gradient of a scatter is a gather, and the other way round.

Each operator is a torch.autograd.Function with a setup_context, so that it has reverse and forward gradients, of any order, and takes part
in the transforms of torch.func.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

import torch
from torch import Tensor
from torch._C._functorch import TransformType
from torch._functorch.pyfunctorch import retrieve_current_functorch_interpreter
from torch.autograd import forward_ad
from torch.nn import functional

from ._library import ops

FRONT = "FuncTorchDynamicLayerFrontMode"  # the key of a call inside a transform of torch.func, before the transform has taken it apart

# ---- Shapes without values, for torch.compile and torch.export -----------------------------------------------------------------------


@torch.library.register_fake("strew::scatter_reduce")
@torch.library.register_fake("strew::index_reduce")
def _like_self(self: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, include_self: bool = True) -> Tensor:
    return self.new_empty(self.shape)


@torch.library.register_fake("strew::scatter_reduce_")
@torch.library.register_fake("strew::index_reduce_")
def _reduce_in_place(self: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, include_self: bool = True) -> None:
    pass


@torch.library.register_fake("strew::index_add_times")
def _like_self_of_times(self: Tensor, dim: int, index: Tensor, source: Tensor, alpha: Tensor) -> Tensor:
    return self.new_empty(self.shape)


@torch.library.register_fake("strew::index_add_times_")
def _times_in_place(self: Tensor, dim: int, index: Tensor, source: Tensor, alpha: Tensor) -> None:
    pass


@torch.library.register_fake("strew::arg_reduce")
def _with_places(self: Tensor, dim: int, index: Tensor, src: Tensor, is_maximum: bool, include_self: bool) -> Tuple[Tensor, Tensor]:
    return self.new_empty(self.shape), self.new_empty(self.shape, dtype=torch.int64)


@torch.library.register_fake("strew::take_at")
def _like_places(self: Tensor, dim: int, places: Tensor, nowhere: int) -> Tensor:
    return self.new_empty(places.shape)


@torch.library.register_fake("strew::put_at")
def _around_places(values: Tensor, dim: int, places: Tensor, n: int, nowhere: int) -> Tensor:
    shape = list(values.shape)
    if shape:
        shape[dim] = n
    return values.new_empty(shape)


@torch.library.register_fake("strew::index_put")
def _like_self_of_put(self: Tensor, indices: Sequence[Optional[Tensor]], values: Tensor, accumulate: bool = False) -> Tensor:
    return self.new_empty(self.shape)


@torch.library.register_fake("strew::index_put_")
def _put_in_place(self: Tensor, indices: Sequence[Optional[Tensor]], values: Tensor, accumulate: bool = False) -> None:
    pass


@torch.library.register_fake("strew::store_cache")
def _caches_in_place(
    k: Tensor,
    v: Tensor,
    slot_mapping: Tensor,
    k_cache: Tensor,
    v_cache: Tensor,
    k_scale: Optional[Tensor] = None,
    v_scale: Optional[Tensor] = None,
) -> None:
    pass


@torch.library.register_fake("strew::gather")
def _like_index(self: Tensor, dim: int, index: Tensor) -> Tensor:
    return self.new_empty(index.shape)


@torch.library.register_fake("strew::index_select")
def _selected(self: Tensor, dim: int, index: Tensor) -> Tensor:
    shape = list(self.shape)
    if shape:
        shape[dim] = index.numel()
    return self.new_empty(shape)


# ---- Gradients -----------------------------------------------------------------------------------------------------------------------


class _Elements:
    """scatter_reduce and gather, which have an index for each element."""

    def __init__(self, dim: int, index: Tensor) -> None:
        self.dim, self.index = dim, index

    def gather(self, grad: Tensor) -> Tensor:
        return ops.gather(grad, self.dim, self.index)

    def scatter(self, base: Tensor, src: Tensor, reduce: str, include_self: bool = True) -> Tensor:
        return ops.scatter_reduce(base, self.dim, self.index, src, reduce, include_self)

    def src_shape(self, base: Tensor) -> Sequence[int]:
        """Of what is read of src."""
        return self.index.shape

    def counts(self, shape: torch.Size, initial: int) -> Tensor:
        """How many indices each element of a tensor has, and how many it begins with. What an expanded index repeats is counted once."""
        index, size = self.index, list(shape)
        for d in range(index.dim()):
            if d != self.dim % index.dim() and index.stride(d) == 0 and index.shape[d] == size[d] > 0:
                index, size[d] = index.narrow(d, 0, 1), 1
        base = torch.full(size, initial, dtype=torch.int64)
        return ops.scatter_reduce(base, self.dim, index, torch.ones((), dtype=torch.int64).expand(index.shape), "sum", True)

    def part(self, src: Tensor) -> Tensor:
        """The beginning of src, which is all that is read of it."""
        if self.index.numel() == 0:
            return src.new_zeros(self.index.shape)
        for d, size in enumerate(self.index.shape or (1,)):
            src = src.narrow(d, 0, size) if src.dim() > 0 else src
        return src.reshape(self.index.shape)

    def whole(self, grad: Tensor, src_shape: torch.Size) -> Tensor:
        """The gradient of src from that of its beginning: what was not read has none."""
        if grad.numel() == 0:
            return grad.new_zeros(src_shape)
        missing = [size - read for size, read in zip(src_shape or (1,), grad.shape or (1,))]
        grad = grad.reshape([size - n for size, n in zip(src_shape, missing)])
        return functional.pad(grad, [n for size in reversed(missing) for n in (0, size)]) if any(missing) else grad


class _Slices(_Elements):
    """index_reduce and index_select, which have an index for each slice."""

    def gather(self, grad: Tensor) -> Tensor:
        return ops.index_select(grad, self.dim, self.index)

    def scatter(self, base: Tensor, src: Tensor, reduce: str, include_self: bool = True) -> Tensor:
        return ops.index_reduce(base, self.dim, self.index, src, reduce, include_self)

    def src_shape(self, base: Tensor) -> Sequence[int]:
        size = list(base.shape)
        if size:
            size[self.dim] = self.index.numel()
        return size

    def counts(self, shape: torch.Size, initial: int) -> Tensor:
        size = [1] * len(shape)
        if size:
            size[self.dim] = shape[self.dim]
        base = torch.full((shape[self.dim] if shape else 1,), initial, dtype=torch.int64)
        index = self.index.reshape(-1)
        return ops.index_reduce(base, 0, index, torch.ones((), dtype=torch.int64).expand(index.shape), "sum", True).reshape(size)

    def part(self, src: Tensor) -> Tensor:
        return src

    def whole(self, grad: Tensor, src_shape: torch.Size) -> Tensor:
        return grad.reshape(src_shape)


Map = Callable[[Tensor], Tensor]


def _same(tensor: Tensor) -> Tensor:
    return tensor


@dataclass(frozen=True)
class _Derivative:
    """The derivative of a reduction: own(d self) + shared(the sum of each(d src) by index). Each of the three multiplies element by
    element, so the gradients of self and src are own(grad) and each(gather(shared(grad)))."""

    own: Map = _same
    shared: Map = _same
    each: Map = _same


@dataclass(frozen=True)
class _Point:
    """Where a derivative is taken. `conj` is of what is multiplied by: a gradient's factors are conjugate, a tangent's are not."""

    way: _Elements
    include_self: bool
    values: Tuple[Tensor, ...]  # self, src, the result, for the reductions that need them
    conj: Map


def _of_sum(point: _Point) -> _Derivative:
    return _Derivative()


def _of_mean(point: _Point) -> _Derivative:
    def share(grad: Tensor) -> Tensor:
        return grad / point.way.counts(grad.shape, int(point.include_self)).clamp_(min=1)

    return _Derivative(own=share, shared=share)


def _of_extreme(point: _Point) -> _Derivative:
    """The elements that attain the result share its gradient, as in PyTorch. What is as large as src is made twice, and no more often."""
    self, src, result = point.values
    way, src = point.way, point.way.part(src)
    counted = torch.float32 if result.dtype.itemsize < 4 else result.real.dtype  # bfloat16 cannot count beyond 256
    with torch.no_grad():
        is_self = (self == result) & point.include_self
        is_src = way.gather(result).reshape(src.shape) == src
        count = way.scatter(is_self.to(counted), is_src.to(counted), "sum")

    def share(grad: Tensor) -> Tensor:
        return (grad / count.clamp(min=1)).to(grad.dtype)

    def own(grad: Tensor) -> Tensor:
        return torch.where(count == 0, grad, torch.where(is_self, share(grad), 0))

    return _Derivative(own, share, lambda grad: grad * is_src)


def _of_product(point: _Point) -> _Derivative:
    """A factor's derivative is the product of the others: the result without it, if it is not zero. If it is the only zero, the product of
    the others is computed; if there are more, it is zero."""
    self, src, result = point.values
    way, src = point.way, point.way.part(src)

    def own(grad: Tensor) -> Tensor:
        return grad * point.conj(way.scatter(torch.ones_like(self), src, "prod"))

    def each(grad: Tensor) -> Tensor:
        is_zero = src == 0
        n_zeros = way.gather(way.scatter(torch.zeros(self.shape), is_zero.to(torch.float32), "sum")).reshape(src.shape)
        is_only_zero = is_zero & (n_zeros == 1)
        others = way.gather(way.scatter(self, src.masked_fill(is_only_zero, 1), "prod", point.include_self)).reshape(src.shape)
        rest = way.gather(result).reshape(src.shape) / src.masked_fill(is_zero, 1)
        factor = torch.where(is_only_zero, others, rest)

        def second(_: Tensor) -> None:
            if bool((n_zeros > 1).any()):
                raise NotImplementedError("a product has no second gradient where several zeros of src are scattered to one position")

        if torch.is_grad_enabled() and factor.requires_grad:
            factor.register_hook(second)
        return grad * point.conj(factor)

    return _Derivative(own=own, each=each)


_DERIVATIVES: Dict[str, Callable[[_Point], _Derivative]] = {
    **dict.fromkeys(("sum", "add", "none"), _of_sum),
    **dict.fromkeys(("prod", "mul"), _of_product),
    **dict.fromkeys(("amin", "amax", "min", "max"), _of_extreme),
    "mean": _of_mean,
    "sub": lambda point: _Derivative(each=torch.neg),
}
_LINEAR = ("sum", "add", "sub", "mean", "none")


def save(ctx: Any, *tensors: Optional[Tensor]) -> None:
    ctx.present = [tensor is not None for tensor in tensors]
    given = [tensor for tensor in tensors if tensor is not None]
    ctx.save_for_backward(*given)
    ctx.save_for_forward(*given)


def saved(ctx: Any) -> List[Optional[Tensor]]:
    """With None where no tensor was saved."""
    tensors = iter(ctx.saved_tensors)
    return [next(tensors) if present else None for present in ctx.present]


def _save_reduce(ctx: Any, inputs: Tuple[Any, ...], output: Tensor) -> None:
    self, ctx.dim, index, src, ctx.reduce, ctx.include_self = inputs
    ctx.src_shape = src.shape
    save(ctx, index, *(() if ctx.reduce in _LINEAR else (self, src, output)))


def _rules_of_reduce(op: Any, way: Callable[[int, Tensor], _Elements], batch: Callable[..., Any]) -> Dict[str, Callable[..., Any]]:
    def derivative(ctx: Any, conj: Map) -> Tuple[_Elements, _Derivative]:
        index, *values = ctx.saved_tensors
        at = way(ctx.dim, index)
        return at, _DERIVATIVES[ctx.reduce](_Point(at, ctx.include_self, tuple(values), conj))

    def without_replaced(ctx: Any, at: _Elements, grad: Tensor) -> Tensor:
        """Zero where self is replaced."""
        if ctx.include_self and ctx.reduce != "none":
            return grad
        return at.scatter(grad, grad.new_zeros(()).expand(at.src_shape(grad)), "none")

    def backward(ctx: Any, grad: Tensor) -> Tuple[Optional[Tensor], ...]:
        at, derivative_of = derivative(ctx, torch.conj)
        self_grad = without_replaced(ctx, at, derivative_of.own(grad)) if ctx.needs_input_grad[0] else None
        src_grad = None
        if ctx.needs_input_grad[3]:
            src_grad = at.whole(derivative_of.each(at.gather(derivative_of.shared(grad))), ctx.src_shape)
        return self_grad, None, None, src_grad, None, None

    def jvp(ctx: Any, self_grad: Tensor, _dim: None, _index: None, src_grad: Tensor, *_: None) -> Tensor:
        if ctx.reduce in _LINEAR:
            return op(self_grad, ctx.dim, ctx.saved_tensors[0], src_grad, ctx.reduce, ctx.include_self)
        at, derivative_of = derivative(ctx, _same)
        sums = at.scatter(torch.zeros_like(self_grad), derivative_of.each(at.part(src_grad)), "sum")
        return without_replaced(ctx, at, derivative_of.own(self_grad)) + derivative_of.shared(sums)

    return {"setup_context": _save_reduce, "backward": backward, "jvp": jvp, "vmap": batch}


def _save_gather(ctx: Any, inputs: Tuple[Any, ...], output: Tensor) -> None:
    self, ctx.dim, index = inputs
    ctx.shape = self.shape
    save(ctx, index)


def _rules_of_gather(op: Any, transposed: Any, batch: Callable[..., Any]) -> Dict[str, Callable[..., Any]]:
    def backward(ctx: Any, grad: Tensor) -> Tuple[Optional[Tensor], ...]:
        (index,) = ctx.saved_tensors
        return transposed(grad.new_zeros(ctx.shape), ctx.dim, index, grad, "sum"), None, None

    def jvp(ctx: Any, self_grad: Tensor, *_: None) -> Tensor:
        (index,) = ctx.saved_tensors
        return op(self_grad, ctx.dim, index)

    return {"setup_context": _save_gather, "backward": backward, "jvp": jvp, "vmap": batch}


def _save_times(ctx: Any, inputs: Tuple[Any, ...], output: Tensor) -> None:
    _, ctx.dim, index, source, alpha = inputs
    ctx.src_shape = source.shape
    save(ctx, index, alpha)


def _times_backward(ctx: Any, grad: Tensor) -> Tuple[Optional[Tensor], ...]:
    index, alpha = ctx.saved_tensors
    return grad, None, None, (ops.index_select(grad, ctx.dim, index) * alpha.conj()).reshape(ctx.src_shape), None


def _times_jvp(ctx: Any, self_grad: Tensor, _dim: None, _index: None, source_grad: Tensor, _alpha: Any) -> Tensor:
    index, alpha = ctx.saved_tensors
    return ops.index_add_times(self_grad, ctx.dim, index, source_grad, alpha)


# A minimum or a maximum gives its gradient to the elements that it is from. The places that say so are a result as well.


def _save_arg(ctx: Any, inputs: Tuple[Any, ...], output: Tuple[Tensor, Tensor]) -> None:
    _, ctx.dim, _, src, *_ = inputs
    ctx.n = src.shape[ctx.dim] if src.dim() > 0 else 1
    ctx.mark_non_differentiable(output[1])
    ctx.set_materialize_grads(False)
    save(ctx, output[1])


def _arg_backward(ctx: Any, grad: Optional[Tensor], _: Any) -> Tuple[Optional[Tensor], ...]:
    (places,) = ctx.saved_tensors
    if grad is None:
        return None, None, None, None, None, None
    self_grad = torch.where(places == ctx.n, grad, 0) if ctx.needs_input_grad[0] else None
    src_grad = ops.put_at(grad, ctx.dim, places, ctx.n, ctx.n) if ctx.needs_input_grad[3] else None
    return self_grad, None, None, src_grad, None, None


def _arg_jvp(
    ctx: Any, self_grad: Optional[Tensor], _dim: None, _index: None, src_grad: Optional[Tensor], *_: None
) -> Tuple[Optional[Tensor], None]:
    (places,) = ctx.saved_tensors
    result = None if src_grad is None else ops.take_at(src_grad, ctx.dim, places, ctx.n)
    if self_grad is None:
        return result, None
    of_self = torch.where(places == ctx.n, self_grad, 0)
    return of_self if result is None else result + of_self, None


def _save_take(ctx: Any, inputs: Tuple[Any, ...], output: Tensor) -> None:
    self, ctx.dim, places, ctx.nowhere = inputs
    ctx.n = self.shape[ctx.dim] if self.dim() > 0 else 1
    save(ctx, places)


def _take_backward(ctx: Any, grad: Tensor) -> Tuple[Optional[Tensor], ...]:
    """A sum, since a place may occur twice here."""
    (places,) = ctx.saved_tensors
    shape = list(places.shape)
    if shape:
        shape[ctx.dim] = ctx.n
    is_there = places != ctx.nowhere
    if ctx.n == 0:
        return grad.new_zeros(shape), None, None, None
    grad = torch.where(is_there, grad, 0)
    return ops.scatter_reduce(grad.new_zeros(shape), ctx.dim, torch.where(is_there, places, 0), grad, "sum", True), None, None, None


def _take_jvp(ctx: Any, self_grad: Tensor, *_: None) -> Tensor:
    return ops.take_at(self_grad, ctx.dim, ctx.saved_tensors[0], ctx.nowhere)


def _save_put_at(ctx: Any, inputs: Tuple[Any, ...], output: Tensor) -> None:
    _, ctx.dim, places, ctx.n, ctx.nowhere = inputs
    save(ctx, places)


def _put_at_backward(ctx: Any, grad: Tensor) -> Tuple[Optional[Tensor], ...]:
    return ops.take_at(grad, ctx.dim, ctx.saved_tensors[0], ctx.nowhere), None, None, None, None


def _put_at_jvp(ctx: Any, values_grad: Tensor, *_: None) -> Tensor:
    return ops.put_at(values_grad, ctx.dim, ctx.saved_tensors[0], ctx.n, ctx.nowhere)


# Of index_put the indices come last, one by one, because autograd does not look into lists.


def _put(self: Tensor, values: Tensor, accumulate: bool, *indices: Optional[Tensor]) -> Tensor:
    return ops.index_put(self, indices, values, accumulate)


def _save_put(ctx: Any, inputs: Tuple[Any, ...], output: Tensor) -> None:
    _, values, ctx.accumulate, *indices = inputs
    ctx.values_shape = values.shape
    save(ctx, *indices)


def _put_backward(ctx: Any, grad: Tensor) -> Tuple[Any, ...]:
    indices = saved(ctx)
    wide = [i.long() if i is not None and i.dtype in (torch.int8, torch.int16) else i for i in indices]  # PyTorch reads no others
    values_grad = torch.ops.aten.index(grad, wide).sum_to_size(ctx.values_shape)
    self_grad = grad if ctx.accumulate else ops.index_put(grad, indices, grad.new_zeros(()), False)
    return self_grad, values_grad, None, *(None for _ in indices)


def _put_jvp(ctx: Any, self_grad: Tensor, values_grad: Tensor, *_: None) -> Tensor:
    return ops.index_put(self_grad, saved(ctx), values_grad, ctx.accumulate)


# ---- vmap ----------------------------------------------------------------------------------------------------------------------------


def _batched(info: Any, tensor: Tensor, batch_dim: Optional[int], rank: int) -> Tensor:
    """The batch comes first, and a scalar becomes a vector."""
    tensor = tensor.expand(info.batch_size, *tensor.shape) if batch_dim is None else tensor.movedim(batch_dim, 0)
    return tensor.unsqueeze(-1) if tensor.dim() == 1 and rank > 0 else tensor


def _rank(tensor: Tensor, batch_dim: Optional[int]) -> int:
    return tensor.dim() - (batch_dim is not None)


def _elements_vmap(op: Callable[..., Tensor]) -> Callable[..., Tuple[Tensor, int]]:
    def batch(info: Any, in_dims: Tuple[Any, ...], self: Tensor, dim: int, index: Tensor, *rest: Any) -> Tuple[Tensor, int]:
        rank = _rank(self, in_dims[0])
        dim = (dim + 1 if dim >= 0 else dim) if rank else 1
        base, indices = _batched(info, self, in_dims[0], 1), _batched(info, index, in_dims[2], 1)
        if rest:  # scatter_reduce has src, and the shape of self
            result = op(base, dim, indices, _batched(info, rest[0], in_dims[3], 1), *rest[1:])
            return (result if rank else result.squeeze(-1)), 0
        return op(base, dim, indices).reshape(info.batch_size, *_unbatched(index, in_dims[2])), 0

    return batch


def _unbatched(tensor: Tensor, batch_dim: Optional[int]) -> List[int]:
    return [size for d, size in enumerate(tensor.shape) if d != batch_dim]


def _slices_vmap(op: Callable[..., Tensor], of_elements: Callable[..., Tensor]) -> Callable[..., Tuple[Tensor, int]]:
    def batch(info: Any, in_dims: Tuple[Any, ...], self: Tensor, dim: int, index: Tensor, *rest: Any) -> Tuple[Tensor, int]:
        rank = _rank(self, in_dims[0])
        dim = dim % rank + 1 if rank else 1
        self = _batched(info, self, in_dims[0], 1)
        others = [_batched(info, rest[0], in_dims[3], 1)] if rest else []
        if in_dims[2] is None:
            result = op(self, dim, index, *others, *rest[1:])
        else:  # each member of the batch has indices of its own: one for each element, but not stored so often
            index = _batched(info, index, in_dims[2], 1)
            shape = [1] * self.dim()
            shape[0], shape[dim] = index.shape
            full = list(others[0].shape if rest else self.shape)
            full[dim] = index.shape[1]
            result = of_elements(self, dim, index.reshape(shape).expand(full), *others, *rest[1:])
        return (result if rank else result.squeeze(-1)), 0

    return batch


def _times_vmap(
    info: Any, in_dims: Tuple[Any, ...], self: Tensor, dim: int, index: Tensor, source: Tensor, alpha: Tensor
) -> Tuple[Tensor, int]:
    batch = _slices_vmap(ops.index_reduce, ops.scatter_reduce)
    return batch(info, in_dims[:4], self, dim, index, source * alpha, "sum", True)  # alpha is the same for the whole batch


def _arg_vmap(
    info: Any, in_dims: Tuple[Any, ...], self: Tensor, dim: int, index: Tensor, src: Tensor, is_maximum: bool, include_self: bool
) -> Tuple[Tuple[Tensor, ...], Tuple[int, int]]:
    """An index for each element, since members of the batch may have indices of their own."""
    rank = _rank(src, in_dims[3])
    dim = (dim % rank if rank else 0) + 1
    base, source = (_batched(info, tensor, at, 1) for tensor, at in ((self, in_dims[0]), (src, in_dims[3])))
    index = _batched(info, index, in_dims[2], 1)
    if index.dim() < source.dim():
        index = index.reshape([info.batch_size] + [1] * (dim - 1) + [-1] + [1] * (source.dim() - dim - 1))
    results = ops.arg_reduce(base, dim, index.expand(source.shape), source, is_maximum, include_self)
    return tuple(result if rank else result.squeeze(-1) for result in results), (0, 0)


def _places_vmap(op: Callable[..., Tensor]) -> Callable[..., Tuple[Tensor, int]]:
    def batch(info: Any, in_dims: Tuple[Any, ...], tensor: Tensor, dim: int, places: Tensor, *numbers: int) -> Tuple[Tensor, int]:
        rank = _rank(places, in_dims[2])
        dim = (dim % rank if rank else 0) + 1
        result = op(_batched(info, tensor, in_dims[0], 1), dim, _batched(info, places, in_dims[2], 1), *numbers)
        return (result if rank else result.squeeze(-1)), 0

    return batch


def _put_vmap(info: Any, in_dims: Tuple[Any, ...], *arguments: Any) -> Tuple[Tensor, int]:
    results = []
    for i in range(info.batch_size):  # shapes follow from masks, which differ from one member to the next
        results.append(_put(*(argument if at is None else argument.select(at, i) for argument, at in zip(arguments, in_dims))))
    return torch.stack(results), 0


# ---- Registration --------------------------------------------------------------------------------------------------------------------

_library = torch.library.Library("strew", "IMPL")


def is_direct(*tensors: Optional[Tensor]) -> bool:
    """Whether a function may compute with tensors at once, and not by an operator: nothing records or transforms what is called, and no view
    stands for other numbers than it has in memory."""
    is_seen = (
        torch.compiler.is_compiling()
        or torch._C._len_torch_dispatch_stack() != 0
        or torch._C._len_torch_function_stack() != 0
        or torch._C._are_functorch_transforms_active()
        or torch._C._is_tracing()
    )
    return not is_seen and not any(tensor is not None and (tensor.is_neg() or tensor.is_conj()) for tensor in tensors)


def needs_gradient(*arguments: Any) -> bool:
    if torch.is_grad_enabled() and any(isinstance(argument, Tensor) and argument.requires_grad for argument in arguments):
        return True
    return forward_ad._current_level >= 0


def _register(op: Any, rules: Dict[str, Callable[..., Any]], call: Optional[Callable[..., Any]] = None) -> None:
    """`call` is the operator with its arguments as the Function takes them, if not in their own order."""

    def forward(*arguments: Any) -> Any:
        with torch._C._AutoDispatchBelowAutograd():
            return (call or op)(*arguments)

    name = op._schema.name.removeprefix("strew::")
    Function: Any = type(name, (torch.autograd.Function,), {key: staticmethod(rule) for key, rule in {"forward": forward, **rules}.items()})

    def apply(*arguments: Any) -> Any:
        if call is _put:
            self, indices, values, accumulate = arguments
            return Function.apply(self, values, accumulate, *indices)
        return Function.apply(*arguments, *(argument.default_value for argument in op._schema.arguments[len(arguments) :]))

    def differentiated(keys: Any, *arguments: Any) -> Any:
        if needs_gradient(*arguments):
            return apply(*arguments)
        with torch._C._AutoDispatchBelowAutograd():
            return op.redispatch(keys & torch._C._after_autograd_keyset, *arguments)

    functionalize = torch.library.get_kernel(op, FRONT)

    def transformed(keys: Any, *arguments: Any) -> Any:
        if retrieve_current_functorch_interpreter().key() == TransformType.Functionalize:
            return functionalize.call_boxed(keys, *arguments)
        return apply(*arguments)

    _library.impl(op, differentiated, "Autograd", with_keyset=True)
    _library.impl(op, transformed, FRONT, with_keyset=True)


_register(ops.scatter_reduce.default, _rules_of_reduce(ops.scatter_reduce, _Elements, _elements_vmap(ops.scatter_reduce)))
_register(ops.index_reduce.default, _rules_of_reduce(ops.index_reduce, _Slices, _slices_vmap(ops.index_reduce, ops.scatter_reduce)))
_register(ops.gather.default, _rules_of_gather(ops.gather, ops.scatter_reduce, _elements_vmap(ops.gather)))
_register(ops.index_select.default, _rules_of_gather(ops.index_select, ops.index_reduce, _slices_vmap(ops.index_select, ops.gather)))
_register(
    ops.index_add_times.default,
    {"setup_context": _save_times, "backward": _times_backward, "jvp": _times_jvp, "vmap": _times_vmap},
)
_register(ops.index_put.default, {"setup_context": _save_put, "backward": _put_backward, "jvp": _put_jvp, "vmap": _put_vmap}, _put)
_register(ops.arg_reduce.default, {"setup_context": _save_arg, "backward": _arg_backward, "jvp": _arg_jvp, "vmap": _arg_vmap})
_register(
    ops.take_at.default, {"setup_context": _save_take, "backward": _take_backward, "jvp": _take_jvp, "vmap": _places_vmap(ops.take_at)}
)
_register(
    ops.put_at.default,
    {"setup_context": _save_put_at, "backward": _put_at_backward, "jvp": _put_at_jvp, "vmap": _places_vmap(ops.put_at)},
)


def _register_write(op: Any) -> None:
    written = [i for i, argument in enumerate(op._schema.arguments) if argument.is_write]

    def write(keys: Any, *arguments: Any) -> None:
        """PyTorch counts how often a tensor was written. So it knows when something that a gradient needs is no longer there."""
        op.redispatch(keys & torch._C._after_ADInplaceOrView_keyset, *arguments)
        for i in written:
            torch.autograd.graph.increment_version(arguments[i])

    def differentiated(keys: Any, *arguments: Any) -> None:
        if needs_gradient(*arguments):
            name = op._schema.name.removeprefix("strew::")
            raise NotImplementedError(f"torch.ops.strew.{name} has no gradient" + ("; strew_torch's functions that write have one" if name.endswith("_") else ""))
        op.redispatch(keys & torch._C._after_autograd_keyset, *arguments)

    _library.impl(op, write, "ADInplaceOrView", with_keyset=True)
    _library.impl(op, differentiated, "Autograd", with_keyset=True)


for _op in (ops.scatter_reduce_, ops.index_reduce_, ops.index_add_times_, ops.index_put_, ops.store_cache):
    _register_write(_op.default)
