"""Compare two versions of a CSV table by key columns."""
import csv
import io
from collections import Counter
from dataclasses import dataclass, field


class TableError(ValueError):
    """The table can't be compared."""


@dataclass
class Diff:
    added: list = field(default_factory=list)
    removed: list = field(default_factory=list)
    changed: dict = field(default_factory=dict)

    def __bool__(self):
        return bool(self.added or self.removed or self.changed)

    def summary(self):
        if not self:
            return "no differences"
        return f"{len(self.added)} added, {len(self.removed)} removed, {len(self.changed)} changed"


class Comparer:
    """Settings of a comparison.

    `key` names the columns that identify a row. With `strict`, a key that
    occurs twice in a table is an error; otherwise the last of its rows counts.
    """

    def __init__(self, key, ignore=(), strict=False, delimiter=","):
        self.key = [key] if isinstance(key, str) else list(key)
        self.ignore = set(ignore)
        self.strict = strict
        self.delimiter = delimiter

    def _clean(self, row):
        return {name.strip(): (value or "").strip() for name, value in row.items()}

    def _key_of(self, row):
        return tuple(row[name] for name in self.key)

    def _check_unique(self, rows):
        counts = Counter(self._key_of(row) for row in rows)
        twice = sorted(key for key, count in counts.items() if count > 1)
        if twice:
            raise TableError(f"duplicate key {'/'.join(twice[0])}")

    def read(self, text):
        """The table's rows by key, in the table's order."""
        reader = csv.DictReader(io.StringIO(text), delimiter=self.delimiter)
        names = [name.strip() for name in reader.fieldnames or []]
        missing = [name for name in self.key if name not in names]
        if missing:
            raise TableError(f"no column {missing[0]}")
        rows = (self._clean(row) for row in reader)
        if self.strict:
            self._check_unique(rows)
        return {self._key_of(row): row for row in rows}

    def _changes(self, old, new):
        """{column: (before, after)}; a column one of the tables lacks counts as empty."""
        names = list(old) + [name for name in new if name not in old]
        return {
            name: (old.get(name, ""), new.get(name, ""))
            for name in names
            if name not in self.ignore and old.get(name, "") != new.get(name, "")
        }

    def compare(self, old_text, new_text):
        old, new = self.read(old_text), self.read(new_text)
        diff = Diff()
        diff.added = [key for key in new if key not in old]
        diff.removed = [key for key in old if key not in new]
        for key, row in old.items():
            if key not in new:
                continue
            changes = self._changes(row, new[key])
            if changes:
                diff.changed[key] = changes
        return diff


def report(diff):
    """Readable lines, one for each difference."""
    lines = [f"+ {'/'.join(key)}" for key in diff.added]
    lines += [f"- {'/'.join(key)}" for key in diff.removed]
    for key, changes in diff.changed.items():
        for name, (before, after) in changes.items():
            lines.append(f"~ {'/'.join(key)} {name}: {before or '(empty)'} -> {after or '(empty)'}")
    return lines
