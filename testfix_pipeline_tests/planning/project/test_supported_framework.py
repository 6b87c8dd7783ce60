"""Projects whose tests can't be run are refused by the name of their framework; what is not read is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from testfix_pipeline.core.errors import InvalidConfig, ProjectError
from testfix_pipeline.core.plan_records import CoverageStats
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.planning.analysis.requirements import analyse, missing_sections, render
from testfix_pipeline.planning.context.exclusions import left_out
from testfix_pipeline.planning.project.files import ProjectFiles
from testfix_pipeline.planning.project.supported_framework import (
    require_repairable_tests,
    require_runnable_tests,
    runnable_suites,
)
from testfix_pipeline.planning.project.survey import survey_files
from testfix_pipeline_tests.planning.analysis.test_requirements import package
from testfix_pipeline_tests.planning.project.test_framework_detection import CASE
from testfix_pipeline_tests.project_files import write_files as lay

JEST = {"package.json": json.dumps({"devDependencies": {"jest": "29"}}), "sum.test.js": "test('x', () => {})\n"}
PLAIN = "def test_a():\n    assert 1\n"
FOREIGN = {
    "jest": JEST,
    "vitest": {"package.json": json.dumps({"scripts": {"test": "vitest run"}})},
    "mocha": {"package.json": json.dumps({"devDependencies": {"mocha": "10"}})},
    "cargo test": {"Cargo.toml": '[package]\nname = "x"\nedition = "2021"\n'},
    "JUnit": {"pom.xml": "<artifactId>junit-jupiter</artifactId>\n"},
}


def test_another_framework_is_refused_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(ProjectError, match=r"are of JUnit .*not supported yet") as refused:
        require_runnable_tests(lay(tmp_path, FOREIGN["JUnit"]))
    assert "--results" in refused.value.next_step and "--project" in refused.value.next_step


@pytest.mark.parametrize("name", ["jest", "vitest", "mocha"])
@pytest.mark.parametrize(("lock", "command"), [("", "npm install"), ("yarn.lock", "yarn install --frozen-lockfile")])
def test_a_framework_that_is_not_installed_is_refused_with_the_command(tmp_path, name, lock, command) -> None:
    files = {**FOREIGN[name], **({lock: ""} if lock else {})}
    with pytest.raises(ProjectError, match=f"need {name}, which is not installed") as refused:
        require_runnable_tests(lay(tmp_path, files))
    assert f"`{command}`" in refused.value.next_step


def test_beside_tests_in_python_a_framework_that_is_not_installed_is_said(tmp_path: Path) -> None:
    found = runnable_suites(lay(tmp_path, {**JEST, "test_a.py": "def test_a():\n    assert 1\n"}))
    assert [suite.framework for suite in found.suites] == ["pytest"]
    (said,) = found.notices
    assert said.startswith("Not run:") and "jest" in said and "`npm install`" in said


@pytest.mark.parametrize(
    ("more", "python"), [({}, []), ({"test_a.py": PLAIN}, ["pytest"]), ({"test_a.py": CASE}, ["unittest"])]
)
def test_node_test_is_run_alone_or_beside_pytest(tmp_path, node, more, python) -> None:
    files = {"package.json": '{"scripts": {"test": "node --test"}}', "a.test.js": "require('node:test')\n", **more}
    found = runnable_suites(lay(tmp_path, files))
    assert [suite.framework for suite in found.suites] == [*python, "node:test"]
    assert found.notices == ()


@pytest.mark.parametrize(
    ("command", "results", "framework"),
    [("make check", "out/*.xml", "report"), ("pytest -q", "out/*.xml", "pytest"), ("pytest -q", "", "pytest")],
)
def test_the_settings_say_what_is_run(tmp_path: Path, command: str, results: str, framework: str) -> None:
    found = runnable_suites(lay(tmp_path, JEST), command, results)
    assert [suite.framework for suite in found.suites] == [framework]


@pytest.mark.parametrize(("command", "results"), [("make check", ""), ("", "out.xml")])
def test_half_of_the_settings_is_refused(tmp_path: Path, command: str, results: str) -> None:
    with pytest.raises(InvalidConfig) as refused:
        require_runnable_tests(lay(tmp_path, {"a.py": ""}), command, results)
    assert "results" in str(refused.value)


def test_tests_of_frameworks_that_are_not_run_are_named(tmp_path: Path) -> None:
    python = {"test_a.py": "def test_a():\n    assert 1\n"}
    (said,) = runnable_suites(lay(tmp_path / "both", {**FOREIGN["JUnit"], **python})).notices
    assert said.startswith("Not run: the project's tests of JUnit.")
    assert runnable_suites(lay(tmp_path / "python", python)).notices == ()


def test_a_manifest_of_a_supported_framework_without_tests_is_refused_for_that(tmp_path: Path) -> None:
    with pytest.raises(ProjectError, match="has no tests of cargo test"):
        require_runnable_tests(lay(tmp_path, FOREIGN["cargo test"]))


@pytest.mark.program("cargo")
def test_the_engine_names_the_languages_that_it_repairs(tmp_path: Path) -> None:
    files = {**FOREIGN["cargo test"], "src/lib.rs": "#[test]\nfn a() {}\n"}
    with pytest.raises(ProjectError, match=r"repairs Python, JavaScript, TypeScript and Go, ") as refused:
        require_repairable_tests(lay(tmp_path, files))
    assert "testfix fix --agents" in refused.value.next_step


def test_a_manifest_alone_says_nothing_of_the_tests(tmp_path: Path) -> None:
    require_runnable_tests(lay(tmp_path, {"package.json": "{}"}))


def test_languages_that_were_not_read_are_left_out_by_name_and_never_called_complete(tmp_path: Path) -> None:
    files = {
        "web/a.go": "a()\n",
        "web/b.go": "b()\n",
        "web/c.js": "c()\n",
        "db/s.sql": "select 1;\n",
        "m.py": "X = 1\n",
        "broken.py": "def f(:\n",
        "lib.min.js": "x",
    }
    lay(tmp_path, files)
    found = left_out(survey_files(ProjectFiles(tmp_path, tuple(sorted(files))), []))
    assert [(one.language, one.file) for one in found] == [
        ("Go", "web/a.go, web/b.go"),
        ("SQL", "db/s.sql"),
        ("", "broken.py"),
    ]
    assert found[0].reason == "2 Go files: not read: nobody knows what is missing, no test is written"
    analysis = analyse(SessionId("WFS-test-a"), package(CoverageStats(), left_out=found), tmp_path)
    assert analysis.no_gap
    text = render(analysis)
    assert "No gap was found in what is read. Not read: Go, SQL, broken.py." in text
    assert "Nothing is missing" not in text and missing_sections(text) == []
