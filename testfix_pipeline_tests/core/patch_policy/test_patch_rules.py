import pytest
from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.core.patch_policy.patch_rules import FileChange, refuse_patch

SOURCE = "def f(x):\n    return x\n"


def rules(change: FileChange) -> list[str]:
    found = refuse_patch([change])
    assert all(refusal.reason.endswith(".") and refusal.path == change.path for refusal in found)
    return [refusal.rule for refusal in found]


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (FileChange("../x.py", None, SOURCE), "leaves_worktree"),
        (FileChange(".git/hooks/pre-commit", None, "x"), "git_files"),
        (FileChange(".workflow/testfix.yaml", None, "x"), "session_files"),
        (FileChange(".github/workflows/x.yml", "a", "b"), "ci_files"),
        (FileChange("tests/test_a.py", SOURCE, ""), "test_side"),
        (FileChange("conftest.py", None, SOURCE), "test_side"),
        (FileChange("a.py", SOURCE, "b.py", symlink=True), "link"),
        (FileChange("a.py", None, "b.py\n", mode=0o120000), "link"),
        (FileChange("vendor", None, "", mode=0o160000), "link"),
        (FileChange("a.dat", None, b"a\0b"), "binary"),
        (FileChange("a.dat", "a\0b", "ab"), "binary"),
        (FileChange("a.txt", None, b"\xff\xfe"), "binary"),
        (FileChange("a.py", None, b"\xff = 1"), "binary"),
        (FileChange("a.pyc", None, "x"), "binary"),
        (FileChange("sitecustomize.py", None, SOURCE), "shadow_module"),
        (FileChange("a.py", SOURCE, "def f(:\n"), "syntax"),
        (FileChange("a.py", SOURCE, "(" * 5000), "syntax"),
        (FileChange("a.pyi", None, "def"), "syntax"),
        (FileChange("pyproject.toml", "", "[tool.pytest.ini_options]\naddopts = '--co'\n"), "test_settings"),
        (FileChange("pyproject.toml", "", "not = toml ="), "test_settings"),
        (FileChange("pyproject.toml", "", "[project.entry-points.pytest11]\nx = 'y'\n"), "test_settings"),
        (FileChange("setup.cfg", "[tool:pytest]\naddopts = -q\n", "[metadata]\nname = x\n"), "test_settings"),
        (FileChange("setup.cfg", "", "[options.entry_points]\npytest11 =\n  x = y\n"), "test_settings"),
        (FileChange("sub/setup.cfg", "", "no section"), "test_settings"),
    ],
)
def test_what_is_refused(change: FileChange, rule: str) -> None:
    assert rule in rules(change)


@pytest.mark.parametrize(
    "change",
    [
        FileChange("a.py", SOURCE, "def f(x):\n    return x + 1\n"),
        FileChange("a.py", SOURCE.encode(), b"def f(x):\n    return -x\n", mode=0o100644),
        FileChange("a.py", None, b"# coding: latin-1\nx = '\xe9'\n"),
        FileChange("a.py", SOURCE, None),
        FileChange("a.py", "def f(:", SOURCE),
        FileChange("data/a b é.json", "{}", "[]"),
        FileChange("pytest.py", SOURCE, "x = 1\n"),
        FileChange(
            "pyproject.toml",
            "dependencies = []\n[tool.pytest]\na = 1\n",
            "dependencies = ['x']\n[tool.pytest]\na = 1\n",
        ),
        FileChange("pyproject.toml", "not = toml =", "[project]\nname = 'x'\n"),
        FileChange("pyproject.toml", "[project]\nentry-points = 3\n", "[project]\n"),
        FileChange(
            "setup.cfg", "[tool:pytest]\na = 1\n[metadata]\nname=x", "[metadata]\nname=y\n[tool:pytest]\na = 1\n"
        ),
        FileChange("setup.cfg", "no section", "[metadata]\nname=y\n"),
    ],
)
def test_what_is_not(change: FileChange) -> None:
    assert rules(change) == []


def test_every_file_and_every_objection_is_named() -> None:
    found = refuse_patch([FileChange("tests/test_a.py", None, "x ="), FileChange("a.py", None, "import pytest\n")])
    assert [(one.path, one.rule, one.lines) for one in found] == [
        ("tests/test_a.py", "test_side", ()),
        ("tests/test_a.py", "syntax", ()),
        ("a.py", "test_framework", (1,)),
    ]


def test_code_too_deep_to_judge_is_refused() -> None:
    deep = "x = " + "'a' + " * 2500 + "'b'\n"
    assert rules(FileChange("a.py", None, deep)) == ["syntax"]


def test_literals_of_the_tests_reach_the_rules() -> None:
    special = FileChange("a.py", SOURCE, "def f(x):\n    if x == 1234:\n        return 5678\n    return x\n")
    assert [one.rule for one in refuse_patch([special], test_literals={1234, 5678})] == ["special_case"]
    assert refuse_patch([special]) == []


HELPER = "def assert_same(a, b):\n    assert a == b\n\n\ndef double(n):\n    return n\n"


@pytest.mark.parametrize(
    ("old", "new", "refused"),
    [
        ("a == b", "a", True),
        ("    assert a == b", "    pass", True),
        ("    assert a == b", "    if a:\n        return\n    assert a == b", True),
        (HELPER, "", True),
        ("return n", "return 2 * n", False),
        ("def double", "def assert_more(a, b):\n    assert a > b\n\n\ndef double", False),
    ],
)
def test_assertions_that_only_the_tests_use_are_theirs(old: str, new: str, refused: bool) -> None:
    changed = FileChange("shop/testing.py", HELPER, HELPER.replace(old, new), for_tests=True)
    assert rules(changed) == (["test_assertion"] if refused else [])
    assert rules(FileChange("shop/testing.py", HELPER, HELPER.replace(old, new))) == []


def test_raising_the_error_is_asserting() -> None:
    before = "def same(a, b):\n    if a != b:\n        raise AssertionError(a)\n"
    assert rules(FileChange("a.py", before, "def same(a, b):\n    pass\n", for_tests=True)) == ["test_assertion"]


CONTENT = st.one_of(st.none(), st.text(max_size=40), st.binary(max_size=40))


@given(st.text(max_size=30), CONTENT, CONTENT)
def test_no_patch_makes_the_rules_fail(path: str, before: str | bytes | None, after: str | bytes | None) -> None:
    for suffix in ("", ".py", "pyproject.toml", "/setup.cfg"):
        for refusal in refuse_patch([FileChange(path + suffix, before, after)]):
            assert refusal.rule and refusal.reason
