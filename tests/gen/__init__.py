"""Tests of the generator: `python -m unittest discover -s tests/gen -t .`"""
