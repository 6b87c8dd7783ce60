"""A home of the test's own, where repairs without a session keep their patches; repairs beside an updated library."""

from collections.abc import Callable
from pathlib import Path

import pytest

from testfix_pipeline.standalone.api import repair_project
from testfix_pipeline.standalone.report import ProjectRepair
from testfix_pipeline_tests.libraries import install

Repairer = Callable[..., ProjectRepair]


@pytest.fixture(autouse=True)
def own_instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path / "instance"))


@pytest.fixture
def updated(tmp_path: Path, write: Callable[..., Path]) -> Repairer:
    """Repairs a project of these files beside version 2 of a library."""

    def run(files: dict[str, str], seconds: float = 60, library: dict[str, str] | None = None) -> ProjectRepair:
        site = install(tmp_path / "site", files=library)
        environment = {"PYTHONPATH": str(site), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        settings = {"env": environment, "sandbox": {"read": [str(site)]}}
        return repair_project(write(files), seconds=seconds, cores=1, settings=settings)

    return run
