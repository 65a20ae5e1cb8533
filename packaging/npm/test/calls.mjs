// calls.mjs PACKAGE: calls of each function, compared with plain loops, and calls that are rejected.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { runInNewContext } from "node:vm";

const { load, StrewError } = await import(pathToFileURL(`${process.argv[2]}/strew.js`));
const strew = await load();
assert.match(strew.version, /^\d+\.\d+\.\d+$/);
assert.equal(strew.isa, "simd128");

let seed = 1;
const below = (n) => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) % n;
const fill = (array, make) => array.map(make);
const product = (shape) => shape.reduce((all, size) => all * size, 1);

// What one element becomes, in the type of its array, which rounds when it is stored.
const combine = {
    none: (old, update) => update,
    add: (old, update) => old + update,
    mul: (old, update) => old * update,
    min: (old, update) => (update < old ? update : old),
    max: (old, update) => (update > old ? update : old),
};

for (const Type of [Float32Array, Int32Array]) {
    const isFloat = Type === Float32Array;
    const numbers = (n) => fill(new Type(n), () => (isFloat ? (below(2000) - 1000) / 64 + 1 / 128 : below(100)));
    for (const reduction of Object.keys(combine)) {
        for (const width of [1, 3, 4, 17, 64]) {
            const rows = 20, tuples = 90;
            const data = { data: numbers(rows * width), shape: [rows, width] };
            const updates = { data: numbers(tuples * width), shape: [tuples, width] };
            const at = Int32Array.from({ length: tuples }, () => below(rows)), indices = { data: at, shape: [tuples, 1] };
            const expected = data.data.slice(), before = data.data.slice();
            at.forEach((row, t) => {
                for (let i = row * width; i < (row + 1) * width; i++) {
                    const old = expected[i], update = updates.data[t * width + i - row * width];
                    expected[i] = !isFloat && reduction === "mul" ? Math.imul(old, update) : combine[reduction](old, update);
                }
            });
            for (const isa of ["scalar", "simd128"]) {
                const output = strew.scatterND(data, indices, updates, { reduction, isa });
                assert.deepEqual(output, { data: expected, shape: [rows, width] }, `${Type.name} ${reduction} ${width} ${isa}`);
            }
            assert.deepEqual(strew.scatterUpdate(data, at, updates, { reduction }).data, expected);
            assert.deepEqual(data.data, before);
        }
    }
}

// What moves, of every type.
for (const Type of [Float32Array, Float64Array, Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, BigInt64Array,
    BigUint64Array]) {
    const number = Type.name.startsWith("Big") ? BigInt : Number, data = { data: fill(new Type(60), () => number(below(100))), shape: [3, 4, 5] };
    const at = (a, b, c) => data.data[(a * 4 + b) * 5 + c], slice = (a, b) => [0, 1, 2, 3, 4].map((c) => at(a, b, c));
    const picked = strew.gather(data, new Int32Array([3, -4, 1]), { axis: 1 });
    assert.deepEqual(picked, { data: Type.from([0, 1, 2].flatMap((a) => [3, 0, 1].flatMap((b) => slice(a, b)))), shape: [3, 3, 5] });
    const tuples = strew.gatherND(data, { data: new Int32Array([2, 1, 0, 3]), shape: [2, 2] });
    assert.deepEqual(tuples, { data: Type.from([...slice(2, 1), ...slice(0, 3)]), shape: [2, 5] });
    const elements = strew.gatherElements(data, { data: new Int32Array([4, 0]), shape: [1, 1, 2] }, { axis: -1 });
    assert.deepEqual(elements, { data: Type.of(at(0, 0, 4), at(0, 0, 0)), shape: [1, 1, 2] });
    const skipped = strew.gather(data, new Int32Array([9, 1]), { axis: 2, policy: "skip" });
    assert.deepEqual([...skipped.data.slice(0, 4)], [number(0), at(0, 0, 1), number(0), at(0, 1, 1)]);
    const replaced = strew.scatterElements(data.data, new Int32Array([7, 7, 0]), Type.from([1, 2, 3].map(number)));
    assert.deepEqual([...replaced.data.slice(0, 8)], [number(3), ...data.data.slice(1, 7), number(2)]);
}

// A typed array is one of any class and of any realm; a DataView is none.
for (const bytes of [Buffer.from([7, 8, 9]), runInNewContext("Uint8Array.of(7, 8, 9)"), new (class extends Uint8Array {})([7, 8, 9])]) {
    assert.deepEqual(strew.gather(bytes, new Int32Array([2, 0])), { data: Uint8Array.of(9, 7), shape: [2] });
}
assert.throws(() => strew.gather(new DataView(new ArrayBuffer(4)), new Int32Array(1)), TypeError);

// A scatter along an axis, means, old elements left out, padding and policies.
const grid = { data: new Float32Array(6), shape: [2, 3] };
const columns = { data: new Int32Array([0, 0, 2, 1, -1, 0]), shape: [2, 3] }, ones = { data: new Float32Array([1, 2, 3, 4, 5, 6]), shape: [2, 3] };
assert.deepEqual([...strew.scatterElements(grid, columns, ones, { axis: 1, reduction: "add" }).data], [3, 0, 3, 6, 4, 5]);
const mean = { reduction: "mean", includeSelf: false };
assert.deepEqual([...strew.scatterElements(new Float32Array(3).fill(9), new Int32Array([0, 0, 2]), new Float32Array([1, 4, 5]), mean).data], [2.5, 9, 5]);
const padded = [new Float32Array(2), new Int32Array([0, -1, 1]), new Float32Array([1, 2, 3])];
assert.deepEqual([...strew.scatterElements(...padded, { reduction: "add", ignoreIndex: -1 }).data], [1, 3]);
assert.deepEqual([...strew.scatterElements(...padded, { reduction: "add" }).data], [1, 5]);
assert.deepEqual([...strew.scatterElements(...padded, { reduction: "add", negativeWrap: false, policy: "skip" }).data], [1, 3]);
assert.deepEqual([...strew.scatterElements(...padded, { reduction: "add", negativeWrap: false, policy: "clamp" }).data], [3, 3]);

// Batches: each has data, and tuples or rows, of its own.
const cube = { data: Float32Array.from({ length: 12 }, (_, i) => i), shape: [2, 3, 2] }, one = { data: new Int32Array([2, 0]), shape: [2, 1] };
const picked = { data: new Float32Array([4, 5, 6, 7]), shape: [2, 2] }, doubled = [0, 1, 2, 3, 8, 10, 12, 14, 8, 9, 10, 11];
assert.deepEqual(strew.gatherND(cube, one, { batchDims: 1 }), picked);
for (const batchDims of [1, -1]) assert.deepEqual(strew.gather(cube, one, { axis: 1, batchDims }), { ...picked, shape: [2, 1, 2] });
assert.deepEqual([...strew.scatterND(cube, one, picked, { batchDims: 1, reduction: "add" }).data], doubled);
const rows = { ...picked, shape: [2, 1, 2] };
assert.deepEqual([...strew.scatterUpdate(cube, one, rows, { axis: 1, batchDims: 1, reduction: "add" }).data], doubled);

// A NaN wins, or loses.
const holes = [new Float32Array([5, NaN, 3]), new Int32Array([0, 1, 2]), new Float32Array([NaN, 2, 4])];
assert.deepEqual([...strew.scatterElements(...holes, { reduction: "min" }).data], [NaN, NaN, 3]);
assert.deepEqual([...strew.scatterElements(...holes, { reduction: "min", nan: "loses" }).data], [5, 2, 3]);

// Segments.
const table = { data: new Float32Array([1, 2, 10, 20, 100, 200]), shape: [3, 2] };
assert.deepEqual(strew.segment(table, { offsets: new Int32Array([0, 2, 2, 3]) }), { data: new Float32Array([11, 22, 0, 0, 100, 200]), shape: [3, 2] });
assert.deepEqual([...strew.segment(table, { indices: new Int32Array([0, 1, 1]), nSegments: 2, reduction: "max" }).data], [1, 2, 100, 200]);
const least = { offsets: new Int32Array([0, 1, 1]), reduction: "min", initial: "identity" };
assert.deepEqual([...strew.segment(table, least).data], [1, 2, Infinity, Infinity]);

// What is rejected says why, and leaves no memory behind.
const throws = (call, error, sentence) => assert.throws(call, (thrown) => thrown instanceof error && sentence.test(thrown.message));
const bad = [new Float32Array(4), new Int32Array([0, 7]), new Float32Array(2)];
throws(() => strew.scatterElements(...bad), RangeError, /^indices\[1\] component 0 is 7, outside \[-4, 3\]/);
throws(() => strew.scatterElements(new Float32Array(4), new Int32Array(2), new Float32Array(3)), StrewError, /updates/);
throws(() => strew.scatterElements(new Float32Array(4), new Float32Array(2), new Float32Array(2)), StrewError, /indices/);
throws(() => strew.scatterElements(new Int16Array(4), new Int32Array(2), new Int16Array(2), { reduction: "add" }), StrewError, /int16/);
throws(() => strew.scatterElements(new Float32Array(4), new BigInt64Array(2), new Float32Array(2)), StrewError, /int64/);
for (const options of [{ reduction: "sub" }, { reduction: "add", weights: new Float32Array(2) }, { reduction: "add", accumulate: "float64" }]) {
    throws(() => strew.scatterElements(new Float32Array(4), new Int32Array(2), new Float32Array(2), options), StrewError, /^this build of strew was trimmed/);
}
throws(() => strew.scatterElements(new Float32Array(4), new Int32Array(2), new Float32Array(2), { reduce: "add" }), TypeError, /no option reduce/);
throws(() => strew.scatterElements(new Float32Array(4), new Int32Array(2), new Float32Array(2), { reduction: "sum" }), TypeError, /none or add/);
throws(() => strew.scatterElements({ data: new Float32Array(4), shape: [5] }, new Int32Array(2), new Float32Array(2)), TypeError, /4 elements/);
throws(() => strew.gather([1, 2], new Int32Array(1)), TypeError, /data must be a typed array/);
throws(() => strew.gather(new Float32Array(2), new Int32Array(1), { axis: 3 }), StrewError, /axis/);
throws(() => strew.gather(new Float32Array(2), new Int32Array(1), { axis: 2 ** 31 }), TypeError, /^axis is 2147483648, and must be an integer of 32 bits$/);
throws(() => strew.segment(table, {}), TypeError, /offsets/);
for (const options of [{ reduction: "add", nan: "loses" }, { reduction: "add", updateIndices: new Int32Array(2) }, { reduction: "add", accumulate: "float64", overflow: "saturates" }]) {
    throws(() => strew.scatterElements(new Float32Array(4), new Int32Array(2), new Float32Array(2), options), StrewError, /^this build of strew was trimmed/);
}
throws(() => strew.segment(table, { offsets: new Int32Array([0, 3]), nSegments: 7 }), TypeError, /nSegments/);
for (const index of [1.5, "", "abc", true, null, 2n ** 63n, -(2n ** 63n) - 1n, 2 ** 53]) {
    throws(() => strew.scatterElements(...padded, { reduction: "add", ignoreIndex: index }), TypeError, /^ignoreIndex is .*, and must be an integer of 64 bits$/);
}
assert.deepEqual([...strew.scatterElements(...padded, { reduction: "add", ignoreIndex: -1n }).data], [1, 3]);
const moved = new Int32Array(2);
structuredClone(moved, { transfer: [moved.buffer] });
throws(() => strew.scatterElements(new Float32Array(4), moved, new Float32Array(0)), TypeError, /detached/);
// The upper half of what a module can address. Of so large an output nothing is touched, because an index is out of bounds.
const upper = { indices: new Int32Array(1 << 18).fill(-1), nSegments: 2 ** 29 - 2 ** 16 };
const large = await load({ source: pathToFileURL(`${process.argv[2]}/strew.wasm.gz`).href });
throws(() => large.segment(new Float32Array(1 << 18), upper), RangeError, /^indices\[0\] .*is -1, outside/);
const many = new Float32Array(1 << 20), memory = () => process.memoryUsage().external;
const everywhere = new Int32Array(many.length), kept = strew.gather(new Float32Array([7]), new Int32Array(1)).data;
for (let i = 0; i < 20; i++) strew.scatterElements(many, everywhere, many);
assert.deepEqual([...kept], [7]); // it is no view of memory that is used again
const settled = memory();
for (let i = 0; i < 200; i++) {
    strew.scatterElements(many, everywhere, many);
    throws(() => strew.scatterElements(many, everywhere.fill(-1 - many.length, -1), many), RangeError, /outside/);
    everywhere[many.length - 1] = 0;
}
assert.ok(product([memory() - settled]) < 1 << 30, "the module's memory grows from call to call");
console.log("every call has the results of plain loops");
