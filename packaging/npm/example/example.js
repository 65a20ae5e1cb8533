// A histogram and some graph layers, each computed by strew and again by a plain loop, and drawn.
import { load } from "../strew.js";

const SVG = "http://www.w3.org/2000/svg";

function element(name, attributes, ...children) {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
}

/** The same numbers in every run. */
function makeRandom(seed) {
    return () => {
        seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
        return seed / 2 ** 32;
    };
}

function timed(work) {
    const begin = performance.now();
    const result = work();
    return { result, ms: performance.now() - begin };
}

const say = (id, text) => { document.getElementById(id).textContent = text; };
const isSame = (a, b) => a.length === b.length && a.every((value, i) => Object.is(value, b[i]));

// ---- The histogram ---------------------------------------------------------------------------------------------------------------------

const N_NUMBERS = 500_000, N_BINS = 60, LOW = -4, HIGH = 4;

function drawHistogram(counts) {
    const width = 480, height = 220, base = height - 24, most = Math.max(...counts), step = width / counts.length;
    const bars = [...counts].map((count, i) => element("rect", {
        x: (i * step + 0.5).toFixed(2), y: (base - (base - 12) * count / most).toFixed(2), width: (step - 1).toFixed(2),
        height: ((base - 12) * count / most).toFixed(2), fill: "var(--bar)",
    }, element("title", {}, `${count} numbers`)));
    const labels = [LOW, LOW / 2, 0, HIGH / 2, HIGH].map((value, i) => element("text", {
        x: 8 + i * (width - 16) / 4, y: height - 8, "text-anchor": ["start", "middle", "middle", "middle", "end"][i],
    }, String(value)));
    const line = element("line", { x1: 0, x2: width, y1: base, y2: base, stroke: "var(--line)" });
    const label = `A histogram of ${N_NUMBERS} numbers in ${N_BINS} bins`;
    document.getElementById("histogram").append(
        element("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label }, ...bars, line, ...labels));
}

function histogram(strew) {
    const random = makeRandom(7), bins = new Int32Array(N_NUMBERS), ones = new Int32Array(N_NUMBERS).fill(1);
    for (let i = 0; i < N_NUMBERS; i++) {
        const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
        bins[i] = Math.min(N_BINS - 1, Math.max(0, Math.floor((normal - LOW) / (HIGH - LOW) * N_BINS)));
    }
    const call = () => strew.scatterElements(new Int32Array(N_BINS), bins, ones, { reduction: "add" }).data;
    call(); // the engine compiles what it has met
    const { result, ms } = timed(call), plain = new Int32Array(N_BINS);
    for (const bin of bins) plain[bin]++;
    drawHistogram(result);
    say("histogram-note", `${N_NUMBERS.toLocaleString("en")} numbers in ${ms.toFixed(1)} ms, copies included.`);
    return isSame(result, plain);
}

// ---- The graph -------------------------------------------------------------------------------------------------------------------------

const COLUMNS = 16, ROWS = 12, CHANNELS = 8, SHOWN = [0, 1, 4, 16];

/** Each node of a grid has an edge from itself and from its neighbours. */
function makeGraph() {
    const sources = [], targets = [];
    for (let node = 0; node < ROWS * COLUMNS; node++) {
        const row = Math.floor(node / COLUMNS), column = node % COLUMNS;
        const near = [[0, 0], [-1, 0], [1, 0], [0, -1], [0, 1]].map(([down, right]) => [row + down, column + right])
            .filter(([r, c]) => r >= 0 && r < ROWS && c >= 0 && c < COLUMNS);
        for (const [r, c] of near) {
            sources.push(r * COLUMNS + c);
            targets.push(node);
        }
    }
    return { sources: Int32Array.from(sources), targets: Int32Array.from(targets) };
}

function layer(strew, { sources, targets }, features) {
    const messages = strew.gather(features, sources);
    return strew.scatterUpdate(features, targets, messages, { reduction: "mean", includeSelf: false });
}

function plainLayer({ sources, targets }, features) {
    const output = new Float32Array(features.data.length), counts = new Float32Array(ROWS * COLUMNS);
    sources.forEach((source, edge) => {
        counts[targets[edge]]++;
        for (let c = 0; c < CHANNELS; c++) output[targets[edge] * CHANNELS + c] += features.data[source * CHANNELS + c];
    });
    return output.map((sum, i) => sum / counts[Math.floor(i / CHANNELS)]);
}

function drawLayer(features, number) {
    const cells = Array.from({ length: ROWS * COLUMNS }, (_, node) => {
        const heat = Math.min(1, Math.sqrt(Math.max(0, features.data[node * CHANNELS])));
        return element("circle", {
            cx: (node % COLUMNS + 0.5) * 12, cy: (Math.floor(node / COLUMNS) + 0.5) * 12, r: 5,
            fill: `color-mix(in oklab, var(--hot) ${(100 * heat).toFixed(1)}%, var(--cold))`,
        });
    });
    const caption = number === 0 ? "features" : number === 1 ? "after 1 layer" : `after ${number} layers`;
    const drawing = element("svg", { viewBox: `0 0 ${COLUMNS * 12} ${ROWS * 12}`, role: "img", "aria-label": `The first channel, ${caption}` }, ...cells);
    const figure = document.createElement("figure"), text = document.createElement("figcaption");
    text.textContent = caption;
    figure.append(drawing, text);
    document.getElementById("graph").append(figure);
}

function graph(strew) {
    const random = makeRandom(3), graph = makeGraph();
    let features = { data: new Float32Array(ROWS * COLUMNS * CHANNELS), shape: [ROWS * COLUMNS, CHANNELS] };
    for (let i = 0; i < 9 * CHANNELS; i++) features.data[Math.floor(random() * ROWS * COLUMNS) * CHANNELS + i % CHANNELS] = 1;
    let isRight = true, ms = 0;
    for (let number = 0; number <= SHOWN.at(-1); number++) {
        if (SHOWN.includes(number)) drawLayer(features, number);
        const { result, ms: took } = timed(() => layer(strew, graph, features));
        isRight &&= isSame(result.data, plainLayer(graph, features));
        features = result;
        ms += took;
    }
    say("graph-note", `${ROWS * COLUMNS} nodes, ${graph.sources.length} edges, ${CHANNELS} channels: ${(ms / (SHOWN.at(-1) + 1)).toFixed(2)} ms a layer.`);
    return isRight;
}

// ----------------------------------------------------------------------------------------------------------------------------------------

try {
    // Threads need memory that is shared, which a page has whose server isolates it from other origins.
    const strew = await load({ threads: globalThis.crossOriginIsolated ? 2 : 1 });
    const areRight = [histogram(strew), graph(strew)];
    const same = areRight.every(Boolean) ? "Both results have the bits of a plain loop." : "A result differs from that of a plain loop.";
    const { version, isa, threads } = strew;
    say("what", `strew ${version}, ${isa}, ${threads} ${threads === 1 ? "thread" : "threads"}. ${same}`);
    document.documentElement.dataset.fits = document.documentElement.scrollWidth <= document.documentElement.clientWidth;
    document.documentElement.dataset.state = areRight.every(Boolean) ? "right" : "wrong";
} catch (error) {
    const note = document.getElementById("what");
    note.setAttribute("role", "alert");
    note.textContent = `strew cannot run here: ${error.message}`;
    document.documentElement.dataset.state = "failed";
}
