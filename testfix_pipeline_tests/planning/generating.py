"""Makes the tests of a little project, and looks at what was made."""

from pathlib import Path

from testfix_pipeline.core.plan_records import Analysis, FrameworkInfo, GeneratedTest, Generation, Requirement
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.planning.generation.characterisation import characterise_functions
from testfix_pipeline.planning.generation.subjects.fixtures import Fixtures, find_fixtures
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.project_files import write_files


def generated(root: Path, file: str, framework: str = "pytest") -> Generation:
    info = FrameworkInfo(framework=framework, test_directory="tests")
    wanted = [Requirement(id="L1-1", file=file, layer="L1", part="happy")]
    analysis = Analysis(session_id="WFS-test-x", framework=info, requirements=wanted)
    return characterise_functions(ours(), root, analysis, coverage=None, failing=(), seconds=120)


def fixtures_of(root: Path, conftest: str) -> Fixtures:
    """What tests in `tests` see of a conftest file there, which imports pytest."""
    return find_fixtures(write_files(root, {"tests/conftest.py": f"import pytest\n{conftest}"}), "tests")


def kept(made: Generation, name: str) -> list[GeneratedTest]:
    """The kept tests of a function."""
    return [test for test in made.tests if test.kept and test.target.endswith(f"::{name}")]


def source(made: Generation, name: str) -> str:
    return "\n".join(test.source for test in kept(made, name))


def failing_with(root: Path, program: dict[str, str], made: Generation, file: str, old: str, new: str) -> set[str]:
    """The generated tests that fail once `old` is `new` in a file of the program; they all pass before."""
    write_files(root, {**program, **made.files})
    tests = sorted(made.files)
    assert not run_suite(ours(), root, extra_args=tests, timeout=60).failing
    assert program[file].count(old) == 1
    (root / file).write_text(program[file].replace(old, new))
    return run_suite(ours(), root, extra_args=tests, timeout=60).failing
