"""Parses a tool's output: finds JSON in prose, and strategies in the forms that tools give them."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from typing import Any

from testfix_pipeline.core.task_records import AttemptExecution, FixStrategy

JsonObject = dict[str, Any]
_KEYS = ("modification_points", "affected_tests", "confidence_score", "hypotheses", "fix_strategy", "tasks")
_LISTS = ("hypotheses", "tasks")
_STARTS = 2000
_TOO_DEEP = 20
_MOST_TEXT = 4_000_000


def extract_json(text: str) -> JsonObject | None:
    """Return the JSON object in a tool's text, or None; fences and prose around it are skipped.

    Of several the one that resembles an answer wins, then the longest. A list of objects becomes `hypotheses`. The
    search stops after four million characters or two thousand braces.
    """
    found = list(_objects(text[:_MOST_TEXT]))
    if not found:
        return None
    return max(found, key=lambda one: (_answer_keys(one[1]), one[0]))[1]


def _answer_keys(value: JsonObject) -> bool:
    return any(key in level for level in _levels(value) for key in _KEYS)


def _objects(text: str) -> Iterator[tuple[int, JsonObject]]:
    """Yield every outermost JSON object in the text, with its length."""
    decoder = json.JSONDecoder()
    position = too_deep = 0
    for _ in range(_STARTS):
        starts = [start for start in (text.find("{", position), text.find("[", position)) if start >= 0]
        position = min(starts, default=-1)
        if position < 0:
            return
        try:
            value, end = decoder.raw_decode(text, position)
        except ValueError:
            position += 1
            continue
        except RecursionError:  # costs milliseconds each time
            too_deep += 1
            if too_deep > _TOO_DEEP:
                return
            position += 1
            continue
        as_object = _as_object(value)
        if as_object is not None:
            yield end - position, as_object
        position = end


def _as_object(value: Any) -> JsonObject | None:
    if isinstance(value, dict):
        return value
    if value and all(isinstance(member, dict) for member in value):
        return {"hypotheses": value}
    return None


def _levels(payload: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The places of one strategy's fields, outermost first: flat, `context.fix_strategy`, `fix_strategy`, and within
    each `test_execution`.
    """
    nested = [payload, _object(_object(payload, "context"), "fix_strategy"), _object(payload, "fix_strategy")]
    return [level for one in nested for level in (one, _object(one, "test_execution"))]


def _object(holder: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = holder.get(key)
    return value if isinstance(value, dict) else {}


def raw_strategies(payload: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The strategies as the tool gave them: the members of `hypotheses` or `tasks`, else the object itself."""
    for level in _levels(payload):
        for key in _LISTS:
            members = level.get(key)
            if isinstance(members, list) and any(isinstance(member, dict) for member in members):
                return [member for member in members if isinstance(member, dict)]
    return [payload]


def has_field(strategy: Mapping[str, Any], name: str) -> bool:
    """Whether a strategy gives a field, flat or nested. An empty list counts, null does not."""
    return _value(strategy, name) is not None


def _value(strategy: Mapping[str, Any], *names: str) -> Any:
    levels = _levels(strategy)
    return next((level[name] for name in names for level in levels if level.get(name) is not None), None)


def parse_strategy(payload: Mapping[str, Any]) -> list[FixStrategy]:
    """Return the strategies of an answer; missing fields are empty, and `refusal` decides if that is acceptable.

    Lists may be a single text, points may be objects, and the confidence a percentage.
    """
    return [_strategy(one) for one in raw_strategies(payload)]


def _strategy(raw: Mapping[str, Any]) -> FixStrategy:
    affected = _texts(_value(raw, "affected_tests"))
    wants_full = _value(raw, "mode") == "full_suite" or not affected
    return FixStrategy(
        approach=as_text(_value(raw, "approach")),
        root_causes=_texts(_value(raw, "root_causes", "root_cause")),
        modification_points=_texts(_value(raw, "modification_points")),
        confidence_score=_confidence(_value(raw, "confidence_score", "confidence")),
        expected_outcome=as_text(_value(raw, "expected_outcome")),
        verification_steps=_texts(_value(raw, "verification_steps")),
        test_execution=AttemptExecution(
            mode="full_suite" if wants_full else "affected_only",
            affected_tests=affected,
            fallback_to_full=_value(raw, "fallback_to_full") is not False,
        ),
        hypothesis=as_text(_value(raw, "hypothesis")),
        patch=_patch(_value(raw, "patch")),
    )


def _patch(value: Any) -> str | None:
    return value if isinstance(value, str) and value.strip() else None


def as_text(value: Any) -> str:
    """Return a text as it is, None as "", any other value as JSON."""
    return value if isinstance(value, str) else "" if value is None else json.dumps(value, ensure_ascii=False)


def _texts(value: Any) -> list[str]:
    members = value if isinstance(value, list) else [] if value is None else [value]
    texts = (_point(member) if isinstance(member, dict) else as_text(member).strip() for member in members)
    return [text for text in texts if text]


def _point(member: Mapping[str, Any]) -> str:
    """`file:function:lines` of a modification point given as an object; another object's own words."""
    file = member.get("file", member.get("path"))
    if isinstance(file, str):
        lines = member.get("lines", member.get("line", ""))
        return f"{file}:{as_text(member.get('function', ''))}:{as_text(lines)}".rstrip(":")
    named = member.get("description", member.get("cause", member.get("id")))
    return as_text(named if isinstance(named, str) else member)


def _confidence(value: Any) -> float:
    """A number from 0 to 1: percentages are scaled, anything but a number is 0."""
    try:
        number = float(str(value).strip().removesuffix("%")) if not isinstance(value, bool) else 0.0
    except ValueError:
        return 0.0
    if not math.isfinite(number):
        return 0.0
    return min(max(number / 100 if number > 1 else number, 0.0), 1.0)
