"""Lessons from a project's earlier sessions, read from their files: stuck and flaky tests, fixes, dropped tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from testfix_pipeline.core.counted_nouns import first_names
from testfix_pipeline.core.task_records import texts_in
from testfix_pipeline.execution.project_files import read_json
from testfix_pipeline.workspace.sessions.session_ids import session_folders

_MOST_SESSIONS = 30
_MOST_LESSONS = 20
_DONE = ("completed", "blocked", "failed", "paused")
Json = dict[str, Any]


def lessons(project_root: Path, own: str) -> list[str]:
    """The lessons as sentences, those of the newest session first.

    They name tests that were stuck or flaky, fixes that landed or broke tests, generated tests that were dropped, and
    results that conflicted. Sessions whose files can't be read are left out.
    """
    found: list[str] = []
    for folder in _sessions(project_root, own):
        found += _session_lessons(folder)
    return list(dict.fromkeys(found))[:_MOST_LESSONS]


def _sessions(project_root: Path, own: str) -> list[Path]:
    places = (place for place in session_folders(project_root) if place.is_dir())
    folders = [path for place in places for path in place.glob("WFS-*") if path.name != own and path.is_dir()]
    records = {path: read_json(path / "workflow-session.json") for path in folders if not path.is_symlink()}
    done = [path for path in records if records[path].get("status") in _DONE]
    return sorted(done, key=lambda path: (str(records[path].get("created_at", "")), path.name), reverse=True)[
        :_MOST_SESSIONS
    ]


def _session_lessons(folder: Path) -> Iterator[str]:
    process = folder / ".process"
    state, results = read_json(process / "iteration-state.json"), read_json(process / "test-results.json")
    yield from _stuck_lessons(folder.name, state)
    yield from _flaky_lessons(folder.name, results)
    yield from _fix_lessons(folder.name, read_json(process / "fix-history.json"))
    yield from _dropped_test_lessons(folder.name, read_json(process / "generation.json"))
    if (folder / "fix.patch").is_file() or (process / "fix.patch").is_file():
        yield f"{folder.name}: its result could not be merged into the checkout and was left as fix.patch"


def _stuck_lessons(name: str, state: Json) -> Iterator[str]:
    last = [one for one in _records(state.get("iterations")) if one.get("stuck_tests")]
    tests = texts_in(last[-1]["stuck_tests"]) if last else texts_in(state.get("stuck_tests"))
    if tests:
        yield f"{name}: stuck, whatever was tried: {first_names(tests)}"


def _flaky_lessons(name: str, results: Json) -> Iterator[str]:
    tests = [str(one.get("test")) for one in _records(results.get("failures")) if one.get("flaky")]
    if tests:
        yield f"{name}: flaky, proved by re-runs: {first_names(tests)}"
    env = [str(one.get("test")) for one in _records(results.get("failures")) if one.get("failure_class") == "env_issue"]
    if env:
        yield f"{name}: failed for the environment, not for the code: {first_names(env)}"


def _fix_lessons(name: str, history: Json) -> Iterator[str]:
    attempts = _records(history.get("attempts"))
    landed = [one for one in attempts if one.get("result") == "landed" and not one.get("rolled_back")]
    for one in landed[:3]:
        where = ", ".join(texts_in(one.get("modification_points"))[:2]) or "unknown places"
        yield f"{name}: a fix landed at {where} ({len(texts_in(one.get('newly_passing')))} tests newly pass)"
    broke = Counter(test for one in attempts for test in texts_in(one.get("newly_failing")))
    if broke:
        yield f"{name}: attempts broke these, so guard them: {first_names([test for test, _ in broke.most_common(5)])}"


def _dropped_test_lessons(name: str, generation: Json) -> Iterator[str]:
    reasons = generation.get("dropped")
    if isinstance(reasons, Mapping) and reasons:
        said = ", ".join(f"{reason} ({number})" for reason, number in list(reasons.items())[:3])
        yield f"{name}: generated tests were dropped: {said}"


def _records(value: object) -> list[Json]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
