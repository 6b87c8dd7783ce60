"""Writes the user's uncommitted work as a tree, with an index file of our own: the checkout is not changed."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.workspace.files.secret_scan import find_secret
from testfix_pipeline.workspace.git.changes import stage
from testfix_pipeline.workspace.git.git_client import GitClient, join0, text
from testfix_pipeline.workspace.git.known_caches import is_cache, within
from testfix_pipeline.workspace.git.missing_filters import filtered_files
from testfix_pipeline.workspace.git.repository import Project

UNTRACKED_LIMIT = 1 << 20  # bytes: untracked files over 1 MiB are left out
_SCAN_LIMIT = 1 << 20
_DEPENDENCIES = {"pyvenv.cfg": "a virtual environment"}

Excluded = list[tuple[str, str]]


@dataclass(frozen=True)
class WorkingTree:
    """A tree of the checkout's content, and the excluded paths with reasons."""

    tree: str
    excluded: Excluded


def working_tree(project: Project, objects: Path, scratch: Path, skip: Sequence[str] = ()) -> WorkingTree:
    """Return the checkout's tracked files, and its untracked ones that are not ignored, as a tree.

    New objects go into the folder `objects`, temporary files into `scratch`. `skip` names folders to leave out.
    """
    with tempfile.TemporaryDirectory(dir=scratch, prefix="snapshot-") as folder:
        index = Path(folder) / "index"
        git = project.git.with_env(GIT_OBJECT_DIRECTORY=str(objects)).with_index(index)
        if (project.git_dir / "index").exists():
            # keep the time stamp: git rereads files that are as new as the index
            shutil.copy2(project.git_dir / "index", index)
        git.attempt("update-index", "-q", "--refresh", "--ignore-submodules")
        unfiltered = _unfiltered(project, git)
        changed = list(dict.fromkeys([*_changed(git), *unfiltered]))
        untracked = git.names("ls-files", "-z", "--others", "--exclude-standard")
        excluded = _excluded_paths(project, git, changed, untracked, skip)
        excluded += [(path, why) for path, why in unfiltered.items() if why]
        left = [path for path, _ in excluded]
        tracked = {path for path in changed if not within(path, [project.workflow, *left])}
        _reset_entries(git, [path for path in changed if path not in tracked or path in unfiltered])
        stage(git, project.repo_root, tracked.union(path for path in untracked if _is_wanted(project, path, left)))
        return WorkingTree(git.line("write-tree"), excluded)


def staged_tree(project: Project, objects: Path, scratch: Path) -> str:
    """Return the index as a tree: within a hook, the index of the commit in progress.

    The index itself is only read. Raises UsageError if it contains conflicts.
    """
    with tempfile.TemporaryDirectory(dir=scratch, prefix="staged-") as folder:
        copy = Path(folder) / "index"
        source = _index_for_hook(project)
        if source.exists():
            shutil.copy2(source, copy)
        answer = project.git.with_env(GIT_OBJECT_DIRECTORY=str(objects)).with_index(copy).attempt("write-tree")
    if answer.status != 0:
        raise UsageError(f"The index is no tree: {answer.err.strip()}.", "Resolve its conflicts and `git add` them.")
    return text(answer.out.strip())


def _index_for_hook(project: Project) -> Path:
    """Return the index that git names for a hook of this checkout (`git commit -a` has its own), else the usual one.

    Git runs hooks at the top of the checkout, to which a relative name refers.
    """
    own, named = project.git_dir / "index", os.environ.get("GIT_INDEX_FILE", "")
    place = project.repo_root / named
    if not named or not place.is_file():
        return own
    is_ours = place.parent.resolve() == project.git_dir.resolve() or _git_dir(Path.cwd()) == project.git_dir
    return place if is_ours else own


def _git_dir(folder: Path) -> Path | None:
    answer = GitClient(folder).attempt("rev-parse", "--absolute-git-dir")
    return Path(text(answer.out[:-1])) if answer.status == 0 else None


def _is_wanted(project: Project, path: str, left_out: Iterable[str]) -> bool:
    """Whether an untracked path belongs in the snapshot."""
    return not (path.endswith("/") or within(path, (project.workflow, *left_out)) or is_cache(path))


def _unfiltered(project: Project, git: GitClient) -> dict[str, str]:
    """Return the files of missing filters whose content on disk is not the one in git, with why they must not enter it.

    Git would take them for unchanged by their times. What another filter than LFS has decoded may be secret.
    """
    files = filtered_files(git, project.missing_filters)
    there = [path for path in files if (project.repo_root / path).is_file()]
    if not there:
        return {}
    rows = [row.split("\t", 1) for row in git.names("ls-files", "-z", "--stage", "--", *there)]
    known = {path: entry.split(" ")[1] for entry, path in rows}
    made = git.run("hash-object", "--no-filters", "--stdin-paths", stdin="\n".join(there).encode()).split()
    differing = [path for path, one in zip(there, made, strict=True) if known.get(path) != one.decode()]
    why = "decoded by the filter {0.name}, whose program {0.program} is missing"
    return {path: "" if files[path].name == "lfs" else why.format(files[path]) for path in differing}


def _changed(git: GitClient) -> list[str]:
    """Return tracked paths that differ from HEAD, on disk or in the index; submodules count as recorded."""
    common = ("-z", "--name-only", "--no-renames", "--ignore-submodules=all")
    on_disk = git.names("diff-index", *common, "HEAD")
    return list(dict.fromkeys(on_disk + git.names("diff-index", *common, "--cached", "HEAD")))


def _excluded_paths(
    project: Project, git: GitClient, changed: Sequence[str], untracked: Sequence[str], skip: Sequence[str]
) -> Excluded:
    """Return the paths that must not enter git, with the reason; whole folders as one entry."""
    folders = _dependency_folders(untracked)
    folders += [(path, "a dependency folder") for path in skip if any(within(name, [path]) for name in untracked)]
    folders += [(path.rstrip("/"), "a git repository of its own") for path in untracked if path.endswith("/")]
    known = [path for path, _ in folders]
    found = list(dict.fromkeys(folders))
    files = [(path, True) for path in changed if not within(path, [project.workflow])]
    files += [(path, False) for path in untracked if _is_wanted(project, path, known)]
    for path, tracked in dict(files).items():
        reason = _refusal(project, git, path, tracked)
        found += [(path, reason)] if reason else []
    return found


def _dependency_folders(untracked: Iterable[str]) -> Excluded:
    found: dict[str, str] = {}
    for path in map(PurePosixPath, untracked):
        if path.name in _DEPENDENCIES and len(path.parts) > 1:
            found[str(path.parent)] = _DEPENDENCIES[path.name]
        if "node_modules" in path.parts:
            found["/".join(path.parts[: path.parts.index("node_modules") + 1])] = "a dependency folder"
    return list(found.items())


def _refusal(project: Project, git: GitClient, path: str, tracked: bool) -> str | None:
    """Return why a file must not enter git, None if it may."""
    file = project.repo_root / path
    try:
        status = file.lstat()
    except OSError:
        return None
    if not stat.S_ISREG(status.st_mode):
        return None
    if not tracked and status.st_size > UNTRACKED_LIMIT:
        return f"untracked and over {UNTRACKED_LIMIT >> 20} MiB"
    if status.st_size > _SCAN_LIMIT:
        return None
    content = file.read_bytes()
    if b"\0" in content[:8000]:  # git's own rule for binary files
        return None
    known = set(git.attempt("cat-file", "blob", f"HEAD:{path}").out.splitlines()) if tracked else set()
    fresh = (line.decode("utf-8", "replace") for line in content.splitlines() if line not in known)
    kind = find_secret(path, fresh)
    return f"holds a secret ({kind})" if kind else None


def _reset_entries(git: GitClient, paths: Sequence[str]) -> None:
    """Reset index entries to HEAD."""
    if not paths:
        return
    git.run("update-index", "-z", "--force-remove", "--stdin", stdin=join0(paths))
    for path in paths:
        entry = git.with_env(GIT_LITERAL_PATHSPECS="1").run("ls-tree", "-z", "--full-tree", "HEAD", "--", path)
        git.run("update-index", "-z", "--index-info", stdin=entry)
