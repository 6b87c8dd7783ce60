"""Decides whether a stored context package can be used again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable

from pydantic import ValidationError

from testfix_pipeline.core.plan_records import ContextPackage
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.planning.intake import Intake
from testfix_pipeline.planning.project.files import MOST_BYTES, ProjectFiles
from testfix_pipeline.workspace.sessions.store import SessionStore

FORM = 2
PACKAGES = {"session": ".process/test-context-package.json", "prompt": ".process/context-package.json"}
_ALWAYS = ("metadata", "test_coverage", "test_framework", "assets", "project_type")
SECTIONS = {
    "session": (*_ALWAYS, "source_context", "focus_areas"),
    "prompt": (
        *(*_ALWAYS, "project_context", "project_guidelines", "dependencies"),
        *("conflict_detection", "exploration_results", "prioritized_context"),
    ),
}


def input_digest(intake: Intake) -> str:
    """The digest of the input that a package is made for; another description gives another digest."""
    parts = [intake.mode, intake.source_session_id or "", intake.description]
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def content_digest(files: ProjectFiles) -> str:
    """The digest of the project's content.

    It covers the path and bytes of every file, of those over 1 MiB the size instead of the bytes.
    """
    digest = hashlib.sha256()
    for path in files.paths:
        try:
            size = (files.root / path).stat().st_size
            content = (files.root / path).read_bytes() if size <= MOST_BYTES else str(size).encode()
        except OSError:
            content = b"unreadable"
        digest.update(path.encode("utf-8", "surrogatepass") + b"\0" + hashlib.sha256(content).digest())
    return digest.hexdigest()[:16]


def reusable_package(
    store: SessionStore, intake: Intake, commit: str, *, measurable: bool, digest: Callable[[], str]
) -> tuple[ContextPackage | None, str]:
    """The stored package where it belongs to the session and is up to date; else None and the reason.

    The reason is "" if there is no package yet. `digest` gives the content of the project now: it is asked for only
    where the commit is another, since the same content may lie in another commit.
    """
    path = store.path(PACKAGES[intake.mode])
    if not path.is_file():
        return None, ""
    try:
        data = json.loads(path.read_bytes())
        package = ContextPackage.model_validate(data)
    except (ValueError, ValidationError, OSError, RecursionError):
        return None, "it can't be read back"
    reason = _why_invalid(data, package, store.session_id, intake, measurable) or _why_stale(package, commit, digest)
    return (None, reason) if reason else (package, "")


def _why_invalid(
    data: dict[str, object], package: ContextPackage, session_id: SessionId, intake: Intake, measurable: bool
) -> str:
    meta = package.metadata
    missing = [name for name in SECTIONS[intake.mode] if not isinstance(data.get(name), dict | list)]
    if missing:
        return f"it lacks {', '.join(missing)}"
    if meta.get("test_session_id") != session_id:
        return f"it is another session's ({meta.get('test_session_id')})"
    if meta.get("form") != FORM:
        return f"it has form {meta.get('form')}, not {FORM}"
    if meta.get("input_digest") != input_digest(intake):
        return "it was made for another input"
    if measurable and package.test_coverage.coverage_stats.source != "measured":
        return "its coverage was guessed and can be measured now"
    return ""


def _why_stale(package: ContextPackage, commit: str, digest: Callable[[], str]) -> str:
    meta = package.metadata
    if meta.get("commit") == commit or meta.get("content") == digest():
        return ""
    return f"the project's files have changed since commit {str(meta.get('commit'))[:12]} (now {commit[:12]})"
