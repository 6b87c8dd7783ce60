"""The component: a project's jobs, nights, checks and history in somebody else's code location."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
import yaml
from dagster.components import ScaffoldRequest

from testfix_pipeline import cycle
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.defs.component import TestfixProject, TestfixResource
from testfix_pipeline.defs.component.project_component import ProjectScaffolder
from testfix_pipeline.defs.component.project_runs import ProjectRuns
from testfix_pipeline.steps.session.ownership import release
from testfix_pipeline.workspace.sessions.session_lookup import list_sessions
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline_tests.cycle.projects import GOOD, fix

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture
def instance(instance_home: Path) -> Iterator[dg.DagsterInstance]:
    with dg.DagsterInstance.get() as opened:
        yield opened


@pytest.fixture
def project(repository: Callable[..., Any]) -> Callable[[str], Path]:
    """Call with the name of an example for a repository that holds it."""

    def make(name: str) -> Path:
        repo = repository(name)
        shutil.copytree(EXAMPLES / name, repo.root, dirs_exist_ok=True)
        repo.commit("first")
        return Path(repo.root)

    return make


@pytest.fixture
def deployment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., dg.RepositoryDefinition]]:
    """Call with the variables that the example names for its code location, loaded by Dagster's component loader."""
    place = shutil.copytree(EXAMPLES / "deployment", tmp_path / "deployment")
    monkeypatch.syspath_prepend(str(place))

    def load(**variables: Path) -> dg.RepositoryDefinition:
        for name, path in variables.items():
            monkeypatch.setenv(name, str(path))
        defs = dg.load_from_defs_folder(path_within_project=place / "deployment")
        dg.Definitions.validate_loadable(defs)
        return defs.get_repository_def()

    yield load
    for name in [name for name in sys.modules if name.partition(".")[0] == "deployment"]:
        del sys.modules[name]


def run(repository: dg.RepositoryDefinition, job: str, instance: dg.DagsterInstance, **more: Any) -> Any:
    return repository.get_job(job).execute_in_process(instance=instance, raise_on_error=False, **more)


def metadata_of(result: Any, *key: str) -> dict[str, Any]:
    [event] = (
        result.asset_materializations_for_node("__".join(key))
        if key[-1] == "cycle"
        else [one for one in result.get_asset_materialization_events() if one.asset_key == dg.AssetKey([*key])]
    )
    found = getattr(event, "materialization", event)
    return {name: value.value for name, value in found.metadata.items()}


def checks_of(result: Any) -> dict[str, bool]:
    return {one.check_name: one.passed for one in result.get_asset_check_evaluations()}


def test_the_example_adds_two_projects_to_what_a_code_location_has_and_they_go_green(
    deployment: Callable[..., dg.RepositoryDefinition], project: Callable[[str], Path], instance: dg.DagsterInstance
) -> None:
    ledger, timetable = project("ledger"), project("timetable")
    found = deployment(LEDGER=ledger, TIMETABLE=timetable)
    keys = {key.to_user_string() for key in found.asset_graph.get_all_asset_keys()}
    assert {"cycle", "testfix/ledger/cycle", "quality/timetable/cycle", "quality/timetable/pass_rate_trend"} <= keys
    assert {"fix", "testfix_ledger_fix", "quality_timetable_history"} <= {one.name for one in found.get_all_jobs()}
    assert [one.name for one in found.schedule_defs] == ["testfix_ledger_nightly"]
    assert {one.name for one in found.sensor_defs} == {"testfix_ledger_interrupted", "quality_timetable_interrupted"}

    first = run(found, "testfix_ledger_fix", instance)
    second = run(found, "quality_timetable_fix", instance)
    assert first.success and second.success
    assert metadata_of(first, "testfix", "ledger", "cycle")["pass_rate"] == 100.0
    assert checks_of(second) == {"green": True, "safe_to_take": True, "code_validation": True, "test_quality": True}
    assert metadata_of(second, "quality", "timetable", "sessions")["dagster/row_count"] == 1, "and none of the other"
    assert [len(list_sessions(root)) for root in (ledger, timetable)] == [1, 1]


@pytest.fixture
def runs_on(calc: Callable[..., Any], script: Callable[..., str]) -> Callable[..., Any]:
    """Call with a name and keys for a small broken project and its definitions, as a repository."""

    def make(name: str, answers: Mapping[str, Any] | None = None, **keys: Any) -> tuple[Any, dg.RepositoryDefinition]:
        repo = calc("half", name=name)
        given = {"name": name, "path": str(repo.root), "agents": [script(dict(answers or {}), name)], **keys}
        return repo, TestfixProject.of(**given).definitions().get_repository_def()

    return make


def test_a_red_suite_is_a_failed_check_and_no_failed_run(runs_on: Any, instance: dg.DagsterInstance) -> None:
    _, found = runs_on("calc", max_iterations=1)
    result = run(found, "testfix_calc_fix", instance)
    assert result.success and checks_of(result)["green"] is False


def test_two_code_locations_with_the_same_project_name_keep_apart(runs_on: Any, instance: dg.DagsterInstance) -> None:
    mine, here = runs_on("one", max_iterations=1, key_prefix="a/calc")
    other, there = runs_on("two", max_iterations=1, key_prefix=["b", "calc"])
    assert run(here, "a_calc_fix", instance).success and run(there, "b_calc_fix", instance).success
    tagged = {run.tags["testfix/component"]: run.tags["testfix/folder"] for run in instance.get_runs()}
    assert tagged == {"a_calc": str(mine.root), "b_calc": str(other.root)}
    [schedule] = here.schedule_defs
    context = dg.build_schedule_context(instance, scheduled_execution_time=datetime.now(UTC))
    [asked] = schedule(context)
    assert isinstance(asked, dg.RunRequest), "its session did not end green, whatever the other one's did"


def test_an_unfinished_run_of_a_namesake_in_another_code_location_is_none_of_ours(runs_on, instance) -> None:
    keys = {"max_iterations": 1, "key_prefix": "calc"}
    (_, here), (_, there) = (runs_on(place, **{**keys, "key_prefix": "calc"}) for place in ("one", "two"))
    job = there.get_job("calc_fix")
    instance.create_run_for_job(job, tags=dict(job.tags), status=dg.DagsterRunStatus.STARTED)
    asked = {}
    for place, found in (("one", here), ("two", there)):
        [schedule] = found.schedule_defs
        context = dg.build_schedule_context(instance, scheduled_execution_time=datetime.now(UTC))
        [asked[place]] = schedule(context)
    assert isinstance(asked["one"], dg.RunRequest) and isinstance(asked["two"], dg.SkipReason)


@pytest.fixture
def check_of_dg(project: Callable[[str], Path], tmp_path: Path) -> Callable[[str], Any]:
    """Call with what is appended to the attributes of the example's first project: what `dg check defs` says."""

    def check(more: str = "") -> Any:
        place = shutil.copytree(EXAMPLES / "deployment", tmp_path / "deployment")
        defs = place / "deployment" / "defs" / "ledger" / "defs.yaml"
        defs.write_text(defs.read_text() + more)
        variables = {"LEDGER": str(project("ledger")), "TIMETABLE": str(project("timetable"))}
        home = tmp_path / "dagster-home"
        home.mkdir()
        (home / "dagster.yaml").write_text("telemetry: {enabled: false}\n")
        folder = Path(sys.executable).parent
        path = f"{folder}{os.pathsep}{os.environ['PATH']}"
        given = {**os.environ, **variables, "DAGSTER_HOME": str(home), "PATH": path}
        return subprocess.run([folder / "dg", "check", "defs"], cwd=place, env=given, capture_output=True, text=True)

    return check


def test_the_example_passes_the_check_of_dg(check_of_dg: Callable[..., Any]) -> None:
    done = check_of_dg()
    assert done.returncode == 0, done.stdout + done.stderr
    assert "All definitions loaded successfully" in done.stdout


def test_a_wrong_attribute_fails_the_check_of_dg(check_of_dg: Callable[..., Any]) -> None:
    wrong = check_of_dg("  buget_seconds: 5\n")
    assert wrong.returncode != 0 and "buget_seconds" in wrong.stdout + wrong.stderr


def test_a_night_that_is_green_and_unchanged_makes_no_run(project, instance) -> None:
    root = project("ledger")
    found = TestfixProject.of(name="ledger", path=str(root), agents=["builtin"]).definitions().get_repository_def()
    assert run(found, "testfix_ledger_fix", instance).success
    [session] = list_sessions(root)
    [schedule] = found.schedule_defs
    context = dg.build_schedule_context(instance, scheduled_execution_time=datetime.now(UTC))
    [said] = schedule(context)
    assert isinstance(said, dg.SkipReason) and session.session_id in (said.skip_message or "")


def test_a_missed_night_is_left_out_where_it_says_so(runs_on: Any, instance: dg.DagsterInstance) -> None:
    _, found = runs_on("calc", missed="skip")
    [schedule] = found.schedule_defs
    due = datetime.now(UTC) - timedelta(hours=3)
    [said] = schedule(dg.build_schedule_context(instance, scheduled_execution_time=due))
    assert isinstance(said, dg.SkipReason) and "missed: skip" in (said.skip_message or "")


def test_an_interrupted_session_is_gone_on_with(runs_on: Any, instance: dg.DagsterInstance) -> None:
    repo, found = runs_on("calc", max_iterations=1)
    ref = cycle.start({"project": str(repo.root), "max_iterations": 1, "agents": ["builtin"]}, "a run that died")
    release("a run that died")
    file = SessionStore(repo.root, ref.session_id).folder / "workflow-session.json"
    left = {"status": "active", "updated_at": (datetime.now(UTC) - timedelta(hours=1)).isoformat()}
    file.write_text(json.dumps({**json.loads(file.read_text()), **left}))
    [sensor] = found.sensor_defs
    asked = list(sensor(dg.build_sensor_context(instance)))
    assert [one.run_config["ops"]["testfix__calc__cycle"]["config"] for one in asked] == [
        {"session_id": ref.session_id}
    ]
    result = run(found, "testfix_calc_fix", instance, run_config=asked[0].run_config)
    assert result.success and [one.session_id for one in list_sessions(repo.root)] == [ref.session_id]


def test_a_step_lost_after_its_session_opens_no_other(runs_on: Any, instance: dg.DagsterInstance) -> None:
    repo, found = runs_on("calc", {"*": fix(GOOD)})
    first = run(found, "testfix_calc_fix", instance)
    assert checks_of(first)["green"]
    project = TestfixProject.of(name="calc", path=str(repo.root), agents=["builtin"])
    lost = instance.get_run_by_id(first.run_id)
    assert lost is not None
    again = ProjectRuns(project.entry, project.prefix).carry_out(lost, instance, {})
    assert again["outcome"] == "success"
    assert [one.session_id for one in list_sessions(repo.root)] == [again["session_id"]]


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"schedule": "every night"}, "schedule"),
        ({"path": None}, "neither `path` nor `git`"),
        ({"buget_seconds": 5}, "Did you mean budget_seconds?"),
        ({"key_prefix": "my shop"}, "key_prefix can't be"),
        ({"key_prefix": []}, "key_prefix can't be"),
        ({"max_iterations": -1}, "max_iterations"),
    ],
)
def test_wrong_attributes_are_refused_in_a_sentence(keys: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidConfig, match=said.replace("?", r"\?")):
        TestfixProject.of(**{"name": "shop", "path": ".", **keys})


def test_what_is_scaffolded_can_be_loaded(tmp_path: Path) -> None:
    folder = tmp_path / "my shop"
    folder.mkdir()
    kind = "testfix_pipeline.defs.component.TestfixProject"
    ProjectScaffolder().scaffold(ScaffoldRequest(kind, folder, "yaml", tmp_path, None, False))
    written = yaml.safe_load((folder / "defs.yaml").read_text())
    assert written["type"] == kind
    loaded = TestfixProject.from_attributes_dict(attributes=written["attributes"])
    assert loaded.prefix == ("testfix", "my_shop") and loaded.entry.path == Path("/path/to/my-shop")


def test_a_clone_belongs_to_one_component(instance_home: Path, calc: Callable[..., Any], instance: Any) -> None:
    repo = calc(name="origin")
    address = f"file://{repo.root}"
    for prefix in ("a", "b"):
        made = TestfixProject.of(name="calc", git=address, agents=["builtin"], key_prefix=prefix)
        assert run(made.definitions().get_repository_def(), f"{prefix}_fix", instance).success
    assert sorted(path.name for path in (instance_home / "clones").glob("[!.]*")) == ["component-a", "component-b"]


def test_the_resource_measures_judges_and_fixes(project: Callable[[str], Path], tmp_path: Path) -> None:
    testfix = TestfixResource(project=str(project("ledger")), settings={"agents": ["builtin"]})
    assert testfix.measure().failed == 1
    found = testfix.fix("owner-1")
    assert found["outcome"] == "success"
    patch = tmp_path / "fix.patch"
    patch.write_text(found["diff"])
    assert testfix.verify(patch=patch).verdict == "verified"


def test_the_resource_refuses_with_a_sentence_and_no_stack(tmp_path: Path, instance_home: Path) -> None:
    with pytest.raises(dg.Failure, match="is not in a git repository"):
        TestfixResource(project=str(tmp_path)).measure()
