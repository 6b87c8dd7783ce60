"""The user's project and its repository. Read-only."""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass, replace
from pathlib import Path

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.git.git_client import GitClient, split0, text
from testfix_pipeline.workspace.git.missing_filters import (
    MissingFilter,
    filtered_files,
    missing_filters,
    notices_of,
    settings_without,
)

FALLBACK_AUTHOR = ("testfix", "testfix@localhost")


def project_key(root: Path) -> str:
    """Return `<name>-<6 hex of its path>`, which is unique among projects."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", root.name).strip("-.") or "project"
    return f"{name}-{hashlib.sha256(os.fsencode(root)).hexdigest()[:6]}"


def session_key(root: Path, session_id: SessionId) -> str:
    """Return `<name>-<6 hex>--<session id>`, a session's name that is unique among projects."""
    return f"{project_key(root.resolve())}--{session_id}"


@dataclass(frozen=True)
class Project:
    """A project folder inside a git repository, as it was when it was opened.

    `repo_root`: the checkout's top. `root`: the project's folder in it. `subdir`: the path between them ("" if equal).
    `git_dir` belongs to this checkout (index, HEAD), `common_dir` to the repository (objects, refs).
    """

    repo_root: Path
    root: Path
    subdir: str
    head: str
    name: str
    key: str
    git_dir: Path
    common_dir: Path

    @classmethod
    def open(cls, path: str | Path) -> Project:
        """Open a project. Raises ProjectError if `path` is in no git checkout with a commit, or is not writable."""
        root = _folder(path)
        git = GitClient(root)
        git_dir, common_dir, repo_root, head = _locations(git, root)
        if head is None:
            raise ProjectError(
                f"The repository {repo_root} has no commit yet.", "Commit the project once, then run again."
            )
        _require_writable(root, common_dir)
        return cls(
            repo_root=repo_root,
            root=root,
            subdir="" if root == repo_root else root.relative_to(repo_root).as_posix(),
            head=head,
            name=root.name,
            key=project_key(root),
            git_dir=git_dir,
            common_dir=common_dir,
        )

    @property
    def git(self) -> GitClient:
        """Git in the user's checkout, without filters whose program is missing."""
        settings = tuple(f"{name}={value}" for name, value in settings_without(self.missing_filters))
        return replace(self._plain_git, settings=settings)

    @property
    def _plain_git(self) -> GitClient:
        return GitClient(self.repo_root, self.git_dir, self.repo_root)

    @property
    def missing_filters(self) -> tuple[MissingFilter, ...]:
        """The required filters whose program is missing."""
        return missing_filters(self._plain_git, self.common_dir / "config")

    def filter_notices(self) -> list[str]:
        """Return a sentence on each missing filter that has files."""
        return notices_of(filtered_files(self.git, self.missing_filters))

    def sparse_paths(self) -> frozenset[str]:
        """Return the tracked files that a sparse checkout leaves out."""
        if not (self.git_dir / "info" / "sparse-checkout").exists():
            return frozenset()
        rows = self._plain_git.names("ls-files", "-z", "-t")
        return frozenset(row[2:] for row in rows if row.startswith("S "))

    @property
    def objects(self) -> Path:
        """The folder of the repository's objects."""
        return self.common_dir / "objects"

    @property
    def workflow(self) -> str:
        """The `.workflow` folder relative to the repository's root, without a slash at the end."""
        return f"{self.subdir}/.workflow" if self.subdir else ".workflow"

    def author(self) -> tuple[str, str]:
        """Return name and mail address from the user's git configuration, each with a fixed fallback."""
        answer = self.git.attempt("config", "-z", "--get-regexp", r"^user\.(name|email)$")
        found = dict(entry.split("\n", 1) for entry in split0(answer.out) if "\n" in entry)  # the last value counts
        name, mail = (found.get(f"user.{key}", "").strip() for key in ("name", "email"))
        return name or FALLBACK_AUTHOR[0], mail or FALLBACK_AUTHOR[1]


def _folder(path: str | Path) -> Path:
    folder = Path(path).expanduser()
    if not folder.is_dir():
        raise ProjectError(f"There is no folder {folder}.", "Name the folder of a project that is in git.")
    return folder.resolve()


def _locations(git: GitClient, root: Path) -> tuple[Path, Path, Path, str | None]:
    """Return the checkout's git folder, the common folder, the checkout's top, and its commit if any."""
    wanted = ("--absolute-git-dir", "--git-common-dir", "--show-toplevel")
    answer = git.attempt("rev-parse", *wanted, "HEAD^{commit}")
    found: list[str | None] = [*text(answer.out).splitlines()]
    if answer.status != 0 or len(found) != len(wanted) + 1:
        _require_checkout(git, root)  # else: no commit, or a path with a line break in it
        found = [*(text(git.run("rev-parse", what)[:-1]) for what in wanted), git.resolve("HEAD^{commit}")]
    git_dir, common, top, head = found
    return Path(str(git_dir)), (root / str(common)).resolve(), Path(str(top)).resolve(), head


def _require_checkout(git: GitClient, root: Path) -> None:
    answer = git.attempt("rev-parse", "--is-bare-repository", "--is-inside-work-tree")
    if answer.status != 0:
        raise _refusal(root, answer.err)
    bare, inside = answer.out.split()
    if bare == b"true" or inside != b"true":
        raise ProjectError(
            f"{root} is not in a checkout of its repository (it is bare, or a part of `.git`).",
            "Name a folder of a checkout.",
        )


def _refusal(root: Path, message: str) -> ProjectError:
    if "not a git repository" in message:
        step = "Run `git init`, commit the project, then run again."
        return ProjectError(f"{root} is not in a git repository.", step)
    step = "Fix what git complains about, then run again."
    return ProjectError(f"Git does not work in {root}: {message.strip()}", step)


def _require_writable(root: Path, common_dir: Path) -> None:
    for folder in (root, common_dir, common_dir / "objects", common_dir / "refs"):
        if folder.exists() and not os.access(folder, os.W_OK | os.X_OK):
            raise ProjectError(
                f"{folder} can't be written.",
                "The session's files and refs have to be stored there: make it writable or work on a copy.",
            )
