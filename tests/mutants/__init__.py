"""Mutation testing: do the tests notice when the library is wrong?

    .venv/bin/python -m tests.mutants --help

A mutant is the source with one small error: a comparison that is off by one, a bound, a mask, a check or a statement that is gone. The tests
should fail for every one of them; those for which they pass are the survivors. One that changes no answer is
excused by a comment at its line: /* equivalent: why */.
"""
