"""JSON schemas for tools that accept one, and the problems of a tool's result, as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from testfix_pipeline.core.agent_protocol.answer_reading import parse_strategy, raw_strategies
from testfix_pipeline.core.agent_protocol.answer_refusal import RULES, is_concrete
from testfix_pipeline.core.agent_protocol.planner_answer import COMPLEXITIES
from testfix_pipeline.core.agent_protocol.protocol import AgentAnswer
from testfix_pipeline.core.patch_policy.protected_paths import leaves_worktree

_FORM_RULES = frozenset({"unreadable", "no_modification_points", "no_affected_tests", "short_report", "not_concrete"})
"""What asking again can fix; low confidence or a lost connection it can't."""
_TEXT, _TEXTS = {"type": "string"}, {"type": "array", "items": {"type": "string"}}


def _object(**fields: Any) -> dict[str, Any]:
    """Return the schema of an object with exactly these fields: the strict form, which every server accepts."""
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


ANALYSIS_SCHEMA = _object(
    task_id=_TEXT,
    report=_TEXT,
    hypotheses={
        "type": "array",
        "items": _object(
            hypothesis=_TEXT,
            root_causes=_TEXTS,
            approach=_TEXT,
            modification_points=_TEXTS,
            affected_tests=_TEXTS,
            confidence_score={"type": "number"},
            expected_outcome=_TEXT,
            verification_steps=_TEXTS,
            patch=_TEXT,
        ),
    },
    failures={
        "type": "array",
        "items": _object(**{"test": _TEXT, "class": _TEXT, "criticality": _TEXT, "evidence": _TEXT}),
    },
    summary=_object(
        estimated_complexity={"type": "string", "enum": list(COMPLEXITIES)}, expected_pass_rate_improvement=_TEXT
    ),
)
ENRICHMENT_SCHEMA = _object(L0=_TEXT, L1=_TEXT, L2=_TEXT, L3=_TEXT)
TESTS_SCHEMA = _object(files={"type": "array", "items": _object(path=_TEXT, text=_TEXT)}, note=_TEXT)
PATCH_SCHEMA = _object(status={"type": "string", "enum": ["complete", "blocked"]}, note=_TEXT, patch=_TEXT)


class _Hypothesis(BaseModel):
    """The types of a hypothesis' fields; the tool chain decides which are required."""

    model_config = ConfigDict(extra="allow")

    root_causes: list[str | dict[str, Any]] | str | None = None
    modification_points: list[str | dict[str, Any]] | str | None = None
    affected_tests: list[str] | None = None
    confidence_score: float | str | None = None
    patch: str | None = None


def problems(answer: AgentAnswer, root: Path) -> list[str]:
    """Return the problems of an analysis that another question could fix; none if no analysis came."""
    if answer.kind != "ok" or (answer.http_status or 200) >= 400:
        return []
    if answer.payload is None:
        return [reason for name, rule in RULES if name == "unreadable" and (reason := rule(answer))]
    broken = [reason for name, rule in RULES if name in _FORM_RULES and (reason := rule(answer))]
    return [
        *broken,
        *_wrong_types(answer.payload),
        *_unmeant_confidence(answer.payload),
        *_missing_places(answer.payload, root),
    ]


_WANTED = {"confidence_score": "a number from 0 to 1", "patch": "a text"}


def _wrong_types(payload: Mapping[str, Any]) -> list[str]:
    found: dict[str, None] = {}
    for number, one in enumerate(raw_strategies(payload)):
        try:
            _Hypothesis.model_validate(dict(one))
        except ValidationError as error:
            fields = [str(part["loc"][0]) for part in error.errors()]
            found |= {
                f"hypotheses[{number}].{name} must be {_WANTED.get(name, 'a list of texts')}.": None for name in fields
            }
    return list(found)


def _unmeant_confidence(payload: Mapping[str, Any]) -> list[str]:
    """Return the problem of a confidence in words, which would count as none."""
    texts = [one.get("confidence_score") for one in raw_strategies(payload)]
    words = [text for text in texts if isinstance(text, str) and not any(letter.isdigit() for letter in text)]
    return [f"confidence_score must be a number from 0 to 1, not {words[0][:40]!r}."] if words else []


def _missing_places(payload: Mapping[str, Any], root: Path) -> list[str]:
    """A problem for each hypothesis that names no existing place."""
    missing = [
        point
        for strategy in parse_strategy(payload)
        if strategy.modification_points and not any(_is_there(point, root) for point in strategy.modification_points)
        for point in strategy.modification_points[:2]
    ]
    return [f"There is no such place in the project: {', '.join(missing[:4])}."] if missing else []


def _is_there(point: str, root: Path) -> bool:
    file = point.partition(":")[0].strip()
    return not leaves_worktree(file) and (root / file).is_file()


def without_missing_places(payload: Mapping[str, Any], root: Path) -> dict[str, Any]:
    """Return the result without modification points in missing files; a malformed one is unchanged."""
    kept = []
    for raw, strategy in zip(raw_strategies(payload), parse_strategy(payload), strict=True):
        points = [one for one in strategy.modification_points if not is_concrete(one) or _is_there(one, root)]
        kept.append({**raw, "modification_points": points} if points != strategy.modification_points else dict(raw))
    return {"hypotheses": kept}


def report_of(payload: Mapping[str, Any] | None, text: str) -> str:
    """Return the report in a result: its own field, else the whole text."""
    report = (payload or {}).get("report")
    return report if isinstance(report, str) and report.strip() else text
