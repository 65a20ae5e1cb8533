"""The package as a stranger gets it: an sdist and a wheel, each installed into an empty environment and tested there, away from the sources."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path
from typing import Dict, List, Tuple

from tests.processes import ROOT, files
from tests.sbom import parts_of, version_of_simde

EPOCH = {"SOURCE_DATE_EPOCH": "1700000000"}  # a time in seconds, which packagers set

# The package's own tests, but for those of the checkout.
TESTS = [f"tests.python.test_{name}" for name in ("dlpack", "dtypes", "options", "plans", "profiles", "scatter", "threads")]


def run(command: List[object], cwd: Path, **environment: str) -> str:
    """What a command prints. Nothing of this checkout is in its environment."""
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "STREW_LIBRARY")}
    done = subprocess.run([str(word) for word in command], cwd=cwd, env={**clean, **environment}, capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"{command} failed:\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
    return done.stdout


class Wheel(unittest.TestCase):
    folder: Path
    wheel: Path
    sdist: Path

    @classmethod
    def setUpClass(cls) -> None:
        # A copy, because the folder of a build may hold more than git tracks.
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name).resolve()
        sources = cls.folder / "sources"
        for name in files():
            (sources / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, sources / name)
        run([sys.executable, "-m", "build", "--no-isolation", "--outdir", cls.folder / "dist"], sources, **compilers())
        (cls.sdist,) = (cls.folder / "dist").glob("*.tar.gz")
        (cls.wheel,) = (cls.folder / "dist").glob("*.whl")

    def install(self, package: Path, name: str, path: str = "", **environment: str) -> Path:
        """A new environment with the package; its Python. Only what `path` names is found besides."""
        venv = self.folder / name
        run([sys.executable, "-m", "venv", venv], self.folder)
        environment["PATH"] = os.pathsep.join(filter(None, (str(venv / "bin"), path)))
        pip = [venv / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        run([*pip, "-r", ROOT / "python" / "requirements.txt"], self.folder, PATH=str(venv / "bin"))
        run([*pip, package], self.folder, **environment)
        return venv / "bin" / "python"

    def assert_works(self, python: Path) -> None:
        """The README's example, the tests and the selftest, without a compiler."""
        away = self.folder / f"{python.parent.parent.name}-away"
        shutil.copytree(ROOT / "tests" / "python", away / "tests" / "python", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "tests" / "processes.py", away / "tests")
        found = run([python, "-c", "import strew; print(strew.LIBRARY)"], away, PATH="").strip()
        self.assertTrue(found.startswith(str(python.parent.parent)), found)
        (block,) = [text for text in re.findall(r"(?ms)^```python\n(.*?)^```$", (ROOT / "README.md").read_text()) if "strew" in text]
        (expected,) = re.findall(r"(?m)^print\(.*\)  # (.*)$", block)
        self.assertEqual(run([python, "-c", block], away, PATH="").strip(), expected)
        self.assertEqual(run([python.parent / "strew", "--version"], away, PATH=""), run([python, "-m", "strew", "--version"], away, PATH=""))
        run([python, "-m", "unittest", *TESTS], away, PATH="")
        self.assertRegex(run([python, "-m", "strew", "selftest"], away, PATH="").splitlines()[-1], r"^[1-9]\d+ passed, 0 failed$")

    def test_the_wheel_without_a_compiler(self) -> None:
        self.assert_works(self.install(self.wheel, "wheel"))

    def test_the_sdist_with_one(self) -> None:
        self.assert_works(self.install(self.sdist, "sdist", os.environ["PATH"], **compilers()))

    def test_one_small_wheel_for_every_python(self) -> None:
        self.assertRegex(self.wheel.name, r"^strew-[\d.]+-cp39-abi3-\w+\.whl$")
        self.assertLess(self.wheel.stat().st_size, 1_500_000)  # a tenth of NumPy's, which comes with it
        names = zipfile.ZipFile(self.wheel).namelist()
        for name in ("strew/py.typed", "strew/include/strew/strew.h", "strew/include/strew/axes.h", "strew/lib/cmake/strew/strewConfig.cmake"):
            self.assertIn(name, names)
        self.assertEqual([name for name in names if not name.startswith("strew")], [])

    def test_it_lists_what_is_inside(self) -> None:
        wheel = zipfile.ZipFile(self.wheel)
        (name,) = [name for name in wheel.namelist() if "/sboms/" in name]
        self.assertRegex(name, r"^strew-[\d.]+\.dist-info/sboms/strew\.cdx\.json$")
        parts = parts_of(wheel.read(name).decode(), "strew", self.wheel.name.split("-")[1])
        self.assertEqual(set(parts), {"strew (C library)", "SIMDe", "libstdc++", "libgcc"})
        self.assertEqual(parts["SIMDe"]["version"], version_of_simde())
        self.assertEqual(parts["SIMDe"]["licenses"], [{"expression": "MIT AND CC0-1.0"}])

    def test_two_builds_are_the_same_bytes(self) -> None:
        """In folders of other names and depths, by users with other rights, at other times. Of the kernels some are enough: the others are compiled
        in the same way, and a build of all takes minutes."""
        few = [f"-Ccmake.define.STREW_{what}" for what in ("DTYPES=float32", "ISAS=scalar;avx2;neon", "FEATURES=threads")]
        build = [sys.executable, "-m", "build", "--no-isolation", "--sdist", "--wheel", *few, "--outdir", "out"]
        # The archive that recipes of packages are rendered for.
        render = ["bash", "script/packages", "--render", "https://strew.example/archive/strew.tar.gz", "nix"]
        places = ((self.folder / "first", 0o022), (self.folder / "elsewhere/deeper/again", 0o077))
        for sources, mask in places:
            for name in files():
                (sources / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, sources / name)  # now, and without its mode
                (sources / name).chmod((0o777 if os.access(ROOT / name, os.X_OK) else 0o666) & ~mask)
        made: List[List[Path]] = []
        for sources, mask in places:
            for command in (render, build):
                run(["sh", "-c", f'umask {mask:o} && exec "$@"', "sh", *command], sources, **EPOCH)
            made.append(sorted([*(sources / "out").iterdir(), *(sources / "build" / "packages").glob("*.tar.gz")]))
        self.assertEqual([path.name for path in made[0]], [path.name for path in made[1]])
        self.assertEqual(len(made[0]), 3)
        for first, again in zip(*made):
            members = [contents(file) for file in (first, again)]
            self.assertEqual(*map(list, members), f"{first.name} has other members, or in another order")
            for name in members[0]:
                self.assertEqual(members[0][name], members[1][name], f"{first.name}: {name} differs")
            self.assertEqual(first.read_bytes(), again.read_bytes(), f"{first.name}: the members are the same, and the files differ")

    def test_it_depends_on_the_c_library_alone(self) -> None:
        # glibc keeps the functions of math.h in a file of their own.
        shown = " ".join(run([sys.executable, "-m", "auditwheel", "show", self.wheel], self.folder).split())
        self.assertIn('consistent with the following platform tag: "manylinux', shown)
        (libraries,) = re.findall(r"system-provided shared libraries: (.*?)\.? ?This constrains", shown)
        self.assertEqual(set(re.findall(r"(\S+\.so[.\d]*) with versions", libraries)), {"libc.so.6", "libm.so.6"})

    def test_an_extension_is_built_against_it(self) -> None:
        python = self.install(self.wheel, "base")
        project = self.folder / "project"
        project.mkdir()
        (project / "main.c").write_text(
            "#include <stdio.h>\n#include <strew/strew.h>\nint main(void) { puts(strew_version()); return 0; }\n"
        )
        cmake = "cmake_minimum_required(VERSION 3.22)\nproject(p C)\nfind_package(strew REQUIRED)\nadd_executable(app main.c)\n"
        (project / "CMakeLists.txt").write_text(cmake + "target_link_libraries(app strew::strew)\n")
        ask = "import strew; print(strew.get_cmake_dir(), strew.get_include(), strew.get_library(), strew.__version__)"
        cmake_dir, include, library, version = run([python, "-c", ask], self.folder).split()
        run(["cmake", "-S", ".", "-B", "build", f"-Dstrew_DIR={cmake_dir}"], project)
        run(["cmake", "--build", "build"], project)
        self.assertEqual(run([project / "build" / "app"], project).strip(), version)
        run(["cc", "-DSTREW_SHARED", f"-I{include}", "main.c", library, f"-Wl,-rpath,{Path(library).parent}", "-o", "app"], project)
        self.assertEqual(run([project / "app"], project).strip(), version)


def contents(file: Path) -> Dict[str, Tuple[object, ...]]:
    """Each member of a wheel or an sdist, in order: when and whose it is, and its checksum."""
    if file.suffix == ".whl":
        with zipfile.ZipFile(file) as wheel:
            return {m.filename: (m.date_time, oct(m.external_attr), m.file_size, checksum(wheel.read(m))) for m in wheel.infolist()}
    with tarfile.open(file) as sdist:
        found = {}
        for member in sdist.getmembers():
            bytes_of = sdist.extractfile(member)
            whose = (member.mtime, oct(member.mode), member.uid, member.gid, member.uname, member.gname)
            found[member.name] = (*whose, checksum(bytes_of.read() if bytes_of else b""))
        return found


def checksum(of: bytes) -> str:
    return hashlib.sha256(of).hexdigest()


def compilers() -> Dict[str, str]:
    return {"CMAKE_C_COMPILER_LAUNCHER": "ccache", "CMAKE_CXX_COMPILER_LAUNCHER": "ccache"} if shutil.which("ccache") else {}
