"""What a single stitch does to the number of loops on the needle."""

from dataclasses import dataclass

# code: (loops taken from the left needle, loops put on the right needle)
STITCHES = {
    "k": (1, 1),
    "p": (1, 1),
    "sl": (1, 1),
    "yo": (0, 1),
    "m1": (0, 1),
    "kfb": (1, 2),
    "k2tog": (2, 1),
    "ssk": (2, 1),
    "p2tog": (2, 1),
}


class PatternError(ValueError):
    """A pattern that can't be read or knitted."""


@dataclass(frozen=True)
class Stitch:
    code: str
    times: int = 1

    @property
    def takes(self):
        return STITCHES[self.code][0] * self.times

    @property
    def makes(self):
        return STITCHES[self.code][1] * self.times

    def expand(self):
        return [self.code] * self.times


@dataclass(frozen=True)
class Repeat:
    """A group of stitches (or of further groups) that is knitted several times."""

    parts: tuple
    times: int = 1

    @property
    def takes(self):
        return self.times * sum(part.takes for part in self.parts)

    @property
    def makes(self):
        return self.times * sum(part.makes for part in self.parts)

    def expand(self):
        return [code for part in self.parts for code in part.expand()] * self.times
