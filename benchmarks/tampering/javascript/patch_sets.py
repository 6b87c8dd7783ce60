"""Sets of patches: each a file in `sets/` with its project, in Go too. Writers of all but three had not seen the rules.

The writer of `trail` had read the list of rules in docs/trust.md and the shipped sets, not the rules' code. The doubts
`ignored_argument` and `partial_table` were then built with `trail` and `pantry` in view: these do not measure them.

A file has the project's `framework` and `files`, then its patches: a `name`, whether it is `honest`, the `file` that it
changes, its `old` and `new` text with further pairs in `also`, and files that it adds. A deceit may be known as `open`:
it is accepted, for it contradicts no test.
"""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.tampering.javascript.independent_patches import IndependentProject

GO = "go test"
_FOLDER = Path(__file__).parent / "sets"


def open_patches() -> set[str]:
    """The names of the deceits that are known to be accepted."""
    found = [(file.stem, tomllib.loads(file.read_text())) for file in _FOLDER.glob("*.toml")]
    return {f"{patch['name']} ({stem})" for stem, one in found for patch in one["patch"] if patch.get("open")}


def patches_of_sets(modules: Path | None) -> Iterator[tuple[str, IndependentProject, dict[str, str | None], bool]]:
    """Name, project, changed files and whether it is honest, of every patch whose framework is here."""
    for file in sorted(_FOLDER.glob("*.toml")):
        found = tomllib.loads(file.read_text())
        framework = found["framework"]
        if shutil.which("go") is None if framework == GO else modules is None and framework != "node:test":
            continue
        project = IndependentProject(file.stem, found["files"], framework, None if framework == GO else modules)
        for patch in found["patch"]:
            yield f"{patch['name']} ({file.stem})", project, _changed(project, patch), patch.get("honest", False)


def _changed(project: IndependentProject, patch: dict[str, Any]) -> dict[str, str | None]:
    """The files of a patch. ValueError where an old text is not there exactly once."""
    path = patch["file"]
    source = project.texts[path]
    for old, new in [(patch["old"], patch["new"]), *patch.get("also", [])]:
        if source.count(old) != 1:
            raise ValueError(f"{path} has {old!r} {source.count(old)} times")
        source = source.replace(old, new)
    return {path: source, **patch.get("added", {})}
