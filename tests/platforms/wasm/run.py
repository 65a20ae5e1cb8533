"""run.py PROGRAM [ARGUMENT...]: runs a program of WASI by wasmtime, with all files and all environment variables. cmake/wasm.sh begins it."""

import os
import sys

import wasmtime


def run(arguments: list) -> int:
    config = wasmtime.Config()
    config.cache = True  # of compiled programs: most of them run more than once
    engine = wasmtime.Engine(config)
    linker = wasmtime.Linker(engine)
    linker.define_wasi()
    wasi = wasmtime.WasiConfig()
    wasi.argv = arguments
    wasi.env = list(os.environ.items())
    wasi.inherit_stdin()
    wasi.inherit_stdout()
    wasi.inherit_stderr()
    wasi.preopen_dir("/", "/")
    store = wasmtime.Store(engine)
    store.set_wasi(wasi)
    module = wasmtime.Module.from_file(engine, arguments[0])
    try:
        start = linker.instantiate(store, module).exports(store)["_start"]
        start(store)
    except wasmtime.ExitTrap as ended:
        return ended.code
    except wasmtime.Trap as trap:
        print(f"{os.path.basename(arguments[0])}: {trap}", file=sys.stderr)
        return 134
    return 0


sys.exit(run(sys.argv[1:]))
