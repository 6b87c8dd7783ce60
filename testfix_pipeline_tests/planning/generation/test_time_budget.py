"""What generation does where there are more functions than time: the important ones first, the others are named."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from testfix_pipeline.core.plan_records import Analysis, FrameworkInfo, Generation, Requirement
from testfix_pipeline.core.records import Outcome, RunFault, SuiteRun
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.planning.generation.admission import Judge, executed_tests
from testfix_pipeline.planning.generation.characterisation import characterise_functions
from testfix_pipeline.planning.generation.rendering import Draft
from testfix_pipeline.planning.generation.subjects.subject import choose_subjects, functions_of
from testfix_pipeline.planning.generation.subjects.time_budget import OVER
from testfix_pipeline.planning.python_code.module_source import read_module
from testfix_pipeline_tests.execution.targets import ours

MANY = 150
LARGE = "".join(f"def f_{i}(n: int) -> int:\n    return n + {i}\n\n\n" for i in range(MANY))


@dataclass
class Ticks:
    """A clock that goes on by so many seconds each time that somebody looks at it."""

    step: float
    now: float = 0.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def analysis_of(*targets: str) -> Analysis:
    """One that asks for functions (`file::name`) or whole files."""
    wanted = [
        Requirement(id=f"L1-{i}", file=one.partition("::")[0], target=one.partition("::")[2], layer="L1", part="happy")
        for i, one in enumerate(targets)
    ]
    info = FrameworkInfo(framework="pytest", test_directory="tests")
    return Analysis(session_id="WFS-test-x", framework=info, requirements=wanted)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("large")
    (root / "large.py").write_text(LARGE)
    (root / "small.py").write_text("def small(n: int) -> int:\n    return n - 1\n")
    return root


@pytest.fixture(scope="module")
def made(large: Path) -> Generation:
    """Of two files as a whole, one function by name and one by the gate, with time for a few of them."""
    wanted = analysis_of("large.py", "large.py::f_140", "small.py")
    # Seventy per cent are for observing; a look for each function chosen, then half of what is left for inputs.
    return characterise_functions(
        ours(), large, wanted, coverage=None, failing=(), seconds=300, feedback=["f_130 is weak"], clock=Ticks(1.0)
    )


def test_what_there_is_no_time_for_is_named(made):
    tested = {test.target for test in made.tests}
    assert 2 < len(tested) < MANY
    assert set(made.left_out) == {f"large.py::f_{i}" for i in range(MANY)} - tested
    assert set(made.left_out.values()) == {OVER}


def test_what_the_gate_and_requirements_name_comes_first_and_small_modules_before_large_ones(made):
    tested = {test.target for test in made.tests if test.kept}
    assert {"large.py::f_130", "large.py::f_140", "small.py::small"} < tested
    assert "large.py::f_149" not in tested


def test_the_order_of_importance(large):
    wanted = analysis_of("large.py", "large.py::f_140", "large.py::f_3")
    chosen = choose_subjects(large, wanted, None, (), ["f_130 is weak"]).subjects
    assert [one.name for one in chosen[:5]] == ["f_130", "f_3", "f_140", "f_0", "f_1"]


def test_tests_stand_in_the_order_of_the_file_whatever_came_first(made):
    text = made.files["tests/test_large_characterisation.py"]
    numbers = [int(line.split("_")[2]) for line in text.splitlines() if line.startswith("def test_f_")]
    assert numbers == sorted(numbers) and {130, 140} < set(numbers)


def test_of_more_tests_than_the_time_is_enough_for_those_are_judged_whose_turn_came(large):
    module = read_module(large, "large.py")
    assert module is not None
    first, second, *_ = functions_of(module)
    drafts = [Draft(one, f"test_{one.name}", [], set(), [], node_id=f"test_large.py::test_{one.name}") for one in
              (first, second)]  # fmt: skip
    ran = drafts[0].node_id
    whole = SuiteRun(outcomes={ran: Outcome(id=ran, status="passed")})
    cut = whole.model_copy(update={"fault": RunFault(kind="timeout", message="too long")})
    assert executed_tests(cut, [one.node_id for one in drafts]) == [ran]
    lines = CoverageMap({ran: {"large.py": first.body_lines}}, {})
    verdicts = Judge([cut, whole, whole], lines, lambda file: frozenset()).verdicts(drafts)
    assert [(one.is_admitted, one.reason) for one in verdicts] == [(True, ""), (False, OVER)]
    again = Judge([whole, whole, whole], lines, lambda file: frozenset()).verdicts(drafts)
    assert again[1].reason == "does not run"  # its turn came, and it was not there
