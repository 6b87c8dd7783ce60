"""Records: an undeclared field can't be written; what another version wrote survives reading and writing."""

import importlib
import json
import pkgutil
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

import testfix_pipeline
from testfix_pipeline.core.iteration_records import IterationState
from testfix_pipeline.core.record_base import GrowingRecord, Later, Record, UndeclaredField
from testfix_pipeline.core.records import Attempt, FixHistory, SessionRecord
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.sessions.store import HISTORY, STATE, SessionStore

PACKAGES = ("core", "agents", "planning", "steps", "workspace", "execution", "analytics")
NAMES = st.text(alphabet="abcdefgh_", min_size=3, max_size=8).map(lambda text: f"of_another_version_{text}")
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
UNKNOWN = st.dictionaries(NAMES, VALUES, min_size=1, max_size=3)


def _record_classes() -> list[type[Record]]:
    for package in PACKAGES:
        top = importlib.import_module(f"testfix_pipeline.{package}")
        for module in pkgutil.walk_packages(top.__path__, f"{top.__name__}."):
            if ".in_target" not in module.name:
                importlib.import_module(module.name)
    found = [one for one in _subclasses(Record) if one.__module__.startswith(f"{testfix_pipeline.__name__}.")]
    return sorted(found, key=lambda one: (one.__module__, one.__name__))


def _subclasses(top: type[Record]) -> Iterator[type[Record]]:
    for one in top.__subclasses__():
        yield one
        yield from _subclasses(one)


def _smallest(kind: type[Record]) -> dict[str, Any]:
    """A value for every field that has to be given."""
    required = {name: field.annotation for name, field in kind.model_fields.items() if field.is_required()}
    return {name: _value(annotation) for name, annotation in required.items()}


def _value(annotation: Any) -> Any:
    if get_origin(annotation) is Literal:
        return get_args(annotation)[0]
    if isinstance(annotation, type) and issubclass(annotation, Record):
        return _smallest(annotation)
    return {int: 1, float: 1.0}.get(annotation, [] if get_origin(annotation) is list else "x")


RECORDS = [kind for kind in _record_classes() if kind.model_fields]
of_every_class = pytest.mark.parametrize("kind", RECORDS, ids=lambda one: one.__name__)


def test_the_records_of_a_session_are_among_those_tested() -> None:
    assert {SessionRecord, IterationState, FixHistory, Task} <= set(RECORDS)


@of_every_class
def test_an_undeclared_field_can_not_be_written(kind: type[Record]) -> None:
    known = kind.model_validate(_smallest(kind))
    with pytest.raises(UndeclaredField, match=f"{kind.__name__} declares no field frozen_comit"):
        kind(**_smallest(kind), frozen_comit="x")
    with pytest.raises(UndeclaredField):
        known.model_copy(update={"frozen_comit": "x"})
    with pytest.raises(UndeclaredField):
        known.frozen_comit = "x"  # type: ignore[attr-defined]


@of_every_class
@settings(max_examples=10)  # of each class: what is unknown takes the same way in all of them
@given(unknown=UNKNOWN)
def test_what_another_version_wrote_survives_reading_and_writing(kind: type[Record], unknown: dict[str, Any]) -> None:
    read = kind.model_validate({**_smallest(kind), **unknown})
    written = json.loads(read.as_json())
    assert {name: written[name] for name in unknown} == unknown
    assert json.loads(kind.model_validate(written).as_json()) == written


@given(unknown=UNKNOWN)
def test_unknown_fields_survive_at_every_depth(unknown: dict[str, Any]) -> None:
    file = {
        "id": "IMPL-fix-1",
        "meta": {"type": "test-fix-iteration", **unknown},
        "context": {
            "failure_context": {"previous_attempts": [{"task": "a", **unknown}], **unknown},
            "fix_strategy": {"test_execution": {**unknown}, **unknown},
            "search": {"share": 1, **unknown},
            **unknown,
        },
        "acceptance_results": [{"command": "make", **unknown}],
        **unknown,
    }  # fmt: skip
    written = json.loads(Task.model_validate(file).as_json())
    assert _contains(written, file)


def _contains(whole: Any, part: Any) -> bool:
    if isinstance(part, dict):
        return all(name in whole and _contains(whole[name], value) for name, value in part.items())
    if isinstance(part, list) and len(part) == len(whole):
        return all(map(_contains, whole, part))
    return bool(whole == part)


def test_a_session_of_another_version_is_changed_without_loss(tmp_path: Any) -> None:
    store = SessionStore(tmp_path, SessionId("WFS-test-other"))
    iteration = {"iteration": 1, "pass_rate": 50.0, "strategy": "surgical", "mood": "good"}
    files: dict[str, dict[str, Any]] = {
        "workflow-session.json": {"session_id": "WFS-test-other", "workflow_type": "test_session", "mood": {"a": [1]}},
        STATE: {"session_id": "WFS-test-other", "iterations": [iteration], "mood": None},
        HISTORY: {"attempts": [{"iteration": 1, "task_id": "IMPL-fix-1", "strategy": "surgical", "mood": 1}]},
        ".task/IMPL-fix-1.json": {"id": "IMPL-fix-1", "meta": {"mood": 2}, "context": {"mood": 3}},
    }
    for name, content in files.items():
        path = store.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content))
    state = store.state()
    assert state is not None
    store.save_session(store.session().model_copy(update={"outcome": "success"}))
    store.save_state(state.model_copy(update={"measure_again": True}))
    store.append_attempt(Attempt(iteration=2, task_id="IMPL-fix-2", strategy="surgical"))
    store.save_task(store.task("IMPL-fix-1").model_copy(update={"status": "blocked"}))
    found = {name: json.loads((store.folder / name).read_text()) for name in files}
    assert (
        found["workflow-session.json"]["mood"] == {"a": [1]} and found["workflow-session.json"]["outcome"] == "success"
    )
    assert found[STATE]["iterations"][0]["mood"] == "good" and found[STATE]["mood"] is None
    assert [one.get("mood") for one in found[HISTORY]["attempts"]] == [1, None]
    task = found[".task/IMPL-fix-1.json"]
    assert (task["meta"]["mood"], task["context"]["mood"], task["status"]) == (2, 3, "blocked")


def test_a_value_of_another_type_can_not_be_written() -> None:
    session = SessionRecord(session_id="WFS-test-a")
    with pytest.raises(ValidationError):
        session.model_copy(update={"recovered": "no list"})
    with pytest.raises(ValidationError):
        SessionRecord(session_id="WFS-test-a", recovered=5)
    with pytest.raises(ValidationError):
        session.recovered = "no list"  # type: ignore[assignment]


class _Growing(GrowingRecord):
    first: int = 0
    second: Later[int] = 7
    third: Later[list[str]] = []  # noqa: RUF012


@pytest.mark.parametrize("value", ["x", None, [1], {"a": 1}])
def test_a_later_field_of_another_type_counts_as_not_set(value: object) -> None:
    assert _Growing.model_validate({"second": value}).second == 7
