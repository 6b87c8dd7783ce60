"""The session's matrix criterion -> tests -> verdict, for its reports and as `traceability.json`."""

from __future__ import annotations

import json

from testfix_pipeline.core.code_names import split_code_name
from testfix_pipeline.core.plan_records import Analysis, TracedCriterion
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.planning.code_readers import outline_of
from testfix_pipeline.planning.python_code.outline import Outline
from testfix_pipeline.planning.traceability import CriterionEvidence, matrix_lines, trace_criteria
from testfix_pipeline.steps.planning.planning_phases import ANALYSIS
from testfix_pipeline.steps.session.generated_tests import generation_of
from testfix_pipeline.steps.session.step_journal import read_stored
from testfix_pipeline.steps.session.workbench import Workbench

TRACED = ".process/traceability.json"
_MOST_TEST_FILES = 500


def traced(wb: Workbench) -> list[TracedCriterion]:
    """Return every criterion of the input with the tests that cover it now; empty in a session without an analysis.

    Also writes `traceability.json`.
    """
    analysis = read_stored(wb, ANALYSIS, Analysis)
    if analysis is None or not analysis.criteria:
        return []
    results, generation = wb.store.results(), generation_of(wb)
    evidence = CriterionEvidence(
        outcomes={test: outcome.status for test, outcome in results.outcomes.items()} if results else {},
        coverage=wb.coverage(wb.baseline),
        outlines=_outlines(wb, analysis),
        test_texts={**_test_texts(wb), **generation.files},
        generation=generation,
    )
    rows = trace_criteria(analysis.criteria, analysis.requirements, evidence)
    content = {"session_id": wb.session_id, "criteria": [row.model_dump(mode="json") for row in rows]}
    wb.store.write_text(TRACED, json.dumps(content, indent=1, ensure_ascii=False) + "\n")
    return rows


def traceability_section(wb: Workbench) -> list[str]:
    """Return the matrix as lines of a report; empty if the input has no criteria."""
    return matrix_lines(traced(wb))


def _outlines(wb: Workbench, analysis: Analysis) -> dict[str, Outline]:
    files = {split_code_name(subject)[0] for one in analysis.criteria for subject in one.subjects}
    texts = {file: wb.mirror.read(wb.baseline, wb.in_repository(file)) for file in files}
    return {file: outline_of(file, text.decode("utf-8", "replace")) for file, text in texts.items() if text}


def _test_texts(wb: Workbench) -> dict[str, str]:
    results = wb.store.results()
    files = sorted({TestId(test).file for test in results.outcomes}) if results else []
    texts = {file: wb.mirror.read(wb.baseline, wb.in_repository(file)) for file in files[:_MOST_TEST_FILES]}
    return {file: text.decode("utf-8", "replace") for file, text in texts.items() if text}
