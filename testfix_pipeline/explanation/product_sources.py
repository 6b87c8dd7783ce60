"""The program's own Python files, parsed: its functions, and the names that it defines."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from testfix_pipeline.core.patch_policy.protected_paths import is_test_side
from testfix_pipeline.core.python_code import FunctionNode, parse_or_none

Function = ast.FunctionDef | ast.AsyncFunctionDef
MOST_FILES = 2000
"""The number of files that are searched for names; of a larger project nothing is said to be missing."""
_LEFT_OUT = {"node_modules", "__pycache__", "site-packages", "build", "dist"}


@dataclass(frozen=True)
class ProductSources:
    """The Python files below `root` that are neither tests nor other packages' code. tests: the files with tests."""

    root: Path
    tests: frozenset[str] = frozenset()

    def tree(self, file: str) -> ast.Module | None:
        """Return the syntax tree of a file by its path from the root; None if it can't be parsed."""
        known = self._trees
        if file not in known:
            path = self.root / file
            known[file] = parse_or_none(path.read_bytes()) if file.endswith(".py") and path.is_file() else None
        return known[file]

    @cached_property
    def _trees(self) -> dict[str, ast.Module | None]:
        return {}

    def functions(self, file: str) -> Sequence[Function]:
        """Return the functions and methods of a file, in the order of their lines."""
        tree = self.tree(file)
        found = (node for node in ast.walk(tree) if isinstance(node, FunctionNode)) if tree is not None else ()
        return sorted(found, key=lambda node: node.lineno)

    def is_product(self, file: str) -> bool:
        """Whether a path from the root is a file of the program, not of its tests."""
        return file not in self.tests and not is_test_side(file)

    @cached_property
    def files(self) -> Sequence[str]:
        """The paths of all files; empty if there are more than MOST_FILES."""
        found = []
        for path in self.root.rglob("*.py"):
            name = path.relative_to(self.root)
            hidden = any(part.startswith(".") or part in _LEFT_OUT for part in name.parts)
            if not hidden and self.is_product(name.as_posix()):
                found.append(name.as_posix())
            if len(found) > MOST_FILES:
                return ()
        return sorted(found)

    @cached_property
    def names(self) -> frozenset[str]:
        """All names that the program defines, imports, assigns or gives to parameters."""
        trees = (tree for file in self.files if (tree := self.tree(file)) is not None)
        defined = {name for tree in trees for node in ast.walk(tree) for name in _names_of(node)}
        modules = {part for file in self.files for part in Path(file).with_suffix("").parts}
        return frozenset(defined | modules)


def _names_of(node: ast.AST) -> Iterator[str]:
    if isinstance(node, FunctionNode | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
        yield node.attr
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.alias):
        yield (node.asname or node.name).rpartition(".")[2]
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
        yield node.value  # a key, a slot, a name for `setattr` or `__all__`
