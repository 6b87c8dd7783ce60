"""Ids of edits decide, their display labels do not; labels in older records are read as ids."""

import itertools
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.records import Attempt, FixHistory
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.repair.engine import RepairRequest, space_of
from testfix_pipeline.repair.languages.python.analysis.edit import FailureEvidence
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.languages.python.synthesis.experiments import Experiment
from testfix_pipeline.repair.localise import FaultLocation
from testfix_pipeline.repair.model import ids
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.edit import Edit, fingerprint
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.model.verdict import PlausiblePatch, Verdict
from testfix_pipeline.repair.ranking.edit_order import EditOrder
from testfix_pipeline.repair.ranking.evidence import Evidence
from testfix_pipeline.repair.ranking.experience import Experience
from testfix_pipeline.repair.ranking.naturalness import Naturalness
from testfix_pipeline.repair.ranking.patch_ranking import rank_patches
from testfix_pipeline.repair.search.search_order import SearchOrder
from testfix_pipeline.repair.search.space import Space, edits_and_undos, single_edits
from testfix_pipeline.repair.validation.validator import Aims, Validator
from testfix_pipeline_tests.repair.conftest import failures

Writer = Callable[[Mapping[str, str]], Path]

WELL_FORMED = re.compile(r"[a-z0-9]+([.-][a-z0-9]+)*")
PROGRAMS = ("cache", "validate", "defaults", "account")


def space(root: Path) -> Space:
    """Everything of a file is suspicious, the earlier statements more."""
    sources = Sources(root)
    source = sources.source("subject.py")
    assert source is not None
    lines = [(line, source.function_of(stmt)) for line, stmt in sorted(source.statements.items())]
    inside = [(line, function.qualname) for line, function in lines if function is not None][:12]
    locations = [FaultLocation("subject.py", line, 1 / (1 + rank), name) for rank, (line, name) in enumerate(inside)]
    landed = Experience({"variable": 2, "guard.return": 1})
    return Space(sources, locations, FailureEvidence(), order=EditOrder(Naturalness([source]), experience=landed))


def order_of(found: list[Candidate], evidence: Evidence) -> tuple[bytes, list[str]]:
    """All that decides of candidates and of their ranking were they plausible, as bytes; and what people read."""
    plausible = [PlausiblePatch(one, Verdict("plausible", frozenset({"t"}))) for one in found[::5]]
    patches = rank_patches(plausible, evidence, limit=len(plausible))
    decides = [
        [(one.producer, one.kind, one.score, one.fingerprint, sorted(one.texts.items())) for one in found],
        [(one.kind, one.confidence, one.features, one.doubt, sorted(one.files.items())) for one in patches],
    ]
    return json.dumps(decides).encode(), [one.description for one in (*found, *patches)]


def proposed(root: Path) -> tuple[bytes, list[str]]:
    here = space(root)
    notes: list[str] = []
    found = list(itertools.islice(single_edits(here, notes), 400))
    assert here.order is not None and not notes
    return order_of(found, Evidence(FailureEvidence(), here.locations, here.order.natural))


def searched(project: TargetProject, root: Path, most: int) -> tuple[bytes, list[str]]:
    """The first candidates of a real search with synthesis, in their order with what became of them, and the ranking
    of the plausible ones."""
    record = root.with_name("coverage.json")
    measured = run_suite(project, root, record_coverage=record)
    coverage = CoverageMap.load(record)
    failing, passing = sorted(measured.failing), sorted(measured.passed)
    notes: list[str] = []
    seen: set[int] = set()
    tried, found = [], []
    with Validator(project, root, Aims(failing, [], passing), coverage) as running:
        request = RepairRequest(project, root, failing, failing, passing, failures(measured), coverage, seconds=60)
        here = space_of(request, running, root)
        order = SearchOrder(here, running.first_look(0), edits_and_undos(here, notes, seen), seen, notes)
        for one in itertools.islice(order, most):
            if isinstance(one, Experiment):
                tried.append(("experiment", *one.kinds))
                one.settle(one.run(running))
                continue
            verdict = running.try_candidate(one)
            if verdict.finding == "kills":
                order.record_refuted(one, verdict)
            tried.append((verdict.finding, one.kind, one.score, one.fingerprint))
            found += [PlausiblePatch(one, verdict)] if verdict.finding == "plausible" else []
    decided, read = order_of([one.candidate for one in found], Evidence(here.failure_evidence, here.locations))
    return json.dumps(tried).encode() + decided, read


@pytest.mark.slow
def test_what_is_proposed_carries_ids(programs: Mapping[str, Any], write: Writer) -> None:
    for name in PROGRAMS:
        for one in itertools.islice(single_edits(space(write({"subject.py": programs[name].broken})), []), 500):
            assert WELL_FORMED.fullmatch(one.kind), one.description


@pytest.mark.parametrize(
    ("edit_ids", "label"),
    [
        ("variable", "variable"),
        ("guard.handler-of-a-slip", "guard handler of a slip"),
        ("moved.further + none-asked-for", "moved: further + None asked for"),
    ],
)
def test_a_label_is_the_words_of_an_id_or_what_the_table_says(edit_ids: str, label: str) -> None:
    assert ids.label(edit_ids) == label
    assert ids.edit_ids_of(label) == ids.edit_ids_of(edit_ids) == edit_ids


def history(kind: str) -> FixHistory:
    attempt = Attempt(iteration=1, task_id="IMPL-fix-1", strategy="conservative", result="landed")
    return FixHistory(attempts=[attempt.model_copy(update={"details": {"plausible": [{"kind": kind}]}})])


def test_a_step_out_of_a_block_is_not_a_step_into_one() -> None:
    source = SourceFile("subject.py", b"def f(rows):\n    for row in rows:\n        return row\n")
    begin, end = source.line_starts[2], source.line_starts[3]
    moved = [f"{indent}return row\n" for indent in ("    ", " " * 12)]
    steps = [Edit(source.path, begin, end, text, "move.statement", 1.0, 3) for text in moved]
    assert len({fingerprint(source, [step]) for step in steps}) == 2
