"""Candidates of Go are built together, those that do not compile are dropped, and hostile ones deceive nobody."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.frameworks.project_suites import find_suites
from testfix_pipeline.repair.languages.go.language import GO
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.clock import Clock
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.validation.compiled_warm import CompiledWarm
from testfix_pipeline.repair.validation.framework_processes import ExpectedOutcomes, FrameworkProcesses
from testfix_pipeline.repair.validation.warm_server_client import Answer
from testfix_pipeline.standalone.api import repair_project
from testfix_pipeline_tests.conftest import Repository
from testfix_pipeline_tests.cycle.other_projects import BANK_FILES
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.frameworks.conftest import builds

SUMS = """\
package sums

import "os"

// Factor is what Double multiplies by.
var Factor = 3

const home = "HOME"

func Double(n int) int {
	return n * Factor
}

func Home() string {
	return os.Getenv(home)
}
"""
TESTS = """\
package sums

import "testing"

func TestDouble(t *testing.T) {
	if got := Double(2); got != 4 {
		t.Errorf("got %d, want 4", got)
	}
}

func TestNothing(t *testing.T) {
	if Double(0) != 0 {
		t.Error("not 0")
	}
}
"""
DOUBLE, NOTHING = TestId("sums_test.go::TestDouble"), TestId("sums_test.go::TestNothing")
OLD = "return n * Factor"


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FrameworkProcesses]:
    """The processes of a project with a wrong factor."""
    root = tmp_path_factory.mktemp("warm") / "tree"
    root.mkdir()
    for name, text in {
        "go.mod": "module example.com/sums\n\ngo 1.21\n",
        "sums.go": SUMS,
        "sums_test.go": TESTS,
    }.items():
        (root / name).write_text(text)
    project = TargetProject(ours().interpreter, "test", suites=find_suites(root).suites)
    processes = FrameworkProcesses(project, root, root.parent / "kept", Clock(900.0))
    try:
        processes.measure(ExpectedOutcomes([DOUBLE], [NOTHING], {}))
        yield processes
    finally:
        processes.close()


def candidate(*changes: tuple[str, str]) -> Candidate:
    source = GO.read("sums.go", SUMS.encode())
    (old, new), *more = changes
    start = SUMS.index(old)
    further = tuple((SUMS.index(one), SUMS.index(one) + len(one), other) for one, other in more)
    edit = Edit("sums.go", start, start + len(old), new, "by hand", 1.0, source.line_at(start), more=further)
    return Candidate.single(source, edit, 1.0, "test")


def answers(processes: FrameworkProcesses, *tried: Candidate) -> tuple[Answer, ...]:
    return processes.ask_warm({"tests": [DOUBLE, NOTHING], "batch": list(map(processes.orders, tried))}).batch


def passed(answer: Answer) -> list[bool]:
    return [answer.outcomes[test].passed for test in (DOUBLE, NOTHING)]


@builds("go")
def test_candidates_share_a_build_and_those_that_do_not_compile_are_dropped(warm: FrameworkProcesses) -> None:
    found = answers(
        warm,
        candidate((OLD, "return n * 4")),
        candidate((OLD, "return missing")),
        candidate((OLD, "return n + n")),
        candidate((OLD, 'return "text"')),
        candidate((OLD, "unused := 1\n\treturn n * 2")),
        candidate((OLD, "return n * 2")),
    )
    assert [one.end for one in found] == ["done", "syntax", "done", "syntax", "syntax", "done", "done"]
    assert [passed(one) for one in (found[0], found[2], found[5], found[6])] == [
        *([False, True], [True, True], [True, True], [False, True])
    ]
    assert found[0].outcomes[DOUBLE].message.strip() == "got 8, want 4"


@builds("go")
def test_what_is_no_function_is_tried_too_and_by_itself_where_it_shares_no_build(warm: FrameworkProcesses) -> None:
    alone = candidate(("const home", "const more = 2\n\nconst home"), (OLD, "return n * more"))
    other = candidate(("func Double(n int) int", "func Double(n int64) int64"))
    unused = candidate(("os.Getenv(home)", '"home" + home'))
    found = answers(warm, candidate(("Factor = 3", "Factor = 2")), other, alone, unused)
    assert [one.end for one in found] == ["done", "loop", "loop", "syntax", "done"]
    assert passed(found[0]) == [True, True]
    single = [warm.ask_warm({"tests": [DOUBLE, NOTHING], "install": warm.orders(one)}) for one in (other, alone)]
    assert single[0].end == "syntax"
    assert passed(single[1]) == [True, True]


@builds("go")
@pytest.mark.parametrize(
    "hostile",
    [
        "for {\n\t}",
        "os.Exit(0)\n\treturn n * 2",
        'panic("no")',
        'println("--- PASS: TestDouble (0.00s)")\n\tos.Exit(0)\n\treturn 4',
    ],
)
def test_a_hostile_candidate_is_not_taken(warm: FrameworkProcesses, hostile: str) -> None:
    found = answers(warm, candidate((OLD, hostile)), candidate((OLD, "return n * 2")))
    assert found[0].end in ("done", "loop")
    assert not any(passed(found[0]))
    assert passed(found[1]) == [True, True]


@builds("go")
def test_a_candidate_is_built_once(warm: FrameworkProcesses) -> None:
    right = candidate((OLD, "return n * 2 * 1"))
    answers(warm, right)
    again = warm.ask_warm({"tests": [DOUBLE, NOTHING], "install": warm.orders(right)}, candidate=right)
    assert passed(again) == [True, True]
    assert Path(warm.root, "sums.go").read_text() == SUMS


@builds("go")
def test_a_process_that_was_closed_when_its_time_was_over_is_started_again(warm: FrameworkProcesses) -> None:
    assert isinstance(warm._quick, CompiledWarm)
    warm._quick._running["build"].close()
    warm.begin(Clock(900.0), None)
    warm.measure(ExpectedOutcomes([DOUBLE], [NOTHING], {}))
    found, _ = answers(warm, candidate((OLD, "return 3 * n - n")))
    assert passed(found) == [True, True]


@builds("go")
def test_the_lines_of_each_test_are_counted(warm: FrameworkProcesses) -> None:
    counted = GO.with_counters(GO.read("sums.go", SUMS.encode()), 0, str(Path(warm.root, ".testfix-lines")))
    assert counted is not None
    lines = warm.counted({"sums.go": counted}, [DOUBLE, NOTHING])
    assert {test: sorted(one) for test, one in lines.items()} == {test: ["0:10", "0:11"] for test in (DOUBLE, NOTHING)}
    assert not Path(warm.root, ".testfix-lines").exists()


@builds("go")
@pytest.mark.parametrize("version", ["1.9", "1.12", "1.20"])
def test_counters_compile_by_the_version_of_the_language_that_a_module_names(tmp_path: Path, version: str) -> None:
    (tmp_path / "go.mod").write_text(f"module example.com/kit\n\ngo {version}\n")
    source = GO.read("a.go", b"package kit\n\nfunc Double(n int) int {\n\treturn 2 * n\n}\n")
    counted = GO.with_counters(source, 0, str(tmp_path / "record"))
    assert counted is not None and counted != source.text
    (tmp_path / "a.go").write_text(counted)
    done = subprocess.run(["go", "build", "./..."], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


FEE_TEST = """\
package bank

import "testing"

func TestFee(t *testing.T) {
	if Fee(2000) != 204 {
		t.Fatal(Fee(2000))
	}
}
"""


@builds("go")
def test_a_recent_change_that_broke_a_test_is_undone(tmp_path: Path) -> None:
    right = "package bank\n\nfunc Fee(cents int) int {\n\treturn 100 + cents/20 + (cents*cents)%7\n}\n"
    root = Repository(tmp_path / "bank")
    root.commit(**{"go.mod": "module example.com/bank\n\ngo 1.20\n", "fees.go": right, "fees_test.go": FEE_TEST})
    root.write("fees.go", right.replace("100 + cents/20 + (cents*cents)%7", "len(make([]int, cents))"))
    report = repair_project(root.root, seconds=240, cores=1)
    patch = report.bugs[0].patch
    assert patch is not None and "+\treturn 100 + cents/20 + (cents*cents)%7" in patch.diff


@builds("go")
def test_a_project_is_repaired_and_stays_as_it_was(write: Callable[[Mapping[str, str]], Path]) -> None:
    root = write(BANK_FILES)
    report = repair_project(root, seconds=240, cores=1, history=False)
    assert report.failing_after == 0
    patch = report.bugs[0].patch
    assert patch is not None and "+\tif cents > a.cents {" in patch.diff
    assert (root / "bank.go").read_text() == BANK_FILES["bank.go"]
