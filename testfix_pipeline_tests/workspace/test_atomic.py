"""Atomic writes at their edges; kills in the middle are in test_store."""

from pathlib import Path

from testfix_pipeline.workspace.files.atomic import keep_previous, write_atomic


def test_keeping_the_same_version_twice_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    write_atomic(path, b"1")
    keep_previous(path)
    keep_previous(path)
    assert sorted(entry.name for entry in tmp_path.glob("*state*")) == ["state.json", "state.json.bak"]
