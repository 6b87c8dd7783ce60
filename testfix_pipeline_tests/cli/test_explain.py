"""`testfix explain` as people and scripts call it."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from testfix_pipeline_tests.agents.model_server import Fault, ModelServer, Say, Status
from testfix_pipeline_tests.cycle.projects import WORDS


def test_the_cause_is_printed_written_and_machine_readable(calc, testfix, tmp_path) -> None:
    before, page = calc.fingerprint(), tmp_path / "why.md"
    asked = ("explain", "--project", calc.root, "--seconds", "4", "--markdown", page)
    found = testfix(*asked, "--json")
    assert found.code == 1, found.err
    (cause,) = found.found["causes"]
    assert (cause["place"]["file"], cause["place"]["line"]) == ("calc.py", 6)
    assert "8 where 2" in cause["cause"] or "is expected" in cause["cause"]
    assert "why the tests fail" in page.read_text() and "calc.py:6" in page.read_text()
    assert calc.fingerprint() == before
    shown = testfix(*asked, "--agents", "codex")
    assert "1 of 3 tests fails" in shown.out and "codex was not asked" in shown.out
    calc.commit("fix", **{"calc.py": (calc.root / "calc.py").read_text().replace("n * 2", "n / 2")})
    assert testfix(*asked).code == 0


def test_a_model_says_the_cause_and_its_words_come_first(calc, testfix, monkeypatch) -> None:
    hypothesis = {"root_causes": ["half multiplies by 2"], "modification_points": ["calc.py:half:6"]}
    hypothesis |= {"affected_tests": [], "confidence_score": 0.9, "approach": "divide", "patch": ""}
    answer = json.dumps({"report": WORDS, "hypotheses": [hypothesis]})
    monkeypatch.setenv("TESTFIX_ENDPOINT_KEY", "users-key")
    before = calc.fingerprint()
    with ModelServer([Say(answer)]) as server:
        named = f"endpoint:{server.address}/v1#m"
        found = testfix("explain", "--project", calc.root, "--seconds", "2", "--agents", named, "--json").found
    assert found["causes"][0]["cause"] == "half multiplies by 2" and found["causes"][0]["by"] == named
    assert found["causes"][0]["place"]["line"] == 6 and found["causes"][1]["by"] == "builtin"
    assert found["asked"] == [f"{named} was asked and answered."] and calc.fingerprint() == before
    (question,) = server.requests
    assert "No patch is wanted." in question.text and "Given: 8" in question.text and "calc.py:6" in question.text


@pytest.mark.parametrize(
    ("step", "why"),
    [
        (Say("no JSON at all"), "its answer was refused: "),
        (Status(500), "its answer was refused: "),
        (Fault("truncated"), "its answer was refused: "),
    ],
)
def test_a_model_that_fails_is_said_and_the_engine_explains(calc, testfix, step, why) -> None:
    with ModelServer([step]) as server:
        named = f"endpoint:{server.address}/v1#m"
        found = testfix("explain", "--project", calc.root, "--seconds", "2", "--agents", named, "--json").found
    assert why in found["asked"][0] and [one["by"] for one in found["causes"]] == ["builtin"]


def test_an_unknown_tool_is_an_error_before_anything_runs(calc: Any, testfix: Callable[..., Any]) -> None:
    found = testfix("explain", "--project", calc.root, "--agents", "cloude", "--json")
    assert (
        found.code == 2
        and "cloude" in found.found["error"]
        and "claude" in found.found["error"] + found.err + str(found.found["next_step"])
    )
