"""A measurement alone starts without the modules that judge changes, which take longer to import than a small suite."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize("module", ["steps.verification.tree_measurement", "cli.console"])
def test_a_measurement_imports_no_judge_and_no_planner(module: str) -> None:
    asked = f"import sys, testfix_pipeline.{module}; print(*sys.modules)"
    said = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout.split()
    unwanted = ("testfix_pipeline.steps.iteration.judgement", "testfix_pipeline.planning.generation")
    assert f"testfix_pipeline.{module}" in said
    assert not set(unwanted) & {*said}
