"""Decides the outcome of a call, by the reply's content, git and our own observations.

Never by an exit code: tools exit with 0 after an empty answer, a broken stream, a failed edit or a server's error, and
some of them when they are killed.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

from testfix_pipeline.agents.clis.cli_run import CliRunResult
from testfix_pipeline.agents.clis.command_line import ParsedOutput
from testfix_pipeline.agents.clis.exchanges import Exchange
from testfix_pipeline.core.agent_protocol.protocol import ReplyKind

_UNAUTHORISED = 401
_SHOWN = 400


@dataclass(frozen=True)
class CliOutcome:
    """How a call ended: see `ToolReply`, which has the same fields."""

    kind: ReplyKind
    why: str = ""
    http_status: int | None = None
    retry_after: float = 0.0


def judge(ended: CliRunResult, said: ParsedOutput, changed: list[str]) -> CliOutcome:
    """The outcome of a call, by the strongest evidence first: how we ended it, its reply, then the network exchange."""
    ours = _ended_by_us(ended)
    if ours:
        return ours
    if not said.error and (said.text or said.payload is not None or changed):
        return CliOutcome("ok")
    last = _last_trouble(ended)
    if last:
        return _of_exchange(last)
    return CliOutcome("crash", said.error or _nothing_said(ended))


def _ended_by_us(ended: CliRunResult) -> CliOutcome | None:
    if ended.endless:
        return CliOutcome("crash", f"It asked its model {len(ended.exchanges)} times and was ended.")
    last = _last_trouble(ended)
    if ended.stopped and last:
        return _of_exchange(last)
    if ended.timed_out:
        return CliOutcome("timeout", f"It was ended after {ended.seconds:.0f} s.")
    if ended.cancelled:
        return CliOutcome("timeout", "It was cancelled.")
    return CliOutcome("crash", f"It broke the limit of {ended.limit}.") if ended.limit else None


def _last_trouble(ended: CliRunResult) -> Exchange | None:
    """The last exchange with the model, if it failed."""
    return ended.exchanges[-1] if ended.exchanges and ended.exchanges[-1].trouble else None


def _of_exchange(exchange: Exchange) -> CliOutcome:
    if exchange.trouble == "status":
        kind: ReplyKind = "not_logged_in" if exchange.status == _UNAUTHORISED else "http_error"
        pause = seconds_asked_for(exchange.retry_after, time.time()) or exchange.pause_in_body()
        later = f" (try again after {pause:.0f} s)" if pause else ""
        why = f"HTTP {exchange.status}{later}: {exchange.said[:_SHOWN]}"
        return CliOutcome(kind, why, exchange.status, pause)
    if exchange.trouble == "unreachable":
        return CliOutcome("connection_error", exchange.said)
    if exchange.trouble == "silent":
        since = f" for {exchange.seconds:.0f} s" if exchange.settled else " until the tool gave up"
        return CliOutcome("timeout", f"The model's server was silent{since}.")
    what = {"not_json": "no JSON", "unfinished": "an answer that broke off"}[exchange.trouble]
    return CliOutcome("crash", f"The model's server sent {what}. {exchange.said}".strip())


def seconds_asked_for(header: str, now: float) -> float:
    """The seconds of a Retry-After header, which gives them or a date; 0 where it gives neither."""
    text = header.strip()
    if text.isdecimal():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now)
    except (ValueError, OverflowError):
        return 0.0


def _nothing_said(ended: CliRunResult) -> str:
    words = (ended.stderr.strip() or ended.stdout.strip()).splitlines()
    return f"It ended without an answer: {words[-1][:300]}" if words else "It ended without an answer."
