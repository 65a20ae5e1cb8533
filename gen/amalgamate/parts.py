"""What a build is made of, as CMake has it: cmake/list_parts.cmake prints it for options such as STREW_DTYPES."""

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List

ROOT = Path(__file__).resolve().parent.parent.parent
OPTIONS = {  # of the command, with what CMake calls it
    "isas": "STREW_ISAS",
    "dtypes": "STREW_DTYPES",
    "reductions": "STREW_REDUCTIONS",
    "index-dtypes": "STREW_INDEX_DTYPES",
    "conversions": "STREW_CONVERSIONS",
    "features": "STREW_FEATURES",
}


class WrongOption(Exception):
    """A name that strew does not know, in one sentence."""


@dataclass(frozen=True)
class Parts:
    definitions: Dict[str, str]  # of macros, which trim the build
    sources: List[str]  # of runtime/ and extra/
    kernels: Dict[str, List[str]]  # the sources of each instruction set, scalar first
    flags: Dict[str, List[str]]  # that its kernels are compiled with
    targets: Dict[str, str]  # the same for an attribute of functions; empty if an instruction set needs none
    headers: Dict[str, str]  # of the compiler, with intrinsics; scalar has none


def read_parts(chosen: Dict[str, str]) -> Parts:
    """`chosen` has lists such as "float32,int64" for some of OPTIONS."""
    options = [f"-D{OPTIONS[name]}={value.replace(',', ';')}" for name, value in chosen.items()]
    command = ["cmake", *options, "-P", "cmake/list_parts.cmake"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
    if done.returncode != 0:
        raise WrongOption(_sentence(done.stderr))
    listed: Dict[str, List[str]] = {}
    for line in done.stdout.splitlines():
        name, _, value = line.partition(" ")
        listed.setdefault(name, []).append(value)
    isas = listed["isas"]
    return Parts(
        definitions=dict(text.split("=") for text in listed.get("definitions", [])),
        sources=listed["sources"],
        kernels={isa: listed[f"sources_of_{isa}"] for isa in isas},
        flags={isa: listed.get(f"STREW_FLAGS_OF_{isa}", []) for isa in isas},
        targets={isa: listed.get(f"STREW_TARGET_OF_{isa}", [""])[0] for isa in isas},
        headers={isa: listed.get(f"STREW_HEADER_OF_{isa}", [""])[0] for isa in isas},
    )


def _sentence(said: str) -> str:
    """The message of CMake's error, with the names that the command has for options."""
    match = re.search(r"\(message\):\n(.*?)\n(?:Call Stack|\n)", said + "\n\n", re.DOTALL)
    sentence = " ".join((match.group(1) if match else said).split()).rstrip(".")
    for name, variable in OPTIONS.items():
        sentence = sentence.replace(f"{variable} ", f"--{name} ")
    return sentence
