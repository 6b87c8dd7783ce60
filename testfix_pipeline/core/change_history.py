"""Past changes of a project: commits, and the uncommitted change, with the texts before and after."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ChangedCodeFile:
    """One program file of a change. `path` is its path now, relative to the project.

    before, after: its text, None if there was no such file. before_path: where it lay before, seen from the project.
    """

    path: str
    before: str | None
    after: str | None
    before_path: str = ""


@dataclass(frozen=True)
class Change:
    """A commit compared with its first parent; `commit` is "" for the uncommitted change."""

    commit: str
    parent: str
    subject: str
    files: tuple[ChangedCodeFile, ...]

    @property
    def label(self) -> str:
        """A short description for people."""
        return f"{self.commit[:10]} ({self.subject})" if self.commit else self.subject
