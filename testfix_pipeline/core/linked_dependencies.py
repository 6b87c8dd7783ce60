"""Links the user's dependency folders into a tree, so that the packages of the repository itself are the tree's own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

_MODULES = "node_modules"


def link_folder(tree: Path, origin: Path, name: str, *, to_the_end: bool = False) -> None:
    """Link the folder `name` of the checkout `origin` into `tree`, which must not have it yet.

    to_the_end: resolve links in `origin` completely, for a `tree` that is used without access to `origin`.

    npm, yarn and pnpm link the workspaces of a repository into its `node_modules`. Such a folder becomes a real one in
    the tree, with a link for each entry; those of workspaces lead to the tree's own files, not to the checkout's.
    """
    source, target = origin / name, tree / name
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.name != _MODULES or not any(_workspaces(source, origin)):
        # a sandbox shows what a link leads to in the link's place, where node would load each package once more
        place = source.resolve() if to_the_end or source.name == _MODULES else source.absolute()
        target.symlink_to(place, target_is_directory=True)
        return
    own = dict(_workspaces(source, origin))
    scopes = {link.parent for link in own} - {source}
    for entry in (*source.iterdir(), *(inner for scope in scopes for inner in scope.iterdir())):
        link = target / entry.relative_to(source)
        if entry in scopes:
            continue
        link.parent.mkdir(parents=True, exist_ok=True)
        if entry in own:
            link.symlink_to(os.path.relpath(tree / own[entry], link.parent))
        else:
            link.symlink_to(entry.resolve() if to_the_end else entry.absolute())


def _workspaces(modules: Path, origin: Path) -> Iterator[tuple[Path, Path]]:
    """Return the links of a `node_modules` to the repository's own files, with targets relative to its root."""
    root = origin.resolve()
    for link in links_in(modules):
        place = link.resolve()
        if place.is_relative_to(root) and _MODULES not in place.relative_to(root).parts:
            yield link, place.relative_to(root)


def links_in(modules: Path) -> Iterator[Path]:
    """Return the symbolic links among the packages of a folder, including those in scopes (`@scope/name`)."""
    if not modules.is_dir() or modules.is_symlink():
        return
    for entry in modules.iterdir():
        if entry.is_symlink():
            yield entry
        elif entry.name.startswith("@") and entry.is_dir():
            yield from (inner for inner in entry.iterdir() if inner.is_symlink())
