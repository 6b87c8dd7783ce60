"""Asks the remote for the status of branches that were pushed for review: merged there, or deleted unmerged.

No ref of the user's repository moves: objects of the remote's default branch are fetched without a ref.
"""

from __future__ import annotations

from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.workspace.delivery.handover import REMOTE
from testfix_pipeline.workspace.git.clones import IMPATIENT, PATIENCE
from testfix_pipeline.workspace.git.git_client import GitClient
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.sessions import branch_status
from testfix_pipeline.workspace.sessions.session_lookup import list_sessions
from testfix_pipeline.workspace.sessions.store import SessionStore

_LATEST = 50


def look_at_remote(project: Project) -> list[str]:
    """Update the status of pushed branches that are open; return a sentence for each changed one.

    If the remote does not answer, nothing changes. Raises SessionBusy while another process works on the session.
    """
    waiting = [record for record in list_sessions(project.root)[:_LATEST] if _waits(record)]
    git = project.git.with_env(**IMPATIENT)
    there = _session_branches(git) if waiting else {}
    into = _fetch_default_branch(git, there)
    said = []
    for record in waiting if into else ():
        status = _status(project, record, there, into)
        if status:
            branch_status.note(SessionStore(project.root, record.session_id), status)
            said.append(f"{record.session_id}: {status} at {REMOTE}")
    return said


def _waits(record: SessionRecord) -> bool:
    pushed = record.published.startswith(f"{REMOTE}/")
    return pushed and record.delivered == "open"


def _session_branches(git: GitClient) -> dict[str, str]:
    """Return the commits of the remote's session branches by name; under HEAD the name of its default branch."""
    answer = git.attempt("ls-remote", "--symref", REMOTE, "HEAD", "refs/heads/testfix/*", settings=PATIENCE)
    rows = answer.out.decode("utf-8", "replace").splitlines() if answer.status == 0 else []
    pairs = [row.split("\t", 1) for row in rows if "\t" in row]
    named = {name: commit for commit, name in pairs if not commit.startswith("ref: ")}
    heads = [commit.removeprefix("ref: ") for commit, name in pairs if commit.startswith("ref: ") and name == "HEAD"]
    return {**named, "HEAD": heads[0], "commit": named.get("HEAD", "")} if heads else {}


def _fetch_default_branch(git: GitClient, there: dict[str, str]) -> str:
    """Fetch the remote's default branch; return its commit, "" if it can't be fetched."""
    if not there.get("commit"):
        return ""
    quiet = ("--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--refmap=")
    answer = git.attempt("fetch", *quiet, REMOTE, there["HEAD"], settings=PATIENCE)
    return there["commit"] if answer.status == 0 and git.resolve(f"{there['commit']}^{{commit}}") else ""


def _status(project: Project, record: SessionRecord, there: dict[str, str], into: str) -> str:
    branch = f"refs/heads/{record.published.removeprefix(f'{REMOTE}/')}"
    pushed = record.published_commit or there.get(branch, "")
    if pushed and project.git.attempt("merge-base", "--is-ancestor", pushed, into).status == 0:
        return "merged"
    if branch_status.same_files(project, record, into):  # a squash leaves no other trace
        return "merged"
    return "" if branch in there else "deleted"
