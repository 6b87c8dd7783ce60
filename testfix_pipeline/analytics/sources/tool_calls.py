"""The calls of a session's tools as rows: the tool, the outcome, the reason of a refusal, the price."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from testfix_pipeline.core.agent_protocol.call_journal import JOURNAL, JournalLine, read_lines
from testfix_pipeline.core.agent_protocol.call_ledger import LedgerCall, calls, usage_of

Row = dict[str, Any]
_PLACE = ("iteration", "purpose", "tool", "model")


def journal_of(folder: Path) -> list[JournalLine]:
    """Return the lines of a session's journal; empty if it asked no tool."""
    return read_lines(folder / JOURNAL)


def call_rows(lines: Sequence[JournalLine]) -> Iterator[Row]:
    """Return one row for each call, and for each omitted call with its reason, in the order of the journal."""
    made = {one.asked.call: one for one in calls(lines)}
    for at, line in enumerate(lines):
        if line.event == "asked":
            yield _call(made[line.call], _refusal(lines[at:], line))
        elif line.event == "not_asked":
            yield _row(line) | {"kind": "not_called", "reason": line.why, "seconds": 0.0, "tokens": 0, "money": 0.0}


def _row(line: JournalLine) -> Row:
    return line.model_dump(include=set(_PLACE)) | {"task_id": line.task, "asked_at": line.time}


def _call(one: LedgerCall, refusal: JournalLine | None) -> Row:
    ended = one.answered
    row = _row(one.asked) | {"mode": one.asked.mode, "tokens": one.tokens, "money": one.money, "kind": "unfinished"}
    if ended is None:
        return row
    outcome = ended.model_dump(
        include={
            *("kind", "http_status", "seconds", "input_tokens", "output_tokens", "cached_tokens"),
            *("containment", "network"),
        }
    )
    refused = {"refused": refusal.rule, "reason": refusal.why} if refusal is not None else {"reason": ended.why}
    return row | outcome | refused


def _refusal(later: Sequence[JournalLine], asked: JournalLine) -> JournalLine | None:
    """Why the analysis that a call was part of did not count: the next refusal of the tool in its iteration, if the
    tool was asked nothing more before it.
    """
    for line in later[1:]:
        if (line.tool, line.iteration, line.purpose) != (asked.tool, asked.iteration, asked.purpose):
            continue
        if line.event in ("asked", "not_asked"):
            return None
        if line.event == "refused":
            return line
    return None


def spent(lines: Sequence[JournalLine], iteration: int | None = None) -> Row:
    """Return what the calls of an iteration, or of all, used."""
    usage = usage_of(lines, iteration)
    return {"calls": usage.calls, "tokens": usage.tokens, "money": usage.money}
