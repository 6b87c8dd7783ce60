"""Everything a step needs to know about one session: its files, its mirror, and how its tests run."""

from __future__ import annotations

from collections.abc import Collection, Iterator
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
from testfix_pipeline.core.records import (
    IterationState,
    NextAction,
    SessionRecord,
    SessionStatus,
    SuiteResults,
    utc_now,
)
from testfix_pipeline.core.task_records import Task, TaskContext, TaskMeta
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.execution.coverage_map import CoverageMap, load_or_none
from testfix_pipeline.execution.hanging_tests import known_durations
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.target_detection import find_target, target_with_interpreter
from testfix_pipeline.planning.intake import Intake, read_input
from testfix_pipeline.planning.project.supported_framework import runnable_suites
from testfix_pipeline.registry import launch_project
from testfix_pipeline.steps.session.adoption import adopted
from testfix_pipeline.steps.session.coverage_records import record_name
from testfix_pipeline.steps.session.session_clock import deadline_of
from testfix_pipeline.steps.session.session_folder import take_folder, tidy
from testfix_pipeline.steps.session.stray_files import note_setup, stray_files
from testfix_pipeline.steps.session.worktree_setup import prepare
from testfix_pipeline.workspace.error_reports import pipeline_error
from testfix_pipeline.workspace.git.mirror import Mirror
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.own_settings import read_own_settings
from testfix_pipeline.workspace.sessions.session_lookup import require_test_session
from testfix_pipeline.workspace.sessions.store import SessionStore

FIX_TASK = "IMPL-002"
# In the context of a task: a patch that was found for it and not judged, because the session's time was over.
# In the journal: whether the baseline is to be measured again, because the environment may have been changed.


def parallel_id(number: int) -> str:
    """The task that holds the alternatives of iteration `number` together."""
    return f"IMPL-fix-{number}-parallel"


@dataclass(frozen=True)
class Workbench:
    """One session, opened. Cheap to make: steps load it again, so that no step depends on another's memory."""

    project: Project
    store: SessionStore
    mirror: Mirror
    config: CycleConfig
    session: SessionRecord

    @cached_property
    def target(self) -> TargetProject:
        """How the project's tests are run; found when first asked for, since few steps run any and git has to look."""
        found = _target_of(self.project, self.config, self.session)
        results = self.store.results()
        known = known_durations(results.outcomes) if results is not None else found.known
        return replace(found, known=known, deadline=deadline_of(self.store, self.config.budget_seconds))

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
        """The journal of the loop. DamagedState where the baseline was never measured."""
        found = self.store.state()
        if found is None:
            raise _unmeasured(self.session_id)
        return found

    def results(self) -> SuiteResults:
        """The last measurement. DamagedState where there is none."""
        found = self.store.results()
        if found is None:
            raise _unmeasured(self.session_id)
        return found

    @property
    def measured(self) -> bool:
        """Whether the baseline has been measured. A journal carried over from another tool is no measurement."""
        state = self.store.state()
        return state is not None and state.measured

    def root(self, tree: Path) -> Path:
        return self.target.root(tree)

    def in_repository(self, path: str) -> str:
        """A path relative to the project, seen from the repository's root."""
        return f"{self.project.subdir}/{path}" if self.project.subdir else path

    def in_project(self, path: str) -> str:
        """A path relative to the repository, seen from the project; one that lies outside of it stays as it is.

        Whether a file belongs to the tests is asked with this: the project itself may lie in a folder `tests`.
        """
        return path.removeprefix(f"{self.project.subdir}/") if self.project.subdir else path

    def session_path(self, path: str) -> str:
        """A path relative to the session's folder, seen from the repository's root."""
        return self.in_repository(f".workflow/active/{self.session_id}/{path}")

    @contextmanager
    def worktree(self, name: str, commit: str | None = None) -> Iterator[Path]:
        tree = self.mirror.add_worktree(name, commit or self.mirror.tip, self.target.shared)
        try:
            self.prepare(tree)
            yield tree
        finally:
            self.mirror.remove_worktree(name)

    def prepare(self, tree: Path) -> None:
        """Run the project's setup command, if it has one, in a fresh or just cleaned worktree."""
        prepare(self.mirror, self.target, tree, self.config.setup_command)
        if self.config.setup_command:
            note_setup(self.mirror.folder, tree, stray_files(tree, self.frozen_files(), self.in_project))

    def frozen_files(self) -> set[str]:
        """The paths of a worktree that are no strays: the frozen commit's files, and those shared with the checkout."""
        return {*self.mirror.files(self.frozen), *self.target.shared}

    def coverage_file(self, commit: str) -> Path:
        """Where the coverage of a commit's content is recorded, for all sessions of the project."""
        name = record_name(self.target, self.mirror.tree_hash(commit), self.config.setup_command or "")
        return self.mirror.folder.parent / "coverage" / name

    def coverage(self, commit: str) -> CoverageMap | None:
        """The recorded per-test coverage of a commit, or None where none was recorded."""
        return load_or_none(self.coverage_file(commit))

    def freeze(self, commit: str) -> None:
        """From here on test-side files are restored from this commit."""
        self.store.save_session(self.store.session().model_copy(update={"frozen_commit": commit}))

    def set_status(self, status: SessionStatus, **fields: Any) -> None:
        """Write the session's new status; only allowed changes are accepted."""
        record = self.store.session()
        check_transition(record.status, status)
        changed = record.model_copy(update={"status": status, "updated_at": utc_now(), **fields})
        self.store.save_session(changed)


def _unmeasured(session_id: SessionId) -> DamagedState:
    return DamagedState(f"Session {session_id} has no measured baseline.", "Run `testfix resume`: it measures first.")


def resolve_config(launch: dict[str, Any]) -> tuple[Project, CycleConfig]:
    """The project and its settings: launch over registry over the project's own file over the defaults.

    `project` is a path, or the name of an entry of the registry. Trusted is a project that the launch or its entry in
    the registry calls so; it can't say so of itself.
    """
    entry, place = launch_project.located(launch.get("project") or ".")
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
    """How this project's tests are run: interpreter, arguments, environment, sandbox, shared folders, suites."""
    suites = runnable_suites(project.root, config.test_command, config.results).suites
    return find_target(project.root, project.repo_root, config, suites)


def open_session(launch: dict[str, Any], owner: str, taken: Collection[str] = ()) -> Workbench:
    """Open a new session on a project: record, session branch with the snapshot, and for a `fix` its task.

    `kind` in the launch is `fix` (the failures that are there) or `run` (phases 1 to 5 on an input). `taken`: ids that
    are in use elsewhere. Nothing is written before the project, the input and every setting have been checked. Raises
    ProjectError, InvalidConfig, UsageError, UnknownSession, MeasurementError (no interpreter that has pytest),
    SessionBusy.
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
    _targets[project.root, session_id] = config, target
    try:
        return _prepare(project, store, target, config, record)
    except Exception as error:
        failure = pipeline_error(error, f"Run `{resume_command(session_id, str(project.root))}`.")
        store.save_session(record.model_copy(update={"status": "failed", "error": str(failure)}))
        if failure is error:
            raise
        raise failure from error


def _prepare(
    project: Project, store: SessionStore, target: TargetProject, config: CycleConfig, record: SessionRecord
) -> Workbench:
    planned = record.kind == "run"
    mirror = Mirror.open(project, record.session_id)
    _known[str(project.root), record.session_id] = project, mirror  # for the steps that follow in this process
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
    store.save_session(record)  # last: a session with a baseline is taken for a prepared one
    return Workbench(project, store, mirror, config, record)


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
    """A session that exists. Raises UnknownSession, DamagedState, ProjectError, InvalidConfig.

    Its record is read again; what git says of the project is asked once a process, because steps load all the time.
    """
    project, mirror = _opened(str(project_path), check_session_id(session_id))
    store = SessionStore(project.root, session_id)
    record = store.session()
    config = _config_of(record, project)
    return Workbench(project, store, mirror, config, record)


def _config_of(record: SessionRecord, project: Project) -> CycleConfig:
    """The session's settings; what another tool or version keeps beside them is left out. Raises InvalidConfig."""
    ours = {name: value for name, value in record.config.items() if name in CycleConfig.model_fields}
    try:
        return read_config({**ours, "project": str(project.root)})
    except InvalidConfig as wrong:
        place = f"`config` in workflow-session.json of {record.session_id}"
        raise InvalidConfig(f"{place}: {wrong}", "Correct the file, then resume.") from None


_known: dict[tuple[str, str], tuple[Project, Mirror]] = {}


def _opened(project_path: str, session_id: SessionId) -> tuple[Project, Mirror]:
    """The project and the session's mirror; opened again where either is gone from the disk."""
    known = _known.get((project_path, session_id))
    if known is not None and known[0].git_dir.is_dir() and known[1].repository.is_dir():
        return known
    project = Project.open(project_path)
    store = SessionStore(project.root, session_id)
    require_test_session(project.root, session_id)
    _check_origin(project, store, store.session())  # refused before a mirror is made for it
    _known[project_path, session_id] = project, Mirror.open(project, session_id)
    return _known[project_path, session_id]


def _check_origin(project: Project, store: SessionStore, record: SessionRecord) -> None:
    """A session that came with the repository is as untrusted as its code. InvalidConfig where it opens anything."""
    tracked = project.git.attempt("ls-files", "-z", "--", str(store.folder.resolve())).out
    if tracked and not launch_project.is_trusted(project.root):
        named = ("project", "input", "session_id")
        asked = {key: value for key, value in without_defaults(record.config).items() if key not in named}
        merge_config(launch={}, project_file=asked)


_targets: dict[tuple[Path, str], tuple[CycleConfig, TargetProject]] = {}


def _target_of(project: Project, config: CycleConfig, record: SessionRecord) -> TargetProject:
    """The target of a session, looked for once a process and session: every step asks, and git lists what it ignores.

    `reopen` has it looked for again: the user may have installed something meanwhile.
    """
    known = _targets.get((project.root, record.session_id))
    if known is None or known[0] != config:
        known = _targets[project.root, record.session_id] = config, _recorded_target(project, config, record)
    return known[1]


def _recorded_target(project: Project, config: CycleConfig, record: SessionRecord) -> TargetProject:
    """The target with the interpreter that the session found when it opened, as long as that still exists."""
    known = record.interpreter
    if not known or not Path(known).exists():
        return detect_target(project, config)
    suites = runnable_suites(project.root, config.test_command, config.results).suites
    return target_with_interpreter(
        project.root, project.repo_root, config, suites, Path(known), record.interpreter_source
    )


def reopen(wb: Workbench, changes: dict[str, Any]) -> None:
    """Make a stopped session active again, with raised limits where the caller gives some."""
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
    wb.store.save_session(record.model_copy(update=update))
    state = wb.store.state()
    if state is not None:
        most = config.max_iterations or state.max_iterations
        if given.get("accept_doubtful"):  # what is accepted takes an iteration to land
            most = max(most, len(state.iterations) + 1)
        limits = {"max_iterations": most, "decision": None, "status": "active"}
        going_on: dict[str, Any] = {"next_action": _after_reopening(state), "resumed_after": len(state.iterations)}
        if state.decision is not None and state.decision.ended_by == "not_code":
            going_on["measure_again"] = True
        wb.store.save_state(state.model_copy(update={**limits, **going_on}))


def _after_reopening(state: IterationState) -> NextAction:
    """Fix tasks that were planned and not settled wait; otherwise the last measurement decides what follows."""
    waiting = bool(state.iterations) and state.iterations[-1].completed_at is None
    return "execute_fix_task" if waiting else "retest"


def prepare_again(wb: Workbench) -> Workbench:
    """Take up a session that was stopped before its snapshot was recorded, or that another tool began.

    Returns the workbench to go on with.
    """
    record = wb.session
    ours = record.branch == f"testfix/{wb.store.session_id}"
    if record.status == "completed" or (ours and record.baseline_commit):
        return wb
    record = record if ours else adopted(wb.project, wb.store, record)
    return _prepare(wb.project, wb.store, wb.target, wb.config, record)
