"""The circuit breaker of a tool: after repeated failures it is not called for a while, then tried once.

A breaker is a value that is computed from the tool's calls so far, so that any process can rebuild it from their
journal. The states and their names are those of M. Nygard, Release It! (2007): closed, open, half-open.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from testfix_pipeline.core.agent_protocol.call_journal import JournalLine

State = Literal["closed", "open", "half_open"]

FAILURES = 2  # consecutive ones, of a kind that does not open it at once
FIRST_PAUSE = 60.0
LONGEST_PAUSE = 1800.0
LONGEST_ASKED_FOR = 86400.0  # the longest accepted Retry-After of a server
# Failures that another call would only repeat.
_AT_ONCE = ("not_logged_in",)
_RATE_LIMITED = 429


@dataclass(frozen=True)
class Breaker:
    """The state of one tool's circuit breaker. Times are seconds of one clock.

    failures: consecutive failed calls. opened: how often it opened in a row. until: the end of its pause. trial_ends:
    the latest end of the half-open state's only call; 0 for none.
    """

    failures: int = 0
    opened: int = 0
    until: float = 0.0
    trial_ends: float = 0.0

    def state(self, now: float) -> State:
        if not self.opened:
            return "closed"
        return "open" if now < self.until or now < self.trial_ends else "half_open"

    def lets_through(self, now: float) -> bool:
        """Whether a call may start now: any while closed, one while half-open, none while open."""
        return self.state(now) != "open"

    def asked(self, now: float, seconds: float) -> Breaker:
        """The state after the start of a call that ends within `seconds`. When half-open, it is the only trial.

        A trial whose end nobody saw, because its process was killed, counts until its time is over.
        """
        return replace(self, trial_ends=now + seconds) if self.state(now) == "half_open" else self

    def answered(self, now: float, *, failed: bool, at_once: bool = False, retry_after: float = 0.0) -> Breaker:
        """The state after a call. `at_once`: this failure alone opens it; `retry_after`: the pause in seconds."""
        if not failed:
            return Breaker()
        failures, asked_for = self.failures + 1, now + min(max(retry_after, 0.0), LONGEST_ASKED_FOR)
        if self.opened and not self.trial_ends:  # a call that had started before it opened
            return replace(self, failures=failures, until=max(self.until, asked_for))
        if not (at_once or self.opened or failures >= FAILURES):
            return replace(self, failures=failures)
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(self.opened, 10))
        return Breaker(failures, self.opened + 1, max(self.until, asked_for, now + pause))


def is_failure(kind: str, http_status: int | None) -> bool:
    """Whether a call failed by its transport. The content of a reply does not open a breaker."""
    status = http_status or 0
    return kind not in ("ok", "not_called") or status == _RATE_LIMITED or status >= 500


def opens_at_once(kind: str, http_status: int | None) -> bool:
    """Whether another call soon is useless: the server's limit is reached, or there is no login."""
    return kind in _AT_ONCE or http_status == _RATE_LIMITED


def breaker(lines: Iterable[JournalLine], tool: str) -> Breaker:
    """A tool's circuit breaker, from its calls in the order in which they began and ended."""
    found = Breaker()
    for line in lines:
        if line.tool != tool:
            continue
        if line.event == "asked":
            found = found.asked(line.at, line.seconds)
        elif line.event == "answered":
            found = found.answered(
                line.at,
                failed=is_failure(line.kind, line.http_status),
                at_once=opens_at_once(line.kind, line.http_status),
                retry_after=line.retry_after,
            )
    return found
