"""Which files of a project import which, read from their source; includes too many rather than too few."""

from __future__ import annotations

import ast
import functools
import os
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import called
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.execution.project_files import read_text

_DOTTED = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")
# For files that can't be parsed: one name of each statement, parentheses and renames left out.
_IMPORT_LINE = re.compile(r"(?m)^[ \t]*(?:from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t(]+(.*)|import[ \t]+(.*))$")
_LOADERS = {"import_module", "__import__", "run_path", "run_module", "spec_from_file_location", "walk_packages",
            "iter_modules", "entry_points", "exec_module", "load_module", "find_spec"}  # fmt: skip
_SKIPPED_FOLDERS = {"node_modules", "__pycache__", "site-packages", "venv", "env", "build", "dist"}
_CONFTEST = "conftest.py"


@dataclass(frozen=True)
class _Imports:
    """Names a file may import: (level of relative import, dotted name). `dynamic`: it imports by computed names too.

    `broken`: it is not valid Python, and the names are those of its lines that look like imports.
    """

    names: frozenset[tuple[int, str]]
    dynamic: bool
    broken: bool = False


def python_files(root: Path) -> Iterator[str]:
    """The project's Python files, relative to `root` with `/`; dependencies and hidden folders are left out."""
    for folder, below, files in os.walk(root):
        below[:] = [name for name in below if not name.startswith(".") and name not in _SKIPPED_FOLDERS]
        for name in files:
            if name.endswith(".py"):
                yield Path(folder, name).relative_to(root).as_posix()


class ImportGraph:
    """The import graph of the files below `root`, including `other` texts (before and after a change).

    `statements_only`: imports by name, computed or in a string, don't count. Tight rather than safe.
    """

    def __init__(self, root: Path, other: Mapping[str, Iterable[str]], *, statements_only: bool = False) -> None:
        texts: dict[str, list[str]] = {file: [read_text(root / file)] for file in python_files(root)}
        for file, versions in other.items():
            texts.setdefault(file, []).extend(versions)
        self._files = frozenset(texts)
        self._places = {"", "src", *(str(PurePosixPath(file).parent) for file in texts if _is_test_side(file))} - {"."}
        self._importers: dict[str, set[str]] = defaultdict(set)
        self._dynamic: set[str] = set()
        self._broken: set[str] = set()
        for file, versions in texts.items():
            for text in versions:
                self._add(file, _imports(text, statements_only))

    def importers_of(self, file: str, *, broken: bool = True, besides: Collection[str] = ()) -> set[str]:
        """`file` and all files that import it, directly or indirectly, or that import by computed names.

        So are those that are not valid Python, as nobody knows what they import once they are fixed; without `broken`
        what their lines say is believed. What only imports a file of `besides` is left out.
        """
        found = {file, *self._dynamic, *(self._broken if broken else ())}
        waiting = list(found)
        while waiting:
            fresh = self._importers[waiting.pop()].difference(found, besides)
            found |= fresh
            waiting += fresh
        return found

    def _add(self, file: str, imports: _Imports) -> None:
        if imports.dynamic:
            self._dynamic.add(file)
        if imports.broken:
            self._broken.add(file)
        for level, name in imports.names:
            for imported in self._resolve(file, level, name):
                self._importers[imported].add(file)
        for folder in PurePosixPath(file).parents:
            # pytest loads these for every test below them.
            self._importers[_join(str(folder), _CONFTEST)].add(file)

    def _resolve(self, file: str, level: int, name: str) -> Iterator[str]:
        """The files that an import may load: the module and its parent packages."""
        places = [parent_folder(file, level)] if level else {*self._places, str(PurePosixPath(file).parent)}
        parts = name.split(".") if name else []
        for place in places:
            for length in range(len(parts) + 1):
                path = _join(place, *parts[:length])
                for candidate in (f"{path}.py", _join(path, "__init__.py")):
                    if candidate in self._files and (length or level):
                        yield candidate


def _is_test_side(file: str) -> bool:
    name = PurePosixPath(file).name
    return name == _CONFTEST or name.startswith("test_") or name.endswith("_test.py")


def _join(*parts: str) -> str:
    return str(PurePosixPath(*parts))


def parent_folder(file: str, level: int) -> str:
    """The folder that a relative import of this level starts from; the topmost where it goes too far up."""
    parents = [str(folder) for folder in PurePosixPath(file).parents]
    return parents[min(level, len(parents)) - 1]


@functools.lru_cache(maxsize=8192)
def _imports(text: str, statements_only: bool) -> _Imports:
    tree = python_code.parse_or_none(text)
    if tree is None:
        return _Imports(frozenset(_imports_by_lines(text)), dynamic=False, broken=True)
    names: set[tuple[int, str]] = set()
    dynamic = False
    for node in ast.walk(tree):
        if statements_only and not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        names |= _named_modules(node)
        dynamic = dynamic or _is_dynamic(node)
    return _Imports(frozenset(names), dynamic)


def _imports_by_lines(text: str) -> Iterator[tuple[int, str]]:
    for dots, start, names, modules in _IMPORT_LINE.findall(text):
        for part in (names or modules).split(","):
            name = part.strip(" \t()").partition(" ")[0]
            yield len(dots), f"{start}.{name}".strip(".") if names else name


def _named_modules(node: ast.AST) -> set[tuple[int, str]]:
    """The names that a node may import. Strings like module names count: `patch("a.b.c")`, `pytest_plugins`."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 200:
        return {(0, node.value)} if _DOTTED.fullmatch(node.value) else set()
    return {(one.level, one.whole) for one in imported_names([node])}


def _is_dynamic(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    literal = bool(node.args) and isinstance(node.args[0], ast.Constant)
    return called(node) in _LOADERS and not literal
