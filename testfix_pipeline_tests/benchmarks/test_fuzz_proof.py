"""A part of `make prove-fuzz`: some damages of every kind of content; and those that once went wrong."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from benchmarks.fuzz import samples
from benchmarks.fuzz.__main__ import example, make_place
from benchmarks.fuzz.targets import targets
from testfix_pipeline.agents.recorded_agent import RecordedAgent
from testfix_pipeline.core.configuration.setting_sources import read_config
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.execution.coverage_map import load_or_none
from testfix_pipeline.execution.runners.report import ReportReader
from testfix_pipeline.workspace.git.worktrees import Worktrees
from testfix_pipeline.workspace.own_settings import PROJECT_SETTINGS, read_own_settings


def test_damage_of_every_kind_is_a_clear_error_or_read_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "DAGSTER_HOME"):
        monkeypatch.setenv(name, os.environ.get(name, ""))
    place = make_place(tmp_path / "place")
    for target in targets().values():
        assert example(target, place, 0) == "right", "the sample itself"
        assert [
            found for number in range(10) if (found := example(target, place, number)) not in ("right", "errors")
        ] == []


@pytest.mark.parametrize("text", ["[" * 20000, "{a: " * 20000, "a: " + "x" * (2 << 20), "when: 2026-13-45"])
def test_settings_that_would_take_a_parser_minutes_are_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / PROJECT_SETTINGS
    file.parent.mkdir()
    file.write_text(text)
    with pytest.raises(InvalidConfig, match=r"testfix\.yaml can't be read"):
        read_own_settings(tmp_path)


def test_a_setting_whose_name_is_no_text_is_refused() -> None:
    with pytest.raises(InvalidConfig, match="name of a setting"):
        read_config({"bud\ud800get": 1})


@pytest.mark.parametrize("text", [{}, 3, "\ud800"])
def test_a_recorded_fix_that_is_no_text_blocks_and_writes_nothing(tmp_path: Path, text: object) -> None:
    script, tree = tmp_path / "script.json", tmp_path / "tree"
    tree.mkdir()
    script.write_text(json.dumps({"fixes": {"*": {"files": {"good.py": "x = 1\n", "bad.py": text}}}}))
    answer = RecordedAgent(script).fix(samples.fix_request(tree))
    assert (answer.status, list(tree.iterdir())) == ("blocked", [])


def test_an_event_that_is_none_is_no_verdict_and_does_not_end_the_reading() -> None:
    reading, writing = os.pipe()
    reader = ReportReader(reading, samples.NONCE)
    broken = json.dumps({"n": samples.NONCE, "e": "phase", "id": "a"}).encode() + b"\n"
    os.write(writing, broken + b"[" * 20000 + b"\n" + samples.EVENTS)
    os.close(writing)
    report = reader.finish()
    assert report.ended
    assert report.internal == "an event could not be read: KeyError"


def test_a_damaged_coverage_map_is_recorded_again(tmp_path: Path) -> None:
    file = tmp_path / "map.json"
    assert load_or_none(file) is None
    file.write_bytes(samples.COVERAGE.replace(b'"0"', b'"9"'))
    assert load_or_none(file) is None
    assert not file.exists()
    file.write_bytes(samples.COVERAGE)
    assert load_or_none(file) is not None


@pytest.mark.parametrize("record", [b"true", b"[" * 20000, b'{"process": 3}', b""])
def test_a_worktree_whose_owner_can_not_be_read_is_left_over(tmp_path: Path, record: bytes) -> None:
    (tmp_path / "owners").mkdir()
    (tmp_path / "owners" / "IMPL-fix-1.json").write_bytes(record)
    assert Worktrees(tmp_path, tmp_path / "repo.git").sweep(None) == ["IMPL-fix-1"]
