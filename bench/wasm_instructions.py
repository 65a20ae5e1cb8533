"""Counts the instructions of WebAssembly that a call takes for each tuple, with scalar kernels and with those of SIMD128: wasmtime's fuel is one for
each. The module is packaging/npm/module.c above a library with all types:

    .venv/bin/python -m gen --check && cmake --preset wasm && cmake --build build/wasm -j2 --target strew
    clang-19 --target=wasm32-wasi --sysroot=/usr -O2 -nostartfiles -Wl,--no-entry -Iinclude -Igenerated packaging/npm/module.c \\
        build/wasm/libstrew.a -o build/wasm/module.wasm
    build/sysroots/wasm/venv/bin/python bench/wasm_instructions.py build/wasm/module.wasm

The rows are workloads of script/bench with fewer tuples, in place, with checked int64 indices."""

import random
import struct
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

from gen.arguments import Parser  # noqa: E402

FLOAT32, FLOAT16, BFLOAT16, INT32, INT64, UINT8 = 1, 3, 4, 7, 8, 9
NONE, ADD, MUL, MAX = 0, 1, 3, 5
NUMBERS = {FLOAT32: b"\0\0\0\x3f", FLOAT16: b"\0\x38", BFLOAT16: b"\0\x3f", INT32: b"\3\0\0\0", INT64: b"\3" + bytes(7), UINT8: b"\3"}
SCATTER_ND, SCALAR, SIMD128 = 1, 1, 6
# The workload, its reduction and dtype, the slices of data and their elements, and the tuples.
ROWS = (
    ("rows32_add", ADD, FLOAT32, 1700, 32, 11600),
    ("rows32_max", MAX, FLOAT32, 1700, 32, 11600),
    ("emb256", ADD, FLOAT32, 2000, 256, 2000),
    ("rows4096", ADD, FLOAT32, 64, 4096, 64),
    ("f16_add64", ADD, FLOAT16, 1600, 64, 6500),
    ("bf16_add64", ADD, BFLOAT16, 1600, 64, 6500),
    ("i64_mul8", MUL, INT64, 6500, 8, 20000),
    ("u8_w3", NONE, UINT8, 4000, 3, 20000),
    ("f32_w3", NONE, FLOAT32, 4000, 3, 20000),
    ("elem_add", ADD, FLOAT32, 16900, 1, 40000),
    ("hist", ADD, INT32, 6553, 1, 40000),
)


class Module:
    def __init__(self, path: str):
        import wasmtime

        config = wasmtime.Config()
        config.consume_fuel = True
        engine = wasmtime.Engine(config)
        self.store = wasmtime.Store(engine)
        self.store.set_fuel(1 << 60)
        self.exports = wasmtime.Instance(self.store, wasmtime.Module.from_file(engine, path), []).exports(self.store)

    def put(self, data: bytes) -> int:
        at = self.exports["allocate"](self.store, max(16, len(data)))
        self.exports["memory"].write(self.store, data, at)
        return at

    def count(self, reduction: int, isa: int, dtype: int, rows: int, width: int, tuples: int) -> int:
        """The instructions of one scatter_nd, planning and all."""

        def tensor(dtype, elements, *shape):
            return dtype, len(shape), self.put(struct.pack(f"<{len(shape)}q", *shape)), elements

        randoms = random.Random(1)
        data, number = self.put(NUMBERS[dtype] * (rows * width)), NUMBERS[dtype]
        indices = self.put(struct.pack(f"<{tuples}q", *(randoms.randrange(rows) for _ in range(tuples))))
        words = [SCATTER_ND, reduction, *[0] * 10, isa, 1]  # request of module.c
        words += [*tensor(dtype, data, rows, width), *tensor(dtype, data, rows, width), *tensor(INT64, indices, tuples, 1)]
        words += [*tensor(dtype, self.put(number * (tuples * width)), tuples, width), *[0] * 12]
        request, message = self.put(struct.pack(f"<q{len(words)}i", 0, *words)), self.put(bytes(256))
        before = self.store.get_fuel()
        if self.exports["run"](self.store, request, message) != 0:
            sys.exit(self.exports["memory"].read(self.store, message, message + 256).split(b"\0")[0].decode())
        return before - self.store.get_fuel()


def main() -> None:
    parser = Parser(prog="wasm_instructions", description=__doc__)
    parser.add_argument("module", help="a module of WebAssembly")
    module = Module(parser.parse_args().module)
    print(f"{'workload':12}{'scalar':>10}{'SIMD128':>10}{'ratio':>8}")
    for name, reduction, dtype, rows, width, tuples in ROWS:
        scalar, simd = (module.count(reduction, isa, dtype, rows, width, tuples) / tuples for isa in (SCALAR, SIMD128))
        print(f"{name:12}{scalar:10.1f}{simd:10.1f}{scalar / simd:8.2f}")


main()
