"""Dependency folders in a tree: the user's are linked, the repository's own packages are the tree's."""

from pathlib import Path

import pytest

from testfix_pipeline.core.linked_dependencies import link_folder


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with an installed package, one in a scope, and links to two workspaces."""
    root = tmp_path / "checkout"
    for folder in ("node_modules/left", "node_modules/@own/right", "packages/a", "packages/b"):
        (root / folder).mkdir(parents=True)
        (root / folder / "index.js").write_text(folder)
    (root / "node_modules/.lock").write_text("")
    (root / "node_modules/a").symlink_to("../packages/a")
    (root / "node_modules/@own/b").symlink_to(root / "packages/b")
    return root


def test_workspaces_lead_to_the_trees_own_files(tmp_path: Path, checkout: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    link_folder(tree, checkout, "node_modules")
    modules = tree / "node_modules"
    assert (modules / "a").resolve() == tree / "packages/a"
    assert (modules / "@own/b").resolve() == tree / "packages/b"
    assert (modules / "left").resolve() == checkout / "node_modules/left"
    assert (modules / "@own/right").resolve() == checkout / "node_modules/@own/right"
    assert (modules / ".lock").resolve() == checkout / "node_modules/.lock"


def test_packages_that_are_linked_from_elsewhere_are_linked_from_there(tmp_path: Path) -> None:
    (tmp_path / "elsewhere/left").mkdir(parents=True)
    (tmp_path / "checkout").mkdir()
    (tmp_path / "checkout/node_modules").symlink_to("../elsewhere")
    link_folder(tmp_path / "tree", tmp_path / "checkout", "node_modules")
    assert (tmp_path / "tree/node_modules").readlink() == tmp_path / "elsewhere"


@pytest.mark.parametrize("name", ["node_modules", ".venv"])
def test_without_workspaces_the_folder_is_one_link(tmp_path: Path, name: str) -> None:
    (tmp_path / "checkout" / name / "left").mkdir(parents=True)
    link_folder(tmp_path / "tree", tmp_path / "checkout", name)
    assert (tmp_path / "tree" / name).readlink() == tmp_path / "checkout" / name
