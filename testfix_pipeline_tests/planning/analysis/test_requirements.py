from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.plan_records import (
    Analysis,
    ContextPackage,
    CoverageAssessment,
    CoverageStats,
    Criterion,
    FileCoverage,
    Finding,
    FrameworkInfo,
    MissingTest,
    Requirement,
)
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.planning.analysis.requirements import analyse, missing_sections, render

SESSION = SessionId("WFS-test-a")

TIMER = '''
from shop.money import rounded

HELD = {}


def fee(cents: int, rate: float = 0.1, note: str | None = None) -> int:
    """The fee on a price.

    >>> fee(100)
    10

    Raises KeyError where the note is unknown.
    """
    if cents < 5:
        raise ValueError("too small")
    if note:
        return rounded(cents)
    return int(cents * rate)


def keep(name, value):
    global HELD
    HELD = {**HELD, name: value}


class Stack:
    def __init__(self, items: list[int]):
        self.items = items

    def push(self, item: int) -> None:
        self.items.append(item)

    async def drain(self):
        return self.items

    @property
    def size(self) -> int:
        return len(self.items)

    def _hidden(self):
        return 1


def _private():
    return 2
'''
TIMER_NAMED = {"source_code": [{"path": "shop/timer.py", "rationale": "named in the input"}]}
MONEY = "import requests\n\n\ndef rounded(cents):\n    return round(cents)\n"
MAIN = "from shop import timer\n\nif __name__ == '__main__':\n    print(timer.fee(7))\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in {"timer": TIMER, "money": MONEY, "main": MAIN, "__init__": ""}.items():
        (tmp_path / "shop").mkdir(exist_ok=True)
        (tmp_path / "shop" / f"{name}.py").write_text(text)
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'shop'\n[project.scripts]\nshop = 'shop.main:run'\n")
    return tmp_path


def package(stats: CoverageStats, *missing: str, **fields: Any) -> ContextPackage:
    lacking = [MissingTest(implementation_file=file, suggested_test_file=f"tests/test_{file}") for file in missing]
    coverage = CoverageAssessment(coverage_stats=stats, missing_tests=lacking)
    project = {"type": "library", "confidence": 0.8}
    return ContextPackage(
        test_coverage=coverage, project_type=project, test_framework=FrameworkInfo(framework="pytest"), **fields
    )


def of(analysis: Analysis, target: str, part: str) -> Requirement:
    (found,) = [item for item in analysis.requirements if (item.target, item.part) == (target, part)]
    return found


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(TIMER.splitlines(), 1) if text in line)


def test_an_untested_file_gets_requirements_for_every_part_of_its_public_surface(root: Path):
    analysis = analyse(SESSION, package(CoverageStats(), "shop/timer.py"), root)
    assert {item.target for item in analysis.requirements if item.layer == "L1"} == {
        *("fee", "keep", "Stack.__init__", "Stack.push", "Stack.drain", "Stack.size")
    }
    (example,) = of(analysis, "fee", "happy").cases
    assert (example.given, example.expected, example.origin) == ("`fee(100)`", "gives `10`", "example")
    errors = of(analysis, "fee", "negative").cases
    assert (errors[0].given, errors[0].expected) == ("`cents < 5`", "raises ValueError with `too small`")
    assert (errors[0].origin, errors[1].expected, errors[1].origin) == (
        *("current behaviour", "raises KeyError", "docstring"),
    )
    edges = " / ".join(map(str, of(analysis, "fee", "boundary").cases))
    assert "`note` returns `rounded(cents)`" in edges and "at and above `cents < 5`" in edges
    assert "`cents` = 0, -1, 1" in edges and "`note` = '', 'a', 'Hello World' " in edges
    assert "self.items" in of(analysis, "Stack.push", "state").cases[0].expected
    assert "HELD" in of(analysis, "keep", "state").cases[0].expected
    assert "await Stack(...).drain()" in of(analysis, "Stack.drain", "async").cases[0].given
    assert not analysis.no_gap and analysis.targets == ["shop/timer.py"]


def test_measured_coverage_narrows_a_file_to_what_never_ran(root: Path):
    missing = [line_of("return rounded"), line_of("raise ValueError")]
    called = dict.fromkeys(("keep", "Stack.__init__", "Stack.push", "Stack.drain", "Stack.size", "fee"), True)
    file = FileCoverage(line_rate=80, executable_lines=20, missing_lines=missing, functions=called)
    stats = CoverageStats(source="measured", line_rate=80, files={"shop/timer.py": file})
    analysis = analyse(SESSION, package(stats), root)
    unit = [item for item in analysis.requirements if item.layer == "L1"]
    assert [(item.target, item.part) for item in unit] == [("fee", "negative"), ("fee", "boundary")]
    (case,) = unit[1].cases
    assert (case.given, case.expected, case.source) == ("`note`", "returns `rounded(cents)`", f"line {missing[0]}")


def test_one_thing_is_counted_in_the_singular(tmp_path: Path):
    (tmp_path / "a.py").write_text("def one():\n    return 1\n")
    lacking = [MissingTest(implementation_file="a.py", suggested_test_file="test_a.py")]
    coverage = CoverageAssessment(missing_tests=lacking)
    text = render(analyse(SESSION, ContextPackage(test_coverage=coverage), tmp_path))
    assert "1 requirement with 1 case in 1 file (" in text and "1 open requirement\n" in text


def test_interactions_services_and_journeys_are_found(root: Path):
    context = package(CoverageStats(), "shop/timer.py", "shop/money.py", "shop/main.py")
    analysis = analyse(SESSION, context, root)
    together = {(item.file, item.title) for item in analysis.requirements if item.layer == "L2"}
    assert ("shop/timer.py", "shop/timer.py with shop/money.py") in together
    assert ("shop/money.py", "shop/money.py with an HTTP service") in together
    assert ("shop/main.py", "shop/main.py with shop/timer.py") in together
    journeys = [item.title for item in analysis.requirements if item.layer == "L3"]
    assert len(journeys) == 2 and all("from" in title for title in journeys)


def test_an_interaction_says_which_call_what_it_promises_and_who_catches_its_errors(root: Path):
    (root / "shop" / "till.py").write_text(
        "from shop.errors import TillError\nfrom shop.timer import fee as charge\n\n"
        "def bill(cents):\n    try:\n        return charge(cents)\n    except ValueError:\n        return 0\n"
    )
    (root / "shop" / "errors.py").write_text("class TillError(Exception):\n    pass\n")
    analysis = analyse(SESSION, package(CoverageStats(), "shop/till.py"), root)
    (together,) = [item for item in analysis.requirements if item.layer == "L2"]
    assert [(case.given, case.expected) for case in together.cases] == [
        ("`bill` calls the real `charge(cents)` (line 6)", "gets: The fee on a price."),
        ("`charge` raises ValueError in `bill`", "`except ValueError` handles it"),
    ]


def test_what_can_fail_outside_of_the_code_is_found_with_who_hears_of_it(tmp_path: Path):
    (tmp_path / "load.py").write_text(
        "import json\nimport requests as web\n\n\n"
        "def load(path):\n    try:\n        text = path.read_text()\n    except OSError:\n        text = '{}'\n"
        "    return json.loads(text)\n\n\n"
        "def fetch(url):\n    return web.get(url)\n"
    )
    analysis = analyse(SESSION, package(CoverageStats(), "load.py"), tmp_path)
    found = [item for item in analysis.requirements if item.target == "failure modes"]
    cases = {case.given.split(":")[0]: case.expected for case in found[0].cases}
    assert cases == {
        "`path.read_text()` in `load`": "`except OSError` handles it",
        "`json.loads(text)` in `load`": "JSONDecodeError reaches who called `load`",
        "`web.get(url)` in `fetch`": "ConnectionError reaches who called `fetch`; "
        "no time limit is given, so it may hang",
    }


def test_what_the_input_names_is_looked_at_alone(root: Path):
    summaries = [{"task_id": "IMPL-001", "changed_files": ["shop/money.py", "tests/test_a.py", "shop/gone.py"]}]
    context = package(CoverageStats(), "shop/timer.py", source_context={"implementation_summaries": summaries})
    assert analyse(SESSION, context, root).targets == ["shop/money.py"]
    assets = {"source_code": [{"path": "shop/money.py", "rationale": "named in the input"}, {"path": "shop/main.py"}]}
    context = package(CoverageStats(), "shop/timer.py", assets=assets)
    assert analyse(SESSION, context, root).targets == ["shop/money.py"]


@pytest.mark.parametrize(
    ("files", "scale"), [(1, "simple"), (3, "simple"), (4, "comprehensive"), (6, "comprehensive"), (7, "modular")]
)
def test_the_scale_follows_the_number_of_files(tmp_path: Path, files: int, scale: str):
    names = [f"m{number}.py" for number in range(files)]
    for name in names:
        (tmp_path / name).write_text("def f(x: int):\n    return x\n")
    analysis = analyse(SESSION, package(CoverageStats(), *names), tmp_path)
    assert analysis.scale == scale
    assert missing_sections(render(analysis)) == []
    assert all(name in render(analysis) for name in names)


def test_files_that_do_not_parse_or_are_gone_are_no_error(tmp_path: Path):
    (tmp_path / "broken.py").write_text("def f(:\n")
    finding = Finding(
        category="compile", pattern="syntax_error", severity="error", file="broken.py", line=1, message="no"
    )
    context = package(CoverageStats(), "broken.py", "gone.py", "../outside.py")
    analysis = analyse(SESSION, context, tmp_path, findings=[finding])
    (static,) = analysis.requirements
    assert (static.id, static.layer, static.covered) == ("L0-001", "L0", False)
    assert "broken.py:1" in render(analysis)


def test_a_document_without_one_of_its_sections_is_refused(root: Path):
    text = render(analyse(SESSION, package(CoverageStats(), "shop/timer.py"), root))
    parts = text.split("\n## ")
    assert len(parts) == 10 and missing_sections(text) == []
    for number, part in enumerate(parts[1:], 1):
        heading = part.splitlines()[0]
        without = "\n## ".join(parts[:number] + parts[number + 1 :])
        emptied = "\n## ".join([*parts[:number], f"{heading}\n\nTBD\n", *parts[number + 1 :]])
        assert missing_sections(without) == missing_sections(emptied) == [heading]


def test_the_document_says_what_was_scanned_and_what_the_input_does_not_speak_of(root: Path):
    context = package(CoverageStats(), "shop/timer.py", "shop/money.py", assets=TIMER_NAMED)
    analysis = analyse(SESSION, context, root, scanned=["shop/timer.py"])
    text = render(analysis)
    assert "Looked at (what tests are wanted for, and what is new since the base commit): `shop/timer.py`." in text
    assert "No findings: hallucinated_imports, " in text and "| hallucinated_imports |" not in text
    assert "- `shop/money.py`: lacks tests, too, but the input speaks of other files" in text
    assert missing_sections(text) == []


def test_a_criterion_that_means_everything_is_not_repeated_at_each_requirement(root: Path):
    everything = Criterion(id="AC-01", text="Test everything")
    fees = Criterion(id="AC-02", text="the fee", words=["fee"], subjects=["shop/timer.py::fee"])
    one = render(analyse(SESSION, package(CoverageStats(), "shop/timer.py", criteria=[everything]), root))
    assert "[AC-01]" not in one and "In brackets" not in one and "| AC-01 |" in one
    both = render(analyse(SESSION, package(CoverageStats(), "shop/timer.py", criteria=[everything, fees]), root))
    assert "fee: errors [AC-02]" in both and "[AC-01" not in both
