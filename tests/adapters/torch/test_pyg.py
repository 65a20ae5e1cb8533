"""Layers of PyTorch Geometric that strew_torch.pyg.fuse has changed, against the same layers as they are."""

from __future__ import annotations

import copy
import pickle
import unittest
import warnings
from typing import Any, List
from unittest import mock

import torch
from torch import Tensor, nn
from torch.testing import assert_close
from torch_geometric import EdgeIndex
from torch_geometric import nn as layers
from torch_geometric.nn import GATConv, GCNConv, GINConv, GraphConv, SAGEConv
from torch_geometric.utils import softmax as own_softmax

from strew_torch import pyg
from strew_torch._library import ops

NODES, EDGES, FEATURES = 12, 40, 6


def edges(n_sources: int = NODES) -> Tensor:
    generator = torch.Generator().manual_seed(0)
    return torch.stack([torch.randint(0, n, (EDGES,), generator=generator) for n in (n_sources, NODES)])


def features(n: int = NODES, seed: int = 1) -> Tensor:
    return torch.randn(n, FEATURES, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


class Doubled(SAGEConv):
    def message(self, x_j: Tensor) -> Tensor:
        return 2 * x_j


class Derived(GINConv):
    pass


def outcome(layer: Any, *inputs: Any) -> List[Tensor]:
    """The result, and the gradients of the inputs and of the layer."""
    tensors = [x for one in inputs for x in (one if isinstance(one, tuple) else (one,)) if isinstance(x, Tensor) and x.is_floating_point()]
    for tensor in tensors:
        tensor.requires_grad_().grad = None
    layer.zero_grad()
    result = layer(*inputs)
    (result * torch.linspace(-1, 1, result.numel(), dtype=result.dtype).reshape(result.shape)).sum().backward()
    return [result.detach(), *(x.grad.clone() for x in [*tensors, *layer.parameters()] if x.grad is not None)]


class Fuse(unittest.TestCase):
    def assert_fused(self, layer: nn.Module, *inputs: Any, is_fused: bool = True) -> None:
        torch.manual_seed(0)
        layer = layer.double()
        expected = outcome(layer, *inputs)
        fused = pyg.fuse(copy.deepcopy(layer))
        before = ops.n_calls()
        found = outcome(fused, *inputs)
        self.assertEqual(ops.n_calls() > before, is_fused)
        assert_close(found, expected)

    def test_every_layer_and_aggregation(self) -> None:
        weights = torch.rand(EDGES, dtype=torch.float64)
        self.assert_fused(GCNConv(FEATURES, 4), features(), edges())
        self.assert_fused(GCNConv(FEATURES, 4, normalize=False, flow="target_to_source"), features(), edges(), weights)
        self.assert_fused(GINConv(nn.Linear(FEATURES, 4)), features(), edges())
        self.assert_fused(Derived(nn.Linear(FEATURES, 4), train_eps=True), features(), edges())
        for aggregation in ("add", "mean", "max", "min"):
            with self.subTest(aggregation=aggregation):
                self.assert_fused(SAGEConv(FEATURES, 4, aggr=aggregation), features(), edges())
                self.assert_fused(GraphConv(FEATURES, 4, aggr=aggregation), features(), edges(), weights)
        for heads, concat in ((1, True), (3, True), (3, False)):
            with self.subTest(heads=heads, concat=concat):
                self.assert_fused(GATConv(FEATURES, 4, heads=heads, concat=concat), features(), edges())
                self.assert_fused(layers.GATv2Conv(FEATURES, 4, heads=heads, concat=concat), features(), edges())

    def test_two_kinds_of_nodes(self) -> None:
        pair = (features(20, 2), features())
        self.assert_fused(SAGEConv((FEATURES, FEATURES), 4), pair, edges(20))
        self.assert_fused(SAGEConv((FEATURES, FEATURES), 4), (pair[0], None), edges(20), (20, NODES))
        self.assert_fused(GATConv((FEATURES, FEATURES), 4, heads=2, add_self_loops=False), pair, edges(20))

    def test_an_edge_index_that_knows_its_order(self) -> None:
        sorted_edges = EdgeIndex(edges()[:, edges()[1].argsort(stable=True)], sort_order="col", sparse_size=(NODES, NODES))
        self.assert_fused(SAGEConv(FEATURES, 4), features(), sorted_edges)

    def test_no_message_is_made(self) -> None:
        layer = pyg.fuse(SAGEConv(FEATURES, 4))
        layer.message = None  # type: ignore[assignment]
        layer(features().float(), edges())

    def test_whole_models(self) -> None:
        for kind in (layers.GCN, layers.GraphSAGE, layers.GIN, layers.GAT):
            with self.subTest(kind=kind.__name__):
                torch.manual_seed(1)
                self.assert_fused(kind(FEATURES, 8, 2, 3), features(), edges())

    def test_softmax_of_layers(self) -> None:
        """Also where messages are made."""
        of_edges = torch.randn(EDGES, 3, dtype=torch.float64)
        self.assert_fused(GATConv(FEATURES, 4, heads=2, edge_dim=3), features(), edges(), of_edges)
        for layer in (layers.TransformerConv(FEATURES, 4, heads=2), layers.AGNNConv()):
            with self.subTest(layer=type(layer).__name__):
                self.assert_fused(layer, features(), edges())
                with mock.patch("strew_torch.pyg.softmax", side_effect=pyg.softmax) as called:
                    pyg._copies.clear()
                    pyg.fuse(copy.deepcopy(layer).double())(features(), edges())
                self.assertEqual(called.call_count, 1)
                pyg._copies.clear()

    def test_a_fused_model_is_copied_and_pickled(self) -> None:
        layer = pyg.fuse(GATConv(FEATURES, 4).double())
        for other in (copy.deepcopy(layer), pickle.loads(pickle.dumps(layer))):
            assert_close(other(features(), edges()), layer(features(), edges()))
            self.assertIs(other.edge_update.args[0], other)

    def test_second_gradients(self) -> None:
        layer = pyg.fuse(GATConv(FEATURES, 2, heads=2).double())
        x = features().requires_grad_()
        self.assertTrue(torch.autograd.gradgradcheck(lambda x: layer(x, edges()), (x,), fast_mode=True))

    def test_compiled_as_one_program(self) -> None:
        """Without a warning that Dynamo looks through a cache."""
        for kind in (layers.GCN, layers.GraphSAGE, layers.GIN, layers.GAT):
            with self.subTest(kind=kind.__name__), warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                torch.manual_seed(1)
                model = pyg.fuse(kind(FEATURES, 8, 2, 3).double())
                expected = outcome(model, features(), edges())
                before = ops.n_calls()
                compiled = torch.compile(model, backend="aot_eager", fullgraph=True)
                assert_close(outcome(compiled, features(), edges()), expected)
                self.assertGreater(ops.n_calls(), before)
                self.assertEqual([str(each.message) for each in said if "lru_cache" in str(each.message)], [])

    def test_what_stays_as_it_is(self) -> None:
        self.assert_fused(Doubled(FEATURES, 4), features(), edges(), is_fused=False)
        self.assert_fused(SAGEConv(FEATURES, 4, aggr="median"), features(), edges(), is_fused=False)
        self.assert_fused(layers.EdgeConv(nn.Linear(2 * FEATURES, 4)), features(), edges(), is_fused=False)
        self.assert_fused(GCNConv(FEATURES, 4, decomposed_layers=2), features(), edges(), is_fused=False)
        self.assert_fused(GraphConv((FEATURES, FEATURES), 4, flow="target_to_source"), (features(), features()), edges(), is_fused=False)
        adjacency = torch.sparse_coo_tensor(edges().flip(0), torch.ones(EDGES, dtype=torch.float64), (NODES, NODES)).coalesce()
        layer = SAGEConv(FEATURES, 4).double()
        fused = pyg.fuse(copy.deepcopy(layer))
        assert_close(fused(features(), adjacency), layer(features(), adjacency))
        seen: List[Any] = []
        hooked = pyg.fuse(SAGEConv(FEATURES, 4).double())
        hooked.register_message_forward_hook(lambda *arguments: seen.append(arguments))  # type: ignore[operator]
        hooked(features(), edges())
        self.assertEqual(len(seen), 1)


class Softmax(unittest.TestCase):
    def test_it_is_that_of_pytorch_geometric(self) -> None:
        index, ptr = torch.tensor([0, 0, 1, 3, 3, 3]), torch.tensor([0, 2, 3, 3, 6])
        unsorted = torch.tensor([3, 0, 3, 1, 0, 3])
        for shape, dim in (((6,), 0), ((6, 2), 0), ((2, 6), -1), ((2, 6, 3), 1)):
            for where in ({"index": index}, {"index": unsorted, "num_nodes": 6}, {"ptr": ptr}, {"index": index, "ptr": ptr}):
                src = torch.randn(shape, dtype=torch.float64, requires_grad=True)
                with self.subTest(shape=shape, where=tuple(where)):
                    by_index = where if "index" in where else {"index": index}  # by ptr it needs torch_scatter
                    results = [own_softmax(src, dim=dim, **{**by_index, "ptr": None}), pyg.softmax(src, dim=dim, **where)]
                    assert_close(results[1], results[0])
                    weights = torch.randn(shape, dtype=torch.float64)
                    assert_close(*(torch.autograd.grad(result, src, weights) for result in results[::-1]))
                    self.assertTrue(torch.autograd.gradgradcheck(lambda src: pyg.softmax(src, dim=dim, **where), (src,), fast_mode=True))
        with self.assertRaisesRegex(NotImplementedError, "requires 'index'"):
            pyg.softmax(torch.ones(3))

    def test_rows_in_no_segment(self) -> None:
        src, ptr = torch.randn(6, 2, dtype=torch.float64, requires_grad=True), torch.tensor([1, 3, 5])
        for function in ("softmax", "log_softmax", "logsumexp"):

            def call(src: Tensor) -> Tensor:
                return ops.softmax(src, ptr, 2, function, "offsets")

            with self.subTest(function=function):
                alone = ops.softmax(src[1:5], ptr - 1, 2, function, "offsets")
                assert_close(call(src) if function == "logsumexp" else call(src)[1:5], alone, rtol=0, atol=0)
                self.assertTrue(torch.autograd.gradcheck(call, (src,), check_forward_ad=True, fast_mode=True))
                self.assertTrue(torch.autograd.gradgradcheck(call, (src,), fast_mode=True))


class OperatorsOfPygLib(unittest.TestCase):
    """Names, arguments and what `out` means are those of pyg-lib's sources."""

    @classmethod
    def setUpClass(cls) -> None:
        if not pyg.register_operators():
            raise unittest.SkipTest("pyg-lib is installed")

    def test_every_operator(self) -> None:
        self.assertTrue(pyg.register_operators())  # again
        src, index, indptr = torch.tensor([[3.0, 1.0], [-1.0, 5.0], [4.0, 1.0]]), torch.tensor([0, 2, 2]), torch.tensor([0, 1, 1, 3])
        expected: dict[str, Any] = {"sum": [[3, 1], [0, 0], [3, 6]], "mean": [[3, 1], [0, 0], [1.5, 3]], "mul": [[3, 1], [1, 1], [-4, 5]]}
        expected["min"] = ([[3, 1], [0, 0], [-1, 1]], [[0, 0], [3, 3], [1, 2]])
        expected["max"] = ([[3, 1], [0, 0], [4, 5]], [[0, 0], [3, 3], [2, 1]])
        of_out: dict[str, Any] = {"sum": [[5, 3], [2, 2], [5, 8]], "mul": [[6, 2], [2, 2], [-8, 10]]}
        of_out["min"] = ([[2, 1], [2, 2], [-1, 1]], [[3, 0], [3, 3], [1, 2]])
        of_out["max"] = ([[3, 2], [2, 2], [4, 5]], [[0, 3], [3, 3], [2, 1]])
        means = {"scatter": [[5, 3], [2, 2], [2.5, 4]], "coo": [[3, 1], [2, 2], [1.5, 3]], "csr": [[3, 1], [0, 0], [1.5, 3]]}

        def lists(result: Any) -> Any:
            return result.tolist() if isinstance(result, Tensor) else tuple(one.tolist() for one in result)

        for reduce, values in expected.items():
            for kind in ("scatter", "coo", "csr")[: 1 if reduce == "mul" else 3]:
                op = getattr(torch.ops.pyg, f"scatter_{reduce}" if kind == "scatter" else f"segment_{reduce}_{kind}")
                where = (indptr,) if kind == "csr" else (index, 0) if kind == "scatter" else (index,)
                with self.subTest(reduce=reduce, kind=kind):
                    self.assertEqual(lists(op(src, *where)), values)
                    out = torch.full((3, 2), 2.0)
                    found = op(src, *where, out)
                    self.assertEqual(lists(found), means[kind] if reduce == "mean" else of_out[reduce])
                    self.assertEqual(out.tolist(), lists(found)[0] if isinstance(found, tuple) else lists(found))
        rows = torch.tensor([[1.0], [2.0], [3.0]])
        self.assertEqual(torch.ops.pyg.gather_coo(rows, index).tolist(), [[1], [3], [3]])
        self.assertEqual(torch.ops.pyg.gather_csr(rows, indptr).tolist(), [[1], [3], [3]])
        self.assertEqual(torch.ops.pyg.scatter_mul(torch.zeros(0, 2), index[:0], 0, None, 1).tolist(), [[1, 1]])

    def test_gradients_and_programs(self) -> None:
        src, index, indptr = torch.randn(6, 2, dtype=torch.float64, requires_grad=True), torch.tensor([0, 0, 1, 3, 3, 3]), torch.tensor([0, 2, 3, 3, 6])
        for name in ("scatter_sum", "scatter_mean", "scatter_max", "segment_mean_coo", "segment_min_csr", "segment_sum_csr"):

            def call(src: Tensor) -> Tensor:
                result = getattr(torch.ops.pyg, name)(src, *((indptr,) if name.endswith("csr") else (index, 0) if "scatter" in name else (index,)))
                return result if isinstance(result, Tensor) else result[0]

            with self.subTest(name=name):
                self.assertTrue(torch.autograd.gradcheck(call, (src,), fast_mode=True))
                self.assertTrue(torch.autograd.gradgradcheck(call, (src,), fast_mode=True))
        compiled = torch.compile(lambda src: torch.ops.pyg.segment_sum_csr(src, indptr), backend="aot_eager", fullgraph=True)
        assert_close(compiled(src), torch.ops.pyg.segment_sum_csr(src, indptr))


if __name__ == "__main__":
    unittest.main()
