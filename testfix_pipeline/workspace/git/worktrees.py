"""Checkouts of the mirror, one folder each, and the removal of those with dead owners."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import stat
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from testfix_pipeline.core.errors import ProjectError, UsageError
from testfix_pipeline.core.linked_dependencies import link_folder
from testfix_pipeline.workspace.files.process_identity import Identity
from testfix_pipeline.workspace.git.git_client import GitClient, text
from testfix_pipeline.workspace.git.missing_filters import missing_filters, settings_without

KEYS = "git-crypt"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,100}")


class Worktrees:
    """The checkouts below one mirror's folder. Callers hold the mirror's lock."""

    def __init__(self, folder: Path, mirror: Path) -> None:
        self.mirror = mirror
        self.trees = folder / "trees"
        self._owners = folder / "owners"

    def path(self, name: str) -> Path:
        """Return the path of the checkout of that name. Raises UsageError if the name is invalid."""
        if not _NAME.fullmatch(name) or name.endswith(".lock"):
            raise UsageError(f"{name!r} is no name for a worktree.", "Use letters, digits, `-`, `_` and `.`.")
        return self.trees / name

    def head(self, tree: Path) -> str:
        """Return the commit of a checkout, which is detached."""
        git = self.git(tree)
        assert git.git_dir is not None
        return git.resolve_ref(git.git_dir, "HEAD") or git.line("rev-parse", "HEAD")

    def git(self, tree: Path) -> GitClient:
        """Return git in a checkout, with its known git folder: code that runs there could change the `.git` file."""
        return GitClient(tree, self.mirror / "worktrees" / tree.name, tree)

    def add(self, name: str, commit: str, source_tree: str, owner: str) -> Path:
        """Check out `commit`, detached, with the files of `source_tree`; replace an earlier one of that name."""
        tree = self.path(name)
        self.remove(name)
        self._owners.mkdir(parents=True, exist_ok=True)
        record = {"owner": owner, "process": Identity.of().model_dump()}
        (self._owners / f"{name}.json").write_text(json.dumps(record))
        self.trees.mkdir(parents=True, exist_ok=True)
        try:
            GitClient(self.mirror, self.mirror).run(
                "worktree", "add", "--detach", "--no-checkout", "--quiet", str(tree), commit
            )
            self._prepare_git_folder(self.mirror / "worktrees" / name)
            fill(self.git(tree), source_tree)
        except BaseException:
            self.remove(name)
            raise
        return tree

    def _prepare_git_folder(self, place: Path) -> None:
        """Give a new checkout the patterns of a sparse one and the keys of git-crypt, where the mirror has them."""
        patterns = self.mirror / "info" / "sparse-checkout"
        if patterns.exists():
            (place / "info").mkdir(exist_ok=True)
            shutil.copyfile(patterns, place / "info" / "sparse-checkout")
        if (self.mirror / KEYS).exists() and not (place / KEYS).exists():
            (place / KEYS).symlink_to(self.mirror / KEYS)

    def remove(self, name: str) -> None:
        """Remove a checkout, its entry in the mirror and its owner's record, in whatever state they are."""
        remove_folder(self.path(name))
        remove_folder(self.mirror / "worktrees" / name)
        (self._owners / f"{name}.json").unlink(missing_ok=True)

    def names(self) -> list[str]:
        """Return the names of all checkouts, including partly removed ones."""
        places = (self.trees, self.mirror / "worktrees", self._owners)
        found = {path.name for place in places if place.is_dir() for path in place.iterdir()}
        return sorted({name.removesuffix(".json") for name in found})

    def sweep(self, alive: Callable[[str], bool] | None) -> list[str]:
        """Remove the checkouts of dead owners; return their names. `alive` decides, else the owner's process."""
        dead = [name for name in self.names() if not self._lives(name, alive)]
        for name in dead:
            self.remove(name)
        return dead

    def _lives(self, name: str, alive: Callable[[str], bool] | None) -> bool:
        try:
            record: dict[str, Any] = json.loads((self._owners / f"{name}.json").read_text())
            process = Identity.model_validate(record["process"])
        except (FileNotFoundError, ValueError, LookupError, TypeError, RecursionError):
            return False
        return alive(str(record.get("owner", ""))) if alive else process.alive()


def fill(git: GitClient, source_tree: str) -> None:
    """Check out a tree's files into an empty folder."""
    git.run("read-tree", "--reset", "-u", source_tree, settings=("checkout.workers=2",))


def link_shared(tree: Path, origin: Path, folders: Sequence[str]) -> list[str]:
    """Link folders of the user's checkout into a tree unless it has them; return the linked ones."""
    linked = []
    for name in folders:
        source, target = origin / name, tree / name
        if not target.resolve().is_relative_to(tree.resolve()) or not source.resolve().exists():
            continue
        if not os.path.lexists(target):
            link_folder(tree, origin, name)
            linked.append(name)
    return linked


def checkout_submodules(git: GitClient, tree: Path, origin: Path) -> list[str]:
    """Fill a tree's submodules at their commits from the user's local checkouts, never over a network.

    Returns those that could not be filled, because they are not checked out there or lack the commit.
    """
    missing = []
    for row in git.run("ls-files", "-z", "--stage").split(b"\0"):
        if not row.startswith(b"160000 "):
            continue
        path, commit = text(row.split(b"\t", 1)[1]), text(row.split(b" ")[1])
        target, source = tree / path, origin / path
        remove_folder(target)
        target.mkdir(parents=True)
        if (source / ".git").exists() and _clone(source, target, commit):
            inner = checkout_submodules(GitClient(target, target / ".git", target), target, source)
            missing += [f"{path}/{name}" for name in inner]
        else:
            missing.append(path)
    return missing


def tracked_in_submodules(origin: Path, folders: Sequence[str]) -> list[str]:
    """Return the files that the checkouts of submodules below `origin` track, relative to it."""
    found: list[str] = []
    for folder in folders:
        if (origin / folder / ".git").exists():
            names = GitClient(origin / folder).names("ls-files", "-z", "--recurse-submodules")
            found += [f"{folder}/{name}" for name in names]
    return found


def _clone(source: Path, target: Path, commit: str) -> bool:
    if GitClient(source).resolve(f"{commit}^{{commit}}") is None:
        return False
    GitClient(target).run(
        "clone", "--quiet", "--shared", "--no-checkout", "--template=", "--no-tags", str(source), str(target)
    )
    git = GitClient(target, target / ".git", target)
    git.run("update-ref", "--no-deref", "HEAD", commit)
    missing = missing_filters(GitClient(source), source / ".git")
    fill(replace(git, settings=tuple(f"{name}={value}" for name, value in settings_without(missing))), commit)
    return True


def remove_folder(folder: Path) -> None:
    """Remove a folder with any modes in it; retry, since a killed git's child may write for a moment.

    Raises ProjectError if it still exists after about 1.3 seconds.
    """
    for wait in (0.0, 0.0, 0.01, 0.05, 0.2, 1.0):
        if folder.is_symlink() or folder.is_file():
            folder.unlink()
        if not os.path.lexists(folder):
            return
        time.sleep(wait)
        shutil.rmtree(folder, ignore_errors=True)
        # restore our access to folders that a test has closed
        for place, folders, _ in os.walk(folder):
            for path in (Path(place), *(Path(place, name) for name in folders)):
                if not path.is_symlink():
                    with contextlib.suppress(OSError):
                        path.chmod(stat.S_IRWXU)
    if os.path.lexists(folder):
        raise ProjectError(f"{folder} can't be removed.", "End what still writes there and run again.")
