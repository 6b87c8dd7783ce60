"""What git answers, and what is no answer at all."""

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import git.cmd  # noqa: F401  which looks for the real git when it is loaded
import pytest

from testfix_pipeline.core.errors import MachineError, ProjectError
from testfix_pipeline.workspace.git import git_client
from testfix_pipeline.workspace.git.git_client import GitClient


@pytest.fixture
def other_git(tmp_path, monkeypatch):
    """Put a script in git's place."""

    def put(text: str) -> GitClient:
        folder = tmp_path / "bin"
        folder.mkdir()
        (folder / "git").write_text(f"#!/bin/sh\n{text}\n")
        (folder / "git").chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
        return GitClient(tmp_path)

    return put


@pytest.mark.parametrize("trouble", ["No space left on device", "Input/output error", "Permission denied"])
def test_a_git_that_the_machine_hinders_has_not_said_no(other_git, trouble):
    git = other_git(f"echo 'fatal: unable to read index: {trouble}' >&2; exit 128")
    with pytest.raises(MachineError, match=trouble) as caught:
        git.resolve("HEAD")
    assert "testfix resume" in caught.value.next_step


def test_a_no_of_git_is_an_answer(other_git):
    git = other_git("echo 'fatal: Needed a single revision' >&2; exit 128")
    assert git.resolve("HEAD") is None
    with pytest.raises(ProjectError, match="Needed a single revision"):
        git.run("rev-parse", "HEAD")


def test_a_git_that_does_not_end_is_ended_and_said(other_git, monkeypatch):
    monkeypatch.setattr(git_client, "LONGEST_CALL", 0.2)
    with pytest.raises(MachineError, match=r"did not end within .* seconds in .*status"):
        other_git("exec sleep 60").attempt("status")


def test_variables_of_an_outer_git_are_not_passed_on(repo, monkeypatch):
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    assert GitClient(repo.root).attempt("rev-parse", "--git-dir").out == b".git\n"


def first_words(fifo: Path, seconds: float = 60) -> bytes:
    """What is written first into a FIFO; fails where nothing is, as after an error of who should write."""
    reading = os.open(fifo, os.O_RDWR)  # which does not wait for a writer
    try:
        assert select.select([reading], [], [], seconds)[0], "nothing was written"
        return os.read(reading, select.PIPE_BUF)
    finally:
        os.close(reading)


@pytest.mark.parametrize(
    ("number", "ignored"),
    [(signal.SIGINT, signal.SIGUSR1), (signal.SIGTERM, signal.SIGUSR1), (signal.SIGINT, signal.SIGTERM)],
)
def test_a_process_that_is_interrupted_in_a_call_of_git_ends_at_once_and_git_with_it(
    other_git, tmp_path, number, ignored
):
    started = tmp_path / "started"
    os.mkfifo(started)
    # What no pipe holds is only written once somebody reads: by then the call waits for git's end.
    other_git(f"head -c 1000000 /dev/zero; echo $$ > {started}; exec sleep 600")
    interrupted = (
        "import os, signal, git.cmd; from pathlib import Path\n"
        "from testfix_pipeline.workspace.git import git_client\n"
        "from testfix_pipeline.workspace.git.git_client import GitClient\n"
        "git_client.GRACE = 0.2\n"
        f"signal.signal({int(ignored)}, signal.SIG_IGN)\n"
        f"os.environ['PATH'] = {os.environ['PATH']!r}\n"
        f"signal.signal({int(number)}, signal.default_int_handler)\n"
        f"GitClient(Path({str(tmp_path)!r})).attempt('status')\n"
    )
    before = {**os.environ, "PATH": os.defpath}
    with subprocess.Popen([sys.executable, "-c", interrupted], env=before, stderr=subprocess.PIPE) as child:
        try:
            called = int(first_words(started))
            child.send_signal(number)
            said = child.communicate(timeout=60)[1]
        finally:
            child.kill()
    assert b"KeyboardInterrupt" in said
    with pytest.raises(ProcessLookupError):
        os.kill(called, 0)


def test_what_the_client_sets_itself_holds_within_an_outer_git(repo, tmp_path, monkeypatch):
    """As in a hook, for which git names the index of the commit: with another index, only that one is written."""
    monkeypatch.setenv("GIT_INDEX_FILE", str(repo.root / ".git" / "index"))
    before = repo.fingerprint()
    git = GitClient(repo.root, repo.root / ".git", repo.root).with_index(tmp_path / "index")
    git.run("read-tree", "HEAD")
    git.run("update-index", "--force-remove", "calc.py", "lib/text.py")
    assert git.names("ls-files", "-z") == [] and (tmp_path / "index").exists()
    assert repo.fingerprint() == before
