"""Finds the files of the project that do not compile and so keep the failing tests from running."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path, PurePosixPath

from testfix_pipeline.core.cycle_rules.results import is_collection_id
from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId, file_of
from testfix_pipeline.repair.languages.python.syntax.damage import BrokenFile, complaint
from testfix_pipeline.repair.model.sources import is_test_side
from testfix_pipeline.repair.model.symptoms import FaultLocation

ERRORS = ("SyntaxError", "IndentationError", "TabError")
MOST_FILES = 400
"""The number of files that are read while imports are followed."""
MOST_BROKEN = 8
_QUOTED = re.compile(r"File \"([^\"\n]+\.py)\", line \d+")
_NAMED = re.compile(r"\(([\w.-]+\.py), line \d+\)")
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+\(?([\w \t,*]*)|import[ \t]+([\w., \t]+))", re.M
)


def broken_files(root: Path, failures: Sequence[Failure], tests: Collection[TestId]) -> list[BrokenFile]:
    """The product files that do not compile: those that failures name, then those that these import.

    root: the project's folder. tests: the failing tests. Empty if every test can be collected and no failure is about
    the syntax of a file. At most MOST_BROKEN.
    """
    failing = set(tests)
    syntax_failures = [failure for failure in failures if failure.test in failing and _is_about_syntax(failure)]
    if not syntax_failures:
        return []
    found: dict[str, BrokenFile] = {}
    for path in _with_imports(
        root, list(dict.fromkeys(name for failure in syntax_failures for name in _files_named(root, failure)))
    ):
        source = None if is_test_side(path) else BrokenFile.load(root, path)
        if source is not None:
            found[path] = source
        if len(found) >= MOST_BROKEN:
            break
    return list(found.values())


def complaint_locations(files: Sequence[BrokenFile]) -> list[FaultLocation]:
    """The first complaint about each file, as suspicious lines."""
    found = [(source.path, complaint(source.text)) for source in files]
    return [FaultLocation(path, one.line, 1.0, "<module>", "syntax") for path, one in found if one is not None]


def _is_about_syntax(failure: Failure) -> bool:
    kind = failure.error_type.rpartition(".")[2]
    unknown = not kind and is_collection_id(failure.test)
    return unknown or kind in ERRORS or any(error in failure.error for error in ERRORS)


def _files_named(root: Path, failure: Failure) -> Iterator[str]:
    """Yields the files that a failure names, innermost first, and the test's own: relative to the root."""
    for name in reversed(_QUOTED.findall(failure.error)):
        yield from _project_file(root, name)
    frames = [frame.file for frame in reversed(failure.frames)]
    for name in _NAMED.findall(failure.error):
        yield from (path for path in frames if PurePosixPath(path).name == name)
    yield from frames
    yield from filter(None, [failure.file])
    yield file_of(failure.test)


def _project_file(root: Path, name: str) -> Iterator[str]:
    """Yields the project's file that a path in a message means, wherever the project's folder was then."""
    parts = PurePosixPath(name).parts
    for first in range(len(parts)):
        path = PurePosixPath(*parts[first:])
        if not path.is_absolute() and ".." not in path.parts and (root / path).is_file():
            yield str(path)
            return


def _with_imports(root: Path, named: Sequence[str]) -> Iterator[str]:
    """Yields the named files and the project's files that they import, breadth first."""
    waiting, seen = list(named), set(named)
    for path in waiting:
        yield path
        for imported in _imported_files(root, path) if len(seen) < MOST_FILES else ():
            if imported not in seen:
                seen.add(imported)
                waiting.append(imported)


def _imported_files(root: Path, path: str) -> Iterator[str]:
    """Yields the project's files that import statements of a file may mean; the text need not be valid Python."""
    try:
        text = (root / path).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    for source, names, plain in _IMPORT.findall(text):
        for module in [one.split()[0] for one in plain.split(",") if one.split()]:
            yield from _files_of(root, path, 0, module)
        if source:
            level = len(source) - len(source.lstrip("."))
            module = source.lstrip(".")
            yield from _files_of(root, path, level, module)
            for name in re.findall(r"\w+", names):
                yield from _files_of(root, path, level, f"{module}.{name}".strip("."))


def _files_of(root: Path, path: str, level: int, module: str) -> Iterator[str]:
    folder = PurePosixPath(path).parent
    parents = [folder, *folder.parents]
    places = (
        [parents[min(level - 1, len(parents) - 1)]] if level else [PurePosixPath("."), PurePosixPath("src"), folder]
    )
    parts = module.split(".") if module else []
    for place in places:
        for length in range(len(parts) + 1):
            base = place.joinpath(*parts[:length])
            for name in (f"{base}.py", str(base / "__init__.py")):
                if (length or level) and not name.startswith("..") and (root / name).is_file():
                    yield name
