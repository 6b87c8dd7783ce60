"""Which backups to keep: the newest of each of the last days, weeks, months."""

import re
from dataclasses import dataclass
from datetime import datetime

FILE = re.compile(r"(?P<job>[\w-]+?)[_-](?P<stamp>\d{8}T\d{4})\.(?:tar\.gz|zip)$")


@dataclass(frozen=True, order=True)
class Backup:
    made: datetime
    job: str
    file: str

    @classmethod
    def parse(cls, file):
        """A backup from a file name like "db_20240131T0300.zip", None for other files."""
        match = FILE.match(file)
        if not match:
            return None
        try:
            made = datetime.strptime(match["stamp"], "%Y%m%dT%H%M")
        except ValueError:
            return None
        return cls(made, match["job"], file)


def by_day(made):
    return made.date()


def by_week(made):
    """Weeks begin on Monday and may reach from one year into the next."""
    return made.year, made.isocalendar()[1]


def by_month(made):
    return made.year, made.month


@dataclass(frozen=True)
class Policy:
    """How many days, weeks and months to keep a backup of; periods without backups don't count."""

    days: int = 7
    weeks: int = 4
    months: int = 6

    def rules(self):
        return (("day", by_day, self.days), ("week", by_week, self.weeks), ("month", by_month, self.months))

    def keep(self, backups):
        """Map the backups to keep to the reasons why: any of "day", "week", "month"."""
        reasons = {}
        newest_first = sorted(backups, reverse=True)
        for reason, period, number in self.rules():
            seen = set()
            for backup in newest_first:
                key = period(backup.made)
                if key in seen:
                    continue
                if len(seen) == number:
                    break
                seen.add(key)
                reasons.setdefault(backup, []).append(reason)
        return reasons


def plan(files, policy, protected=()):
    """Return (keep, delete), lists of file names; each job is looked at separately.

    Files that aren't backups and protected ones are in neither list.
    """
    jobs = {}
    for file in files:
        backup = Backup.parse(file)
        if backup and file not in protected:
            jobs.setdefault(backup.job, []).append(backup)
    keep, delete = [], []
    for _, backups in sorted(jobs.items()):
        kept = policy.keep(backups)
        for backup in sorted(backups):
            (keep if backup in kept else delete).append(backup.file)
    return keep, delete
