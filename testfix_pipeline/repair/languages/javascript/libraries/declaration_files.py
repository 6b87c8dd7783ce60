"""The type declarations of an installed package: the files that its entry point leads to, else all of them."""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from testfix_pipeline.execution.project_files import read_json

MOST_DECLARATIONS, LARGEST_BYTES = 300, 500_000
_ENDINGS = (".d.ts", ".d.mts", ".d.cts")
_NAMED = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*)['"](\.{1,2}(?:/[^'"]*)?)['"]""")


def declared_types(place: Path, specifier: str, package: str) -> str:
    """The text of a package's type declarations, or of those of `@types`, for one of its entry points."""
    modules = place / "node_modules"
    folders = (modules / package, modules / "@types" / package.removeprefix("@").replace("/", "__"))
    for folder in folders:
        entries = [*_entries(folder, specifier.removeprefix(package).lstrip("/"))]
        if found := _texts(_reached(entries) if entries else _all(folder)):
            return "\n".join(dict.fromkeys(found))
    return ""


def _texts(files: Iterator[Path]) -> list[str]:
    found = []
    for file in itertools.islice(files, MOST_DECLARATIONS):
        with contextlib.suppress(OSError):
            if file.stat().st_size <= LARGEST_BYTES:
                found.append(file.read_text(encoding="utf-8", errors="replace"))
    return found


def _entries(folder: Path, entry: str) -> Iterator[Path]:
    """The first declaration file that the manifest names for an entry point, "" for the main one."""
    manifest = read_json(folder / "package.json")
    exports = manifest.get("exports")
    paths = exports if isinstance(exports, dict) and any(one.startswith(".") for one in exports) else {".": exports}
    main = [entry] if entry else [manifest.get(key) for key in ("types", "typings", "main")]
    named = [*_strings(paths.get(f"./{entry}" if entry else ".")), *main]
    for one in [*named, "" if entry else "index"]:
        found = _declaration(folder / one) if isinstance(one, str) and one else None
        if found is not None and found.resolve().is_relative_to(folder.resolve()):
            yield found
            return


def _strings(mapped: Any) -> Iterator[str]:
    """The files in a map of conditions, those of types first."""
    if isinstance(mapped, dict):
        for _, inner in sorted(mapped.items(), key=lambda one: one[0] != "types"):
            yield from _strings(inner)
    elif isinstance(mapped, str):
        yield mapped


def _declaration(path: Path) -> Path | None:
    """The declaration file that a path leads to, which may be a script's, or have no suffix."""
    if path.name.endswith(_ENDINGS):
        return path if path.is_file() else None
    by_suffix = {".js": ".d.ts", ".mjs": ".d.mts", ".cjs": ".d.cts"}
    stem = path.with_suffix("") if path.suffix in by_suffix else path
    ending = by_suffix.get(path.suffix, ".d.ts")
    named = [Path(f"{stem}{one}") for one in (ending, *_ENDINGS)] + [path / f"index{one}" for one in _ENDINGS]
    return next((one for one in named if one.is_file()), None)


def _reached(pending: list[Path]) -> Iterator[Path]:
    seen = set[Path]()
    while pending:
        file = pending.pop(0)
        if file in seen:
            continue
        seen.add(file)
        yield file
        with contextlib.suppress(OSError):
            for named in _NAMED.findall(file.read_text(encoding="utf-8", errors="replace")):
                found = _declaration((file.parent / named).resolve())
                pending += [found] if found is not None else []


def _all(folder: Path) -> Iterator[Path]:
    """The declaration files of a package, without those of packages in it."""
    inside = (file for ending in _ENDINGS for file in sorted(folder.rglob(f"*{ending}")))
    return (file for file in inside if "node_modules" not in file.relative_to(folder).parts)
