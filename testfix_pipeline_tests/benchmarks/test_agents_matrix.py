"""The fault matrix finds what is wrong: a cell is right only if everything held."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.agents import __main__ as matrix
from benchmarks.agents.cell import measure
from benchmarks.agents.faults import CASES, QUICK
from testfix_pipeline_tests.agents import fake_codex

BY_NAME = {case.name: case for case in CASES}


@pytest.fixture(autouse=True)
def on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{fake_codex.install(tmp_path / 'bin').parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(matrix, "RESULTS", tmp_path / "agents.jsonl")


def test_all_faults_are_there() -> None:
    assert len(BY_NAME) == len(CASES) == 18
    assert set(QUICK) <= BY_NAME.keys()


def test_a_cell_is_right_or_says_what_is_wrong() -> None:
    limited = BY_NAME["429"]
    assert measure("codex", limited).wrong == []
    [judged] = measure("codex", replace(limited, kinds=("timeout",))).wrong
    assert "judged http_error, not timeout" in judged
    unedited = measure("codex", BY_NAME["edits to tests"]).wrong  # this one only talks
    assert [text for text in unedited if "changed []" in text]
