"""Steps of a text pipeline. Every subclass of Step is known by its name as soon as it's defined."""

import re


class Step:
    known = {}
    name = None

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        if cls.name is not None:
            if cls.name in Step.known:
                raise TypeError(f"there is a step {cls.name!r} already")
            Step.known[cls.name] = cls

    def apply(self, line):
        """The changed line, or None to leave it out."""
        raise NotImplementedError

    def reset(self):
        """Called before a new text begins."""


class Strip(Step):
    name = "strip"

    def apply(self, line):
        return line.strip()


class Upper(Step):
    name = "upper"

    def apply(self, line):
        return line.upper()


class DropEmpty(Step):
    name = "drop-empty"

    def apply(self, line):
        return line or None


class Replace(Step):
    name = "replace"

    def __init__(self, pattern, text=""):
        self.pattern = re.compile(pattern)
        self.text = text

    def apply(self, line):
        return self.pattern.sub(self.text, line)


class Unique(Step):
    """Leaves out lines that were there before."""

    name = "unique"

    def __init__(self):
        self.seen = set()

    def reset(self):
        self.seen.clear()

    def apply(self, line):
        if line in self.seen:
            return None
        self.seen.add(line)
        return line


class Number(Step):
    name = "number"

    def __init__(self, start="1"):
        self.start = int(start)
        self.next = self.start

    def reset(self):
        self.next = self.start

    def apply(self, line):
        line = f"{self.next}. {line}"
        self.next += 1
        return line
