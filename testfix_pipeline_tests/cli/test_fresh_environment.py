"""The wheel in a fresh environment and an empty folder: demo, fix, the UI, a night. `make test-full` runs it."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml

from testfix_pipeline_tests.dagster_server import PATIENCE_S, Server, free_port, serving

ROOT = Path(__file__).parents[2]
PAUSE_S = 0.5
FIXES = '{ runsOrError(filter: {pipelineName: "fix"}) { ... on Runs { results { runId } } } }'

pytestmark = pytest.mark.wheel


@pytest.fixture(scope="module")
def testfix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The script `testfix` of an environment that holds the wheel and the locked packages, from uv's cache."""
    place = tmp_path_factory.mktemp("fresh")
    uv = str(Path(sys.executable).with_name("uv"))
    home = {"HOME": str(Path.home())} if "HOME" in os.environ else {}

    def run(*words: str) -> None:
        subprocess.run([uv, *words], check=True, env={**os.environ, **home})

    python = str(place / "env" / "bin" / "python")
    offline = ("--quiet", "--offline", "--python")
    build = ("build", "--wheel", "--no-build-isolation", *offline, sys.executable, "-o", str(place / "dist"))
    run(*build, str(ROOT))
    run("venv", "--quiet", "--python", sys.executable, str(place / "env"))
    run("pip", "install", *offline, python, "--require-hashes", "-r", str(ROOT / "requirements.lock"))
    [wheel] = (place / "dist").glob("*.whl")
    run("pip", "install", *offline, python, "--no-deps", str(wheel))
    return place / "env" / "bin" / "testfix"


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to call from; nothing is set that could lead to this checkout."""
    for name in ("DAGSTER_HOME", "PYTHONPATH", "VIRTUAL_ENV"):
        monkeypatch.delenv(name, raising=False)
    place = tmp_path / "empty"
    place.mkdir()
    return place


def said(testfix: Path, folder: Path, *words: str) -> str:
    done = subprocess.run([testfix, *words], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_demo_turns_its_projects_green(testfix: Path, empty: Path) -> None:
    assert "ledger" in said(testfix, empty, "demo")
    assert list(empty.iterdir()) == []


def test_it_fixes_shows_that_in_the_ui_and_has_a_night(testfix, empty, own_world, calc, repository) -> None:
    answer = json.loads(said(testfix, empty, "fix", "--project", str(calc.root), "--json").splitlines()[-1])
    assert answer["outcome"] == "success"
    nightly = repository("nightly", files={path.name: path.read_text() for path in calc.root.glob("*.py")})
    entry = {"name": "calc", "path": str(nightly.root), "agents": ["builtin"], "schedule": "* * * * *"}
    (own_world / ".testfix" / "projects.yaml").write_text(yaml.safe_dump({"projects": [entry]}))
    port = free_port()
    with serving([str(testfix), "ui", "--port", str(port)], port, empty) as server:
        assert server.end_of(first_night(server)) == "SUCCESS"
    [shown] = json.loads(said(testfix, empty, "nightly", "show", "--json"))["projects"]
    assert shown["project"] == "calc" and shown["nights"][0]["started"]
    sessions = json.loads(said(testfix, empty, "status", "--project", str(nightly.root), "--json"))["sessions"]
    assert sessions[0]["status"] == "completed"
    assert list(empty.iterdir()) == []


def first_night(server: Server) -> str:
    """The first run that the daemon starts, after that of the command line, which is there from the beginning."""
    latest = time.monotonic() + PATIENCE_S
    while time.monotonic() < latest:
        runs = [one["runId"] for one in server.ask(FIXES)["runsOrError"]["results"]]
        assert runs, "the fix of the command line"
        if len(runs) > 1:
            return runs[-2]
        try:
            server.process.wait(PAUSE_S)
        except subprocess.TimeoutExpired:
            continue
        raise AssertionError(server.log.read_text()[-4000:])
    raise AssertionError(f"no night began: {server.log.read_text()[-4000:]}")
