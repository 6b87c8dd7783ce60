"""Errors for a forge's refusals, as sentences with a next step."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from testfix_pipeline.forges.port import ForgeError
from testfix_pipeline.forges.retry_delays import is_rate_limit, limit_ends

KEPT = "The files of the job have everything."


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
    if is_rate_limit(status, headers):
        ends = limit_ends(headers)
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
