"""Tests of the README: its examples compile, run and say what they say."""
