"""What the runner counts, and which legs it chooses."""

import contextlib
import io
import unittest
import xml.etree.ElementTree as xml
from unittest import mock

from tests.processes import temporary_folder
from tests.runner import commit, run, schedule
from tests.runner.__main__ import Session, arguments, choose
from tests.runner.legs import LEGS, Leg
from tests.runner.schedule import DEFAULT_LEGS, FULL_LEGS, N_PARTS, Clock, part_of_commit, parts

CMOCKA = "[ RUN      ] a\n[       OK ] a\n[ RUN      ] b\n[  FAILED  ] b\n[  PASSED  ] 3 test(s).\n[  FAILED  ] 1 test(s), listed below:\n[  FAILED  ] b\n"


class Scratch(unittest.TestCase):
    def setUp(self):
        folder = temporary_folder(self)
        for module, name, value in ((run, "LOGS", folder), (run, "ROOT", folder)):
            patch = mock.patch.object(module, name, value)
            patch.start()
            self.addCleanup(patch.stop)
        self.run_ = run.Run("native", False, 1, {})

    def counts(self):
        return self.run_.passed, self.run_.failed, self.run_.skipped


class Counting(Scratch):
    def test_programs(self):
        for what, status, said, inner, counts in (
            ("its own tests", "run", "[  PASSED  ] 3 test(s).\n[  SKIPPED ] 2 test(s), listed below:\n[  SKIPPED ] c\n", "", (3, 0, 2)),
            ("the cases of a file", "run", "12 passed, 0 failed, 1 skipped\n", "", (12, 0, 1)),
            ("one test that says nothing", "run", "", "", (1, 0, 0)),
            ("a failure", "fail", CMOCKA, "", (3, 1, 0)),
            ("a crash", "fail", "[ RUN      ] a\n", "", (0, 1, 0)),
            ("what was meant to fail, as one test that passed", "run", CMOCKA, "", (1, 0, 0)),
            ("what is skipped", "notrun", "", '<skipped message="SKIP_RETURN_CODE=77"/>', (0, 0, 1)),
        ):
            with self.subTest(what):
                self.run_ = run.Run("native", False, 1, {})
                text = said.replace("<", "&lt;")
                case = f'<testcase name="t" status="{status}">{inner}<system-out>{text}</system-out></testcase>'
                self.run_.read_case(xml.fromstring(case))
                self.assertEqual(self.counts(), counts)
                if counts == (3, 1, 0):  # shown without what passed in it
                    self.assertIn("[ RUN      ] b", self.run_.failures[0])
                    self.assertNotIn("] a", self.run_.failures[0])

    def test_unittest_is_counted(self):
        for said, counts in (
            ("Ran 7 tests in 0.1s\n\nOK (skipped=2)\n", (5, 0, 2)),
            ("Ran 7 tests in 0.1s\n\nFAILED (failures=1, errors=2, skipped=1, unexpected successes=1)\n", (2, 4, 1)),
            ("Killed\n", (0, 1, 0)),
        ):
            self.run_ = run.Run("native", False, 1, {})
            with mock.patch.object(self.run_, "output", return_value=said):
                self.run_.unittest("a")
            self.assertEqual(self.counts(), counts)

    def test_nothing_that_ran_is_a_failure(self):
        self.run_.finish(None)
        self.assertEqual(self.counts(), (0, 1, 0))

    def test_a_leg_that_stopped_is_a_failure(self):
        self.run_.count(5, 0)
        self.run_.finish(run.Stop("cmake failed"))
        self.assertEqual(self.counts(), (5, 1, 0))

    def test_a_command_that_fails_stops_its_leg(self):
        self.run_.need("true")
        with self.assertRaises(run.Stop):
            self.run_.need("false")
        self.assertEqual(self.run_.output("echo", "a").strip(), "a")
        self.run_.check_command("it passes", "true")
        self.run_.check_command("it fails", "false")
        self.assertEqual(self.counts(), (1, 1, 0))


class Freeing(Scratch):
    def test_the_builds_of_a_leg_go_and_what_others_have_stays(self):
        for name, left in (("coverage", ["logs", "native", "python"]), ("native", ["coverage", "coverage-trimmed", "logs", "native", "python"])):
            with self.subTest(name):
                for folder in ("coverage/tests", "coverage-trimmed", "native", "python", "logs"):
                    (run.ROOT / "build" / folder).mkdir(parents=True, exist_ok=True)
                run.Run(name, False, 1, {}).free()
                self.assertEqual(sorted(path.name for path in (run.ROOT / "build").iterdir()), left)


    def test_only_a_run_of_ci_removes_them(self):
        leg = Leg("flags", "", lambda started: started.count(1, 0), 1, None, ())
        run.LOGS.mkdir(exist_ok=True)
        for frees in (False, True):
            (run.ROOT / "build" / leg.name).mkdir(parents=True, exist_ok=True)
            with contextlib.redirect_stdout(io.StringIO()):
                Session([(leg, True)], True, [], frees).run_leg((leg, True))
            self.assertEqual((run.ROOT / "build" / leg.name).exists(), not frees)


class Choosing(unittest.TestCase):
    def chosen(self, *words):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            chosen, was_asked_for = choose(arguments(words))
        return {leg.name: is_full for leg, is_full in chosen}, was_asked_for, said.getvalue()

    def test_a_part_alone_and_beside_the_legs_of_every_day(self):
        part, was_asked_for, said = self.chosen("--part", "2")
        self.assertEqual((part, was_asked_for), ({leg.name: True for leg in parts()[1]}, True))
        self.assertIn("script/test --part 2", said)
        both, was_asked_for, _ = self.chosen("--ci", "--part", "2")
        self.assertEqual(both, {**{leg.name: False for leg in DEFAULT_LEGS}, **part})
        self.assertEqual(self.chosen()[:2], ({leg.name: False for leg in DEFAULT_LEGS}, False))

    def test_named_legs_and_all(self):
        self.assertEqual(self.chosen("caps")[:2], ({"caps": False}, True))
        self.assertEqual(self.chosen("--full", "caps")[:2], ({"caps": True}, True))
        self.assertEqual(self.chosen("--full")[:2], ({leg.name: True for leg in FULL_LEGS}, True))

    def test_every_leg_is_in_one_part(self):
        self.assertEqual(len(parts()), N_PARTS)
        self.assertCountEqual([leg for part in parts() for leg in part], FULL_LEGS)
        self.assertCountEqual(FULL_LEGS, [leg for leg in LEGS.values() if leg.name != "quick"])

    def test_the_legs_of_every_day_fit_into_ten_minutes_of_two_cores(self):
        self.assertLessEqual(sum(leg.default_seconds for leg in DEFAULT_LEGS), 2 * 600 * 0.9)

    def test_commits_that_follow_have_all_parts(self):
        for shallow in ("false", "true"):
            found = set()
            for number in range(N_PARTS):
                said = {"rev-parse HEAD": f"{number:08x}" + "0" * 32, "rev-list --first-parent --count HEAD": str(70 + number)}
                said["rev-parse --is-shallow-repository"] = shallow

                def git(command, **_):
                    return mock.Mock(stdout=said[" ".join(command[3:])] + "\n")

                with mock.patch.object(commit.subprocess, "run", git):
                    found.add(part_of_commit()[0])
            self.assertEqual(found, set(range(1, N_PARTS + 1)))


class Time(unittest.TestCase):
    def test_what_is_left_is_shared_and_a_slower_machine_is_noticed(self):
        chosen = [(LEGS[name], False) for name in ("python", "sanitizers", "generator")]
        typical = [leg.default_seconds for leg, _ in chosen]
        clock = Clock(chosen, 2)
        self.assertEqual(clock.left(), sum(typical) / 2)
        with mock.patch.object(schedule.time, "monotonic", side_effect=[0.0, 3.0 * typical[0]]):
            clock.begin(chosen[0])
            clock.end(chosen[0])
        self.assertEqual(clock.left(), 3 * sum(typical[1:]) / 2)
