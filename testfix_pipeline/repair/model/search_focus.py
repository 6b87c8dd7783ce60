"""The functions that a search is limited to at present."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from testfix_pipeline.repair.model.candidate import Candidate

MODULE = "<module>"
"""The function name of locations outside of functions."""
Function = tuple[str, str]
"""A file and the qualified name of a function in it, "" for code outside of functions."""


@dataclass
class Focus:
    """Limits a search to `functions`; None if it may edit everything.

    is_exhausted: no edit in these functions is left.
    """

    functions: frozenset[Function] | None = None
    is_exhausted: bool = False

    def confine(self, functions: frozenset[Function]) -> None:
        """Limits the search to these functions, until `widen`."""
        if functions != self.functions:
            self.functions, self.is_exhausted = functions, False

    def widen(self) -> None:
        """Removes the limit."""
        self.functions = None

    def holds(self, file: str, function: str) -> bool:
        """Whether the search may propose edits in a function."""
        return self.functions is None or (file, "" if function == MODULE else function) in self.functions

    def touches(self, candidate: Candidate) -> bool:
        """Whether a candidate edits one of the functions."""
        return self.functions is None or not self.functions.isdisjoint(functions_of(candidate))


def with_module_code(functions: Collection[Function], with_module: bool) -> frozenset[Function]:
    """The functions, and `with_module` also the code outside of functions in their files."""
    outside = {(file, "") for file, _ in functions} if with_module else set()
    return frozenset({*functions, *outside})


def functions_of(candidate: Candidate) -> set[Function]:
    """(file, function) of every edit; "" outside of functions."""
    found = set()
    for part in candidate.parts:
        for edit in part.edits:
            stmt = part.source.statements.get(edit.line)
            function = part.source.function_of(stmt) if stmt is not None else None
            found.add((edit.file, function.qualname if function else ""))
    return found
