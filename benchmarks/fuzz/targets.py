"""What is damaged, and how it is read back: by the code that reads it in a run."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.fuzz import samples
from testfix_pipeline.agents.calls import TokenUsage
from testfix_pipeline.agents.clis.cli_run import CallSetup, CliRunResult
from testfix_pipeline.agents.clis.codex import Codex
from testfix_pipeline.agents.clis.gemini import Gemini
from testfix_pipeline.agents.clis.qwen import Qwen
from testfix_pipeline.agents.journal_writer import Journal
from testfix_pipeline.agents.recorded_agent import RecordedAgent
from testfix_pipeline.agents.replay import Recording
from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.sources.session_files import read_session
from testfix_pipeline.core.agent_protocol.answer_reading import extract_json
from testfix_pipeline.core.agent_protocol.answer_refusal import refuse_answer
from testfix_pipeline.core.agent_protocol.call_journal import read_lines
from testfix_pipeline.core.agent_protocol.protocol import AgentAnswer, parse_strategy
from testfix_pipeline.core.configuration.setting_sources import merge_config, read_config
from testfix_pipeline.core.identifiers import session_id_for
from testfix_pipeline.core.patch_policy.patch_rules import FileChange, refuse_patch
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.execution.coverage_map import load_or_none
from testfix_pipeline.execution.runners.report import ReportReader
from testfix_pipeline.planning.context.reuse import reusable_package
from testfix_pipeline.planning.intake import Intake, read_input
from testfix_pipeline.registry.registered_projects import Registry
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.git.worktrees import Worktrees
from testfix_pipeline.workspace.own_settings import PROJECT_SETTINGS, read_own_settings
from testfix_pipeline.workspace.sessions.archive import manifest
from testfix_pipeline.workspace.sessions.session_ids import session_folder
from testfix_pipeline.workspace.sessions.session_lock import claim, owner_of
from testfix_pipeline.workspace.sessions.session_lookup import append_sync, list_sessions
from testfix_pipeline.workspace.sessions.store import HISTORY, RESULTS, SESSION, STATE, SessionStore

ID = SessionId("WFS-test-fuzz")


@dataclass(frozen=True)
class Place:
    """The folders of one worker. `project` is a git repository with one session in it."""

    top: Path

    @property
    def project(self) -> Path:
        return self.top / "project"

    @property
    def session(self) -> Path:
        return self.project / ".workflow" / "active" / ID

    def put(self, path: Path, content: bytes) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path


Reader = Callable[[Place, bytes], None]


@dataclass(frozen=True)
class Target:
    """One kind of content: a valid sample, and its reader, which may raise errors of ours and nothing else."""

    name: str
    sample: bytes
    read: Reader
    examples: int = 1000


def _stored(name: str, read: Callable[[SessionStore], Any]) -> Reader:
    """A record of a session, with and without a previous version. What was damaged must still be there afterwards."""

    def reader(place: Place, content: bytes) -> None:
        path = place.put(place.session / name, content)
        backup = path.with_name(f"{path.name}.bak")
        if len(content) % 2:
            place.put(backup, samples.FILES[name])
        else:
            backup.unlink(missing_ok=True)
        try:
            read(SessionStore(place.project, ID))
            list_sessions(place.project)
        finally:
            kept = [one.read_bytes() for one in path.parent.glob(f"{path.name}*")]
            for one in path.parent.glob(f"{path.name}.damaged-*"):
                one.unlink()
            place.put(path, samples.FILES[name])
            if content not in kept:
                raise AssertionError("what was damaged is gone")

    return reader


def _of_analysts(name: str) -> Reader:
    def reader(place: Place, content: bytes) -> None:
        path = place.put(place.session / name, content)
        path.with_name(f"{path.name}.bak").unlink(missing_ok=True)
        try:
            read_session(place.project, ID)
        finally:
            unchanged = path.read_bytes() == content
            place.put(path, samples.FILES[name])
            if not unchanged:
                raise AssertionError("reading changed the file")

    return reader


def _registry(place: Place, content: bytes) -> None:
    Registry.load(place.put(place.top / "projects.yaml", content)).resolve("shop")


def _own_settings(place: Place, content: bytes) -> None:
    path = place.put(place.project / PROJECT_SETTINGS, content)
    try:
        merge_config(launch={}, registry={}, project_file=read_own_settings(place.project), trusted=False)
    finally:
        path.unlink()


def _launch(_place: Place, content: bytes) -> None:
    data = extract_json(content.decode(errors="replace"))
    read_config(data if data is not None else {})


def _requirements(place: Place, content: bytes) -> None:
    path = place.put(place.top / "wanted.md", content)
    read_input(_project(place), str(path))
    assert path.read_bytes() == content


def _input(place: Place, content: bytes) -> None:
    read_input(_project(place), os.fsdecode(content))


def _session_id(place: Place, content: bytes) -> None:
    text = os.fsdecode(content)
    session_id_for(text, {ID})
    session_folder(place.project, SessionId(text))


_projects: dict[Path, Project] = {}


def _project(place: Place) -> Project:
    if place.project not in _projects:
        _projects[place.project] = Project.open(place.project)
    return _projects[place.project]


def _patch(_place: Place, content: bytes) -> None:
    before = samples.SOURCE
    text = content.decode("utf-8", "surrogateescape")
    refuse_patch([FileChange("src/shop.py", before, text)], test_literals=[3, "x"])
    refuse_patch([FileChange(text[:80] or "x", before, before), FileChange("pyproject.toml", "", text)])


def _answer(_place: Place, content: bytes) -> None:
    text = content.decode("utf-8", "replace")
    payload = extract_json(text)
    refuse_answer(AgentAnswer(tool="fuzz", text=text, payload=payload))
    if payload is not None:
        parse_strategy(payload)


def _script(place: Place, content: bytes) -> None:
    agent = RecordedAgent(place.put(place.top / "script.json", content))
    agent.analyse(samples.request(place.project, 1))
    tree = place.top / "tree"
    tree.mkdir(exist_ok=True)
    agent.fix(samples.fix_request(tree))
    assert not (place.top / "outside.py").exists()
    shutil.rmtree(tree)


def _events(_place: Place, content: bytes) -> None:
    reading, writing = os.pipe()
    reader = ReportReader(reading, samples.NONCE)
    os.write(writing, content[:60000])
    os.close(writing)
    report = reader.finish()
    [outcome.model_dump() for outcome in report.finished.values()]


def _context(place: Place, content: bytes) -> None:
    path = place.put(place.session / ".process/context-package.json", content)
    for mode in ("prompt", "session"):
        reusable_package(SessionStore(place.project, ID), Intake(mode, "x"), "abc", measurable=True, digest=lambda: "0")
    assert path.read_bytes() == content


def _parquet(place: Place, content: bytes) -> None:
    folder = place.top / "history"
    path = place.put(folder / "sessions" / "fuzz.parquet", content)
    try:
        History(folder).read("sessions")
    finally:
        kept = [one.read_bytes() for one in folder.rglob("*") if one.is_file()]
        shutil.rmtree(folder)
        assert content in kept, f"{path.name} is gone"


def _calls(place: Place, content: bytes) -> None:
    path = place.put(place.top / "tool-calls.jsonl", content)
    events = [line.event for line in read_lines(path)]
    assert path.read_bytes() == content
    repaired = Journal(path).repair()
    kept = [one.read_bytes() for one in (path, *path.parent.glob(f"{path.name}.damaged-*"))]
    for one in path.parent.glob(f"{path.name}.damaged-*"):
        one.unlink()
    assert content in kept and bool(repaired) == (path.read_bytes() != content)
    assert [line.event for line in read_lines(path)] == events
    recording = Recording(path)
    recording.tools(1), recording.names()


def _coverage(place: Place, content: bytes) -> None:
    load_or_none(place.put(place.top / "coverage.json", content))


def _lock(place: Place, content: bytes) -> None:
    place.put(place.session / ".lock", content)
    store = SessionStore(place.project, ID)
    owner_of(store)
    claim(store, "fuzz").release()


def _owners(place: Place, content: bytes) -> None:
    place.put(place.top / "mirror" / "owners" / "IMPL-fix-1.json", content)
    Worktrees(place.top / "mirror", place.top / "mirror" / "repo.git").sweep(None)


def _manifest(place: Place, content: bytes) -> None:
    path = place.put(place.project / ".workflow/archives/manifest.json", content)
    manifest(place.project)
    assert path.read_bytes() == content
    shutil.rmtree(path.parent)


def _sync(place: Place, content: bytes) -> None:
    path = place.put(place.project / ".workflow/sync.jsonl", content)
    append_sync(place.project, ID, "done", "abc")
    assert path.read_bytes().startswith(content)


def _tool_output(place: Place, content: bytes) -> None:
    text = content.decode(errors="replace")
    ended = CliRunResult(text, text, 1.0, False, False, "", False, False, [], TokenUsage(), "")
    setup = CallSetup(place.top, place.top, "", "")
    place.put(place.top / "last-message.txt", content)
    for tool in (Gemini(), Qwen(), Codex()):
        tool.read(ended, setup)


def targets() -> Mapping[str, Target]:
    """All targets, by name."""
    found = [
        Target("session record", samples.FILES[SESSION], _stored(SESSION, lambda store: store.session()), 1600),
        Target("iteration state", samples.FILES[STATE], _stored(STATE, lambda store: store.state()), 1600),
        Target("test results", samples.FILES[RESULTS], _stored(RESULTS, lambda store: store.results()), 1200),
        Target("fix history", samples.FILES[HISTORY], _stored(HISTORY, lambda store: store.history()), 1200),
        Target("task", samples.FILES[samples.TASK], _stored(samples.TASK, lambda store: store.tasks()), 1200),
        Target("state, for analysts", samples.FILES[STATE], _of_analysts(STATE), 800),
        Target("record, for analysts", samples.FILES[SESSION], _of_analysts(SESSION), 800),
        Target("registry", samples.REGISTRY, _registry, 1200),
        Target("testfix.yaml", samples.SETTINGS, _own_settings, 1200),
        Target("launch", samples.LAUNCH, _launch),
        Target("requirements file", samples.REQUIREMENTS, _requirements),
        Target("input", b"WFS-test-fuzz", _input),
        Target("session id", b"WFS-test-fuzz", _session_id),
        Target("patch", samples.SOURCE.encode(), _patch, 1500),
        Target("model's answer", samples.ANSWER, _answer, 1500),
        Target("recorded answers", samples.SCRIPT, _script),
        Target("output of a tool", samples.TOOL_OUTPUT, _tool_output),
        Target("reporter's events", samples.EVENTS, _events, 1500),
        Target("context package", samples.CONTEXT, _context, 800),
        Target("history parquet", samples.parquet(), _parquet, 500),
        Target("journal of calls", samples.CALLS, _calls, 800),
        Target("coverage map", samples.COVERAGE, _coverage, 800),
        Target("lock", samples.LOCK, _lock, 600),
        Target("owner of a worktree", samples.OWNER, _owners, 600),
        Target("manifest", samples.MANIFEST, _manifest, 600),
        Target("sync", b'{"session_id": "WFS-test-fuzz", "message": "done", "commit": ""}\n', _sync, 500),
    ]
    return {target.name: target for target in found}
