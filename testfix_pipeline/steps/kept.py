"""What steps keep for one another beside the session's records, and what is said where a file was damaged."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import TypeVar

from testfix_pipeline.core.records import Record
from testfix_pipeline.steps.workbench import Workbench
from testfix_pipeline.workspace.atomic import sweep_parts
from testfix_pipeline.workspace.store import load

R = TypeVar("R", bound=Record)
ATTEMPTS = ".process/attempts"


def read_kept(wb: Workbench, name: str, model: type[R]) -> R | None:
    """A kept record; None where there is none. A damaged one is set aside and said, and counts as none."""
    path = wb.store.path(name)
    if not path.exists():
        return None
    found = load(path, model, lambda data, _session: data, "")
    if found is None:
        places = (path.with_name(f"{path.name}.damaged-{number}") for number in count(1))
        aside = path.rename(next(place for place in places if not place.exists()))
        say_recovered(wb, [f"{path} was damaged (kept as {aside.name}); it is made anew."])
    return found


def check_records(wb: Workbench) -> None:
    """Read every record of the session, so that what is damaged is recovered now and said in the result.

    What killed writers left half written among the attempts goes; only for the one who holds the session's lock.
    """
    store = wb.store
    sweep_parts([store.path(ATTEMPTS)])
    store.state(), store.results(), store.history(), store.tasks()
    if store.recovered:
        say_recovered(wb, store.recovered)


def say_recovered(wb: Workbench, sentences: Sequence[str]) -> None:
    """Keep in the session's record what had to be recovered."""
    record = wb.store.session()
    known = list(getattr(record, "recovered", []))
    wb.store.save_session(record.model_copy(update={"recovered": [*known, *sentences]}))
