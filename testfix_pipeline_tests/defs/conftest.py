"""A Dagster instance on disk that ends with the test, and small broken projects with scripted answers."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from testfix_pipeline.defs.runs.job_runner import JobEnd, instance, run_job
from testfix_pipeline_tests.cycle.projects import analyses, calc_files
from testfix_pipeline_tests.postgres_server import Postgres, postgres


@pytest.fixture(autouse=True)
def instance_home(tmp_path: Path, own_world: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home of the instance that the runs of this test share."""
    place = tmp_path / "instance"
    place.mkdir()
    monkeypatch.setenv("DAGSTER_HOME", str(place))
    return place


@pytest.fixture
def calc(repository: Callable[..., Any]) -> Callable[..., Any]:
    """Call with the names of bugs: a repository whose tests fail for them."""

    def make(*bugs: str, name: str = "project", **files: str) -> Any:
        return repository(name, files={**calc_files(*bugs), **files})

    return make


@pytest.fixture
def script(tmp_path: Path) -> Callable[..., str]:
    """Write the answers of a scripted agent; its name for `agents`."""

    def write(fixes: dict[str, Any], name: str = "script") -> str:
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps({"name": name, "analyses": analyses(10), "fixes": fixes}))
        return f"recorded:{path}"

    return write


@dataclass
class Run:
    """How a run ended, and what Dagster keeps of it."""

    end: JobEnd
    record: dg.DagsterRun
    events: list[dg.DagsterEvent]

    def metadata(self, step: str, output: str = "result") -> dict[str, Any]:
        """What a step showed with one of its outputs."""
        for event in self.events:
            if event.is_successful_output and event.step_key == step:
                data = event.step_output_data
                if data.step_output_handle.output_name == output:
                    return {key: value.value for key, value in data.metadata.items()}
        raise AssertionError(f"{step} has no output {output}")

    def materializations(self, asset: str) -> list[dg.AssetMaterialization]:
        events = [event for event in self.events if event.is_step_materialization]
        found = [event.step_materialization_data.materialization for event in events]
        return [one for one in found if one.asset_key == dg.AssetKey(asset)]


def look(end: JobEnd) -> Run:
    with instance() as opened:
        record = opened.get_run_by_id(end.run_id)
        assert record is not None
        return Run(end, record, [entry.dagster_event for entry in opened.all_logs(end.run_id) if entry.dagster_event])


@pytest.fixture
def launched() -> Callable[..., Run]:
    """Launch a job with its flat configuration, as the CLI does, and look at what Dagster kept."""

    def run(job: str, project: Any, **launch: Any) -> Run:
        return look(run_job(job, {"project": str(project.root), **launch}))

    return run


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    """A database server that ends with the module."""
    pytest.importorskip("dagster_postgres", reason="the extra `postgres` is not installed")
    with postgres() as running:
        yield running
