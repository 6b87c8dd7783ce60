"""Text buffer with undo and redo."""


class Insert:
    def __init__(self, pos, text):
        self.pos = pos
        self.text = text

    def apply(self, s):
        return s[:self.pos] + self.text + s[self.pos:]

    def revert(self, s):
        return s[:self.pos] + s[self.pos + len(self.text):]


class Delete:
    def __init__(self, pos, text):
        self.pos = pos
        self.text = text

    def apply(self, s):
        return s[:self.pos] + s[self.pos + len(self.text):]

    def revert(self, s):
        return s[:self.pos] + self.text + s[self.pos:]


class Editor:
    def __init__(self, text="", limit=100):
        self.text = text
        self.limit = limit
        self._done = []
        self._undone = []

    def _do(self, command):
        self.text = command.apply(self.text)
        self._done.append(command)
        if len(self._done) > self.limit:
            del self._done[0]

    def insert(self, pos, text):
        if not 0 <= pos <= len(self.text):
            raise IndexError(pos)
        if text:
            self._do(Insert(pos, text))

    def delete(self, pos, count):
        removed = self.text[pos:pos + count]
        if removed:
            self._do(Delete(pos, removed))

    def append(self, text):
        self.insert(len(self.text), text)

    def can_undo(self):
        return bool(self._done)

    def can_redo(self):
        return bool(self._undone)

    def undo(self):
        if not self._done:
            return False
        command = self._done.pop()
        self.text = command.revert(self.text)
        self._undone.append(command)
        return True

    def redo(self):
        if not self._undone:
            return False
        command = self._undone.pop()
        self.text = command.apply(self.text)
        self._done.append(command)
        return True
