"""Frameworks are found from the manifests, package by package, and nothing is run or installed for it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from testfix_pipeline.core.errors import ProjectError, UsageError
from testfix_pipeline.frameworks.builtin.javascript.project import read_folders
from testfix_pipeline.frameworks.manifest import manifests
from testfix_pipeline.frameworks.project_suites import find_suites
from testfix_pipeline.frameworks.registry import adapters, find_adapter, targets

VERSIONS = {"jest": "30.5.2", "mocha": "11.8.0", "vitest": "3.2.7"}

pytestmark = pytest.mark.usefixtures("node")


def package(folder: Path, data=None, installed=(), **files: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text(json.dumps({"name": folder.name, **(data or {})}))
    for name in installed:
        place = folder / "node_modules" / name
        place.mkdir(parents=True)
        (place / "package.json").write_text(json.dumps({"name": name, "version": VERSIONS.get(name, "9.9.9")}))
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder


def found(tree: Path):
    return [(target.framework, target.folder, target.arguments) for _, target in targets(tree)]


def script(command: str):
    return {"scripts": {"test": command}}


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (script("jest --config jest.ci.js --watch"), ("jest", ("--config", "jest.ci.js"))),
        (script("eslint . && NODE_ENV=test npx jest src"), ("jest", ("src",))),
        (script("vitest run --project core"), ("vitest", ("--project", "core"))),
        (script("cross-env CI=1 vitest"), ("vitest", ())),
        (script("nyc mocha -R dot test/*.js"), ("mocha", ("test/*.js",))),
        (script("npm run unit") | {"scripts": {"test": "npm run unit", "unit": "mocha lib"}}, ("mocha", ("lib",))),
        ({"scripts": {"test": "run-s lint unit", "unit": "jest lib"}}, ("jest", ("lib",))),
        (script("jest -i src --maxWorkers 50% --bail 2 lib"), ("jest", ("src", "lib"))),
        (script("jest --reporters default --watchAll ui -w 2"), ("jest", ("ui",))),
        (script("vitest --reporter dot --coverage core --bail 1"), ("vitest", ("core",))),
        (script("mocha -b unit -t 5s -R spec"), ("mocha", ("unit",))),
        ({"jest": {"verbose": True}}, ("jest", ())),
        ({"devDependencies": {"vitest": "3"}}, ("vitest", ())),
    ],
)
def test_the_framework_and_its_arguments_are_those_of_the_test_script(tmp_path, data, expected):
    package(tmp_path, data, installed=["jest", "vitest", "mocha"])
    assert found(tmp_path) == [(expected[0], "", expected[1])]


@pytest.mark.parametrize(
    "command", ["turbo run test", "npm test --workspaces", "npx nx run-many -t test", "pnpm -r test"]
)
def test_a_script_that_hands_on_to_workspaces_has_no_tests_of_its_own(tmp_path, command):
    data = {**script(command), "workspaces": ["packages/*"], "devDependencies": {"vitest": "3"}}
    package(tmp_path, data, installed=["vitest"])
    package(tmp_path / "packages" / "a", script("vitest run"))
    assert found(tmp_path) == [("vitest", "packages/a", ())]


@pytest.mark.parametrize(
    ("name", "version", "supported"),
    [
        ("vitest", "5.1.1", "vitest 1 to 4"),
        ("vitest", "0.34.6", "vitest 1 to 4"),
        ("jest", "26.6.3", "jest 27 or newer"),
        ("mocha", "5.2.0", "mocha 6 or newer"),
    ],
)
def test_a_version_that_is_not_supported_is_refused_by_name(tmp_path, monkeypatch, name, version, supported):
    monkeypatch.setitem(VERSIONS, name, version)
    package(tmp_path, script(name), installed=[name])
    with pytest.raises(ProjectError, match=f"run with {name} {version}, and {supported} is supported"):
        found(tmp_path)


@pytest.mark.parametrize("version", ["1.0.0", "4.1.11", "3.2.7-beta.1", ""])
def test_versions_that_are_supported_or_not_said_are_taken(tmp_path, monkeypatch, version):
    monkeypatch.setitem(VERSIONS, "vitest", version)
    package(tmp_path, script("vitest"), installed=["vitest"])
    assert [name for name, *_ in found(tmp_path)] == ["vitest"]


def test_the_test_script_decides_between_two_that_are_declared(tmp_path):
    data = {**script("vitest run"), "devDependencies": {"jest": "30", "vitest": "3"}}
    package(tmp_path, data, installed=["jest", "vitest"])
    assert [name for name, *_ in found(tmp_path)] == ["vitest"]


def test_node_test_is_found_by_its_files(tmp_path):
    files = {"test/a.js": "", "src/b.test.mjs": "", "src/c.js": "", "node_modules/x/test.js": ""}
    package(tmp_path, script("node --import ./setup.mjs --test"), **files)
    ((_, target),) = targets(tmp_path)
    assert target.files == ("src/b.test.mjs", "test/a.js")
    assert target.arguments == ("--import", "./setup.mjs")


@pytest.mark.parametrize(
    ("declare", "name"),
    [
        ({"workspaces": ["packages/*", "!packages/old"]}, "package.json"),
        ({"workspaces": {"packages": ["packages/*", "!packages/old"]}}, "package.json"),
        ({}, "pnpm-workspace.yaml"),
    ],
)
def test_each_workspace_has_its_own_framework(tmp_path, declare, name):
    package(tmp_path, declare, installed=["vitest"])
    if name == "pnpm-workspace.yaml":
        (tmp_path / name).write_text("packages:\n  - packages/*\n  - '!packages/old'\n")
    package(tmp_path / "packages" / "one", script("jest"), installed=["jest"])
    package(tmp_path / "packages" / "two", script("vitest run"))
    package(tmp_path / "packages" / "old", script("mocha"))
    assert found(tmp_path) == [("jest", "packages/one", ()), ("vitest", "packages/two", ())]


@pytest.mark.parametrize(
    ("lock", "command"),
    [
        ("package-lock.json", "npm ci"),
        ("pnpm-lock.yaml", "pnpm install --frozen-lockfile"),
        ("yarn.lock", "yarn install --frozen-lockfile"),
        (None, "npm install"),
    ],
)
def test_what_is_not_installed_is_refused_with_the_command_that_installs_it(tmp_path, lock, command):
    package(tmp_path, script("jest"))
    if lock:
        (tmp_path / lock).write_text("")
    with pytest.raises(ProjectError, match="need jest, which is not installed") as refused:
        found(tmp_path)
    assert f"Run `{command}`" in refused.value.next_step
    assert not (tmp_path / "node_modules").exists()


def test_what_workspaces_share_above_the_project_is_where_to_start(tmp_path):
    member = tmp_path / "repository" / "packages" / "one"
    package(member, script("jest"))
    package(tmp_path, installed=["jest"])
    with pytest.raises(ProjectError, match="which is not installed"):
        found(member)
    (tmp_path / "repository" / ".git").mkdir()
    with pytest.raises(ProjectError, match="which is not installed"):
        found(member)  # what lies outside of the repository is another project's
    package(tmp_path / "repository", installed=["jest"])
    with pytest.raises(ProjectError, match="installed outside of the project") as refused:
        found(member)
    assert f"--project {tmp_path / 'repository'}`" in refused.value.next_step


def test_a_project_without_tests_of_ours_has_no_target(tmp_path):
    (tmp_path / "setup.py").write_text("")
    assert found(tmp_path) == []


@pytest.mark.parametrize("text", ["{", "[1]", "\0", '{"workspaces": ["/", "../.."], "scripts": 3}'])
def test_a_damaged_manifest_is_no_crash(tmp_path, text):
    (tmp_path / "package.json").write_text(text)
    try:
        assert found(tmp_path) == []
    except ProjectError as problem:
        assert "package.json" in problem.what


def test_workspaces_never_lie_outside_of_the_project(tmp_path):
    package(tmp_path / "other", script("jest"))
    package(tmp_path / "tree", {"workspaces": ["../other", "/"]})
    assert [one.folder for one in manifests(tmp_path / "tree")] == [""]


def test_all_adapters_are_entry_points_and_found_by_name():
    assert set(adapters()) >= {"jest", "mocha", "node:test", "report", "vitest"}
    assert find_adapter("jest").name == "jest"
    with pytest.raises(UsageError, match="Known are"):
        find_adapter("nose")


def test_of_packages_that_are_linked_from_elsewhere_all_links_can_be_read(tmp_path):
    """As pnpm's store may lie outside of the project, with the packages that one needs beside it."""
    store = tmp_path / "store" / "node_modules"
    (store / "left").mkdir(parents=True)
    (tmp_path / "link").symlink_to("store/node_modules/left")
    tree = package(tmp_path / "tree", script("node --test"), **{"a.test.js": "import test from 'node:test'"})
    (tree / "node_modules").mkdir()
    (tree / "node_modules" / "left").symlink_to("../../link")
    (tmp_path / "again").symlink_to(tree / "node_modules")
    [(_, target)] = targets(tree)
    assert set(target.settings["read"]) == {str(tmp_path / "link"), str(store)}
    (tmp_path / "worktree").mkdir()
    assert read_folders(tmp_path / "worktree", tmp_path / "again") == tuple(
        map(str, sorted([tmp_path / "link", store, tree / "node_modules"]))
    )


@pytest.mark.parametrize(("folder", "said"), [("source", ["pyproject.toml names source"]), ("src", [])])
def test_a_search_path_that_does_not_exist_is_named_where_src_hides_it(tmp_path, folder, said):
    settings = f"[tool.pytest.ini_options]\npythonpath = ['{folder}']\n"
    (tmp_path / "src").mkdir()
    (tmp_path / "pyproject.toml").write_text(settings)
    (tmp_path / "test_sums.py").write_text("def test_add():\n    assert True\n")
    notices = find_suites(tmp_path).notices
    assert len(notices) == len(said) and all(one in notice for one, notice in zip(said, notices, strict=True))
