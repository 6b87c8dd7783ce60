"""Every figure by plain loops over the script: no pandas, and nothing of the product."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise, takewhile
from statistics import mean, median
from typing import NamedTuple

from benchmarks.year.script import Measured, Session, signature

Row = tuple[object, ...]
Rows = list[Row]


class Seen(NamedTuple):
    """One test in one measurement; `done`: iterations that the project had finished before."""

    session: Session
    step: int
    measured: Measured
    bad: bool
    name: str
    done: int


def _projects(sessions: list[Session]) -> Iterator[tuple[str, list[Session]]]:
    for project in sorted({one.project for one in sessions}):
        yield project, [one for one in sessions if one.project == project]


def _tests(mine: list[Session]) -> Iterator[tuple[int, str, list[Seen | None]]]:
    """Each test with its newest name and all that was seen of it; None where a session lacks it that had it before."""
    for test in sorted({test for one in mine for test in one.names}):
        seen: list[Seen | None] = []
        done = 0
        for one in mine:
            if test in one.names:
                for step, measured in enumerate(one.measured):
                    bad = test in measured.failing
                    seen.append(Seen(one, step, measured, bad, one.names[test], done + step))
            elif seen and seen[-1] is not None:
                seen.append(None)
            done += len(one.attempts)
        newest = next(one.names[test] for one in reversed(mine) if test in one.names)
        yield test, newest, seen


def _on_the_users_line(test: int, seen: list[Seen | None]) -> list[Seen | None]:
    """Without the passes on branches that were not there when the next session found the test failing."""
    sessions = list(dict.fromkeys(one.session.id for one in seen if one is not None))
    by_id = {one.session.id: one.session for one in seen if one is not None}
    lost = set()
    for this, following in pairwise(sessions):
        session, then = by_id[this], by_id[following]
        delivered = (
            session.branch_status in ("merged", "applied")
            and session.branch_status_at is not None
            and session.branch_status_at <= then.created
        )
        if test in session.repaired and test in then.measured[0].failing and not delivered:
            lost.add(this)
    return [one for one in seen if one is None or one.bad or one.session.id not in lost]


def trend(sessions: list[Session]) -> Rows:
    rows: Rows = []
    for project, mine in _projects(sessions):
        ever: set[int] = set()
        before: Session | None = None
        for one in mine:
            ever |= set(one.names)
            for step, measured in enumerate(one.measured):
                n = len(one.names)
                old = set(before.names) if before is not None and step == 0 else set(one.names)
                added = len(set(one.names) - old) if before is not None else 0
                renamed = (
                    sum(before.names[t] != one.names[t] for t in old & set(one.names)) if before and step == 0 else 0
                )
                rate = round(100 * (n - len(measured.failing)) / n, 9)
                absent = len(ever - set(one.names))
                rows.append((project, one.id, step, n, rate, added, len(old - set(one.names)), renamed, absent))
            before = one
    return rows


def regressions(sessions: list[Session]) -> Rows:
    rows: Rows = []
    for project, mine in _projects(sessions):
        for test, _newest, seen in _tests(mine):
            said = [one for one in _on_the_users_line(test, seen) if one is not None]
            for at, (good, bad) in enumerate(pairwise(said)):
                if bad.bad and not good.bad:
                    origin = "in session" if good.session is bad.session else "between sessions"
                    fixed = next((one.measured.commit for one in said[at + 2 :] if not one.bad), "")
                    commits = (bad.measured.commit, good.measured.commit)
                    rows.append((project, bad.session.id, bad.name, origin, *commits, fixed == "", fixed))
        rows += [row for one in mine for row in _broken(one)]
    return rows


def _broken(session: Session) -> Iterator[Row]:
    """Tests that an attempt broke, on its own branch."""
    for measured, attempts in zip(session.measured, session.attempts, strict=False):
        for one in attempts:
            for name in one.broke:
                yield (session.project, session.id, name, "attempt", "", measured.commit, False, "")


class Episode(NamedTuple):
    """One unbroken series of failures; `same`: it began and ended on one commit, so it was a flake."""

    project: str
    test: str
    state: str
    origin: str
    since: datetime
    hours: float
    iterations: int
    failures: int
    same: bool


def episodes(sessions: list[Session]) -> list[Episode]:
    as_of = max(measured.at for one in sessions for measured in one.measured)
    found = []
    for project, mine in _projects(sessions):
        for test, newest, seen in _tests(mine):
            line = _on_the_users_line(test, seen)
            for at, first in enumerate(line):
                before = line[at - 1] if at else None
                if first is not None and first.bad and not (before is not None and before.bad):
                    origin = "regression" if before is not None else "first seen"
                    found.append(_episode((project, newest), origin, line[at:], mine, as_of))
    return found


def _episode(
    who: tuple[str, str], origin: str, rest: list[Seen | None], mine: list[Session], as_of: datetime
) -> Episode:
    failing = [one for one in takewhile(lambda one: one is not None and one.bad, rest) if one is not None]
    first, last = failing[0], failing[-1]
    end = rest[len(failing)] if len(rest) > len(failing) else last
    until, done, state = as_of, last.done, "open"
    if end is None:
        state, (until, done) = "removed", _gone_at(mine, last.session)
    elif end is not last:
        state, until, done = "repaired", end.measured.at, end.done
    same = state == "repaired" and end is not None and end.measured.commit == first.measured.commit
    hours = round((until - first.measured.at).total_seconds() / 3600, 6)
    return Episode(*who, state, origin, first.measured.at, hours, done - first.done, len(failing), same)


def _gone_at(mine: list[Session], last: Session) -> tuple[datetime, int]:
    """When the next session measured without it, and iterations finished by then."""
    place = mine.index(last)
    return mine[place + 1].measured[0].at, sum(len(one.attempts) for one in mine[: place + 1])


def repair(sessions: list[Session]) -> Rows:
    rows: Rows = []
    found = episodes(sessions)
    for project in sorted({one.project for one in found}):
        mine = [one for one in found if one.project == project]
        real = [one for one in mine if not one.same]
        repaired = [one for one in real if one.state == "repaired"]
        hours, steps = [one.hours for one in repaired], [one.iterations for one in repaired]
        ages = [one.hours for one in real if one.state == "open"]
        means = (round(mean(hours), 4), round(median(hours), 4), round(mean(steps), 4)) if hours else (None,) * 3
        removed = sum(one.state == "removed" for one in real)
        oldest = round(max(ages), 4) if ages else None
        rows.append((project, len(hours), *means, len(ages), oldest, removed, len(mine) - len(real)))
    return rows


def flaky(sessions: list[Session]) -> Rows:
    rows: Rows = []
    for project, mine in _projects(sessions):
        for test, newest, seen in _tests(mine):
            runs = [one for one in seen if one is not None and _own(one) and not _outage(one)]
            line = {id(one) for one in _on_the_users_line(test, seen)}
            kept = [one for one in runs if id(one) in line]
            flips = sum(before.bad != now.bad for before, now in pairwise(kept))
            said = defaultdict(set)
            for one in runs:
                said[one.measured.commit].add(one.bad)
            both = sum(len(outcomes) == 2 for outcomes in said.values())
            if flips or both:
                rows.append((project, newest, "flaky" if both else "changed", both, len(kept), flips))
    return rows


def _outage(one: Seen) -> bool:
    return len(one.measured.failing) > 0.8 * len(one.session.names)


def _own(one: Seen) -> bool:
    """Whether the measurement has a run of its own: the first, the last, and what the last landed fix came to."""
    landed = [any(made.landed for made in attempts) for attempts in one.session.attempts]
    newest = one.step > 0 and landed[one.step - 1] and not any(landed[one.step :])
    return one.step in (0, len(one.session.measured) - 1) or newest


def clusters(sessions: list[Session]) -> Rows:
    rows: Rows = []
    for project, mine in _projects(sessions):
        failures: Counter[str] = Counter()
        tests = defaultdict(set)
        nights = defaultdict(set)
        for one in mine:
            for measured in one.measured:
                for test in measured.failing:
                    key = _signature_in(one, measured, test)
                    failures[key] += 1
                    tests[key].add(one.names[test])
                    nights[key].add(one.id)
        last = mine[-1]
        there = {_signature_in(last, last.measured[-1], test) for test in last.measured[-1].failing}
        total = sum(failures.values())
        for key, number in failures.items():
            share = round(100 * number / total, 6)
            rows.append((project, key, number, share, len(tests[key]), len(nights[key]), key in there))
    return rows


def _signature_in(session: Session, measured: Measured, test: int) -> str:
    """The last measurement has the signature that the writer of results gives, the others that of the analysis."""
    name = session.names[test]
    last = measured is session.measured[-1]
    return f"sig {name}" if last else signature(name)


def stuck(sessions: list[Session]) -> Rows:
    rows: Rows = []
    for one in sessions:
        for test, name in one.names.items():
            series = 0
            for step, measured in enumerate(one.measured):
                series = series + 1 if test in measured.failing else 0
                at_end = step + 1 == len(one.measured)
                if series >= 3 and (at_end or test not in one.measured[step + 1].failing):
                    rows.append((one.project, one.id, name, series, at_end))
    return rows


def strategies(sessions: list[Session]) -> Rows:
    made = [one for session in sessions for attempts in session.attempts for one in attempts]
    rows: Rows = []
    for key in sorted({(one.strategy, one.tool) for one in made}):
        mine = [one for one in made if (one.strategy, one.tool) == key]
        landed = [one for one in mine if one.landed]
        fixed = sum(len(one.repaired) for one in landed)
        broke = sum(len(one.broke) for one in mine)
        seconds = sum(one.seconds for one in mine)
        each = round(seconds / len(landed), 6) if landed else None
        rows.append((*key, len(mine), len(landed), fixed, broke, seconds, each))
    return rows


def lineage(sessions: list[Session]) -> Rows:
    rows: Rows = []
    for session in sessions:
        if not session.attempts:
            rows.append((session.project, session.id, None, "", "", "", session.branch_status))
        for number, attempts in enumerate(session.attempts, 1):
            for one in attempts:
                changes = [(name, "fixed") for name in one.repaired] + [(name, "broken") for name in one.broke]
                for name, change in changes or [("", "")]:
                    rows.append((session.project, session.id, number, one.task, name, change, session.branch_status))
    return rows
