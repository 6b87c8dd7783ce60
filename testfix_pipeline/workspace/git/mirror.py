"""A session's own repository and branch: attempts are made there, apart from the user's checkout.

The mirror borrows the user's objects and has no refs of its own. The session's branch and refs exist only in the user's
repository, so that a published commit has landed and any other has not.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from testfix_pipeline.core.cache_folder import cache_root
from testfix_pipeline.core.errors import ProjectError, UsageError
from testfix_pipeline.core.identifiers import check_session_id
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.files.file_lock import exclusive
from testfix_pipeline.workspace.git import mirror_setup, publication, trees
from testfix_pipeline.workspace.git.blobs import read_blobs
from testfix_pipeline.workspace.git.changes import ChangedFile, Tree, fingerprint, patch_text
from testfix_pipeline.workspace.git.git_client import GitClient, is_object_id
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.git.snapshot import working_tree
from testfix_pipeline.workspace.git.worktrees import (
    Worktrees,
    checkout_submodules,
    link_shared,
    remove_folder,
    tracked_in_submodules,
)

_TASK = re.compile(r"(?!.*\.lock$)[\w-]+(\.[\w-]+)*")  # a narrow part of what git takes as a ref
_READ_AT_ONCE = 200
_RECORD = "snapshot"  # the name of the session's ref to the snapshot's record, a blob
SNAPSHOT_MESSAGE = "test-cycle: snapshot of uncommitted work"


def mirror_folder(project: Project, session_id: SessionId) -> Path:
    """Return the folder of a session's mirror while a run works on it."""
    return cache_root() / project.key / session_id


@dataclass(frozen=True)
class Snapshot:
    """The start of a session: the base commit, and the baseline, which adds uncommitted work."""

    base_commit: str
    baseline_commit: str
    excluded: list[tuple[str, str]] = field(default_factory=list)
    dirty: bool = False


@dataclass
class Mirror:
    """One session's repository, worktrees and branch. Made by `Mirror.open`; every process may open it again."""

    project: Project
    session_id: SessionId
    folder: Path
    owner: str
    author: tuple[str, str]
    _sources: dict[str, str] = field(default_factory=dict, repr=False)
    _paths: dict[str, tuple[list[str], list[str]]] = field(default_factory=dict, repr=False)
    _in_submodules: dict[str, list[str]] = field(default_factory=dict, repr=False)
    _restored: dict[tuple[str, str], str | None] = field(default_factory=dict, repr=False)
    _parents: dict[str, str] = field(default_factory=dict, repr=False)
    _baseline: str = field(default="", repr=False)

    @classmethod
    def open(cls, project: Project, session_id: SessionId, *, owner: str = "") -> Mirror:
        """Create or reuse the session's repository; complete an interrupted creation. `owner` signs worktrees."""
        check_session_id(session_id)
        folder = mirror_folder(project, session_id)
        mirror = cls(project, session_id, folder, owner or f"pid {os.getpid()}", project.author())
        with mirror._lock():
            mirror_setup.prepare(project, mirror.repository)
        return mirror

    @property
    def repository(self) -> Path:
        """The session's own bare repository."""
        return self.folder / "repo.git"

    @property
    def git(self) -> GitClient:
        """Git in the session's repository, without a checkout."""
        return GitClient(self.repository, self.repository)

    @property
    def branch(self) -> str:
        """The name of the session's branch."""
        return f"testfix/{self.session_id}"

    @property
    def session_folder(self) -> str:
        """The folder of the branch's copies of session files, relative to the repository's root."""
        return f"{self.project.workflow}/active/{self.session_id}"

    @property
    def _worktrees(self) -> Worktrees:
        return Worktrees(self.folder, self.repository)

    def _lock(self) -> AbstractContextManager[None]:
        return exclusive(self.folder / "lock", self.owner)

    # -- the session's branch

    @property
    def tip(self) -> str:
        """The branch's last commit. Raises ProjectError if the branch is gone."""
        branch = publication.branch_ref(self.session_id)
        found = self.project.git.resolve_ref(self.project.common_dir, branch)
        if found is None:
            raise ProjectError(f"The session's branch {self.branch} does not exist.", "Start a new session.")
        return found

    def snapshot(self, skip: Sequence[str] = ()) -> Snapshot:
        """Start the branch from the current checkout; a second call returns the first one's snapshot.

        `skip` names dependency folders, relative to the repository's root, that are not part of the project.
        """
        with self._lock():
            found = self._read_snapshot() or self._take_snapshot(skip)
        self._baseline = found.baseline_commit
        return found

    def _read_snapshot(self) -> Snapshot | None:
        name = publication.session_ref(self.session_id, _RECORD)
        answer = self.project.git.attempt("cat-file", "blob", name)
        if answer.status != 0:
            return None
        data = json.loads(answer.out)
        if data.pop("project", self.project.subdir) != self.project.subdir:
            raise ProjectError(
                f"The branch {self.branch} belongs to a session of another project of this repository.",
                "Start a session of another name.",
            )
        snapshot = Snapshot(**{**data, "excluded": [(path, reason) for path, reason in data["excluded"]]})
        if self.project.git.resolve(publication.branch_ref(self.session_id)) is None:
            self._publish(snapshot.baseline_commit, publication.branch_ref(self.session_id))
        return snapshot

    def _take_snapshot(self, skip: Sequence[str]) -> Snapshot:
        base, tree = self.project.git.run("rev-parse", "HEAD^{commit}", "HEAD^{tree}").decode().split()
        work = working_tree(self.project, self.repository / "objects", self.folder, skip)
        dirty = work.tree != tree
        message = trees.with_trailer(SNAPSHOT_MESSAGE, self.session_id)
        baseline = trees.commit_tree(self.git, work.tree, [base], message, self.author) if dirty else base
        snapshot = Snapshot(base, baseline, work.excluded, dirty)
        record = {**snapshot.__dict__, "project": self.project.subdir}
        content = json.dumps(record).encode("utf-8", "surrogateescape")
        blob = self.git.line("hash-object", "-w", "--stdin", stdin=content)
        # the record first: if a kill follows, the branch is made from it
        self._publish(blob, publication.session_ref(self.session_id, _RECORD))
        self._publish(baseline, publication.branch_ref(self.session_id))
        return snapshot

    def _publish(self, object_id: str, ref: str, *, force: bool = False) -> None:
        publication.publish(self.project, self.repository, object_id, ref, force=force)

    def land(self, commit: str) -> None:
        """Move the branch forward to a commit, durably; do nothing if it already contains it.

        Raises ProjectError if the commit does not descend from the branch.
        """
        with self._lock():
            tip = self.tip
            parted = tip if self._parents.get(commit) == tip else trees.merge_base(self.git, commit, tip)
            if parted == commit:
                return
            if parted != tip:
                raise ProjectError(
                    f"The commit {commit[:12]} does not continue the branch {self.branch} at {tip[:12]}.",
                    "Resume the session: the attempt is made again on the branch as it is now.",
                )
            self._publish(commit, publication.branch_ref(self.session_id))

    def keep(self, commit: str, task_id: str) -> str:
        """Keep a commit that is not landed under a ref; return its name. A task's second commit replaces its first.

        Raises UsageError if `task_id` can't be part of a ref.
        """
        ref = publication.session_ref(self.session_id, task_id)
        if task_id == _RECORD or not _TASK.fullmatch(task_id):
            raise UsageError(f"{task_id!r} is no task id.", "Task ids look like IMPL-001 or IMPL-fix-2.")
        with self._lock():
            self._publish(commit, ref, force=True)
        return ref

    def log(self) -> list[tuple[str, str]]:
        """Return commit and subject of all landed commits since the baseline, oldest first."""
        span = f"{self._baseline or self.snapshot().baseline_commit}..{self.tip}"
        fields = self.git.names("log", "-z", "--reverse", "--topo-order", "--format=%H %s", span)
        return [(row[:40], row[41:]) if row[40:41] == " " else (row[:64], row[65:]) for row in fields]

    # -- worktrees

    def add_worktree(self, name: str, commit: str, shared: Sequence[str] = ()) -> Path:
        """Check out a commit, with the user's dependency folders `shared` linked and submodules filled."""
        with self._lock():
            mirror_setup.hide(self.repository, [*shared, self.project.workflow])
            worktrees = self._worktrees
            tree = worktrees.add(name, commit, self.tree_hash(commit), self.owner)
            self._fill_submodules(worktrees.git(tree), commit)
            link_shared(tree, self.project.repo_root, shared)
            return tree

    def _fill_submodules(self, git: GitClient, commit: str) -> None:
        if self._list_paths(self._parents.get(commit, commit))[1]:  # no commit of ours adds or removes one
            checkout_submodules(git, git.cwd, self.project.repo_root)

    def hide(self, paths: Iterable[str]) -> None:
        """Hide untracked files of these paths (relative to the repository) in every worktree."""
        with self._lock():
            mirror_setup.hide(self.repository, list(paths))

    def remove_worktree(self, name: str) -> None:
        """Remove a checkout and its entry in git; a missing one is ignored."""
        with self._lock():
            self._worktrees.remove(name)

    def sweep(self, alive: Callable[[str], bool] | None = None) -> list[str]:
        """Remove worktrees of dead owners and locks of killed git calls; return their names.

        `alive` decides whether an owner lives; without it the process that made the worktree decides.
        """
        with self._lock():
            stale = publication.remove_stale_locks(self.project, self.session_id)
            return self._worktrees.sweep(alive) + stale

    def close(self) -> None:
        """Remove worktrees and repository. The branch and the refs stay in the user's repository."""
        with self._lock():
            remove_folder(self.folder)
        with contextlib.suppress(OSError):  # the folder has other sessions of the project
            self.folder.parent.rmdir()

    # -- changes in a worktree

    def _tree(self, tree: Path, since: str = "") -> Tree:
        git = self._worktrees.git(tree)
        return Tree(git, self.tree_hash(since or self._worktrees.head(tree)), mirror_setup.hidden(self.repository))

    def changes(self, tree: Path, since: str = "") -> list[ChangedFile]:
        """What differs from a commit, the worktree's own by default: no ignored files unless the worktree's commit has
        them, nothing of `.workflow/`, no shared links.
        """
        return self._tree(tree, since).changes()

    def changed_paths(self, tree: Path) -> list[str]:
        """Return the paths of `changes`."""
        return self._tree(tree).changed_paths()

    def diff(self, tree: Path, paths: Sequence[str] | None = None) -> str:
        """Return `changes` as a patch. paths: of the changes, where they are known."""
        return self._tree(tree).diff(paths)

    def apply_patch(self, tree: Path, patch: str) -> str | None:
        """Apply a patch; return None, or git's error if nothing was changed."""
        return self._tree(tree).apply(patch)

    def named_in(self, tree: Path, patch: str) -> list[str]:
        """Return the paths that a patch names; empty if git can't read it."""
        return self._tree(tree).named_in(patch)

    def restore(self, tree: Path, commit: str, paths: Iterable[str]) -> None:
        """Restore files to their content in `commit`; delete those that it lacks.

        Skips a file that is unchanged since git wrote it in any worktree of this mirror.
        """
        known = set(self.files(commit))
        changed = [path for path in dict.fromkeys(paths) if not self._is_unchanged(tree, commit, path)]
        if changed:
            self._tree(tree).restore(commit, changed, known)
        for path in known.intersection(changed):
            self._restored[commit, path] = fingerprint(tree, path)

    def _is_unchanged(self, tree: Path, commit: str, path: str) -> bool:
        before = self._restored.get((commit, path))
        return before is not None and fingerprint(tree, path) == before

    def reset(self, tree: Path, commit: str, *, ignored: bool = False) -> None:
        """Reset the worktree to a commit and remove new files except shared links; with `ignored` ignored ones too."""
        place = self._tree(tree)
        place.reset(self.tree_hash(commit), ignored=ignored)
        if self._worktrees.head(tree) != commit:
            place.git.run("update-ref", "--no-deref", "HEAD", commit)
        self._fill_submodules(place.git, commit)

    # -- commits

    def commit(
        self,
        tree: Path,
        message: str,
        extra: Mapping[str, bytes] = trees.EMPTY_EXTRA,
        paths: Sequence[str] | None = None,
    ) -> str:
        """Commit the worktree's changed files, each by name, with `extra` contents that are only in the commit.

        paths: of the changes, where they are known.
        """
        place, head = self._tree(tree), self._worktrees.head(tree)
        place.stage_changes(paths)
        with place.copied_index() as git:
            # the index has no session files: its tree is the commit's tree without them
            source = whole = git.line("write-tree")
            if trees.adopt_entries(git, head, self.session_folder) or extra:
                trees.add_contents(git, extra)
                whole = git.line("write-tree")
            made = trees.commit_tree(git, whole, [head], trees.with_trailer(message, self.session_id), self.author)
        self._sources[made], self._parents[made] = source, head
        place.git.run("update-ref", "--no-deref", "HEAD", made)
        return made

    def revert_commit(self, commit: str, message: str, extra: Mapping[str, bytes] = trees.EMPTY_EXTRA) -> str:
        """Return a commit on top of `commit` with the content of its parent, apart from `extra`."""
        return self.commit_content(f"{commit}^", commit, message, extra)

    def commit_content(
        self, source: str, parent: str, message: str, extra: Mapping[str, bytes] = trees.EMPTY_EXTRA
    ) -> str:
        """Return a commit on top of `parent` with the content of the commit `source`, apart from `extra`.

        Needs no worktree.
        """
        with trees.scratch_index(self.git, self.folder, source) as git:
            trees.add_contents(git, extra)
            tree = git.line("write-tree")
            made = trees.commit_tree(git, tree, [parent], trees.with_trailer(message, self.session_id), self.author)
        self._parents[made] = parent
        if is_object_id(source) and all(path.startswith(f"{self.session_folder}/") for path in extra):
            self._sources[made] = self.tree_hash(source)
        return made

    def parent(self, commit: str) -> str:
        """Return the first parent of a commit. Raises ProjectError if it has none."""
        if commit not in self._parents:
            self._parents[commit] = self.git.line("rev-parse", "--verify", f"{commit}^")
        return self._parents[commit]

    # -- reading

    def read(self, commit: str, path: str) -> bytes | None:
        """Return a file's content in a commit, None if it has none."""
        answer = self.git.attempt("cat-file", "blob", f"{commit}:{path}")
        return answer.out if answer.status == 0 else None

    def read_each(self, commit: str, paths: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Yield the files among `paths` that a commit has, with their contents; many are read by one call of git.

        A name with a line break in it is left out.
        """
        left = (f"{commit}:{path}" for path in paths if "\n" not in path)
        while some := list(islice(left, _READ_AT_ONCE)):
            yield from ((name.partition(":")[2], content) for name, content in read_blobs(self.git, some))

    def files(self, commit: str) -> list[str]:
        """Return the paths of a commit's files, without session files."""
        return self._list_paths(commit)[0]

    def submodule_files(self, commit: str) -> list[str]:
        """Return the paths of what the user's checkouts of a commit's submodules track, nested ones included."""
        tree = self.tree_hash(commit)
        if tree not in self._in_submodules:
            folders = self._list_paths(commit)[1]
            self._in_submodules[tree] = tracked_in_submodules(self.project.repo_root, folders)
        return self._in_submodules[tree]

    def _list_paths(self, commit: str) -> tuple[list[str], list[str]]:
        """Return a commit's paths that the checkout has, and the folders of its submodules."""
        tree = self.tree_hash(commit)
        if tree not in self._paths:
            files, submodules = trees.paths_in(self.git, tree)
            sparse = self.project.sparse_paths()
            self._paths[tree] = [path for path in files if path not in sparse], submodules
        return self._paths[tree]

    def source_diff(self, before: str, after: str) -> str:
        """Return the difference of two commits as a patch, without session files."""
        return patch_text(self.git, "diff-tree", "-r", self.tree_hash(before), self.tree_hash(after))

    def tree_hash(self, commit: str) -> str:
        """Return the id of a commit's tree without session files."""
        if commit not in self._sources:
            self._sources[commit] = trees.tree_without(self.git, commit, self.session_folder, self.folder)
        return self._sources[commit]
