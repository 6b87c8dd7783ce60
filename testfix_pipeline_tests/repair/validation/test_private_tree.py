"""The private copy of a tree: packages of others are linked, those of the tree itself are the copy's."""

from __future__ import annotations

from pathlib import Path

import pytest

from testfix_pipeline.repair.validation.private_tree import private_copy


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A worktree: its packages are links to the user's, the repository's own are links to the tree's."""
    root = tmp_path / "tree"
    for path in ("user/node_modules/left/index.js", "tree/packages/a/index.js", "tree/packages/a/node_modules/b/b.js"):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text(path)
    (root / "node_modules").mkdir()
    (root / "node_modules/left").symlink_to(tmp_path / "user/node_modules/left")
    (root / "node_modules/a").symlink_to("../packages/a")
    return root


@pytest.mark.parametrize("shared", [["node_modules"], []])
def test_workspaces_of_the_copy_are_its_own_files(tmp_path: Path, tree: Path, shared: list[str]) -> None:
    copy = private_copy(tree, tmp_path / "copy", shared)
    assert (copy / "node_modules/a").resolve() == copy / "packages/a"
    assert (copy / "node_modules/left").readlink() == tmp_path / "user/node_modules/left"


def test_packages_that_are_not_shared_are_linked(tmp_path: Path, tree: Path) -> None:
    copy = private_copy(tree, tmp_path / "copy", ["node_modules"])
    assert (copy / "packages/a/node_modules").readlink() == tree / "packages/a/node_modules"
