"""Asks models in phases 3 and 4 for the test analysis and for additions to the notes, layer by layer.

The built-in analysis always runs: the question quotes its measurements, and it is used if no wanted tool answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from testfix_pipeline.agents.answer_forms import ENRICHMENT_SCHEMA
from testfix_pipeline.agents.calls import ToolReply
from testfix_pipeline.agents.planning_agent import Question, Read, object_in
from testfix_pipeline.core.cycle_rules.expected_results import expected_results
from testfix_pipeline.core.plan_records import Analysis, ContextPackage, Enrichment, FrameworkInfo, Layer, Requirement
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.planning.analysis.model_answer import SCHEMA, read_analysis
from testfix_pipeline.planning.generation.subjects.subject import functions_of
from testfix_pipeline.planning.python_code.module_source import read_module
from testfix_pipeline.planning.python_code.words import target_name
from testfix_pipeline.steps.measurement.baseline import BASELINE
from testfix_pipeline.steps.session.step_journal import read_stored
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.steps.tools.planning_tools import ask_tools

ENRICHMENT = ".process/enrichment.json"
# The time for the analysis before the cycle, and for planning the tasks.
ANALYSIS_SECONDS, TASKS_SECONDS = 1200.0, 1800.0
LAYERS: tuple[Layer, ...] = ("L0", "L1", "L2", "L3")
_MOST_NOTES = 12_000
_MOST_LISTED = 200


def ask_for_analysis(
    wb: Workbench, tree: Path, description: str, context: ContextPackage, measured: Analysis
) -> Analysis:
    """Return the analysis of the first wanted tool with a usable answer, else the built-in one that is given."""
    root = wb.root(tree)

    def read(reply: ToolReply) -> Read[Analysis]:
        return read_analysis(object_in(reply), measured, root, reply.tool)

    question = Question(
        "test-analysis",
        {**_analysis_material(description, context, measured), "What existing tests show": _shown(wb, root)},
        tree,
        root,
        min(ANALYSIS_SECONDS, wb.config.analysis_seconds),
        places=places_of(root, measured.requirements),
        schema=SCHEMA,
    )
    found = ask_tools(wb, question, read)
    if found.value is not None:
        return found.value.model_copy(update={"tool": found.tool, "refusals": found.reasons})
    quality = "degraded" if found.degraded else "normal"
    return measured.model_copy(update={"analysis_quality": quality, "refusals": found.reasons})


def _analysis_material(description: str, context: ContextPackage, measured: Analysis) -> dict[str, str]:
    kind = f"Type: {measured.project_type} ({measured.project_type_confidence:.0%} sure)"
    return {
        "What was asked for": description,
        "Project": f"{kind}\n{framework_text(context.test_framework)}",
        "Coverage": _coverage(measured),
        "Tests there are": bullets(context.test_coverage.existing_tests),
        "Static findings": bullets(f"{one.severity}: {one.file}:{one.line} {one.message}" for one in measured.findings),
        "What the built-in analysis asks for": requirements_text(measured.requirements),
    }


def framework_text(found: FrameworkInfo) -> str:
    """Return the project's test framework, its folder of tests and their conventions, one a line."""
    said = {"Test framework": f"{found.framework} {found.version}".strip(), "Folder": found.test_directory or "."}
    return "\n".join(f"{name}: {value}" for name, value in {**said, **found.conventions.model_dump()}.items() if value)


def _shown(wb: Workbench, root: Path) -> str:
    """Return the results that the project's tests expect of calls, as far as they can be read."""
    run = read_stored(wb, BASELINE, SuiteRun)
    outcomes = run.outcomes if run is not None else {}
    files = list(dict.fromkeys(test.file for test in outcomes if test.file.endswith(".py")))
    found = (one for file in files for one in expected_results(file, read_text(root / file), outcomes))
    return bullets(f"{one.shown} is expected to {one.said} ({one.place})" for one in found)


def _coverage(measured: Analysis) -> str:
    stats = measured.coverage
    if stats.source != "measured":
        return f"Not measured. {stats.reason}"
    lines = [f"{stats.line_rate:.1f} % of lines, {stats.function_rate:.1f} % of functions."]
    for file, one in stats.files.items():
        uncalled = [name for name, called in one.functions.items() if not called]
        if one.missing_lines:
            never = f"; never called: {', '.join(uncalled)}" if uncalled else ""
            lines.append(f"{file}: {one.line_rate:.1f} %{never}")
    return "\n".join(lines)


def requirements_text(requirements: Sequence[Requirement]) -> str:
    """Return the open requirements of layers L1 to L3, one a line, each with its cases."""
    wanted = [one for one in requirements if one.layer != "L0" and not one.covered]
    return bullets(
        f"{one.id} {one.file}, {one.layer} {one.part}, {one.target}: {one.title}"
        + "".join(f"\n  - {case}" for case in one.cases)
        + (f"\n  (expected by: {one.expectation})" if one.expectation else "")
        for one in wanted
    )


def bullets(lines: Iterable[object]) -> str:
    """Return a list in Markdown, with a line that counts the items left out of a long one."""
    texts = [f"- {line}" for line in lines]
    return "\n".join(
        [*texts[:_MOST_LISTED], *([f"- and {len(texts) - _MOST_LISTED} more"] if texts[_MOST_LISTED:] else [])]
    )


def places_of(root: Path, requirements: Sequence[Requirement]) -> list[tuple[str, int]]:
    """Return file and first line of the targets of open requirements of L1 to L3; line 1 if it is unknown."""
    lines: dict[str, dict[str, int]] = {}
    found: dict[tuple[str, int], None] = {}
    for one in requirements:
        if one.layer == "L0" or one.covered:
            continue
        if one.file not in lines:  # a large file has thousands of requirements
            lines[one.file] = _first_lines(root, one.file)
        found[one.file, lines[one.file].get(target_name(one.target), 1)] = None
    return list(found)


def _first_lines(root: Path, file: str) -> dict[str, int]:
    module = read_module(root, file) if file.endswith(".py") else None
    return {} if module is None else {one.name: one.lines[0] for one in functions_of(module)}


# --- phase 4


def ask_for_notes(wb: Workbench, description: str, context: ContextPackage, analysis: Analysis) -> Enrichment:
    """Return the notes of the first wanted tool with a usable answer; empty if there is none."""
    known = read_stored(wb, ENRICHMENT, Enrichment)
    if known is not None:
        return known
    with wb.worktree("enrich", wb.baseline) as tree:
        root = wb.root(tree)
        question = Question(
            "enrichment",
            {
                "What was asked for": description,
                "Requirements": requirements_text(analysis.requirements),
                "Tests there are": bullets(context.test_coverage.existing_tests),
            },
            tree,
            root,
            min(TASKS_SECONDS, wb.config.analysis_seconds),
            places=places_of(root, analysis.requirements),
            schema=ENRICHMENT_SCHEMA,
        )
        found = ask_tools(wb, question, read_enrichment)
    tool = "" if found.value is None else found.tool
    made = Enrichment(tool=tool, layers=found.value or {}, refusals=found.reasons)
    wb.store.write_sealed(ENRICHMENT, made)
    return made


def read_enrichment(reply: ToolReply) -> Read[dict[Layer, str]]:
    """Return the notes of each layer; at least one must have content."""
    said = object_in(reply)
    if said is None:
        return None, ["The answer holds no readable JSON object."]
    texts = {layer: _text(said, layer) for layer in LAYERS}
    wrong = [f"{layer} must be a text." for layer in LAYERS if not isinstance(said.get(layer, ""), str)]
    if not any(texts.values()):
        return None, [*wrong, "No layer has a note: L0, L1, L2 and L3 are fields of the object."]
    return {layer: text for layer, text in texts.items() if text}, wrong


def _text(said: Mapping[str, object], layer: str) -> str:
    text = said.get(layer, "")
    return text.strip()[:_MOST_NOTES] if isinstance(text, str) else ""
