"""Gradients of scatters and segments, from the gradient of what they returned.

    >>> to, of_edges, rows = numpy.array([1, 0, 1]), numpy.array([2, 0, 0]), numpy.array([[1.0, 2], [3, 4], [5, 6]])
    >>> weights, g = numpy.array([10.0, 20, 30]), numpy.array([[1.0, 0], [1, 1]])
    >>> strew.gradient.weights("scatter_update", g, to, rows, update_indices=of_edges, weights=weights)
    array([11.,  1.,  3.])
    >>> strew.gradient.table("scatter_update", g, to, rows.shape, update_indices=of_edges, weights=weights)
    array([[50., 30.],
           [ 0.,  0.],
           [10., 10.]])

Nothing of the size of gathered rows is made: neither for the gradient of a table, which is the transposed scatter, nor for that of weights, which
is a dot product for each of them. The bits are the same for any number of threads, and on every CPU: docs/contract.md, 2.28, has the formulas and
the order of sums.
"""

from ._gradient import make

__all__ = ["data", "table", "updates", "weights"]

updates = make("updates", """The gradient of updates: for each tuple, that of the slice that it names, times its weight.""")
table = make("table", """The gradient of a table of updates: for each of its rows, the sum over the tuples that name it.""")
weights = make("weights", """The gradient of weights: for each of them the dot product of an update and of the gradient of the slice that it went to.""")
data = make("data", """The gradient of data: that of the output, but where old elements took no part.""")
