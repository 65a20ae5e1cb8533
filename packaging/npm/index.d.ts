// What README.md says is left out is in the types all the same, for builds that have it.

/** The arrays that strew takes. Clamped bytes count as bytes. */
export type TypedArray =
    | Float32Array | Float64Array | Int8Array | Int16Array | Int32Array | BigInt64Array
    | Uint8Array | Uint8ClampedArray | Uint16Array | Uint32Array | BigUint64Array;

/** Elements in row-major order, and the sizes of the dimensions. */
export interface Tensor<T extends TypedArray = TypedArray> {
    data: T;
    shape: number[];
}

/** An array alone is a tensor of one dimension. */
export type Input<T extends TypedArray = TypedArray> = T | Tensor<T>;

/** Integers. */
export type Indices = Input<Int8Array | Int16Array | Int32Array | BigInt64Array | Uint8Array | Uint16Array | Uint32Array | BigUint64Array>;

export type Reduction = "none" | "add" | "sub" | "mul" | "min" | "max" | "mean";

export interface IndexOptions {
    /** What an index out of bounds does: the call fails (the default), it is passed over, or the nearest one counts. */
    policy?: "error" | "skip" | "clamp";
    /** Whether negative indices count from the end; true by default. */
    negativeWrap?: boolean;
    /** An index that is passed over, such as -1 for padding. */
    ignoreIndex?: number | bigint;
    /** The kernels to use; the best by default. It changes the speed alone. */
    isa?: "scalar" | "simd128";
}

export interface ReducingOptions {
    /** Whether a NaN wins a minimum or maximum (the default), or is passed over. */
    nan?: "wins" | "loses";
    /** A wider type to compute in, which is rounded once. */
    accumulate?: "float64" | "int64";
    /** What becomes of a number that is too large. */
    overflow?: "wraps" | "saturates";
    /** The row of `updates` that each tuple has: `updates` is then a table. */
    updateIndices?: Indices;
    /** What each update is multiplied by. */
    weights?: Input;
    isa?: "scalar" | "simd128";
}

export interface ScatterOptions extends IndexOptions, ReducingOptions {
    /** How an update is combined with the old element; "none" by default, which replaces it. */
    reduction?: Reduction;
    /** Whether old elements take part in the reduction; true by default. */
    includeSelf?: boolean;
}

export interface SegmentOptions extends ReducingOptions {
    /** "add" by default. */
    reduction?: Exclude<Reduction, "none">;
    /** What a segment without rows has: zeros by default, or what changes nothing. */
    initial?: "zero" | "identity";
    /** Where segments begin, and the last one ends: one more than there are segments. */
    offsets?: Indices;
    /** The segment of each row, in ascending order, with nSegments; in place of offsets. */
    indices?: Indices;
    nSegments?: number;
}

/** A call that strew rejects; an index out of bounds is a RangeError. Nothing was computed. */
export class StrewError extends Error {}

export interface Strew {
    readonly version: string;
    readonly isa: string;
    /** How many threads run a call: the one that makes it, and workers. */
    readonly threads: number;
    /** Ends the workers, also after one was lost, which makes calls fail. Later calls run on the thread that makes them. */
    close(): void;
    /** ONNX ScatterND: a copy of data, and output[indices[t]] = reduction(output[indices[t]], updates[t]) for each tuple t. */
    scatterND<T extends TypedArray>(data: Input<T>, indices: Indices, updates: Input, options?: ScatterOptions & { batchDims?: number }): Tensor<T>;
    /** ONNX ScatterElements, torch.scatter_reduce: an index for each update, along one axis (0 by default). */
    scatterElements<T extends TypedArray>(data: Input<T>, indices: Indices, updates: Input, options?: ScatterOptions & { axis?: number }): Tensor<T>;
    /** Rows, or other slices of one axis (0 by default), by their numbers: torch.index_add, index_copy, index_reduce. */
    scatterUpdate<T extends TypedArray>(data: Input<T>, indices: Indices, updates: Input, options?: ScatterOptions & { axis?: number; batchDims?: number }): Tensor<T>;
    /** ONNX GatherND. */
    gatherND<T extends TypedArray>(data: Input<T>, indices: Indices, options?: IndexOptions & { batchDims?: number }): Tensor<T>;
    /** ONNX GatherElements, torch.gather. */
    gatherElements<T extends TypedArray>(data: Input<T>, indices: Indices, options?: IndexOptions & { axis?: number }): Tensor<T>;
    /** ONNX Gather, numpy.take. */
    gather<T extends TypedArray>(data: Input<T>, indices: Indices, options?: IndexOptions & { axis?: number; batchDims?: number }): Tensor<T>;
    /** Reduces rows that are stored segment after segment: torch.segment_reduce, and with updateIndices and weights a sparse product. */
    segment<T extends TypedArray>(updates: Input<T>, options: SegmentOptions): Tensor<T>;
}

export interface LoadOptions {
    /** Where the module is, its bytes, packed by gzip or not, or the module; by default what is beside strew.js. */
    source?: URL | string | BufferSource | WebAssembly.Module;
    /** From 1, the default, to 64. A page must be cross-origin isolated for more than 1. */
    threads?: number;
    /** Where worker.js is; by default beside strew.js. */
    worker?: URL | string;
}

/** Loads the module. With threads, workers are there when the promise is fulfilled. */
export function load(options?: LoadOptions): Promise<Strew>;
