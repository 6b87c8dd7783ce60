"""When to send a request again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from http_retry.header import retry_after


@dataclass
class Response:
    """What a server answered."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)


class GiveUp(Exception):
    """No attempt worked; `response` is the last answer."""

    def __init__(self, response: Response) -> None:
        super().__init__(f"status {response.status}")
        self.response = response


@dataclass(frozen=True)
class RetryPolicy:
    """Waits `first` seconds, then `factor` times as long each time, but never more than `longest`."""

    attempts: int = 4
    first: float = 1.0
    factor: float = 2.0
    longest: float = 60.0
    statuses: frozenset[int] = frozenset({429, 502, 503, 504})

    def delay(self, attempt: int, response: Response, now: datetime) -> float:
        """The seconds to wait after attempt number `attempt`, counted from 1.

        What the server asks for counts instead of the policy's own delay, up to `longest`.
        """
        asked = retry_after(response.headers.get("Retry-After"), now)
        own = self.first * self.factor ** (attempt - 1)
        return min(own if asked is None else asked, self.longest)


def send(
    request: Callable[[], Response],
    policy: RetryPolicy,
    sleep: Callable[[float], None],
    clock: Callable[[], datetime],
) -> Response:
    """Send until the answer has no status to retry. Raises GiveUp after the last attempt."""
    for attempt in range(1, policy.attempts + 1):
        response = request()
        if response.status not in policy.statuses:
            return response
        if attempt < policy.attempts:
            sleep(policy.delay(attempt, response, clock()))
    raise GiveUp(response)
