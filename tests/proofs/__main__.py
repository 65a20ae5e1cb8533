"""Proves the contracts, side by side, and says in a table what was proved. script/prove calls this."""

import fnmatch
import os
import re
import resource
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Callable, Dict, Iterable, List, Tuple, TypeVar

from tests.proofs.changed import changed, is_commit
from tests.proofs.proofs import LEMMAS, Proof, all_proofs, read
from tests.scripts import ROOT, Parser, enter_venv

WORK = ROOT / "build" / "proofs"
CBMC = ROOT / "build" / "cbmc"
Z3 = WORK / "venv" / "bin" / "z3"
SECONDS = 300  # a proof that takes longer is one that nobody waits for
INCLUDE = [f"-I{ROOT / folder}" for folder in ("include", "runtime", "generated", "generated/scalar", "tests/proofs")]
TALLY = re.compile(r"^\*\* (\d+) of (\d+) failed", re.M)
FAILED = re.compile(r"^\[(\S+)\] (.*): FAILURE$", re.M)


@dataclass(frozen=True)
class Verdict:
    is_proved: bool
    n_properties: int
    seconds: float
    said: str


def run(*command: object) -> Tuple[int, str]:
    try:
        done = subprocess.run([str(word) for word in command], cwd=WORK, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return 1, f"no answer in {SECONDS} s"
    return done.returncode, done.stdout


def cbmc(program: str, *arguments: object) -> Tuple[int, str]:
    """A program of CBMC's package, which has the C library of its own release beside it."""
    libraries = CBMC / "usr" / "lib" / "x86_64-linux-gnu"
    return run(libraries / "ld-linux-x86-64.so.2", "--library-path", f"{libraries}:{CBMC / 'usr' / 'lib'}", CBMC / "usr" / "bin" / program, *arguments)


def check(name: str, proof: Proof, *include: str) -> Verdict:
    """Compiles a proof, puts contracts in the place of calls and of loops, and asks whether anything can go wrong."""
    source, compiled, ready = (WORK / f"{name}{end}" for end in (".c", ".goto", ".ready.goto"))
    source.write_text(proof.text)
    began = time.monotonic()
    by_contract = [word for callee in proof.replaced for word in ("--replace-call-with-contract", callee)]
    use = ["--dfcc", "prove", "--enforce-contract", proof.name, *by_contract, "--apply-loop-contracts"] if proof.has_contract else []
    steps: Tuple[Tuple[str, List[object]], ...] = (
        ("goto-cc", ["-DSTREW_PROVE", *include, *INCLUDE, source, "-o", compiled, "--function", "prove"]),
        ("goto-instrument", [*use, compiled, ready]),
        *(("cbmc", [ready, "--pointer-overflow-check", "--object-bits", bits]) for bits in ("10", "11", "13")),
    )
    for program, arguments in steps:
        code, said = cbmc(program, *arguments)
        if code and program != "cbmc":
            return Verdict(False, 0, time.monotonic() - began, f"{program}: {said[-800:]}")
        if program == "cbmc" and "too many addressed objects" not in said:
            break  # more bits for objects take longer
    tally = TALLY.search(said)
    n_failed, n_properties = map(int, tally.groups()) if tally else (1, 0)
    reasons = "\n".join(f"{what} ({place})" for place, what in FAILED.findall(said)) or said[-800:]
    for path in (compiled, ready):
        path.unlink()
    return Verdict(code == 0 and n_failed == 0, n_properties, time.monotonic() - began, "" if code == 0 else reasons)


def solve(path: Path) -> Verdict:
    began = time.monotonic()
    code, said = run(Z3, path)
    return Verdict(code == 0 and said.split() == ["unsat"], 1, time.monotonic() - began, said)


Job = Callable[[], Verdict]
T = TypeVar("T")


def run_all(jobs: Dict[str, Job], n_at_a_time: int) -> Dict[str, Verdict]:
    """In the order of the jobs, with a line of progress every now and then."""
    began = told = time.monotonic()
    with ThreadPoolExecutor(n_at_a_time) as pool:
        futures = {title: pool.submit(job) for title, job in jobs.items()}
        for n_done, _ in enumerate(as_completed(futures.values()), 1):
            if time.monotonic() - told > 15:
                told = time.monotonic()
                print(f"{told - began:5.0f} s, {n_done} of {len(jobs)}", flush=True)
    return {title: future.result() for title, future in futures.items()}


def report(verdicts: Dict[str, Verdict], what: str) -> int:
    width = max(map(len, verdicts), default=0)
    print(f"\n{'':{width}}  properties  seconds")
    for title, verdict in verdicts.items():
        print(f"{title:{width}}  {verdict.n_properties:10,}  {verdict.seconds:7.1f}{'' if verdict.is_proved else '  FAILED'}")
    for title, verdict in verdicts.items():
        if not verdict.is_proved:
            print(f"\n{title}:\n{verdict.said}")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"\n{sum(verdict.n_properties for verdict in verdicts.values()):,} properties, {(used.ru_utime + used.ru_stime) / 60:.1f} minutes of CPU")
    failed = sum(not verdict.is_proved for verdict in verdicts.values())
    print(f"{len(verdicts) - failed} passed, {failed} failed: {what}")
    return failed != 0


def break_bounds(proofs: Iterable[Proof]) -> Dict[str, Job]:
    """A job for each bound of each function, without which the proof must fail: one that does not even begin proves nothing."""
    jobs: Dict[str, Job] = {}
    for proof in proofs:
        text = read(proof.source)
        for number, (what, mutant) in enumerate(proof.mutants(text), 1):
            name = f"{proof.name}.{number}"
            source = WORK / "mutants" / name / proof.source
            source.parent.mkdir(parents=True, exist_ok=True)
            source.write_text(mutant)

            def job(name: str = name, proof: Proof = proof) -> Verdict:
                verdict = check(name, proof, f"-I{WORK / 'mutants' / name}")
                fails = not verdict.is_proved and verdict.n_properties > 0
                return Verdict(fails, verdict.n_properties, verdict.seconds, verdict.said or "It is proved nevertheless.")

            jobs[f"{proof.name} {number}: {what}"] = job
    return jobs


def part(text: str) -> Tuple[int, int]:
    """The K-th of N parts, each with every N-th job: long ones stand beside each other."""
    k, n = map(int, text.split("/"))
    if not 1 <= k <= n:
        raise ValueError(text)
    return k, n


def only(jobs: Dict[str, T], chosen: Tuple[int, int]) -> Dict[str, T]:
    k, n = chosen
    return dict(list(jobs.items())[k - 1::n])


def main() -> int:
    parser = Parser("prove")
    parser.add_argument("names", nargs="*", metavar="NAME")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--mutants", action="store_true")
    what.add_argument("--list", action="store_true")
    parser.add_argument("--changed", metavar="COMMIT")
    parser.add_argument("--part", type=part, default=(1, 1), metavar="K/N")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N")
    arguments = parser.parse_intermixed_args()
    if arguments.jobs < 1:
        parser.error(f"--jobs is {arguments.jobs}, and must be at least 1")
    if arguments.changed and not is_commit(arguments.changed):
        parser.error(f"--changed is {arguments.changed}, and must be a commit")
    proofs = all_proofs()
    every = {**({} if arguments.mutants else dict.fromkeys(LEMMAS, ())), **{proof.name: proof.others for proof in proofs.values()}}

    def is_asked_for(name: str) -> bool:
        return not arguments.names or any(fnmatch.fnmatch(of, f"*{asked}*") for asked in arguments.names for of in (name, *every[name]))

    differ = changed(arguments.changed, WORK / "before") if arguments.changed else set(every)
    chosen = [name for name in filter(is_asked_for, every) if name in differ]  # nothing of a lemma is broken
    if arguments.changed and not chosen:
        print(f"nothing that is proved differs from {arguments.changed}\n0 passed, 0 failed")
        return 0
    if not chosen:
        parser.error(f"proves nothing whose name has {' or '.join(arguments.names)}; --list prints the names")
    if arguments.list:
        print("\n".join(only(dict.fromkeys(chosen), arguments.part)))
        return 0
    enter_venv("tests.proofs", "python", "prove")
    if not (CBMC / "complete").exists():
        sys.exit("prove: there is no CBMC, which script/setup prove takes from a mirror of Debian's, for x86-64")
    WORK.mkdir(parents=True, exist_ok=True)
    if arguments.mutants:
        broken = break_bounds(proofs[name] for name in chosen)
        return report(run_all(only(broken, arguments.part), arguments.jobs), "bounds that were broken, and without which the proof fails")
    jobs: Dict[str, Job] = {name: partial(solve, LEMMAS[name]) if name in LEMMAS else partial(check, name, proofs[name]) for name in chosen}
    jobs = only(jobs, arguments.part)
    n_functions = sum(1 + len(every[name]) for name in jobs)
    titles = {name: f"{name} and {len(every[name])} more" if every[name] else name for name in jobs}
    return report({titles[name]: verdict for name, verdict in run_all(jobs, arguments.jobs).items()}, f"proofs, of {n_functions} functions and lemmas")


if __name__ == "__main__":
    sys.exit(main())
