"""The legs: what each builds and runs. A function below is a leg; its decorator says in a sentence what it shows, and how many seconds it
takes alone on one core, in a default run and in a full one. script/test needs the numbers only to
say how long is left, to begin with the longest, and to cut a full run into parts."""

import ctypes
import os
import platform as machine
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Dict, List, Optional, Tuple

from gen.axes import FEATURES
from gen.isa import load_all
from tests.runner.commit import N_PARTS, number_of_commit
from tests.runner.run import PYTHON, ROOT, Run


@dataclass(frozen=True)
class Leg:
    name: str
    title: str
    run: Callable[[Run], None]
    full_seconds: int
    default_seconds: Optional[int]  # None: only in a full run
    groups: Tuple[str, ...]  # what script/setup must install besides `all`


LEGS: Dict[str, Leg] = {}


def leg(title: str, full: int, default: Optional[int] = None, groups: Tuple[str, ...] = ()):
    def register(run: Callable[[Run], None]) -> Callable[[Run], None]:
        name = run.__name__
        LEGS[name] = Leg(name, title, run, full, default, groups)
        return run

    return register


# ---- Instruction sets ------------------------------------------------------------------------------------------------------------------


def all_isas() -> List[str]:
    """Those that run on every machine, in portable code if need be."""
    return sorted(isa.name for isa in load_all() if isa.is_portable)


PR_SVE_GET_VL = 51  # of Linux: how many bytes registers of SVE have, in the low half


def cpu_isas() -> List[str]:
    """Those that this CPU has kernels for, best last. Each is told by one of the last of its parts that came to CPUs."""
    flags = re.findall(r"\w+", Path("/proc/cpuinfo").read_text()) if Path("/proc/cpuinfo").exists() else []
    told_by = {"sse41": "sse4_2", "avx2": "avx2", "avx512": "avx512vl"}
    neon = ["neon"] if machine.machine() == "aarch64" else []
    sve = ["sve"] if neon and "sve" in flags and ctypes.CDLL(None).prctl(PR_SVE_GET_VL) & 0xffff >= 32 else []
    return ["scalar", *neon, *sve, *(isa for isa, flag in told_by.items() if flag in flags)]


def emulate_others() -> str:
    """For CMake: what this CPU has no kernels for runs in portable code, and so kernels of all instruction sets do."""
    return f"-DSTREW_EMULATE={';'.join(isa for isa in all_isas() if isa not in cpu_isas())}"


# ---- On this machine -------------------------------------------------------------------------------------------------------------------

# What a leg of C builds and runs is a preset of CMakePresets.json with the leg's name, for use by hand as well. These labels are of tests: `unit`;
# `selftest`: the build's tools find bugs that are made on purpose; `cases`: the runner of case files finds what is wrong with them; `rebuilds`: each
# builds a library; and this one, of projects with hostile flags, each of which builds the library.
HOSTILE = "hostile"


def unit(run: Run, isas: List[str], *arguments: str, needs: Tuple[str, ...] = ("adapters",), **environment: str) -> None:
    """The tests of a preset, with kernels of these instruction sets. `needs` are tests that a build might lack."""
    run.runs_kernels_of(*isas, **environment)
    for test in needs:
        run.has_test(test)
    run.ctest(run.preset, *(("-LE", HOSTILE) if run.is_full else ()), *arguments, **environment)


@leg("GCC, this CPU's kernels: tests in C, symbols, case files; in a full run with long repeats, and the packages and libraries that they build",
     default=200, full=640, groups=("docs",))
def native(run: Run) -> None:
    run.build()  # with the benchmark, whose options are tested; what it measures is no test
    run.unittest(*modules("tests/bench", but="before|model"), STREW_BENCH_PROGRAM=str(ROOT / run.folder / "bench" / "strew-bench"))
    run.preset = "native-full" if run.is_full else "native"
    unit(run, cpu_isas(), needs=("adapters", "adapters_onetbb", "adapters_std_thread", "reference_is_rendered"))


MYPY = (PYTHON, "-m", "mypy", "--strict")
GUIDES = "^test_adding_"
SLOW = f"command_line|onnx|generator|mutants|{GUIDES}"


def modules(*folders: str, but: str) -> List[str]:
    """The modules of Python tests, but for those whose name has a pattern."""
    paths = (path for folder in folders for path in sorted((ROOT / folder).glob("test_*.py")))
    return [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths if not re.search(but, path.stem)]


def check_generated(run: Run) -> None:
    run.check_command("generated/ is what the generator renders", PYTHON, "-m", "gen", "--check")


@leg("the generator, and the tools for mutation, running tests and comparing versions: --check and their tests", default=65, full=65)
def generator(run: Run) -> None:
    check_generated(run)
    run.unittest(*modules("tests/gen", "tests/mutants", "tests/runner", "tests/bench", but=f"{GUIDES}|^test_threads$"))


GCC = "-DCMAKE_C_COMPILER=gcc"  # by the name that the leg native has for it, so that ccache keeps one library for both


def build_python(run: Run) -> Dict[str, str]:
    run.build(GCC, preset="python")
    return {"STREW_LIBRARY": str(ROOT / run.folder / "libstrew.so")}


@leg("the Python package, and what README.md and docs/ say", default=110, full=165)
def python(run: Run) -> None:
    run.check_command("the package has consistent types", *MYPY, "python/strew")
    run.unittest(*modules("tests/python", "tests/readme", but=GUIDES), **build_python(run))


@leg("the Python package as a stranger gets it: sdist and wheel, each in an empty environment", full=360)
def wheel(run: Run) -> None:
    run.unittest("tests.wheel.test_wheel")


ADAPTERS = ROOT / "build" / "adapters"


def other_python(name: str) -> str:
    """Another version of Python: its path, or nothing if it is not installed. pyenv has commands that work only for versions that are asked for."""
    asked_for = {**os.environ, "PYENV_VERSION": name[len("python"):]}
    return (output_of(name, "-c", "import sys; print(sys.executable)", env=asked_for) or "").strip()


def adapter_environment(run: Run, name: str) -> str:
    """The Python of an environment of tests/adapters/environments.txt, which is installed once."""
    lines = (ROOT / "tests/adapters/environments.txt").read_text().splitlines()
    (requirements,) = (words[1:] for words in map(str.split, lines) if words[0] == name)
    folder = ADAPTERS / f"{name}-venv"
    installed, wanted = folder / "requirements.txt", "\n".join(requirements)
    python = other_python(requirements.pop(0)) if requirements[0].startswith("python") else sys.executable
    if not installed.exists() or installed.read_text() != wanted:
        run.need(python, "-m", "venv", "--clear", folder)
        run.need(folder / "bin/python", "-m", "pip", "install", "-q", *requirements)
        installed.write_text(wanted)
    return str(folder / "bin" / "python")


def package_folder(run: Run, python: str, package: str) -> str:
    return run.output(python, "-c", f"import importlib.util as u; print(u.find_spec('{package}').submodule_search_locations[0])").strip()


def adapter_wheel(run: Run, name: str, python: str, *options: str) -> str:
    """The folder into which the wheel of an adapter is built and installed."""
    wheels, installed = ROOT / run.folder / "wheels", ROOT / run.folder / "package"
    for folder in (wheels, installed):
        shutil.rmtree(folder, ignore_errors=True)
    options = (f"-Cbuild-dir={ROOT / run.folder}/wheel-build", "-Ccmake.define.STREW_WERROR=ON", *options, "--outdir", str(wheels))
    may_cache = {"CMAKE_C_COMPILER_LAUNCHER": "ccache"} if shutil.which("ccache") else {}
    run.need(PYTHON, "-m", "build", "--no-isolation", "--skip-dependency-check", "--wheel", *options, f"adapters/{name}", **may_cache)
    run.need(python, "-m", "pip", "install", "-q", "--no-deps", "--target", installed, *wheels.glob("*.whl"))
    return str(installed)


PACKAGE_TEST = "tests.adapters.test_package"  # of all adapters
TRY_TEST = "tests.python.test_try"  # `python -m strew try`, which compares with what is installed


def build_onnxruntime(run: Run) -> Dict[str, str]:
    """Without a wheel. The environment may have a folder of official headers, with which the build compares."""
    headers = f"-DONNXRUNTIME_DIR={os.environ.get('ONNXRUNTIME_DIR', '')}"
    run.build(headers, preset="onnxruntime", targets=("strew_onnxruntime",))
    library = ROOT / run.folder / "adapters/onnxruntime/libstrew_onnxruntime.so"
    return {"PYTHONPATH": str(ROOT / "adapters/onnxruntime/python"), "STREW_ONNXRUNTIME_LIBRARY": str(library)}


@leg("strew inside the runtimes: ONNX Runtime's smoke test; in a full run the wheel in its newest and oldest versions, fuzz and leaks",
     default=40, full=480)
def adapters(run: Run) -> None:
    package, tests = "adapters/onnxruntime/python", "tests.adapters.onnxruntime"
    run.check_command("the package has consistent types", *MYPY, "--ignore-missing-imports", f"{package}/onnxruntime_ep_strew")
    newest = adapter_environment(run, "onnxruntime")
    if not run.is_full:
        smoke = (f"{tests}.test_sessions.Errors", f"{tests}.test_sessions.ExportedModels", f"{tests}.test_names", f"{tests}.test_threads")
        run.unittest(*smoke, python=newest, **build_onnxruntime(run))
        return
    every, path = modules("tests/adapters/onnxruntime", but="-"), {"PYTHONPATH": adapter_wheel(run, "onnxruntime", newest)}
    run.unittest(PACKAGE_TEST, *every, python=newest, **path)
    run.unittest(TRY_TEST, python=newest, PYTHONPATH=str(ROOT / "python"), **build_python(run))
    run.unittest("tests.adapters.test_core")
    run.unittest(*sorted({*every} - {f"{tests}.test_leaks"}), python=adapter_environment(run, "onnxruntime-oldest"), **path)
    run.unittest(f"{tests}.test_custom_ops", python=adapter_environment(run, "onnxruntime-custom-ops"), **path)


@leg("strew's custom operators inside the oldest ONNX Runtime that has them", full=60)
def custom_ops(run: Run) -> None:
    python = adapter_environment(run, "onnxruntime-oldest-custom-ops")
    run.unittest("tests.adapters.onnxruntime.test_custom_ops", python=python, **build_onnxruntime(run))


@leg("strew inside PyTorch: the wheel with the samples that PyTorch tests its operators with, gradients and the patch, in two versions",
     full=670)
def torch(run: Run) -> None:
    package, newest = "adapters/torch/python", adapter_environment(run, "torch")
    types = ("--config-file", "adapters/torch/pyproject.toml", "--python-executable", newest)
    run.check_command("the package has consistent types", PYTHON, "-m", "mypy", *types, f"{package}/strew_torch")
    installed = adapter_wheel(run, "torch", newest, f"-Ccmake.define.TORCH_DIR={package_folder(run, newest, 'torch')}")
    with_peer = f"{installed}{os.pathsep}{ADAPTERS / 'torch_scatter'}"  # which is there if script/setup torch_scatter has built it
    for python, path in ((newest, with_peer), (adapter_environment(run, "torch-oldest"), installed)):
        run.unittest(PACKAGE_TEST, *modules("tests/adapters/torch", but="-"), python=python, PYTHONPATH=path)
    run.unittest(TRY_TEST, python=newest, PYTHONPATH=str(ROOT / "python"), **build_python(run))


@leg("strew inside JAX: the wheel's operators and their derivatives, batches, programs, threads and errors, in its newest and oldest versions",
     full=760)
def jax(run: Run) -> None:
    package, newest = "adapters/jax/python", adapter_environment(run, "jax")
    types = ("--config-file", "adapters/jax/pyproject.toml", "--python-executable", newest)
    run.check_command("the package has consistent types", PYTHON, "-m", "mypy", *types, f"{package}/strew_jax")
    installed = adapter_wheel(run, "jax", newest, f"-Ccmake.define.JAX_DIR={package_folder(run, newest, 'jaxlib')}")
    for python in (newest, adapter_environment(run, "jax-oldest")):
        run.unittest(PACKAGE_TEST, *modules("tests/adapters/jax", but="-"), python=python, PYTHONPATH=installed)


@leg("strew.dask: case files and random scatters in random chunks, graphs, stores, worker processes that are killed, memory", full=420)
def dask(run: Run) -> None:
    python = adapter_environment(run, "dask")
    build = build_python(run)
    run.unittest(*modules("tests/dask", but="-"), python=python, PYTHONPATH=str(ROOT / "python"), OPENBLAS_NUM_THREADS="1", **build)


@leg("strew inside OpenVINO: its wheel with every operator and type, models, bad input and random scatters, in its newest and oldest versions",
     full=240)
def openvino(run: Run) -> None:
    package, newest, oldest = "adapters/openvino", adapter_environment(run, "openvino"), adapter_environment(run, "openvino-oldest")
    types = ("--config-file", f"{package}/pyproject.toml", "--python-executable", newest)
    run.check_command("the package has consistent types", *MYPY, *types, f"{package}/python/strew_openvino")
    installed = adapter_wheel(run, "openvino", newest, f"-Ccmake.define.OPENVINO_DIR={package_folder(run, oldest, 'openvino')}")
    for python in (newest, oldest):
        run.unittest(PACKAGE_TEST, *modules("tests/adapters/openvino", but="-"), python=python, PYTHONPATH=installed)


@leg("strew on many machines: the scripts of bench/scale with small jobs, and docs/howto/ray.md", full=90)
def scale(run: Run) -> None:
    run.unittest(*modules("tests/scale", but="-"), python=adapter_environment(run, "scale"), **build_python(run), PYTHONPATH=str(ROOT / "python"))


@leg("recipes of package managers: rendered, and what can be run here is built, installed, used and removed", full=690, groups=("packages",))
def packages(run: Run) -> None:
    run.check_command("the recipes of packaging/ give packages that work", "script/packages")


@leg("the documentation site: a warning is an error, and so is a link to what does not exist", full=120, groups=("docs", "site"))
def site(run: Run) -> None:
    run.check_command("script/docs builds the site without a warning", "script/docs")


@leg("docs/adding-*.md, followed word for word: renders, builds and runs what each page adds", full=170)
def guides(run: Run) -> None:
    folders = ("tests/python", "tests/readme", "tests/gen")
    run.unittest(*sorted({*modules(*folders, but="-")} - {*modules(*folders, but=GUIDES)}), **build_python(run))


@leg("Clang: unit tests with fewer repeats, and what a linker sees of the library and of trimmed ones", full=240)
def clang(run: Run) -> None:
    run.build()
    unit(run, cpu_isas())
    run.ctest("", "-L", "archive", "-E", "text_(trimmed|largest|cell)")  # the limits of trimmed libraries are for GCC


@leg("GCC with -march=native, which may fuse and vectorize the scalar kernels and the tests: unit tests with fewer repeats, and projects "
     "with hostile flags or an old CMake", full=280)
def flags(run: Run) -> None:
    run.build()
    unit(run, cpu_isas())
    run.ctest("", "-L", HOSTILE)
    cmake = Path(adapter_environment(run, "cmake-oldest")).parent / "cmake"
    embed = ("tests/package/try.sh", "embed", ROOT, f"{run.folder}/embed-oldest", "-DSTREW_ISAS=scalar")
    run.check_command("the oldest CMake that a host may have builds strew inside it", "env", f"CMAKE={cmake}", *embed)
    recipe, prefix = "; ".join(re.findall(r"^cmake .*", (ROOT / "README.md").read_text(), re.MULTILINE)), f"{ROOT}/{run.folder}/readme-oldest"
    changes = {"cmake -S": "cmake -DSTREW_ISAS=scalar -S", "build/static": f"{prefix}/build", "$HOME/.local": prefix, "cmake ": f"{cmake} "}
    for old, new in changes.items():
        recipe = recipe.replace(old, new)
    run.check_command("it builds and installs strew as README.md says", "sh", "-euc", f"{recipe}; test -f {prefix}/lib/libstrew.a")


@leg("GCC, kernels of all instruction sets, AVX-512's and the other processors' in portable code: unit tests", full=160)
def emulated(run: Run) -> None:
    run.build()
    unit(run, all_isas())  # the native leg has the long repeats


@leg("STREW_ISA caps this CPU at each instruction set: unit tests with fewer repeats", full=135)
def caps(run: Run) -> None:
    run.build(preset="native")
    for i, isa in enumerate(cpu_isas(), 1):
        unit(run, cpu_isas()[:i], "-L", "unit", STREW_ISA=isa)


# ---- Tools that watch ------------------------------------------------------------------------------------------------------------------


def sanitize(run: Run, isas: List[str], *arguments: str) -> None:
    """Each kernel that is watched takes its time to compile, and each instruction set that of most tests once more: in a full run it is all."""
    if run.is_full:
        run.build(emulate_others(), "-DSTREW_ISAS=all")
        unit(run, all_isas())
    else:
        run.build("-DSTREW_EMULATE=", f"-DSTREW_ISAS={';'.join(isas)}")
        unit(run, isas, *arguments)


def two_isas() -> List[str]:
    return [isa for isa in cpu_isas() if isa in ("scalar", "avx2", "neon")]


@leg("AddressSanitizer, UndefinedBehaviorSanitizer: kernels in plain C, and unit tests with fewer repeats but for those of threads; in a full run all "
     "of them, and every instruction set", default=150, full=420)
def sanitizers(run: Run) -> None:
    """Tests of threads take the longest. The leg native has guard pages around what this one leaves out every day."""
    sanitize(run, ["scalar"], "-E", "^(parallel|parts|pools|partition|adapters.*)$")


@leg("Clang's MemorySanitizer: unit tests with fewer repeats", full=270)
def memory(run: Run) -> None:
    sanitize(run, two_isas())


@leg("Clang's ThreadSanitizer: unit tests with fewer repeats", full=500)
def races(run: Run) -> None:
    sanitize(run, two_isas())


@leg("valgrind memcheck, kernels of all instruction sets: unit tests with fewer repeats", full=1100)
def valgrind(run: Run) -> None:
    """AVX-512, which its CPU does not have, runs in portable code, and AVX2 as it is. Threads that a system keeps for the next pool are
    possibly lost."""
    run.build()
    unit(run, all_isas(), needs=("adapters", "selftest_valgrind_heap_overflow"))
    run.ctest("", "-R", "^selftest_valgrind_")


@leg("Clang 19: what the unit tests execute of the hand-written C and of the kernels", full=145, groups=("coverage",))
def coverage(run: Run) -> None:
    """A profile for each process, into which those that it forks merge theirs. OpenMP comes from any version of Clang, as a system has only
    one."""
    folder = ROOT / run.folder
    omp = max(Path("/usr/lib").glob("llvm-*/lib/clang/*/include/omp.h"), key=lambda path: int(path.parts[3].split("-")[1]))
    header = folder / "openmp" / "omp.h"  # alone: the version's other headers would replace those of Clang 19
    header.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(omp, header)
    openmp = (f"-DOpenMP_C_FLAGS=-fopenmp -idirafter {header.parent}", "-DOpenMP_C_LIB_NAMES=omp", f"-DOpenMP_omp_LIBRARY={omp.parents[3]}/libomp.so")
    shutil.rmtree(folder / "profiles", ignore_errors=True)
    for program in (folder / "tests").glob("test_*"):
        if program.is_file() and not program.suffix:
            program.unlink()  # one whose test is no more would be read with the others
    run.environment["LLVM_PROFILE_FILE"] = f"{folder}/profiles/%p-%m.profraw"
    run.build(*openmp, emulate_others())
    unit(run, all_isas())

    # What a whole build never says, a trimmed one does.
    features = ";".join(feature for feature in FEATURES if feature not in ("masked_scatter", "excludes_self"))
    run.build(f"-DSTREW_FEATURES={features}", preset="coverage-trimmed")
    trimmed = run.folder
    sources = ("tests/archive/trimmed.c", "tests/support/guarded.c", f"{trimmed}/libstrew.a")
    run.need("clang-19", "-fprofile-instr-generate", "-Iinclude", "-Igenerated", "-Itests/support", *sources, "-o", f"{trimmed}/run")
    run.need(f"{trimmed}/run", "none")
    sources = ("tests/archive/left_out.c", f"{trimmed}/libstrew.a")
    run.need("clang-19", "-fprofile-instr-generate", "-Iinclude", "-Igenerated", "-Itests/support", *sources, "-o", f"{trimmed}/left_out")
    run.need(f"{trimmed}/left_out", features, "int64")

    def merge(name: str, *profiles: object) -> str:
        run.need("llvm-profdata-19", "merge", "-o", f"{folder}/{name}.profdata", *profiles)
        return f"{folder}/{name}.profdata"

    programs = [path for path in sorted((folder / "tests").glob("test_*")) if path.is_file() and not path.suffix]
    check = (PYTHON, "tests/coverage/check.py", "--llvm", "19")
    merged = merge("merged", *sorted((folder / "profiles").glob("*.profraw")))
    of_trimmed = ("--trimmed", f"{trimmed}/run", f"{trimmed}/left_out")
    everything = (*check, merged, *programs, folder / "tests" / "strew_cases", *of_trimmed)
    run.check_command("lines, branches, conditions and kernels are executed", *everything)
    # A program alone leaves most of them out, and that is seen.
    run.need(folder / "tests" / "test_message", LLVM_PROFILE_FILE=f"{folder}/alone.profraw")
    said = run.output(*check, merge("alone", folder / "alone.profraw"), folder / "tests" / "test_message")
    run.check("what one program does not execute is found", bool(re.search(r"runtime/plan\.c:\d+: the line is never executed", said)), said)


@leg("all targets between guard pages: libFuzzer, plain and sanitized, and AFL++", full=545)
def fuzz(run: Run) -> None:
    run.check_command("libFuzzer finds nothing", "script/fuzz", "4")
    run.check_command("AFL++ finds nothing", "script/fuzz", "--afl", "1")
    run.unittest("tests.fuzz.test_clusterfuzzlite")


@leg("proofs: no index makes kernels in plain C leave their buffers, for all inputs: another quarter each time; and proofs of broken bounds, which fail",
     full=420, groups=("prove",))
def proofs(run: Run) -> None:
    number = number_of_commit()[0] // N_PARTS
    run.check_command("the contracts hold", "script/prove", "--part", f"{number % 4 + 1}/4")
    run.check_command("a proof fails without a bound", "script/prove", "--mutants", "--part", f"{number % 40 + 1}/40")


@leg("mutation: a sample of small errors in hand-written C and templates, which the tests must notice", full=800)
def mutants(run: Run) -> None:
    """The same sample every time, so that what passes here passes elsewhere."""
    sample = ("--sample", "40", "--seed", "1", "--jobs", min(2, run.jobs))
    run.check_command("most mutants are killed", PYTHON, "-m", "tests.mutants", *sample)


# ---- Other processors ------------------------------------------------------------------------------------------------------------------


def kernel_tests(*others: str) -> Tuple[str, str]:
    return "-R", f"^({'|'.join(('vocabulary', '.*kernels', 'indices', 'apply', 'gather', 'contract', 'same_bytes', 'cases_.*', *others))})$"


KERNELS = kernel_tests("configurations", "fuzz_.*")


@leg("AArch64 under qemu-user, NEON native: the tests of kernels; in a full run all unit tests with fewer repeats, AVX2 and AVX-512 in portable code, "
     "and those of kernels with SVE in registers of 256 and 512 bits", default=120, full=650)
def aarch64(run: Run) -> None:
    """Registers of SVE that are as long as NEON's are not used."""
    isas = all_isas() if run.is_full else ["neon", "scalar"]
    run.build(f"-DSTREW_EMULATE={'all' if run.is_full else ''}")
    unit(run, isas, *(() if run.is_full else kernel_tests()), needs=("archive_stack",), QEMU_CPU="max,sve-max-vq=1")
    for bits in (256, 512) if run.is_full else ():
        unit(run, [*isas, "sve"], *KERNELS, needs=("archive_stack",), QEMU_CPU=f"max,sve-max-vq={bits // 128}")


def cross_leg(platform: str, title: str, seconds: int, isas: Callable[[], List[str]] = lambda: ["scalar"]) -> None:
    def run_it(run: Run) -> None:
        run.build()
        unit(run, isas(), needs=("archive_stack",))

    run_it.__name__ = platform
    leg(f"{title}: unit tests with fewer repeats", full=seconds, groups=(platform,))(run_it)


cross_leg("armhf", "32-bit Arm under qemu-user", 250)
cross_leg("i386", "32-bit x86 with SSE2, on this machine", 55)
cross_leg("ppc64le", "POWER under qemu-user", 180)
cross_leg("riscv64", "RISC-V under qemu-user", 245)
cross_leg("s390x", "IBM Z under qemu-user, big-endian", 380)
cross_leg("musl", "Linux with musl in place of glibc, on this machine", 120, cpu_isas)
cross_leg("windows", "Windows by MinGW-w64's GCC, under Wine, but for what docs/platforms.md names", 240, cpu_isas)


@leg("WebAssembly by Clang 19 and wasi-libc: unit tests with fewer repeats and case files, by wasmtime and by Node, with SIMD128 and without",
     full=600, groups=("wasm",))
def wasm(run: Run) -> None:
    run.build()
    for engine in ("wasmtime", "node"):
        unit(run, ["scalar", "simd128"], needs=("cases_types",), STREW_WASM_ENGINE=engine)


@leg("strew for npm: the package is built, has at most 200 kB, computes what plain loops do, and its example draws in Chromium at two widths",
     full=60, groups=("wasm", "npm"))
def npm(run: Run) -> None:
    run.check_command("script/npm builds a package that works", "script/npm")


@leg("RISC-V's vectors, by Clang 19 under qemu-user, in registers of 128, 256 and 512 bits: unit tests with fewer repeats, and those of kernels",
     full=1200, groups=("riscv64", "rvv"))
def rvv(run: Run) -> None:
    """Every test with the shortest registers, and those of kernels with longer ones."""
    run.build()
    for bits in (128, 256, 512):
        unit(run, ["rvv", "scalar"], *(KERNELS if bits > 128 else ()), needs=("archive_names",), QEMU_CPU=f"rv64,v=true,vext_spec=v1.0,vlen={bits}")


@leg("strew as two files: written, compiled without a flag and without a warning, its case files, on AArch64 too, and the page on vendoring",
     full=170, groups=("aarch64",))
def amalgamation(run: Run) -> None:
    run.unittest(*modules("tests/amalgamation", but="-"))


@leg("GCC, Clang, clang-cl and TinyCC of other versions: the library gives the same results", full=240, groups=("compilers", "windows"))
def compilers(run: Run) -> None:
    run.check_command("what other compilers make of the library gives the same results", "script/compilers")


@leg("older x86-64 CPUs, as qemu-user plays them: what they have is found, and unit tests with fewer repeats", full=375)
def cpus(run: Run) -> None:
    """A Conroe has no SSE4.1, a Nehalem no AVX2, a Haswell no AVX-512: dispatch that is wrong there ends in an illegal instruction, as the
    tests of label `cpu` show. The library is built from a copy of its sources, to be compared with what these sources make in the native leg."""
    copy = ROOT / "build/cpus"
    for old in copy.glob("*"):
        if old.name != "build":
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    shutil.copytree(ROOT, copy, symlinks=True, dirs_exist_ok=True, ignore=lambda path, _: {"build", ".venv", ".git"} if Path(path) == ROOT else set())
    run.build(source="build/cpus", may_cache=False)
    run.has_test("archive_stack")
    run.ctest("", "-R", "^archive_(selftest_)?stack$")
    run.ctest("", "-L", "cpu")
    for model, isas in (("Conroe", ["scalar"]), ("Nehalem", ["scalar", "sse41"]), ("Haswell", ["scalar", "sse41", "avx2"])):
        unit(run, isas, QEMU_CPU=model)
    one = run.folder
    run.build(preset="native")
    for folder, name in ((one, "one"), (run.folder, "other")):  # debug information names the folder of a build
        run.need("objcopy", "--strip-debug", f"{folder}/libstrew.a", f"{one}/{name}.a")
    run.check_command("the whole library has the same bytes from two folders", "cmp", f"{one}/one.a", f"{one}/other.a")


@leg("what changed since the last build: unit tests with fewer repeats, gen --check, the fast Python tests", full=60)
def quick(run: Run) -> None:
    check_generated(run)
    library = build_python(run)
    run.build(preset="native")
    unit(run, cpu_isas(), "-L", "unit")
    run.unittest(*modules("tests/gen", "tests/mutants", "tests/runner", "tests/python", "tests/readme", but=SLOW), **library)


def why_not(leg: Leg, was_asked_for: bool = True) -> str:
    """Why a leg cannot run here; nothing when it can. What must be downloaded first is only if it was asked for."""
    if leg.name == "adapters" and not was_asked_for and not (ADAPTERS / "onnxruntime-venv").exists():
        return "there is no build/adapters/onnxruntime-venv; script/test adapters installs it"
    if leg.name == "custom_ops" and not other_python("python3.10"):
        return "there is no Python 3.10, which wheels of ONNX Runtime 1.14 are for: install it as python3.10"
    platforms = [line.split()[0] for line in (ROOT / "cmake" / "platforms.txt").read_text().splitlines() if line and line[0] != "#"]
    if leg.name == "coverage" and not shutil.which("llvm-cov-19"):
        return "there is no Clang 19 (script/setup coverage)"
    if leg.name == "npm" and not (shutil.which("clang-19") and shutil.which("wasm-opt") and shutil.which("chromium")):
        return "there is no Clang 19, wasm-opt or Chromium (script/setup wasm npm)"
    if leg.name == "proofs" and not (ROOT / "build" / "cbmc" / "complete").exists():
        return "there is no CBMC, which script/setup prove takes from a mirror of Debian's, for x86-64 (build/cbmc.log)"
    if leg.name == "rvv" and not shutil.which("clang-19"):
        return "there is no Clang 19 (script/setup rvv)"
    if leg.name not in (*platforms, "cpus", "compilers", "rvv"):
        return ""
    if machine.machine() != "x86_64":
        return "this leg is for x86-64 machines"
    platform = "riscv64" if leg.name == "rvv" else leg.name
    if platform in platforms and not (ROOT / "build" / "sysroots" / platform / "complete").exists():
        return f"cmocka and jansson could not be built for it (build/sysroots/{platform}.log)"
    if leg.name == "i386" and output_of("/usr/i686-linux-gnu/lib/ld-linux.so.2", "--version") is None:
        return "this machine's kernel runs no programs of 32 bits"
    if leg.name == "cpus" and qemu_version() < (7, 2):
        return "the emulator must be qemu 7.2 or newer, which knows AVX2"
    return ""


def output_of(*command: str, env: Optional[Dict[str, str]] = None) -> Optional[str]:
    """What a command prints; None where it fails or there is no such command."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=env)
    except OSError:
        return None
    return None if done.returncode else done.stdout


def qemu_version() -> Tuple[int, ...]:
    found = re.search(r"version (\d+)\.(\d+)", output_of("qemu-x86_64", "-version") or "")
    return tuple(map(int, found.groups())) if found else (0,)
