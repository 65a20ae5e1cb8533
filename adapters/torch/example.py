"""Trains GraphSAGE on a small random graph. Two lines are strew's: without them the program is plain PyTorch, and slower.

The labels are the signs of what the neighbours of a node have on average, so that a network which passes messages learns them.
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2]))

from gen.arguments import Parser  # noqa: E402

if __name__ == "__main__":
    Parser(description=__doc__).parse_args()  # --help, before the imports that take long

import torch  # noqa: E402
from torch import nn  # noqa: E402
from torch.nn import functional  # noqa: E402

import strew_torch  # the first line


class Sage(nn.Module):
    def __init__(self, features: int, hidden: int, classes: int) -> None:
        super().__init__()
        self.own = nn.ModuleList([nn.Linear(features, hidden), nn.Linear(hidden, classes)])
        self.neighbours = nn.ModuleList([nn.Linear(features, hidden), nn.Linear(hidden, classes)])

    def forward(self, x: torch.Tensor, edges: torch.Tensor) -> torch.Tensor:
        src, dst = edges
        for layer, (own, neighbours) in enumerate(zip(self.own, self.neighbours)):
            messages = x[src]
            mean = torch.zeros_like(x).scatter_reduce(0, dst[:, None].expand_as(messages), messages, "mean", include_self=False)
            x = own(x) + neighbours(mean)
            x = functional.relu(x) if layer == 0 else x
        return x


def main() -> None:
    torch.manual_seed(0)
    n_nodes, n_edges = 2000, 20_000
    edges = torch.randint(0, n_nodes, (2, n_edges))
    x = torch.randn(n_nodes, 16)
    sums = torch.zeros(n_nodes, 16).index_add_(0, edges[1], x[edges[0]])
    labels = (sums[:, 0] > 0).long()

    strew_torch.patch()  # the second line
    model = Sage(16, 32, 2)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for epoch in range(61):
        loss = functional.cross_entropy(model(x, edges), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if epoch % 20 == 0:
            accuracy = (model(x, edges).argmax(1) == labels).float().mean()
            print(f"epoch {epoch:2}  loss {loss.item():.3f}  accuracy {accuracy.item():.2f}")


if __name__ == "__main__":
    main()
