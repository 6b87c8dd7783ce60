"""Tests of how a change of installed packages is noticed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from testfix_pipeline.execution import installed_packages
from testfix_pipeline.execution.installed_packages import changed_packages, installed_content


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    for path in ("node_modules/a/index.js", "node_modules/a/node_modules/b/b.js", "packages/x/node_modules/c/c.js"):
        (root / path).parent.mkdir(parents=True)
        (root / path).write_text("one")
    (root / "src").mkdir()
    (root / "src" / "own.js").write_text("own")
    return root


def changed(project: Path, change, cache: Path | None = None) -> list[str]:
    cache = cache or project.parent / "cache.json"
    before = installed_content(project, cache)
    change(project)
    after = installed_content(project, cache)
    assert (before.digest == after.digest) is not bool(before.changed_paths(after))
    return before.changed_paths(after)


def test_packages_of_workspaces_and_inside_of_packages_count_and_the_project_does_not(project: Path) -> None:
    found = installed_content(project, project.parent / "cache.json")
    names = ["node_modules/a/index.js", "node_modules/a/node_modules/b/b.js", "packages/x/node_modules/c/c.js"]
    assert sorted(found.digests) == names
    assert changed(project, lambda root: (root / "src" / "own.js").write_text("two")) == []


def test_changed_added_and_removed_files_are_named(project: Path) -> None:
    def change(root: Path) -> None:
        (root / "node_modules/a/index.js").write_text("two")
        (root / "node_modules/d.js").write_text("new")
        (root / "packages/x/node_modules/c/c.js").unlink()

    names = ["node_modules/a/index.js", "node_modules/d.js", "packages/x/node_modules/c/c.js"]
    assert changed(project, change) == names


def test_a_change_that_keeps_size_and_time_is_noticed(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed_packages, "_UNSETTLED_NS", -1)  # everything is cached

    def change(root: Path) -> None:
        path = root / "node_modules/a/index.js"
        times = path.stat()
        path.write_text("two")
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))

    assert changed(project, change) == ["node_modules/a/index.js"]


def test_what_replaces_a_folder_by_a_link_or_makes_a_file_executable_is_noticed(project: Path) -> None:
    other = project.parent / "other"
    (other / "a").mkdir(parents=True)
    (other / "a" / "index.js").write_text("two")

    def relink(root: Path) -> None:
        (root / "node_modules").rename(root.parent / "old")
        (root / "node_modules").symlink_to(other)

    assert changed(project, lambda root: (root / "node_modules/a/index.js").chmod(0o755)) == ["node_modules/a/index.js"]
    assert "node_modules/a/index.js" in changed(project, relink)


def test_a_damaged_cache_is_as_good_as_none_and_caches_of_tools_are_left_out(project: Path) -> None:
    cache = project.parent / "cache.json"
    cache.write_text('{"version": 2, "files": {"a": 3}}')
    (project / "node_modules/.cache/x").mkdir(parents=True)
    assert changed(project, lambda root: (root / "node_modules/.cache/x/y").write_text("1"), cache) == []


def test_packages_that_a_worktree_links_one_by_one_count_and_its_own_workspaces_do_not(tmp_path: Path) -> None:
    for path in ("own/node_modules/left/index.js", "own/node_modules/@x/right/index.js", "tree/packages/a/index.js"):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text("one")
    modules = tmp_path / "tree" / "node_modules"
    (modules / "@x").mkdir(parents=True)
    (modules / "left").symlink_to(tmp_path / "own/node_modules/left")
    (modules / "@x/right").symlink_to(tmp_path / "own/node_modules/@x/right")
    (modules / "a").symlink_to("../packages/a")

    def change(root: Path) -> None:
        (root / "packages/a/index.js").write_text("edited")
        (tmp_path / "own/node_modules/@x/right/index.js").write_text("two")

    before = installed_content(tmp_path / "tree", tmp_path / "cache.json")
    change(tmp_path / "tree")
    after = installed_content(tmp_path / "tree", tmp_path / "cache.json")
    assert changed_packages(before.packages, after.packages) == ["node_modules/@x/right"]


def test_what_package_managers_note_of_their_runs_is_left_out(project: Path) -> None:
    assert changed(project, lambda root: (root / "node_modules/.package-lock.json").write_text("{}")) == []


def test_a_folder_of_packages_that_is_a_link_to_its_project_ends_no_run(tmp_path: Path) -> None:
    (tmp_path / "node_modules").symlink_to(tmp_path)
    assert "node_modules/node_modules" in installed_content(tmp_path, tmp_path / "cache.json").packages
