"""One pass over a project's files: what is in each, which imports which, and which keywords it holds."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from testfix_pipeline.planning.context_files import Kind, ProjectFiles, aside
from testfix_pipeline.planning.context_outline import Outline, outline

_SEARCHED: tuple[Kind, ...] = ("source", "tests", "documentation", "config")


@dataclass
class Survey:
    """outlines: of every Python file. hits: how many of the keywords a file's path or text holds (absent: none).

    imports: Python file -> the project's files that it imports.
    """

    files: ProjectFiles
    outlines: dict[str, Outline] = field(default_factory=dict)
    hits: dict[str, int] = field(default_factory=dict)
    imports: dict[str, set[str]] = field(default_factory=dict)
    external: dict[str, int] = field(default_factory=dict)

    def product(self, executed: Iterable[str] = ()) -> dict[str, Outline]:
        """The outlines of the source that tests are for: examples, docs and tools only where a test ran them."""
        ran = set(executed)
        sources = (path for path in self.files.by_kind["source"] if path in self.outlines)
        return {path: self.outlines[path] for path in sources if path in ran or not aside(path)}


def survey(files: ProjectFiles, keywords: Sequence[str]) -> Survey:
    """Read every file once; no text is kept, so that thousands of files fit."""
    found = Survey(files)
    wanted = [re.sub(r"(?<=\w{4})(ing|ed|es|s)$", "", keyword.lower()) for keyword in keywords]
    for kind in _SEARCHED:
        for path in files.by_kind[kind]:
            text = files.text(path)
            if path.endswith(".py"):
                found.outlines[path] = outline(text)
            lowered = f"{path}\n{text}".lower()
            hits = sum(keyword in lowered for keyword in wanted)
            if hits:
                found.hits[path] = hits
    _resolve_imports(found)
    return found


def _resolve_imports(found: Survey) -> None:
    known = set(found.outlines)
    places = {"", "src", *(str(PurePosixPath(path).parent) for path in found.files.by_kind["tests"])} - {"."}
    for path, each in found.outlines.items():
        inside: set[str] = set()
        for level, name in each.imports:
            target = _resolve(path, level, name, known, places)
            if target:
                inside.add(target)
            elif not level:
                top = name.partition(".")[0]
                found.external[top] = found.external.get(top, 0) + 1
        found.imports[path] = inside - {path}


def _resolve(path: str, level: int, name: str, known: set[str], places: set[str]) -> str:
    """The project's file that an import names, "" where it is another's: the longest name that is a module wins."""
    parents = [str(folder) for folder in PurePosixPath(path).parents]
    own = parents[min(level, len(parents)) - 1] if level else parents[0]
    parts = name.split(".") if name else []
    for place in [own] if level else [own, *sorted(places)]:
        for length in range(len(parts), -1 if level else 0, -1):
            stem = "/".join([*([] if place in ("", ".") else [place]), *parts[:length]])
            for candidate in (f"{stem}.py", f"{stem}/__init__.py".lstrip("/")):
                if candidate in known:
                    return candidate
    return ""


def distances(imports: Mapping[str, set[str]], starts: Iterable[str]) -> dict[str, int]:
    """How many imports, either way, lie between a file and the nearest of `starts`; unreachable ones are absent."""
    either: dict[str, set[str]] = {}
    for path, targets in imports.items():
        for target in targets:
            either.setdefault(path, set()).add(target)
            either.setdefault(target, set()).add(path)
    found = dict.fromkeys(starts, 0)
    waiting = deque(found)
    while waiting:
        path = waiting.popleft()
        for other in either.get(path, ()):
            if other not in found:
                found[other] = found[path] + 1
                waiting.append(other)
    return found


def dependency_order(paths: Sequence[str], imports: Mapping[str, set[str]]) -> list[str]:
    """`paths` with what a file imports before the file itself; members of a circle in the order given."""
    wanted, done, ordered = set(paths), set[str](), list[str]()

    for start in paths:
        stack = [(start, False)]
        while stack:
            path, ready = stack.pop()
            if ready:
                ordered.append(path)
            elif path not in done:
                done.add(path)
                stack.append((path, True))
                stack += [(other, False) for other in sorted(imports.get(path, set()) & wanted, reverse=True)]
    return ordered
