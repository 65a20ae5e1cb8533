// page.mjs PACKAGE FOLDER: opens the example in headless Chromium at two widths, the wider one with headers that let its memory be shared.
// What it computes must have the bits of a plain loop, and the page must fit its window. Screenshots are left in FOLDER.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { promisify } from "node:util";

const [root, folder] = process.argv.slice(2);
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".gz": "application/gzip" };
const profile = mkdtempSync(join(tmpdir(), "strew-page-"));

const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };
let headers = {};

// Chromium looks at a page when all of it is loaded. So the page gets a picture that comes when its script is done.
let waiting;
const additions = {
    "/example/index.html": (text) => text.replace("</main>", '</main><img hidden src="/picture">'),
    "/example/example.js": (text) => `${text}\nawait fetch("/done");\n`,
};

const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://localhost").pathname).replace(/\/$/, "/index.html");
    if (path === "/picture") {
        waiting = response;
        return;
    }
    if (path === "/done") {
        response.writeHead(204).end();
        waiting?.writeHead(404).end();
        return;
    }
    try {
        const bytes = readFileSync(join(root, path));
        response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/plain", ...headers });
        response.end(additions[path]?.(bytes.toString()) ?? bytes);
    } catch {
        response.writeHead(404).end();
    }
});

async function chromium(width, ...options) {
    const common = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", `--user-data-dir=${profile}`, `--window-size=${width},1500`];
    const command = [...common, ...options, `http://127.0.0.1:${server.address().port}/example/`];
    const { stdout } = await promisify(execFile)("chromium", command, { timeout: 120_000, maxBuffer: 1 << 26 });
    return stdout;
}

await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
try {
    for (const [width, threads] of [[390, "1 thread"], [1280, "2 threads"]]) {
        headers = threads === "2 threads" ? ISOLATED : {};
        const page = await chromium(width, "--dump-dom");
        const what = /id="what"[^>]*>([^<]*)</.exec(page)?.[1];
        assert.match(page, /<html [^>]*data-state="right"/, `at ${width} pixels the page says: ${what}`);
        assert.match(what, new RegExp(`simd128, ${threads}\\. Both results have the bits of a plain loop`));
        assert.equal(page.match(/<rect /g)?.length, 60);
        assert.equal(page.match(/<circle /g)?.length, 4 * 16 * 12);
        assert.match(page, /data-fits="true"/, `at ${width} pixels the page is wider than its window`);
        const picture = join(folder, `example-${width}.png`);
        await chromium(width, `--screenshot=${picture}`);
        assert.ok(statSync(picture).size > 10_000);
    }
    console.log("the example draws at both widths");
} finally {
    server.close();
    rmSync(profile, { recursive: true, force: true });
}
