"""The buffer: insert, delete, replace, and take it all back."""

from contextlib import contextmanager

from .edits import Edit, Group


class Buffer:
    def __init__(self, text=""):
        self.text = text
        self._done = []
        self._undone = []
        self._group = None

    @property
    def can_undo(self):
        return bool(self._done)

    @property
    def can_redo(self):
        return bool(self._undone)

    def insert(self, position, text):
        self._edit(Edit(position, "", text))

    def delete(self, start, end):
        self._edit(Edit(start, self.text[start:end], ""))

    def replace(self, start, end, text):
        self._edit(Edit(start, self.text[start:end], text))

    def replace_all(self, old, new):
        """Replace every occurrence as one step; returns the number of replacements."""
        count, start = 0, self.text.find(old)
        with self.group():
            while start >= 0:
                self.replace(start, start + len(old), new)
                count += 1
                start = self.text.find(old, start + len(new))
        return count

    @contextmanager
    def group(self):
        """Everything done inside is one step for undo; groups within a group belong to the outer one."""
        if self._group is not None:
            yield
            return
        self._group = Group()
        try:
            yield
        finally:
            group, self._group = self._group, None
            if group:
                self._done.append(group)

    def undo(self):
        """Take the last step back; tells whether there was one."""
        if not self._done:
            return False
        step = self._done.pop()
        self.text = step.revert(self.text)
        self._undone.append(step)
        return True

    def redo(self):
        if not self._undone:
            return False
        step = self._undone.pop()
        self.text = step.apply(self.text)
        self._done.append(step)
        return True

    def _edit(self, edit):
        if not 0 <= edit.position <= len(self.text):
            raise IndexError(f"position {edit.position} is outside of the text")
        self.text = edit.apply(self.text)
        self._undone.clear()
        if self._group is not None:
            self._group.add(edit)
        else:
            self._done.append(edit)
