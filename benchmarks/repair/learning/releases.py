"""Consecutive releases of the training packages, read from their wheels: what people wrote and changed."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.repair import cache
from testfix_pipeline.repair.project import is_test_side

# Newest last; every pair of neighbours is compared. Wheels, because reading them runs nothing of the package.
RELEASES = {
    "pluggy": "0.13.1 1.0.0 1.2.0 1.3.0 1.4.0 1.5.0 1.6.0",
    "attrs": "19.3.0 20.1.0 20.2.0 20.3.0 21.2.0 21.3.0 21.4.0 22.1.0 22.2.0 23.1.0 23.2.0 24.1.0 24.2.0 25.1.0 25.4.0",
    "glom": "19.10.0 20.5.0 20.7.0 20.8.0 20.11.0 22.1.0 23.1.1 23.3.0 23.4.0 23.5.0 24.11.0 25.12.0",
    "schema": "0.6.8 0.7.0 0.7.1 0.7.2 0.7.4 0.7.5 0.7.7 0.7.8",
    "wcwidth": "0.1.9 0.2.5 0.2.9 0.2.14",
    "networkx": "2.6.3 2.7.1 2.8.2 2.8.5 2.8.8 3.0 3.1 3.2.1 3.3 3.4.2 3.5",
    "pyparsing": "3.0.0 3.0.3 3.0.5 3.0.7 3.0.9 3.1.0 3.1.1 3.1.2 3.1.4 3.2.0 3.2.1 3.2.3 3.2.5",
    "markdown-it-py": "0.5.0 0.5.8 0.6.0 0.6.2 1.0.0 1.1.0 2.0.1 2.1.0 2.2.0 3.0.0 4.0.0",
    "click": "7.0 7.1 7.1.2 8.0.0 8.0.1 8.0.2 8.0.3 8.0.4 8.1.0 8.1.3 8.1.5 8.1.7 8.1.8 8.2.0 8.2.1 8.3.0 8.3.1",
    "jinja2": "2.9.6 2.10 2.10.1 2.10.3 2.11.0 2.11.1 2.11.2 2.11.3 3.0.0 3.0.1 3.0.2 3.0.3 3.1.0 3.1.2 3.1.4 3.1.6",
    "marshmallow": "3.0.0 3.2.0 3.5.0 3.8.0 3.10.0 3.12.2 3.14.1 3.16.0 3.18.0 3.20.2 3.22.0 3.24.2 3.26.1 4.0.0 4.1.0",
    "deepdiff": "5.0.2 5.2.3 5.5.0 5.8.1 6.2.3 6.4.1 6.6.1 6.7.1 7.0.1 8.0.1 8.2.0 8.4.2 8.5.0 8.6.1",
}


def wheel(name: str, version: str) -> Path | None:
    """The wheel of a release, downloaded once; None where there is none that suits every machine."""
    place = cache.folder("wheels", f"{name}-{version}")
    if not any(place.iterdir()):
        options = ["--quiet", "--no-deps", "--only-binary", ":all:", "--dest", str(place)]
        subprocess.run([sys.executable, "-m", "pip", "download", *options, f"{name}=={version}"], capture_output=True)
    return next(iter(sorted(place.glob("*.whl"))), None)


def texts(name: str, version: str) -> dict[str, str]:
    """The package's own Python files by path, without its tests; empty where the release can't be had."""
    archive = wheel(name, version)
    found: dict[str, str] = {}
    if archive is None:
        return found
    with zipfile.ZipFile(archive) as files:
        for path in sorted(files.namelist()):
            if path.endswith(".py") and not is_test_side(path) and ".data/" not in path:
                found[path] = files.read(path).decode("utf-8", "replace")
    return found


def pairs(name: str) -> Iterator[tuple[str, dict[str, str], dict[str, str]]]:
    """(newer version, older texts, newer texts) for every two neighbouring releases of a package."""
    older: dict[str, str] = {}
    for version in RELEASES[name].split():
        newer = texts(name, version)
        if older and newer:
            yield version, older, newer
        older = newer or older
