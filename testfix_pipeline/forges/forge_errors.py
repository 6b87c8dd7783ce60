"""What a forge's refusals come to: how long to wait before asking again, and errors with a next step."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime

from testfix_pipeline.forges.port import ForgeError

KEPT = "The files of the job have everything."
_FIRST_S = 1.0
# A rate limit's end is a full second of the forge's clock, which may differ from ours.
_MARGIN_S = 1.0
_PASSING = (500, 502, 503, 504)
_RESETS = ("x-ratelimit-reset", "ratelimit-reset")  # of GitHub and of GitLab: seconds since the epoch


@dataclass(frozen=True)
class Access:
    """The forge, the request and the token. `secret` is the token; rights: what it must allow, as a sentence."""

    forge: str
    request: str
    variable: str
    rights: str
    secret: str = field(repr=False, default="")


def refusal(access: Access, status: int, said: str, headers: Mapping[str, str], *, unsure: bool) -> ForgeError:
    """Return the error for an unsuccessful answer. said: the forge's message, made harmless."""
    what, step = _meaning(access, status, headers)
    words = f": {said}" if said else ""
    lost = unsure and status >= 500
    return ForgeError(f"{access.forge} {what} ({status}{words}).", f"{step} {KEPT}", status=status, unsure=lost)


def _meaning(access: Access, status: int, headers: Mapping[str, str]) -> tuple[str, str]:
    if _is_rate_limit(status, headers):
        ends = _limit_ends(headers)
        until = f" until {time.strftime('%H:%M:%S', time.gmtime(ends))} UTC" if ends else ""
        return f"takes no more requests{until}", "Run `testfix post` again then."
    if 300 <= status < 400:
        return "answers from another address, which is not followed", "Correct the address of the interface."
    if status >= 500:
        return "has an error of its own", "Run `testfix post` again later."
    return {
        401: ("does not know the token", f"Set {access.variable} to a valid one."),
        403: ("does not allow this", access.rights),
        404: (
            f"shows the token no such {access.request}, or no such file in it",
            f"Check that it is open. {access.rights}",
        ),
        409: ("reports a conflict: something else changed at the same time", "Run `testfix post` again."),
        422: ("does not take the content", f"The {access.request} may have changed: run the job on its present head."),
    }.get(status, ("refused", "Run `testfix post` again."))


def no_answer(access: Access, why: str, *, unsure: bool) -> ForgeError:
    """Return the error for a missing or incomplete answer. why: a few words."""
    what = f"{access.forge} can't be reached, or hangs: {why}."
    return ForgeError(what, f"Run `testfix post` again later. {KEPT}", unsure=unsure)


def too_long(access: Access, seconds: float) -> ForgeError:
    """Return the error if all requests together exceed their `seconds`."""
    return ForgeError(
        f"{access.forge} was asked for {seconds:.0f} s in all.", f"Run `testfix post` again later. {KEPT}"
    )


def invalid_answer_error(access: Access, why: str) -> ForgeError:
    """Return the error for an invalid answer."""
    return ForgeError(f"{access.forge} gave an answer that can't be used: {why}.", f"Check the address. {KEPT}")


def backoff(attempt: int) -> float:
    """Return the seconds to wait after try number `attempt` (from 1)."""
    return float(_FIRST_S * 2 ** (attempt - 1))


def delay_of(status: int, headers: Mapping[str, str], attempt: int, *, safe: bool) -> float | None:
    """Return the seconds to wait before a request is repeated; None if a repetition is useless or unsafe.

    status: 0 without an answer. A request refused by the forge's rate limit was not carried out, and is safe to repeat.
    """
    if _is_rate_limit(status, headers):
        return _asked(headers, backoff(attempt))
    if not safe:
        return None
    if status in _PASSING:
        return _asked(headers, backoff(attempt))
    return backoff(attempt) if status == 0 else None


def _is_rate_limit(status: int, headers: Mapping[str, str]) -> bool:
    """Whether a forge refused because of too many requests; GitHub uses status 403 for some limits."""
    named = {name.lower(): value for name, value in headers.items()}
    spent = named.get("x-ratelimit-remaining") == "0" or "retry-after" in named
    return status == 429 or (status == 403 and spent)


def _limit_ends(headers: Mapping[str, str]) -> float:
    """Return when a rate limit ends, in seconds since the epoch; 0.0 if the forge does not say."""
    wanted = _asked(headers, 0.0)
    return time.time() + wanted if wanted else 0.0


def _asked(headers: Mapping[str, str], otherwise: float) -> float:
    named = {name.lower(): value for name, value in headers.items()}
    after = _retry_after(named.get("retry-after", ""))
    if after is not None:
        return after
    ends = next((named[name] for name in _RESETS if named.get(name, "").isdigit()), "")
    return max(0.0, float(ends) - time.time()) + _MARGIN_S if ends else otherwise


def _retry_after(value: str) -> float | None:
    """Parse seconds or a date, by RFC 9110."""
    if value.isdigit():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, TypeError):
        return None
