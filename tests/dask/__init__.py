"""Chunks are small here, and must not be joined for it. Tests of joined chunks set a limit themselves."""

from strew.dask import _arrays

JOINED_BYTES, _arrays.JOINED_BYTES = _arrays.JOINED_BYTES, -1
