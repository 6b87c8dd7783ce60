"""The command line on a terminal: completion in a real bash, and colours."""

import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

COMPLETE = """\
source <(testfix completion bash)
complete -p testfix > /dev/null || exit 1
try() {
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
    _testfix_completion testfix
    echo "${COMPREPLY[*]}"
}
try testfix exp
try testfix fix --preset q
try testfix status --project PROJECT --session WFS-test-t
"""


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_commands_values_and_sessions(tmp_path: Path) -> None:
    for name in ("active/WFS-test-two", "archives/WFS-test-three", "active/WFS-other"):
        (tmp_path / ".workflow" / name).mkdir(parents=True)
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    script = COMPLETE.replace("PROJECT", str(tmp_path))
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, env={**os.environ, "PATH": path})
    assert done.stdout.splitlines() == ["explain expand", "quick", "WFS-test-three WFS-test-two"], done.stderr


def on_terminal(*arguments: str, **environment: str) -> str:
    """What `testfix` prints on a terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "testfix_pipeline.cli.app", *arguments]
    running = subprocess.Popen(
        command, stdout=theirs, stderr=theirs, env={**os.environ, "TERM": "xterm-256color", **environment}
    )
    os.close(theirs)
    said = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        said += part
    os.close(ours)
    assert running.wait() == 0, said
    return said.decode()


def coloured(text: str) -> bool:
    return any(f"\x1b[{code}" in text for code in ("3", "1;3", "38;", "9"))


def test_colours_are_for_terminals_that_want_them(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    assert coloured(on_terminal("sessions", "--help"))
    assert not coloured(on_terminal("sessions", "--help", NO_COLOR="1"))
    piped = subprocess.run(
        [sys.executable, "-m", "testfix_pipeline.cli.app", "sessions", "--help"], capture_output=True
    )
    assert b"\x1b[" not in piped.stdout
