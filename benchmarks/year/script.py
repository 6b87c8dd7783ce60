"""What happens in the year: plain records by a seeded chance, with the clock in them; nothing of the product."""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

PROJECTS = ("shop", "ledger", "forum", "planner", "archive")
BEGIN = datetime(2026, 1, 1, 2, 0, tzinfo=UTC)
STRATEGIES = ("conservative", "conservative", "exploratory", "aggressive")
_SIGNATURES = 4


@dataclass
class Attempt:
    task: str
    strategy: str
    tool: str
    aim: list[str]
    repaired: list[str]
    broke: list[str]
    landed: bool
    seconds: float


@dataclass
class Measured:
    """What a measurement said, by the number of the test; `names` are the ids of that night."""

    at: datetime
    commit: str
    failing: set[int]


@dataclass
class Session:
    project: str
    id: str
    created: datetime
    names: dict[int, str]
    measured: list[Measured] = field(default_factory=list)
    attempts: list[list[Attempt]] = field(default_factory=list)
    branch_status: str = ""
    branch_status_at: datetime | None = None

    @property
    def repaired(self) -> set[int]:
        return self.measured[0].failing - self.measured[-1].failing


@dataclass
class Night:
    """Why there was no session, or the session."""

    project: str
    day: int
    skipped: str = ""
    session: Session | None = None


class Project:
    """The user's line of a project: its tests, which of them are broken, and its present commit."""

    def __init__(self, name: str, chance: random.Random) -> None:
        self.name, self.chance, self.commits, self.tests = name, chance, 0, 0
        self.names: dict[int, str] = {}
        self.broken: set[int] = set()
        self.waiting: list[tuple[Session, set[int]]] = []
        self.last: Session | None = None
        for _number in range(chance.randint(12, 24)):
            self._add()
        self.flaky = chance.sample(sorted(self.names), 2)

    @property
    def commit(self) -> str:
        return hashlib.sha1(f"{self.name} {self.commits}".encode()).hexdigest()

    def _add(self) -> int:
        self.tests += 1
        word = hashlib.sha256(f"{self.name} {self.tests}".encode()).hexdigest()[:20]
        self.names[self.tests] = f"tests/test_{self.name}.py::test_{word}"
        return self.tests

    def day(self, day: int) -> Night:
        """What people do by day, then the night."""
        self._take_over(day)
        if self.chance.random() < 0.35:
            self._work()
        if self.chance.random() < 0.04:
            return Night(self.name, day, "missed")
        green = (
            self.last is not None and not self.last.measured[-1].failing and self.last.branch_status in ("", "merged")
        )
        if green and self.last is not None and self.last.measured[-1].commit == self.commit:
            return Night(self.name, day, "green and unchanged")
        self.last = self._night(day)
        return Night(self.name, day, session=self.last)

    def _take_over(self, day: int) -> None:
        """Branches of the nights before are merged, applied, deleted or left; a merge brings what they fixed."""
        for session, repaired in self.waiting:
            session.branch_status = self.chance.choice(["merged", "applied", "deleted", "open"]) if repaired else "open"
            session.branch_status_at = BEGIN + timedelta(days=day, hours=-8)
            if session.branch_status in ("merged", "applied"):
                self.broken -= repaired
                self.commits += 1
        self.waiting = []

    def _work(self) -> None:
        """A commit of the user: breaks, fixes, adds, removes or renames."""
        self.commits += 1
        known = sorted(self.names)
        self.broken |= set(self.chance.sample(known, self.chance.choice([0, 0, 1, 2])))
        if self.broken and self.chance.random() < 0.4:
            self.broken -= {self.chance.choice(sorted(self.broken))}
        if self.chance.random() < 0.2:
            added = self._add()
            self.broken |= {added} if self.chance.random() < 0.3 else set()
        if self.chance.random() < 0.08 and len(known) > 8:
            gone = self.chance.choice(known)
            del self.names[gone]
            self.broken.discard(gone)
        if self.chance.random() < 0.08:
            self.names[self.chance.choice(sorted(self.names))] += "x"

    def _night(self, day: int) -> Session:
        at = BEGIN + timedelta(days=day)
        session = Session(self.name, f"WFS-test-fix-{day:03d}", at, dict(self.names))
        flakes = {test for test in self.flaky if test in self.names and self.chance.random() < 0.15}
        outage = self.chance.random() < 0.03
        failing = set(sorted(self.names)[1:]) if outage else self.broken | flakes
        session.measured.append(Measured(at + timedelta(minutes=5), self.commit, set(failing)))
        fixed = self._iterations(session, failing, flakes, outage) if failing else set()
        if failing:
            self.waiting.append((session, fixed))
        return session

    def _iterations(self, session: Session, failing: set[int], flakes: set[int], outage: bool) -> set[int]:
        """Up to three; the last measurement of the session is what the last one left."""
        landed, fixed = 0, set[int]()
        for number in range(1, 2 if outage else self.chance.randint(2, 4)):
            real = sorted(failing - flakes)
            attempts = [self._attempt(session, number, real if not outage else [])]
            session.attempts.append(attempts)
            if attempts[0].landed:
                landed += 1
                repaired = {test for test in real if session.names[test] in attempts[0].repaired}
                failing, fixed = failing - repaired, fixed | repaired
            failing = failing if outage else failing - flakes
            commit = f"{session.id} {session.project} {landed}" if landed else self.commit
            last = session.measured[-1].at + timedelta(minutes=20)
            session.measured.append(Measured(last, commit, set(failing)))
            if not failing:
                break
        return fixed

    def _attempt(self, session: Session, number: int, real: list[int]) -> Attempt:
        lands = bool(real) and self.chance.random() < 0.6
        repaired = self.chance.sample(real, self.chance.randint(1, len(real))) if lands else []
        passing = sorted(set(session.names) - session.measured[-1].failing)
        broke = [self.chance.choice(passing)] if not lands and passing and self.chance.random() < 0.2 else []
        names = session.names
        return Attempt(
            task=f"IMPL-fix-{number}",
            strategy=STRATEGIES[number - 1],
            tool=self.chance.choice(["builtin", "gemini"]),
            aim=[names[test] for test in real],
            repaired=sorted(names[test] for test in repaired),
            broke=[names[test] for test in broke],
            landed=lands,
            seconds=float(self.chance.randint(1, 600)),
        )


def signature(name: str) -> str:
    """How a test fails: by its name, so that several tests share one."""
    return (
        f"ValueError | wrong <n> | core.py:part{len(name.rstrip('x')) and int(name.rstrip('x')[-1], 16) % _SIGNATURES}"
    )


def year(nights: int) -> list[Night]:
    """Every night of every project, in order of time."""
    projects = [Project(name, random.Random(name)) for name in PROJECTS]
    return [project.day(day) for day in range(nights) for project in projects]
