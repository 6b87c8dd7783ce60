"""Keep track of job applications: their stages, silence, and a weekly report."""
from collections import Counter
from dataclasses import dataclass, field
from datetime import date

STAGES = ["applied", "screening", "interview", "offer"]
CLOSED = {"accepted", "rejected", "withdrawn"}


def slug(company, role):
    return tuple(" ".join(text.lower().split()) for text in (company, role))


@dataclass
class Application:
    company: str
    role: str
    events: list = field(default_factory=list)
    notes: list = field(default_factory=list)

    @property
    def status(self):
        return self.events[-1][1]

    @property
    def last_change(self):
        return self.events[-1][0]

    @property
    def closed(self):
        return self.status in CLOSED

    def furthest(self):
        """The highest stage it ever reached."""
        reached = [STAGES.index(status) for _, status in self.events if status in STAGES]
        return STAGES[max(reached)]

    def idle_days(self, today):
        return (today - self.last_change).days


class Tracker:
    def __init__(self):
        self._applications = {}

    def apply(self, company, role, day):
        key = slug(company, role)
        known = self._applications.get(key)
        if known is not None and not known.closed:
            raise ValueError("already applied")
        app = Application(company.strip(), role.strip(), [(day, "applied")])
        self._applications[key] = app
        return app

    def find(self, company, role):
        return self._applications[slug(company, role)]

    def advance(self, company, role, status, day):
        """Set the status; stages only go forward and closed ones stay closed."""
        app = self.find(company, role)
        if status not in STAGES and status not in CLOSED:
            raise ValueError(f"unknown status {status}")
        if app.closed:
            raise ValueError("application is closed")
        if status in STAGES and STAGES.index(status) <= STAGES.index(app.status):
            raise ValueError("stages only go forward")
        if day < app.last_change:
            raise ValueError("dates only go forward")
        app.events.append((day, status))

    def open(self):
        return [app for app in self._applications.values() if not app.closed]

    def stale(self, today, days=14):
        """Open applications without a change for at least so many days, longest first."""
        found = [app for app in self.open() if app.idle_days(today) >= days]
        return sorted(found, key=lambda app: (app.last_change, app.company))

    def funnel(self):
        """How many applications got at least as far as each stage."""
        reached = Counter(STAGES.index(app.furthest()) for app in self._applications.values())
        return {
            stage: sum(n for index, n in reached.items() if index >= level)
            for level, stage in enumerate(STAGES)
        }

    def report(self, today, days=14):
        """Text of the weekly report."""
        lines = [f"{len(self.open())} open on {today.isoformat()}"]
        stale = self.stale(today)
        if stale:
            lines.append(f"No news for {days} days or more:")
            for app in stale:
                lines.append(f"- {app.company}, {app.role} ({app.idle_days(today)} days)")
        return "\n".join(lines)


def load(rows):
    """A tracker from (company, role, status, ISO date) rows in order of time."""
    tracker = Tracker()
    for company, role, status, day in rows:
        day = date.fromisoformat(day)
        if status == "applied":
            tracker.apply(company, role, day)
        else:
            tracker.advance(company, role, status, day)
    return tracker
