from editor.history import Edit, History


class Buffer:
    """A text with a history."""

    def __init__(self, text="", limit=100):
        self.text = text
        self.history = History(limit)

    def _do(self, edit):
        self.text = edit.apply(self.text)
        self.history.record(edit)

    def insert(self, position, text):
        if not 0 <= position <= len(self.text):
            raise IndexError(position)
        if text:
            self._do(Edit(position, "", text))

    def delete(self, start, end):
        old = self.text[start:end]
        if old:
            self._do(Edit(start, old, ""))

    def replace_all(self, old, new):
        """Replace every occurrence; how many there were."""
        count, position = 0, self.text.find(old)
        while position >= 0:
            self._do(Edit(position, old, new))
            count += 1
            position = self.text.find(old, position + len(new))
        return count

    def type(self, text):
        for char in text:
            self.insert(len(self.text), char)

    def undo(self):
        if self.history.can_undo:
            self.text = self.history.undo(self.text)

    def redo(self):
        if self.history.can_redo:
            self.text = self.history.redo(self.text)
