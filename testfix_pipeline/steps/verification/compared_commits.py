"""Resolves what to verify to two commits, before and after. Nothing is written to the user's checkout."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.core.patch_policy.protected_paths import is_git_path, leaves_worktree
from testfix_pipeline.workspace.git.git_client import split0
from testfix_pipeline.workspace.git.mirror import Mirror
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.git.snapshot import staged_tree, working_tree
from testfix_pipeline.workspace.git.trees import commit_tree, merge_base, tree_with, tree_without
from testfix_pipeline.workspace.sessions.session_ids import session_folders

MESSAGE = "test-cycle: a change to verify"
MOST_PATCH_BYTES = 16 << 20
_REMAKE = "Make it with `git diff --binary` against HEAD, at the top of the repository."
_ONLY_SAID = re.compile(r"^Binary files .+ differ$", re.M)
_NEXT = "Name a range such as `main..HEAD`, a patch with --patch FILE, or change something first."


class NothingDiffers(UsageError):
    """Both sides have the same content, so that there is nothing to judge."""


@dataclass(frozen=True)
class ChangeToVerify:
    """What the caller named: a range (`A..B`, `A...B`, or `A` for `A..HEAD`), a patch file, the index, or nothing.

    acknowledged: any text with the fingerprints of changes that a person answers for, such as the labels of a request.
    ignored: the ids of failures that a change need not repair. hunks: whether to find out which tests need which hunk.
    """

    revisions: str = ""
    patch: Path | None = None
    staged: bool = False
    acknowledged: str = ""
    ignored: Collection[str] = ()
    hunks: bool = False


@dataclass(frozen=True)
class CommitPair:
    """The commits before and after a change, and their names for people."""

    before: str
    after: str
    base: str
    head: str


def compared_commits(project: Project, mirror: Mirror, wanted: ChangeToVerify) -> CommitPair:
    """Return the commits to compare; uncommitted work and patches become commits of the mirror.

    Raises UsageError for several kinds at once, an unknown revision, a patch that does not apply; NothingDiffers.
    """
    if sum((bool(wanted.revisions), wanted.patch is not None, wanted.staged)) > 1:
        raise UsageError("A range, --patch and --staged exclude each other.", "Give one of them.")
    if wanted.revisions:
        found = _commits_of_range(project, mirror, wanted.revisions)
    elif wanted.patch is not None:
        found = _commits_of_patch(project, mirror, wanted.patch)
    else:
        found = _commits_of_working_tree(project, mirror, wanted.staged)
    if mirror.tree_hash(found.before) == mirror.tree_hash(found.after):
        raise NothingDiffers(f"Nothing differs between {found.base} and {found.head}.", _NEXT)
    return found


def changed_files(mirror: Mirror, compared: CommitPair) -> tuple[bytes, dict[str, tuple[str, str]]]:
    """Return what git says of the files that differ, and their modes before and after, by path in the repository."""
    trees = (mirror.tree_hash(commit) for commit in (compared.before, compared.after))
    said = mirror.git.run("diff-tree", "-r", "-z", "--no-renames", *trees)
    fields = split0(said)
    return said, {path: (row[1:7], row[8:14]) for row, path in zip(fields[::2], fields[1::2], strict=True)}


def code_alone(mirror: Mirror, compared: CommitPair, paths: Collection[str]) -> str:
    """Return a commit of the change restricted to these paths, relative to the repository, without tests."""
    tree = tree_with(mirror.git, compared.before, compared.after, paths, mirror.folder)
    return commit_tree(mirror.git, tree, [compared.before], MESSAGE, mirror.author)


def working_tree_alone(project: Project, mirror: Mirror) -> CommitPair:
    """Return the working tree as both sides."""
    found = _commits_of_working_tree(project, mirror, staged=False)
    return CommitPair(found.after, found.after, found.head, found.head)


def _commits_of_range(project: Project, mirror: Mirror, revisions: str) -> CommitPair:
    base, dots, head = revisions.partition("...") if "..." in revisions else revisions.partition("..")
    base, head = base or "HEAD", head or "HEAD"
    before, after = (_commit(project, name) for name in (base, head))
    parted = merge_base(mirror.git, before, after) if dots == "..." else before
    if parted is None:
        raise UsageError(f"{base} and {head} have no history in common.", f"Compare them as {base}..{head}.")
    return CommitPair(_without_sessions(project, mirror, parted), _without_sessions(project, mirror, after), base, head)


def _without_sessions(project: Project, mirror: Mirror, commit: str) -> str:
    """Return the commit, or one like it without session files, which `testfix apply` leaves out, too."""
    for folder in session_folders(Path(project.workflow).parent):
        if mirror.git.resolve(f"{commit}:{folder.as_posix()}") is not None:
            tree = tree_without(mirror.git, commit, folder.as_posix(), mirror.folder)
            commit = commit_tree(mirror.git, tree, [commit], MESSAGE, mirror.author)
    return commit


def _commit(project: Project, name: str) -> str:
    found = None if name.startswith("-") else project.git.resolve(f"{name}^{{commit}}")
    if found is None:
        raise UsageError(f"There is no commit {name!r} in {project.repo_root}.", "`git log --oneline` lists commits.")
    return found


def _commits_of_patch(project: Project, mirror: Mirror, patch: Path) -> CommitPair:
    try:
        with patch.open("rb") as file:
            content = file.read(MOST_PATCH_BYTES + 1)
    except OSError as error:
        raise UsageError(f"{patch} can't be read: {error.strerror}.", "Name a patch file.") from error
    if len(content) > MOST_PATCH_BYTES:
        raise UsageError(f"{patch} has more than {MOST_PATCH_BYTES >> 20} MiB.", "No patch of code is that large.")
    text = content.decode("utf-8", "surrogateescape")
    tree = mirror.add_worktree("patched", project.head)
    try:
        refused = mirror.apply_patch(tree, text)
        if refused is not None:
            raise UsageError(f"{patch} {_why_patch_failed(text, mirror.named_in(tree, text), refused)}", _REMAKE)
        return CommitPair(project.head, mirror.commit(tree, MESSAGE), "HEAD", str(patch))
    finally:
        mirror.remove_worktree("patched")


def _why_patch_failed(patch: str, names: Sequence[str], error: str) -> str:
    """Return why a patch was not applied, as the end of a sentence."""
    outside = [name for name in names if leaves_worktree(name) or is_git_path(name)]
    if outside:
        return f"names a place that is no file of the project: {outside[0]!r}."
    if _ONLY_SAID.search(patch):
        return "only says that binary files differ, and not how."
    return f"does not apply to HEAD: {error}" if names else f"is no patch that git can read: {error}"


def _commits_of_working_tree(project: Project, mirror: Mirror, staged: bool) -> CommitPair:
    objects = mirror.repository / "objects"
    if staged:
        tree = staged_tree(project, objects, mirror.folder)
    else:
        tree = working_tree(project, objects, mirror.folder).tree
    made = commit_tree(mirror.git, tree, [project.head], MESSAGE, mirror.author)
    return CommitPair(project.head, made, "HEAD", "the index" if staged else "the working tree")
