"""A second language is added through the registry alone: from suspicious statements to a confirmed patch.

Its files hold rates, one a line (`fee = 3`). The tests that read them are Python: a test framework of its own is not
what is asked here.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.change_history import Change, ChangedCodeFile
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.repair.history.project_history import ChangeHistory
from testfix_pipeline.repair.language.language import Language
from testfix_pipeline.repair.localise import FaultLocation, Symptoms, localise
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.edit import Edit, Replacement
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.model.source_languages import register, source_languages
from testfix_pipeline.repair.model.source_text import SourceText
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.model.tokens import Tokens
from testfix_pipeline.repair.model.verdict import PlausiblePatch, Verdict
from testfix_pipeline.repair.ranking.evidence import Evidence
from testfix_pipeline.repair.ranking.patch_ranking import rank_patches
from testfix_pipeline.repair.search.patch_neighbours import with_patches
from testfix_pipeline.repair.search.space import Space, edits_and_undos
from testfix_pipeline_tests.repair.conftest import Fixer

LINE = re.compile(r"(\w+) = (-?\d+)")


@dataclass(frozen=True)
class Rate:
    """A line of such a file: its only kind of statement."""

    lineno: int
    end_lineno: int
    number: tuple[int, int]


class RatesFile(SourceText):
    """Raises SyntaxError where a line is none."""

    def __init__(self, path: str, raw: bytes, absent: bool = False) -> None:
        super().__init__(path, raw, absent)
        if any(line and not LINE.fullmatch(line) for line in self.text.splitlines()):
            raise SyntaxError(path)

    @cached_property
    def statements(self) -> Mapping[int, Rate]:
        found = {self.line_at(match.start()): match.span(2) for match in LINE.finditer(self.text)}
        return {line: Rate(line, line, span) for line, span in found.items()}


@dataclass(frozen=True)
class Step:
    """Proposes a number that is so much larger."""

    id: str
    by: int
    bound: float = 0.5
    rich: bool = False


@dataclass(frozen=True)
class RateTarget:
    source: RatesFile
    stmt: Rate
    failure_evidence: FailureEvidence
    project: Sequence[SourceText] = ()
    role: str = "rate"

    def crash(self) -> str:
        return ""

    def came_through(self) -> str:
        return ""


class Rates(Language):
    name = "rates"
    suffixes = (".rates",)
    producers = (Step("rates.more", 1), Step("rates.less", -1))

    def read(self, path: str, raw: bytes, absent: bool = False) -> RatesFile:
        return RatesFile(path, raw, absent)

    def lex(self, text: str, depth: int = 0, indent: int = 0) -> Tokens:
        found = Tokens()
        for match in re.finditer(r"\w+|[^\w\s]|\n", text):
            found.add(match.group(), *match.span(), depth, indent)
        return found

    def target(
        self,
        source: Any,
        stmt: Any,
        failure_evidence: FailureEvidence,
        replacements: Sequence[Replacement] = (),
        project: Any = (),
    ) -> RateTarget:
        return RateTarget(source, stmt, failure_evidence, project)

    def propose(self, target: RateTarget, producer: Step) -> list[Edit]:
        start, end = target.stmt.number
        number = str(int(target.source.text[start:end]) + producer.by)
        return [Edit(target.source.path, start, end, number, producer.id, producer.bound, target.stmt.lineno)]

    def differs(self, source: RatesFile, function: None, text: str) -> bool:
        return LINE.findall(RatesFile(source.path, text.encode()).text) != LINE.findall(source.text)


RATES = "base = 10\nfee = 3\nrebate = 1\n"
SHOP = """\
from pathlib import Path


def rates():
    lines = Path(__file__).with_name("shop.rates").read_text().splitlines()
    return {name: int(value) for name, _, value in (line.split() for line in lines)}


def price():
    found = rates()
    return found["base"] + found["fee"] - found["rebate"]
"""
TESTS = """\
from shop import price, rates


def test_price():
    assert price() == 11


def test_base():
    assert rates()["base"] == 10


def test_rebate():
    assert rates()["rebate"] == 1
"""
FAILING, *PASSING = (TestId(f"test_shop.py::test_{name}") for name in ("price", "base", "rebate"))
RUN = {FAILING: {1, 2, 3}, PASSING[0]: {1}, PASSING[1]: {3}}
"""Which lines of the rates the tests use."""


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    rates = Rates()
    register(rates)
    yield
    source_languages().remove(rates)


@pytest.fixture
def root(write: Callable[[Mapping[str, str]], Path]) -> Path:
    return write({"shop.rates": RATES, "shop.py": SHOP, "test_shop.py": TESTS})


def locations(root: Path) -> list[FaultLocation]:
    executed = {test: {"shop.rates": lines} for test, lines in RUN.items()}
    return localise(Sources(root), Symptoms([FAILING], PASSING, executed))


def found(root: Path, **more: Any) -> Iterator[Candidate]:
    return edits_and_undos(Space(Sources(root), locations(root), FailureEvidence(), **more), [], set())


def texts(candidates: Iterator[Candidate]) -> list[str]:
    return [text for one in candidates for text in one.texts.values()]


def test_a_suffix_belongs_to_one_language() -> None:
    with pytest.raises(ValueError, match=r"\.rates are rates already"):
        register(Rates())


def test_what_does_not_parse_or_changes_nothing_is_no_candidate(root: Path) -> None:
    source = Sources(root).source("shop.rates")
    assert source is not None
    edits = [Edit("shop.rates", 0, 4, text, "rates.name", 0.5, 1) for text in ("basis", "base", "two words")]
    assert [Candidate.single(source, one, 1.0, "rates").valid() for one in edits] == [True, False, False]


def test_its_patches_are_ranked_with_a_confidence_and_a_diff(root: Path) -> None:
    listed = rank_patches(
        [PlausiblePatch(one, Verdict("plausible", frozenset([FAILING]))) for one in found(root)], Evidence()
    )
    assert len(listed) == 6 and all(0 < one.confidence < 1 for one in listed)
    assert "-fee = 3\n" in listed[0].diff + listed[1].diff and listed[0].location.startswith("shop.rates:<module>:")


def test_recent_changes_of_its_files_are_undone(root: Path) -> None:
    change = Change(
        "c" * 40, "p" * 40, "work", (ChangedCodeFile("shop.rates", RATES.replace("fee = 3", "fee = 2"), RATES),)
    )
    history = ChangeHistory(Sources(root), [change])
    undone = [one for one in found(root, history=history) if one.kind.startswith("history")]
    assert RATES.replace("fee = 3", "fee = 2") in texts(iter(undone))


def test_a_patch_of_others_starts_the_search(root: Path) -> None:
    diff = "--- a/shop.rates\n+++ b/shop.rates\n@@ -1,3 +1,3 @@\n base = 10\n-fee = 3\n+fee = 1\n rebate = 1\n"
    space = Space(Sources(root), locations(root), FailureEvidence(), patches=[diff])
    candidates = list(with_patches(space, [], set(), iter(())))
    assert texts(iter(candidates[:1])) == [RATES.replace("fee = 3", "fee = 1")]
    assert RATES.replace("fee = 3", "fee = 2") in texts(iter(candidates))  # an edit of the patched file


def test_a_bug_in_a_file_of_the_second_language_is_repaired_and_confirmed(root: Path, fix: Fixer) -> None:
    used = CoverageMap({test: {"shop.rates": frozenset(lines)} for test, lines in RUN.items()}, {})
    result = fix(root, coverage=used)
    best = result.patches[0]
    assert best.files == {"shop.rates": RATES.replace("fee = 3", "fee = 2")}
    assert best.complete and best.confirmed and best.kind == "rates.less"
