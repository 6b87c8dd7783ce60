"""What a call that no test makes may do: anything that ends with it."""

import subprocess
import sys
from pathlib import Path

import pytest

from testfix_pipeline.execution.in_target import testfix_children

GUARDED = """\
import os, socket, sqlite3, sys
sys.path.insert(0, {folder!r})
from testfix_children import EffectGuard
guard = EffectGuard()
sys.addaudithook(guard)
try:
    {code}
finally:
    print(guard.refused)
"""


@pytest.mark.parametrize(
    ("code", "refused"),
    [
        ("sqlite3.connect(':memory:').execute('select 1')", []),
        ("sqlite3.connect('kept.db')", ["sqlite3.connect"]),
        ("open(os.devnull).read()", []),
        ("open('kept.txt', 'w')", ["open"]),
        ("os.mkdir('kept')", ["os.mkdir"]),
        ("socket.create_connection(('127.0.0.1', 9))", ["socket.getaddrinfo"]),
    ],
)
def test_only_what_outlasts_a_call_is_refused(code: str, refused: list[str], tmp_path: Path) -> None:
    folder = str(Path(testfix_children.__file__).parent)
    text = GUARDED.format(folder=folder, code=code)
    found = subprocess.run([sys.executable, "-c", text], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert found.stdout.strip() == str(refused), found.stderr
    assert (found.returncode == 0) is (not refused) and not list(tmp_path.glob("kept*"))
