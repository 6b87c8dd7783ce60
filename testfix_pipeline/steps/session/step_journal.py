"""Files that pass intermediate results between steps, and notes about damaged files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from testfix_pipeline.agents.journal_writer import Journal
from testfix_pipeline.core.agent_protocol.call_journal import JOURNAL
from testfix_pipeline.core.record_base import Record
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.workspace.files.atomic import set_aside, sweep_parts
from testfix_pipeline.workspace.sessions.store import ATTEMPTS, load_unversioned

R = TypeVar("R", bound=Record)


def read_stored(wb: Workbench, name: str, model: type[R]) -> R | None:
    """Return a stored record, None if there is none. A damaged one is set aside, reported, and counts as none."""
    path = wb.store.path(name)
    if not path.exists():
        return None
    found = load_unversioned(path, model)
    if found is None:
        aside = set_aside(path)
        if aside is not None:
            say_recovered(wb, [f"{path} was damaged (kept as {aside.name}); it is made again."])
    return found


def check_records(wb: Workbench) -> None:
    """Read every record of the session, so that damaged ones are recovered and reported now.

    Also removes partly written files of killed writers; the caller must hold the session's lock.
    """
    store = wb.store
    sweep_parts([store.path(ATTEMPTS)])
    store.state(), store.results(), store.history(), store.tasks()
    fixed = Journal(store.path(JOURNAL)).repair()
    say_recovered(wb, [*store.recovered, *fixed])
    name_damage(wb)


def name_damage(wb: Workbench) -> None:
    """Report files that were set aside by a command without a result, or in the middle of a step."""
    said = " ".join(wb.store.session().recovered)
    kept = [path for path in sorted(wb.store.folder.rglob("*.damaged-*")) if f"kept as {path.name})" not in said]
    say_recovered(wb, [f"{path.with_suffix('')} was damaged (kept as {path.name})." for path in kept])


def say_recovered(wb: Workbench, sentences: Sequence[str]) -> None:
    """Add what was recovered to the session's record, each sentence once."""
    record = wb.store.session()
    known = record.recovered
    more = [sentence for sentence in dict.fromkeys(sentences) if sentence not in known]
    if more:
        wb.store.save_session(record.model_copy(update={"recovered": [*known, *more]}))
