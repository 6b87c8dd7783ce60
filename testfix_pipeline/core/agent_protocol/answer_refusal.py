"""Decides when a tool's result is refused, so that the next tool is called."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from testfix_pipeline.core.agent_protocol.answer_reading import has_field, parse_strategy, raw_strategies
from testfix_pipeline.core.agent_protocol.protocol import AgentAnswer
from testfix_pipeline.core.cycle_rules.confidence import LAND_FROM, is_doubtful, two_places
from testfix_pipeline.core.records import FixHistory

LEAST_WORDS = 100
_CJK = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f]")
_POINT = re.compile(r"[^:\s][^:]*:[\w.<>\[\], ]*\w[\w.<>\[\], ]*(?:\(\))?:\s*L?\d+(?:\s*[-–,]\s*L?\d+)*")
_LONGEST_POINT = 500
_EARLIER = 2  # the third time running is refused


@dataclass(frozen=True)
class Refusal:
    """Why a result was refused: the rule's name, a sentence for the record, and the tool's name."""

    rule: str
    reason: str
    tool: str = ""


Rule = Callable[[AgentAnswer], str]


def _transport(answer: AgentAnswer) -> str:
    if answer.kind == "not_called":
        return f"{answer.tool} was not asked: {answer.raw or 'nothing says why'}"
    if answer.kind == "http_error":
        return f"{answer.tool} answered with HTTP {answer.http_status}."
    said = {
        "timeout": f"did not answer in time ({answer.seconds:.0f} s).",
        "connection_error": "could not be reached.",
        "not_logged_in": "is not logged in.",
        "crash": "ended without an answer.",
    }
    return f"{answer.tool} {said[answer.kind]}" if answer.kind in said else ""


def _http_status(answer: AgentAnswer) -> str:
    """The refusal of a server that a tool passed on although it ended well."""
    status = answer.http_status or 0
    return f"{answer.tool} was answered with HTTP {status}." if status == 429 or 500 <= status < 600 else ""


def _unreadable(answer: AgentAnswer) -> str:
    return "" if answer.payload is not None else "The answer holds no readable JSON object."


def _missing(name: str) -> Rule:
    def rule(answer: AgentAnswer) -> str:
        given = all(has_field(one, name) for one in raw_strategies(answer.payload or {}))
        return "" if given else f"The answer has no {name} field."

    return rule


def _unsure(answer: AgentAnswer) -> str:
    """The refusal for low confidence. Of several hypotheses the surest counts."""
    surest = max(strategy.confidence_score for strategy in parse_strategy(answer.payload or {}))
    return f"Its confidence of {two_places(surest)} is below {LAND_FROM}." if is_doubtful(surest) else ""


def word_count(text: str) -> int:
    """The words of a report; two Chinese, Japanese or Korean characters are one."""
    return len(_CJK.sub(" ", text).split()) + len(_CJK.findall(text)) // 2


def _short(answer: AgentAnswer) -> str:
    words = word_count(answer.text)
    return "" if words >= LEAST_WORDS else f"The report has {words} words, fewer than {LEAST_WORDS}."


def is_concrete(point: str) -> bool:
    """Whether a modification point names `file:function:lines`."""
    return len(point) < _LONGEST_POINT and _POINT.fullmatch(point.strip()) is not None


def _vague(answer: AgentAnswer) -> str:
    points = [point for strategy in parse_strategy(answer.payload or {}) for point in strategy.modification_points]
    return "" if any(map(is_concrete, points)) else "No modification point is a concrete file:function:lines."


RULES: tuple[tuple[str, Rule], ...] = (
    ("transport", _transport),
    ("http_status", _http_status),
    ("unreadable", _unreadable),
    ("no_modification_points", _missing("modification_points")),
    ("no_affected_tests", _missing("affected_tests")),
    ("low_confidence", _unsure),
    ("short_report", _short),
    ("not_concrete", _vague),
)


def refuse_answer(answer: AgentAnswer, earlier_causes: Sequence[Collection[str]] = ()) -> Refusal | None:
    """The first rule that refuses a tool's result, or None.

    `earlier_causes` are the root causes of the iterations before, oldest first (see `causes_by_iteration`).
    """
    for name, rule in RULES:
        reason = rule(answer)
        if reason:
            return Refusal(name, reason, answer.tool)
    return _repeated(answer, earlier_causes)


def refuse_transport(answer: AgentAnswer) -> Refusal | None:
    """The refusal of a result that did not arrive whole, for any kind of request; else None."""
    reason = _transport(answer) or _http_status(answer)
    return Refusal("transport", reason, answer.tool) if reason else None


def _repeated(answer: AgentAnswer, earlier_causes: Sequence[Collection[str]]) -> Refusal | None:
    """Refuses when every root cause of the answer was already given in both iterations before."""
    recent = [{_plain(cause) for cause in causes} for causes in earlier_causes[-_EARLIER:]]
    causes = {_plain(cause) for one in parse_strategy(answer.payload or {}) for cause in one.root_causes}
    if causes and len(recent) == _EARLIER and all(causes <= before for before in recent):
        return Refusal("same_root_cause", "It names the same root cause for the third time running.", answer.tool)
    return None


def _plain(cause: str) -> str:
    return " ".join(re.findall(r"\w+", cause.casefold()))


def causes_by_iteration(history: FixHistory, before: int) -> list[set[str]]:
    """The root causes tried in each iteration before number `before`, oldest first; empty for none."""
    causes: dict[int, set[str]] = {}
    for attempt in history.attempts:
        if attempt.iteration < before:
            causes.setdefault(attempt.iteration, set()).update(attempt.root_causes)
    return [causes[iteration] for iteration in sorted(causes)]
