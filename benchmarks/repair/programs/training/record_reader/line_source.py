"""Lines with numbers, of which one can be given back after looking at it."""


class LineSource:
    def __init__(self, text):
        self._lines = iter(text.splitlines())
        self._returned = None
        self.number = 0

    def next(self):
        """The next line, None at the end."""
        self.number += 1
        if self._returned:
            line, self._returned = self._returned, None
            return line
        return next(self._lines, None)

    def give_back(self, line):
        """Make `next` return a line once more; None (the end) needn't be given back."""
        if line is None:
            return
        if self._returned is not None:
            raise RuntimeError("only one line can be given back")
        self._returned = line
        self.number -= 1

    def peek(self):
        line = self.next()
        self.give_back(line)
        return line
