"""Summarises the journal of calls: the calls, their usage, and the expected cost of the next one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from testfix_pipeline.core.agent_protocol.call_journal import JournalLine
from testfix_pipeline.core.agent_protocol.prices import tokens_in
from testfix_pipeline.core.cycle_rules.budget import Usage

# Tokens that an answer is expected to have while a tool has not given one yet.
FIRST_OUTPUT = 2000


@dataclass(frozen=True)
class LedgerCall:
    """One call. `answered` is None while it is running, or if the process was killed during it."""

    asked: JournalLine
    answered: JournalLine | None = None

    @property
    def tokens(self) -> int:
        """Input and output tokens together; the reserved number until the call has ended."""
        return (self.answered or self.asked).tokens

    @property
    def money(self) -> float:
        """US dollars; the reserved amount until the call has ended."""
        return (self.answered or self.asked).money


def calls(lines: Iterable[JournalLine]) -> list[LedgerCall]:
    """The calls in the order of their start."""
    found: dict[str, LedgerCall] = {}
    for line in lines:
        if line.event == "asked":
            found[line.call] = LedgerCall(line)
        elif line.event == "answered" and line.call in found:
            found[line.call] = LedgerCall(found[line.call].asked, line)
    return list(found.values())


def usage_of(lines: Iterable[JournalLine], iteration: int | None = None) -> Usage:
    """Return calls, tokens and money so far, in one iteration or in all.

    A call without an end, running or killed, counts with the amounts reserved for it.
    """
    mine = [one for one in calls(lines) if iteration in (None, one.asked.iteration)]
    return Usage(calls=len(mine), tokens=sum(one.tokens for one in mine), money=sum(one.money for one in mine))


def expected_tokens(lines: Iterable[JournalLine], tool: str, prompt: str) -> tuple[int, int]:
    """The expected (input, output) tokens of the next call: the tool's mean, but at least the prompt's.

    A tool that works in several turns sends what it read again each time, so that its prompt alone says little.
    """
    before = [line for line in lines if line.event == "answered" and line.tool == tool and line.output_tokens]
    seen = _mean([line.input_tokens for line in before])
    written = _mean([line.output_tokens for line in before]) or FIRST_OUTPUT
    return max(tokens_in(prompt), seen), written


def _mean(numbers: Sequence[int]) -> int:
    return round(sum(numbers) / len(numbers)) if numbers else 0
