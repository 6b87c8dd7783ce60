"""Files of a target project may be anything."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from testfix_pipeline.execution.project_files import read_json, read_text, read_toml, read_yaml

READERS = [(read_json, '{"a": 1}'), (read_toml, "a = 1\n"), (read_yaml, "a: 1\n")]


@pytest.mark.parametrize("content", [b"", b"[", b"a = = b", b"- 1", b"{a: [", b"[" * 5000, b"\xff\xfe", b"3"])
@pytest.mark.parametrize("read", [read for read, _ in READERS])
def test_anything_else_reads_as_empty(tmp_path: Path, read: Callable[[Path], object], content: bytes) -> None:
    file = tmp_path / "settings"
    file.write_bytes(content)
    assert read(file) == {}


def test_other_bytes_than_utf8_are_replaced_and_huge_files_are_not_read(tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_bytes(b"caf\xe9")
    assert read_text(file) == "caf\ufffd"
    with file.open("r+b") as stream:
        stream.truncate(20_000_001)
    assert read_text(file) == ""
