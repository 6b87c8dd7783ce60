import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.core.agent_protocol.answer_reading import extract_json, has_field, parse_strategy, raw_strategies

FIELDS: dict[str, Any] = {
    "approach": "swap",
    "root_causes": ["wrong operator"],
    "modification_points": ["a.py:f:3"],
    "confidence_score": 0.8,
    "affected_tests": ["t.py::x"],
}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize(
    "text",
    ['{"a": 1}', 'Here it is:\n```json\n{"a": 1}\n```\nDone.', 'see [1], {broken, then {"a": 1} ok', '[] and {"a": 1}'],
)
def test_json_is_found_in_prose(text: str) -> None:
    assert extract_json(text) == {"a": 1}


def test_of_several_the_answer_wins() -> None:
    text = json.dumps({"note": "x" * 200}) + " then " + json.dumps({"context": {"fix_strategy": FIELDS}})
    assert extract_json(text) == {"context": {"fix_strategy": FIELDS}}
    assert extract_json('{"a": 1} {"b": 1234}') == {"b": 1234}
    assert extract_json('[{"modification_points": []}]') == {"hypotheses": [{"modification_points": []}]}


@pytest.mark.parametrize("text", ["", "no json", "{", "[1, 2]", "[" * 100_000, "{" * 5000, '{"a": ' * 3000])
def test_nothing_readable(text: str) -> None:
    assert extract_json(text) is None


@given(st.dictionaries(st.text(max_size=5), JSON), st.text("ab \n`.", max_size=20))
def test_what_was_written_is_read(value: dict[str, Any], prose: str) -> None:
    assert extract_json(f"{prose}{json.dumps(value)}{prose}") == value


@pytest.mark.parametrize(
    "payload",
    [
        FIELDS,
        {"fix_strategy": FIELDS},
        {"context": {"fix_strategy": FIELDS}},
        {"hypotheses": [FIELDS]},
        {"tasks": [{"id": "IMPL-fix-1", "context": {"fix_strategy": FIELDS}}]},
        {"fix_strategy": {**FIELDS, "affected_tests": None, "test_execution": {"affected_tests": ["t.py::x"]}}},
    ],
)
def test_flat_and_nested_forms_read_alike(payload: dict[str, Any]) -> None:
    (strategy,) = parse_strategy(payload)
    assert (strategy.approach, strategy.root_causes, strategy.modification_points) == (
        "swap",
        ["wrong operator"],
        ["a.py:f:3"],
    )
    assert (strategy.confidence_score, strategy.test_execution.affected_tests) == (0.8, ["t.py::x"])
    assert strategy.test_execution.mode == "affected_only" and strategy.test_execution.fallback_to_full


def test_several_hypotheses() -> None:
    payload = {"hypotheses": [{**FIELDS, "hypothesis": "one"}, "noise", {**FIELDS, "hypothesis": "two"}]}
    assert [strategy.hypothesis for strategy in parse_strategy(payload)] == ["one", "two"]
    assert raw_strategies({"hypotheses": []}) == [{"hypotheses": []}]


def test_loose_values() -> None:
    (strategy,) = parse_strategy(
        {
            "root_cause": "one text",
            "modification_points": [
                {"file": "a.py", "function": "f", "lines": "3-4"},
                {"path": "b.py", "line": 7, "function": "g"},
                {"file": "c.py"},
                {"description": "somewhere"},
                {"other": 1},
                " ",
                5,
            ],
            "approach": {"x": 1},
            "patch": " ",
            "affected_tests": [],
            "fallback_to_full": False,
        }
    )
    assert strategy.root_causes == ["one text"] and strategy.approach == '{"x": 1}' and strategy.patch is None
    assert strategy.modification_points == ["a.py:f:3-4", "b.py:g:7", "c.py", "somewhere", '{"other": 1}', "5"]
    assert strategy.test_execution.mode == "full_suite" and not strategy.test_execution.fallback_to_full
    assert parse_strategy({"patch": "--- a"})[0].patch == "--- a"


@pytest.mark.parametrize(
    ("given_", "read"),
    [
        (0.4, 0.4),
        ("0.9", 0.9),
        ("85%", 0.85),
        (85, 0.85),
        (1, 1),
        (-3, 0),
        (True, 0),
        ("high", 0),
        (float("nan"), 0),
        (900, 1),
    ],
)
def test_confidence(given_: Any, read: float) -> None:
    assert parse_strategy({"confidence_score": given_})[0].confidence_score == pytest.approx(read)


def test_an_empty_list_is_given_and_null_is_not() -> None:
    assert has_field({"affected_tests": []}, "affected_tests")
    assert not has_field({"affected_tests": None}, "affected_tests")
