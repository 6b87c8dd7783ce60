from typing import Any

import pytest

from testfix_pipeline.core.agent_protocol.answer_refusal import (
    RULES,
    causes_by_iteration,
    is_concrete,
    refuse_answer,
    word_count,
)
from testfix_pipeline.core.agent_protocol.protocol import AgentAnswer
from testfix_pipeline.core.records import Attempt, FixHistory

PAYLOAD: dict[str, Any] = {
    "modification_points": ["a.py:f:3-5"],
    "affected_tests": [],
    "confidence_score": 0.4,
    "root_causes": ["Wrong operator!"],
}


def answer(**fields: Any) -> AgentAnswer:
    return AgentAnswer.model_validate({"tool": "gemini", "text": "word " * 100, "payload": PAYLOAD} | fields)


def without(name: str) -> dict[str, Any]:
    return {key: value for key, value in PAYLOAD.items() if key != name}


def test_a_good_answer_is_accepted() -> None:
    assert refuse_answer(answer()) is None
    assert refuse_answer(answer(http_status=200, payload={"context": {"fix_strategy": PAYLOAD}})) is None


REFUSED = [
    (answer(kind="http_error", http_status=503), "transport", "gemini answered with HTTP 503."),
    (answer(kind="timeout", seconds=2400), "transport", "gemini did not answer in time (2400 s)."),
    (answer(kind="connection_error"), "transport", "could not be reached"),
    (answer(kind="not_logged_in"), "transport", "is not logged in"),
    (answer(kind="crash"), "transport", "ended without an answer"),
    (answer(http_status=429), "http_status", "HTTP 429"),
    (answer(payload=None), "unreadable", "no readable JSON"),
    (answer(payload=without("modification_points")), "no_modification_points", "no modification_points field"),
    (answer(payload=without("affected_tests")), "no_affected_tests", "no affected_tests field"),
    (answer(payload={"hypotheses": [PAYLOAD, without("affected_tests")]}), "no_affected_tests", "affected_tests"),
    (answer(payload=PAYLOAD | {"confidence_score": 0.39}), "low_confidence", "0.39 is below 0.4"),
    (answer(payload=without("confidence_score")), "low_confidence", "0.00"),
    (answer(text="word " * 99), "short_report", "99 words"),
    (answer(payload=PAYLOAD | {"modification_points": []}), "not_concrete", "file:function:lines"),
    (answer(payload=PAYLOAD | {"modification_points": ["a.py", "the parser"]}), "not_concrete", "file:function:lines"),
]


@pytest.mark.parametrize(("given_", "rule", "said"), REFUSED)
def test_each_refusal_names_its_rule(given_: AgentAnswer, rule: str, said: str) -> None:
    refusal = refuse_answer(given_)
    assert refusal is not None and refusal.rule == rule and said in refusal.reason


def test_every_rule_has_a_case() -> None:
    assert {name for name, _ in RULES} == {rule for _, rule, _ in REFUSED}


def test_the_surest_hypothesis_counts() -> None:
    assert refuse_answer(answer(payload={"hypotheses": [PAYLOAD, PAYLOAD | {"confidence_score": 0.1}]})) is None


def test_the_same_root_cause_for_the_third_time_running() -> None:
    same, other = {"wrong  operator", "more"}, {"something else"}
    refusal = refuse_answer(answer(), [other, same, same])
    assert refusal is not None and refusal.rule == "same_root_cause"
    assert refuse_answer(answer(), [same]) is None
    assert refuse_answer(answer(), [same, same, other]) is None
    assert refuse_answer(answer(payload=without("root_causes")), [set(), set()]) is None


def test_causes_are_read_from_the_history() -> None:
    causes = [(2, ["c"]), (1, ["a"]), (1, ["b"]), (3, ["d"])]
    attempts = [Attempt(iteration=n, task_id="x", strategy="conservative", root_causes=c) for n, c in causes]
    assert causes_by_iteration(FixHistory(attempts=attempts), before=3) == [{"a", "b"}, {"c"}]


@pytest.mark.parametrize(
    ("text", "words"), [("", 0), ("two words", 2), ("错误原因", 2), ("fix 错误 now", 3), ("かな한글", 2)]
)
def test_cjk_characters_count_by_two(text: str, words: int) -> None:
    assert word_count(text) == words


@pytest.mark.parametrize(
    ("point", "expected"),
    [
        ("a.py:f:3", True),
        ("src/a b.py:C.m:10-20", True),
        ("a.py:<module>:1,2", True),
        ("a.py:f():L3-L5", True),
        ("a.py::3", False),
        ("a.py:3", False),
        ("a.py:f:all", False),
        ("a:f:" + "1" * 600, False),
    ],
)
def test_concrete_points(point: str, expected: bool) -> None:
    assert is_concrete(point) is expected
