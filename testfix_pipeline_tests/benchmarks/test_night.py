"""The model of a night: nothing gets lost in it, and what it says first breaks is what is full."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.scale.measured_calls import Measured, Part
from benchmarks.scale.night import CORES, Night, Scene

STEP = Part(0.2, 2, 1)
MEASURED = Measured([STEP] * 6, [[STEP, STEP]], 7, {1: 0.01, 1001: 0.02}, {1: 0.01, 1001: 0.01})
SCENE = Scene("night", projects=30, workers=4, remotes=1, nights_kept=0, failing=0.0)


def made(scene: Scene) -> Night:
    night = Night(scene, MEASURED)
    night.run()
    return night


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 40), st.integers(1, 10), st.integers(1, 3), st.sampled_from([0.0, 0.01, 0.2]))
def test_every_project_has_its_session_with_the_calls_that_were_measured(
    projects: int, workers: int, remotes: int, failing: float
) -> None:
    night = made(replace(SCENE, projects=projects, workers=workers, remotes=remotes, failing=failing))
    calls = night.count["push"] + night.count["read"]
    assert night.count["done"] == projects
    assert calls >= 8 * 3 * projects
    assert night.count["worker seconds"] <= night.ended * workers + 1e-6
    assert night.count["server seconds"] <= night.ended * remotes * CORES + 1e-6
    if not failing:
        assert calls == 8 * 3 * projects + night.count["beat"]


def test_twice_the_workers_take_half_the_time_until_the_server_is_full() -> None:
    few, more = made(SCENE), made(replace(SCENE, workers=8))
    assert more.ended < 0.65 * few.ended
    crowded = replace(SCENE, nights_kept=1000)
    slow, slower = made(crowded), made(replace(crowded, workers=400))
    assert slower.ended > 0.4 * slow.ended, "with a hundred times the workers"
    assert slower.row().endswith("git server")


def test_a_server_that_answers_too_late_costs_leases_and_the_night_ends_in_the_morning() -> None:
    night = made(replace(SCENE, nights_kept=100_000, workers=30, longer=100.0))
    assert night.count["lost"] > 0 and night.count["done"] < SCENE.projects
    assert "24.00" in night.row()
