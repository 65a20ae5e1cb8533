// Scatters and gathers of typed arrays, by strew compiled to WebAssembly with SIMD128. load() gives the functions; index.d.ts describes them.

const DTYPES = {
    Float32Array: 1, Float64Array: 2, Int8Array: 5, Int16Array: 6, Int32Array: 7, BigInt64Array: 8, Uint8Array: 9, Uint16Array: 10,
    Uint32Array: 11, BigUint64Array: 12, Uint8ClampedArray: 9,
};
const OPAQUE = 256; // and the bytes of an element: a type that can be moved alone
const OPERATORS = { scatterND: 1, scatterElements: 2, scatterUpdate: 3, gatherND: 7, gatherElements: 8, gather: 9, segment: 11 };

// The members of `request` in module.c, in their order, behind the eight bytes of ignore_index.
const SCALARS = ["op", "reduction", "axis", "batchDims", "policy", "negativeWrap", "hasIgnoreIndex", "includeSelf", "nan", "initial",
    "accumulate", "overflow", "isa", "nThreads"];
const TENSORS = ["output", "data", "indices", "updates", "updateIndices", "weights", "offsets"];
const REQUEST_BYTES = Math.ceil((8 + 4 * SCALARS.length + 16 * TENSORS.length) / 8) * 8;
const MESSAGE_BYTES = 256;

// What an option may be, and its number.
const WORDS = {
    reduction: { none: 0, add: 1, sub: 2, mul: 3, min: 4, max: 5, mean: 6 },
    policy: { error: 0, skip: 2, clamp: 3 },
    negativeWrap: { true: 0, false: 1 },
    includeSelf: { true: 0, false: 1 },
    nan: { wins: 0, loses: 1 },
    initial: { zero: 0, identity: 1 },
    accumulate: { float64: 2, int64: 8 },
    overflow: { wraps: 0, saturates: 1 },
    isa: { scalar: 1, simd128: 6 },
};
const OF_SCATTERS = ["reduction", "policy", "negativeWrap", "ignoreIndex", "includeSelf", "nan", "accumulate", "overflow", "isa",
    "updateIndices", "weights"];
const OF_GATHERS = ["policy", "negativeWrap", "ignoreIndex", "isa"];

/** A call that strew rejects. Nothing was computed. An index out of bounds is a RangeError with the same sentence. */
export class StrewError extends Error {
    name = "StrewError";
}

/** The name of an array's type, also of a class that extends it and of another realm. */
const typeOf = (array) => (ArrayBuffer.isView(array) ? array[Symbol.toStringTag] : "");

const product = (sizes) => sizes.reduce((all, size) => all * size, 1);

function tensorOf(name, value) {
    const { data, shape } = ArrayBuffer.isView(value) ? { data: value, shape: [value.length] } : value ?? {};
    const dtype = DTYPES[typeOf(data)];
    if (!dtype || !Array.isArray(shape) || !shape.every((size) => Number.isSafeInteger(size) && size >= 0)) {
        throw new TypeError(`${name} must be a typed array, or { data, shape } with one and its sizes`);
    }
    if (product(shape) !== data.length) {
        throw new TypeError(`${name} has ${data.length} elements, and its shape [${shape}] has ${product(shape)}`);
    }
    return { dtype, data, shape };
}

function integer(name, value, bits = 32) {
    const isOne = Number.isSafeInteger(value) || (bits === 64 && typeof value === "bigint");
    if (!isOne || BigInt.asIntN(bits, BigInt(value)) !== BigInt(value)) {
        throw new TypeError(`${name} is ${value}, and must be an integer of ${bits} bits`);
    }
    return value;
}

/** The numbers of the options that a function has. Another one is an error, by its name. */
function read(options, known) {
    const scalars = {};
    for (const [name, value] of Object.entries(options)) {
        if (!known.includes(name)) throw new TypeError(`there is no option ${name} here, only ${known.join(", ")}`);
        if (value === undefined || name === "updateIndices" || name === "weights") continue;
        if (name === "axis" || name === "batchDims") {
            scalars[name] = integer(name, value);
        } else if (name === "ignoreIndex") {
            scalars.hasIgnoreIndex = 1;
            scalars.ignoreIndex = BigInt(integer(name, value, 64));
        } else {
            const words = WORDS[name];
            if (!Object.hasOwn(words, value)) throw new TypeError(`${name} is ${value}, and must be ${Object.keys(words).join(" or ")}`);
            scalars[name] = words[value];
        }
    }
    return scalars;
}

class Strew {
    #wasm;
    #memory;
    #workers;
    #lost;

    constructor(wasm, memory, workers, lost) {
        this.#wasm = wasm;
        this.#memory = memory;
        this.#workers = workers;
        this.#lost = lost;
    }

    /** The version of strew. */
    get version() {
        return this.#text(this.#wasm.version());
    }

    /** The instruction set of its kernels: simd128. */
    get isa() {
        return this.#text(this.#wasm.isa_name());
    }

    /** How many threads run a call: the one that makes it, and workers. */
    get threads() {
        return 1 + this.#workers.length;
    }

    /** Ends the workers. Later calls run on the thread that makes them. */
    close() {
        end(this.#workers.splice(0));
    }

    scatterND(data, indices, updates, options = {}) {
        return this.#scatter("scatterND", data, indices, updates, options, ["batchDims"]);
    }

    scatterElements(data, indices, updates, options = {}) {
        return this.#scatter("scatterElements", data, indices, updates, options, ["axis"]);
    }

    scatterUpdate(data, indices, updates, options = {}) {
        return this.#scatter("scatterUpdate", data, indices, updates, options, ["axis", "batchDims"]);
    }

    gatherND(data, indices, options = {}) {
        const { batchDims = 0 } = options;
        const shapeOf = (of, by) => [...by.slice(0, -1), ...of.slice((by.at(-1) ?? 0) + batchDims)];
        return this.#gather("gatherND", data, indices, options, ["batchDims"], shapeOf);
    }

    gatherElements(data, indices, options = {}) {
        return this.#gather("gatherElements", data, indices, options, ["axis"], (of, by) => by);
    }

    gather(data, indices, options = {}) {
        const { axis = 0, batchDims = 0 } = options;
        const shapeOf = (of, by) => {
            const at = axis < 0 ? axis + of.length : axis, begin = batchDims < 0 ? batchDims + by.length : batchDims;
            return [...of.slice(0, Math.max(0, at)), ...by.slice(Math.max(0, begin)), ...of.slice(at + 1)];
        };
        return this.#gather("gather", data, indices, options, ["axis", "batchDims"], shapeOf);
    }

    segment(updates, { offsets, indices, nSegments, ...options } = {}) {
        const known = ["reduction", "initial", "nan", "accumulate", "overflow", "isa", "updateIndices", "weights"];
        const scalars = { reduction: WORDS.reduction.add, ...read(options, known) };
        const tensors = { updates: tensorOf("updates", updates), ...this.#others(options) };
        if ((offsets === undefined) === (indices === undefined)) throw new TypeError("segment needs offsets, or indices and nSegments");
        if (offsets !== undefined) {
            if (nSegments !== undefined) throw new TypeError(`nSegments is ${nSegments}, but offsets say how many segments there are`);
            tensors.offsets = tensorOf("offsets", offsets);
            nSegments = Math.max(0, tensors.offsets.data.length - 1);
        } else {
            tensors.indices = tensorOf("indices", indices);
            integer("nSegments", nSegments);
        }
        const shape = [nSegments, ...tensors.updates.shape.slice(1)];
        tensors.data = { dtype: tensors.updates.dtype, shape };
        return this.#run("segment", scalars, tensors, shape);
    }

    #others({ updateIndices, weights }) {
        return {
            ...(updateIndices === undefined ? {} : { updateIndices: tensorOf("updateIndices", updateIndices) }),
            ...(weights === undefined ? {} : { weights: tensorOf("weights", weights) }),
        };
    }

    #scatter(name, data, indices, updates, options, own) {
        const scalars = read(options, [...OF_SCATTERS, ...own]);
        const tensors = { data: tensorOf("data", data), indices: tensorOf("indices", indices), updates: tensorOf("updates", updates) };
        return this.#run(name, scalars, this.#untyped(scalars, { ...tensors, ...this.#others(options) }), tensors.data.shape);
    }

    #gather(name, data, indices, options, own, shapeOf) {
        const scalars = read(options, [...OF_GATHERS, ...own]);
        const tensors = { data: tensorOf("data", data), indices: tensorOf("indices", indices) };
        return this.#run(name, scalars, this.#untyped(scalars, tensors), shapeOf(tensors.data.shape, tensors.indices.shape));
    }

    #text(at) {
        const bytes = new Uint8Array(this.#memory.buffer, at);
        return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
    }

    #allocate(nBytes, blocks) {
        const at = this.#wasm.allocate(nBytes) >>> 0; // of two gigabytes on, a place is a negative number in JavaScript
        if (at === 0) throw new RangeError(`there is no memory for ${nBytes} bytes`);
        blocks.push(at);
        return at;
    }

    /** What is only moved is of no type: so a build has all sizes of elements. */
    #untyped(scalars, tensors) {
        const { data, updates } = tensors;
        if (scalars.reduction || !data.data || (updates && updates.dtype !== data.dtype)) return tensors;
        const dtype = OPAQUE + data.data.BYTES_PER_ELEMENT;
        return { ...tensors, data: { ...data, dtype }, ...(updates && { updates: { ...updates, dtype } }) };
    }

    /** Copies all tensors to the module's memory, and the result from there. A scatter is done in place, in a copy of data. */
    #run(name, scalars, tensors, outputShape) {
        if (this.#lost.worker && this.#workers.length > 0) throw this.#lost.worker; // it may have left a call half done
        const wasm = this.#wasm, isInPlace = name.startsWith("scatter"), blocks = [];
        const { dtype, data: values } = tensors.data, Type = globalThis[typeOf(values ?? tensors.updates.data)];
        try {
            // Memory may move while it grows: first all of it is there, and then it is filled.
            const request = this.#allocate(REQUEST_BYTES, blocks), message = this.#allocate(MESSAGE_BYTES, blocks);
            const all = { output: { dtype, shape: outputShape }, ...tensors }, located = [];
            const outputLength = product(outputShape), bytesOfElement = Type.BYTES_PER_ELEMENT;
            const output = this.#allocate(Math.max(1, outputLength * bytesOfElement), blocks);
            for (const [key, tensor] of Object.entries(all)) {
                const isOutput = key === "output" || (key === "data" && isInPlace);
                const at = isOutput ? output : tensor.data ? this.#allocate(Math.max(1, tensor.data.byteLength), blocks) : 0;
                located.push({ key, tensor, at, shapeAt: this.#allocate(8 * tensor.shape.length + 8, blocks) });
            }
            const view = new DataView(this.#memory.buffer), bytes = new Uint8Array(this.#memory.buffer);
            bytes.fill(0, request, request + REQUEST_BYTES);
            view.setBigInt64(request, scalars.ignoreIndex ?? 0n, true);
            const words = { ...scalars, op: OPERATORS[name], nThreads: this.threads };
            SCALARS.forEach((key, i) => view.setInt32(request + 8 + 4 * i, words[key] ?? 0, true));
            for (const { key, tensor, at, shapeAt } of located) {
                const place = request + 8 + 4 * SCALARS.length + 16 * TENSORS.indexOf(key);
                [tensor.dtype, tensor.shape.length, shapeAt, at].forEach((word, i) => view.setInt32(place + 4 * i, word, true));
                tensor.shape.forEach((size, i) => view.setBigInt64(shapeAt + 8 * i, BigInt(size), true));
                if (tensor.data) bytes.set(new Uint8Array(tensor.data.buffer, tensor.data.byteOffset, tensor.data.byteLength), at);
            }
            const kind = wasm.run(request, message);
            if (kind !== 0) throw new (kind === 1 ? RangeError : StrewError)(this.#text(message));
            const result = new Uint8Array(this.#memory.buffer, output, outputLength * bytesOfElement).slice(); // of its own, also if memory is shared
            return { data: new Type(result.buffer), shape: [...outputShape] };
        } finally {
            blocks.forEach((at) => wasm.release(at));
        }
    }
}

const isNode = Boolean(globalThis.process?.versions?.node);

async function fetchBytes(from) {
    if (ArrayBuffer.isView(from) || from instanceof ArrayBuffer) return from;
    if (from instanceof URL && from.protocol === "file:" && isNode) {
        const { readFile } = await import("node:fs/promises");
        return readFile(from);
    }
    const response = await fetch(from);
    if (!response.ok) throw new Error(`${from} cannot be read: ${response.status} ${response.statusText}`);
    return response.arrayBuffer();
}

/** A module, or its bytes, which may be packed by gzip. A server may have unpacked them. */
async function compile(source) {
    if (source instanceof WebAssembly.Module) return source;
    const bytes = await fetchBytes(/^file:/.test(source) ? new URL(source) : source);
    const [first, second] = ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes);
    if (first !== 0x1f || second !== 0x8b) return WebAssembly.compile(bytes);
    return WebAssembly.compile(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

/** Workers that run tasks. One that ends by an error, or that another program ends, is an error: of load, or else of the next call. */
async function start(count, url, messageOf, lost) {
    const { Worker } = isNode ? await import("node:worker_threads") : globalThis;
    const workers = [];
    const ready = () => new Promise((resolve, reject) => {
        const worker = new Worker(url, { type: "module" });
        const on = (name, then) => (isNode ? worker.on(name, then) : worker.addEventListener(name, then));
        const lose = (why) => {
            lost.worker ??= new Error(`a worker of strew's ended: ${why ?? "worker.js cannot be run"}`);
            reject(lost.worker);
        };
        workers.push(worker);
        on("message", () => {
            if (isNode) worker.unref(); // it keeps no program from its end
            resolve();
        });
        on("messageerror", () => lose("it cannot read what it was sent"));
        on("error", ({ message }) => lose(message));
        if (isNode) worker.on("exit", (code) => lose(`exit code ${code}`));
        worker.postMessage(messageOf());
    });
    try {
        await Promise.all(Array.from({ length: count }, ready));
    } catch (error) {
        end(workers);
        throw error;
    }
    return workers;
}

function end(workers) {
    for (const worker of workers) worker.terminate();
}

/** Memory that is shared begins as the module was linked, and may grow to two gigabytes, or to what can be had. */
function makeMemory() {
    for (let maximum = 32768; ; maximum /= 2) { // pages of 64 kB
        try {
            return new WebAssembly.Memory({ initial: 64, maximum, shared: true });
        } catch (error) {
            if (maximum <= 1024) throw error;
        }
    }
}

// Twice what the module's own stack has. The deepest call takes 16 kB: tests of the library count that.
const STACK_BYTES = 131072;

/** Loads the module that is beside this file, or the one that source is. */
export async function load({ source, threads = 1, worker = new URL("./worker.js", import.meta.url), ...others } = {}) {
    for (const name of Object.keys(others)) throw new TypeError(`there is no option ${name} here, only source, threads, worker`);
    if (!Number.isSafeInteger(threads) || threads < 1 || threads > 64) throw new TypeError(`threads is ${threads}, and must be an integer from 1 to 64`);
    if (threads > 1 && !(isNode || globalThis.crossOriginIsolated)) {
        throw new TypeError(`threads is ${threads}, and a page that is not cross-origin isolated has no memory to share: only 1 runs here`);
    }
    const own = threads > 1 ? new URL("./strew-threads.wasm.gz", import.meta.url) : new URL("./strew.wasm.gz", import.meta.url);
    const module = await compile(source ?? own);
    const isShared = WebAssembly.Module.imports(module).some(({ kind }) => kind === "memory");
    if (threads > 1 && !isShared) throw new TypeError(`threads is ${threads}, and the module that source is was built for 1`);
    const memory = isShared ? makeMemory() : undefined, lost = {};
    const { exports } = await WebAssembly.instantiate(module, { env: { memory } });
    const workers = await start(threads - 1, worker, () => {
        const stack = exports.allocate(STACK_BYTES) >>> 0;
        if (stack === 0) throw new RangeError(`there is no memory for ${threads} threads`);
        return { module, memory, stack: stack + STACK_BYTES };
    }, lost);
    return new Strew(exports, memory ?? exports.memory, workers, lost);
}
