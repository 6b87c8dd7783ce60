"""Reading log files: records may go on over several indented lines."""
import re
from collections import Counter

HEAD = re.compile(r"(\d\d:\d\d:\d\d) (DEBUG|INFO|WARN|ERROR) (\w+): (.*)")


class Record:
    def __init__(self, time, level, source, message):
        self.time = time
        self.level = level
        self.source = source
        self.lines = [message]

    @property
    def message(self):
        return "\n".join(self.lines)

    def __repr__(self):
        return f"<{self.level} {self.source} {self.lines[0]!r}>"


class LogFile:
    def __init__(self):
        self.records = []
        self.unparsed = []

    def feed(self, lines):
        """Add lines; those starting with '#' are notes of the log rotation."""
        for line in lines:
            line = line.rstrip("\n")
            if not line.strip() or line.startswith("#"):
                continue
            match = HEAD.fullmatch(line)
            if match:
                self.records.append(Record(*match.groups()))
                continue
            if line[0] in " \t" and self.records:
                self.records[-1].lines.append(line.strip())
            self.unparsed.append(line)
        return self

    def levels(self):
        return Counter(r.level for r in self.records)

    def errors_of(self, source):
        return [r.message for r in self.records
                if r.level == "ERROR" and r.source == source]

    def between(self, start, end):
        """Records with start <= time < end."""
        return [r for r in self.records if start <= r.time < end]

    def noisiest(self):
        counts = Counter(r.source for r in self.records)
        if not counts:
            return None
        top = max(counts.values())
        return min(s for s, n in counts.items() if n == top)
