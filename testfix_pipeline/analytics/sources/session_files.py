"""Reads the files of one session for the history, without repairs or writes, even while a process works on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from testfix_pipeline.core.errors import DamagedState
from testfix_pipeline.core.iteration_records import IterationState
from testfix_pipeline.core.record_base import Record
from testfix_pipeline.core.records import Attempt, Failure, FixHistory, SessionRecord, SuiteResults, SuiteRun
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.sessions import older_forms, store
from testfix_pipeline.workspace.sessions.session_ids import require_known, session_folder

BASELINE = ".process/baseline-run.json"
CLOCK = ".process/clock.json"

_TIMES = ("created_at", "updated_at", "started_at", "collected_at")

R = TypeVar("R", bound=Record)


@dataclass(frozen=True)
class SessionFiles:
    """The content of a session's folder. Files of stages that it has not reached are empty or None."""

    folder: Path
    record: SessionRecord
    state: IterationState | None
    results: SuiteResults | None
    baseline: SuiteRun | None
    attempts: list[Attempt]
    result: dict[str, Any]

    @property
    def seconds(self) -> float | None:
        """The wall time that the session's runs have used; None if it was not counted."""
        kept = store.read_object(self.folder / CLOCK).get("spent")
        if isinstance(kept, int | float):
            return float(kept)
        older = self.state.clock if self.state is not None else None  # in the journal
        return older.spent if older is not None else None

    def failures(self, iteration: int) -> dict[str, Failure]:
        """Return the failures that an iteration started from, by test; empty if its file is unusable."""
        content = store.read_object(self.folder / f".process/iteration-{iteration}-failures.json")
        try:
            found = [Failure.model_validate(item) for item in content.get("failures") or []]
        except (ValidationError, TypeError):
            return {}
        return {failure.test: failure for failure in found}

    def attempt_run(self, task_id: str) -> SuiteRun | None:
        """Return the full run that judged an attempt; None if there was none, or it has a fault."""
        run = store.load_unversioned(self.folder / f".process/attempts/{task_id}-run.json", SuiteRun)
        return run if run is not None and run.fault is None else None


def read_session(project_root: Path, session_id: SessionId) -> SessionFiles:
    """Read a session, active or archived, in any older form.

    Raises UnknownSession, and DamagedState with the name of a file that is unreadable together with its previous
    version.
    """
    folder = session_folder(project_root, session_id)
    require_known(session_id, folder)
    record = _record(folder, store.SESSION, SessionRecord, older_forms.session_form, session_id)
    assert record is not None  # require_known saw one
    history = _record(folder, store.HISTORY, FixHistory, older_forms.history_form, session_id) or FixHistory()
    return SessionFiles(
        folder=folder,
        record=record.model_copy(update={"session_id": session_id}),
        state=_own_journal(_record(folder, store.STATE, IterationState, older_forms.state_form, session_id)),
        results=_record(folder, store.RESULTS, SuiteResults, older_forms.results_form, session_id),
        baseline=store.load_unversioned(folder / BASELINE, SuiteRun),
        attempts=[one for one in [*history.attempts, *_unsettled(folder, history.attempts)] if not one.carried_over],
        result=store.read_object(folder / store.RESULT),
    )


def _own_journal(state: IterationState | None) -> IterationState | None:
    """Return the journal without another tool's iterations, whose outcomes by test are unknown."""
    if state is None:
        return None
    own = [record for record in state.iterations if not record.carried_over]
    return state.model_copy(update={"iterations": own})


def _record(folder: Path, name: str, model: type[R], form: older_forms.Form, session_id: SessionId) -> R | None:
    places = [folder / name, folder / f"{name}.bak"]
    if not any(place.exists() for place in places):
        return None
    timed = _without_invented_times(form)
    found = next((one for place in places if (one := store.load(place, model, timed, session_id)) is not None), None)
    if found is None:
        raise DamagedState(f"{places[0]} can't be read back.", f"Restore it, or remove the session's folder {folder}.")
    return found


def _without_invented_times(form: older_forms.Form) -> older_forms.Form:
    """Keep missing times empty; the records would default to the time of reading."""

    def filled(data: dict[str, Any], session_id: SessionId) -> dict[str, Any]:
        found: dict[str, Any] = {**dict.fromkeys(_TIMES, ""), **form(data, session_id)}
        if "iterations" in found:
            found["iterations"] = [{"started_at": "", **one} for one in found["iterations"]]
        return found

    return filled


def _unsettled(folder: Path, settled: list[Attempt]) -> Iterator[Attempt]:
    """Return journalled attempts whose iteration is still open."""
    known = {one.task_id for one in settled}
    for file in sorted((folder / ".process/attempts").glob("*.json")):
        if file.stem not in known and not file.stem.endswith("-run"):
            found = store.load_unversioned(file, Attempt)
            if found is not None:
                yield found
