"""The demo's project in JavaScript: fixed where there is Node.js, and said to be skipped where not."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from testfix_pipeline.cli.demo import fix_javascript


@pytest.fixture
def console() -> Console:
    return Console(file=io.StringIO(), width=200)


def test_the_project_in_javascript_goes_green(node: str, tmp_path: Path, console: Console) -> None:
    found = fix_javascript(console, tmp_path)
    assert found is not None
    assert (found["outcome"], found["pass_rate"], found["grade"]) == ("success", 100, "proved")
    assert "parcel: testfix fix" in console.file.getvalue()  # type: ignore[attr-defined]


def test_without_node_it_is_skipped_and_said(tmp_path: Path, console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert fix_javascript(console, tmp_path) is None
    said = console.file.getvalue()  # type: ignore[attr-defined]
    assert "parcel: skipped" in said and "there is no `node` on the PATH" in said
    assert not (tmp_path / "parcel").exists()
