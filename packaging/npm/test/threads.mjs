// threads.mjs PACKAGE: calls by several threads have the bits of calls by one, and what cannot have threads says so.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { load } = await import(pathToFileURL(`${process.argv[2]}/strew.js`));
const instances = [], { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...given) => {
    instances.push(await instantiate(...given));
    return instances.at(-1);
};

let seed = 1;
const below = (n) => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) % n;
const numbers = (n) => Float32Array.from({ length: n }, () => (below(2000) - 1000) / 64 + 1 / 128);
const indices = (n, end) => Int32Array.from({ length: n }, () => below(end));

/** Calls of several kinds: few or many tuples, rows or elements, in memory that has to grow, and one that is rejected. */
function* calls() {
    for (const [rows, width, tuples] of [[7, 3, 5], [900, 64, 5000], [200_000, 1, 300_000], [3, 4096, 700], [40_000, 32, 60_000]]) {
        const data = { data: numbers(rows * width), shape: [rows, width] }, updates = { data: numbers(tuples * width), shape: [tuples, width] };
        const at = indices(tuples, rows);
        for (const reduction of ["none", "add", "max", "mean"]) yield (strew) => strew.scatterUpdate(data, at, updates, { reduction });
        yield (strew) => strew.gather(data, at);
        yield (strew) => strew.segment(updates, { indices: at.toSorted?.() ?? at.slice().sort(), nSegments: rows });
        yield (strew) => strew.scatterElements(data.data, new Int32Array([0, data.data.length]), new Float32Array(2), { reduction: "add" });
    }
}

const resultOf = (call, strew) => {
    try {
        return call(strew);
    } catch (error) {
        return error.message;
    }
};
const one = await load(), two = await load({ threads: 2 }), three = await load({ threads: 3 });
assert.deepEqual([one, two, three].map(({ threads }) => threads), [1, 2, 3]);
for (const call of calls()) {
    const expected = resultOf(call, one);
    for (const strew of [two, three]) assert.deepEqual(resultOf(call, strew), expected);
}

// Workers do take part: sooner or later one runs a task, however busy the machine is.
const small = [new Float32Array(3000), indices(20_000, 3000), numbers(20_000)], add = { reduction: "add" };
const sum = one.scatterElements(...small, add), helped = () => instances.flatMap(({ exports }) => exports.n_helped?.() ?? []);
assert.equal(helped().length, 2);
for (const began = Date.now(); Math.min(...helped()) === 0;) {
    assert.ok(Date.now() - began < 60_000, `workers of two and of three threads ran ${helped()} tasks`);
    for (const strew of [two, three]) assert.deepEqual(strew.scatterElements(...small, add), sum);
}

// Many short calls, one behind another: a worker that comes late must run nothing of the next one.
for (let i = 0; i < 2000; i++) assert.deepEqual(three.scatterElements(...small, add), sum);

// Results are no memory that is shared.
assert.ok(sum.data.buffer instanceof ArrayBuffer && two.scatterElements(...small, add).data.buffer instanceof ArrayBuffer);

// After close, one thread is left.
three.close();
assert.equal(three.threads, 1);
assert.deepEqual(three.scatterElements(...small, add), sum);

// The module with threads runs alone too, and the other one has no threads.
const from = (name) => ({ source: pathToFileURL(`${process.argv[2]}/${name}`).href });
assert.deepEqual((await load(from("strew-threads.wasm.gz"))).scatterElements(...small, add), sum);
await assert.rejects(load({ ...from("strew.wasm.gz"), threads: 2 }), /^TypeError: threads is 2, and the module that source is was built for 1$/);
for (const threads of [0, 65, 1.5, "2", null]) await assert.rejects(load({ threads }), /^TypeError: threads is .*, and must be an integer from 1 to 64$/);
// A worker that cannot be, that ends before it is ready or later is an error, and no call waits for it. close() leaves one thread.
const directory = mkdtempSync(join(tmpdir(), "strew-worker-"));
const workerOf = (name, text) => {
    writeFileSync(join(directory, name), text);
    return pathToFileURL(join(directory, name));
};
const running = readFileSync(`${process.argv[2]}/worker.js`, "utf8");
const dies = workerOf("dies.mjs", "process.exit(3);"), throws = workerOf("throws.mjs", 'throw new Error("no worker today");');
const later = workerOf("later.mjs", running.replace("exports.work();", 'throw new Error("gone");'));
await assert.rejects(load({ threads: 3, worker: dies }), /^Error: a worker of strew's ended: exit code 3$/);
await assert.rejects(load({ threads: 3, worker: throws }), /^Error: a worker of strew's ended: no worker today$/);
await assert.rejects(load({ threads: 2, worker: new URL("nowhere.mjs", dies) }), /^Error: a worker of strew's ended: Cannot find module/);
const orphaned = await load({ threads: 2, worker: later });
await new Promise((resolve) => { setTimeout(resolve, 500); });
assert.throws(() => orphaned.scatterElements(...small, add), /^Error: a worker of strew's ended: gone$/);
orphaned.close();
assert.deepEqual(orphaned.scatterElements(...small, add), sum);
rmSync(directory, { recursive: true });

await assert.rejects(load({ thread: 2 }), /^TypeError: there is no option thread here, only source, threads, worker$/);
console.log("several threads have the bits of one");
