"""Summaries of unified diffs as written by git: files, line counts, renames."""
import re
from dataclasses import dataclass, field

HEADER = re.compile(r"^diff --git a/(?P<old>.+) b/(?P<new>.+)$")
HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(?P<context>.*)$")


@dataclass
class FileChange:
    old: str
    new: str
    added: int = 0
    removed: int = 0
    status: str = "modified"
    binary: bool = False
    contexts: list = field(default_factory=list)

    @property
    def label(self):
        if self.status == "renamed":
            return f"{self.old} => {self.new}"
        return self.new

    @property
    def size(self):
        return self.added + self.removed


def parse(text):
    """The FileChange of every file of a diff, in order."""
    changes = []
    current = None
    in_hunk = False
    for line in text.splitlines():
        header = HEADER.match(line)
        if header:
            current = FileChange(header["old"], header["new"])
            changes.append(current)
            continue
        if current is None:
            continue
        hunk = HUNK.match(line)
        if hunk:
            in_hunk = True
            if hunk["context"] and hunk["context"] not in current.contexts:
                current.contexts.append(hunk["context"])
        elif in_hunk:
            _count_line(current, line)
        else:
            _read_meta(current, line)
    return changes


def _count_line(change, line):
    if line.startswith("+"):
        change.added += 1
    elif line.startswith("-"):
        change.removed += 1


def _read_meta(change, line):
    if line.startswith("new file"):
        change.status = "added"
    elif line.startswith("deleted file"):
        change.status = "deleted"
    elif line.startswith("rename from"):
        change.status = "renamed"
    elif line.startswith("Binary files"):
        change.binary = True


def totals(changes):
    """(files, added lines, removed lines)"""
    return (
        len(changes),
        sum(change.added for change in changes),
        sum(change.removed for change in changes),
    )


def bar(change, largest, width=20):
    """Plus and minus signs in proportion to the size of the change."""
    if not change.size:
        return ""
    length = max(1, round(width * change.size / largest))
    plus = round(length * change.added / change.size)
    return "+" * plus + "-" * (length - plus)


def summary(text, width=20):
    """One line per file, biggest change first, and a line of totals."""
    changes = parse(text)
    if not changes:
        return "no changes"
    largest = max(change.size for change in changes)
    lines = []
    for change in sorted(changes, key=lambda c: (-c.size, c.label)):
        if change.binary:
            lines.append(f"{change.label} | binary")
            continue
        counts = f"+{change.added} -{change.removed}"
        lines.append(f"{change.label} | {counts} {bar(change, largest, width)}".rstrip())
    files, added, removed = totals(changes)
    noun = "file" if files == 1 else "files"
    lines.append(f"{files} {noun}, {added} added, {removed} removed")
    return "\n".join(lines)


def by_status(changes):
    """Labels of the files by status."""
    groups = {}
    for change in changes:
        groups.setdefault(change.status, []).append(change.label)
    return {status: sorted(labels) for status, labels in groups.items()}
