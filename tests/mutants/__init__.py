"""Mutation testing: do the tests notice when the library is wrong?

    .venv/bin/python -m tests.mutants --help

A mutant is the source with one small error: a comparison that is off by one, a bound, a mask, a check or a statement that is gone. The tests
should fail for every one of them; those for which they pass are the survivors, and survivors.txt has the reason for each.
"""
