"""All libraries on one workload."""

from __future__ import annotations

from ctypes import CDLL
from dataclasses import dataclass
from functools import partial
from itertools import chain
from statistics import median
from typing import Callable

from .rounds import Participant, play, time_call, time_part
from .session import Session
from .work import Call, Library, Rejected

# strew's own fields in the JSON, by threads. The bench writes 0 for those that strew cannot do yet.
STREW = {1: "strew_1t_ns", 2: "strew_2t_ns"}


def _threads(number: int) -> str:
    return "1 thread" if number == 1 else f"{number} threads"


@dataclass
class Peer:
    """One library with one number of threads on one workload."""

    participant: Participant
    same: bool = True  # every result so far was the same as strew's, bit for bit


def _join(session: Session, library: Library, threads: int) -> Peer:
    call: Call = library.prepare(session.work, threads)

    def sample() -> float:
        ns = time_call(session, call)
        if session.calls == 1 or session.work.reduction == "none":  # otherwise repetitions have changed it
            peer.same &= session.is_result(call.result())
        return ns

    peer = Peer(Participant(sample, f"{library.NAME}, {_threads(threads)}"))
    return peer


def _ratio(above: Participant, below: Participant) -> float:
    """The median of the rounds' ratios."""
    return median(ns / below.ns[number] for number, ns in above.ns.items())


def _summary(version: str | None, peers: dict[int, Peer], strew: Participant) -> dict:
    about: dict = {"version": version}
    for threads in STREW:
        peer = peers.get(threads)
        about[f"{threads}t_ns"] = round(median(peer.participant.ns.values()), 1) if peer else None
    about["same_result"] = all(peer.same for peer in peers.values())
    for threads, peer in peers.items():
        about[f"same_result_{threads}t"] = peer.same
        about[f"{threads}t_over_strew_1t"] = round(_ratio(peer.participant, strew), 4)
        about[f"rounds_{threads}t"] = len(peer.participant.ns)
    return about


def _rejection(version: str | None, reason: str) -> dict:
    return {"version": version, "1t_ns": None, "2t_ns": None, "same_result": None, "rejected": " ".join(reason.split())}


def _best(joined: dict[str, dict[int, Peer]], strew: dict[int, Participant]) -> dict:
    """The best peer over strew, each at its better number of threads."""
    better = min(strew.values(), key=lambda participant: median(participant.ns.values()))
    ratios = {
        name: min(_ratio(peer.participant, better) for peer in by_threads.values())
        for name, by_threads in joined.items()
    }
    name = min(ratios, key=ratios.__getitem__, default=None)
    return {"best_peer": name, "best_peer_over_strew": round(ratios[name], 4) if name else None}


def _prepare(session: Session, found: tuple[Library, str] | Rejected) -> dict[int, Peer]:
    if isinstance(found, Rejected):
        raise found
    if not session.is_for_peers:
        raise Rejected("the bench gives other libraries no batches, and no index that is out of bounds")
    return {threads: _join(session, found[0], threads) for threads in found[0].THREADS}


def measure(
    library: CDLL,
    entry: dict,
    libraries: dict[str, tuple[Library, str] | Rejected],
    progress: Callable[[int, str], None],
) -> dict:
    """What to add to a workload's object in the JSON."""
    versions = {name: None if isinstance(found, Rejected) else found[1] for name, found in libraries.items()}
    about: dict[str, dict] = dict.fromkeys(libraries, {})  # in this order
    with Session(library, entry) as session:
        strew = {
            threads: Participant(partial(time_part, session, part), f"strew, {_threads(threads)}")
            for threads, part in STREW.items()
            if session.time(part) > 0
        }
        joined: dict[str, dict[int, Peer]] = {}
        for name, found in libraries.items():
            progress(0, f"{name} gets ready")
            try:
                joined[name] = _prepare(session, found)
            except Rejected as reason:
                about[name] = _rejection(versions[name], str(reason))
        peers = {name: [peer.participant for peer in by_threads.values()] for name, by_threads in joined.items()}
        play([*strew.values(), *chain(*peers.values())], entry["rounds"], progress)
        for name, participants in peers.items():
            failure = next((participant.failure for participant in participants if participant.failure), None)
            if failure:
                about[name] = _rejection(versions[name], failure)
                del joined[name]
            else:
                about[name] = _summary(versions[name], joined[name], strew[1])
        beside = {f"{threads}t_ns": round(median(p.ns.values()), 1) for threads, p in strew.items()}
        return {"peers": about, "strew_beside_peers": beside, **_best(joined, strew)}
