"""The test analysis of a model: what of it is believed."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from testfix_pipeline.core.plan_records import Analysis, Finding, Requirement
from testfix_pipeline.planning.analysis.model_answer import SCHEMA, read_analysis
from testfix_pipeline.planning.analysis.requirements import missing_sections, render

SOURCE = '''\
def area(w, h):
    """Width times height."""
    return w * h


class Box:
    def open(self):
        return True
'''
MEASURED = Analysis(
    session_id="WFS-test-x",
    project_type="cli",
    project_type_confidence=0.5,
    requirements=[Requirement(id="L0-001", file="shapes.py", layer="L0", part="static", title="1 error")],
    findings=[Finding(category="security_issues", pattern="eval", severity="error", file="shapes.py", line=1)],
    targets=["shapes.py"],
)
WANTED = {
    "file": "shapes.py",
    "layer": "L1",
    "part": "happy",
    "target": "area",
    "title": "area",
    "cases": [{"given": "2 by 3", "expected": "6", "source": "its docstring"}],
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "shapes.py").write_text(SOURCE)
    (tmp_path / "test_shapes.py").write_text("def test_area(): pass\n")
    return tmp_path


def answer(*wanted: Any, **fields: Any) -> dict[str, Any]:
    return {
        "report": "",
        "project_type": "library",
        "project_type_confidence": 0.9,
        "requirements": list(wanted),
        **fields,
    }


def test_what_holds_becomes_an_analysis_with_our_measurements_and_a_whole_document(root: Path) -> None:
    method = {**WANTED, "target": "shapes.py::Box.open()", "part": "state"}
    found, wrong = read_analysis(answer(WANTED, method, report="## Success Criteria\n"), MEASURED, root, "gemini")
    assert wrong == [] and found is not None
    assert [(one.id, one.target) for one in found.requirements] == [
        ("L0-001", ""),
        ("L1-001", "area"),
        ("L1-002", "Box.open"),
    ]
    assert (found.tool, found.project_type, found.targets, found.no_gap) == ("gemini", "library", ["shapes.py"], False)
    assert found.findings == MEASURED.findings and found.coverage == MEASURED.coverage
    (case,) = found.requirements[1].cases
    assert (case.given, case.expected, case.origin) == ("2 by 3", "6", "current behaviour")  # the weakest there is
    assert case.source == "gemini, from its docstring" and found.requirements[1].expectation == "gemini: its docstring"
    assert missing_sections(render(found)) == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"file": "nowhere.py"}, "there is no file nowhere.py"),
        ({"file": "x" * 300}, "lies outside of the project"),
        ({"file": "../shapes.py"}, "lies outside of the project"),
        ({"file": "test_shapes.py"}, "is a test, and not what is to be tested"),
        ({"target": "volume"}, "shapes.py defines no volume"),
        ({"target": ""}, "defines no function without a name"),
        ({"part": "journey"}, "the part journey is none of layer L1"),
        ({"layer": "L9"}, "requirements[0].layer: Input should be 'L1', 'L2' or 'L3'"),
        ({"cases": []}, "it has no cases"),
        ({"cases": "many"}, "requirements[0].cases: Input should be a valid list"),
    ],
)
def test_a_requirement_that_does_not_hold_is_named_and_left_out(root, change, message) -> None:
    bad = {**WANTED, **change}
    alone, wrong = read_analysis(answer(bad), MEASURED, root, "gemini")
    assert alone is None and message in wrong[0]
    found, wrong = read_analysis(answer(bad, WANTED), MEASURED, root, "gemini")
    assert found is not None and len(found.requirements) == 2 and message in wrong[0]


@pytest.mark.parametrize(
    ("payload", "message"),
    [
        (None, "no readable JSON object"),
        ({"report": "fine"}, "requirements: Field required"),
        (answer(project_type_confidence=7), "project_type_confidence: Input should be less than"),
        (answer(), "the measured coverage has gaps"),
    ],
)
def test_an_answer_that_can_not_be_used(root: Path, payload: dict[str, Any] | None, message: str) -> None:
    found, wrong = read_analysis(payload, MEASURED, root, "gemini")
    assert found is None and message in " ".join(wrong)


def test_an_unsure_model_does_not_rename_the_project(root: Path) -> None:
    found, _ = read_analysis(answer(WANTED, project_type_confidence=0.4), MEASURED, root, "gemini")
    assert found is not None and (found.project_type, found.project_type_confidence) == ("cli", 0.5)


WORDS = st.sampled_from(["shapes.py", "area", "L1", "happy", "../x", "", "\0", "x" * 300, "y" * 500])
JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*WANTED, "given"]), inner, max_size=7),
    max_leaves=12,
)


def test_the_schema_is_the_strict_form_that_every_server_takes() -> None:
    def objects(schema: Any) -> list[dict[str, Any]]:
        inner = [one for value in schema.values() if isinstance(value, dict) for one in objects(value)]
        return [*([schema] if schema.get("type") == "object" else []), *inner]

    found = objects(SCHEMA)
    assert len(found) == 3
    assert all(one["required"] == list(one["properties"]) and not one["additionalProperties"] for one in found)
