"""Adds up how deep each public call of the library goes, from what GCC says of its functions (-fcallgraph-info=su), and fails beyond LIMIT.

    stack.py BUILD HEADER LIMIT ISA...

BUILD is searched for GCC's .ci files, HEADER declares the calls. A call through a pointer counts as the deepest function that it may reach:
a kernel of these instruction sets, which in blocks.c is one of indices; and in threads.c a share of the work as well, straight, or where a
call has strew_resources through the caller's pool, whose own frames are not strew's. What a library of the system takes for itself, such as
memcpy, is not known to the compiler: FOREIGN bytes are set aside for it. Those of glibc that strew calls take 200 at most, whatever the
platform.
"""

import re
import sys
from functools import lru_cache
from pathlib import Path

FOREIGN = 512
KERNEL = re.compile(r"strew_\w+__(\w+)")
NODE = re.compile(r'node: \{ title: "([^"]+)" label: "[^"]*?(?:\\n(\d+) bytes \(([a-z,]+)\)[^"]*)?"')
EDGE = re.compile(r'edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"')
INDIRECT = "__indirect_call"


def fail(sentence):
    sys.exit(f"stack.py: {sentence}")


def read_graph(build):
    """The bytes of every function's frame, whom it calls, and the file that it is of."""
    frames, calls, homes = {}, {}, {}
    files = sorted(build.rglob("*.ci"))
    if not files:
        fail(f"{build} has no .ci files: GCC writes them with -fcallgraph-info=su")
    for file in files:
        text = file.read_text()
        for title, size, kind in NODE.findall(text):
            if not size:
                continue  # only called here
            if kind not in ("static", "dynamic,bounded"):
                fail(f"the frame of {title} has no bound: {kind}")
            frames[title], homes[title] = int(size), file
            calls.setdefault(title, set())
        for source, target in EDGE.findall(text):
            calls.setdefault(source, set()).add(target)
    return frames, calls, homes


def own_name(title):
    """Functions of one file alone are titled after it."""
    return title.rpartition(":")[2]


def main():
    build, header, limit, isas = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
    frames, calls, homes = read_graph(build)
    kernels = [title for title in frames if (match := KERNEL.fullmatch(own_name(title))) and match.group(1) in isas]
    pooled = [title for title in frames if own_name(title) == "do_share"]
    shares = [title for title in frames if own_name(title).endswith("_share") and title not in pooled]
    of_indices = [title for title in kernels if homes[title].name.startswith("indices.")]
    sharing = {homes[title] for title in pooled}
    public = dict(re.findall(r"(?m)^STREW_API [^(]*\b(strew_\w+)\(([^)]*)\)", header.read_text()))
    if not of_indices or not shares or not pooled or not public:
        fail("kernels, shares of work and public calls were looked for, and some were not found")

    def reached(title, target, has_pool):
        if target != INDIRECT:
            return [target]
        if title in pooled:
            return shares
        if homes[title] in sharing:
            return kernels + shares + (pooled if has_pool else [])
        return of_indices if homes[title].name.startswith("blocks.") else kernels

    path = []

    @lru_cache(maxsize=None)
    def depth(title, has_pool):
        """The bytes below the call of a function, and the chain of functions that takes them."""
        if title not in frames:
            return FOREIGN, (title,)
        if title in path:
            fail(f"{title} calls itself: {' '.join(path)}")
        path.append(title)
        below = (depth(to, has_pool) for target in calls[title] for to in reached(title, target, has_pool))
        deepest = max(below, default=(0, ()))
        path.pop()
        return frames[title] + deepest[0], (title, *deepest[1])

    rows = []
    for name, parameters in public.items():
        title = next((title for title in frames if own_name(title) == name), None)
        if title is None:
            fail(f"the header declares {name}, which GCC says nothing of")
        rows.append((*depth(title, "strew_resources" in parameters), name))
    rows.sort(key=lambda row: (-row[0], row[2]))
    for size, chain, name in rows:
        print(f"{size:6} {name:28} {' > '.join(own_name(title) for title in chain[1:])}")
    if rows[0][0] > limit:
        fail(f"{rows[0][2]} takes {rows[0][0]} bytes, more than {limit}")
    print(f"{len(rows)} calls, {len(frames)} functions: at most {rows[0][0]} bytes of {limit}")


if __name__ == "__main__":
    main()
