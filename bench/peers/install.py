"""Installs a library into the current virtual environment."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from .libraries import REQUIREMENTS, find
from .work import Library, Rejected

_PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input")

_VENV = os.path.relpath(sys.prefix)

# Packages for GPUs: gigabytes, which a CPU does not need, but without which a build for GPUs cannot be imported.
_FOR_GPUS = ("nvidia-", "cuda-")


def _pip(*arguments: str) -> str:
    """What pip printed. Raises Rejected with its last line if it fails."""
    done = subprocess.run([*_PIP, *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR: ")]
        raise Rejected("pip: " + (errors[-1].removeprefix("ERROR: ") if errors else f"exit code {done.returncode}"))
    return done.stdout


def _reject_gpu_builds(name: str, requirements: tuple[str, ...]) -> None:
    report = _pip("install", "--quiet", "--dry-run", "--report", "-", "--only-binary", ":all:", *requirements)
    names = [item["metadata"]["name"].lower() for item in json.loads(report)["install"]]
    for_gpus = [name for name in names if name.startswith(_FOR_GPUS)]
    if for_gpus:
        raise Rejected(
            f"pip finds only a build for GPUs here, with {len(for_gpus)} packages of CUDA: it works on a CPU too, and --peers {name} "
            f"installs its gigabytes; a build for CPUs that is installed into {_VENV}, or offered by pip's index, is used"
        )


def _load(name: str) -> tuple[Library, str]:
    library = find(name)
    return library, library.load()


def get(name: str, is_named: bool) -> tuple[Library, str]:
    """The library of that name, installed if necessary, and its version. Raises Rejected if that fails.

    A build for GPUs takes gigabytes: it is installed only if the library was named.
    """
    try:
        try:
            return _load(name)
        except ImportError:
            print(f"bench: getting {name} for {_VENV}", file=sys.stderr, flush=True)
            if not is_named:
                _reject_gpu_builds(name, REQUIREMENTS[name])
            _pip("install", "--quiet", "--only-binary", ":all:", *REQUIREMENTS[name])
            return _load(name)
    except Rejected:
        raise
    except Exception as error:  # any failure of one library; the others are still measured
        raise Rejected(f"it cannot be imported: {error}") from error
