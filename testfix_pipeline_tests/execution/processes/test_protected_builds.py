"""Without a full sandbox, tests can't change what compilers made for all projects, and can do all else."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import pytest

from testfix_pipeline.execution.build_cache import shared_build_cache
from testfix_pipeline.execution.processes import protected_builds, supervisor
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project import SandboxPolicy

PLAIN = SandboxPolicy(mode="off")
CODE = """\
import os, pathlib, subprocess, sys
builds, tree = map(pathlib.Path, sys.argv[1:])
def say(what, act):
    try:
        act()
        print(what, "done")
    except OSError as error:
        print(what, type(error).__name__)
say("write", lambda: (builds / "known").write_text("forged"))
say("make", lambda: (builds / "new").write_text("forged"))
say("remove", lambda: (builds / "known").unlink())
say("move", lambda: builds.rename(builds.with_name("other")))
say("link", lambda: os.link(builds / "known", tree / "link"))
print("child", subprocess.run(["sh", "-c", f"echo forged > {builds}/known"], stderr=subprocess.DEVNULL).returncode)
print("read", (builds / "known").read_text())
say("own", lambda: ((tree / "a").mkdir(), (tree / "b").write_text("b"), (tree / "b").rename(tree / "a/b")))
say("null", lambda: pathlib.Path("/dev/null").write_text("x"))
say("temporary", lambda: pathlib.Path(os.environ["TMPDIR"], "x").write_text("x"))
"""


@pytest.fixture
def builds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the builds, which is not among temporary files, with a file."""
    place = tmp_path / "cache" / "builds"
    place.mkdir(parents=True)
    (place / "known").write_text("made")
    monkeypatch.setenv("TESTFIX_BUILDS", str(place))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    if not protected_builds.can_protect_builds():
        pytest.skip("this system has no Landlock")
    return place


def said(builds: Path, tree: Path, *writable: Path) -> dict[str, str]:
    """What the process could do."""
    tree.mkdir()
    done = run(
        [sys.executable, "-c", CODE, str(builds), str(tree)], cwd=tree, env={"PATH": "/usr/bin:/bin"},
        limits=ProcessLimits(30.0), policy=PLAIN, writable=[tree, *writable],
    )  # fmt: skip
    return dict(line.split(" ", 1) for line in done.stdout.decode().splitlines())


def test_a_process_changes_no_builds_and_all_else_as_ever(builds: Path, tmp_path: Path) -> None:
    found = said(builds, tmp_path / "tree")
    assert found.pop("child") != "0"
    assert found == {
        **dict.fromkeys(("write", "make", "remove", "move"), "PermissionError"), "link": "OSError",
        "read": "made", **dict.fromkeys(("own", "null", "temporary"), "done"),
    }  # fmt: skip
    assert [one.name for one in builds.iterdir()] == ["known"] and (builds / "known").read_text() == "made"


def test_a_process_that_builds_may_write_there(builds: Path, tmp_path: Path) -> None:
    assert said(builds, tmp_path / "tree", builds)["write"] == "done"


def test_builds_are_shared_where_they_can_be_protected(builds: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "bubblewrap_works", lambda: False)
    assert shared_build_cache("go", SandboxPolicy()) == builds / "go"
    monkeypatch.setattr(tempfile, "tempdir", str(builds.parent))
    assert shared_build_cache("go", SandboxPolicy()) is None
