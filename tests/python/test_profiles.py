"""Profiles reach the library, and what they reject names them. What each allows is a matter of tests/runtime/test_profiles.c and of
tests/cases/profiles.json."""

import unittest

import numpy as np

import strew
from strew import Status

from .support import OPERATORS, scatter

DATA, OPAQUE = np.zeros((2, 3), np.float32), np.dtype("V3")  # which none allows
INDICES = {"scatter_nd": np.zeros((1, 1), int), "scatter_elements": np.zeros((1, 3), int), "scatter_update": np.zeros(1, int)}


class Profiles(unittest.TestCase):
    def test_each_is_named_by_what_it_rejects(self) -> None:
        for profile in strew.PROFILES:
            statuses = set()
            for operator in OPERATORS:
                data = np.zeros((2, 3), OPAQUE)
                out = np.full(data.shape, b"777", OPAQUE)
                with self.subTest(profile, operator=operator):
                    if profile == "none":
                        scatter(operator, data, INDICES[operator], data[:1], profile=profile, out=out)
                        continue
                    with self.assertRaises(strew.ScatterError) as caught:
                        scatter(operator, data, INDICES[operator], data[:1], profile=profile, out=out)
                    self.assertEqual(out.tobytes(), b"777" * 6)
                    self.assertEqual(caught.exception.profile, profile)
                    self.assertIn(profile, str(caught.exception))
                    statuses.add(caught.exception.status)
            self.assertLessEqual(statuses, {Status.PROFILE_LACKS_OPERATOR, Status.PROFILE_LACKS_DTYPE}, profile)

    def test_what_the_library_itself_rejects_names_none(self) -> None:
        with self.assertRaises(strew.IndexOutOfBoundsError) as caught:
            strew.scatter_nd(DATA, INDICES["scatter_nd"] + 9, DATA[:1])
        self.assertIsNone(caught.exception.profile)
