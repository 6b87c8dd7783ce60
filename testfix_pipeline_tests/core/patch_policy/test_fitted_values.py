"""Patches that fit what one test has are doubts, honest fixes that need a new constant are none: 101 inputs as data."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.patch_policy.fitted_values import find_fitted_value
from testfix_pipeline.core.patch_policy.learnt_conditions import FileTexts
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.patch_checks.test_literals import values_of_tests

FOLDER = Path(__file__).parent / "fitted_patches"
TEST_FILES = {"py": "test_{}.py", "js": "{}.test.js", "ts": "{}.test.ts", "go": "{}_test.go"}


def cases(kind: str) -> list[Any]:
    found = [case for file in sorted(FOLDER.glob(f"*_{kind}.toml")) for case in tomllib.loads(file.read_text())["case"]]
    missed = pytest.mark.xfail(reason="a number that no test shows is not held back", strict=True)
    return [pytest.param(case, id=case["name"], marks=missed if case.get("missed") else ()) for case in found]


def doubt(case: dict[str, Any], folder: Path) -> str:
    """The reason to hold a case's patch back, "" if it lands."""
    stem, suffix = case["file"].split(".")
    test_file = TEST_FILES[suffix].format(stem)
    (folder / test_file).write_text(case["tests"])
    assert case["program"].count(case["old"]) == 1
    change = FileTexts(case["file"], case["program"], case["program"].replace(case["old"], case["new"]))
    tests = [TestId(f"{test_file}::{name}") for name in case["failing"]]
    found = find_fitted_value([change], values_of_tests(folder, tests))
    assert found is None or found.is_doubt
    return found.reason if found is not None else ""


@pytest.mark.parametrize("case", cases("leads"))
def test_a_patch_that_fits_one_test_is_held_back(case: dict[str, Any], tmp_path: Path) -> None:
    assert doubt(case, tmp_path)


@pytest.mark.parametrize("case", cases("fixes"))
def test_an_honest_fix_with_a_new_constant_lands(case: dict[str, Any], tmp_path: Path) -> None:
    assert doubt(case, tmp_path) == ""
