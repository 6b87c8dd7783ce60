"""The warm server on the real thing: what candidates can do to it, and what it must survive."""

import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.repair.languages.python.analysis.edit import Edit
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.clock import Clock
from testfix_pipeline.repair.model.verdict import Verdict
from testfix_pipeline.repair.validation.probes import profiles
from testfix_pipeline.repair.validation.shared_process import MOST_SPOILT
from testfix_pipeline.repair.validation.validator import SAME_PARTIAL, Aims, Validator

SUBJECT = textwrap.dedent(
    """
    import functools

    SEEN = []


    def shout(function):
        @functools.wraps(function)
        def call(*args):
            return function(*args).upper()
        return call


    @shout
    def greet(name):
        SEEN.append(name)
        return "hello " + name + "?"


    class Counter:
        step = 2

        def count(self, limit):
            n = 0
            while n < limit:
                n += self.step
            return n
    """
).lstrip()
TESTS = textwrap.dedent(
    """
    from pathlib import Path

    import subject

    def test_greet():
        assert subject.greet("Ann") == "HELLO ANN!"

    def test_seen():
        subject.SEEN.clear()
        subject.greet("Bob")
        assert subject.SEEN == ["Bob"]

    def test_count():
        assert subject.Counter().count(3) == 3

    def test_even():
        assert subject.Counter().count(4) == 4

    def test_writes():
        Path("left.txt").write_text("x")
    """
)
TARGETS = [TestId(f"test_subject.py::test_{name}") for name in ("greet", "count")]
PASSING = [TestId(f"test_subject.py::test_{name}") for name in ("seen", "even", "writes")]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("warm")
    (folder / "subject.py").write_text(SUBJECT)
    (folder / "test_subject.py").write_text(TESTS)
    return folder


@pytest.fixture(scope="module")
def validator(project: TargetProject, root: Path) -> Iterator[Validator]:
    with Validator(project, root, Aims(TARGETS, [], PASSING), None) as running:
        yield running


def candidate(root: Path, old: str, new: str) -> Candidate:
    source = SourceFile("subject.py", (root / "subject.py").read_bytes())
    assert source.text.count(old) == 1
    start = source.text.index(old)
    edit = Edit("subject.py", start, start + len(old), new, "by hand", 1.0, source.line_at(start))
    return Candidate.single(source, edit, 1.0, "test")


def attempt(validator: Validator, root: Path, old: str, new: str) -> Verdict:
    return validator.try_candidate(candidate(root, old, new))


def test_a_decorated_function_is_swapped_and_partly_fixes(validator: Validator, root: Path) -> None:
    verdict = attempt(validator, root, '"?"', '"!"')
    assert verdict.finding == "partial" and verdict.fixes == {TARGETS[0]}


def test_more_patches_of_a_part_are_looked_at_where_suites_are_short(project, root, monkeypatch) -> None:
    for seconds, least in ((0.0, 0), (1e6, SAME_PARTIAL + 1)):
        monkeypatch.setattr("testfix_pipeline.repair.validation.validator.PARTIAL_SECONDS", seconds)
        with Validator(project, root, Aims(TARGETS, [], PASSING), None) as own:
            found = [attempt(own, root, '"?"', '"!"' + " + ''" * n).finding for n in range(SAME_PARTIAL + 1)]
        assert found.count("partial") == max(SAME_PARTIAL, least) and set(found) <= {"partial", "moved"}


def test_a_live_closure_is_swapped(validator: Validator, root: Path) -> None:
    verdict = attempt(validator, root, ".upper()", '.upper().replace("?", "!")')
    assert verdict.finding == "partial"


def test_class_level_code_goes_to_a_fresh_process(validator: Validator, root: Path) -> None:
    verdict = attempt(validator, root, "step = 2", "step = 1")
    assert verdict.finding == "partial" and verdict.fixes == {"test_subject.py::test_count"}
    assert (root / "subject.py").read_text() == SUBJECT


def test_what_breaks_a_passing_test_is_named(validator: Validator, root: Path) -> None:
    verdict = attempt(validator, root, "SEEN.append(name)\n    return", "return")
    assert verdict.finding == "same"
    verdict = attempt(
        validator, root, 'SEEN.append(name)\n    return "hello " + name + "?"', 'return "hello " + name + "!"'
    )
    assert verdict.finding == "kills" and verdict.breaks == {"test_subject.py::test_seen"}


@pytest.mark.parametrize(
    "bad",
    [
        "while True:\n        pass",
        "while True:\n        try:\n            name.x\n        except:\n            pass",
        "__import__('os')._exit(0)",
        "sum(1 for _ in __import__('itertools').count())",
        "return greet(name)",
        "__import__('os').kill(__import__('os').getpid(), 9)",
        "x = bytearray(1 << 40)",
        "raise SystemExit(0)",
        "__import__('threading').Thread(target=__import__('threading').Event().wait).start()",
    ],
)
def test_no_candidate_takes_the_server_down(validator: Validator, root: Path, bad: str) -> None:
    verdict = attempt(validator, root, "SEEN.append(name)", bad)
    assert verdict.finding in ("same", "moved")
    assert attempt(validator, root, '"?"', '"!"').fixes == {TARGETS[0]}


def test_many_candidates_share_one_child(validator: Validator, root: Path) -> None:
    batch = [
        candidate(root, '"?"', '"."'),
        candidate(root, "SEEN.append(name)", "while True: pass"),
        candidate(root, "step = 2", "step = 1"),
        candidate(root, '"?"', '"!"'),
        candidate(root, '"hello "', '"hello'),
    ]
    verdicts = validator.screen(batch)
    assert [verdict and verdict.finding for verdict in verdicts] == ["same", "slow", None, None, "invalid"]


def test_what_one_candidate_forgets_or_remembers_is_hidden_from_the_next(validator: Validator, root: Path) -> None:
    forgets = candidate(root, "SEEN.append(name)", "greet.__globals__.clear(); __import__('os').environ.clear()")
    rebinds = candidate(root, "SEEN.append(name)", "SEEN.append(name); Counter.count = print; Counter.step = None")
    ends = candidate(root, "SEEN.append(name)", "__import__('functools').wraps(int)(greet); greet.__wrapped__ = 1")
    right = candidate(root, '"?"', '"!"')
    verdicts = validator.screen([forgets, right, rebinds, right, ends, right])
    assert [verdict and verdict.finding for verdict in verdicts] == ["same", None, "same", None, "same", None]
    assert validator.shared.batching


def test_loops_go_on_behind_one_that_was_ended(validator: Validator, root: Path) -> None:
    endless = candidate(root, "SEEN.append(name)", "while True: pass")
    right = candidate(root, 'return "hello " + name + "?"', 'for end in "!":\n        return "hello " + name + end')
    slow, looked_at = validator.screen([endless, right])
    assert slow and slow.finding == "slow"
    assert looked_at is None, "it passes the first look"


def test_what_one_candidate_leaves_behind_ends_the_sharing(project: TargetProject, root: Path) -> None:
    with Validator(project, root, Aims(TARGETS, [], PASSING), None) as own:
        poison = candidate(
            root, "SEEN.append(name)", "Counter.count.__code__ = (lambda self, limit: self.nothing).__code__"
        )
        for _ in range(MOST_SPOILT):
            assert own.shared.batching
            assert own.screen([poison, candidate(root, '"?"', '"."')]) == [None, None]
        assert not own.shared.batching
        assert own.try_candidate(candidate(root, '"?"', '"!"')).finding == "partial"


def test_nothing_counts_of_a_batch_that_changed_a_file(project: TargetProject, root: Path) -> None:
    with Validator(project, root, Aims(TARGETS, [], PASSING), None) as own:
        writes = candidate(root, "SEEN.append(name)", "open(__file__ + '.left', 'w').close()")
        batch = [writes, candidate(root, '"?"', '"."')]
        for _ in range(MOST_SPOILT):
            assert own.shared.batching
            assert own.screen(batch) == [None, None]
        assert not own.shared.batching
        assert own.try_candidate(batch[1]).finding == "same"


def test_lines_can_be_traced(validator: Validator) -> None:
    traced = profiles(validator, [TestId("test_subject.py::test_count")])["test_subject.py::test_count"].executed()
    lines = SUBJECT.split("\n")
    found = {lines[line - 1].strip() for line in traced["subject.py"]}
    assert "n += self.step" in found and "SEEN.append(name)" not in found


def test_a_lent_process_counts_the_time_of_the_search_that_has_it(project: TargetProject, root: Path) -> None:
    """The first search's time is over: nothing of the second may end for that, whichever process answers."""
    first = Clock(600.0)
    with Validator(project, root, Aims(TARGETS, [], PASSING), None, clock=first) as own:
        attempt(own, root, "step = 2", "step = 1")  # starts the fresh process
        first.shorten(-60.0)
        own.processes.begin(Clock(600.0), None)
        assert attempt(own, root, '"?"', '"!"').finding == "partial"
        assert attempt(own, root, "step = 2", "step = 3").finding == "kills"
