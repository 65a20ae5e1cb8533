"""Chunks are small here, and must not be joined for it; the tests of joined chunks have a limit of their own."""

from strew.dask import _arrays

_arrays.JOINED_BYTES = -1
