"""python -m tests.mutants: makes the library wrong in one small way after another, and lists what no test notices."""

import argparse
import hashlib
import json
import os
import sys
import time
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from typing import Dict, Iterator, List, Optional

from tests.mutants import known as known_survivors
from tests.mutants.mutant import HAND_WRITTEN, TEMPLATES, Mutant, all_mutants, files, group_of
from tests.mutants.suite import FOLDER, SuiteError
from tests.mutants.trial import KILLED, NO_C, REJECTED, SAME_CODE, SURVIVED, TIMED_OUT, Bench, Verdict, suites, suites_for

VERDICTS = FOLDER / "verdicts.jsonl"
ASSUMED = Verdict(SURVIVED)  # of what is known to survive, without a trial
BARS = {HAND_WRITTEN: 95.0, TEMPLATES: 90.0}  # percent


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants",
        description="Makes the library wrong in one small way after another, and lists what no test notices. Ends with 1 if that is one "
        "that is not in survivors.txt, or if fewer are noticed than should be, or if survivors.txt has one that does not survive.",
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="whose mutants; all files by default")
    parser.add_argument("--only", metavar="NAME", nargs="+", help="these mutants, each file:line:column:operator, shown as diffs")
    parser.add_argument("--list", action="store_true", help="print the names and try none")
    parser.add_argument("--sample", type=int, metavar="N", help="so many, drawn at random")
    parser.add_argument("--seed", type=int, metavar="S", help="of the draw; the time by default")
    parser.add_argument("--minutes", type=float, metavar="M", help="begin no further mutant after so long")
    parser.add_argument("--quick", action="store_true", help="a first look: without the tests that take longest; more survive that")
    parser.add_argument("--resume", action="store_true", help="what earlier runs killed, and is the same text, need not be tried again")
    parser.add_argument("--assume-known", action="store_true", help="what is in survivors.txt survives, and is not tried: half the time")
    parser.add_argument("--jobs", type=int, choices=(1, 2), default=1, help="mutants at once")
    return parser.parse_args()


def choose(options: argparse.Namespace) -> List[Mutant]:
    paths = files()
    for path in options.files:
        if path not in paths:
            sys.exit(f"mutants: {path} has none; files that do: {' '.join(paths)}")
    if options.only and options.assume_known:
        sys.exit("mutants: --only tries what it names, known or not")
    if options.only:
        by_name = {mutant.name: mutant for mutant in all_mutants(paths)}
        for name in options.only:
            if name not in by_name:
                sys.exit(f"mutants: there is no {name}; --list prints those that there are")
        return [by_name[name] for name in options.only]
    mutants = all_mutants(options.files or paths)
    if options.sample is not None and options.sample < len(mutants):
        seed = options.seed if options.seed is not None else int(time.time())
        print(f"{options.sample} of {len(mutants)} mutants, drawn with --seed {seed}")
        mutants = draw(mutants, options.sample, seed)
    return mutants


def draw(mutants: List[Mutant], n: int, seed: int) -> List[Mutant]:
    """Each mutant has its lot from its own text: where the source changes elsewhere, the same are drawn, and a larger n draws more of them."""
    twins: Counter = Counter()
    lots = {}
    for mutant in mutants:
        text = f"{seed} {mutant.path} {mutant.source_line} {mutant.mutated_line}"
        lots[mutant] = hashlib.sha256(f"{text} {twins[text]}".encode()).digest()
        twins[text] += 1
    return sorted(mutants, key=lots.__getitem__)[:n]


# ---- Trying ----------------------------------------------------------------------------------------------------------------------------


def progress(done: int, of: int, counts: Counter, start: float) -> None:
    line = f"{done} of {of}: {counts[KILLED] + counts[TIMED_OUT]} killed, {counts[SURVIVED]} survived, {time.monotonic() - start:.0f} s"
    if sys.stderr.isatty():
        print(f"\r{line}  ", end="" if done < of else "\n", file=sys.stderr, flush=True)
    elif done == of or done % 20 == 0:
        print(line, file=sys.stderr, flush=True)


def interruptible(futures, pending) -> Iterator[Future]:
    """Ctrl-C ends the trying, and what is known by then is reported."""
    try:
        yield from futures
    except KeyboardInterrupt:
        for future in pending:
            future.cancel()


def earlier(mutants: List[Mutant]) -> Dict[Mutant, Verdict]:
    """The verdicts of earlier runs but for survivors: tests may have become better, and hardly worse."""
    found = {}
    if VERDICTS.exists():
        for line in VERDICTS.read_text().splitlines():
            entry = json.loads(line)
            found[entry["text"]] = Verdict(entry["kind"], entry["by"])
    verdicts = {mutant: found.get(mutant.digest) for mutant in mutants}
    return {mutant: verdict for mutant, verdict in verdicts.items() if verdict and verdict.kind != SURVIVED}


def remember(mutant: Mutant, verdict: Verdict) -> None:
    with VERDICTS.open("a") as out:
        print(json.dumps({"name": mutant.name, "text": mutant.digest, "kind": verdict.kind, "by": verdict.by}), file=out)


def try_all(mutants: List[Mutant], options: argparse.Namespace) -> Dict[Mutant, Verdict]:
    all_suites = suites()
    benches = {path: Bench(suites_for(path, all_suites), options.jobs, options.quick) for path in {mutant.path for mutant in mutants}}
    verdicts = earlier(mutants) if options.resume else {}
    counts = Counter(verdict.kind for verdict in verdicts.values())
    start = time.monotonic()
    entries = known_survivors.load()
    late = start + 60 * options.minutes if options.minutes else float("inf")

    def attempt(i: int, mutant: Mutant):
        if time.monotonic() > late:
            return None
        entry = known_survivors.entry_for(entries, mutant)
        if entry and options.assume_known and not entry.n_killed:
            return ASSUMED
        return benches[mutant.path].try_mutant(mutant, FOLDER / f"mutant-{os.getpid()}-{i}", entry is not None)

    with ThreadPoolExecutor(options.jobs) as pool:
        pending = {pool.submit(attempt, i, mutant): mutant for i, mutant in enumerate(mutants) if mutant not in verdicts}
        for done, future in enumerate(interruptible(as_completed(pending), pending), len(verdicts) + 1):
            verdict = future.result()
            if verdict:
                mutant = pending[future]
                verdicts[mutant] = verdict
                counts[verdict.kind] += 1
                if verdict is not ASSUMED:
                    remember(mutant, verdict)
            progress(done, len(mutants), counts, start)
    return verdicts


# ---- The report ------------------------------------------------------------------------------------------------------------------------


EQUIVALENT = "equivalent"
TITLES = ("mutants", "killed", "timeout", "survived", EQUIVALENT, SAME_CODE, NO_C, REJECTED, "%")


def percent(counts: Counter) -> Optional[float]:
    """Of the mutants that a test can notice; None where there is none."""
    killed = counts[KILLED] + counts[TIMED_OUT]
    counted = killed + counts[SURVIVED]
    return 100.0 * killed / counted if counted else None


def row(name: str, counts: Counter) -> str:
    killed = counts[KILLED] + counts[TIMED_OUT]
    numbers = (killed + counts[SURVIVED], killed, *(counts[kind] for kind in (TIMED_OUT, SURVIVED, EQUIVALENT, SAME_CODE, NO_C, REJECTED)))
    share = percent(counts)
    return f"{name:32}" + "".join(f"{number:>11}" for number in numbers) + (f"{'-':>11}" if share is None else f"{share:>10.1f}%")


def report(verdicts: Dict[Mutant, Verdict], is_whole: bool) -> bool:
    """The table and the survivors. False where the bars are missed or nothing is killed, where a survivor is not known, and where all have
    been tried, and one that is known has not survived."""
    entries = known_survivors.load()
    survivors = [mutant for mutant, verdict in verdicts.items() if verdict.kind == SURVIVED]
    reasons = {mutant: known_survivors.entry_for(entries, mutant) for mutant in survivors}
    by_path: Dict[str, Counter] = {}
    by_group: Dict[str, Counter] = {}
    for mutant, verdict in verdicts.items():
        kind = EQUIVALENT if reasons.get(mutant) and reasons[mutant].is_equivalent else verdict.kind
        by_path.setdefault(mutant.path, Counter())[kind] += 1
        by_group.setdefault(group_of(mutant.path), Counter())[kind] += 1
    print("\n" + f"{'':32}" + "".join(f"{title:>11}" for title in TITLES))
    for path in sorted(by_path):
        print(row(path, by_path[path]))
    for group, counts in by_group.items():
        print(row(f"all {group}", counts))

    new = [mutant for mutant in survivors if reasons[mutant] is None]
    for title, chosen in (("Survivors with a reason", [m for m in survivors if reasons[m]]), ("NEW SURVIVORS", new)):
        if chosen:
            print(f"\n{title}:\n")
        for mutant in sorted(chosen, key=lambda mutant: (mutant.path, mutant.line, mutant.column)):
            print(f"  {mutant.name}\n    {mutant.mutated_line}" + (f"\n    {reasons[mutant].reason}" if reasons[mutant] else ""))
    is_right = not new
    for entry in entries if is_whole else []:
        kinds = Counter(verdicts[mutant].kind for mutant in verdicts if entry.covers(mutant))
        n_killed, n_alive = kinds[KILLED] + kinds[TIMED_OUT], kinds[SURVIVED]
        if kinds and (n_alive == 0 or n_killed > entry.n_killed):
            print(f"\nsurvivors.txt must lose what does not survive: {entry}")
            is_right = False
        elif n_alive > entry.n_places - entry.n_killed:
            print(f"\nNEW SURVIVORS: {n_alive} in {entry.n_places} places, more than survivors.txt says: {entry}")
            is_right = False
    for group, counts in by_group.items():
        share = percent(counts)
        if not share:
            print(f"\nNo mutant in {group} is killed.")
            is_right = False
        elif share < BARS[group]:
            print(f"\n{share:.1f}% of the mutants in {group} are killed, and {BARS[group]:.0f}% should be.")
            is_right = False
    if not verdicts:
        print("\nNo mutant has been tried.")
        is_right = False
    return is_right


def main() -> int:
    options = arguments()
    mutants = choose(options)
    if options.list:
        for mutant in mutants:
            print(mutant.name)
        return 0
    wrong = known_survivors.misfits(known_survivors.load(), all_mutants(files()))
    if wrong:
        sys.exit("mutants: " + "\n".join(wrong))
    FOLDER.mkdir(parents=True, exist_ok=True)
    try:
        verdicts = try_all(mutants, options)
    except SuiteError as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 1
    if options.only:
        for mutant, verdict in verdicts.items():
            print(f"{mutant.diff()}{verdict.kind}{' by ' + verdict.by if verdict.by else ''}\n")
        return 1 if any(verdict.kind == SURVIVED for verdict in verdicts.values()) else 0
    is_whole = options.sample is None and len(verdicts) == len(mutants)
    is_right = report(verdicts, is_whole and not options.quick and not options.assume_known)
    killed = sum(verdict.kind in (KILLED, TIMED_OUT) for verdict in verdicts.values())
    assumed = sum(verdict is ASSUMED for verdict in verdicts.values())
    print(f"\n{len(verdicts) - assumed} mutants tried, {killed} killed" + (f"; {assumed} assumed to survive" if assumed else ""))
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
