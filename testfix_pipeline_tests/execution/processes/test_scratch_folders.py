"""Temporary folders of living processes stay, those of dead ones go."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from testfix_pipeline.execution.processes import scratch_folders


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


MAKER = """
import sys, tempfile
tempfile.tempdir = sys.argv[1]
from testfix_pipeline.execution.processes import scratch_folders
print(scratch_folders.make_folder(), flush=True)
sys.stdin.read()
"""


def test_a_folder_lives_as_long_as_its_process(place):
    command = [sys.executable, "-c", MAKER, str(place)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        theirs = Path(other.stdout.readline().strip())
        assert theirs.parent == place, "where the process failed it named none"
        (theirs / "big").write_text("x")
        mine = scratch_folders.make_folder()
        foreign = place / "somebody-elses"
        foreign.mkdir()
        assert scratch_folders.sweep() == []
        other.kill()
        other.wait()
        assert scratch_folders.sweep() == [theirs.name]
    assert {mine, foreign} <= set(place.iterdir()) and not theirs.exists()
    scratch_folders.drop(mine)
    scratch_folders.drop(mine)
    assert foreign.exists() and not mine.exists()


def test_a_link_is_not_followed(place, tmp_path_factory):
    target = tmp_path_factory.mktemp("target")
    (target / "file").write_text("x")
    (place / "testfix-own-x").symlink_to(target)
    assert scratch_folders.sweep() == []
    assert (target / "file").exists()
