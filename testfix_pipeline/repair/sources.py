"""The source files of one tree, parsed when first asked for, and what their modules bind."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path, PurePosixPath

from testfix_pipeline.core.patch_policy import protected_paths
from testfix_pipeline.repair.languages.python.source import SourceFile, own_nodes

NEIGHBOURS_BYTES, BESIDE_BYTES = 1_000_000, 200_000
NO_SOURCES = {"site-packages", "node_modules", "venv", "env", "build", "dist", "docs", "__pycache__"}


def is_test_side(path: str) -> bool:
    """Whether a file belongs to the tests: never a place for a repair.

    Wider than for patches of others: a package's own `testing` folder holds what tests assert with.
    """
    return protected_paths.is_test_side(path, ("*_tests.py",)) or "testing" in PurePosixPath(path).parts[:-1]


class Sources:
    """The parsed source files of one tree. `test_files` are never read: they are no place for a repair."""

    def __init__(self, root: Path, test_files: Collection[str] = ()) -> None:
        self.root = root
        self.test_files = frozenset(test_files)
        self._files: dict[str, SourceFile | None] = {}
        self._bindings: dict[str, dict[str, list[ast.stmt]]] = {}
        self._neighbours: tuple[SourceFile, ...] | None = None

    def source(self, path: str) -> SourceFile | None:
        if path not in self._files:
            usable = path.endswith(".py") and not is_test_side(path) and path not in self.test_files
            self._files[path] = SourceFile.load(self.root, path) if usable else None
        return self._files[path]

    def loaded(self) -> tuple[SourceFile, ...]:
        return tuple(source for source in self._files.values() if source is not None)

    def neighbours(self) -> tuple[SourceFile, ...]:
        """The loaded files, then others of their folders, then of the folders below: where donors are looked for.

        Bounded by NEIGHBOURS_BYTES of text, since each is parsed: what was loaded first (what failing tests run, as a
        rule) comes first, the first file in any case. Read once, when first asked for.
        """
        if self._neighbours is None:
            ends = itertools.accumulate(len(source.text) for source in self.loaded())
            within = [one for one, end in zip(self.loaded(), ends, strict=True) if end <= NEIGHBOURS_BYTES]
            loaded = tuple(within or self.loaded()[:1])
            room = NEIGHBOURS_BYTES - sum(len(source.text) for source in loaded)
            known = {source.path for source in loaded}
            for path in _beside(self.root, sorted(known)):
                size = (self.root / path).stat().st_size
                if path not in known and size <= room and (source := self.source(path)) is not None:
                    loaded, room = (*loaded, source), room - size
            self._neighbours = loaded
        return self._neighbours

    def beside(self, path: str) -> list[SourceFile]:
        """The files of a file's folder and of those below that can be read, the nearest first, up to BESIDE_BYTES."""
        found, room = [], BESIDE_BYTES
        for other in _beside(self.root, [path]):
            size = (self.root / other).stat().st_size
            if other != path and size <= room and (source := self.source(other)) is not None:
                found.append(source)
                room -= size
        return found

    def bindings(self, source: SourceFile) -> dict[str, list[ast.stmt]]:
        """Which module-level statements (also under `if` and `try`) bind or change a name."""
        if source.path not in self._bindings:
            found: dict[str, list[ast.stmt]] = {}
            for stmt in _module_level(source.tree):
                for name in _names_of(stmt):
                    found.setdefault(name, []).append(stmt)
            self._bindings[source.path] = found
        return self._bindings[source.path]

    def imported(self, source: SourceFile, stmt: ast.ImportFrom) -> SourceFile | None:
        """The project's own module that `from ... import` reads, or None where it is another's."""
        return self._find(source, stmt.level, (stmt.module or "").replace(".", "/"))

    def module(self, source: SourceFile, stmt: ast.Import | ast.ImportFrom, name: str) -> SourceFile | None:
        """The project's own module that an import statement binds under one of its names, or None."""
        below = name.replace(".", "/")
        if isinstance(stmt, ast.Import):
            return self._find(source, 0, below)
        parent = (stmt.module or "").replace(".", "/")
        return self._find(source, stmt.level, f"{parent}/{below}" if parent else below)

    def _find(self, source: SourceFile, level: int, relative: str) -> SourceFile | None:
        folder = PurePosixPath(source.path).parent
        parents = [folder, *folder.parents]
        places = [PurePosixPath("."), PurePosixPath("src"), folder]
        if level:
            places = [parents[min(level - 1, len(parents) - 1)]]
        names = (f"{relative}.py", f"{relative}/__init__.py") if relative else ("__init__.py",)
        found = (self.source(str(place / name)) for place in places for name in names)
        return next((source for source in found if source is not None), None)


def _beside(root: Path, known: Sequence[str]) -> list[str]:
    """Paths of Python files in the folders of known ones, and in those below, the nearest first."""
    folders = dict.fromkeys(PurePosixPath(path).parent for path in known)
    found: dict[str, None] = {}
    for pattern in ("*.py", "*/*.py", "*/*/*.py"):
        for folder in folders:
            for path in sorted((root / folder).glob(pattern)):
                inside = path.relative_to(root)
                if not any(part in NO_SOURCES or part.startswith(".") for part in inside.parts):
                    found.setdefault(inside.as_posix())
    return list(found)


def _module_level(node: ast.AST) -> Iterator[ast.stmt]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        if isinstance(child, ast.stmt):
            yield child
        yield from _module_level(child)


def _names_of(stmt: ast.stmt) -> Iterator[str]:
    if isinstance(stmt, (ast.Import, ast.ImportFrom)):
        yield from (alias.asname or alias.name.split(".")[0] for alias in stmt.names)
    elif isinstance(stmt, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        yield from _stored(stmt)
    elif isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call) and isinstance(stmt.value.func, ast.Attribute):
        receiver = stmt.value.func.value
        if isinstance(receiver, ast.Name):
            yield receiver.id


def _stored(stmt: ast.stmt) -> Iterator[str]:
    for node in own_nodes(stmt):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name):
            yield node.value.id


def is_docstring(stmt: ast.stmt) -> bool:
    return isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Constant)


def is_data(stmt: ast.stmt) -> bool:
    """Whether a statement, at module or class level, binds or changes a value."""
    return isinstance(stmt, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)) and not is_docstring(stmt)


def targets(stmt: ast.stmt) -> set[str]:
    return {n.id for n in own_nodes(stmt) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
