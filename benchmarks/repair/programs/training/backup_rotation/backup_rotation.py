"""Decides which backups to keep: the last days, weeks, months and years."""
from dataclasses import dataclass
from datetime import date, timedelta

# Weeks go from Monday to Sunday.
PERIODS = {
    "daily": lambda day: day,
    "weekly": lambda day: (day.year, day.isocalendar()[1]),
    "monthly": lambda day: (day.year, day.month),
    "yearly": lambda day: day.year,
}


@dataclass(frozen=True)
class Backup:
    name: str
    day: date
    size: int = 1
    complete: bool = True


@dataclass
class Policy:
    """How many days, weeks, months and years to keep a backup of."""

    daily: int = 7
    weekly: int = 4
    monthly: int = 0
    yearly: int = 0

    def __post_init__(self):
        if min(self.daily, self.weekly, self.monthly, self.yearly) < 0:
            raise ValueError("negative count")

    def reasons(self, backups):
        """{name: periods it is kept for}; of each period the newest backup is kept."""
        newest_first = sorted((b for b in backups if b.complete),
                              key=lambda b: (b.day, b.name), reverse=True)
        kept = {}
        for period, key in PERIODS.items():
            wanted = getattr(self, period)
            seen = set()
            for backup in newest_first:
                if len(seen) >= wanted:
                    break
                if key(backup.day) in seen:
                    continue
                seen.add(key(backup.day))
                kept.setdefault(backup.name, []).append(period)
        return kept


class Store:
    def __init__(self, policy, backups=()):
        self.policy = policy
        self.backups = {}
        self.protected = set()
        for backup in backups:
            self.add(backup)

    def add(self, backup):
        if backup.name in self.backups:
            raise ValueError(f"there is a backup {backup.name}")
        self.backups[backup.name] = backup

    def protect(self, name):
        if name not in self.backups:
            raise KeyError(name)
        self.protected.add(name)

    def expired(self):
        """Names of the backups that may go, the oldest first."""
        kept = self.policy.reasons(self.backups.values())
        gone = [b for b in self.backups.values()
                if b.name not in kept and b.name not in self.protected]
        return [b.name for b in sorted(gone, key=lambda b: (b.day, b.name))]

    def prune(self):
        """Remove the expired backups; returns the space gained."""
        return sum(self.backups.pop(name).size for name in self.expired())

    def total_size(self):
        return sum(backup.size for backup in self.backups.values())

    def newest(self):
        complete = [b for b in self.backups.values() if b.complete]
        return max(complete, key=lambda b: (b.day, b.name), default=None)

    def is_stale(self, today, max_age=1):
        newest = self.newest()
        return newest is None or today - newest.day > timedelta(days=max_age)

    def report(self):
        kept = self.policy.reasons(self.backups.values())
        lines = []
        for name in sorted(self.backups):
            why = list(kept.get(name, []))
            if name in self.protected:
                why.append("protected")
            lines.append(f"{name}: {', '.join(why) or 'expired'}")
        return lines
