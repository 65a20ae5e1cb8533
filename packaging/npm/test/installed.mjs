// What a project does that has the package.
import assert from "node:assert/strict";
import { load } from "strew";

for (const threads of [1, 2]) {
    const strew = await load({ threads });
    assert.equal(strew.threads, threads);
    const { data } = strew.scatterElements(new Float32Array(4), new Int32Array([2, 0, 2]), new Float32Array([1, 2, 3]), { reduction: "add" });
    assert.deepEqual([...data], [2, 0, 4, 0]);
}
console.log("the package works by its name");
