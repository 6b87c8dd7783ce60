"""The parsed source of one module, with its import name and the origins of its names."""

from __future__ import annotations

import ast
import builtins
import functools
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from testfix_pipeline.core import python_code
from testfix_pipeline.core.python_bindings import names_bound_by
from testfix_pipeline.core.python_code import FunctionNode, assignment_targets, names_in
from testfix_pipeline.core.python_imports import ImportedName, imported_names

LARGEST_BYTES = 1_000_000
"""Larger files are data or made by a program: no tests of functions for them."""

_BUILTINS = frozenset(dir(builtins))
_STANDARD = {"io": "import io", "ast": "import ast", "copy": "import copy"}
"""What values are made with that no module needs to have imported."""


@dataclass(frozen=True)
class ModuleSource:
    """A parsed file. `name` is what tests import it as, `origins` are the import statements for its names.

    root: the project that it was read in.
    """

    file: str
    name: str
    text: str
    tree: ast.Module
    origins: dict[str, str]
    root: Path = Path()

    @property
    def stem(self) -> str:
        """The unqualified name of the module, for names of files and tests."""
        return self.name.rpartition(".")[2]

    @functools.cached_property
    def functions(self) -> dict[str, FunctionNode]:
        """Every function of the module by its own name, including methods and inner functions."""
        return {node.name: node for node in ast.walk(self.tree) if isinstance(node, FunctionNode)}

    @functools.cached_property
    def neighbours(self) -> dict[str, ModuleSource]:
        """The project's other modules that this one imports from, by their dotted names."""
        names = {
            words[1] for origin in self.origins.values() if (words := origin.split())[:1] in (["from"], ["import"])
        }
        found = {name: module_file(self.root, name) for name in sorted(names - {self.name})}
        read = {name: read_source(self.root, file, name) for name, file in found.items() if file}
        return {name: module for name, module in read.items() if module is not None}

    @functools.cached_property
    def futures(self) -> list[ast.ImportFrom]:
        """The imports that change how the module compiles."""
        return [node for node in self.tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]

    def statements_for(self, code: str, given: Collection[str] = ()) -> set[str] | None:
        """The import statements that `code` needs in a test that gets the names in `given` as arguments.

        None if it uses an unknown name, or is not valid code.
        """
        names = free_names(code)
        found = None if names is None else {name: self._origin(name) for name in names.difference(given)}
        if found is None or any(not origin and name not in _BUILTINS for name, origin in found.items()):
            return None
        return {origin for origin in found.values() if origin}

    def _origin(self, name: str) -> str:
        return self.origins.get(name) or _STANDARD.get(name, "")


def free_names(code: str) -> set[str] | None:
    """The names that `code` uses and does not bind; None if it is not valid code."""
    tree = python_code.parse_or_none(code)
    if tree is None:
        return None
    return names_in(tree) - names_bound_by(ast.walk(tree))


def read_module(root: Path, file: str) -> ModuleSource | None:
    """The module of `file` below `root`; None if it can't be read, parsed, or imported by a name."""
    name = module_name(root, file)
    return read_source(root, file, name) if name else None


def read_source(root: Path, file: str, name: str) -> ModuleSource | None:
    """The parsed `file` as a module of this name; None if it can't be read or parsed."""
    try:
        if (root / file).stat().st_size > LARGEST_BYTES:
            return None
        text = (root / file).read_text(encoding="utf-8")
        tree = python_code.parse(text)
    except (OSError, ValueError, SyntaxError, RecursionError):
        return None
    return ModuleSource(file, name, text, tree, _origins(tree, name, file), root)


def module_file(root: Path, name: str) -> str:
    """The file of the project's module with a dotted name, "" if there is none."""
    path = name.replace(".", "/")
    files = (f"{path}.py", f"{path}/__init__.py", f"src/{path}.py", f"src/{path}/__init__.py")
    return next((file for file in files if name and (root / file).is_file()), "")


def why_unreadable(root: Path, file: str) -> str:
    """Why `read_module` returns None for a file."""
    path = root / file
    if not path.is_file():
        return "file is not there"
    if path.stat().st_size > LARGEST_BYTES:
        return f"file is larger than {LARGEST_BYTES // 1000} kB"
    return "file can't be parsed" if module_name(root, file) else "file has no name to import it by"


def module_name(root: Path, file: str) -> str:
    """The dotted name of a file, "" if it has none. `src` is left out unless it is a package."""
    path = PurePosixPath(file).with_suffix("")
    parts = list(path.parts)
    if parts[0] == "src" and len(parts) > 1 and not (root / "src" / "__init__.py").exists():
        parts = parts[1:]
    if parts[-1] == "__init__":
        parts = parts[:-1]
    return ".".join(parts) if parts and all(part.isidentifier() for part in parts) else ""


def _origins(tree: ast.Module, name: str, file: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, FunctionNode | ast.ClassDef):
            found[node.name] = f"from {name} import {node.name}"
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = assignment_targets(node)
            for target in targets:
                if isinstance(target, ast.Name):
                    found[target.id] = f"from {name} import {target.id}"
        else:
            found.update(_imported_origins(node, name, file))
    for inner in ast.walk(tree):
        found = {**_imported_origins(inner, name, file), **found}
    return found


def _imported_origins(node: ast.AST, name: str, file: str) -> dict[str, str]:
    imported = (one for one in imported_names([node]) if one.name != "*")
    return {one.name: replace(one, module=_absolute_module(one, name, file), level=0).statement for one in imported}


def _absolute_module(one: ImportedName, name: str, file: str) -> str:
    if not one.level:
        return one.module
    package = name.split(".") if file.endswith("__init__.py") else name.split(".")[:-1]
    package = package[: len(package) - one.level + 1]
    return ".".join([*package, *([one.module] if one.module else [])])
