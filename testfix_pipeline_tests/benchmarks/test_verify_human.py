"""`benchmarks.verify.human`: which commits it chooses, and what its summary counts."""

from __future__ import annotations

import sys
import tomllib

from benchmarks.verify.human import LIST, HumanProject, summary
from testfix_pipeline_tests.conftest import Repository

PROGRAM, TEST = "def one():\n    return {}\n", "from app import one\n\n\ndef test_one():\n    assert one() == {}\n"


def test_the_newest_commits_of_both_sides_whose_suite_passes_are_chosen(tmp_path, monkeypatch) -> None:
    source = Repository(tmp_path / "mirrors" / "some+app" / "repo")
    commits = {
        name: source.commit(name, **{"app.py": PROGRAM.format(program), "tests/test_app.py": TEST.format(test)})
        for name, program, test in (
            ("start", "1", "1"),
            ("both", "2", "2"),
            ("the program alone", "4 - 2", "2"),
            ("red", "3", "4"),
            ("both again", "5", "5"),
            ("the tests alone", "5", "2 + 3"),
        )
    }
    monkeypatch.setenv("TESTFIX_MIRRORS", str(tmp_path / "mirrors"))
    monkeypatch.setenv("TESTFIX_BENCH_CACHE", str(tmp_path / "cache"))
    python = tmp_path / "cache" / "verify-human" / "some+app" / "environment" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nPYTHONPATH=. exec {sys.executable} "$@"\n')
    python.chmod(0o755)
    project = HumanProject({"name": "some/app", "head": commits["the tests alone"], "commits": []})
    assert list(project.chosen(2, 60)) == [commits["both again"], commits["both"]]


def test_a_verdict_that_no_person_agreed_with_is_wrong() -> None:
    rows = [
        {"commit": letter * 40, "verdict": verdict}
        for letter, verdict in zip("abcd", ("verified", "cannot tell", "cannot tell", "not verified"), strict=True)
    ]
    agreed = {"b" * 8: "changes an expectation on purpose"}
    assert summary(rows, agreed) == "4 commits, 2 cannot tell (1 wrongly), 1 not verified (1 wrongly), 1 verified"


def test_the_list_names_each_commit_once_and_agrees_with_listed_ones() -> None:
    listed = tomllib.loads(LIST.read_text(encoding="utf-8"))
    commits = [commit for project in listed["project"] for commit in project["commits"]]
    assert len(commits) == len({*commits}) == 60
    assert {*listed["agreed"]} <= {commit[:8] for commit in commits}
