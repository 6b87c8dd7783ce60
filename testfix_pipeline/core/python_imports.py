"""What import statements of Python code bind: the one reader of them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class ImportedName:
    """One name of an import statement: `name` is what the code calls it.

    module: without the dots of a relative import, whose number is `level`. member: what is taken from the module, ""
    of `import module`; `*` binds the name `*`. is_renamed: whether it has an `as`.
    """

    name: str
    module: str
    member: str
    level: int
    is_renamed: bool

    @property
    def top(self) -> str:
        """The outermost package."""
        return self.module.partition(".")[0]

    @property
    def whole(self) -> str:
        """The dotted name of what is imported: of `import a.b` it is `a.b`."""
        return f"{self.module}.{self.member}".strip(".")

    @property
    def full(self) -> str:
        """The dotted name that `name` stands for: of `import a.b` it is `a`, for which `a` stands."""
        return self.whole if self.member or self.is_renamed else self.top

    @property
    def spelling(self) -> str:
        """The expression for what is imported: of `import a.b` it is `a.b`."""
        return self.name if self.member or self.is_renamed else self.module

    @property
    def statement(self) -> str:
        """The statement that imports this name alone."""
        start = f"from {'.' * self.level}{self.module} import {self.member}" if self.member else f"import {self.module}"
        return f"{start} as {self.name}" if self.is_renamed else start


def imported_names(nodes: Iterable[ast.AST]) -> Iterator[ImportedName]:
    """Yield each name of the import statements among the nodes, in their order."""
    for node in nodes:
        if isinstance(node, ast.Import):
            for one in node.names:
                yield ImportedName(one.asname or one.name.partition(".")[0], one.name, "", 0, bool(one.asname))
        elif isinstance(node, ast.ImportFrom):
            for one in node.names:
                name = one.asname or one.name
                yield ImportedName(name, node.module or "", one.name, node.level, bool(one.asname))
