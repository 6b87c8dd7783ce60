"""Applies a session's fixes to the user's branch, or takes them back: all of them, or none and a patch file."""

from __future__ import annotations

import os
import shlex
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

from testfix_pipeline.core.counted_nouns import first_names
from testfix_pipeline.core.patch_policy.symlinks import is_beyond_symlink
from testfix_pipeline.workspace.files.atomic import write_atomic
from testfix_pipeline.workspace.git.changes import patch_text
from testfix_pipeline.workspace.git.git_client import GitClient, split0, text
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.git.trees import commit_tree, tree_without

# Files and folders that git has while an operation of the user is unfinished.
_UNFINISHED = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply", "BISECT_LOG")


@dataclass(frozen=True)
class Delivery:
    """The result of `apply` or `revert`: the new commits, oldest first, or why there are none and the patch's path."""

    applied: bool
    commits: list[str] = field(default_factory=list)
    reason: str = ""
    patch: Path | None = None


@dataclass(frozen=True)
class _Fix:
    """One difference to deliver, between two trees without the session's files."""

    before: str
    after: str
    message: str


class _Refused(Exception):
    """The fix can't be applied to the branch in its current state; the text says why."""


class _RefusedForWork(_Refused):
    """The user's uncommitted work is in the way. A session begins with such work: its patch fits the files as they are.

    `git apply --3way` refuses files that differ from the index. conflict: the conflict with the branch; it is none for
    a patch that fits the files.
    """

    def __init__(self, paths: Sequence[str], conflict: str = "") -> None:
        super().__init__(f"Files that the fix touches have uncommitted changes: {first_names(paths)}.")
        self.conflict = conflict


def apply(
    project: Project, baseline: str, tip: str, *, message: str, per_fix: bool = False, patch_path: Path
) -> Delivery:
    """Merge the source difference baseline..tip into the checked-out branch, three-way.

    Makes one commit with `message`, or with `per_fix` one for each landed fix under its own subject. A detached HEAD
    moves with the commit. The user's uncommitted changes of other files are kept, staged or not. If a touched file has
    uncommitted changes, on a conflict, and during a merge or rebase nothing changes and `patch_path` is written. Raises
    ProjectError only if git itself fails.
    """
    with _scratch(project) as (git, folder):
        fixes = _fixes(git, folder, project, baseline, tip, message if not per_fix else None)
        whole = [tree_without(git, commit, project.workflow, folder) for commit in (baseline, tip)]
        if not fixes:
            return Delivery(False, reason="There is nothing to apply: the session changed no source.")
        return _deliver_or_patch(project, git, fixes, whole, patch_path)


def revert(project: Project, commits: Sequence[str], *, message: str, patch_path: Path) -> Delivery:
    """Take back the commits of one `apply`, oldest first, by one commit with `message`, merged three-way.

    As for `apply`, nothing changes and `patch_path` is written where that is not possible.
    """
    with _scratch(project) as (git, _):
        span = (f"{commits[-1]}^{{tree}}", f"{commits[0]}^^{{tree}}")
        after, before = (git.line("rev-parse", "--verify", name) for name in span)
        done = _deliver_or_patch(project, git, [_Fix(after, before, message)], [after, before], patch_path)
    nothing = "There is nothing to take back: the branch does not have these changes."
    return done if done.applied or done.patch else replace(done, reason=nothing)


def _deliver_or_patch(
    project: Project, git: GitClient, fixes: Sequence[_Fix], whole: Sequence[str], patch_path: Path
) -> Delivery:
    """Deliver the fixes, or write the difference of the two trees in `whole` as a patch and say why."""
    try:
        return _deliver(project, git, fixes)
    except _Refused as refusal:
        write_atomic(patch_path, patch_text(git, "diff-tree", "-r", *whole).encode("utf-8", "surrogateescape"))
        return Delivery(False, reason=_explained(project, refusal, patch_path.absolute()), patch=patch_path)


def _explained(project: Project, refusal: _Refused, patch: Path) -> str:
    """Return the reasons of a refusal and the command that applies the patch by hand."""
    why, how = str(refusal), "apply --3way"
    if isinstance(refusal, _RefusedForWork):
        if project.git.attempt("apply", "--check", str(patch)).status == 0:
            how = "apply"
        else:
            why = f"{refusal.conflict} {why}".lstrip()
    command = f"git -C {_quoted(project.repo_root)} {how} {_quoted(patch)}"
    return f"{why} Nothing was changed; to apply by hand: {command}"


@contextmanager
def _scratch(project: Project) -> Iterator[tuple[GitClient, Path]]:
    """Yield git in the user's repository with a temporary object folder, and a folder for index files."""
    with tempfile.TemporaryDirectory(prefix="testfix-apply-") as name:
        folder = Path(name)
        (folder / "objects" / "info").mkdir(parents=True)
        (folder / "objects" / "info" / "alternates").write_text(f"{project.objects}\n")
        yield project.git.with_env(GIT_OBJECT_DIRECTORY=str(folder / "objects")), folder


def _quoted(path: Path) -> str:
    return shlex.quote(str(path))


def _fixes(git: GitClient, folder: Path, project: Project, baseline: str, tip: str, message: str | None) -> list[_Fix]:
    """Return the differences to deliver: a single one under `message`, else one per commit not rolled back."""
    rows = git.names("log", "-z", "--reverse", "--topo-order", "--format=%H %s", f"{baseline}..{tip}")
    commits = [(baseline, ""), *((row.split(" ", 1)[0], row.split(" ", 1)[1]) for row in rows)]
    if message is not None:
        commits = [(baseline, ""), (tip, message)]
    trees = [tree_without(git, commit, project.workflow, folder) for commit, _ in commits]
    fixes: list[_Fix] = []
    for (before, after), (_, subject) in zip(pairwise(trees), commits[1:], strict=True):
        if fixes and fixes[-1].before == after:
            fixes.pop()  # this commit reverts the one before it
        elif before != after:
            fixes.append(_Fix(before, after, subject))
    return fixes


def _deliver(project: Project, git: GitClient, fixes: Sequence[_Fix]) -> Delivery:
    # another git operation may be in progress in the checkout
    for name in _UNFINISHED:
        if (project.git_dir / name).exists():
            raise _Refused(f"The checkout is in the middle of something ({name}); finish it first.")
    if (project.git_dir / "index.lock").exists():
        raise _Refused("Another git command works in the checkout (index.lock is there).")
    head = git.line("rev-parse", "HEAD^{commit}")
    start = git.line("rev-parse", f"{head}^{{tree}}")
    made, parent, tree = [], head, start
    for fix in fixes:
        merged = _merge(project, git, fix, tree)
        if merged != tree:
            parent = commit_tree(git, merged, [parent], fix.message.rstrip() + "\n", project.author())
            made.append(parent)
            tree = merged
    if not made:
        return Delivery(False, reason="There is nothing to apply: the branch has these changes already.")
    _require_untouched(project, git, start, tree)
    _move_branch(project, git, head, parent)
    return Delivery(True, made)


def _merge(project: Project, git: GitClient, fix: _Fix, ours: str) -> str:
    """Return the tree of a three-way merge. Raises _Refused on a conflict."""
    author = ("testfix", "testfix@localhost")
    base = commit_tree(git, fix.before, [], "before", author)
    sides = [commit_tree(git, tree, [base], "side", author) for tree in (ours, fix.after)]
    answer = git.attempt("merge-tree", "--write-tree", "-z", "--no-messages", "--name-only", *sides)
    found = split0(answer.out)
    if answer.status == 0:
        return found[0]
    if answer.status == 1:
        conflict = f"The branch has changed the same lines since: {first_names(found[1:])}."
        uncommitted = project.git.names("diff", "--name-only", "-z", "--no-ext-diff", "--no-relative", "HEAD")
        if theirs := sorted({*found[1:]}.intersection(uncommitted)):
            raise _RefusedForWork(theirs, conflict)
        raise _Refused(conflict)
    raise _Refused(f"This git can't merge without a checkout; that takes version 2.38. ({answer.err.strip()[:200]})")


_Entries = dict[str, tuple[str, str]]  # path -> mode and object id


def _require_untouched(project: Project, git: GitClient, before: str, after: str) -> None:
    """Raise _Refused if a file that changes between two trees has the user's own changes.

    A file that has the new content already, in index and checkout, was left by an interrupted `apply`.
    """
    raw = git.run("diff-tree", "-r", "-z", "--raw", "--no-renames", before, after).split(b"\0")[:-1]
    rows = [(head[1:].decode().split(" "), text(path)) for head, path in zip(raw[::2], raw[1::2], strict=True)]
    old: _Entries = {path: (head[0], head[2]) for head, path in rows if head[4] != "A"}
    new: _Entries = {path: (head[1], head[3]) for head, path in rows if head[4] != "D"}
    index, dirty = _user_index(project)
    theirs = []
    for _, path in rows:
        there = os.path.lexists(project.repo_root / path)
        clean = path not in dirty and there == (path in index) and not is_beyond_symlink(project.repo_root, path)
        if not clean or index.get(path) not in (old.get(path), new.get(path)):
            theirs.append(path)
    if theirs:
        raise _RefusedForWork(theirs)


def _user_index(project: Project) -> tuple[_Entries, set[str]]:
    """Return the entries of the user's index and the files that differ from it, read from a copy."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "index"
        if (project.git_dir / "index").exists():
            shutil.copy2(project.git_dir / "index", copy)
        git = project.git.with_index(copy)
        git.attempt("update-index", "-q", "--refresh", "--ignore-submodules")
        rows = [row.split(b"\t", 1) for row in git.run("ls-files", "-z", "--stage").split(b"\0") if row]
        entries = {text(path): (head.split(b" ")[0].decode(), head.split(b" ")[1].decode()) for head, path in rows}
        return entries, set(git.names("diff-files", "-z", "--name-only", "--ignore-submodules=all"))


def _move_branch(project: Project, git: GitClient, head: str, commit: str) -> None:
    """Move the checkout and its branch from `head` to `commit`; the files first, so that a kill loses nothing."""
    pack = git.run("pack-objects", "--revs", "--stdout", "-q", stdin=f"{commit}\n^{head}\n".encode())
    project.git.run("unpack-objects", "-q", stdin=pack, settings=("core.fsync=all",))
    if project.git.resolve("HEAD^{commit}") != head:
        raise _Refused("The branch moved while the fix was merged; run it again.")
    project.git.attempt("update-index", "-q", "--refresh", "--ignore-submodules")
    moved = project.git.attempt("read-tree", "-m", "-u", head, commit)
    if moved.status != 0:
        raise _Refused(f"Git refused to change the files: {moved.err.strip()}")
    project.git.run("update-ref", "-m", "testfix: apply", "HEAD", commit, head, settings=("core.fsync=all",))
