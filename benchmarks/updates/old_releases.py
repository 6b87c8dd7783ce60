"""The old releases of the pairs' libraries, unpacked where the engine looks for them.

A user's cache has them after the first repair that may use the network; here they come from the old environments, so
that a run needs no network and its seconds count none.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from benchmarks.repair import cache
from benchmarks.updates.environments import interpreter
from benchmarks.updates.pairs import PYTHON, VERSIONS, Pair


def use_releases(pair: Pair | None) -> None:
    """Have repairs in this process find the old release of a pair, and no other; None: no release at all.

    Raises NoEnvironment.
    """
    folder = cache.folder("updates", "old-that-load", "none" if pair is None else f"{pair.library}-{pair.old}")
    os.environ["TESTFIX_CACHE"] = str(folder)
    if pair is not None and pair.library != PYTHON:
        _unpack(pair, folder / "releases" / f"{pair.library}-{pair.old}")


def _unpack(pair: Pair, target: Path) -> None:
    """Copy what the old environment has of the library, and of what the new environment lacks.

    With a compiled release come the compiled ones that the new environment has in a later major version, as the engine
    fetches them.
    """
    if target.is_dir():
        return
    old, new = (_records(interpreter(pair, version)) for version in VERSIONS)
    made = target.with_name(f"{target.name}.part")
    own, both = pair.library.replace("-", "_"), old.keys() & new.keys()
    earlier = {name for name in both if _is_compiled(old[own]) and _is_of_another_build(old[name], new[name])}
    for name in {own, *(old.keys() - new.keys()), *earlier}:
        _copy(old[name], made)
    made.rename(target)


def _is_of_another_build(old: Path, new: Path) -> bool:
    """Whether two lists of files are of compiled releases with different major versions."""
    majors = {one.parent.name.partition("-")[2].partition(".")[0] for one in (old, new)}
    return len(majors) > 1 and _is_compiled(old)


def _is_compiled(record: Path) -> bool:
    return ".so," in record.read_text(encoding="utf-8")


def _records(python: Path) -> dict[str, Path]:
    """The lists of files of all that an environment has, by name."""
    (packages,) = python.parent.parent.glob("lib/python*/site-packages")
    return {
        one.parent.name.partition("-")[0].lower().replace(".", "_"): one for one in packages.glob("*.dist-info/RECORD")
    }


def _copy(record: Path, target: Path) -> None:
    """Copy the files that a record lists, but byte code and programs."""
    packages = record.parents[1]
    for line in record.read_text(encoding="utf-8").splitlines():
        path = line.partition(",")[0].strip('"')
        if not path.startswith("..") and not path.endswith(".pyc") and (packages / path).is_file():
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(packages / path, target / path)
