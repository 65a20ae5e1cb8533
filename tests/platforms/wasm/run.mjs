// run.mjs PROGRAM [ARGUMENT...]: runs a program of WASI by Node, with all files and all environment variables.
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const args = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args, env: process.env, preopens: { "/": "/" }, returnOnExit: true });
const program = await WebAssembly.compile(await readFile(args[0]));
// Not wasi.wasiImport itself: where programs call its functions without JavaScript between, Node 20 crashes when it collects garbage.
const functions = Object.entries(wasi.wasiImport).map(([name, call]) => [name, (...words) => call(...words)]);
const instance = await WebAssembly.instantiate(program, { wasi_snapshot_preview1: Object.fromEntries(functions) });
process.exitCode = wasi.start(instance);
