"""The context package of both modes, from real repositories and real test runs."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.plan_records import ContextPackage
from testfix_pipeline.core.records import RunFault, SuiteRun
from testfix_pipeline.planning.context.reuse import SECTIONS
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline_tests.planning.context_projects import (
    SESSION,
    THIN,
    gathered,
    measured,
    package_file,
    session_store,
)

Make = Callable[..., Any]
TOKEN = "ghp_" + "a1B2c3D4e5F6" * 3


@pytest.fixture
def thin(repository: Make) -> Project:
    return repository(files=THIN).open()


def test_prompt_mode_has_every_section_measured_coverage_and_what_lacks_tests(thin: Project, tmp_path: Path) -> None:
    coverage, run = measured(thin, tmp_path)
    package = gathered(thin, "Test how money is parsed", coverage=coverage, run=run)
    data = package_file(thin)
    assert [name for name in SECTIONS["prompt"] if name not in data] == []
    assert ContextPackage.model_validate(data) == package
    stats = package.test_coverage.coverage_stats
    money = stats.files["till/money.py"]
    assert stats.source == "measured"
    assert (money.executable_lines, money.missing_lines) == (7, [7, 13])
    assert money.functions == {"cents": True, "euros": False}
    assert (money.line_rate, money.branch_rate) == (71.43, 50.0)
    assert stats.files["till/report.py"].line_rate == 0
    assert (stats.line_rate, stats.function_rate) == (50.0, 33.33)
    missing = package.test_coverage.missing_tests
    assert [(each.implementation_file, each.suggested_test_file, each.priority, each.reason) for each in missing] == [
        ("till/money.py", "tests/test_money.py", "high", "1 of 2 functions are never called: euros"),
        ("till/report.py", "tests/test_report.py", "high", "no test calls any of its functions (1)"),
    ]


def test_what_the_sections_say(thin: Project) -> None:
    data = gathered(thin, "Refactor how money is parsed across modules").model_dump()
    assert data["metadata"]["complexity"] == "High"
    assert data["metadata"]["keywords"] == ["refactor", "money", "parsed", "across"]
    assert data["metadata"]["tech_stack"]["languages"] == ["Python"]
    assert data["exploration_results"]["angles_selected"] == ["patterns", "dependencies", "modularity", "testing"]
    assert data["exploration_results"]["angles_explored"] == ["patterns"]
    tiers = data["prioritized_context"]["priority_tiers"]
    assert tiers["critical"] == [{"path": "till/money.py", "relevance": 1.0}]
    order = data["prioritized_context"]["dependency_order"]
    assert order.index("till/money.py") < order.index("till/report.py")
    assert {"from": "till/report.py", "to": ["till/money.py"]} in data["dependencies"]["internal"]
    external = {each["name"]: each["spec"] for each in data["dependencies"]["external"]}
    assert external == {"attrs": ">=20", "private": "an address"}
    assert {name: len(each) for name, each in data["assets"].items()} == {
        "documentation": 1, "source_code": 3, "config": 1, "tests": 1,
    }  # fmt: skip
    process = session_store(thin).folder / ".process"
    angle = json.loads((process / "exploration-patterns.json").read_text())
    assert angle["files"][0]["key_symbols"] == ["cents", "euros"]
    assert json.loads((process / "exploration-manifest.json").read_text())["session_id"] == SESSION


def test_history_and_uncommitted_work_are_named_as_risks(repository: Make) -> None:
    repo = repository()
    for number in range(6):
        repo.commit(f"work {number}", **{**THIN, "till/money.py": THIN["till/money.py"] + f"\nX = {number}\n"})
    repo.git("revert", "--no-edit", "HEAD")
    repo.write("till/money.py", THIN["till/money.py"])
    found = gathered(repo.open(), "Test the money").model_dump()["conflict_detection"]
    assert found["risk_level"] == "high"
    assert found["historical_conflicts"][0]["files"] == ["till/money.py"]
    assert found["risk_factors"] == [
        "uncommitted changes in till/money.py",
        "changed in 5 or more of the last 7 commits: till/money.py",
        "reverts or merges touched relevant files 1 times",
    ]


def test_a_file_that_was_only_touched_has_no_uncommitted_changes(thin: Project) -> None:
    for path in thin.root.rglob("*.py"):
        os.utime(path, (1, 1))
    found = gathered(thin, "Test the money").model_dump()["conflict_detection"]
    assert [factor for factor in found["risk_factors"] if "uncommitted" in factor] == []


def test_a_valid_package_is_used_again(thin: Project) -> None:
    first = gathered(thin, "Test the money")
    marked = package_file(thin)
    marked["metadata"]["mark"] = "by hand"
    session_store(thin).write_text(".process/context-package.json", json.dumps(marked))
    again = gathered(thin, "Test the money")
    assert again.metadata == {**first.metadata, "mark": "by hand"}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"test_session_id": "WFS-test-other"}, "it is another session's (WFS-test-other)"),
        ({"commit": "0" * 40, "content": "other"}, "the project's files have changed since commit 000000000000"),
        ({"form": 0}, "it has form 0, not 2"),
        ({"input_digest": "x"}, "it was made for another input"),
        (None, "it can't be read back"),
        ({}, "it lacks test_framework"),
    ],
)
def test_a_foreign_stale_or_damaged_package_is_made_again(thin, caplog, change, reason) -> None:
    gathered(thin, "Test the money")
    data = package_file(thin)
    if change == {}:
        del data["test_framework"]
    data["metadata"].update(change or {})
    left = json.dumps(data) if change is not None else "{ torn"
    session_store(thin).write_text(".process/context-package.json", left)
    again = gathered(thin, "Test the money")
    assert again.metadata["rebuilt"].startswith(reason)
    assert reason in caplog.text
    assert again.metadata["test_session_id"] == SESSION
    assert (session_store(thin).folder / ".process/context-package.json.bak").read_text() == left


def test_the_same_content_in_another_commit_is_no_reason_to_gather_again(repository: Make) -> None:
    repo = repository(files=THIN)
    first = gathered(repo.open(), "Test the money")
    repo.git("commit", "--quiet", "--allow-empty", "--message", "nothing new")
    assert gathered(repo.open(), "Test the money") == first
    repo.commit("second", **{"till/money.py": "X = 1\n"})
    assert gathered(repo.open(), "Test the money").metadata["rebuilt"].startswith("the project's files have changed")


def test_guessed_coverage_is_replaced_once_it_can_be_measured(thin: Project, tmp_path: Path) -> None:
    fault = SuiteRun(fault=RunFault(kind="crash", message="no module named x"))
    guessed = gathered(thin, "Test the money", run=fault).test_coverage.coverage_stats
    assert guessed.source == "name_matching"
    assert "crash: no module named x" in guessed.reason
    assert guessed.files["till/money.py"].functions == {"cents": True, "euros": False}
    coverage, run = measured(thin, tmp_path)
    again = gathered(thin, "Test the money", coverage=coverage, run=run)
    assert again.test_coverage.coverage_stats.source == "measured"
    assert again.metadata["rebuilt"] == "its coverage was guessed and can be measured now"


def test_session_mode_tells_what_the_source_session_changed(repository: Make) -> None:
    repo = repository()
    base = repo.commit("first", **THIN)
    repo.commit("more", **{"till/vat.py": "def vat(x):\n    return x\n"})
    source = ".workflow/active/WFS-shop"
    repo.write(".workflow/.gitignore", "*\n")
    record = {"session_id": "WFS-shop", "description": "Add reports", "base_commit": base, "status": "completed"}
    repo.write(f"{source}/workflow-session.json", json.dumps(record))
    repo.write(f"{source}/.task/IMPL-1.json", json.dumps({"id": "IMPL-1", "title": "Fix a bug", "status": "pending"}))
    repo.write(
        f"{source}/.summaries/IMPL-1-summary.md", f"Changed `till/report.py`, money.py:12 and gone.py.\n{'x' * 500_000}"
    )
    package = gathered(repo.open(), "WFS-shop")
    data = package_file(repo.open(), name="test-context-package.json")
    assert [name for name in SECTIONS["session"] if name not in data] == []
    assert package.source_context["implementation_summaries"] == [
        {
            "task_id": "IMPL-1",
            "title": "Fix a bug",
            "summary_path": ".summaries/IMPL-1-summary.md",
            "changed_files": ["till/money.py", "till/report.py"],
            "implementation_type": "bugfix",
        }
    ]
    assert package.focus_areas == ["till/money.py", "till/report.py", "till/vat.py"]
    assert package.metadata["source_session_id"] == "WFS-shop"
    assert {m.implementation_file: m.priority for m in package.test_coverage.missing_tests}["till/money.py"] == "high"


def test_secrets_never_enter(repository: Make) -> None:
    repo = repository()
    repo.commit(f"Revert the token {TOKEN}", **THIN, **{".env": f"TOKEN={TOKEN}\n", "notes.md": f"till {TOKEN}\n"})
    repo.write(".workflow/project-guidelines.json", json.dumps({"style": "short", "password": "correct-horse-9!"}))
    package = gathered(repo.open(), f"Test the till with {TOKEN}")
    text = (session_store(repo.open()).folder / ".process/context-package.json").read_text()
    assert TOKEN not in text
    assert "correct-horse" not in text
    assert package.metadata["redacted"] >= 3
    assert package.model_dump()["project_guidelines"]["style"] == "short"


@pytest.mark.parametrize(
    ("files", "source"),
    [
        ({"calc.py": "def add(a, b):\n    return a + b\n"}, "none"),
        ({"calc.py": "def add(:\n", "test_calc.py": "import calc\n\ndef test_it():\n    pass\n"}, "name_matching"),
        ({"README.md": "nothing\n"}, "none"),
        ({"main.xyz": "?"}, "none"),
    ],
)
def test_thin_and_broken_projects(repository: Make, files: dict[str, str], source: str) -> None:
    repo = repository(files=files)
    package = gathered(repo.open(), "为计算器编写测试")
    assert package.test_coverage.coverage_stats.source == source
    assert package.metadata["keywords"][:2] == ["为计", "计算"]


def test_a_sub_folder_of_a_repository_is_seen_alone(repository: Make, tmp_path: Path) -> None:
    repo = repository(files={**{f"left hand/{name}": text for name, text in THIN.items()}, "other.py": "x = 1\n"})
    repo.write("left hand/neu größe.py", "def neu():\n    return 1\n")
    project = repo.open("left hand")
    coverage, run = measured(project, tmp_path)
    stats = gathered(project, "Test it", coverage=coverage, run=run).test_coverage.coverage_stats
    assert sorted(stats.files) == ["neu größe.py", "till/__init__.py", "till/money.py", "till/report.py"]
    assert stats.files["till/money.py"].line_rate == 71.43


def test_five_thousand_files(repository: Make) -> None:
    repo = repository()
    for number in range(5000):
        other = f"from pkg.m{number // 2} import go as before\n\n\n"
        body = f"def go(x):\n    if x:\n        return before(x - 1)\n    return {number}\n"
        repo.write(f"pkg/m{number}.py", other + body)
    repo.commit("first", **{"tests/test_m7.py": "from pkg.m7 import go\n\n\ndef test_go():\n    assert go(0) == 7\n"})
    package = gathered(repo.open(), "Test m4711 well")
    assert len(package.test_coverage.coverage_stats.files) == 5000
    assert package.model_dump()["assets"]["source_code"][0]["path"] == "pkg/m4711.py"
    assert len(package.test_coverage.missing_tests) == 4999
