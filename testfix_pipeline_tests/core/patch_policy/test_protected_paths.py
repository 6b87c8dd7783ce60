import pytest
from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.core.patch_policy import protected_paths as paths


@pytest.mark.parametrize(
    "path",
    [
        "tests/test_a.py",
        "tests/data/x.json",
        "src/pkg/tests/helper.py",
        "Tests/x.py",
        "unit_tests/x.py",
        "pkg_tests/x.py",
        "integration-tests/x.py",
        "testing/helper.py",
        "test_a.py",
        "pkg/a_test.py",
        "conftest.py",
        "pkg/conftest.py",
        "app/tests.py",
        "pytest.ini",
        "tox.ini",
        "noxfile.py",
        ".coveragerc",
    ],
)
def test_test_side(path: str) -> None:
    assert paths.is_test_side(path)


@pytest.mark.parametrize(
    "path",
    [
        "",
        "src/pkg/testing/helper.py",
        "pkg/contest.py",
        "latest/x.py",
        "pkg/attest.py",
        "ab_test/x.py",
        "pyproject.toml",
        "setup.cfg",
        "test_data.json",
        "pkg/testing.py",
    ],
)
def test_source_side(path: str) -> None:
    assert not paths.is_test_side(path)


def test_the_projects_own_patterns() -> None:
    assert paths.is_test_side("pkg/check_a.py", ["check_*.py"]) and not paths.is_test_side("pkg/a.py", ["check_*.py"])


@pytest.mark.parametrize(
    "path",
    ["", "/etc/passwd", "../x", "a/../../x", "a\\b", "C:/x", "~/x", "a\0", "a/..", "..", "D:x", "x" * 256, "a/" * 2001],
)
def test_paths_that_leave(path: str) -> None:
    assert paths.leaves_worktree(path)


@given(st.lists(st.text("abc.-_ é", min_size=1).filter(lambda part: part != ".."), min_size=1))
def test_ordinary_paths_stay(parts: list[str]) -> None:
    assert not paths.leaves_worktree("/".join(parts))


@pytest.mark.parametrize(
    "path", [".git/config", "sub/.git/hooks/x", ".GIT/x", "git~1/x", ".gitmodules", ".gitattributes"]
)
def test_git_paths(path: str) -> None:
    assert paths.is_git_path(path)


def test_other_protected_paths() -> None:
    assert not paths.is_git_path(".gitignore") and not paths.is_git_path("git/x.py")
    assert paths.is_session_path(".workflow/testfix.yaml") and not paths.is_session_path("workflow/x")
    for ci in (".github/workflows/x.yml", ".gitlab-ci.yml", "Jenkinsfile", ".ci/run"):
        assert paths.is_ci_path(ci)
    assert not paths.is_ci_path("") and not paths.is_ci_path("ci/x.py") and not paths.is_ci_path("pkg/.ci")


@pytest.mark.parametrize(
    "path",
    [
        "sitecustomize.py",
        "src/usercustomize.py",
        "x.pth",
        "pytest.py",
        "_pytest/runner.py",
        "src/unittest/case.py",
        "pytest_plugin.py",
        "json.py",
        "src/random.py",
        "lib/re/__init__.py",
    ],
)
def test_shadowing(path: str) -> None:
    assert paths.shadows_runner(path)


@pytest.mark.parametrize("path", ["", "pkg/json.py", "src/pkg/random.py", "json/data.txt", "email", "pkg/pytests.py"])
def test_not_shadowing(path: str) -> None:
    assert not paths.shadows_runner(path)
