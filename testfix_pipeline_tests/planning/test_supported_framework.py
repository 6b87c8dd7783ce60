"""Projects whose tests can't be run are refused by the name of their framework; what is not read is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.core.plan_records import CoverageStats
from testfix_pipeline.planning.analysis.requirements import analyse, missing_sections, render
from testfix_pipeline.planning.context.exclusions import left_out
from testfix_pipeline.planning.project.files import ProjectFiles
from testfix_pipeline.planning.project.supported_framework import other_tests, require_runnable_tests
from testfix_pipeline.planning.project.survey import survey
from testfix_pipeline_tests.planning.test_framework_detection import lay
from testfix_pipeline_tests.planning.test_requirements import package

JEST = {"package.json": json.dumps({"devDependencies": {"jest": "29"}}), "sum.test.js": "test('x', () => {})\n"}
FOREIGN = {
    "jest": JEST,
    "vitest": {"package.json": json.dumps({"scripts": {"test": "vitest run"}})},
    "mocha": {"package.json": json.dumps({"devDependencies": {"mocha": "10"}})},
    "go test": {"go.mod": "module x\n\ngo 1.22\n", "x_test.go": "package x\n"},
    "cargo test": {"Cargo.toml": '[package]\nname = "x"\nedition = "2021"\n'},
    "JUnit": {"pom.xml": "<artifactId>junit-jupiter</artifactId>\n"},
}


@pytest.mark.parametrize("name", FOREIGN)
def test_another_framework_is_refused_by_its_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(ProjectError, match=f"are of {name} .*not supported yet") as refused:
        require_runnable_tests(lay(tmp_path, FOREIGN[name]))
    assert "--project" in refused.value.next_step


@pytest.mark.parametrize(
    ("more", "command"),
    [({"test_a.py": "def test_a():\n    assert 1\n"}, ""), ({"pytest.ini": "[pytest]\n"}, ""), ({}, "pytest -q tests")],
)
def test_beside_tests_in_python_it_is_none_of_our_business(tmp_path: Path, more: dict[str, str], command: str) -> None:
    require_runnable_tests(lay(tmp_path, {**JEST, **more}), command)


def test_tests_of_frameworks_that_are_not_run_are_named(tmp_path: Path) -> None:
    python = {"test_a.py": "def test_a():\n    assert 1\n"}
    (said,) = other_tests(lay(tmp_path / "both", {**FOREIGN["go test"], **python}))
    assert said.startswith("Not run: the project's tests of go test.")
    assert other_tests(lay(tmp_path / "python", python)) == []


def test_a_manifest_alone_says_nothing_of_the_tests(tmp_path: Path) -> None:
    require_runnable_tests(lay(tmp_path, {"package.json": "{}"}))


def test_languages_that_were_not_read_are_left_out_by_name_and_never_called_complete(tmp_path: Path) -> None:
    files = {"web/a.js": "a()\n", "web/b.js": "b()\n", "db/s.sql": "select 1;\n", "m.py": "X = 1\n", "lib.min.js": "x"}
    lay(tmp_path, files)
    found = left_out(survey(ProjectFiles(tmp_path, tuple(sorted(files))), []))
    assert [(one.language, one.file) for one in found] == [("JavaScript", "web/a.js, web/b.js"), ("SQL", "db/s.sql")]
    assert found[0].reason == "2 JavaScript files: not read, so nobody knows what is missing"
    analysis = analyse("WFS-test-a", package(CoverageStats(), left_out=found), tmp_path)
    assert analysis.no_gap
    text = render(analysis)
    assert "No gap was found in the Python code. Not read: JavaScript, SQL." in text
    assert "Nothing is missing" not in text and missing_sections(text) == []
