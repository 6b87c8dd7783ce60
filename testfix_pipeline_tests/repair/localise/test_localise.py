"""Which statements are suspicious: the spectrum, what failures say, profiles, and code that runs at import."""

import textwrap
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

import pytest

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.repair.localise import FaultLocation, Symptoms, localise
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.validation.probes import profiles
from testfix_pipeline.repair.validation.validator import Aims, Validator

Write = Callable[[Mapping[str, str]], Path]
TEST = TestId("test_m.py::test_bad")


def text(code: str) -> str:
    return textwrap.dedent(code).lstrip("\n")


def failure(error: str = "assert 1 == 2", **more: object) -> Failure:
    return Failure(test=TEST, error=error, error_type="AssertionError").model_copy(update=more)


def ranked(root: Path, executed: Mapping[str, Collection[int]], **more: object) -> list[FaultLocation]:
    """The locations where one failing test runs these lines, and one passing test what `passing` says."""
    passing = more.pop("passing", {})
    symptoms = {"failures": [failure()], **more}
    runs = {TEST: executed, "test_m.py::test_good": passing}
    return localise(Sources(root), Symptoms([TEST], [TestId("test_m.py::test_good")], runs, **symptoms))  # type: ignore[arg-type]


def rank_of(locations: list[FaultLocation], root: Path, fragment: str) -> int:
    """The rank (from 1) of the first location whose line holds the fragment."""
    for rank, one in enumerate(locations, 1):
        if fragment in (root / one.file).read_text().splitlines()[one.line - 1]:
            return rank
    raise AssertionError(f"{fragment!r} is no location")


def test_arguments_that_do_not_fit_point_to_a_header_that_never_ran(write: Write) -> None:
    root = write(
        {"m.py": "class Ref:\n    def __init__(self, spec):\n        pass\n\n\ndef ref():\n    return Ref()\n"}
    )
    error = "Ref.__init__() missing 1 required positional argument: 'spec'"
    frames = [Frame(file="m.py", line=7, function="ref")]
    found = ranked(root, {"m.py": {7}}, failures=[failure(error, error_type="TypeError", frames=frames)])
    assert rank_of(found, root, "return Ref()") == 1
    assert rank_of(found, root, "def __init__") < rank_of(found, root, "class Ref")
    assert next(one.score for one in found if one.line == 2) >= 0.5


def test_the_field_that_an_object_begins_with_is_suspicious_where_one_class_alone_has_it(write: Write) -> None:
    code = "class Job:\n    failures: int = 1\n    name: str = ''\n\n\ndef run(job):\n    return job.failures\n"
    root = write({"m.py": code})
    assert rank_of(ranked(root, {"m.py": {7}}), root, "failures: int") <= 3
    assert all(one.line != 3 for one in ranked(root, {"m.py": {7}})), "another field is not read"
    other = write({"m.py": code.replace("class Job", "class Other:\n    failures = 2\n\n\nclass Job")})
    assert all(one.line not in (2, 6) for one in ranked(other, {"m.py": {11}}))


IMPORT_TIME = {
    "pkg/__init__.py": "",
    "pkg/base.py": "FAR = 7\nPATTERN = 'x'\n",
    "pkg/consts.py": "from pkg.base import FAR, PATTERN\nNEAR = FAR * 2\nUNRELATED = 5\n",
    "pkg/table.py": text(
        """
        TABLE = {}


        def register(name):
            def enter(function):
                TABLE[name] = function
                return function
            return enter
        """
    ),
    "pkg/parts.py": text(
        """
        from pkg.table import register


        @register("oen")
        def one():
            return 1
        """
    ),
    "pkg/shape.py": text(
        """
        from dataclasses import dataclass


        class Shared:
            SIDES = 3


        @dataclass
        class Shape(Shared):
            edge: int = 4
        """
    ),
    "m.py": text(
        """
        from pkg.consts import NEAR, PATTERN
        from pkg.parts import one
        from pkg.shape import Shape
        from pkg import table


        def use(a):
            return a + NEAR


        def match(a):
            return a == PATTERN


        def call(name):
            return table.TABLE[name]()


        def sides():
            return Shape().SIDES
        """
    ),
}


@pytest.mark.parametrize(
    ("line", "definition"),
    [
        (8, "NEAR = FAR * 2"),
        (8, "FAR = 7"),
        (12, "PATTERN = 'x'"),
        (16, "TABLE = {}"),
        (16, "def one"),
        (20, "edge: int = 4"),
        (20, "SIDES = 3"),
    ],
)
def test_import_time_code_is_reached_by_names(write: Write, line: int, definition: str) -> None:
    """Over re-exports and one definition further, into tables by their registering functions, into class bodies."""
    root = write(IMPORT_TIME)
    sources = Sources(root)
    for path in IMPORT_TIME:
        sources.source(path)
    runs = {TEST: {"m.py": {line}}}
    found = localise(sources, Symptoms([TEST], [], runs, [failure()]))
    assert rank_of(found, root, definition) > 1
    with pytest.raises(AssertionError):
        rank_of(found, root, "UNRELATED")


PROFILED = {
    "m.py": text(
        """
        def prepare(value):
            size = value + 1
            return size


        def measure(value):
            size = value + 3
            return size


        class Thing:
            def __repr__(self):
                return "thing"
        """
    ),
    "test_m.py": text(
        """
        from m import Thing, measure, prepare

        def test_bad():
            thing = Thing()
            ready = prepare(1)
            assert measure(4) == 6, thing
        """
    ),
}


def test_a_profile_tells_apart_what_the_spectrum_can_not(write: Write, project: TargetProject, tmp_path: Path) -> None:
    """What the failing assertion calls comes before what other lines of the test call, or its report."""
    root = write(PROFILED)
    run = run_suite(project, root, record_coverage=tmp_path / "coverage.json")
    coverage = CoverageMap.load(tmp_path / "coverage.json")
    assert 13 in coverage.tests[TEST]["m.py"]
    outcome = run.outcomes[TEST]
    failed = failure(outcome.message, frames=outcome.frames, line=outcome.frames[-1].line)
    with Validator(project, root, Aims([TEST], [], []), coverage) as validator:
        seen = profiles(validator, [TEST])
    found = ranked(root, coverage.tests[TEST], failures=[failed], profiles=seen)
    assert rank_of(found, root, "value + 3") == 1
    assert min(rank_of(found, root, part) for part in ("value + 1", '"thing"')) > 2
    measured = next(one for one in seen[TEST].functions if one.name == "measure")
    assert (measured.results, measured.calls, measured.depth) == (("7",), 1, 1)


CLI = {
    "tool/__init__.py": "",
    "tool/__main__.py": "from tool.cli import main\n\nmain()\n",
    "tool/cli.py": text(
        """
        import sys


        def total(numbers):
            result = 1
            for number in numbers:
                result += number
            return result


        def names(numbers):
            return ", ".join(numbers)


        def main():
            command, *rest = sys.argv[1:]
            if command == "total":
                print(total(map(int, rest)))
            else:
                print(names(rest))
        """
    ),
    "test_m.py": text(
        """
        import subprocess
        import sys


        def run(*arguments):
            return subprocess.run([sys.executable, "-m", "tool", *arguments], capture_output=True, text=True).stdout

        def test_bad():
            assert run("total", "1", "2") == "3\\n"

        def test_good():
            assert run("names", "1", "2") == "1, 2\\n"
        """
    ),
}


def test_lines_in_other_processes_are_seen_in_profiles(write: Write, project: TargetProject, tmp_path: Path) -> None:
    root = write(CLI)
    run = run_suite(project, root, record_coverage=tmp_path / "coverage.json")
    coverage = CoverageMap.load(tmp_path / "coverage.json")
    tests = [TEST, TestId("test_m.py::test_good")]
    assert run.failing == {TEST} and coverage.unsure == set(tests) and "tool/cli.py" not in coverage.tests[TEST]
    with Validator(project, root, Aims([TEST], [], tests[1:]), coverage) as validator:
        seen = profiles(validator, tests)
    assert seen[TEST].stages[9]["tool/cli.py"] >= {5, 6, 7, 8, 15}
    runs = {test: profile.executed() for test, profile in seen.items()}
    symptoms = Symptoms([TEST], tests[1:], runs, [failure()], seen, elsewhere=coverage.unsure)
    found = localise(Sources(root), symptoms)
    assert {one.function for one in found[:5]} == {"total", "main"} and rank_of(found, root, "result = 1") <= 5
    assert rank_of(found, root, '", ".join') > 5


def test_tracebacks_of_other_processes_name_their_frames(write: Write) -> None:
    root = write(CLI)
    error = f"assert 1 == 0\nstderr='Traceback\\n  File \"{root}/tool/cli.py\", line 7, in total\\nTypeError'"
    found = localise(Sources(root), Symptoms([TEST], [], {}, [failure(error)], elsewhere=[TEST]))
    assert rank_of(found, root, "result += number") == 1


def test_code_that_fails_at_import_is_found_by_the_collection_error(write, project, tmp_path) -> None:
    files = {"pkg/__init__.py": "from pkg.table import LIMITS\n", "pkg/table.py": "BASE = {}\nLIMITS = BASE['low']\n"}
    root = write({**files, "test_m.py": "import pkg\n\ndef test_bad():\n    assert pkg.LIMITS\n"})
    run = run_suite(project, root, record_coverage=tmp_path / "coverage.json")
    (test,) = run.failing
    outcome = run.outcomes[test]
    failed = Failure(test=test, error=outcome.message, error_type=outcome.error_type, frames=outcome.frames)
    found = localise(Sources(root, {"test_m.py"}), Symptoms([TestId(test)], [], {}, [failed]))
    assert rank_of(found, root, "LIMITS = BASE") == 1 and rank_of(found, root, "BASE = {}") <= 3
