"""What the workflows are allowed, that they name what they run by its commit, and what docs/supply-chain.md and SECURITY.md say of it."""

import re
import shutil
import subprocess
import unittest

from tests.processes import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))

CHECKS = """Binary-Artifacts Branch-Protection CI-Tests CII-Best-Practices Code-Review Contributors Dangerous-Workflow Dependency-Update-Tool Fuzzing
License Maintained Packaging Pinned-Dependencies SAST SBOM Security-Policy Signed-Releases Token-Permissions Vulnerabilities Webhooks""".split()


class Workflows(unittest.TestCase):
    def test_there_are_some(self) -> None:
        self.assertEqual([path.stem for path in WORKFLOWS], ["ci", "fuzz", "wheels"])

    def test_actions_are_named_by_their_commits_and_say_their_versions(self) -> None:
        for path in WORKFLOWS:
            for line in re.findall(r"(?m)^.*\buses:.*$", path.read_text()):
                self.assertRegex(line, r"uses: [\w./-]+@[0-9a-f]{40} # v\d", path.name)

    def test_one_commit_of_each_action(self) -> None:
        named = {}
        for path in WORKFLOWS:
            for action, commit in re.findall(r"uses: ([\w.-]+/[\w.-]+)\S*@(\w+)", path.read_text()):
                self.assertEqual(named.setdefault(action, commit), commit, (path.name, action))

    def test_a_workflow_may_read_one_job_may_sign_and_one_may_publish(self) -> None:
        """The rights of a workflow stand before its jobs, and only the jobs `provenance` and `release` have others."""
        for path in WORKFLOWS:
            head, jobs = re.split(r"(?m)^jobs:$", path.read_text())
            self.assertRegex(head, r"(?m)^permissions:\n  contents: read$", path.name)
            self.assertNotIn("write", head, path.name)
            rights = re.findall(r"(?m)^ +([a-z-]+): write\b", jobs)
            self.assertEqual(rights, ["id-token", "attestations", "contents"] if path.stem == "wheels" else [], path.name)
        *_, provenance, release = re.split(r"(?m)^  (?=\w+:$)", (ROOT / ".github/workflows/wheels.yml").read_text())
        for job, begin, runs in ((provenance, "provenance:", []), (release, "release:", ["gh release create"])):
            self.assertTrue(job.startswith(begin))
            self.assertNotIn("checkout@", job)
            self.assertEqual(re.findall(r"(?m)^ +(?:- )?run: (\w+ \w+ \w+)", job), runs)
        self.assertIn("needs: [wheels, sdist, amalgamation, npm]", provenance)
        self.assertIn("if: github.ref_type == 'tag'\n    needs: provenance\n", release)

    def test_no_event_that_gives_a_stranger_more(self) -> None:
        for path in WORKFLOWS:
            text = path.read_text()
            self.assertNotRegex(text, r"pull_request_target|workflow_run|issue_comment", path.name)
            self.assertEqual(re.findall(r"run:.*\$\{\{", text), [], path.name)
            n_checkouts = text.count("actions/checkout@")
            self.assertEqual(text.count("persist-credentials: false"), n_checkouts, path.name)


class Security(unittest.TestCase):
    def test_the_version_that_is_supported_is_the_last_one_released(self) -> None:
        (released, *_) = re.findall(r"(?m)^## \[(\d+\.\d+)\.\d+\]", (ROOT / "CHANGELOG.md").read_text())
        self.assertIn(f"| the newest minor version, now {released} |", (ROOT / "SECURITY.md").read_text())

    def test_every_check_of_scorecard_has_its_answer(self) -> None:
        rows = re.findall(r"(?m)^\| ([A-Z][\w-]+) \| (.+) \| (.*)\|$", (ROOT / "docs/supply-chain.md").read_text())
        self.assertEqual([check for check, *_ in rows], CHECKS)
        for check, answer, file in rows:
            self.assertTrue(len(answer) > 10 and (file.strip() or re.search(r"host|no file|no badge", answer)), check)


class ClusterFuzzLite(unittest.TestCase):
    def test_its_files(self) -> None:
        folder = ROOT / ".clusterfuzzlite"
        self.assertEqual(sorted(path.name for path in folder.iterdir()), ["Dockerfile", "build.sh", "project.yaml"])
        self.assertIn("language: c\n", (folder / "project.yaml").read_text())
        self.assertIn("COPY .clusterfuzzlite/build.sh $SRC/\n", (folder / "Dockerfile").read_text())

    @unittest.skipUnless(shutil.which("shellcheck"), "there is no shellcheck")
    def test_shellcheck_has_nothing_to_say(self) -> None:
        done = subprocess.run(["shellcheck", ROOT / ".clusterfuzzlite/build.sh"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)
