"""What a language proposes for a failure that a library's change caused: one rule at all use sites is one fix."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.records import Failure
from testfix_pipeline.execution.project import TargetProject


@dataclass(frozen=True)
class LibraryQuestion:
    """A tree whose tests fail.

    tree: a copy of the repository that tests may write to. failures: of the tests to fix, as they fail in that tree.
    test_files: never to be edited. seconds: for looking at the installed libraries.
    """

    project: TargetProject
    tree: Path
    failures: Sequence[Failure]
    test_files: Collection[str]
    seconds: float

    @property
    def root(self) -> Path:
        """The project's folder in the tree."""
        return self.project.root(self.tree)


@dataclass(frozen=True)
class LibraryFix:
    """One rule, applied wherever the program needs it.

    texts: the new text of each changed file, by its path from the project's root. kind: a stable id. note: what
    changes, of which library in which version, and where the answer comes from, for people. likelihood: how far the
    evidence alone is to be believed, 0 to 1. symbol: what the library lacks.
    """

    texts: Mapping[str, str]
    kind: str
    note: str
    likelihood: float
    symbol: str
