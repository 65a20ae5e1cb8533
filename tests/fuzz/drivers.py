"""libFuzzer and AFL++ as drivers of Python. They must know which branches a case took, in the modules that decide about rows.

Counting in the modules that render rows would take most of the time, and show little.
"""

import ctypes
import os
import signal
import struct
import sys
import traceback
import zlib
from importlib.machinery import PathFinder, SourceFileLoader

COUNTED = {"gen.axes", "gen.checks", "gen.model", "gen.profiles", "gen.render"}

FIRST = bytes(8)  # a case that is rendered


def load_all(make_case):
    """Loads all counted modules before a fuzzer reads their counters."""
    if (came := make_case(FIRST)) != "rendered":
        sys.exit(f"fuzz: a case of {len(FIRST)} zeros was {came}, so not all modules have been loaded")


# ---- libFuzzer -------------------------------------------------------------------------------------------------------------------------


class Counted(SourceFileLoader):
    """Loads a module with libFuzzer's counters. Inserting them takes a second, and every case loads all modules again."""

    codes = {}

    def get_code(self, name):
        import atheris

        if name not in self.codes:
            self.codes[name] = atheris.patch_code(super().get_code(name), trace_dataflow=False)
        return self.codes[name]


class Finder:
    @staticmethod
    def find_spec(name, path, target=None):
        if name not in COUNTED:
            return None
        spec = PathFinder.find_spec(name, path)
        if spec and isinstance(spec.loader, SourceFileLoader):
            spec.loader = Counted(name, spec.loader.path)
        return spec


def by_libfuzzer(arguments, make_case):
    import atheris

    sys.meta_path.insert(0, Finder)
    load_all(make_case)
    atheris.Setup(arguments, make_case)
    atheris.Fuzz()


# ---- AFL++ -----------------------------------------------------------------------------------------------------------------------------

# The protocol of AFL++'s docs/technical_details.md: a fork server reads a request for a case from one descriptor, and writes to the next
# one which process runs it and how that ended; shared memory has a counter for each pair of consecutive lines.
CASE_WANTED, CASE_RUN = 198, 199
N_COUNTERS = 1 << 16


def afl_counters():
    libc = ctypes.CDLL(None, use_errno=True)
    libc.shmat.restype = ctypes.c_void_p
    address = libc.shmat(int(os.environ["__AFL_SHM_ID"]), None, 0)
    if address == ctypes.c_void_p(-1).value:
        raise OSError(ctypes.get_errno(), "cannot attach AFL++'s counters")
    return (ctypes.c_ubyte * N_COUNTERS).from_address(address)


def count_lines(counters):
    """Counts from now on. A line has the same number in every process."""
    last = 0
    files = {}

    def count(frame, event, _):
        nonlocal last
        if event == "line":
            name = frame.f_code.co_filename
            if name not in files:
                files[name] = zlib.crc32(name.encode())
            here = (files[name] + 40503 * frame.f_lineno) % N_COUNTERS
            counters[here ^ last] = min(counters[here ^ last] + 1, 255)
            last = here >> 1
        return count

    sys.settrace(lambda frame, event, _: count if frame.f_globals.get("__name__") in COUNTED else None)


def by_afl(make_case):
    if "__AFL_SHM_ID" not in os.environ:
        sys.exit("fuzz: run this by AFL++, as script/fuzz --afl does")
    load_all(make_case)
    counters = afl_counters()
    os.write(CASE_RUN, bytes(4))
    while os.read(CASE_WANTED, 4):
        case = os.fork()
        if case == 0:
            count_lines(counters)
            try:
                make_case(os.read(sys.stdin.fileno(), 1 << 16))
            except BaseException:
                traceback.print_exc()
                os.kill(os.getpid(), signal.SIGABRT)  # AFL++ does not count an exit with 1 as a crash
            os._exit(0)
        os.write(CASE_RUN, struct.pack("I", case))
        os.write(CASE_RUN, struct.pack("I", os.waitpid(case, 0)[1]))
