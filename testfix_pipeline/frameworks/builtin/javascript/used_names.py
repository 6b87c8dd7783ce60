"""The names of properties in a package's test files, by which injected code knows which assertions to ask."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator
from pathlib import Path

_SUFFIXES = (".js", ".cjs", ".mjs", ".jsx", ".ts", ".cts", ".mts", ".tsx")
_SKIPPED = frozenset({"node_modules", ".git", ".workflow", "dist", "build", "coverage"})
_ASSERTS = (b"expect", b"assert", b"should")
_MOST_BYTES = 2 * 1024 * 1024
_QUERY = """
(member_expression property: (property_identifier) @name)
(object_pattern (shorthand_property_identifier_pattern) @name)
(object_pattern (pair_pattern key: (property_identifier) @name))
(import_specifier name: (identifier) @name)
"""


def used_names(folder: Path) -> tuple[str, ...]:
    """The names in all files of the package that assert something, sorted.

    All properties count, since an alias hides what a name is taken from. Files larger than 2 MB are left out.
    """
    found: set[str] = set()
    for path in _files(folder):
        status = path.stat()
        if status.st_size <= _MOST_BYTES:
            found |= _names_in(path, status.st_mtime_ns, status.st_size, status.st_ino)
    return tuple(sorted(found))


def _files(folder: Path) -> Iterator[Path]:
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name not in _SKIPPED]
        for name in files:
            path = Path(place, name)
            if name.endswith(_SUFFIXES) and path.is_file():
                yield path


@functools.lru_cache(maxsize=20_000)
def _names_in(path: Path, modified: int, size: int, inode: int) -> frozenset[str]:
    """The names in a file with these times and size: a project's tests are measured many times."""
    from testfix_pipeline.core.patch_policy.javascript.grammar import captured_texts

    try:
        source = path.read_bytes()
    except OSError:
        return frozenset()
    if not any(word in source for word in _ASSERTS):
        return frozenset()
    return frozenset(captured_texts(path.name, source, _QUERY))
