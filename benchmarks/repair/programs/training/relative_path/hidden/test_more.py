import pytest

from relative_path import relative, resolve


@pytest.mark.parametrize(
    ("folder", "target", "expected"),
    [("/a/b/c", "/a/d", "../../d"), ("/a", "/b/c/d", "../b/c/d"), ("/x/y", "/", "../.."), ("/p", "/q", "../q")],
)
def test_relative(folder, target, expected):
    assert relative(folder, target) == expected


def test_there_and_back():
    places = ["/", "/a", "/a/b", "/a/b/c", "/d/e"]
    for folder in places:
        for target in places:
            assert resolve(folder, relative(folder, target)) == target
