"""Adds up how deep each public call of the library goes, from what GCC says of its functions (-fcallgraph-info=su), and fails beyond LIMIT.

  - A call through a pointer counts as the deepest function that it may reach, by what the pointer is called in the source: a kernel of these
    instruction sets; a chunk of the work; or, where a call has strew_resources, what the caller's pool runs. The pool's own frames are not
    strew's. A way runs those chunks that its file names, or the file of a function that it calls.
  - Without strew_resources, and so without a workspace, one thread applies all: the only way is alone.c.
  - What memcpy and its like take is not known to the compiler. FOREIGN bytes are set aside: those of glibc that strew calls take 200 at most
    on every platform of cmake/platforms.txt.
  - A dynamic linker that looks such a function up at its first call, and not when the program starts, does so on that call's stack: some
    3 KiB with AVX-512's registers to keep. That is the program's to choose, and not counted.
"""

import re
import sys
from collections import defaultdict
from functools import lru_cache
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2]))

from gen.arguments import Parser, count  # noqa: E402

FOREIGN = 512
# What a gradient's own plan, which plan_exchange of gradient.c makes, is never of: passing over NaN, scales, and args.
NOT_RUN_BY_GRADIENTS = ("strew_apply_numbers", "strew_compare_batches", "strew_find_winners")
# What such a function is never the way to: a gradient's plan has neither scales nor args, and private accumulators are for sums of integers.
AVOIDED = {"plan_exchange": ("strew_set_scale_factors", "strew_take_arg"), "accumulate_chunk": ("strew_compare_batches",)}
MAX_FRAMES = 6
KERNEL = re.compile(r"strew_\w+__(\w+)")
POINTER = re.compile(r"(\w+->\w+)\(")
NODE = re.compile(r'node: \{ title: "([^"]+)" label: "[^"]*?(?:\\n(\d+) bytes \(([a-z,]+)\)[^"]*)?"')
EDGE = re.compile(r'edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"(?: label: "([^"]+)")?')
INDIRECT = "__indirect_call"


def fail(sentence):
    sys.exit(f"stack.py: {sentence}")


def read_graph(build, sources):
    """The bytes of every function's frame, whom it calls and where, and the file that it is of. A folder that was built before may have files
    of sources that are gone."""
    frames, calls, homes = {}, {}, {}
    files = sorted(file for file in build.rglob("*.ci") if (sources / file.relative_to(build)).with_suffix("").exists())
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
        for source, target, place in EDGE.findall(text):
            calls.setdefault(source, set()).add((target, place if target == INDIRECT else ""))
    return frames, calls, homes


def own_name(title):
    """Functions of one file alone are titled after it."""
    return title.rpartition(":")[2]


@lru_cache(maxsize=None)
def pointer_at(place):
    """What a call at FILE:LINE:COLUMN goes through, as in work->chunk."""
    file, line, _ = place.rsplit(":", 2)
    found = POINTER.findall(Path(file).read_text().splitlines()[int(line) - 1])
    if len(found) != 1:
        fail(f"{place} calls through a pointer, and the line has {len(found)} calls like job->run(...)")
    return found[0]


def longest_way(public, calls, reached, of_pool, kernels):
    """The longest chain of functions from a public call to a kernel, on one thread: not through pool.c."""

    @lru_cache(maxsize=None)
    def way(title):
        if title in kernels:
            return (title,)
        below = (way(to) for target, place in calls.get(title, ()) for to in reached(target, place, False) if to not in of_pool)
        longest = max((chain for chain in below if chain), key=len, default=())
        return (title, *longest) if longest else ()

    return max((way(title) for title in public), key=len)


def main():
    parser = Parser(description=__doc__)
    parser.add_argument("build", type=Path, metavar="BUILD", help="is searched for GCC's .ci files")
    parser.add_argument("headers", type=Path, metavar="HEADERS", help="whose strew/*.h declare the calls")
    parser.add_argument("limit", type=count, metavar="LIMIT", help="in bytes")
    parser.add_argument("isas", nargs="+", metavar="ISA", help="whose kernels count")
    arguments = parser.parse_args()
    headers, limit, isas = arguments.headers, arguments.limit, arguments.isas
    frames, calls, homes = read_graph(arguments.build, headers.parent)
    kernels = defaultdict(list)  # of each file, whatever the instruction set
    found = set()
    for title in frames:
        match = KERNEL.fullmatch(own_name(title))
        if match and match.group(1) in isas:
            kernels[homes[title].name.split(".")[0]].append(title)
            found.add(match.group(1))
    pooled = [title for title in frames if own_name(title) == "run_chunk"]
    text = "".join(path.read_text() for path in sorted(headers.glob("strew/*.h")))
    public = dict(re.findall(r"(?m)^STREW_API [^(]*\b(strew_\w+)\(([^)]*)\)", text))
    chunks = [title for title in frames if own_name(title).endswith("_chunk") and own_name(title) not in public and title not in pooled]
    starts, divides = ([title for title in kernels["mean"] if own_name(title).startswith(f"strew_{what}_")] for what in ("start", "divide"))
    takes = [title for title in kernels["gather"] if own_name(title).startswith("strew_take_")]
    others = ("indices", "select", "gather", "scale", "blocks", "affine", "arg")
    of_slices = [title for file, titles in kernels.items() if file not in others for title in titles]
    with_own_pointer = {
        what: [title for title in of_slices if own_name(title).startswith(f"strew_{what}_") and title not in kernels["mean"]]
        for what in ("put", "sum", "fuse", "reduce", "bag")
    }
    of_slices = [title for title in of_slices if title not in starts + divides + sum(with_own_pointer.values(), [])]
    pointers = {
        "kernel->run": kernels["indices"],
        "locate->run": kernels["indices"],
        "select->run": kernels["select"],
        "gather->run": [title for title in kernels["gather"] if title not in takes],
        "take->run": takes,
        **{f"{what}->run": titles for what, titles in with_own_pointer.items()},
        **{f"kernel->{what}": [title for title in kernels["scale"] if own_name(title).startswith(f"strew_{what}_")]
           for what in ("quantize", "dequantize")},
        "affine->run": kernels["affine"],
        "compare->run": kernels["arg"],
        "apply->run": of_slices,
        "multiply->run": of_slices,
        "widen->run": of_slices,
        "narrow->run": of_slices,
        "mean->start": starts,
        "mean->divide": divides,
        "any_width->run": of_slices,
        "step->run": of_slices,
        "whole->run": of_slices,
        **{f"conversion->{what}": [title for title, file in homes.items() if file.name.startswith("convert.c") and what in own_name(title)]
           for what in ("clamp",)},
        **{f"conversion->{what}": [title for title, file in homes.items() if file.name.startswith("convert.c") and "_of_" in own_name(title)]
           for what in ("begin", "between")},
        "conversion->whole": kernels["blocks"],  # or the caller's own, whose frames are not strew's
        "work->chunk": chunks,
        "numbered->chunk": [title for title in chunks if own_name(title) != "run_numbered_chunk"],
        **{f"way->{what}": [title for title, file in homes.items() if file.parent.name == "ways" and own_name(title) == what]
           for what in ("fits", "bytes", "ns", "copy")},
        **{f"way->{what}": [title for title, file in homes.items() if file.parent.name in ("ways", "runtime")
                            and own_name(title) in (what, other)] for what, other in (("check", "strew_check_or_store"), ("run", ""))},
        "threads->parallel_for": pooled,
        **dict.fromkeys(("loop->task", "grouping->parallel_for"), [title for title in frames if own_name(title).endswith("_some")]),
        **{pointer: [title for title, file in homes.items() if file.name.startswith(name) and own_name(title) == "do_task"]
           for pointer, name in (("resources->parallel_for", "softmax.c"), ("given->parallel_for", "gradient.c"))},
        "tasks->pass": [title for title in frames if own_name(title).endswith("_pass")],
    }
    if nowhere := sorted({pointer for pointer, reached in pointers.items() if not reached} | set(isas) - found):
        fail(f"no function was found for {', '.join(nowhere)}")
    if not public:
        fail(f"{headers} declares no public call")

    def reached(target, place, has_pool):
        if target != INDIRECT:
            return [target]
        pointer = pointer_at(place)
        if pointer not in pointers:
            fail(f"{place} calls {pointer}, and what that may be is not known here")
        return pointers[pointer] if has_pool or pointer != "threads->parallel_for" else []

    def named_chunks(title, seen):
        """The names of chunks that a function may hand to the pool: those in its file, and in the files of all that it calls."""
        if title in seen or title not in homes:
            return set()
        seen.add(title)
        source = headers.parent / homes[title].relative_to(arguments.build).with_suffix("")
        own = {own_name(chunk) for chunk in chunks} & set(re.findall(r"\w+_chunk\b", source.read_text()))
        return own.union(*(named_chunks(target, seen) for target, _ in calls[title] if target != INDIRECT))

    def never_reached_by(title):
        name = own_name(title).split(".")[0]
        if name != "run" or homes[title].parent.name != "ways":
            return AVOIDED.get(name, ())
        return tuple({own_name(chunk) for chunk in chunks} - named_chunks(title, set()) - {"run_numbered_chunk"})

    path = []
    of_pool = {title for title, file in homes.items() if file.name.startswith("pool.c")
               or (file.parent.name == "ways" and not file.name.startswith("alone.c"))}

    @lru_cache(maxsize=None)
    def depth(title, has_pool, avoided=()):
        """The bytes below the call of a function, and the chain of functions that takes them."""
        if title not in frames:
            return FOREIGN, (title,)
        if title in path:
            fail(f"{title} calls itself: {' '.join(path)}")
        path.append(title)
        avoided += never_reached_by(title)
        below = (
            depth(to, has_pool, avoided)
            for target, place in calls[title]
            for to in reached(target, place, has_pool)
            if (has_pool or to not in of_pool) and own_name(to) not in avoided
        )
        deepest = max(below, default=(0, ()))
        path.pop()
        return frames[title] + deepest[0], (title, *deepest[1])

    rows = []
    for name, parameters in public.items():
        title = next((title for title in frames if own_name(title) == name), None)
        if title is None:
            fail(f"a header declares {name}, which GCC says nothing of")
        avoided = NOT_RUN_BY_GRADIENTS if homes[title].name.startswith("gradient.c") else ()
        rows.append((*depth(title, "strew_resources" in parameters, avoided), name))
    rows.sort(key=lambda row: (-row[0], row[2]))
    for size, chain, name in rows:
        print(f"{size:6} {name:28} {' > '.join(own_name(title) for title in chain[1:])}")
    if rows[0][0] > limit:
        fail(f"{rows[0][2]} takes {rows[0][0]} bytes, more than {limit}")
    all_kernels = frozenset(title for titles in kernels.values() for title in titles)
    # What stands above the library calls public functions, whose frames come on top of its own.
    of_library = [title for title, file in homes.items() if own_name(title) in public and file.parent.name != "extra"]
    way = longest_way(of_library, calls, reached, of_pool, all_kernels)
    print(f"{len(way)} frames to a kernel: {' > '.join(own_name(title) for title in way)}")
    if len(way) > MAX_FRAMES:
        fail(f"on one thread a kernel is {len(way)} frames away, more than {MAX_FRAMES}")
    print(f"{len(rows)} calls, {len(frames)} functions: at most {rows[0][0]} bytes of {limit}")


if __name__ == "__main__":
    main()
