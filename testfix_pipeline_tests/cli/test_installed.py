"""`testfix` from its wheel, in an empty folder and with nothing set; the settings file that it writes for people."""

from __future__ import annotations

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
from testfix_pipeline_tests.cli.conftest import COMMAND

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
def installed(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Call with the arguments of the installed `testfix`, in an empty folder, without a DAGSTER_HOME."""
    monkeypatch.delenv("DAGSTER_HOME", raising=False)
    empty = tmp_path / "empty"
    empty.mkdir()

    def run(*arguments: str | Path) -> Any:
        command = [sys.executable, "-c", COMMAND, *map(str, arguments)]
        environment = {**os.environ, "PYTHONPATH": str(site)}
        return subprocess.run(command, cwd=empty, env=environment, capture_output=True, text=True, check=False)

    return run


def test_the_wheel_fixes_a_project_from_an_empty_folder(
    calc: Any, installed: Callable[..., Any], own_world: Path
) -> None:
    fixed = installed("fix", "--project", calc.root, "--json")
    assert fixed.returncode == 0, fixed.stderr
    assert (own_world / ".testfix" / "dagster.yaml").is_file()
    assert installed("history").returncode == 0


def test_the_wheel_knows_where_the_ui_lies_and_has_its_examples(
    site: Path, installed: Callable[..., Any], own_world: Path
) -> None:
    said = installed("ui", "--dry-run", "--port", "3456")
    assert said.returncode == 0, said.stderr
    assert "http://127.0.0.1:3456" in said.stdout and f"home     {own_world / '.testfix'}" in said.stdout
    workspace = site / "testfix_pipeline" / "workspace.yaml"
    assert f"-w {workspace}" in said.stdout and workspace.is_file()
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


def test_init_writes_every_setting_commented_out_and_keeps_a_file_that_is_there(
    calc: Any, testfix: Callable[..., Any]
) -> None:
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
