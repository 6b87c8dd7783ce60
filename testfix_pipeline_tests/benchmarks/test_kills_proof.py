"""A part of `make prove-kills`: two iterations, killed and hindered at places spread over the second."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PART = """
import sys
from pathlib import Path
from benchmarks.kills.sweep import Sweep

sweep = Sweep(Path(sys.argv[1]), segments=2)
kills, fails = (len(sweep.operations(mode)[1]) for mode in ("kill", "fail"))
assert kills > 150 and fails > 200, (kills, fails)
rows = [sweep.killed(1, kills * part // 6 + 1) for part in (1, 3, 5)]
rows += [sweep.failed(1, fails * part // 5 + 1) for part in (2, 4)]
for row in rows:
    print(row.ended, row.what)
    assert not row.wrong, row
assert [row.ended for row in rows[:3]] == ["killed"] * 3
assert all(row.ended == "done" or "Error: " in row.ended for row in rows[3:])
"""


def test_a_cycle_broken_off_anywhere_is_resumed_as_if_nothing_had_been(tmp_path: Path) -> None:
    top = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", PART, str(tmp_path / "sweep")], cwd=top, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
