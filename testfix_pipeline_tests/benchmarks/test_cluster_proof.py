"""`make prove-cluster` with its smallest numbers: real Redis, PostgreSQL and workers of Celery, some of them killed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.database
def test_nothing_is_lost_and_nothing_lands_twice(tmp_path: Path) -> None:
    if shutil.which("redis-server") is None or shutil.which("psql") is None:
        pytest.skip("Redis or PostgreSQL is not installed; make test-full does it")
    environment = {**os.environ, "TESTFIX_BENCH_CACHE": str(tmp_path)}
    command = [sys.executable, "-m", "benchmarks.cluster", "--smallest"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    last = (done.stdout.splitlines() or [done.stderr[-4000:]])[-1]
    found = re.fullmatch(
        r"4 races, (\d+) kills, (\d+) attempts: 0 lost, 0 landed twice, \d+ stuck, 0 other errors; .*", last
    )  # a machine that others use may be silent for two minutes, which the proof calls stuck
    assert found is not None, done.stdout + done.stderr[-4000:]
    assert int(found[1]) >= 2 and int(found[2]) >= 10
