// bench.mjs [PACKAGE [THREADS]]: calls by one thread and by more, 2 unless told, beside plain loops of JavaScript. Copies into the module's
// memory and out of it are part of a call. Of 15 rounds, in which all take turns, each number is the median.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder = "build/npm/package", threads = 2] = process.argv.slice(2);
const { load } = await import(pathToFileURL(resolve(folder, "strew.js")));
const one = await load(), more = await load({ threads: Number(threads) });

const random = (n, make) => Float32Array.from({ length: n }, make ?? (() => Math.random() - 0.5));
const indices = (n, end) => Int32Array.from({ length: n }, () => Math.floor(Math.random() * end));
const matrix = (rows, width) => ({ data: random(rows * width), shape: [rows, width] });

function addRows({ data, shape: [, width] }, at, { data: updates }) {
    const output = data.slice();
    for (let t = 0; t < at.length; t++) {
        for (let i = 0; i < width; i++) output[at[t] * width + i] += updates[t * width + i];
    }
    return output;
}

function takeRows({ data, shape: [, width] }, at) {
    const output = new Float32Array(at.length * width);
    for (let t = 0; t < at.length; t++) {
        for (let i = 0; i < width; i++) output[t * width + i] = data[at[t] * width + i];
    }
    return output;
}

function sumSegments({ data, shape: [, width] }, offsets) {
    const output = new Float32Array((offsets.length - 1) * width);
    for (let s = 0; s + 1 < offsets.length; s++) {
        for (let row = offsets[s]; row < offsets[s + 1]; row++) {
            for (let i = 0; i < width; i++) output[s * width + i] += data[row * width + i];
        }
    }
    return output;
}

const nodes = matrix(20_000, 64), edges = matrix(100_000, 64), targets = indices(100_000, 20_000), wide = matrix(1000, 4096), few = indices(500, 1000);
const bins = { data: new Float32Array(1000), shape: [1000, 1] }, counted = indices(1_000_000, 1000), ones = { data: random(1_000_000, () => 1), shape: [1_000_000, 1] };
const offsets = Int32Array.from({ length: 20_001 }, (_, s) => 5 * s), add = { reduction: "add" };
const rows = [
    ["a million numbers into 1,000 bins", (s) => s.scatterUpdate(bins, counted, ones, add), () => addRows(bins, counted, ones)],
    ["100,000 rows of 64 added to 20,000", (s) => s.scatterUpdate(nodes, targets, edges, add), () => addRows(nodes, targets, edges)],
    ["100,000 rows of 64 gathered", (s) => s.gather(nodes, targets), () => takeRows(nodes, targets)],
    ["500 rows of 4,096 gathered", (s) => s.gather(wide, few), () => takeRows(wide, few)],
    ["20,000 segments of 5 rows of 64", (s) => s.segment(edges, { offsets }), () => sumSegments(edges, offsets)],
];

const cells = (label, ...numbers) => console.log(label.padEnd(36) + numbers.map((text) => text.padStart(12)).join(""));
cells("milliseconds, median", "plain loop", "1 thread", `${threads} threads`, "loop / 1", `1 / ${threads}`);
for (const [label, call, loop] of rows) {
    const ways = [loop, () => call(one), () => call(more)], times = ways.map(() => []);
    for (let round = 0; round < 15; round++) {
        ways.forEach((way, i) => {
            const begin = performance.now();
            way();
            times[i].push(performance.now() - begin);
        });
    }
    const [plain, alone, together] = times.map((of) => of.sort((a, b) => a - b)[7]);
    cells(label, plain.toFixed(2), alone.toFixed(2), together.toFixed(2), (plain / alone).toFixed(2), (alone / together).toFixed(2));
}
