"""Opens a session for a step: its files, its mirror, and how its tests run."""

from __future__ import annotations

import fnmatch
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from testfix_pipeline.core.configuration.setting_sources import merge_config, without_defaults
from testfix_pipeline.core.configuration.settings import RAISED, CycleConfig, read_config
from testfix_pipeline.core.cycle_rules.session_status import check_transition
from testfix_pipeline.core.errors import DamagedState, InvalidConfig
from testfix_pipeline.core.identifiers import check_session_id, resume_command
from testfix_pipeline.core.iteration_records import IterationState
from testfix_pipeline.core.patch_policy.project_rules import frozen_paths, rules_places, rules_text
from testfix_pipeline.core.records import SessionRecord, SessionStatus, SuiteResults, utc_now
from testfix_pipeline.core.task_records import Task, TaskContext, TaskMeta
from testfix_pipeline.core.test_ids import SessionId, TestId
from testfix_pipeline.execution.coverage_map import CoverageMap, load_or_none
from testfix_pipeline.execution.hanging_tests import known_durations
from testfix_pipeline.execution.interpreter import OUR_OWN
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import suite_name
from testfix_pipeline.execution.target_detection import find_target, target_with_interpreter
from testfix_pipeline.planning.intake import Intake, read_input
from testfix_pipeline.planning.project.supported_framework import runnable_suites
from testfix_pipeline.registry import launch_project
from testfix_pipeline.steps.session.adoption import adopt_record
from testfix_pipeline.steps.session.coverage_records import record_name
from testfix_pipeline.steps.session.session_clock import deadline_of
from testfix_pipeline.steps.session.session_folder import take_folder, tidy
from testfix_pipeline.steps.session.stray_files import note_setup, stray_files
from testfix_pipeline.steps.session.worktree_setup import prepare
from testfix_pipeline.workspace.error_reports import pipeline_error
from testfix_pipeline.workspace.git.git_client import split0
from testfix_pipeline.workspace.git.mirror import Mirror
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.own_settings import read_own_settings
from testfix_pipeline.workspace.sessions.session_lookup import require_test_session
from testfix_pipeline.workspace.sessions.store import SessionStore

FIX_TASK = "IMPL-002"


def parallel_id(number: int) -> str:
    """Return the id of the task that groups the alternatives of iteration `number`."""
    return f"IMPL-fix-{number}-parallel"


@dataclass(frozen=True)
class Workbench:
    """One opened session. Cheap to create: each step loads it again, so that no step depends on earlier memory."""

    project: Project
    store: SessionStore
    mirror: Mirror
    config: CycleConfig
    session: SessionRecord

    @cached_property
    def target(self) -> TargetProject:
        """How the project's tests are run; detected at first use, since few steps run tests."""
        found = _target_of(self.project, self.config, self.session)
        left_out = self.store.session().suites_left_out
        suites = tuple(suite for suite in found.suites if suite_name(suite) not in left_out)
        results = self.store.results()
        known = known_durations(results.outcomes) if results is not None else found.known
        deadline = deadline_of(self.store, self.config.budget_seconds)
        return replace(found, suites=suites, known=known, deadline=deadline, notify=self.store.add_notice)

    def leave_out(self, suite: str, why: str) -> None:
        """From now on, run the session's tests without this suite; its record says why."""
        record = self.store.session()
        update = {"suites_left_out": {**record.suites_left_out, suite: why}}
        self.store.save_session(record.model_copy(update=update))
        self.__dict__.pop("target", None)  # put together again, without the suite, when it is needed

    def remember_ids(self, tests: Iterable[TestId]) -> None:
        """From now on, give tests whose ids differ from run to run these ids of the first run."""
        self.__dict__["target"] = replace(self.target, known=replace(self.target.known, tests=tuple(tests)))

    @property
    def session_id(self) -> SessionId:
        return self.session.session_id

    @property
    def baseline(self) -> str:
        return self.session.baseline_commit

    @property
    def frozen(self) -> str:
        """The commit that test-side files are restored from: the baseline, or the one that added generated tests."""
        return self.store.session().frozen_commit or self.baseline

    def state(self) -> IterationState:
        """Return the journal of the loop. Raises DamagedState if the baseline was never measured."""
        found = self.store.state()
        if found is None:
            raise _not_measured_error(self.session_id)
        return found

    def results(self) -> SuiteResults:
        """Return the last measurement. Raises DamagedState if there is none."""
        found = self.store.results()
        if found is None:
            raise _not_measured_error(self.session_id)
        return found

    @property
    def measured(self) -> bool:
        """Whether we have measured the baseline; the journal of another tool does not count."""
        state = self.store.state()
        return state is not None and state.measured

    def root(self, tree: Path) -> Path:
        return self.target.root(tree)

    @cached_property
    def project_rules(self) -> dict[str, str]:
        """The texts of the rules in the baseline, which no patch has changed, by file. Raises UsageError."""
        places = rules_places(self.project.subdir)
        listed = split0(self.mirror.git.run("ls-tree", "-rz", "--full-tree", self.baseline, "--", *places))
        modes = {file: mode for mode, _, file in (entry.partition("\t") for entry in listed) if file in places}
        rules = {file: rules_text(file, self.mirror.read(self.baseline, file), mode) for file, mode in modes.items()}
        for said, pattern in frozen_paths(rules).items():
            if not fnmatch.filter((f"{path}/" for path in self.mirror.files(self.baseline)), pattern):
                self.store.add_notice(f"{said}; there is no such file.")
        return rules

    def in_repository(self, path: str) -> str:
        """Return the path from the repository's root of a path from the project's."""
        return f"{self.project.subdir}/{path}" if self.project.subdir else path

    def in_project(self, path: str) -> str:
        """Return the path from the project of a path from the repository's root; unchanged if outside.

        Rules on test files need this form: the project itself may lie in a folder `tests`.
        """
        return path.removeprefix(f"{self.project.subdir}/") if self.project.subdir else path

    def session_path(self, path: str) -> str:
        """Return the path from the repository's root of a path from the session's folder."""
        return self.in_repository(f".workflow/active/{self.session_id}/{path}")

    @contextmanager
    def worktree(self, name: str, commit: str | None = None, *, to_run: bool = True) -> Iterator[Path]:
        """Yield a new worktree of a commit, by default of the tip. to_run: with what the project's tests need."""
        tree = self.mirror.add_worktree(name, commit or self.mirror.tip, self.target.shared)
        try:
            if to_run:
                self.prepare(tree)
            yield tree
        finally:
            self.mirror.remove_worktree(name)

    def prepare(self, tree: Path) -> None:
        """Run the project's setup command, if it has one, in a new or reset worktree."""
        prepare(self.mirror, self.target, tree, self.config.setup_command)
        if self.config.setup_command:
            note_setup(self.mirror.folder, tree, stray_files(tree, self.frozen_files(), self.in_project))

    def frozen_files(self) -> set[str]:
        """Return the paths that are not stray: the frozen commit's files, its submodules', and the shared ones."""
        return {*self.mirror.files(self.frozen), *self.mirror.submodule_files(self.frozen), *self.target.shared}

    def coverage_file(self, commit: str) -> Path:
        """Return the file of a commit's coverage, which all sessions of the project share."""
        name = record_name(self.target, self.mirror.tree_hash(commit), self.config.setup_command or "")
        return self.mirror.folder.parent / "coverage" / name

    def coverage(self, commit: str) -> CoverageMap | None:
        """Return the recorded per-test coverage of a commit, None if there is none."""
        return load_or_none(self.coverage_file(commit))

    def freeze(self, commit: str) -> None:
        """Restore test-side files from this commit from now on."""
        self.store.save_session(self.store.session().model_copy(update={"frozen_commit": commit}))

    def set_status(self, status: SessionStatus, **fields: Any) -> None:
        """Write the session's new status. Raises UsageError if the change is not allowed."""
        record = self.store.session()
        check_transition(record.status, status)
        changed = record.model_copy(update={"status": status, "updated_at": utc_now(), **fields})
        self.store.save_session(changed)


def _not_measured_error(session_id: SessionId) -> DamagedState:
    return DamagedState(f"Session {session_id} has no measured baseline.", "Run `testfix resume`: it measures first.")


def resolve_config(launch: dict[str, Any]) -> tuple[Project, CycleConfig]:
    """Return the project and its settings: launch over registry over the project's own file over defaults.

    `project` is a path, or the name of an entry of the registry. Only the launch or the registry's entry can call a
    project trusted, never its own file.
    """
    entry, place = launch_project.locate_project(launch.get("project") or ".")
    project = Project.open(place)
    registry = entry.layer() if entry is not None else {}
    trusted = bool(launch.get("trusted") or registry.get("trusted"))
    config = merge_config(
        launch={**without_defaults(launch), "project": str(project.root), **({"trusted": True} if trusted else {})},
        registry=registry,
        project_file=read_own_settings(project.root),
        trusted=trusted,
    )
    return project, config


def detect_target(project: Project, config: CycleConfig) -> TargetProject:
    """Return how the project's tests are run: interpreter, arguments, environment, sandbox, shared folders, suites."""
    suites = runnable_suites(project.root, config.test_command, config.results).suites
    return find_target(project.root, project.repo_root, config, suites)


def open_session(launch: dict[str, Any], owner: str, taken: Collection[str] = ()) -> Workbench:
    """Open a new session: its record, its branch with the snapshot, and for a `fix` its task.

    `kind` in the launch is `fix` (existing failures) or `run` (phases 1 to 5 on an input). `taken`: ids that are used
    elsewhere. The project, the input and all settings are checked before anything is written. Raises ProjectError,
    InvalidConfig, UsageError, UnknownSession, MeasurementError (no interpreter that has pytest), SessionBusy.
    """
    kind = str(launch.pop("kind", "fix"))
    launch_project.refresh_named(launch.get("project") or ".")
    project, config = resolve_config(launch)
    intake = read_input(project, config.input) if kind == "run" else Intake("prompt", config.input)
    target = detect_target(project, config)
    tidy(project)
    name = intake.source_session_id.removeprefix("WFS-") if intake.source_session_id else intake.description
    store = take_folder(project, config.session_id, name, owner, taken)
    session_id = store.session_id
    record = SessionRecord(
        session_id=session_id,
        description=intake.description,
        source_session_id=intake.source_session_id,
        project=str(project.root),
        branch=f"testfix/{session_id}",
        config=config.model_dump(mode="json"),
        kind=kind,
        mode=intake.mode,
        interpreter=str(target.interpreter),
        interpreter_source=target.interpreter_source,
    )
    store.create(record)
    remember_target(project, session_id, config, target)
    try:
        return _prepare(project, store, target, config, record)
    except Exception as error:
        failure = pipeline_error(error, f"Run `{resume_command(session_id, str(project.root))}`.")
        update = {"status": "failed", "error": str(failure), "next_step": failure.next_step}
        store.save_session(record.model_copy(update=update))
        if failure is error:
            raise
        raise failure from error


def _prepare(
    project: Project, store: SessionStore, target: TargetProject, config: CycleConfig, record: SessionRecord
) -> Workbench:
    planned = record.kind == "run"
    mirror = Mirror.open(project, record.session_id)
    _known[str(project.root), record.session_id] = project, mirror  # for later steps in this process
    snapshot = mirror.snapshot(target.shared)
    record = record.model_copy(
        update={
            "status": "planning" if planned else "active",
            "base_commit": snapshot.base_commit,
            "baseline_commit": snapshot.baseline_commit,
            "left_out_of_snapshot": [[str(part) for part in entry] for entry in snapshot.excluded],
        }
    )
    plan_follows = planned and not record.plan_given
    if not plan_follows and all(task.id != FIX_TASK for task in store.tasks()):
        store.save_task(_fix_task(config))
    wb = Workbench(project, store, mirror, config, record)
    _ = wb.project_rules  # where they can't be read, nothing begins
    store.save_session(record)  # last: a session with a baseline counts as prepared
    return wb


def _fix_task(config: CycleConfig) -> Task:
    return Task(
        id=FIX_TASK,
        title="Run the suite and repair the code until it passes",
        meta=TaskMeta(type="test-fix", agent="@test-fix-agent", max_iterations=config.max_iterations or None),
        context=TaskContext(
            requirements=["Every test of the baseline passes, or 95 % do and only low-criticality failures remain"],
            focus_paths=["."],
            acceptance=["testfix status"],
            depends_on=[],
        ),
        flow_control={
            "pre_analysis": [],
            "implementation_approach": ["measure", "choose a strategy", "analyse", "fix", "re-test"],
            "target_files": [],
            "exit_conditions": ["success", "partial success", "limit", "budget", "nothing left to try"],
        },
    )


def load(project_path: str | Path, session_id: SessionId) -> Workbench:
    """Load an existing session. Raises UnknownSession, DamagedState, ProjectError, InvalidConfig.

    Reads the record each time; git is asked about the project once per process, because every step loads.
    """
    project, mirror = _open_project(str(project_path), check_session_id(session_id))
    store = SessionStore(project.root, session_id)
    record = store.session()
    config = _read_session_config(record, project)
    return Workbench(project, store, mirror, config, record)


def _read_session_config(record: SessionRecord, project: Project) -> CycleConfig:
    """Return the session's settings without unknown fields of other tools or versions. Raises InvalidConfig."""
    ours = {name: value for name, value in record.config.items() if name in CycleConfig.model_fields}
    try:
        return read_config({**ours, "project": str(project.root)})
    except InvalidConfig as wrong:
        place = f"`config` in workflow-session.json of {record.session_id}"
        raise InvalidConfig(f"{place}: {wrong}", "Correct the file, then resume.") from None


_known: dict[tuple[str, str], tuple[Project, Mirror]] = {}


def _open_project(project_path: str, session_id: SessionId) -> tuple[Project, Mirror]:
    """Return the project and the session's mirror; opened again if either was removed from the disk."""
    known = _known.get((project_path, session_id))
    if known is not None and known[0].git_dir.is_dir() and known[1].repository.is_dir():
        return known
    project = Project.open(project_path)
    store = SessionStore(project.root, session_id)
    require_test_session(project.root, session_id)
    # before a mirror is made for it: a session that git tracks is as untrusted as the code, and may open nothing
    record = store.session()
    tracked = project.git.attempt("ls-files", "-z", "--", str(store.folder.resolve())).out
    if tracked and not launch_project.is_trusted(project.root):
        named = ("project", "input", "session_id")
        asked = {key: value for key, value in without_defaults(record.config).items() if key not in named}
        merge_config(launch={}, project_file=asked)
    _known[project_path, session_id] = project, Mirror.open(project, session_id)
    return _known[project_path, session_id]


_targets: dict[tuple[Path, str], tuple[CycleConfig, TargetProject]] = {}


def remember_target(project: Project, session_id: SessionId, config: CycleConfig, target: TargetProject) -> None:
    """Have the steps of a session in this process use a target that was just detected."""
    _targets[project.root, session_id] = config, target


def _target_of(project: Project, config: CycleConfig, record: SessionRecord) -> TargetProject:
    """Return the target of a session, detected once per process and session, because git has to list files.

    `reopen` has it detected again: the user may have installed something.
    """
    known = _targets.get((project.root, record.session_id))
    if known is None or known[0] != config:
        known = _targets[project.root, record.session_id] = config, _recorded_target(project, config, record)
    return known[1]


def _recorded_target(project: Project, config: CycleConfig, record: SessionRecord) -> TargetProject:
    """Return the target with the interpreter that the session recorded, as long as that exists."""
    known = record.interpreter
    if not known or not Path(known).exists():
        return detect_target(project, config)
    suites = runnable_suites(project.root, config.test_command, config.results).suites
    return target_with_interpreter(
        project.root, project.repo_root, config, suites, Path(known), record.interpreter_source
    )


def reopen(wb: Workbench, changes: dict[str, Any]) -> None:
    """Make a stopped session active again, with the raised limits in `changes`, maybe with a new interpreter."""
    foreign = sorted(changes.keys() - set(RAISED))
    if foreign:
        raise InvalidConfig(
            f"A session that goes on can't be given a new {' or '.join(foreign)}.",
            f"Leave it out, or start a new session; what may change is {', '.join(RAISED)}.",
        )
    given = {key: value for key, value in changes.items() if value}
    record = wb.store.session()
    _targets.pop((wb.project.root, record.session_id), None)
    config = read_config({**record.config, **given})
    update = {"status": "active", "config": config.model_dump(mode="json"), "outcome": "", "outcome_reason": ""}
    check_transition(record.status, "active")
    if record.interpreter_source.startswith(OUR_OWN):
        target = detect_target(wb.project, config)
        update |= {"interpreter": str(target.interpreter), "interpreter_source": target.interpreter_source}
    wb.store.save_session(record.model_copy(update=update))
    state = wb.store.state()
    if state is not None:
        most = config.max_iterations or state.max_iterations
        if given.get("accept_doubtful"):  # an accepted lead needs an iteration to land
            most = max(most, len(state.iterations) + 1)
        limits = {"max_iterations": most, "decision": None, "status": "active"}
        going_on: dict[str, Any] = {"next_action": state.after_reopening, "resumed_after": len(state.iterations)}
        if state.decision is not None and state.decision.ended_by == "not_code":
            going_on["measure_again"] = True
        wb.store.save_state(state.model_copy(update={**limits, **going_on}))


def prepare_again(wb: Workbench) -> Workbench:
    """Prepare a session that was stopped before its snapshot was recorded, or that another tool began.

    Returns the workbench to continue with.
    """
    record = wb.session
    ours = record.branch == f"testfix/{wb.store.session_id}"
    if record.status == "completed" or (ours and record.baseline_commit):
        return wb
    record = record if ours else adopt_record(wb.project, wb.store, record)
    return _prepare(wb.project, wb.store, wb.target, wb.config, record)
