"""Phase 4: the session's tasks, each with counted requirements and a command that checks it."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any

from testfix_pipeline.core.counted_nouns import first_names
from testfix_pipeline.core.cycle_rules.decisions import limit
from testfix_pipeline.core.plan_records import Analysis, ContextPackage, Enrichment, FrameworkInfo, Requirement
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.core.visible_text import shortened
from testfix_pipeline.frameworks.model import UserCommand
from testfix_pipeline.frameworks.registry import user_command
from testfix_pipeline.planning.documents import render_document
from testfix_pipeline.planning.intake import Intake
from testfix_pipeline.planning.tasks.plan_verification import MOST_TASKS, Plan, render_documents
from testfix_pipeline.workspace.files.redaction import redacted_text
from testfix_pipeline.workspace.sessions.store import SessionStore

_FIXED = 4  # IMPL-001, 001.3, 001.5 and 002
_WITHOUT_ADAPTER = {"JUnit": UserCommand("mvn test", "-Dtest=*{word}*")}
_A_TASK = 60  # tests: more than that nobody reviews at once
_UNSET = "testfix doctor"  # what says that a test command is needed


def plan_tasks(
    session: SessionRecord, context: ContextPackage, analysis: Analysis, *, max_iterations: int
) -> list[Task]:
    """The tasks of a session in order: generation (one for each module of large projects), the two gates, the cycle.

    The numbers are counted from `analysis`; `context.acceptance[i]` is the command that checks
    `context.requirements[i]`. Without a gap, generation and its quality gate are `skipped`. At most 18 tasks: modules
    without a task of their own share the last one. `max_iterations` 0 stands for the default. Raises InvalidConfig for
    an impossible limit.
    """
    planner = _Planner(session, context, analysis)
    made = json.loads(render_document("tasks.json", planner.values(limit(max_iterations))))
    return [Task.model_validate(one) for one in made]


def write_plan(
    store: SessionStore,
    session: SessionRecord,
    intake: Intake,
    context: ContextPackage,
    analysis: Analysis,
    tasks: Sequence[Task],
    enrichment: Enrichment | None = None,
) -> None:
    """Write every task to `.task/`, then test-planning-notes.md, IMPL_PLAN.md and TODO_LIST.md. May be repeated."""
    for task in tasks:
        store.save_task(task)
    plan = Plan(session, intake, context, analysis, list(tasks), enrichment or Enrichment())
    for name, text in render_documents(plan).items():
        store.write_text(name, redacted_text(text))


def summary_text(session: SessionRecord, intake: Intake, tasks: Sequence[Task]) -> str:
    """The summary between phases 4 and 5: input, mode, session, tasks, thresholds, limit, the paths to review."""
    given = " ".join(str(intake.source_session_id or intake.source.get("path") or intake.description).split())
    cycle = next((task for task in tasks if task.id == "IMPL-002"), None)
    values = {
        "given": shortened(given, 100),
        "mode": intake.mode,
        "session": session,
        "tasks": tasks,
        "most": cycle.meta.max_iterations if cycle else limit(0),
    }
    return redacted_text(render_document("summary", values))


class _Planner:
    """Works out what the tasks of one session say."""

    def __init__(self, session: SessionRecord, context: ContextPackage, analysis: Analysis) -> None:
        self._session = session
        self._context = context
        self._analysis = analysis
        self._open = [each for each in analysis.requirements if not each.covered and each.layer != "L0"]

    def values(self, max_iterations: int) -> dict[str, Any]:
        """The values of `templates/tasks.json.j2`; no generation task where there is no gap."""
        changed = self._context.source_context.get("changed_files")
        unread = [one.unread for one in self._analysis.left_out if one.unread]
        beside = f" in what is read; not read: {', '.join(unread)}" if unread else ""
        return {
            "generation": self._generation_tasks(),
            "no_gap": f"the analysis found no gap{beside}",
            "targets": self._analysis.targets,
            "suite": self._suite_command,
            "changed": [str(path) for path in changed] if isinstance(changed, list) else [],
            "validation": [self._verdict_command("code-validation-report"), self._compile_command()],
            "review": [self._suite_command, self._verdict_command("test-quality-report")],
            "stats": self._analysis.coverage,
            "max_iterations": max_iterations,
        }

    # --- generation

    def _generation_tasks(self) -> list[dict[str, Any]]:
        modules = self._requirements_by_task() if self._open and not self._analysis.no_gap else {}
        names = ["IMPL-001", *(f"IMPL-{number:03d}" for number in range(3, len(modules) + 2))]
        return [
            {
                "id": name,
                "module": module if len(modules) > 1 else "",
                "targets": list(dict.fromkeys(map(self._test_file, _group_by_file(wanted)))),
                "context": self._generation_context(wanted),
            }
            for name, (module, wanted) in zip(names, modules.items(), strict=False)
        ]

    def _requirements_by_task(self) -> dict[str, list[Requirement]]:
        """Return the open requirements by task.

        One task for all; if there are many, one for each folder, and several for a large folder. Those that the input
        asks for come first, then the largest; those beyond the maximum of tasks share the last one.
        """
        if self._analysis.scale != "modular" and _count_tests(self._open) <= _A_TASK:
            return {"all": self._open}
        found: dict[str, list[Requirement]] = {}
        for each in self._open:
            found.setdefault(str(PurePosixPath(each.file).parent), []).append(each)
        parts = [part for folder, wanted in found.items() for part in _split_folder(folder, wanted)]
        ordered = sorted(parts, key=lambda part: (-_count_criteria(part[1]), -len(part[1]), part[0]))
        most = MOST_TASKS - _FIXED + 1
        if len(ordered) > most:
            shared = [each for _, wanted in ordered[most - 1 :] for each in wanted]
            ordered = [*ordered[: most - 1], ("the other modules", shared)]
        return dict(ordered)

    def _generation_context(self, wanted: Sequence[Requirement]) -> dict[str, Any]:
        files = _group_by_file(wanted)
        layers = {layer: _count_tests([each for each in wanted if each.layer == layer]) for layer in ("L1", "L2", "L3")}
        return {
            "requirements": [_counted_requirement(file, each) for file, each in files.items()],
            "acceptance": [self._check_command(file) for file in files],
            "requirement_ids": [each.id for each in wanted],
            "test_requirements": [each.model_dump(mode="json", exclude={"covered"}) for each in wanted],
            "criteria": list(dict.fromkeys(name for each in wanted for name in each.criteria)),
            "focus_paths": list(files),
            "depends_on": [],
            "layers": {layer: number for layer, number in layers.items() if number},
            "test_framework": self._framework.framework,
            "conventions": self._framework.conventions.model_dump(),
        }

    # --- parts of tasks

    @property
    def _framework(self) -> FrameworkInfo:
        return self._context.test_framework

    @property
    def _suite_command(self) -> str:
        """The command that runs all tests."""
        configured = str(self._session.config.get("test_command") or "")
        return configured or (self._command.suite if self._command else _UNSET)

    @property
    def _command(self) -> UserCommand | None:
        """How users run the project's framework, None if that is not known."""
        name = self._framework.framework
        return user_command(name) or _WITHOUT_ADAPTER.get(name)

    def _check_command(self, file: str) -> str:
        """The command that runs the tests of a source file."""
        if self._command is None:
            return self._suite_command
        place = PurePosixPath(file)
        word = place.parent.name if place.stem in ("__init__", "index") else place.stem
        return self._command.of_tests(self._collected_folder(self._test_file(file)), word or place.stem)

    def _collected_folder(self, test_file: str) -> str:
        """The folder that a test file is collected from: the project's test folder, else its own."""
        usual = self._framework.test_directory
        inside = not usual or test_file.startswith(f"{usual}/")
        return (usual or ".") if inside else str(PurePosixPath(test_file).parent)

    def _test_file(self, file: str) -> str:
        missing = self._context.test_coverage.missing_tests
        found = next((each.suggested_test_file for each in missing if each.implementation_file == file), "")
        return found or f"{self._framework.test_directory or 'tests'}/test_{PurePosixPath(file).stem}.py"

    def _verdict_command(self, report: str) -> str:
        """A command that fails where the gate's report says HARD_FAIL or does not exist."""
        path = f".workflow/active/{self._session.session_id}/.process/{report}.json"
        code = f'import json; assert json.load(open("{path}"))["verdict"] != "HARD_FAIL"'
        return f"python -c {shlex.quote(code)}"

    def _compile_command(self) -> str:
        folder = shlex.quote(self._framework.test_directory or ".")
        return (
            f"python -m compileall -q {folder}"
            if self._framework.framework in ("pytest", "unittest")
            else self._suite_command
        )


def _split_folder(folder: str, wanted: Sequence[Requirement]) -> Iterator[tuple[str, list[Requirement]]]:
    """Yield the requirements of a folder as one task, or as several of whole files where they are too many."""
    if _count_tests(wanted) <= _A_TASK:
        yield folder, list(wanted)
        return
    held: list[Requirement] = []
    for own in sorted(_group_by_file(wanted).values(), key=_count_tests, reverse=True):
        if held and _count_tests([*held, *own]) > _A_TASK:
            yield _file_names(held), held
            held = []
        held += own
    yield _file_names(held), held


def _file_names(wanted: Sequence[Requirement]) -> str:
    """The names of the first two files, and the number of the others."""
    return first_names(list(_group_by_file(wanted)), 2)


def _count_criteria(wanted: Sequence[Requirement]) -> int:
    """The number of the input's criteria that the requirements serve."""
    return len({name for each in wanted for name in each.criteria})


def _group_by_file(wanted: Sequence[Requirement]) -> dict[str, list[Requirement]]:
    """The requirements by file."""
    found: dict[str, list[Requirement]] = {}
    for each in wanted:
        found.setdefault(each.file, []).append(each)
    return found


def _count_tests(wanted: Sequence[Requirement]) -> int:
    """The number of tests: one for each case, or one for a requirement without cases."""
    return sum(max(1, len(each.cases)) for each in wanted)


def _counted_requirement(file: str, wanted: Sequence[Requirement]) -> str:
    """A requirement in words: `12 tests for 3 functions of parser.py (L1: 8 happy, 4 boundary)`."""
    targets = len({each.target for each in wanted if each.layer == "L1" and each.target not in ("", file)})
    of = f"{targets} function{'s' if targets > 1 else ''} of {file}" if targets else file
    total = _count_tests(wanted)
    return f"{total} test{'s' if total > 1 else ''} for {of} ({'; '.join(_counts_by_layer(wanted))})"


def _counts_by_layer(wanted: Sequence[Requirement]) -> Iterator[str]:
    """Yield for each layer the numbers of tests by part, in words."""
    for layer in ("L1", "L2", "L3"):
        parts: dict[str, int] = {}
        for each in wanted:
            if each.layer == layer:
                parts[each.part] = parts.get(each.part, 0) + _count_tests([each])
        if parts:
            optional = ", optional" if layer == "L3" else ""
            yield f"{layer}{optional}: " + ", ".join(f"{number} {part}" for part, number in parts.items())
