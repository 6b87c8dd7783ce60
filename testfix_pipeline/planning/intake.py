"""Reads the input of a session: a finished session, a requirements file or a sentence. Writes nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from testfix_pipeline.core.configuration.settings import MOST_INPUT
from testfix_pipeline.core.errors import DamagedState, UnknownSession, UsageError
from testfix_pipeline.core.record_base import Record
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.registry.project_entry import expanded
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.sessions import older_forms
from testfix_pipeline.workspace.sessions.session_ids import session_folder
from testfix_pipeline.workspace.sessions.store import SESSION, load

PREFIX = "WFS-"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_SUFFIXES = ("-validation", "-review")
_OF_TESTS = re.compile(r"test|code-validation|review")
_COMMAND = re.compile(
    r"[`$ ]*([A-Z_]+=\S+ )*((python3?|pytest|ruff|mypy|tox|uv|np[mx]|pnpm|yarn|bun|tsc|eslint|cargo|mvn|grep|rg|curl|"
    r"ls) |\./\w|test -|go (test|build|vet|run)\b|"
    r"node (-|\S+\.[cm]?js)|make [\w-]+`?$|pytest`?$)"
)
_ORIGINAL = ("original_description", "original_prompt", "description")


@dataclass(frozen=True)
class Intake:
    """The input of a session after reading.

    description: what the session is to do; of a source session or a file, its whole text.
    source: where it came from. Prompt mode: `kind` ("text" or "file") and `path`. Session mode: `session_id`, `folder`
        (relative to the project), `archived`, `status`, `created_at`, `updated_at`, `base_commit`, `branch`, `title`,
        `described_by` (the field the description is from) and `completed_tasks`, each `{id, title, type, status,
        summary_path, focus_paths, target_files, stated}`; `stated`: its requirements and acceptance in sentences.
    """

    mode: Literal["session", "prompt"]
    description: str
    source_session_id: SessionId | None = None
    source: dict[str, Any] = field(default_factory=dict)


def read_input(project: Project, text: str) -> Intake:
    """Read the input: a session, a requirements file or a sentence.

    Raises UsageError (nothing given, an unusable requirements file, a source session without completed tasks),
    InvalidConfig (no session id), UnknownSession (no such source session), DamagedState (it can't be read).
    """
    wanted = text.strip()
    _check_text(wanted)
    if wanted.startswith(PREFIX):
        return _from_session(project, SessionId(wanted))
    if wanted.lower().endswith(".md"):
        file = _requirements_file(project, wanted)
        if file is not None:
            return Intake("prompt", _file_text(file), source={"kind": "file", "path": str(file)})
    return Intake("prompt", wanted, source={"kind": "text"})


def _check_text(text: str) -> None:
    step = "Give a sentence, a requirements file (.md) or the id of a finished session (WFS-...)."
    if not text:
        raise UsageError("There is no input.", step)
    if "\0" in text:
        raise UsageError("The input holds a NUL character.", step)
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise UsageError("The input is not text in UTF-8.", "Save or type it as UTF-8.") from None
    if size > MOST_INPUT:
        raise UsageError(f"The input is over {MOST_INPUT >> 20} MiB ({size} bytes).", "Shorten it.")


# --- requirements file


def _requirements_file(project: Project, text: str) -> Path | None:
    """The requirements file that a text names; None if it is a sentence that only ends in `.md`.

    Relative paths start from the current folder, else from the project's.
    """
    places = [Path.cwd() / expanded(text), project.root / text]
    for place in places:
        kind = _path_kind(place)
        if kind == "file":
            return place
        if kind:
            raise UsageError(f"The requirements file {place} is {kind}.", "Name a text file.")
    if len(text.split()) > 1:
        return None
    raise UsageError(
        f"There is no requirements file {places[0]}.", "Check the path, or describe the work in a sentence."
    )


def _path_kind(path: Path) -> str:
    """`file`, a description of anything else, or "" if nothing exists."""
    try:
        if path.is_file():
            return "file"
        if path.is_dir():
            return "a folder"
        return "no regular file" if path.exists() else ""
    except (OSError, RuntimeError):  # too long for a name, no permission, a circle of symlinks
        return ""


def _file_text(file: Path) -> str:
    content = _file_content(file)
    named = f"The requirements file {file}"
    if content.startswith(_UTF16):
        raise UsageError(f"{named} is UTF-16, not UTF-8.", "Save it as UTF-8.")
    if b"\0" in content:
        raise UsageError(f"{named} is binary.", "Name a text file.")
    try:
        text = content.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise UsageError(f"{named} is not UTF-8 (byte {error.start}).", "Save it as UTF-8.") from None
    if not text:
        raise UsageError(f"{named} is empty.", "Write down what is to be tested.")
    return text


def _file_content(file: Path) -> bytes:
    """The bytes of a file; a very large one is refused without being read."""
    try:
        with file.open("rb") as stream:
            content = stream.read(MOST_INPUT + 1)
            size = file.stat().st_size
    except OSError as error:
        raise UsageError(
            f"The requirements file {file} can't be read: {error.strerror}.", "Make it readable."
        ) from None
    if len(content) > MOST_INPUT:
        raise UsageError(
            f"The requirements file {file} is over {MOST_INPUT >> 20} MiB ({size} bytes).", "Shorten it, or split it."
        )
    return content


# --- source session


class _Source(Record):
    """A source session as any tool may have written it; unknown states are accepted."""

    session_id: SessionId
    status: str = ""
    description: Any = ""


class _SourceTask(Record):
    id: str = ""
    title: str = ""
    status: str = ""
    meta: Any = None
    context: Any = None
    flow_control: Any = None


def _from_session(project: Project, session_id: SessionId) -> Intake:
    folder = session_folder(project.root, session_id)
    if not folder.is_dir():
        raise UnknownSession(
            f"There is no source session {session_id} in .workflow/active or .workflow/archives of {project.root}.",
            "Check the id, or describe the work in a sentence.",
        )
    record = _session_record(folder, session_id)
    tasks = list(_tasks(folder, session_id))
    done = [task for task in tasks if task["completed"]]
    if not done:
        there = f"{len(tasks)} IMPL-* tasks, none of them completed" if tasks else "no IMPL-* task at all"
        raise UsageError(
            f"The source session {session_id} has no completed task: it has {there}.",
            "Finish a task of it first, or describe the work in a sentence.",
        )
    description, field_name = _description(record, done)
    return Intake("session", description, session_id, _source(project, folder, record, done, field_name))


def _session_record(folder: Path, session_id: SessionId) -> _Source:
    for name in (SESSION, f"{SESSION}.bak"):
        found = load(folder / name, _Source, older_forms.session_form, session_id)
        if found is not None:
            return found
    there = "is damaged" if (folder / SESSION).exists() else "is missing"
    raise DamagedState(
        f"The source session {session_id} can't be read: {folder / SESSION} {there}.",
        "Restore that file, or describe the work in a sentence.",
    )


def _description(record: _Source, done: list[dict[str, Any]]) -> tuple[str, str]:
    """The session's original description and the field it is from; without one the titles of its completed tasks."""
    data = record.model_dump()
    holders = [data, *(data.get(name) for name in ("meta", "metadata", "session"))]
    for name in _ORIGINAL:
        for holder in holders:
            value = holder.get(name) if isinstance(holder, dict) else None
            if isinstance(value, str) and value.strip():
                return value, name
    return "; ".join(task["title"] or task["id"] for task in done), "titles of completed tasks"


def _source(
    project: Project, folder: Path, record: _Source, done: list[dict[str, Any]], field_name: str
) -> dict[str, Any]:
    data = record.model_dump()
    kept = ("status", "created_at", "updated_at", "completed_at", "base_commit", "branch", "title")
    return {
        "kind": "session",
        "session_id": record.session_id,
        "folder": folder.relative_to(project.root).as_posix(),
        "archived": folder.parent.name == "archives",
        "described_by": field_name,
        **{name: data[name] for name in kept if isinstance(data.get(name), str) and data[name]},
        "completed_tasks": [{key: value for key, value in task.items() if key != "completed"} for task in done],
    }


def _tasks(folder: Path, session_id: SessionId) -> Iterator[dict[str, Any]]:
    """Yield every IMPL-* task, from its file or, where that is missing, from its summary."""
    seen: set[str] = set()
    for path in sorted((folder / ".task").glob("IMPL-*.json")):
        task = load(path, _SourceTask, older_forms.task_form, session_id)
        if task is None:
            continue
        names = [name for name in dict.fromkeys((task.id, path.stem, _without_suffix(path.stem))) if name]
        seen.update(names)
        yield _task(folder, task, names)
    for path in sorted((folder / ".summaries").glob("IMPL-*-summary.md")):
        name = path.name.removesuffix("-summary.md")
        if name not in seen:
            yield _task(folder, _SourceTask(id=name, status="completed"), [name])


def _task(folder: Path, task: _SourceTask, names: list[str]) -> dict[str, Any]:
    summaries = [f".summaries/{name}-summary.md" for name in names if "/" not in name]
    summary = next((place for place in summaries if (folder / place).is_file()), "")
    return {
        "id": task.id or names[-1],
        "title": task.title,
        "type": str(_field_of(task.meta, "type") or ""),
        "status": task.status,
        "summary_path": summary,
        "focus_paths": _path_texts(_field_of(task.context, "focus_paths")),
        "target_files": _path_texts(_field_of(task.flow_control, "target_files")),
        "stated": _stated(task),
        "completed": bool(summary) or task.status.lower() == "completed",
    }


def _stated(task: _SourceTask) -> list[str]:
    """What a task had to achieve, without its commands; nothing of a task that tested or fixed."""
    if _OF_TESTS.match(str(_field_of(task.meta, "type") or "")):
        return []
    found = [_field_of(task.context, name) for name in ("requirements", "acceptance")]
    texts = [text for each in found if isinstance(each, list) for text in each if isinstance(text, str)]
    return [" ".join(text.split()) for text in texts if re.search(r"\w", text) and not _COMMAND.match(text)]


def _without_suffix(stem: str) -> str:
    """The id without the suffix of its kind: `IMPL-001.3` of `IMPL-001.3-validation`."""
    return next((stem.removesuffix(end) for end in _SUFFIXES if stem.endswith(end)), stem)


def _field_of(holder: object, name: str) -> object:
    return holder.get(name) if isinstance(holder, dict) else None


def _path_texts(value: object) -> list[str]:
    """The texts of a list; older formats have objects with a `path`."""
    entries = value if isinstance(value, list) else []
    paths = [_field_of(entry, "path") if isinstance(entry, dict) else entry for entry in entries]
    return [path for path in paths if isinstance(path, str)]
