"""bench/scale with small jobs: the model counts the tasks and bytes of strew.dask, and all ways to run it give the same bits."""

import re
import subprocess
import sys
import unittest

from tests.processes import ROOT, temporary_folder

SCRIPTS = ROOT / "bench" / "scale"


class Scripts(unittest.TestCase):
    def run_script(self, name, *arguments):
        command = [sys.executable, SCRIPTS / name, *map(str, arguments)]
        done = subprocess.run(command, cwd=temporary_folder(self), capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_the_model_is_that_of_the_graphs(self):
        said = self.run_script("model.py", "--small", "--workers", 100, "--updates", 1, "--slices", 0.1, "--chunks", 64)
        lines = re.findall(r"(?m)^ +(\d+) +(\d+)  (tasks|files) +(\d+) +(\d+) +(\d+)  ", said)
        self.assertEqual(len(lines), 6)
        for blocks, chunks, shuffle, *counts in ((int(b), int(c), s, int(m), int(f), int(g)) for b, c, s, m, f, g in lines):
            model, found, given = counts
            self.assertEqual((found, given), (model, model + chunks))  # data is made by tasks, and a block by the one that groups it
            if shuffle == "files":
                self.assertEqual(model, blocks + chunks + 2)
            elif blocks * chunks <= 32 * (blocks + chunks):
                self.assertEqual(model, blocks * chunks + 2 * blocks + 2 + chunks * -(-blocks // 32))

    def test_the_same_bits_on_both_schedulers_by_both_shuffles(self):
        checksums = set()
        for shuffle in ("files", "tasks"):
            sizes = ("--edges", 0.05, "--nodes", 0.03, "--edge-chunk", 0.01, "--node-chunk", 0.01)
            said = self.run_script("edges.py", *sizes, "--shuffle", shuffle)
            found = re.findall(r"(?m)^ .*(?:threads|processes) .* ([0-9a-f]{16})$", said)
            self.assertEqual(len(found), 2, said)
            checksums |= set(found)
        self.assertEqual(len(checksums), 1)

    def test_sums_of_integers_are_combined_before_they_travel(self):
        sizes = ("--edges", 0.05, "--nodes", 0.001, "--edge-chunk", 0.01, "--node-chunk", 0.0001, "--shuffle", "tasks")
        said = self.run_script("edges.py", *sizes, "--job", "count", "--uncombined", "--schedulers", "threads")
        checksums = re.findall(r" ([0-9a-f]{16})$", said, re.M)
        combined, uncombined = (int(each) for each in re.findall(r" (\d+) MB +0 MB ", said))
        self.assertEqual((len(checksums), len(set(checksums))), (2, 1), said)
        self.assertLess(2 * combined, uncombined)

    def test_what_is_never_combined_has_no_uncombined_line(self):
        for job in ("sum", "gather"):
            command = [sys.executable, SCRIPTS / "edges.py", "--uncombined", "--job", job]
            done = subprocess.run(command, stderr=subprocess.PIPE, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertIn("--uncombined", done.stderr.splitlines()[-1])

    def test_edges_gather_from_their_nodes_on_both_schedulers(self):
        said = self.run_script("edges.py", "--edges", 0.05, "--nodes", 0.03, "--edge-chunk", 0.01, "--node-chunk", 0.01, "--job", "gather")
        checksums = re.findall(r" ([0-9a-f]{16})$", said, re.M)
        self.assertEqual((len(checksums), len(set(checksums))), (2, 1), said)

    def test_sums_of_floats_have_the_bits_of_a_loop(self):
        sizes = ("--edges", 2.5, "--nodes", 0.01, "--widths", 1, 0, "--repeat", 1)
        said = self.run_script("peers.py", *sizes, "--programs", "strew.dask", "dask.array")
        same = [float(each) for each in re.findall(r" ([\d.]+)%, ", said)]
        self.assertEqual(len(same), 4, said)
        strew_sums, dask_sums, strew_counts, dask_counts = same
        self.assertEqual((strew_sums, strew_counts, dask_counts), (100, 100, 100))
        self.assertLess(dask_sums, 100)
