"""Revisions of a document with undo, redo and a limited history."""

from collections.abc import Callable


class NothingToUndo(Exception):
    """The history holds no earlier revision."""


class NothingToRedo(Exception):
    """No revision was undone."""


class Revisions:
    """The text of a document. At most `limit` earlier texts are kept for undo."""

    def __init__(self, text: str = "", limit: int = 100) -> None:
        if limit < 1:
            raise ValueError("the limit must be at least 1")
        self.text = text
        self.limit = limit
        self._earlier: list[tuple[str, str]] = []
        self._later: list[tuple[str, str]] = []
        self._saved = text

    @property
    def is_modified(self) -> bool:
        """True where the text isn't the one saved last."""
        return self.text != self._saved

    def save(self) -> None:
        """Take the present text as the saved one."""
        self._saved = self.text

    def change(self, label: str, text: str) -> None:
        """Replace the text; `label` is what the menu shows. A text like the present one is no change."""
        if text == self.text:
            return
        self._earlier.append((label, self.text))
        if len(self._earlier) > self.limit:
            self._earlier.pop()
        self._later.clear()
        self.text = text

    def insert(self, position: int, part: str) -> None:
        """Insert a part at a position from 0 to the length of the text."""
        if not 0 <= position <= len(self.text):
            raise IndexError(f"no position {position}")
        self.change(f"insert {part!r}", self.text[:position] + part + self.text[position:])

    def delete(self, start: int, end: int) -> None:
        """Delete the characters from `start` up to and without `end`."""
        self.change(f"delete {self.text[start:end]!r}", self.text[:start] + self.text[end:])

    def apply(self, label: str, function: Callable[[str], str]) -> None:
        """Replace the text by what a function makes of it."""
        self.change(label, function(self.text))

    def undo(self, times: int = 1) -> str:
        """Go back and return the label of the last change undone. Raises NothingToUndo, with nothing changed."""
        if times > len(self._earlier) or times < 1:
            raise NothingToUndo(f"{len(self._earlier)} changes can be undone")
        for _ in range(times):
            label, text = self._earlier.pop()
            self._later.append((label, self.text))
            self.text = text
        return label

    def redo(self, times: int = 1) -> str:
        """Take undone changes back again and return the label of the last. Raises NothingToRedo."""
        if times > len(self._later) or times < 1:
            raise NothingToRedo(f"{len(self._later)} changes can be redone")
        for _ in range(times):
            label, text = self._later.pop()
            self._earlier.append((label, self.text))
            self.text = text
        return label

    def undo_labels(self) -> list[str]:
        """What can be undone, the newest change first."""
        return [label for label, _ in reversed(self._earlier)]
