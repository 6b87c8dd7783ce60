"""Virtual environments of one version of a library with pytest: pinned in `locks.toml`, cached by the lock's hash.

    python -m benchmarks.updates.environments --lock     # pin what `locks.toml` lacks; drop what no pair needs

All pairs with the same Python and version of the library share an environment.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.repair import cache
from benchmarks.repair.packages import PYTEST
from benchmarks.repair.stored_program import write_texts
from benchmarks.updates.pairs import FOLDERS, PYTHON, VERSIONS, Pair, Version, pairs

LOCKS = Path(__file__).with_name("locks.toml")
LIMIT_SECONDS = 300.0
HEAD = "# By Python and requirement, all that is installed. Made by: python -m benchmarks.updates.environments --lock\n"


class NoEnvironment(Exception):
    """An environment can't be had here; the text says why."""


def key(python: str, requirement: str) -> str:
    """The name of a lock: "3.11 jinja2==3.0.3"."""
    return f"{python} {requirement}"


def locks() -> dict[str, str]:
    """The pinned requirements of each environment, separated by blanks, by `key`."""
    return tomllib.loads(LOCKS.read_text(encoding="utf-8")) if LOCKS.is_file() else {}


def locked(pair: Pair, version: Version) -> tuple[str, str]:
    """The Python and the requirement whose lock an environment of the pair has: only pytest where an index has no such
    release."""
    from_index = pair.library != PYTHON and not pair.self_made
    return pair.interpreter_release(version), pair.requirement(version) if from_index else PYTEST


def interpreter(pair: Pair, version: Version) -> Path:
    """The Python of the environment with this version, made first if need be. Raises NoEnvironment."""
    python, requirement = locked(pair, version)
    pins = locks().get(key(python, requirement))
    if pins is None:
        raise NoEnvironment(f"{LOCKS.name} has no {requirement} for Python {python}; make it with --lock")
    own = distribution(pair.library, pair.release(version), pair.self_made[version]) if pair.self_made else None
    return environment(python, pins.split(), own=own)


def distribution(name: str, version: str, files: Mapping[str, str]) -> dict[str, str]:
    """All files that a self-made library is installed as, by path below `site-packages`."""
    metadata = f"{name}-{version}.dist-info"
    described = {**files, f"{metadata}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"}
    record = f"{metadata}/RECORD"
    return {**described, record: "".join(f"{path},,\n" for path in [*described, record])}


def environment(
    python: str, pins: Sequence[str], more: Sequence[str] = (), own: Mapping[str, str] | None = None
) -> Path:
    """The Python of an environment with exactly these pins, from the cache. Raises NoEnvironment.

    more: requirements that are installed afterwards, with what they need. own: files of a self-made library.
    """
    self_made = [json.dumps(own, sort_keys=True)] if own else []
    name = hashlib.sha256("\n".join([python, *pins, *more, *self_made]).encode()).hexdigest()[:16]
    folder = cache.folder("updates", "environments", name)
    ready = folder / "ready"
    if not ready.is_file():
        shutil.rmtree(folder)
        _uv("virtual environment", "venv", "--quiet", "--no-python-downloads", "--python", base(python), folder)
        options = ("--quiet", "--compile-bytecode", "--python", folder / "bin" / "python")
        if pins:
            _uv("requirements", "pip", "install", "--no-deps", *options, *pins)
        if more:
            _uv("requirements", "pip", "install", *options, *more)
        if own:
            (packages,) = folder.glob("lib/python*/site-packages")
            write_texts(packages, own)
        ready.write_text("\n".join(pins))
    return folder / "bin" / "python"


def base(python: str) -> Path | str:
    """An interpreter of this version: ours, else pyenv's newest, else what the package client finds by the version."""
    if python == f"{sys.version_info.major}.{sys.version_info.minor}":
        return sys.executable
    versions = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    found = list(versions.glob(f"{python}.*/bin/python"))
    return max(found, key=_release, default=python)


def _release(path: Path) -> int:
    """7 of `3.12.7/bin/python`; 0 of a release that is no number."""
    release = path.parts[-3].rpartition(".")[2]
    return int(release) if release.isdigit() else 0


def _uv(what: str, *words: str | Path, text: str = "") -> str:
    uv = Path(sys.executable).with_name("uv")
    try:
        done = subprocess.run([uv, *words], input=text, capture_output=True, text=True, timeout=LIMIT_SECONDS)
    except subprocess.TimeoutExpired as error:
        raise NoEnvironment(f"{what}: takes more than {LIMIT_SECONDS:.0f} s") from error
    if done.returncode:
        raise NoEnvironment(f"{what}: {done.stderr.strip()[-400:]}")
    return done.stdout


def lock(python: str, requirement: str) -> str:
    """The pins that a requirement and pytest resolve to now. Raises NoEnvironment."""
    options = ("--quiet", "--no-header", "--no-annotate", "--no-emit-index-url", "--python-version", python)
    wanted = {PYTEST.partition("==")[0]: PYTEST, requirement.partition("==")[0]: requirement}
    return " ".join(_uv("resolution", "pip", "compile", *options, "-", text="\n".join(wanted.values())).split())


def write_locks() -> None:
    """Pin the environments of all stored pairs that have no lock. Raises NoEnvironment."""
    known = locks()
    needed = {locked(pair, version) for pair in pairs(*FOLDERS) for version in VERSIONS}
    made = {key(*one): known.get(key(*one)) or lock(*one) for one in sorted(needed)}
    LOCKS.write_text(HEAD + "".join(f'"{name}" = "{pins}"\n' for name, pins in made.items()), encoding="utf-8")
    print(f"{len(made)} environments, {len(set(made) - set(known))} newly pinned")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lock", action="store_true", required=True)
    parser.parse_args()
    write_locks()
