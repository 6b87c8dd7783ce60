"""The command line on a terminal: completion in a real bash, and colours."""

import os
import pty
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.workspace.own_settings import read_own_settings
from testfix_pipeline_tests.agents import fake_codex, planted_logins

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


def on_terminal(*arguments: str, answer: str = "", **environment: str) -> str:
    """What `testfix` prints on a terminal, where `answer` is typed."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "testfix_pipeline.cli.app", *arguments]
    variables = {**os.environ, "TERM": "xterm-256color", **environment}
    running = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=variables)
    os.close(theirs)
    os.write(ours, answer.encode())
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


QUESTION = "May codex use the login of your account? [y/N]: "


@pytest.mark.parametrize(
    ("options", "answer", "is_asked", "is_on"),
    [
        ((), "y\n", True, True),
        ((), "\n", True, False),
        (("--yes",), "y\n", False, False),
        (("--json",), "", False, False),
    ],
    ids=["yes", "the default", "not asked", "not asked with --json"],
)
def test_init_asks_once_whether_tools_may_use_their_logins(
    repository: Callable[..., Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    options: tuple[str, ...],
    answer: str,
    is_asked: bool,
    is_on: bool,
) -> None:
    for name in ("CODEX_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    fake_codex.install(tmp_path / "bin")
    home, path = planted_logins.plant(tmp_path / "users-home"), f"{tmp_path / 'bin'}:/usr/bin:/bin"
    root = repository(files={"calc.py": "ONE = 1\n"}).root
    said = on_terminal("init", "--project", str(root), *options, answer=answer, HOME=str(home), PATH=path)
    assert said.count(QUESTION) == is_asked
    assert f"codex ({'used' if is_on else 'not used; --agent-logins switches it on'})" in said
    assert read_own_settings(root) == ({"agent_logins": True} if is_on else {})
