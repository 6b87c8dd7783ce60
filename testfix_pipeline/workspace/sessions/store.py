"""A session's folder on disk: reads and writes records, and loses none if a process is killed.

Only the holder of the session's lock (`lock.claim`) may write; reading needs no lock.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from testfix_pipeline.core.checksummed_file import changed_to, seal, sign, without_seal
from testfix_pipeline.core.errors import DamagedState, ProjectError, UsageError
from testfix_pipeline.core.iteration_records import IterationState
from testfix_pipeline.core.last_read import LastRead
from testfix_pipeline.core.record_base import Record
from testfix_pipeline.core.records import Attempt, FixHistory, SessionRecord, SuiteResults, utc_now
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.files.atomic import keep_previous, make_folder, set_aside, sweep_parts, write_atomic
from testfix_pipeline.workspace.git.git_client import GitClient
from testfix_pipeline.workspace.sessions import older_forms
from testfix_pipeline.workspace.sessions.session_ids import inside, require_known, session_folder

SESSION = "workflow-session.json"
STATE = ".process/iteration-state.json"
RESULTS = ".process/test-results.json"
HISTORY = ".process/fix-history.json"
RESULT = ".process/session-result.json"
"""What a closed session came to, as its command prints it."""
ATTEMPTS = ".process/attempts"
"""The folder of what each fix task's attempt came to, before its iteration is settled."""
NOTICES = ".process/notices"
JOURNAL = (STATE, RESULTS, HISTORY)
"""What only the pipeline writes; tasks and the session's own record may be edited by others."""
_SUFFIXES = {"IMPL-001.3": "-validation", "IMPL-001.5": "-review"}
_FOLDERS = (".task", ".process", ".summaries", ".summaries/iteration-summaries")

R = TypeVar("R", bound=Record)
_SHOWN = 60
_LAST_RESULTS = LastRead[SuiteResults | None]()


class SessionStore:
    """The files of one session. `recovered`: sentences on records that were restored or that others changed."""

    def __init__(self, project_root: Path, session_id: SessionId) -> None:
        self.project_root = project_root
        self.session_id = session_id
        self.folder = session_folder(project_root, session_id)
        self.recovered: list[str] = []

    def create(self, record: SessionRecord) -> None:
        """Create the folder and its first record. Raises UsageError if the session exists."""
        if (self.folder / SESSION).exists():
            raise UsageError(
                f"The session {self.session_id} exists already.", "Resume it, or start one of another name."
            )
        ignore_workflow(self.project_root)
        for name in _FOLDERS:
            make_folder(self.folder / name)
        self._write(SESSION, record)

    def session(self) -> SessionRecord:
        """Return the session's record. Raises UnknownSession without its folder, DamagedState without the record."""
        require_known(self.session_id, self.folder)
        found = self._read(SESSION, SessionRecord, older_forms.session_form)
        if found is None:
            raise DamagedState(f"{self.folder / SESSION} is gone.", "Start a new session.")
        return found

    def save_session(self, record: SessionRecord) -> None:
        """Write the record with `updated_at` set to now."""
        self._write(SESSION, record.model_copy(update={"updated_at": utc_now()}))

    def state(self) -> IterationState | None:
        """Return the loop's journal, None before the first iteration."""
        return self._read(STATE, IterationState, older_forms.state_form)

    def save_state(self, state: IterationState) -> None:
        """Replace the loop's journal durably, as do all writes of this class."""
        self._write(STATE, state)

    def results(self) -> SuiteResults | None:
        """Return the last measurement, None if there is none yet."""
        read = partial(self._read, RESULTS, SuiteResults, older_forms.results_form)
        return _LAST_RESULTS.of(self.path(RESULTS), read)

    def save_results(self, results: SuiteResults) -> None:
        """Replace the last measurement."""
        self._write(RESULTS, results)

    def history(self) -> FixHistory:
        """Return all attempts so far, in order."""
        return self._read(HISTORY, FixHistory, older_forms.history_form) or FixHistory()

    def append_attempt(self, attempt: Attempt) -> None:
        """Add an attempt, or replace the one of the same iteration and task: a resume repeats itself."""
        history = self.history()
        key = (attempt.iteration, attempt.task_id)
        places = [at for at, known in enumerate(history.attempts) if (known.iteration, known.task_id) == key]
        if places:
            history.attempts[places[0]] = attempt
        else:
            history.attempts.append(attempt)
        self._write(HISTORY, history)

    def task(self, task_id: str) -> Task:
        """Return the task of that id. Raises DamagedState if the session has none."""
        found = self._read(self._task_file(task_id), Task, older_forms.task_form)
        if found is None:
            raise DamagedState(
                f"The session {self.session_id} has no task {task_id}.", "Plan the session again, or name another task."
            )
        return found

    def save_task(self, task: Task) -> None:
        """Write a task to the file of its id."""
        self._write(self._task_file(task.id), task)

    def tasks(self) -> list[Task]:
        """Return every task, in the order of file names."""
        folder = self.folder / ".task"
        stored = {path.name for path in folder.glob("*.json")}
        stored |= {path.name.removesuffix(".bak") for path in folder.glob("*.json.bak")}
        found = (self._read(f".task/{name}", Task, older_forms.task_form) for name in sorted(stored))
        return [task for task in found if task is not None]

    def path(self, relative: str) -> Path:
        """Return a path in the session's folder. Raises ProjectError for one outside, also through a symlink."""
        if "\0" in relative:
            raise ProjectError(f"{relative!r} is no file name.", "Name a file of the session.")
        return inside(self.folder, self.folder / relative)

    def write_text(self, relative: str, text: str) -> Path:
        """Write a document of the session atomically; characters that no file can hold are escaped."""
        target = self.path(relative)
        write_atomic(target, text.encode("utf-8", "backslashreplace"))
        return target

    def add_notice(self, notice: str) -> None:
        """Store what a run gives notice of: once, however often it comes and whoever writes it at the same time."""
        name = hashlib.sha256(notice.encode("utf-8", "backslashreplace")).hexdigest()[:16]
        self.write_text(f"{NOTICES}/{name}.txt", notice)

    def notices(self) -> list[str]:
        """The stored notices of runs, sorted."""
        return sorted(path.read_text(encoding="utf-8") for path in self.path(NOTICES).glob("*.txt"))

    def write_sealed(self, relative: str, record: Record) -> Path:
        """Write an intermediate record of a step, with its checksum, without a previous version."""
        target = self.path(relative)
        write_atomic(target, seal(record))
        return target

    def sweep(self) -> None:
        """Remove partly written files of killed writers; the caller must hold the session's lock."""
        sweep_parts([self.folder, *(self.folder / name for name in _FOLDERS)])

    def _task_file(self, task_id: str) -> str:
        if not task_id or "/" in task_id or "\0" in task_id or task_id.startswith("."):
            raise UsageError(f"{task_id!r} is no task id.", "Task ids look like IMPL-001 or IMPL-fix-2.")
        canonical = f".task/{task_id}{_SUFFIXES.get(task_id, '')}.json"
        known = (canonical, f".task/{task_id}.json", *(f".task/{task_id}{end}.json" for end in _SUFFIXES.values()))
        return next((name for name in known if (self.folder / name).exists()), canonical)

    def _write(self, relative: str, record: Record) -> None:
        target = self.path(relative)
        if _parse(target) is not None:
            keep_previous(target)
        write_atomic(target, seal(record) if relative in JOURNAL else sign(record))

    def _read(self, relative: str, model: type[R], form: older_forms.Form) -> R | None:
        """Return the record, its previous version if the file is damaged, None if there is neither."""
        target = self.path(relative)
        backup = target.with_name(target.name + ".bak")
        if not target.exists() and not backup.exists():
            return None
        data = _object(target)
        found = _record(data, model, form, self.session_id)
        if data is not None and found is not None:
            self._note_change(data, target, backup)
            return found
        previous = load(backup, model, form, self.session_id)
        if previous is None:
            raise DamagedState(
                f"{target} can't be read: {reason(target, model, form, self.session_id)}. There is no earlier version.",
                "Correct the file, or restore it from the session's branch, or start a new session.",
            )
        kept = set_aside(target)
        write_atomic(target, backup.read_bytes())
        damage = f"was damaged (kept as {kept.name})" if kept else "was gone"
        self.recovered.append(f"{target} {damage}; its previous version is used.")
        return previous

    def _note_change(self, data: dict[str, Any], target: Path, backup: Path) -> None:
        """Note a record that the pipeline did not write: edited, or damaged but still valid."""
        changed = changed_to(data)
        said = (
            f"{target} is not as it was written ({changed}); it is used as it is, {backup.name} is the version before."
        )
        if changed and said not in self.recovered:
            self.recovered.append(said)


def load(path: Path, model: type[R], form: older_forms.Form, session_id: SessionId) -> R | None:
    """Return the record in a file, None if the file is missing or damaged. Changes nothing."""
    return _record(_object(path), model, form, session_id)


def load_unversioned(path: Path, model: type[R]) -> R | None:
    """Return a record of a file format that never changed, None if missing or damaged. Changes nothing."""
    return load(path, model, lambda data, _session: data, SessionId(""))


def _record(data: dict[str, Any] | None, model: type[R], form: older_forms.Form, session_id: SessionId) -> R | None:
    """Return the record in a file's object, None if there is none or its seal is broken."""
    whole = None if data is None else without_seal(data)
    if whole is None:
        return None
    try:
        return model.model_validate(form(whole, session_id))
    except (ValidationError, TypeError, ValueError, AttributeError):
        return None


def _parse(path: Path) -> dict[str, Any] | None:
    """Return a JSON file's object without its seal, None if the file is missing, invalid or its seal is broken."""
    data = _object(path)
    return None if data is None else without_seal(data)


def _object(path: Path) -> dict[str, Any] | None:
    try:
        data = json.loads(path.read_bytes())
        return data if isinstance(data, dict) else None
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError, ValueError, RecursionError):
        return None


def read_object(path: Path) -> dict[str, Any]:
    """Return the object in a JSON file of a session; {} if the file is missing or damaged."""
    try:
        return _object(path) or {}
    except OSError:
        return {}


def ignore_workflow(project_root: Path) -> None:
    """Make git ignore `.workflow/`, unless the project tracks it."""
    folder = inside(project_root, project_root / ".workflow")
    if (folder / ".gitignore").exists():
        return
    tracked = GitClient(project_root).attempt("ls-files", "-z", "--", ".workflow")
    if tracked.status == 0 and tracked.out:
        return
    for draft in folder.glob("..gitignore.*.part"):  # left by a run that was killed here
        draft.unlink(missing_ok=True)
    write_atomic(folder / ".gitignore", b"*\n")


def reason(
    path: Path, model: type[BaseModel], form: Callable[[dict[str, Any], SessionId], dict[str, Any]], own_id: SessionId
) -> str:
    """Return why a file is not a valid record of a model, as part of a sentence: the first invalid field.

    form: converts older forms of the file's object to the current one, given the session's id `own_id`.
    """
    try:
        data = json.loads(path.read_bytes())
    except OSError as error:
        return (error.strerror or "it can't be opened").lower()
    except (ValueError, RecursionError) as error:
        return f"it is not JSON ({error})"
    if not isinstance(data, dict):
        return "it holds no JSON object"
    whole = without_seal(data)
    if whole is None:
        return "its checksum does not match its content"
    try:
        model.model_validate(form(whole, own_id))
    except ValidationError as error:
        return _field(error)
    except (TypeError, ValueError, AttributeError):
        return "its fields have values of the wrong kind"
    return "it was damaged a moment ago"


def _field(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False)[0]
    name = ".".join(map(str, first["loc"])) or "its content"
    return f"`{name}` is {repr(first['input'])[:_SHOWN]}: {first['msg'][:1].lower()}{first['msg'][1:]}"
