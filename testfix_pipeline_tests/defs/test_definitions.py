"""The code location as Dagster loads it. Warnings are errors in these tests."""

import importlib

import dagster as dg

from testfix_pipeline import definitions
from testfix_pipeline.defs.component import TestfixProject
from testfix_pipeline.defs.runs.step import LOST
from testfix_pipeline.defs.session.cycle_graph import COMPILED

JOBS = {"test_fix", "plan", "fix", "execute", "resume", "history", "fleet_page", "prune", "try_update"}
PLAN = ("session", "context_package", "analysis_results", "task_definitions")
TABLES = ("sessions", "iterations", "attempts", "tool_calls", "test_outcomes")
FOLLOWING = (
    *("pass_rate_trend", "regressions", "stuck_tests", "test_events", "flaky_tests", "failure_clusters"),
    *("strategy_effectiveness", "failure_episodes", "mean_time_to_repair", "session_lineage"),
)
CHECKS = (
    *("cycle_code_validation", "cycle_test_quality"),
    *("iterations_complete", "sessions_rates", "attempts_commits"),
)  # described on the checks themselves
CLIPPED = 24  # characters of a step's name that a box of the Gantt view shows


def test_location_loads_with_its_jobs_and_groups() -> None:
    loaded = importlib.reload(definitions).defs
    dg.Definitions.validate_loadable(loaded)
    repository = loaded.get_repository_def()
    assert {name for name in repository.job_names if not name.startswith("__")} == JOBS
    groups = {key.to_user_string(): node.group_name for key, node in nodes(loaded).items()}
    history = dict.fromkeys((*TABLES, *FOLLOWING, "session_result", "nights", "shared_history", "fleet"), "history")
    assert groups == {**dict.fromkeys(PLAN, "plan"), "cycle": "cycle", **history}


def nodes(loaded: dg.Definitions) -> dict[dg.AssetKey, object]:
    graph = loaded.resolve_asset_graph()
    return {key: graph.get(key) for key in graph.get_all_asset_keys()}


def test_every_job_on_a_session_carries_a_lost_step_out_again() -> None:
    component = TestfixProject.of(name="calc", path=".").definitions().get_repository_def()
    jobs = [*definitions.defs.get_repository_def().get_all_jobs(), *component.get_all_jobs()]
    works = [job for job in jobs if {"cycle", "session", "testfix__calc__cycle"} & {node.name for node in job.nodes}]
    found = {
        job.name: {job.get_retry_policy_for_handle(handle) for handle in job.graph.iterate_node_handles()}
        for job in works
        if not job.name.startswith("__")
    }
    assert found == {name: {LOST} for name in ("test_fix", "plan", "fix", "execute", "resume", "testfix_calc_fix")}


def test_every_asset_and_op_says_what_it_is() -> None:
    for node in nodes(definitions.defs).values():
        assert node.description and node.owners and node.kinds
    job = definitions.defs.resolve_job_def("fix")
    ours = [op for op in job.all_node_defs if isinstance(op, dg.OpDefinition) and op.name not in CHECKS]
    assert [op.name for op in ours if not op.description] == []


def test_steps_have_names_that_the_gantt_view_shows_whole() -> None:
    job = definitions.defs.resolve_job_def("fix")
    names = {str(handle) for handle in job.graph.iterate_node_handles()}
    assert len([name for name in names if name.endswith(".settle")]) == COMPILED
    assert max(map(len, names)) <= CLIPPED


def test_lineage_runs_from_the_session_to_the_history() -> None:
    parents = {key.to_user_string(): node.parent_keys for key, node in nodes(definitions.defs).items()}
    assert parents["task_definitions"] == {dg.AssetKey("analysis_results")}
    assert parents["cycle"] == {dg.AssetKey("session"), dg.AssetKey("task_definitions")}
    assert parents["session_result"] == parents["test_outcomes"] == {dg.AssetKey("cycle")}
    assert parents["stuck_tests"] == {dg.AssetKey("test_outcomes")}


def test_no_job_that_opens_a_session_leaves_assets_out_before_others() -> None:
    """Dagster's UI warns of assets that were never materialized before it launches what follows from them."""
    for job in ("fix", "test_fix", "plan"):
        selected = definitions.defs.resolve_job_def(job).asset_layer.executable_asset_keys
        known = nodes(definitions.defs)
        assert {parent for key in selected for parent in known[key].parent_keys} <= selected
