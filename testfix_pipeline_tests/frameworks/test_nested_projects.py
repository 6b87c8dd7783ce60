"""Projects in sub-folders are found beside that of the root, and nothing else is taken for one."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.frameworks.project_suites import find_suites, required_suites
from testfix_pipeline.planning.project.supported_framework import runnable_suites
from testfix_pipeline.workspace.git.git_client import GitClient

Make = Callable[..., Any]
PYTHON = {"pyproject.toml": "[tool.pytest.ini_options]\n", "tests/test_a.py": "def test_a():\n    pass\n"}
PACKAGE = json.dumps({"scripts": {"test": "node --test"}})
NODE_TEST = "const { test } = require('node:test');\ntest('a', () => {});\n"
VITEST = json.dumps({"scripts": {"test": "vitest run"}, "devDependencies": {"vitest": "3"}})

pytestmark = pytest.mark.usefixtures("node")


def node_project(folder: str) -> dict[str, str]:
    return {f"{folder}/package.json": PACKAGE, f"{folder}/test/a.test.js": NODE_TEST}


@pytest.fixture
def root(repository: Make) -> Make:
    """Commit files and answer their folder."""

    def make(files: dict[str, str]) -> Any:
        repo = repository()
        repo.commit("first", **files)
        return repo.root

    return make


def found(folder: Any) -> list[tuple[str, str]]:
    return [(suite.framework, suite.folder) for suite in find_suites(folder).suites]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({**PYTHON, **node_project("frontend")}, [("pytest", ""), ("node:test", "frontend")]),
        ({**PYTHON, **node_project("src/shop/ui")}, [("pytest", ""), ("node:test", "src/shop/ui")]),
        ({**node_project("api"), **node_project("web")}, [("node:test", "api"), ("node:test", "web")]),
        (
            {**PYTHON, "web/package.json": '{"workspaces": ["packages/*"]}', **node_project("web/packages/a")},
            [("pytest", ""), ("node:test", "web/packages/a")],
        ),
    ],
    ids=["frontend", "deep", "no project at the root", "workspaces of a sub-folder"],
)
def test_a_project_in_a_sub_folder_is_found(root: Make, files: dict[str, str], expected: list[tuple[str, str]]) -> None:
    assert found(root(files)) == expected


@pytest.mark.parametrize(
    ("program", "files"),
    [
        pytest.param(
            "go",
            {"go.mod": "module example.com/a\n\ngo 1.21\n", "a_test.go": "package a\n"},
            marks=pytest.mark.program("go"),
        ),
        pytest.param(
            "cargo",
            {"Cargo.toml": "[package]\nname = 'a'\nversion = '1.0.0'\n", "src/lib.rs": "#[test]\nfn a() {}\n"},
            marks=pytest.mark.program("cargo"),
        ),
    ],
)
def test_a_module_of_go_or_a_crate_in_a_sub_folder_is_found(root: Make, program: str, files: dict[str, str]) -> None:
    inner = {f"native/{path}": text for path, text in files.items()}
    assert found(root({**PYTHON, **inner})) == [("pytest", ""), (f"{program} test", "native")]


@pytest.mark.parametrize(
    "folder",
    [
        "docs", "examples/shop", "node_modules/shop", "vendor/shop", "third_party/shop", "tests/data/shop",
        "shop/__fixtures__/one", "shop_tests/one", "e2e", "templates/app", "{{cookiecutter.name}}", ".github/action",
        "tools", "benchmarks/web",
    ],
)  # fmt: skip
def test_what_belongs_to_tests_documents_or_others_is_no_project(root: Make, folder: str) -> None:
    assert found(root({**PYTHON, **node_project(folder)})) == [("pytest", "")]


def test_only_what_git_tracks_is_looked_at(root: Make) -> None:
    folder = root({**PYTHON, ".gitignore": "scratch\n"})
    for place in ("scratch/shop", "other"):
        (folder / place / "test").mkdir(parents=True)
        (folder / place / "package.json").write_text(PACKAGE)
        (folder / place / "test" / "a.test.js").write_text(NODE_TEST)
    assert found(folder) == [("pytest", "")]


def test_a_root_that_declares_its_members_has_no_others_of_the_kind(root: Make) -> None:
    data = {"workspaces": ["packages/a"], "scripts": {"test": "npm test --workspaces"}}
    files = {**node_project("packages/a"), **node_project("old/b")}
    assert found(root({"package.json": json.dumps(data), **files})) == [("node:test", "packages/a")]


def test_a_package_without_tests_changes_nothing(root: Make) -> None:
    files = {
        "site/package.json": '{"scripts": {"build": "x", "test": "echo \\"Error: no test specified\\" && exit 1"}}'
    }
    one = runnable_suites(root({**PYTHON, **files}))
    assert [suite.framework for suite in one.suites] == ["pytest"] and one.notices == ()


def test_tests_of_an_inner_project_are_not_the_outer_ones(root: Make) -> None:
    folder = root({"package.json": PACKAGE, "test/a.test.js": NODE_TEST, **node_project("client")})
    outer, inner = find_suites(folder).suites
    assert (outer.folder, outer.inner, inner.folder) == ("", ("client",), "client")


@pytest.mark.parametrize(("lock", "install"), [("package-lock.json", "npm ci"), ("", "npm install")])
def test_what_is_not_installed_is_named_and_the_others_run(root: Make, lock: str, install: str) -> None:
    files = {**PYTHON, "frontend/package.json": VITEST, **({f"frontend/{lock}": "{}"} if lock else {})}
    one = runnable_suites(root(files))
    assert [suite.framework for suite in one.suites] == ["pytest"]
    (notice,) = one.notices
    assert "The tests in frontend need vitest" in notice and f"Run `{install}` in frontend, then" in notice


def test_each_folder_that_lacks_the_same_is_named(root: Make) -> None:
    (notice,) = runnable_suites(root({**PYTHON, "a/package.json": VITEST, "b/package.json": VITEST})).notices
    assert "The tests in a need vitest" in notice and "Likewise in b." in notice


def test_alone_it_is_refused_with_the_command(root: Make) -> None:
    folder = root({"frontend/package.json": VITEST, "README.md": "Shop\n"})
    for ask in (required_suites, runnable_suites):
        with pytest.raises(ProjectError, match="The tests in frontend need vitest"):
            ask(folder)


def test_python_without_evidence_of_its_framework_is_still_run_by_pytest(root: Make) -> None:
    """As before: pytest itself says which tests there are."""
    files = {"tests/test_a.py": "class TestA:\n    def test_a(self):\n        pass\n", **node_project("frontend")}
    folder = root(files)
    assert [suite.framework for suite in required_suites(folder)] == ["pytest", "node:test"]
    assert [suite.framework for suite in runnable_suites(folder).suites] == ["pytest", "node:test"]


def test_such_a_project_goes_on_as_before_if_the_other_is_not_installed(root: Make) -> None:
    one = runnable_suites(root({"setup.py": "", "frontend/package.json": VITEST}))
    assert [suite.framework for suite in one.suites] == ["pytest"] and len(one.notices) == 1


@pytest.mark.parametrize("text", ["{", ""])
def test_a_manifest_of_a_sub_folder_that_can_not_be_read_is_named(root: Make, text: str) -> None:
    one = runnable_suites(root({**PYTHON, "frontend/package.json": text}))
    assert [suite.framework for suite in one.suites] == ["pytest"]
    assert "frontend/package.json can't be read" in one.notices[0]


def test_a_test_script_of_unknown_tools_is_named(root: Make) -> None:
    script = json.dumps({"scripts": {"test": "ng test"}})
    one = runnable_suites(root({**PYTHON, "frontend/package.json": script}))
    assert [suite.framework for suite in one.suites] == ["pytest"]
    assert "`ng test`" in one.notices[0] and "frontend" in one.notices[0]


BACKEND = {f"backend/{path}": text for path, text in PYTHON.items()}


@pytest.mark.parametrize(
    ("files", "folder"),
    [
        (BACKEND, "backend"),
        ({**BACKEND, "backend/plugins/one/setup.py": ""}, "backend"),
        ({**BACKEND, "conftest.py": ""}, ""),
        ({**BACKEND, "requirements.txt": "pytest\n"}, ""),
        ({**BACKEND, "service/setup.py": ""}, ""),
        ({**BACKEND, "checks/test_b.py": "def test_b():\n    pass\n"}, ""),
        (PYTHON, ""),
    ],
    ids=["one", "inner", "conftest", "requirements", "two", "tests elsewhere", "root"],
)
def test_python_runs_in_the_only_sub_folder_that_has_any(root: Make, files: dict[str, str], folder: str) -> None:
    (suite,) = find_suites(root(files)).suites
    assert (suite.framework, suite.folder, suite.python_folder) == ("pytest", "", folder)
    assert suite.python_arguments == (("-c", "backend/pyproject.toml", "backend") if folder else ())


def test_git_is_asked_once_for_each_state_of_the_index(repository: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    repo, asked, attempt = repository(), [], GitClient.attempt
    repo.commit("first", **node_project("web"))
    monkeypatch.setattr(GitClient, "attempt", lambda *given: asked.append(given) or attempt(*given))
    assert found(repo.root) == found(repo.root) == [("node:test", "web")] and len(asked) == 1
    repo.commit("second", **node_project("api"))
    assert found(repo.root) == [("node:test", "api"), ("node:test", "web")] and len(asked) == 2
