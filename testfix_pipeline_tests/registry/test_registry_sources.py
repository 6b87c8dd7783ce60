"""More of the registry than one file: files, folders and git repositories, right and wrong."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.registry.registered_projects import Registry
from testfix_pipeline.registry.registry_file import read_registry_file
from testfix_pipeline.registry.registry_sources import sync_sources


def main_file(folder: Path, text: str) -> Path:
    file = folder / "projects.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def names(registry: Registry) -> list[str]:
    return [entry.name for entry in registry.entries]


def test_a_folder_has_a_file_for_each_team_with_its_own_defaults(tmp_path: Path) -> None:
    teams = tmp_path / "teams"
    teams.mkdir()
    (teams / "a.yaml").write_text("defaults: {schedule: window, pool: db}\nprojects: [{name: one, path: ../one}]")
    (teams / "b.yml").write_text("projects: [{name: two, path: two}]")
    (teams / "notes.txt").write_text("projects: [{name: three, path: three}]")
    file = main_file(tmp_path, "from: teams\nprojects: [{name: zero, path: zero}]")
    registry = Registry.load(file)
    zero, one, two = registry.entries
    assert [entry.name for entry in registry.entries] == ["zero", "one", "two"]
    assert (one.path, two.path) == (tmp_path / "one", teams / "two")
    assert (one.in_window, one.schedule, one.slots) == (True, "", "db")
    assert (zero.in_window, two.slots) == (False, "two")


def test_one_teams_mistake_costs_no_other_team_its_night(tmp_path: Path) -> None:
    teams = tmp_path / "teams"
    teams.mkdir()
    (teams / "a.yaml").write_text("projects: [")
    (teams / "b.yaml").write_text("retention: {run_days: 3}")
    (teams / "c.yaml").write_text("projects: [{name: good, path: x}, {name: zero, path: y}]")
    file = main_file(tmp_path, "from: [teams, gone]\nprojects: [{name: zero, path: zero}]")
    registry = Registry.load(file)
    assert names(registry) == ["zero", "good"]
    said = {one.name: str(one.error) for one in registry.broken}
    assert "can't be read" in said["registry-a"] and "retention" in said["registry-b"]
    assert "have the name 'zero'" in said["zero"]
    assert any("gone can't be read" in text for text in said.values())


def test_a_git_repository_is_read_from_its_clone_and_followed(tmp_path: Path, repository: Callable[..., Any]) -> None:
    fleet = repository("fleet", files={"teams/a.yaml": "projects: [{name: one, git: 'https://example.org/one.git'}]"})
    (tmp_path / "home").mkdir(exist_ok=True)
    address = f"file://{fleet.root}"
    file = main_file(tmp_path / "home", f"from: [{{git: '{address}', branch: main, path: teams}}]")
    (broken,) = Registry.load(file).broken
    assert "is not fetched yet" in str(broken.error) and "nightly sync" in str(broken.error)

    content = read_registry_file(file)
    assert content is not None
    (said,) = sync_sources(content.sources)
    assert f"The registry {address} is at" in said
    assert names(Registry.load(file)) == ["one"]

    (fleet.root / "teams" / "link.yaml").symlink_to(file)
    fleet.commit("more", **{"teams/b.yaml": "projects: [{name: two, git: 'https://example.org/two.git'}]"})
    assert len(sync_sources(content.sources)) == 1
    assert names(Registry.load(file)) == ["one", "two"]
    assert sync_sources(content.sources) == []

    fleet.root.rename(tmp_path / "moved")
    (said,) = sync_sources(content.sources)
    assert "can't be reached" in said
    assert names(Registry.load(file)) == ["one", "two"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from: [3]", "no text"),
        ("from: [{}]", "neither `path` nor `git`"),
        ("from: ['ext::sh -c id://x']", "no git address"),
        ("from: ['https://me:secret@example.org/x.git']", "holds a password"),
        ("from: [{git: 'https://example.org/x.git', path: ../../etc}]", "leaves the repository"),
        ("from: [{git: 'https://example.org/x.git', branch: --upload-pack=x}]", "can't be"),
        ("from: [{folder: x}]", "folder"),
        ("window: {hours: 25}", "hours can't be"),
        ("window: {at_once: 0}", "at_once can't be"),
        ("window: {at_once: true}", "at_once can't be"),
        ("window: {schedule: 5}", "must be texts"),
        ("window: [1]", "no mapping"),
        ("digest: {to: [http]}", "address 1 is none"),
        ("digest: {when: red}", "when"),
        ("projects: [{name: a, path: x, pool: 'a b'}]", "pool can't be"),
        ("projects: [{name: a, path: x, executor: spark}]", "executor can't be"),
        ("projects: [{name: a, path: x, remote: 'https://u:p@host/r.git'}]", "holds credentials"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(tmp_path: Path, text: str, expected: str) -> None:
    file = main_file(tmp_path, text)
    try:
        (broken,) = Registry.load(file).broken
        error = broken.error
    except InvalidConfig as found:
        error = found
    assert expected in str(error)


def test_a_file_is_read_again_when_its_text_changes(tmp_path: Path) -> None:
    file = main_file(tmp_path, "projects: [{name: one, path: x}]")
    first = Registry.load(file)
    assert Registry.load(file).entries[0] is first.entries[0]
    main_file(tmp_path, "projects: [{name: two, path: x}]")
    assert names(Registry.load(file)) == ["two"]
