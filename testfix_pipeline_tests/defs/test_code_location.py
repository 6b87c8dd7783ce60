"""The code location as `make ui` and the daemon load it: by a server of their own, from the workspace file."""

import subprocess
import sys
from pathlib import Path


def test_a_code_server_loads_the_definitions(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "dagster", "definitions", "validate", "-m", "testfix_pipeline.definitions"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
