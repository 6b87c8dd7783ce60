"""What the tasks' files ask for is what is generated."""

from pathlib import Path

import pytest

from testfix_pipeline.core.plan_records import Analysis, Case, FrameworkInfo, Generation, Requirement
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.planning.generation.characterisation import characterise_functions
from testfix_pipeline.planning.tasks.task_requirements import requirements_of, with_task_requirements
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.project_files import write_files

SHOP = """
def half(n):
    return n / 2


def label(cents):
    if cents < 0:
        raise ValueError("negative")
    return f"{cents} ct"
"""


def item(name: str, target: str, *cases: Case, covered: bool = False) -> Requirement:
    return Requirement(
        id=name, file="shop.py", layer="L1", part="happy", target=target, cases=list(cases), covered=covered
    )


def analysis(*items: Requirement, no_gap: bool = False) -> Analysis:
    return Analysis(
        session_id="WFS-test-x",
        requirements=list(items),
        no_gap=no_gap,
        framework=FrameworkInfo(framework="pytest", test_directory="."),
    )


def task(**context: object) -> Task:
    return Task(id="IMPL-001", meta={"type": "test-gen"}, context=dict(context))


def listed(*items: Requirement) -> list[dict[str, object]]:
    return [one.model_dump(mode="json", exclude={"covered"}) for one in items]


def functions(file: str) -> list[str]:
    return ["half", "label"] if file == "shop.py" else []


PLANNED = analysis(item("L1-001", "half"), item("L1-002", "label"), item("L1-003", "done", covered=True))
INSIDE = item("L1-004", "inside").model_copy(update={"file": "src/inside.py"})


@pytest.mark.parametrize(
    ("context", "ids"),
    [
        ({"test_requirements": listed(item("L1-002", "label"))}, ["L1-003", "L1-002"]),
        ({"test_requirements": []}, ["L1-003"]),
        ({"test_requirements": [{"id": "no requirement"}, *listed(item("L1-009", "half"))]}, ["L1-003", "L1-009"]),
        ({"requirement_ids": ["L1-001"]}, ["L1-003", "L1-001"]),
        ({"focus_paths": ["shop.py"]}, ["L1-003", "L1-001", "L1-002"]),
        ({"focus_paths": ["other.py"]}, ["L1-003", "L1-001", "L1-002"]),
        ({"focus_paths": ["src/"]}, ["L1-003", "L1-004"]),
        ({}, ["L1-003", "L1-001", "L1-002"]),
    ],
)
def test_a_task_asks_for_what_its_file_lists(context: dict[str, object], ids: list[str]) -> None:
    planned = analysis(*PLANNED.requirements, INSIDE) if "src/" in str(context) else PLANNED
    assert [one.id for one in with_task_requirements(planned, [task(**context)], functions).requirements] == ids


def test_a_sentence_of_a_task_that_shows_a_call_is_a_requirement() -> None:
    sentences = ["12 tests for 3 functions", "`half(3)` gives `1.5`", "`other(3)` gives 2"]
    tasked = task(**{"test_requirements": [], "requirements": sentences, "focus_paths": ["shop.py"]})
    found = with_task_requirements(analysis(no_gap=True), [tasked], functions)
    (one,) = found.requirements
    assert (one.id, one.file, one.target, one.cases[0].expected) == ("IMPL-001-R2", "shop.py", "half", sentences[1])
    assert not found.no_gap
    assert requirements_of(tasked, found) == [one]


def generated(root: Path, *items: Requirement) -> Generation:
    write_files(root, {"shop.py": SHOP})
    return characterise_functions(ours(), root, analysis(*items), coverage=None, failing=(), seconds=60)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Generation:
    """Cases of a criterion, of a requirement's own example, of an example that the code contradicts."""
    asked = Case(given="as AC-7 asks", expected="`half(3)` gives `1.5`", origin="requirement", source="AC-7")
    wrong = Case(given="as AC-8 asks", expected="`half(4)` gives `3`", origin="requirement", source="AC-8")
    own = Case(given="`label(5)`", expected="gives `'5 ct'`", origin="example")
    refused = Case(given="`label(-5)`", expected="raises ValueError", origin="docstring")
    return generated(
        tmp_path_factory.mktemp("shop"), item("L1-001", "half", asked, wrong), item("L1-002", "label", own, refused)
    )


def source(made: Generation, name: str) -> str:
    (found,) = [test for test in made.tests if test.kept and test.name.rpartition("::")[2] == name]
    return found.source


def test_a_call_that_a_criterion_shows_is_stated_with_its_id(made: Generation) -> None:
    assert "assert half(3) == 1.5" in source(made, "test_half_as_ac_7_asks")
    (found,) = [test for test in made.tests if "AC-7" in test.criteria]
    assert found.label == "states what AC-7 asks for, and the code does"


def test_a_criterion_that_the_code_does_not_meet_is_an_expected_failure(made: Generation) -> None:
    text = source(made, "test_half_as_ac_8_asks")
    assert "assert half(4) == 3" in text and "xfail" in text
    assert "AC-8 says that half(4) gives 3, but it gives 2.0" in text
    (found,) = [test for test in made.tests if "AC-8" in test.criteria]
    assert found.expected_failure


def test_examples_and_errors_of_cases_are_stated(made: Generation) -> None:
    text = source(made, "test_label_as_l1_002_asks")
    assert 'assert label(5) == "5 ct"' in text
    assert "with pytest.raises(ValueError" in text and "label(-5)" in text


def test_another_list_of_requirements_makes_other_tests(tmp_path: Path) -> None:
    case = Case(given="as AC-1 asks", expected="`label(7)` gives `'7 ct'`", origin="requirement", source="AC-1")
    (text,) = generated(tmp_path, item("L1-002", "label", case)).files.values()
    assert 'assert label(7) == "7 ct"' in text
    assert "half" not in text


def test_a_call_whose_arguments_are_left_out_is_not_made(tmp_path: Path) -> None:
    case = Case(given="`Shop(...).sold()`", expected="gives 0", origin="current behaviour")
    shop = "class Shop:\n    def __init__(self, goods): self.goods = goods\n\n    def sold(self): return 0\n"
    write_files(tmp_path, {"shop.py": shop})
    asked = analysis(item("L1-002", "Shop.sold", case))
    made = characterise_functions(ours(), tmp_path, asked, coverage=None, failing=(), seconds=60)
    assert "Shop(" in "".join(made.files.values()) and "Shop(...)" not in "".join(made.files.values())


@pytest.mark.parametrize(("said", "agrees"), [("`half(18)` gives `9`", True), ("`half(2)` gives `True`", False)])
def test_a_requirement_does_not_care_how_a_number_is_written(tmp_path: Path, said: str, agrees: bool) -> None:
    case = Case(given="as AC-1 asks", expected=said, origin="requirement", source="AC-1")
    made = generated(tmp_path, item("L1-001", "half", case))
    (found,) = [test for test in made.tests if "AC-1" in test.criteria]
    assert found.expected_failure != agrees
