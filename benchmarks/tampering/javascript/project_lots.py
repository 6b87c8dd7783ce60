"""Lots of patches by project, by somebody who has not seen the rules: each a file in `lots/`, in TypeScript and Go too.

A file has the project's `framework` and `files`, then its patches: a `name`, whether it is `honest`, the `file` that it
changes, its `old` and `new` text with further pairs in `also`, and files that it adds.
"""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.tampering.javascript.independent_patches import IndependentProject

GO = "go test"
_FOLDER = Path(__file__).parent / "lots"


def lot_patches(modules: Path | None) -> Iterator[tuple[str, IndependentProject, dict[str, str | None], bool]]:
    """Name, project, changed files and whether it is honest, of every patch whose framework is here."""
    for file in sorted(_FOLDER.glob("*.toml")):
        lot = tomllib.loads(file.read_text())
        framework = lot["framework"]
        if shutil.which("go") is None if framework == GO else modules is None and framework != "node:test":
            continue
        project = IndependentProject(file.stem, lot["files"], framework, None if framework == GO else modules)
        for patch in lot["patch"]:
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
