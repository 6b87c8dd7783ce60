"""Undoable text editing with grouped commands."""
from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Splice:
    """Replace ``removed`` by ``added`` at ``pos``."""

    pos: int
    removed: str
    added: str

    def apply(self, text: str) -> str:
        return text[: self.pos] + self.added + text[self.pos + len(self.removed):]

    def inverse(self) -> Splice:
        return Splice(self.pos, self.added, self.removed)


@dataclass
class Editor:
    text: str = ""
    limit: int = 100
    _done: list[list[Splice]] = field(default_factory=list)
    _undone: list[list[Splice]] = field(default_factory=list)
    _group: list[Splice] | None = None

    def insert(self, pos: int, added: str) -> None:
        self.replace(pos, pos, added)

    def delete(self, start: int, end: int) -> str:
        """Delete a range and return what was there."""
        removed = self.text[start:end]
        self.replace(start, end, "")
        return removed

    def replace(self, start: int, end: int, added: str) -> None:
        if not 0 <= start <= end <= len(self.text):
            raise IndexError(f"bad range {start}:{end}")
        splice = Splice(start, self.text[start:end], added)
        if splice.removed == splice.added:
            return
        self.text = splice.apply(self.text)
        if self._group is not None:
            self._group.append(splice)
        else:
            self._record([splice])

    def _record(self, group: list[Splice]) -> None:
        self._done.append(group)
        del self._done[: -self.limit]

    @contextmanager
    def grouped(self):
        """Edits made inside are undone and redone together."""
        if self._group is not None:
            yield
            return
        self._group = []
        try:
            yield
        finally:
            group, self._group = self._group, None
            if group:
                self._record(group)

    def undo(self) -> bool:
        if not self._done:
            return False
        group = self._done.pop()
        for splice in reversed(group):
            self.text = splice.inverse().apply(self.text)
        self._undone.append(group)
        return True

    def redo(self) -> bool:
        if not self._undone:
            return False
        group = self._undone.pop()
        for splice in group:
            self.text = splice.apply(self.text)
        self._done.append(group)
        return True
