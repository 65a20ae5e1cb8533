// page.mjs PACKAGE FOLDER: opens the example in headless Chromium at two widths, the wider one with headers that let its memory be shared.
// What it computes must have the bits of a plain loop, and the page must fit its window. Screenshots are left in FOLDER. The window is a
// frame, because Chromium's own are never narrower than 500 pixels; the frame's page is handed to this program.
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

// Chromium takes its picture when all of a page is loaded. So the page has a picture that comes when the frame's script is done.
let waiting, page;
const frame = (width) => `<!doctype html><style>body { margin: 0 }</style>
<iframe src="/example/" style="border: 0; width: ${width}px; height: 1500px"></iframe><img hidden src="/picture"><script>
    const timer = setInterval(() => {
        const { contentDocument: page, contentWindow } = document.querySelector("iframe");
        if (!page?.documentElement?.dataset.state) return;
        clearInterval(timer);
        fetch("/page", { method: "POST", body: JSON.stringify({ width: contentWindow.innerWidth, html: page.documentElement.outerHTML }) });
    }, 20);
</script>`;

const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://localhost").pathname).replace(/\/$/, "/index.html"), [, width] = /^\/frame-(\d+)$/.exec(path) ?? [];
    if (path === "/picture") {
        waiting = response;
    } else if (path === "/page") {
        let body = "";
        request.on("data", (chunk) => { body += chunk; });
        request.on("end", () => {
            page = JSON.parse(body);
            response.writeHead(204).end();
            waiting?.writeHead(404).end();
        });
    } else {
        try {
            const bytes = width ? frame(width) : readFileSync(join(root, path));
            response.writeHead(200, { "content-type": width ? TYPES[".html"] : TYPES[extname(path)] ?? "text/plain", ...headers }).end(bytes);
        } catch {
            response.writeHead(404).end();
        }
    }
});

async function takePicture(width, picture) {
    page = undefined;
    const options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", `--user-data-dir=${profile}`, `--window-size=${width},1500`];
    const command = [...options, `--screenshot=${picture}`, `http://127.0.0.1:${server.address().port}/frame-${width}`];
    await promisify(execFile)("chromium", command, { timeout: 120_000, maxBuffer: 1 << 26 });
    return page;
}

await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
try {
    for (const [width, threads] of [[390, "1 thread"], [1280, "2 threads"]]) {
        headers = threads === "2 threads" ? ISOLATED : {};
        const picture = join(folder, `example-${width}.png`);
        const { width: innerWidth, html } = await takePicture(width, picture) ?? assert.fail(`at ${width} pixels the page's script does not end`);
        const what = /id="what"[^>]*>([^<]*)</.exec(html)?.[1];
        assert.equal(innerWidth, width);
        assert.match(html, /<html [^>]*data-state="right"/, `at ${width} pixels the page says: ${what}`);
        assert.match(what, new RegExp(`simd128, ${threads}\\. Both results have the bits of a plain loop`));
        assert.equal(html.match(/<rect /g)?.length, 60);
        assert.equal(html.match(/<circle /g)?.length, 4 * 16 * 12);
        assert.match(html, /data-fits="true"/, `at ${width} pixels the page is wider than its window`);
        assert.ok(statSync(picture).size > 10_000);
    }
    console.log("the example draws at both widths");
} finally {
    server.close();
    rmSync(profile, { recursive: true, force: true });
}
