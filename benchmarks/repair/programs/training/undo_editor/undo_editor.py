"""A line of editable text with undo and redo."""


class EditError(Exception):
    pass


class TextBuffer:
    def __init__(self, text="", history=100):
        self._text = text
        self._history = history
        self._undo = []
        self._redo = []

    @property
    def text(self):
        return self._text

    @property
    def can_undo(self):
        return bool(self._undo)

    @property
    def can_redo(self):
        return bool(self._redo)

    def insert(self, position, text):
        """Put text at a position; consecutive typing becomes one step."""
        self._check(position)
        if not text:
            return
        self._splice(position, 0, text)
        if not self._join_typing(position, text):
            self._remember((position, "", text))

    def delete(self, position, count):
        """Remove characters and return them."""
        self._check(position)
        removed = self._text[position:position + count]
        if removed:
            self._splice(position, len(removed), "")
            self._remember((position, removed, ""))
        return removed

    def replace_all(self, old, new):
        """Replace every occurrence as a single step; return how many."""
        count = self._text.count(old) if old else 0
        if count and old != new:
            before, after = self._text, self._text.replace(old, new)
            self._text = after
            self._redo.clear()
            self._remember((0, before, after))
        return count

    def undo(self):
        if not self._undo:
            raise EditError("nothing to undo")
        position, removed, added = step = self._undo.pop()
        self._splice(position, len(added), removed)
        self._redo.append(step)

    def redo(self):
        if not self._redo:
            raise EditError("nothing to redo")
        position, removed, added = step = self._redo.pop()
        self._splice(position, len(removed), added)
        self._undo.append(step)

    def _remember(self, step):
        self._undo.append(step)
        del self._undo[:-self._history]

    def _join_typing(self, position, text):
        if len(text) != 1 or text.isspace() or not self._undo:
            return False
        start, removed, added = self._undo[-1]
        if removed or position != start + len(added) or added[-1].isspace():
            return False
        self._undo[-1] = (start, removed, added + text)
        return True

    def _splice(self, position, count, text):
        self._text = self._text[:position] + text + self._text[position + count:]

    def _check(self, position):
        if not 0 <= position <= len(self._text):
            raise EditError(f"position {position} is outside the text")
