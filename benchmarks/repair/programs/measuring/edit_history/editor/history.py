"""Undo and redo for edits of a text."""

from dataclasses import dataclass


@dataclass
class Edit:
    """`old` at `position` was replaced by `new`."""

    position: int
    old: str
    new: str

    def apply(self, text):
        return text[: self.position] + self.new + text[self.position + len(self.old):]

    def inverse(self):
        return Edit(self.position, self.new, self.old)

    def joins(self, other):
        """Whether `other` goes on typing where this edit ended."""
        typed = not self.old and not other.old and len(other.new) == 1
        return typed and other.position == self.position + len(self.new) and not other.new.isspace()


class History:
    def __init__(self, limit=100):
        self.limit = limit
        self._done = []
        self._undone = []
        self._saved = 0

    @property
    def can_undo(self):
        return bool(self._done)

    @property
    def can_redo(self):
        return bool(self._undone)

    def record(self, edit):
        if self._done and self._done[-1].joins(edit) and self._saved != len(self._done):
            last = self._done[-1]
            self._done[-1] = Edit(last.position, "", last.new + edit.new)
        else:
            self._done.append(edit)
        if len(self._done) > self.limit:
            del self._done[0]
            self._saved -= 1

    def undo(self, text):
        edit = self._done.pop()
        self._undone.append(edit)
        return edit.inverse().apply(text)

    def redo(self, text):
        edit = self._undone.pop()
        self._done.append(edit)
        return edit.apply(text)

    def mark_saved(self):
        self._saved = len(self._done)

    @property
    def dirty(self):
        return self._saved != len(self._done)
