import pytest

from path_normal import normal, within


@pytest.mark.parametrize(
    "path, expected",
    [
        ("a/b", "a/b"),
        ("./a//b/.", "a/b"),
        ("a/b/../c", "a/c"),
        ("a/..", "."),
        ("", "."),
        ("/a/../../b", "/b"),
        ("../a", "../a"),
        ("../../a", "../../a"),
    ],
)
def test_normal(path, expected):
    assert normal(path) == expected


def test_within():
    assert within("/srv/data/x", "/srv/data/")
    assert within("/srv/data", "/srv/data")
    assert not within("/srv/database", "/srv/data")


def test_not_within():
    assert not within("/srv/data/../etc", "/srv/data")


def test_root():
    assert within("/etc", "/")
