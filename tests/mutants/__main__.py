"""python -m tests.mutants: makes the library wrong in one small way after another, and lists what no test notices."""

import argparse
import hashlib
import os
import sys
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Dict, List, Optional, Tuple

from gen.arguments import Parser
from tests.mutants.mutant import HAND_WRITTEN, TEMPLATES, Mutant, all_mutants, files, group_of
from tests.mutants.suite import FOLDER, SuiteError
from tests.mutants.trial import KILLED, NO_C, REJECTED, SAME_CODE, SURVIVED, TIMED_OUT, Bench, Verdict, suites, suites_for

EQUIVALENT = "equivalent"
# Percent of what a test may notice. Of fewer than so many, one mutant more or less decides, and only that some are noticed is asked for.
BARS, MIN_FOR_BAR = {HAND_WRITTEN: 90.0, TEMPLATES: 85.0}, 100


def arguments() -> argparse.Namespace:
    parser = Parser(
        prog="python -m tests.mutants",
        description="Makes the library wrong in one small way after another, and lists what no test notices. Ends with 1 if fewer are noticed "
        "than should be. One that changes no answer is excused by a comment at its line: /* equivalent: why */.",
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="whose mutants; all files by default")
    parser.add_argument("--only", metavar="NAME", nargs="+", help="these mutants, each file:line:column:operator, shown as diffs")
    parser.add_argument("--list", action="store_true", help="print the names and try none")
    parser.add_argument("--sample", type=int, metavar="N", help="so many, drawn at random")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the draw")
    parser.add_argument("--jobs", type=int, choices=(1, 2), default=1, help="mutants at once")
    options = parser.parse_args()
    unknown = set(options.files) - set(files())
    if unknown:
        parser.error(f"no mutants in {' '.join(sorted(unknown))}; files that have some: {' '.join(files())}")
    return options


def choose(options: argparse.Namespace) -> List[Mutant]:
    mutants = all_mutants(options.files or files())
    if not options.only:
        return mutants if options.sample is None else draw(mutants, options.sample, options.seed)
    by_name = {mutant.name: mutant for mutant in mutants}
    unknown = set(options.only) - set(by_name)
    if unknown:
        sys.exit(f"mutants: there is no {' '.join(sorted(unknown))}; --list prints those that there are")
    return [by_name[name] for name in options.only]


def draw(mutants: List[Mutant], n: int, seed: int) -> List[Mutant]:
    """Each mutant has its lot from its own text, not from its place: where code moves or changes elsewhere, the same are drawn, and a larger n
    draws more of them."""
    twins: Counter = Counter()
    lots = {}
    for mutant in mutants:
        text = f"{seed} {mutant.source_line} {mutant.mutated_line}"
        lots[mutant] = hashlib.sha256(f"{text} {twins[text]}".encode()).digest()
        twins[text] += 1
    return sorted(mutants, key=lots.__getitem__)[:n]


def try_all(mutants: List[Mutant], options: argparse.Namespace) -> Dict[Mutant, Verdict]:
    all_suites = suites()
    benches = {path: Bench(suites_for(path, all_suites), options.jobs) for path in {mutant.path for mutant in mutants}}
    verdicts: Dict[Mutant, Verdict] = {}
    start = time.monotonic()

    def attempt(i: int, mutant: Mutant) -> Verdict:
        if mutant.excuse and not options.only:
            return Verdict(EQUIVALENT)
        return benches[mutant.path].try_mutant(mutant, FOLDER / f"mutant-{os.getpid()}-{i}")

    with ThreadPoolExecutor(options.jobs) as pool:
        pending = {pool.submit(attempt, i, mutant): mutant for i, mutant in enumerate(mutants)}
        try:
            for done, future in enumerate(as_completed(pending), 1):
                mutant = pending[future]
                verdicts[mutant] = future.result()
                if verdicts[mutant].kind == SURVIVED:  # hours may pass before the report
                    print(f"survived: {mutant.name}: {mutant.mutated_line.strip()}", file=sys.stderr, flush=True)
                if done % 20 == 0 or done == len(mutants):
                    n_survived = sum(verdict.kind == SURVIVED for verdict in verdicts.values())
                    seconds = time.monotonic() - start
                    print(f"{done} of {len(mutants)}: {n_survived} survived, {seconds:.0f} s", file=sys.stderr, flush=True)
        except KeyboardInterrupt:  # what is known by then is reported
            for future in pending:
                future.cancel()
    return verdicts


# ---- The report ------------------------------------------------------------------------------------------------------------------------

UNCOUNTED = (EQUIVALENT, SAME_CODE, NO_C, REJECTED)
TITLES = ("mutants", KILLED, TIMED_OUT, SURVIVED, *UNCOUNTED, "%")


def share_of(counts: Counter) -> Tuple[int, int, Optional[float]]:
    """Of the mutants that a test can notice: how many there are and are noticed, and the percentage, which is None where there is none."""
    killed = counts[KILLED] + counts[TIMED_OUT]
    counted = killed + counts[SURVIVED]
    return counted, killed, 100.0 * killed / counted if counted else None


def row(name: str, counts: Counter) -> str:
    counted, killed, share = share_of(counts)
    numbers = (counted, killed, *(counts[kind] for kind in (TIMED_OUT, SURVIVED, *UNCOUNTED)))
    return f"{name:32}" + "".join(f"{number:>11}" for number in numbers) + (f"{'-':>11}" if share is None else f"{share:>10.1f}%")


def report(verdicts: Dict[Mutant, Verdict]) -> bool:
    """The table and the survivors. False where too few or none are killed."""
    by_path: Dict[str, Counter] = defaultdict(Counter)
    by_group: Dict[str, Counter] = defaultdict(Counter)
    wrong = []
    for mutant, verdict in verdicts.items():
        by_path[mutant.path][verdict.kind] += 1
        by_group[group_of(mutant.path)][verdict.kind] += 1
    print("\n" + f"{'':32}" + "".join(f"{title:>11}" for title in TITLES))
    for path in sorted(by_path):
        print(row(path, by_path[path]))
    for group, counts in by_group.items():
        print(row(f"all {group}", counts))
        counted, _, share = share_of(counts)
        if not share:
            wrong.append(f"No mutant in {group} is killed.")
        elif share < BARS[group] and counted >= MIN_FOR_BAR:
            wrong.append(f"{share:.1f}% of the mutants in {group} are killed, and {BARS[group]:.0f}% should be.")
    survivors = [mutant for mutant, verdict in verdicts.items() if verdict.kind == SURVIVED]
    if survivors:
        print("\nSurvivors. A test should kill each; one that changes no answer is excused by a comment, /* equivalent: why */:\n")
        print(*(f"  {mutant.name}: {mutant.mutated_line.strip()}" for mutant in survivors), sep="\n")
    if not verdicts:
        wrong.append("No mutant has been tried.")
    print("".join(f"\n{sentence}\n" for sentence in wrong), end="")
    return not wrong


def main() -> int:
    options = arguments()
    mutants = choose(options)
    if options.list:
        print(*(mutant.name for mutant in mutants), sep="\n")
        return 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    try:
        verdicts = try_all(mutants, options)
    except SuiteError as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 1
    if options.only:
        for mutant, verdict in verdicts.items():
            print(f"{mutant.diff()}{verdict.kind}{' by ' + verdict.by if verdict.by else ''}\n")
        return any(verdict.kind == SURVIVED for verdict in verdicts.values())
    is_right = report(verdicts)
    print(f"\n{len(verdicts)} mutants tried")
    return not is_right


if __name__ == "__main__":
    sys.exit(main())
