"""Applies unified diffs to lists of lines."""
import re
from dataclasses import dataclass, field

HEADER = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


class PatchError(Exception):
    pass


@dataclass
class Hunk:
    """A change: `start` and `count` are those of the old text, as in the header."""

    start: int
    count: int
    new_start: int
    new_count: int
    lines: list = field(default_factory=list)

    @property
    def before(self):
        return [text for sign, text in self.lines if sign in " -"]

    @property
    def after(self):
        return [text for sign, text in self.lines if sign in " +"]

    def check(self):
        if len(self.before) != self.count or len(self.after) != self.new_count:
            raise PatchError(f"hunk at line {self.start} has the wrong length")

    def reversed(self):
        swap = {"+": "-", "-": "+", " ": " "}
        lines = [(swap[sign], text) for sign, text in self.lines]
        return Hunk(self.new_start, self.new_count, self.start, self.count, lines)


def parse_patch(text):
    """The hunks of a patch of a single file."""
    hunks = []
    for line in text.splitlines():
        if line.startswith(("--- ", "+++ ")) and not hunks:
            continue
        match = HEADER.match(line)
        if match:
            start, count, new_start, new_count = match.groups()
            hunks.append(
                Hunk(
                    int(start),
                    1 if count is None else int(count),
                    int(new_start),
                    1 if new_count is None else int(new_count),
                )
            )
        elif line.startswith("\\"):
            continue  # "\ No newline at end of file"
        elif not hunks:
            raise PatchError("text before the first hunk")
        elif line == "":
            hunks[-1].lines.append((" ", ""))
        elif line[0] in " +-":
            hunks[-1].lines.append((line[0], line[1:]))
        else:
            raise PatchError(f"unexpected line {line!r}")
    for hunk in hunks:
        hunk.check()
    return hunks


def find_position(lines, hunk, expected, fuzz):
    """Index nearest to the expected one where the old lines of the hunk are."""
    before = hunk.before
    for distance in range(fuzz + 1):
        for index in (expected - distance, expected + distance):
            if index >= 0 and lines[index:index + len(before)] == before:
                return index
    raise PatchError(f"hunk at line {hunk.start} does not apply")


def apply_hunks(lines, hunks, fuzz=0):
    """A new list of lines with all the hunks applied in order."""
    result = list(lines)
    offset = 0
    for hunk in hunks:
        expected = hunk.start - 1 + offset
        index = find_position(result, hunk, expected, fuzz)
        result[index:index + hunk.count] = hunk.after
        offset += hunk.new_count - hunk.count + index - expected
    return result


def apply_patch(text, patch, fuzz=0):
    lines = apply_hunks(text.splitlines(), parse_patch(patch), fuzz)
    return "".join(line + "\n" for line in lines)


def revert_patch(text, patch, fuzz=0):
    """Undo a patch that was applied before."""
    hunks = [hunk.reversed() for hunk in parse_patch(patch)]
    lines = apply_hunks(text.splitlines(), hunks, fuzz)
    return "".join(line + "\n" for line in lines)


def summary(patch):
    """Numbers of added and removed lines."""
    signs = [sign for hunk in parse_patch(patch) for sign, _ in hunk.lines]
    return signs.count("+"), signs.count("-")
