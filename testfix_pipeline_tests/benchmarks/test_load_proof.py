"""A part of `make prove-load`: owners in containers that share a disk, one of them killed at its work."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PART = """
import sys
from pathlib import Path
from benchmarks.load import container
from benchmarks.load.wave import run_wave

if not container.works():
    sys.exit("no containers here")
wave = run_wave("one session, containers", Path(sys.argv[1]), 3)
assert not wave.wrong, wave.wrong
assert (wave.ended, wave.refused) == (1, 2), wave
"""


@pytest.mark.bubblewrap
def test_a_session_of_a_killed_container_is_taken_up_by_one_owner_in_and_out_of_containers(tmp_path: Path) -> None:
    """The owner is seen as living while it does, from another namespace; then one of three has the session."""
    top = Path(__file__).resolve().parents[2]
    command = [sys.executable, "-c", PART, str(tmp_path / "wave")]
    done = subprocess.run(command, cwd=top, capture_output=True, text=True)
    if "no containers here" in done.stderr:
        pytest.skip("bubblewrap makes no containers here")
    assert done.returncode == 0, done.stdout + done.stderr
