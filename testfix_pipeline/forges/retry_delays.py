"""Delays before a request to a forge is repeated: those that it demands, else growing ones."""

from __future__ import annotations

import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

FIRST_S = 1.0
# A rate limit's end is a full second of the forge's clock, which may differ from ours.
MARGIN_S = 1.0
_PASSING = (500, 502, 503, 504)
_RESETS = ("x-ratelimit-reset", "ratelimit-reset")  # of GitHub and of GitLab: seconds since the epoch


def backoff(attempt: int) -> float:
    """Return the seconds to wait after try number `attempt` (from 1)."""
    return float(FIRST_S * 2 ** (attempt - 1))


def delay_of(status: int, headers: Mapping[str, str], attempt: int, *, safe: bool) -> float | None:
    """Return the seconds to wait before a request is repeated; None if a repetition is useless or unsafe.

    status: 0 without an answer. A request refused by the forge's rate limit was not carried out, and is safe to repeat.
    """
    if is_rate_limit(status, headers):
        return _asked(headers, backoff(attempt))
    if not safe:
        return None
    if status in _PASSING:
        return _asked(headers, backoff(attempt))
    return backoff(attempt) if status == 0 else None


def is_rate_limit(status: int, headers: Mapping[str, str]) -> bool:
    """Whether a forge refused because of too many requests; GitHub uses status 403 for some limits."""
    named = {name.lower(): value for name, value in headers.items()}
    spent = named.get("x-ratelimit-remaining") == "0" or "retry-after" in named
    return status == 429 or (status == 403 and spent)


def limit_ends(headers: Mapping[str, str]) -> float:
    """Return when a rate limit ends, in seconds since the epoch; 0.0 if the forge does not say."""
    wanted = _asked(headers, 0.0)
    return time.time() + wanted if wanted else 0.0


def _asked(headers: Mapping[str, str], otherwise: float) -> float:
    named = {name.lower(): value for name, value in headers.items()}
    after = _retry_after(named.get("retry-after", ""))
    if after is not None:
        return after
    ends = next((named[name] for name in _RESETS if named.get(name, "").isdigit()), "")
    return max(0.0, float(ends) - time.time()) + MARGIN_S if ends else otherwise


def _retry_after(value: str) -> float | None:
    """Parse seconds or a date, by RFC 9110."""
    if value.isdigit():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, TypeError):
        return None
