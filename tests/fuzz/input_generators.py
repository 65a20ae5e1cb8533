"""Fuzzers of C that feed Python: each wants to know which branches a case took, and is told of the modules that decide about rows.

To count in what makes words of rows as well would take most of the time, and tell little.
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
    """Counters are put in before a fuzzer looks at them."""
    if (came := make_case(FIRST)) != "rendered":
        sys.exit(f"fuzz: a case of {len(FIRST)} zeros was {came}, and modules that render have not been loaded")


# ---- libFuzzer -------------------------------------------------------------------------------------------------------------------------


class Counted(SourceFileLoader):
    """Loads a module with libFuzzer's counters. To put them in takes a second, and every case loads all modules anew."""

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

# As AFL++'s docs/technical_details.md has it: a fork server hears on one descriptor that a case is wanted, and says on the next one which
# process has it and how that ended; in shared memory there is a counter for each pair of places of which one came after the other.
CASE_WANTED, CASE_RUN = 198, 199
N_COUNTERS = 1 << 16


def afl_counters():
    libc = ctypes.CDLL(None, use_errno=True)
    libc.shmat.restype = ctypes.c_void_p
    address = libc.shmat(int(os.environ["__AFL_SHM_ID"]), None, 0)
    if address == ctypes.c_void_p(-1).value:
        raise OSError(ctypes.get_errno(), "AFL++'s counters cannot be reached")
    return (ctypes.c_ubyte * N_COUNTERS).from_address(address)


def count_lines(counters):
    """From now on. A line is the same place in every process."""
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
        sys.exit("fuzz: AFL++ is to run this, which script/fuzz --afl tells it")
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
                os.kill(os.getpid(), signal.SIGABRT)  # an exit with 1 is none of AFL++'s findings
            os._exit(0)
        os.write(CASE_RUN, struct.pack("I", case))
        os.write(CASE_RUN, struct.pack("I", os.waitpid(case, 0)[1]))
