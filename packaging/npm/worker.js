// A thread of strew's: it runs tasks of calls, in the memory that all share and on a stack of its own, until it is terminated.
const isNode = Boolean(globalThis.process?.versions?.node);
const { parentPort: port } = isNode ? await import("node:worker_threads") : { parentPort: globalThis };

function begin({ module, memory, stack }) {
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    exports.__stack_pointer.value = stack;
    port.postMessage("ready");
    exports.work();
}

if (isNode) port.once("message", begin);
else port.onmessage = ({ data }) => begin(data);
