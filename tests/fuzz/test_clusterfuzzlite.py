"""The script by which ClusterFuzzLite builds the fuzzers, run with this machine's Clang in place of its image: every target is built, and one fuzzes."""

import os
import re
import shutil
import subprocess
import unittest
import zipfile

from tests.fuzz.__main__ import TARGETS
from tests.processes import ROOT, temporary_folder


class ClusterFuzzLite(unittest.TestCase):
    def test_its_fuzzers_are_built_and_one_runs(self) -> None:
        folder = temporary_folder(self)
        flags = "-O1 -gline-tables-only -fsanitize=undefined -fsanitize=fuzzer-no-link"
        given = {"CC": "clang", "CXX": "clang++", "CFLAGS": flags, "CXXFLAGS": flags, "LIB_FUZZING_ENGINE": "-fsanitize=fuzzer"}
        given.update(SANITIZER="undefined", WORK=f"{folder}/work", OUT=f"{folder}/out", STREW_JOBS="1")
        launcher = ["-DCMAKE_C_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
        command = ["bash", ".clusterfuzzlite/build.sh", "-DSTREW_ISAS=scalar", *launcher]
        built = subprocess.run(command, cwd=ROOT, env={**os.environ, **given}, capture_output=True, text=True)
        self.assertEqual(built.returncode, 0, built.stdout[-4000:] + built.stderr[-4000:])
        expected = {f"fuzz_{target}{end}" for target in TARGETS for end in ("", ".options", "_seed_corpus.zip")}
        self.assertEqual({path.name for path in (folder / "out").iterdir()}, expected | {"lib"})

        corpus = folder / "corpus"
        zipfile.ZipFile(folder / "out" / "fuzz_nd_seed_corpus.zip").extractall(corpus)
        self.assertGreater(len(list(corpus.iterdir())), 10)
        # Away from the folder of the build, as in the smaller image.
        (folder / "work").rename(folder / "away")
        fuzzer = [str(folder / "out" / "fuzz_nd"), str(corpus), "-max_total_time=5", "-max_len=256", "-print_final_stats=1"]
        ran = subprocess.run(fuzzer, cwd=folder, capture_output=True, text=True, timeout=120)
        self.assertEqual(ran.returncode, 0, ran.stderr[-4000:])
        self.assertGreater(int(re.search(r"number_of_executed_units: (\d+)", ran.stderr)[1]), 100)
