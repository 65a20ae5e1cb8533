#!/usr/bin/env bash
# Builds the fuzzers of tests/fuzz as script/fuzz does, where ClusterFuzzLite says: with CC, CXX, CFLAGS, CXXFLAGS and LIB_FUZZING_ENGINE,
# from the current folder, in WORK, into OUT. SANITIZER is address, undefined or coverage. Arguments are for CMake: tests build less.
set -euo pipefail

options=()
case $SANITIZER in
address | undefined) options=(-DSTREW_SANITIZE="$SANITIZER") ;;
esac
# CMake instruments the runtime in full and of kernels only the calls, so that a fuzzer is not lost in their loops. What is instrumented by
# the image's flags would be all.
export CFLAGS=${CFLAGS//-fsanitize=fuzzer-no-link/}
CXXFLAGS=${CXXFLAGS//-fsanitize=fuzzer-no-link/}
# The image's libFuzzer is linked by its C++ compiler. A program looks for the library that it needs beside itself.
link="$CXX $CXXFLAGS <CMAKE_C_LINK_FLAGS> <LINK_FLAGS> -Wl,-rpath,'\$ORIGIN/lib' <OBJECTS> -o <TARGET> <LINK_LIBRARIES>"
cmake -S . -B "$WORK/build" -DCMAKE_C_COMPILER="$CC" -DCMAKE_C_FLAGS_RELEASE=-O1 -DCMAKE_C_LINK_EXECUTABLE="$link" \
    -DCMAKE_SKIP_RPATH=ON -DSTREW_FUZZ=ON -DSTREW_FUZZ_ENGINE="$LIB_FUZZING_ENGINE" -DSTREW_EXAMPLES=OFF -DSTREW_FETCH_SIMDE=ON \
    "${options[@]}" "$@"
cmake --build "$WORK/build" --parallel "${STREW_JOBS:-$(nproc)}" --target fuzzers

mkdir -p "$OUT/lib"
cp "$WORK"/build/tests/fuzz/fuzz_* "$OUT/"
ldd "$OUT/fuzz_plan" | awk '/cmocka/ { print $3 }' | xargs -I '{}' cp -L '{}' "$OUT/lib/"
python3 - "$OUT" <<'END'
"""Beside each fuzzer, the inputs that are committed, and the options of script/fuzz."""
import hashlib
import sys
import zipfile
from pathlib import Path

sys.path.insert(0, ".")
from tests.fuzz.__main__ import COMMITTED, LIBFUZZER, TARGETS

out = Path(sys.argv[1])
options = [option[1:].replace("=", " = ") for option in LIBFUZZER if not option.startswith("-print")]
for target in TARGETS:
    (out / f"fuzz_{target}.options").write_text("\n".join(["[libfuzzer]", *options, ""]))
    with zipfile.ZipFile(out / f"fuzz_{target}_seed_corpus.zip", "w") as seeds:
        for file in (COMMITTED / f"{target}.hex", COMMITTED / f"{target}-kept.hex"):
            for line in file.read_text().split() if file.is_file() else ():
                contents = bytes.fromhex(line)
                name = hashlib.sha1(contents).hexdigest()
                if name not in seeds.namelist():
                    seeds.writestr(name, contents)
END
