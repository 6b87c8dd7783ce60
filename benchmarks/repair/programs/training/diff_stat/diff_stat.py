"""Counts added and removed lines in unified diffs, as `diff --stat` does."""

import re
from dataclasses import dataclass, field

HUNK = re.compile(r"@@ -(?P<old>\d+)(?:,(?P<old_size>\d+))? \+(?P<new>\d+)(?:,(?P<new_size>\d+))? @@")
NO_FILE = "/dev/null"


class DiffError(ValueError):
    """Text that is no unified diff."""


@dataclass
class FileStat:
    old: str
    new: str
    added: int = 0
    removed: int = 0
    hunks: list = field(default_factory=list)

    @property
    def name(self):
        return self.old if self.new == NO_FILE else self.new

    @property
    def kind(self):
        if self.old == NO_FILE:
            return "new"
        if self.new == NO_FILE:
            return "deleted"
        return "changed" if self.old == self.new else "renamed"


def file_name(line):
    """The name in a `--- a/x` or `+++ b/x` line, without the prefix and the time stamp."""
    name = line[4:].split("\t")[0].strip()
    if name != NO_FILE and name[:2] in ("a/", "b/"):
        return name[2:]
    return name


def hunk_size(match):
    """How many lines of the old and of the new file are in a hunk."""
    return int(match["old_size"] or 0), int(match["new_size"] or 0)


def parse(text):
    """One FileStat for every file in the diff.

    The sizes in the hunk's header tell which lines belong to it: a removed line `-- x` looks like the head of a file.
    """
    stats = []
    old_name = None
    old_left = new_left = 0
    for number, line in enumerate(text.splitlines(), 1):
        if old_left > 0 or new_left > 0:
            if line.startswith("+"):
                stats[-1].added += 1
                new_left -= 1
            elif line.startswith("-"):
                stats[-1].removed += 1
                old_left -= 1
            elif not line.startswith("\\"):
                old_left -= 1
                new_left -= 1
            continue
        match = HUNK.match(line)
        if match:
            if not stats:
                raise DiffError(f"line {number}: a hunk without a file")
            old_left, new_left = hunk_size(match)
            stats[-1].hunks.append((int(match["old"]), int(match["new"])))
        elif line.startswith("--- "):
            old_name = file_name(line)
        elif line.startswith("+++ "):
            if old_name is None:
                raise DiffError(f"line {number}: the name of the old file is missing")
            stats.append(FileStat(old_name, file_name(line)))
            old_name = None
    if old_left > 0 or new_left > 0:
        raise DiffError("the last hunk is not complete")
    return stats


def bar(stat, scale):
    plus = round(stat.added * scale)
    minus = round(stat.removed * scale)
    return "+" * plus + "-" * minus


def report(text, width=40):
    """A table of files with a bar for each, and a line with the sums."""
    stats = parse(text)
    largest = max((stat.added + stat.removed for stat in stats), default=0)
    scale = min(1, width / largest) if largest else 1
    indent = max((len(stat.name) for stat in stats), default=0)
    lines = []
    for stat in stats:
        line = f"{stat.name:<{indent}} | {stat.added + stat.removed:>4} {bar(stat, scale)}"
        lines.append(line.rstrip())
    added = sum(stat.added for stat in stats)
    removed = sum(stat.removed for stat in stats)
    lines.append(f"{len(stats)} files, {added} added, {removed} removed")
    return "\n".join(lines)
