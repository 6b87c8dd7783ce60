"""Runs IMPL-001 and the repair rounds of its gates with models; accepts only new test files from their answers.

Other changes by a tool that edits files are undone and recorded. Its tests pass the same admission and the same gates
as tests that are generated without a model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from testfix_pipeline.agents.answer_forms import TESTS_SCHEMA
from testfix_pipeline.agents.calls import ToolReply
from testfix_pipeline.agents.planning_agent import Question, Read, object_in
from testfix_pipeline.core.configuration.agent_names import BUILTIN
from testfix_pipeline.core.plan_records import Analysis, Enrichment, Generation, Requirement
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.planning.generation.model_tests import admit_model_tests, problems_with, refused_path
from testfix_pipeline.planning.generation.subjects.subject import FailingCode
from testfix_pipeline.planning.python_code.module_source import read_module
from testfix_pipeline.planning.python_code.words import target_name
from testfix_pipeline.planning.tasks.task_requirements import requirements_of
from testfix_pipeline.steps.planning import planning_questions
from testfix_pipeline.steps.session.generated_tests import generation_of, write_files
from testfix_pipeline.steps.session.step_journal import read_stored
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.steps.tools.planning_tools import PlanningAnswer, ask_tools

# The time of all runs that admit tests.
ADMISSION_SECONDS = 600.0


@dataclass(frozen=True)
class AnsweredFiles:
    """The test files in an answer, by path in the project. refused: reasons for what else it contains."""

    files: dict[str, str] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class GenerationBasis:
    """What tests are generated from: the checkout, the analysis, and results of the last full run."""

    tree: Path
    analysis: Analysis
    coverage: CoverageMap | None
    failing: Sequence[TestId]


def model_written_tests(wb: Workbench, ground: GenerationBasis, feedback: Sequence[str], task: str) -> Generation:
    """Return the admitted tests that the wanted tools wrote; empty if there is no tool or no usable test.

    With `feedback` of the gate `task` the tools repair their earlier tests; otherwise each generation task is
    requested.
    """
    earlier = generation_of(wb)
    if feedback and earlier.tool == BUILTIN:
        return Generation(refused=earlier.refused, refusals=earlier.refusals)
    if feedback:
        answers = [_repair(wb, ground, earlier, feedback, task)]
    else:
        answers = [_generate(wb, ground, task) for task in _generation_tasks(wb)]
    made = [answer.value for answer in answers if answer.value is not None]
    refusals = [reason for answer in answers for reason in answer.reasons]
    refused = list(dict.fromkeys([*earlier.refused, *(one for answer in made for one in answer.refused)]))
    wb.mirror.reset(ground.tree, wb.baseline, ignored=True)
    wb.prepare(ground.tree)
    if not made:
        kept = earlier if feedback else Generation()
        return kept.model_copy(update={"refused": refused, "refusals": refusals})
    before = earlier.files if feedback else {}
    files = {**before, **{path: text for answer in made for path, text in answer.files.items()}}
    tool = next(answer.tool for answer in answers if answer.value is not None)
    admitted = _admit(wb, ground, files, tool)
    return admitted.model_copy(update={"refused": refused, "refusals": refusals})


def _admit(wb: Workbench, ground: GenerationBasis, files: Mapping[str, str], tool: str) -> Generation:
    try:
        return admit_model_tests(
            wb.target, ground.tree, files, ground.analysis, tool=tool, coverage=ground.coverage,
            failing=ground.failing, seconds=ADMISSION_SECONDS,
        )  # fmt: skip
    except OSError as error:  # such as a file in place of a folder
        return Generation(tool=tool, dropped={f"its file can't be written: {error.strerror}": len(files)})


def fall_back_to(theirs: Generation, own: Generation) -> Generation:
    """Return our own generation if no test of a model was admitted, with the reasons for the model's tests."""
    dropped = dict(Counter(own.dropped) + Counter(theirs.dropped))
    came = theirs.tests or theirs.dropped
    nothing = [f"Of {len(theirs.tests)} tests of {theirs.tool} none was admitted."] if came else []
    reasons = [*theirs.refusals, *nothing]
    update = {"dropped": dropped, "tests": [*theirs.tests, *own.tests], "refused": theirs.refused, "refusals": reasons}
    return own.model_copy(update={**update, "quality": "degraded" if reasons else "normal"})


def merge_generations(first: Generation, second: Generation) -> Generation:
    """Return the tests of two languages as one generation."""
    dropped = Counter(first.dropped) + Counter(second.dropped)
    return first.model_copy(
        update={
            "files": {**first.files, **second.files},
            "tests": [*first.tests, *second.tests],
            "dropped": dict(sorted(dropped.items())),
            "left_out": {**first.left_out, **second.left_out},
            "seconds": round(first.seconds + second.seconds, 3),
        }
    )


def is_model_written(wb: Workbench) -> bool:
    """Whether a model wrote the session's tests, so that it can be asked to repair them."""
    return generation_of(wb).tool != BUILTIN


def _generation_tasks(wb: Workbench) -> list[Task]:
    """The generation tasks, sorted by id."""
    found = [task for task in wb.store.tasks() if task.meta.type == "test-gen" and task.status != "skipped"]
    return sorted(found, key=lambda task: task.id)


def _generate(wb: Workbench, ground: GenerationBasis, task: Task) -> PlanningAnswer[AnsweredFiles]:
    wanted = _allowed(wb.root(ground.tree), ground, requirements_of(task, ground.analysis))
    if not wanted:
        return PlanningAnswer()
    material = {
        "Requirements": planning_questions.requirements_text(wanted),
        "Notes": _notes(wb),
        "Where tests go": _test_conventions(ground.analysis),
        "Failing tests": planning_questions.bullets(ground.failing)
        and "No tests for code that these run:\n" + planning_questions.bullets(ground.failing),
    }
    question = _question(wb, ground, "generation", material, planning_questions.places_of(wb.root(ground.tree), wanted))
    return _ask_chain(wb, ground, question, task.id, {})


def _allowed(root: Path, ground: GenerationBasis, wanted: Sequence[Requirement]) -> list[Requirement]:
    """Return the requirements without those for code that failing tests execute, whose tests would not be admitted."""
    files = sorted({one.file for one in wanted})
    blocked = FailingCode(root, ground.coverage, ground.failing, files)
    modules = {file: read_module(root, file) for file in files if file.endswith(".py")}
    return [one for one in wanted if blocked.allows(modules.get(one.file), target_name(one.target))]


def _repair(
    wb: Workbench, ground: GenerationBasis, earlier: Generation, feedback: Sequence[str], task: str
) -> PlanningAnswer[AnsweredFiles]:
    root = wb.root(ground.tree)
    dropped = [f"{test.file}::{test.name}: {test.reason}" for test in earlier.tests if not test.kept]
    material = {
        "What the gates ask for": planning_questions.bullets(feedback),
        "Tests that were thrown out": planning_questions.bullets(dropped),
        "Test files as they are": "\n\n".join(f"`{path}`:\n{text}" for path, text in earlier.files.items()),
        "Requirements": planning_questions.requirements_text(_allowed(root, ground, ground.analysis.requirements)),
        "Where tests go": _test_conventions(ground.analysis),
    }
    places = planning_questions.places_of(root, ground.analysis.requirements)
    return _ask_chain(wb, ground, _question(wb, ground, "gate-repair", material, places), task, earlier.files)


def _question(
    wb: Workbench, ground: GenerationBasis, role: str, material: Mapping[str, str], places: Sequence[tuple[str, int]]
) -> Question:
    seconds = min(planning_questions.TASKS_SECONDS, wb.config.fix_seconds)
    root = wb.root(ground.tree)
    return Question(role, material, ground.tree, root, seconds, places=places, writes=True, schema=TESTS_SCHEMA)


def _ask_chain(
    wb: Workbench, ground: GenerationBasis, question: Question, task: str, there: Mapping[str, str]
) -> PlanningAnswer[AnsweredFiles]:
    """Return the answer of the tool chain. Before each tool the checkout is reset to the files in `there`."""

    def ready() -> None:
        wb.mirror.reset(ground.tree, wb.baseline)
        write_files(wb, ground.tree, there)

    def read(reply: ToolReply) -> Read[AnsweredFiles]:
        found = _read_answer(wb, ground, reply, there)
        wrong = problems_with(found.files)
        refusals = [f"{one}; only new test files count." for one in found.refused] if wrong else []
        good = {path: text for path, text in found.files.items() if not problems_with({path: text})}
        return (AnsweredFiles(good, found.refused) if good else None), [*wrong, *refusals]

    return ask_tools(wb, question, read, task, ready)


def _read_answer(wb: Workbench, ground: GenerationBasis, reply: ToolReply, there: Mapping[str, str]) -> AnsweredFiles:
    """Return the files of an answer: those in its text, and those that the tool changed in the checkout."""
    offered: dict[str, bytes | str | None] = dict(_named_files(object_in(reply)))
    prefix = f"{wb.project.subdir}/" if wb.project.subdir else ""
    odd = []
    for change in wb.mirror.changes(ground.tree):
        if change.symlink or not change.path.startswith(prefix):
            odd.append(f"{change.path} is a link" if change.symlink else f"{change.path} is not the project's")
        elif there.get(wb.in_project(change.path)) != _decode(change.after):
            offered[wb.in_project(change.path)] = change.after
    files, refused = {}, [f"{reply.tool}: {one}" for one in odd]
    for path, content in offered.items():
        why = _why_refused(wb, ground, path, content)
        text = _decode(content)
        if why or text is None:
            refused.append(f"{reply.tool}: {path[:200]} {why or 'is no text'}")
        else:
            files[path] = text
    return AnsweredFiles(files, refused)


def _named_files(said: Mapping[str, Any] | None) -> Iterator[tuple[str, str]]:
    """Yield path and text of the files in an answer's JSON, whether a list of objects or an object."""
    files = (said or {}).get("files")
    pairs = files.items() if isinstance(files, dict) else ()
    listed = (
        [(one.get("path"), one.get("text")) for one in files if isinstance(one, dict)]
        if isinstance(files, list)
        else []
    )
    for path, text in [*pairs, *listed]:
        if isinstance(path, str) and isinstance(text, str):
            yield path.removeprefix("./"), text


def _why_refused(wb: Workbench, ground: GenerationBasis, path: str, content: bytes | str | None) -> str:
    if content is None:
        return "was deleted"
    is_new = wb.mirror.read(wb.baseline, wb.in_repository(path)) is None
    return refused_path(path, ground.analysis.framework, is_new=is_new)


def _decode(content: bytes | str | None) -> str | None:
    try:
        return content.decode("utf-8") if isinstance(content, bytes) else content
    except UnicodeDecodeError:
        return None


def _notes(wb: Workbench) -> str:
    known = read_stored(wb, planning_questions.ENRICHMENT, Enrichment) or Enrichment()
    return "\n\n".join(f"{layer}: {text}" for layer, text in known.layers.items())


def _test_conventions(analysis: Analysis) -> str:
    return f"{planning_questions.framework_text(analysis.framework)}\nTest files: {analysis.framework.test_pattern}"
