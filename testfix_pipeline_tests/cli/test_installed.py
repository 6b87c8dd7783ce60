"""`testfix` from its wheel, in an empty folder and with nothing set; the settings file that it writes for people."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from testfix_pipeline.core.configuration.setting_sources import merge_config
from testfix_pipeline.defs.runs.head_start import CODE_LOCATION
from testfix_pipeline_tests.cli.conftest import COMMAND
from testfix_pipeline_tests.dagster_server import free_port, serving

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which our own wheel was built by the installed hatchling, and installed, offline."""
    place = tmp_path_factory.mktemp("site")
    uv = Path(sys.executable).with_name("uv")
    options = [
        "--quiet",
        "--offline",
        "--no-build-isolation",
        "--no-deps",
        "--python",
        sys.executable,
        "--target",
        str(place),
    ]
    home = {"HOME": str(Path.home())} if "HOME" in os.environ else {}
    subprocess.run([uv, "pip", "install", *options, str(ROOT)], check=True, env={**os.environ, **home})
    return place


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """An empty folder."""
    place = tmp_path / "empty"
    place.mkdir()
    return place


@pytest.fixture
def installed(site: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Call with the arguments of the installed `testfix`, in an empty folder, without a DAGSTER_HOME."""
    monkeypatch.delenv("DAGSTER_HOME", raising=False)
    monkeypatch.setenv("PYTHONPATH", str(site))

    def run(*arguments: str | Path) -> Any:
        command = [sys.executable, "-c", COMMAND, *map(str, arguments)]
        return subprocess.run(command, cwd=elsewhere, capture_output=True, text=True, check=False)

    return run


def test_the_wheel_fixes_a_project_from_an_empty_folder_and_its_ui_runs_that_again(
    calc: Any, installed: Callable[..., Any], own_world: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed = installed("fix", "--project", calc.root, "--json")
    assert fixed.returncode == 0, fixed.stderr
    home = own_world / ".testfix"
    assert installed("history").returncode == 0
    port = free_port()
    with serving([sys.executable, "-c", COMMAND, "ui", "--port", str(port)], port, elsewhere) as server:
        *_, run_id = server.run_ids()  # the newest first: the history may be made meanwhile
        assert server.end_of(server.reexecute(run_id)) == "SUCCESS"
        assert "DAGSTER_HOME is not set" not in server.log.read_text()
    copied = elsewhere.with_name("copied")
    copied.mkdir()
    (copied / ".env").write_bytes((home / ".env").read_bytes())
    port = free_port()
    command = [sys.executable, "-m", "dagster", "dev", "-m", CODE_LOCATION, "-h", "127.0.0.1", "-p", str(port)]
    with serving(command, port, copied) as server:
        assert run_id in server.run_ids(), "without DAGSTER_HOME"
        assert server.end_of(server.reexecute(run_id)) == "SUCCESS"
        assert "DAGSTER_HOME is not set" not in server.log.read_text()
    monkeypatch.setenv("DAGSTER_HOME", str(home))
    command = [sys.executable, "-m", "dagster", "run", "list"]
    listed = subprocess.run(command, cwd=elsewhere, capture_output=True, text=True, check=True)
    assert run_id in listed.stdout
    assert list(elsewhere.iterdir()) == []


def test_dagster_dev_without_the_home_says_which_instance_the_commands_use(installed, own_world, elsewhere) -> None:
    port = free_port()
    command = [sys.executable, "-m", "dagster", "dev", "-m", CODE_LOCATION, "-h", "127.0.0.1", "-p", str(port)]
    with serving(command, port, elsewhere) as server:
        assert server.run_ids() == []
        found = server.ask(
            "{ repositoriesOrError { ... on RepositoryConnection "
            "{ nodes { location { name } jobs { name description } } } } }"
        )
        (repository,) = found["repositoriesOrError"]["nodes"]
        said = server.log.read_text()
    sentence = f"not that of the `testfix` commands ({own_world / '.testfix'}). To see their runs, start `testfix ui`"
    assert said.count(f"{sentence}.") == 1, "the home has no file to copy before the first command"
    jobs = {job["name"]: job["description"] for job in repository["jobs"]}
    assert sentence in jobs["fix"] and sentence in jobs["test_fix"]
    assert repository["location"]["name"] == CODE_LOCATION, "runs of the command line name it so"


def test_the_wheel_knows_where_the_ui_lies_and_has_its_examples(site, installed, own_world) -> None:
    said = installed("ui", "--dry-run", "--port", "3456")
    assert said.returncode == 0, said.stderr
    assert "http://127.0.0.1:3456" in said.stdout and f"home     {own_world / '.testfix'}" in said.stdout
    workspace = site / "testfix_pipeline" / "workspace.yaml"
    assert f"-w {workspace}" in said.stdout and workspace.is_file() and not (own_world / ".testfix").exists()
    assert {path.name for path in (site / "testfix_pipeline" / "examples").iterdir()} >= {
        "ledger",
        "parcel",
        "thermostat",
    }


def test_the_package_has_a_script_of_its_own_name(site: Path, tmp_path: Path) -> None:
    """`uvx testfix-pipeline` runs the script that is called as the package is."""
    script = site / "bin" / "testfix-pipeline"
    environment = {**os.environ, "PYTHONPATH": str(site)}
    said = subprocess.run([script, "verify", "--help"], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert said.returncode == 0 and "Judge anybody's change" in said.stdout, said.stderr


def test_init_writes_every_setting_commented_out_and_keeps_a_file_that_is_there(calc, testfix) -> None:
    made = testfix("init", "--project", calc.root)
    assert made.code == 0, made.err
    file = calc.root / ".workflow" / "testfix.yaml"
    text = file.read_text()
    assert yaml.safe_load(text) is None and "# Found: interpreter:" in text
    settings = yaml.safe_load("\n".join(re.findall(r"^#(\w.*)", text, re.MULTILINE)))
    assert merge_config(launch={}, project_file=settings, trusted=True) == merge_config(launch={})
    assert calc.git("status", "--short").split() == ["??", ".workflow/"], "it can be committed"
    again = testfix("init", "--project", calc.root)
    assert again.code == 2 and "--force" in again.err and file.read_text() == text
