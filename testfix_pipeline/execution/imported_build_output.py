"""Finds build output that git ignores and that files in git import, such as TypeScript compiled into `build`."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath

from testfix_pipeline.execution.project_files import read_text

SCRIPTS = (".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx")
_IMPORTED = re.compile(r"""(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*['"](\.{1,2}(?:/[^'"\n]*)?)['"]""")


def imported_entries(root: Path, entries: Sequence[str], tracked: Iterable[str]) -> list[str]:
    """The entries, relative to `root`, that a script among the `tracked` files imports something of by its path."""
    left = list(entries)
    for file in tracked:
        places = set(_places(_imported_paths(root, file)))
        left = [entry for entry in left if entry not in places]
        if not left:
            break
    return [entry for entry in entries if entry not in left]


def _imported_paths(root: Path, file: str) -> Iterator[str]:
    """The paths that a script imports, without the suffix that it may leave out; of a package's folder, its `main`."""
    for name in _IMPORTED.findall(read_text(root / file)):
        path = posixpath.normpath(posixpath.join(posixpath.dirname(file), name))
        manifest = root / path / "package.json"
        yield posixpath.normpath(posixpath.join(path, _main(manifest))) if manifest.is_file() else path


def _main(manifest: Path) -> str:
    try:
        main = json.loads(read_text(manifest)).get("main")
    except (ValueError, AttributeError):
        return ""
    return main if isinstance(main, str) else ""


def _places(paths: Iterable[str]) -> Iterator[str]:
    """Files that paths may stand for, and the folders around them."""
    for path in paths:
        yield from (path, *map(str, PurePosixPath(path).parents))
        yield from (f"{path}{suffix}" for suffix in SCRIPTS)
