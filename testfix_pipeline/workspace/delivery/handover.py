"""Publishes a session's fixes for review: as a patch file, or as a branch pushed to a remote. Never by force.

Publishes only the source difference, as one commit on the user's own commit: no session files, and no work that was
uncommitted when the session began.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from testfix_pipeline.core.cycle_rules.confidence import read_first, read_first_line
from testfix_pipeline.core.cycle_rules.results import format_rate
from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.files.atomic import write_atomic
from testfix_pipeline.workspace.git.changes import patch_text
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.git.trees import commit_tree, tree_without, with_trailer
from testfix_pipeline.workspace.sessions.store import SessionStore, read_object

Mode = Literal["none", "patch", "push"]
MODES = ("none", "patch", "push")
REMOTE = "origin"
TEXT, PATCH = ".process/pull-request.md", "fix.patch"


@dataclass(frozen=True)
class Handover:
    """The published fix: the patch file, or `REMOTE/branch` with its commit; and the text for a pull request."""

    place: str
    text: Path
    commit: str = ""


def hand_over(project: Project, session_id: SessionId, mode: Mode) -> Handover:
    """Write the patch, or push the branch `testfix/<session>`. May be repeated.

    Raises UsageError if there is nothing to publish, the session began from uncommitted work (push only), or the remote
    refuses: it has another branch of that name, or pushing is not permitted.
    """
    store = SessionStore(project.root, session_id)
    record, head = store.session(), _head(store)
    if not head or head == record.baseline_commit:
        raise UsageError(f"Session {session_id} landed nothing to hand on.", "Look at its failure report.")
    trees = _source_trees(project, record.baseline_commit, head)
    patch = patch_text(project.git, "diff-tree", "-r", *trees)
    text = store.write_text(TEXT, pull_request_text(store, record))
    if mode == "push":
        place, commit = _push(project, record, trees[1])
        return Handover(place, text, commit)
    write_atomic(store.path(PATCH), patch.encode("utf-8", "surrogateescape"))
    return Handover(str(store.path(PATCH)), text)


def source_patch(project: Project, before: str, after: str) -> str:
    """Return the difference of two commits as a patch, without session files."""
    return patch_text(project.git, "diff-tree", "-r", *_source_trees(project, before, after))


def _source_trees(project: Project, *commits: str) -> list[str]:
    """The commits' trees without `.workflow`."""
    with tempfile.TemporaryDirectory(prefix="testfix-publish-") as name:
        return [tree_without(project.git, commit, project.workflow, Path(name)) for commit in commits]


def _push(project: Project, record: SessionRecord, tree: str) -> tuple[str, str]:
    if record.base_commit != record.baseline_commit:
        raise UsageError(
            f"Session {record.session_id} began from uncommitted work, which is not pushed.",
            "Commit it and run again, or publish a patch.",
        )
    branch = f"testfix/{record.session_id}"
    message = with_trailer(f"Fix failing tests\n\n{record.description}".rstrip() + "\n", record.session_id)
    return f"{REMOTE}/{branch}", push_branch(project, branch, tree, record.base_commit, message)


def push_branch(project: Project, branch: str, tree: str, parent: str, message: str) -> str:
    """Push a branch of one commit with this tree on `parent`, never by force; return the remote's commit.

    Raises UsageError if the remote refuses, or has another branch of that name.
    """
    target = f"refs/heads/{branch}"
    there = _existing_commit(project, target, tree)
    if there:
        return there
    commit = commit_tree(project.git, tree, [parent], message, project.author())
    answer = project.git.attempt("push", "--quiet", "--no-follow-tags", REMOTE, f"{commit}:{target}")
    if answer.status != 0:
        raise UsageError(f"The branch {branch} could not be pushed: {answer.err.strip()}", "Fix what git names.")
    return commit


def _existing_commit(project: Project, target: str, tree: str) -> str:
    """Return the remote's commit of that branch, "" if there is none. Raises UsageError if its files differ."""
    answer = project.git.attempt("ls-remote", "--heads", REMOTE, target)
    if answer.status != 0:
        said = (answer.err.strip().splitlines() or ["git says nothing"])[0].rstrip(".")
        raise UsageError(f"The remote {REMOTE} can't be asked: {said}.", "Add it, or log in to it.")
    there = answer.out.decode("utf-8", "replace").split()
    if there and project.git.resolve(f"{there[0]}^{{tree}}") != tree:
        raise UsageError(f"{REMOTE} has another branch {target.removeprefix('refs/heads/')}.", "Delete or rename it.")
    return there[0] if there else ""


def _head(store: SessionStore) -> str:
    return str(read_object(store.path(".process/session-result.json")).get("head_commit") or "")


def pull_request_text(store: SessionStore, record: SessionRecord) -> str:
    """Return title and body for people: what was fixed, with what confidence, and what was not."""
    landed = [one for one in store.history().attempts if one.stands]
    results = store.results()
    rate = format_rate(results.pass_rate) if results else "not measured"
    fixed = sorted({test for one in landed for test in one.newly_passing})
    lines = [f"# Fix {len(fixed)} failing tests", "", f"Pass rate now: {rate}%. Session `{record.session_id}`.", ""]
    lines += ["## Fixes", ""]
    for one in landed:
        cause = one.root_causes[0] if one.root_causes else one.reason
        lines.append(f"- {_plain(cause)} (confidence {one.confidence:.2f}, {one.strategy})")
    lines += [f"- Read first: {_plain(read_first_line(fix))}" for fix in read_first(landed)]
    lines += ["", "## Tests that pass now", "", *(f"- `{_plain(test)}`" for test in fixed)]
    failing = [failure.test for failure in results.failures] if results else []
    lines += ["", "## Still failing", "", *(f"- `{_plain(test)}`" for test in failing), *(["- `none`"] * (not failing))]
    lines += ["", "Please review: a fix that makes the tests pass is plausible, not proved."]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    """Return the text on one line and without markup, since names of tests are untrusted."""
    return " ".join(text.split()).replace("`", "'").replace("<", "&lt;")[:300]
