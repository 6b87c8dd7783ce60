"""Says who answered: the tool of each step, its seconds, tokens and cost, and which answers were refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from testfix_pipeline.core.agent_protocol.call_journal import JOURNAL, JournalLine, read_lines
from testfix_pipeline.core.agent_protocol.call_ledger import LedgerCall, calls
from testfix_pipeline.core.configuration.agent_names import BUILTIN
from testfix_pipeline.core.counted_nouns import counted
from testfix_pipeline.core.iteration_records import IterationRecord
from testfix_pipeline.core.records import Attempt
from testfix_pipeline.steps.session.progress_list import note
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.workspace.sessions.store import SessionStore


def call_lines(store: SessionStore) -> list[JournalLine]:
    """Return the journal of the session's calls."""
    return read_lines(store.path(JOURNAL))


def note_answers(wb: Workbench, number: int, said: Sequence[str]) -> None:
    """Report who answered in an iteration, in a line that remains on screen; nothing if nobody did."""
    if said:
        note(wb, f"iteration {number}: {'; '.join(said)}")


def analysis_answers(record: IterationRecord, lines: Sequence[JournalLine]) -> list[str]:
    """Return who analysed and whose analyses were refused, a phrase each; empty if only the engine was asked."""
    made = [one for one in calls(lines) if (one.asked.iteration, one.asked.task) == (record.iteration, "")]
    if record.tool == BUILTIN and not record.refusals:
        return []
    refused = [f"{one.tool} refused{_spent(made, one.tool)}: {one.reason.rstrip('.')}" for one in record.refusals]
    degraded = ", degraded" if record.analysis_quality == "degraded" else ""
    return [*refused, f"analysis by {record.tool}{_spent(made, record.tool)}{degraded}"]


def fix_answers(record: IterationRecord, attempts: Iterable[Attempt], lines: Sequence[JournalLine]) -> list[str]:
    """Return who carried out the fix tasks of an iteration, a phrase each; empty if only the engine was asked."""
    own = [one for one in attempts if one.iteration == record.iteration]
    made = [one for one in calls(lines) if one.asked.task]
    return [_fix_answer(record, one, made, lines) for one in own if {record.tool, one.tool} != {BUILTIN}]


def iteration_answers(store: SessionStore, record: IterationRecord, attempts: Iterable[Attempt]) -> list[str]:
    """Return who answered in an iteration, a phrase each; empty if only the engine was asked."""
    lines = call_lines(store)
    return [*analysis_answers(record, lines), *fix_answers(record, attempts, lines)]


def _fix_answer(record: IterationRecord, one: Attempt, made: list[LedgerCall], lines: Sequence[JournalLine]) -> str:
    said = f"{one.task_id} by {one.tool}{_spent([each for each in made if each.asked.task == one.task_id], one.tool)}"
    return f"{said}, not {record.tool}: {_why_not(record.tool, one, lines)}" if _is_fallback(record, one) else said


def _is_fallback(record: IterationRecord, one: Attempt) -> bool:
    """Whether another tool than the planning one carried out a task."""
    return one.iteration == record.iteration and not one.derived_from and one.tool not in ("", record.tool)


def _why_not(tool: str, one: Attempt, lines: Sequence[JournalLine]) -> str:
    ends = [line for line in lines if (line.tool, line.task) == (tool, one.task_id)]
    last = next((line for line in reversed(ends) if line.event in ("answered", "not_asked")), None)
    return ((last.why or last.kind) if last else "it was not asked").rstrip(".")


def _spent(made: Iterable[LedgerCall], tool: str) -> str:
    """Return what the calls of a tool took, such as ` (12 s, 3,456 tokens, $0.02)`; "" without calls."""
    own = [one for one in made if one.asked.tool == tool]
    seconds = sum(one.answered.seconds for one in own if one.answered)
    tokens, money = sum(one.tokens for one in own), sum(one.money for one in own)
    return f" ({seconds:.0f} s, {tokens:,} tokens, ${money:.2f})" if own else ""


def session_answers(store: SessionStore) -> list[str]:
    """Return who answered in each iteration of a session, a line each, and in all; empty if only the engine was asked.

    The last line counts refused answers, degraded iterations and fallbacks.
    """
    lines, state, attempts = call_lines(store), store.state(), store.history().attempts
    records = state.iterations if state else []
    said = {one.iteration: [*analysis_answers(one, lines), *fix_answers(one, attempts, lines)] for one in records}
    rows = [f"iteration {number}: {'; '.join(phrases)}" for number, phrases in said.items() if phrases]
    tools = list(dict.fromkeys(line.tool for line in lines if line.event == "asked"))
    return [*rows, _in_all(tools, records, attempts, lines)] if rows or tools else []


def _in_all(
    tools: Sequence[str], records: Sequence[IterationRecord], attempts: Sequence[Attempt], lines: Sequence[JournalLine]
) -> str:
    made = calls(lines)
    by_tool = [f"{tool}{_spent(made, tool)}" for tool in tools] or ["no calls"]
    degraded = [str(one.iteration) for one in records if one.analysis_quality == "degraded"]
    fallbacks = [each for one in records for each in attempts if _is_fallback(one, each)]
    refused = sum(line.event == "refused" for line in lines)
    return "; ".join(
        [
            f"in all: {', '.join(by_tool)}",
            f"{counted(refused, 'answer')} refused",
            f"degraded iterations: {', '.join(degraded) or 'none'}",
            f"fallbacks: {', '.join(one.task_id for one in fallbacks) or 'none'}",
        ]
    )


def answers_section(store: SessionStore) -> list[str]:
    """Return the section of the summary, as lines of Markdown."""
    said = session_answers(store)
    return ["## Who answered", "", *(f"- {line}" for line in said), ""] if said else []
