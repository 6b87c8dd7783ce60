"""The functions that a search is confined to for the time being."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from testfix_pipeline.repair.model.candidate import Candidate

MODULE = "<module>"
"""The name that locations outside of functions have."""
Function = tuple[str, str]
"""A file and the qualified name of a function in it, "" for what lies outside of functions."""


@dataclass
class Focus:
    """Confines a search to `functions`; None where it may edit all that it knows.

    is_exhausted: no edit within is left.
    """

    functions: frozenset[Function] | None = None
    is_exhausted: bool = False

    def confine(self, functions: frozenset[Function]) -> None:
        """Edit these functions only, until `widen`."""
        if functions != self.functions:
            self.functions, self.is_exhausted = functions, False

    def widen(self) -> None:
        """Edit everything."""
        self.functions = None

    def holds(self, file: str, function: str) -> bool:
        """Whether the search may propose anything there."""
        return self.functions is None or (file, "" if function == MODULE else function) in self.functions

    def touches(self, candidate: Candidate) -> bool:
        """Whether a candidate edits anything there."""
        return self.functions is None or not self.functions.isdisjoint(functions_of(candidate))


def near(functions: Collection[Function], with_module: bool) -> frozenset[Function]:
    """The functions that patches edit, `with_module` also what stands outside of functions in their files."""
    outside = {(file, "") for file, _ in functions} if with_module else set()
    return frozenset({*functions, *outside})


def functions_of(candidate: Candidate) -> set[Function]:
    """File and function of every edit; "" outside of functions."""
    found = set()
    for part in candidate.parts:
        for edit in part.edits:
            stmt = part.source.statements.get(edit.line)
            function = part.source.function_of(stmt) if stmt is not None else None
            found.add((edit.file, function.qualname if function else ""))
    return found
