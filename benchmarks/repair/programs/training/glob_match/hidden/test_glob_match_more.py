import pytest
from glob_match import matches, select


@pytest.mark.parametrize("pattern,path,want", [
    ("**/b/**/d", "a/b/c/d", True),
    ("**/b/**/d", "x/y/b/m/n/d", True),
    ("**/b/**/d", "b/d", True),
    ("**/b/**/d", "x/y/z", False),
    ("a/**", "a/b/c/d", True),
    ("a/**", "b/c", False),
    ("**/**/q", "1/2/3/q", True),
])
def test_double(pattern, path, want):
    assert matches(pattern, path) is want


def test_braces_with_double_star():
    assert matches("{src,lib}/**/*.c", "lib/a/b/c/d.c")


def test_exclude_deep():
    paths = ["a/b/c/node/x", "a/node/y", "a/b/z"]
    assert select(paths, ["**"], ["**/node/**"]) == ["a/b/z"]


def test_single_star_does_not_cross():
    assert not matches("a/*/c", "a/b/b/c")
    assert matches("a/*/c", "a/b/c")


def test_class_edge():
    assert matches("[]x]", "]")
    assert matches("[a-]", "-")
