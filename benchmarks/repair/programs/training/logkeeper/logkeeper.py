"""Rotation of a log by size and age, with the files kept in memory.

Times are seconds, given by a clock function, so that it can be tested.
"""
from dataclasses import dataclass, field

HOUR = 3600


@dataclass
class LogFile:
    name: str
    opened: int
    lines: list = field(default_factory=list)
    closed: int | None = None

    @property
    def size(self):
        return sum(len(line.encode("utf-8")) + 1 for line in self.lines)


@dataclass(frozen=True)
class Policy:
    """When to rotate, and which backups to keep; None means no limit."""

    max_size: int | None = None
    max_age: int | None = None
    keep_count: int | None = None
    keep_age: int | None = None


class RotatingLog:
    def __init__(self, name, policy, clock):
        self.name = name
        self.policy = policy
        self._clock = clock
        self._serial = 0
        self.backups = []
        self.removed = []
        self.current = self._open()

    def _open(self):
        return LogFile(self.name, self._clock())

    def write(self, line):
        if self._must_rotate(line):
            self.rotate()
        self.current.lines.append(line)

    def _must_rotate(self, line):
        """Is the file too full for the line, or too old? Empty files stay."""
        if not self.current.lines:
            return False
        policy = self.policy
        if policy.max_size is not None:
            if self.current.size + len(line.encode("utf-8")) + 1 > policy.max_size:
                return True
        if policy.max_age is not None:
            if self._clock() - self.current.opened >= policy.max_age:
                return True
        return False

    def rotate(self):
        """Close the current file as a backup and begin a new one."""
        self._serial += 1
        finished = self.current
        finished.name = f"{self.name}.{self._serial:03}"
        finished.closed = self._clock()
        self.backups.append(finished)
        self.current = self._open()
        self.prune()
        return finished.name

    def prune(self):
        """Remove the backups that are too old, then the oldest if too many."""
        policy = self.policy
        if policy.keep_age is not None:
            oldest = self._clock() - policy.keep_age
            for backup in self.backups:
                if backup.closed < oldest:
                    self._remove(backup)
        if policy.keep_count is not None:
            while len(self.backups) > policy.keep_count:
                self._remove(self.backups[0])

    def _remove(self, backup):
        self.backups.remove(backup)
        self.removed.append(backup.name)

    def names(self):
        return [backup.name for backup in self.backups]

    def total_size(self):
        return self.current.size + sum(backup.size for backup in self.backups)

    def search(self, text):
        """(file name, line) of each line with the text, the oldest first."""
        return [
            (file.name, line)
            for file in self.backups + [self.current]
            for line in file.lines
            if text.lower() in line.lower()
        ]

    def tail(self, count):
        """The last lines, across the files."""
        result = []
        for file in [self.current] + self.backups[::-1]:
            missing = count - len(result)
            if missing <= 0:
                break
            result = file.lines[-missing:] + result
        return result
