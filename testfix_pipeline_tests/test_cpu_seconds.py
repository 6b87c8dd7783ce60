"""The sums of CPU seconds: each test has those of its processes, and they are printed by folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from testfix_pipeline_tests.execution.targets import PLAIN

ROOT = Path(__file__).parents[1]
WORK = "n = 0\nwhile n < 3_000_000: n += 1"


def test_the_sums_are_printed_by_folder_and_test() -> None:
    test = "testfix_pipeline_tests/test_class_names.py"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--cpu-seconds", "1", test]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **PLAIN}, capture_output=True, text=True, check=True)
    assert re.search(r"CPU seconds: \d+ of tests, \d+ with collecting them", done.stdout)
    assert re.search(r"^ +\d+\.\d  test_class_names\.py$", done.stdout, re.MULTILINE)
    assert re.search(rf"^ +\d+\.\d  {re.escape(test)}::", done.stdout, re.MULTILINE)
