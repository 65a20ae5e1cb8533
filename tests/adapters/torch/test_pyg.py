"""Layers of PyTorch Geometric that strew_torch.pyg.fuse has changed, against the same layers as they are."""

from __future__ import annotations

import copy
import unittest
from typing import Any, List

import torch
from torch import Tensor, nn
from torch.testing import assert_close
from torch_geometric import EdgeIndex
from torch_geometric import nn as layers
from torch_geometric.nn import GATConv, GCNConv, GINConv, GraphConv, SAGEConv

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

    def test_second_gradients(self) -> None:
        layer = pyg.fuse(GATConv(FEATURES, 2, heads=2).double())
        x = features().requires_grad_()
        self.assertTrue(torch.autograd.gradgradcheck(lambda x: layer(x, edges()), (x,), fast_mode=True))

    def test_what_stays_as_it_is(self) -> None:
        self.assert_fused(Doubled(FEATURES, 4), features(), edges(), is_fused=False)
        self.assert_fused(SAGEConv(FEATURES, 4, aggr="median"), features(), edges(), is_fused=False)
        self.assert_fused(layers.TransformerConv(FEATURES, 4), features(), edges(), is_fused=False)
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


if __name__ == "__main__":
    unittest.main()
