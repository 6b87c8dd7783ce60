"""Projects of the benchmark of order dependence: what is shared, by whom, and the change of the tests that ends it."""

from pathlib import Path

import pytest

from benchmarks.order.__main__ import judged, programs

RIGHT = {"polluter": True, "state": True, "repaired": True, "masked": False}


@pytest.mark.parametrize(
    "name",
    [
        "module_list",
        "set_up_class",
        "file_left_behind",
        "random_seed",
        pytest.param("module_cache", marks=pytest.mark.npm),
    ],
)
def test_a_project_of_the_benchmark_is_explained_and_repaired(tmp_path: Path, name: str) -> None:
    row = judged(programs()[name], tmp_path / "project")
    assert {mark: row[mark] for mark in RIGHT} == RIGHT, row["said"]


def test_each_project_names_tests_that_it_has() -> None:
    for name, program in programs().items():
        for test in (program["victim"], program["polluter"]):
            file, *titles = test.split("::")
            assert all(title in program["files"][file] for title in titles), name
