"""Finds the files of the project that do not compile, so that the failing tests can't run."""

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
"""How many files are looked at on the way through the imports."""
MOST_BROKEN = 8
_QUOTED = re.compile(r"File \"([^\"\n]+\.py)\", line \d+")
_NAMED = re.compile(r"\(([\w.-]+\.py), line \d+\)")
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+\(?([\w \t,*]*)|import[ \t]+([\w., \t]+))", re.M
)


def broken_files(root: Path, failures: Sequence[Failure], tests: Collection[TestId]) -> list[BrokenFile]:
    """The product files that do not compile: those that failures name, then those that these import.

    root: the project's folder. tests: the failing ones. Empty where no failure is about the syntax of a file and every
    test can be collected. At most MOST_BROKEN.
    """
    wanted = set(tests)
    telling = [failure for failure in failures if failure.test in wanted and _tells_of_syntax(failure)]
    if not telling:
        return []
    found: dict[str, BrokenFile] = {}
    for path in _reached(root, list(dict.fromkeys(name for failure in telling for name in _named(root, failure)))):
        source = None if is_test_side(path) else BrokenFile.load(root, path)
        if source is not None:
            found[path] = source
        if len(found) >= MOST_BROKEN:
            break
    return list(found.values())


def complaints(files: Sequence[BrokenFile]) -> list[FaultLocation]:
    """Where the compiler objects to these files, as suspicious lines."""
    found = [(source.path, complaint(source.text)) for source in files]
    return [FaultLocation(path, one.line, 1.0, "<module>", "syntax") for path, one in found if one is not None]


def _tells_of_syntax(failure: Failure) -> bool:
    kind = failure.error_type.rpartition(".")[2]
    unknown = not kind and is_collection_id(failure.test)
    return unknown or kind in ERRORS or any(error in failure.error for error in ERRORS)


def _named(root: Path, failure: Failure) -> Iterator[str]:
    """Files that a failure names, innermost first, and the test's own: relative to the root."""
    for name in reversed(_QUOTED.findall(failure.error)):
        yield from _inside(root, name)
    frames = [frame.file for frame in reversed(failure.frames)]
    for name in _NAMED.findall(failure.error):
        yield from (path for path in frames if PurePosixPath(path).name == name)
    yield from frames
    yield from filter(None, [failure.file])
    yield file_of(failure.test)


def _inside(root: Path, name: str) -> Iterator[str]:
    """The project's file that a path in a message means, wherever the project lay when it was written."""
    parts = PurePosixPath(name).parts
    for first in range(len(parts)):
        path = PurePosixPath(*parts[first:])
        if not path.is_absolute() and ".." not in path.parts and (root / path).is_file():
            yield str(path)
            return


def _reached(root: Path, named: Sequence[str]) -> Iterator[str]:
    """The named files and what they import, breadth first, as far as it lies in the project."""
    waiting, seen = list(named), set(named)
    for path in waiting:
        yield path
        for imported in _imported(root, path) if len(seen) < MOST_FILES else ():
            if imported not in seen:
                seen.add(imported)
                waiting.append(imported)


def _imported(root: Path, path: str) -> Iterator[str]:
    """The project's files that import statements of a file may mean; the text need not be Python."""
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
