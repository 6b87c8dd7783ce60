"""What was made of a file is kept while the file is as it was."""

import os
import time
from pathlib import Path

import pytest

from testfix_pipeline.core.last_read import LastRead

HOUR_NS = 3_600_000_000_000


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that was written an hour ago, by the clock of the module."""
    now = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: now() + HOUR_NS)
    path = tmp_path / "large"
    path.write_text("one")
    return path


def test_a_file_is_read_once_until_it_changes(file: Path) -> None:
    kept, texts = LastRead[str](), []

    def read() -> str:
        texts.append(file.read_text())
        return texts[-1]

    assert [kept.of(file, read) for _ in range(3)] == ["one"] * 3
    file.write_text("three")
    assert [kept.of(file, read) for _ in range(2)] == ["three"] * 2
    other = file.with_name("other")
    other.write_text("fours")
    os.utime(other, ns=(file.stat().st_atime_ns, file.stat().st_mtime_ns))
    other.replace(file)
    assert kept.of(file, read) == "fours"
    assert texts == ["one", "three", "fours"]


def test_a_file_that_was_just_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_text("one")
    os.utime(path, ns=(0, time.time_ns() + HOUR_NS))
    kept = LastRead[str]()
    assert kept.of(path, path.read_text) == "one"
    path.write_text("two")
    os.utime(path, ns=(0, time.time_ns() + HOUR_NS))
    assert kept.of(path, path.read_text) == "two"
