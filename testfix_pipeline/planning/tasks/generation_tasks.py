"""Phase 4: the session's tasks, each with counted requirements and a command that checks it."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from testfix_pipeline.core.cycle_rules.decisions import limit
from testfix_pipeline.core.plan_records import Analysis, ContextPackage, Enrichment, FrameworkInfo, Requirement
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.core.task_records import Task, TaskContext, TaskMeta
from testfix_pipeline.frameworks.model import UserCommand
from testfix_pipeline.frameworks.registry import user_command
from testfix_pipeline.planning.documents import render_document
from testfix_pipeline.planning.intake import Intake
from testfix_pipeline.planning.tasks.plan_documents import Plan, render_documents
from testfix_pipeline.planning.tasks.plan_verification import MOST_TASKS, verify_plan
from testfix_pipeline.planning.tasks.requirement_counts import (
    A_TASK,
    count_criteria,
    count_tests,
    counted_requirement,
    group_by_file,
    split_folder,
)
from testfix_pipeline.workspace.files.redaction import redacted_text
from testfix_pipeline.workspace.sessions.store import SessionStore

__all__ = ["MOST_TASKS", "plan_tasks", "summary_text", "verify_plan", "write_plan"]

_FIXED = 4  # IMPL-001, 001.3, 001.5 and 002
_WITHOUT_ADAPTER = {"JUnit": UserCommand("mvn test", "-Dtest=*{word}*")}
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
    generation = planner.generation_tasks()
    ids = [task.id for task in generation]
    return [*generation, planner.validation_task(ids), planner.review_task(), planner.cycle_task(limit(max_iterations))]


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
        "given": given if len(given) <= 100 else f"{given[:97]}...",
        "mode": intake.mode,
        "session": session,
        "tasks": tasks,
        "most": cycle.meta.max_iterations if cycle else limit(0),
    }
    return redacted_text(render_document("summary", values))


class _Planner:
    """Makes the tasks of one session."""

    def __init__(self, session: SessionRecord, context: ContextPackage, analysis: Analysis) -> None:
        self._session = session
        self._context = context
        self._analysis = analysis
        self._open = [each for each in analysis.requirements if not each.covered and each.layer != "L0"]
        self._gap = bool(self._open) and not analysis.no_gap

    # --- generation

    def generation_tasks(self) -> list[Task]:
        modules = self._requirements_by_task() if self._gap else {}
        if not modules:
            return [self._skipped_generation()]
        several = len(modules) > 1
        names = ["IMPL-001", *(f"IMPL-{number:03d}" for number in range(3, len(modules) + 2))]
        return [
            self._generation_task(name, module if several else "", wanted)
            for name, (module, wanted) in zip(names, modules.items(), strict=True)
        ]

    def _requirements_by_task(self) -> dict[str, list[Requirement]]:
        """Return the open requirements by task.

        One task for all; if there are many, one for each folder, and several for a large folder. Those that the input
        asks for come first, then the largest; those beyond the maximum of tasks share the last one.
        """
        if self._analysis.scale != "modular" and count_tests(self._open) <= A_TASK:
            return {"all": self._open}
        found: dict[str, list[Requirement]] = {}
        for each in self._open:
            found.setdefault(str(PurePosixPath(each.file).parent), []).append(each)
        parts = [part for folder, wanted in found.items() for part in split_folder(folder, wanted)]
        ordered = sorted(parts, key=lambda part: (-count_criteria(part[1]), -len(part[1]), part[0]))
        most = MOST_TASKS - _FIXED + 1
        if len(ordered) > most:
            shared = [each for _, wanted in ordered[most - 1 :] for each in wanted]
            ordered = [*ordered[: most - 1], ("the other modules", shared)]
        return dict(ordered)

    def _generation_task(self, name: str, module: str, wanted: Sequence[Requirement]) -> Task:
        files = group_by_file(wanted)
        layers = {layer: count_tests([each for each in wanted if each.layer == layer]) for layer in ("L1", "L2", "L3")}
        targets = [self._test_file(file) for file in files]
        title = "Understand the tests and write new ones"
        return Task(
            id=name,
            title=f"{title}: {module}" if module else title,
            meta=TaskMeta(type="test-gen", agent="@code-developer", **({"module": module} if module else {})),
            context=TaskContext(
                requirements=[counted_requirement(file, each) for file, each in files.items()],
                acceptance=[self._check_command(file) for file in files],
                requirement_ids=[each.id for each in wanted],
                test_requirements=[each.model_dump(mode="json", exclude={"covered"}) for each in wanted],
                criteria=list(dict.fromkeys(name for each in wanted for name in each.criteria)),
                focus_paths=list(files),
                depends_on=[],
                layers={layer: number for layer, number in layers.items() if number},
                test_framework=self._framework.framework,
                conventions=self._framework.conventions.model_dump(),
            ),
            flow_control=_flow_control(
                ["read the context package and the analysis", "read the tests there are and follow their conventions"],
                [
                    "write the tests that the requirements name, L1 first",
                    "keep what runs, is stable over 3 runs and 2 hash seeds, and notices a change of its subject",
                    "count what is dropped by its reason",
                ],
                list(dict.fromkeys(targets)),
                ["every requirement is met, or its tests were dropped with a reason", "the time is used up"],
            ),
        )

    def _skipped_generation(self) -> Task:
        unread = [one.unread for one in self._analysis.left_out if one.unread]
        reason = "the analysis found no gap" + (f" in what is read; not read: {', '.join(unread)}" if unread else "")
        return Task(
            id="IMPL-001",
            title="Understand the tests and write new ones",
            status="skipped",
            meta=TaskMeta(type="test-gen", agent="@code-developer", reason=reason),
            context=TaskContext(
                requirements=[f"0 new tests: {reason}"],
                acceptance=[self._suite_command],
                requirement_ids=[],
                focus_paths=self._analysis.targets,
                depends_on=[],
            ),
            flow_control=_flow_control([], [], [], ["nothing to do"]),
        )

    # --- gates

    def validation_task(self, depends_on: list[str]) -> Task:
        changed = self._changed_files()
        both = f" and the {len(changed)} files that the source session changed" if changed else ""
        return Task(
            id="IMPL-001.3",
            title="Code validation gate: L0 and AI-code issues",
            meta=TaskMeta(type="code-validation", agent="@test-fix-agent", most_rounds=2),
            context=TaskContext(
                requirements=[
                    f"0 critical issues and 0 compile errors in the generated tests{both}",
                    "at most 3 errors and 10 warnings; at most 2 rounds of safe automatic fixes",
                ],
                acceptance=[self._verdict_command("code-validation-report"), self._compile_command()],
                focus_paths=changed,
                depends_on=depends_on,
            ),
            flow_control=_flow_control(
                ["read what the generation tasks wrote"],
                ["scan", "fix imports, format and unused names where that is safe", "withdraw tests that stay bad"],
                changed,
                ["PASS", "HARD_FAIL after the rounds: bad tests withdrawn"],
            ),
        )

    def review_task(self) -> Task:
        stats = self._analysis.coverage
        measured = stats.source == "measured"
        now = f" (now {stats.line_rate:g}% lines)" if measured else " (now not measured)"
        aim = "at least 80% of lines and 70% of branches"
        return Task(
            id="IMPL-001.5",
            title="Test quality gate: static analysis and coverage",
            status="pending" if self._gap else "skipped",
            meta=TaskMeta(
                type="test-quality-review",
                agent="@test-fix-agent",
                most_rounds=2,
                **({} if self._gap else {"reason": "no test is generated"}),
            ),
            context=TaskContext(
                requirements=[f"coverage: {aim}{now}", "0 critical anti-patterns in generated tests"],
                acceptance=[self._suite_command, self._verdict_command("test-quality-report")],
                focus_paths=[],
                depends_on=["IMPL-001.3"],
            ),
            flow_control=_flow_control(
                ["read the validation report"],
                ["measure the coverage", "look for anti-patterns", "ask generation for more at most 2 times"],
                [],
                ["PASS", "what fails is withdrawn and the session marked for review"],
            ),
        )

    def cycle_task(self, max_iterations: int) -> Task:
        return Task(
            id="IMPL-002",
            title="Run the suite and repair the code until it passes",
            meta=TaskMeta(type="test-fix", agent="@test-fix-agent", max_iterations=max_iterations),
            context=TaskContext(
                requirements=[
                    f"100% of the baseline's tests pass, or 95% with only low failures left, in at most "
                    f"{max_iterations} iterations"
                ],
                acceptance=[self._suite_command],
                focus_paths=["."],
                depends_on=["IMPL-001.5"],
            ),
            flow_control=_flow_control(
                ["read the task, the state, the results, the log, the analysis and the history"],
                ["measure", "choose a strategy", "analyse", "fix", "re-test"],
                [],
                ["success", "partial success", "limit", "budget", "nothing left to try"],
            ),
        )

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

    def _changed_files(self) -> list[str]:
        found = self._context.source_context.get("changed_files")
        return [str(path) for path in found] if isinstance(found, list) else []


def _flow_control(
    before: Sequence[str], steps: Sequence[str], files: Sequence[str], ends: Sequence[str]
) -> Mapping[str, Any]:
    return {
        "pre_analysis": list(before),
        "implementation_approach": list(steps),
        "target_files": list(files),
        "exit_conditions": list(ends),
    }
