import pytest

from ignore_rules import IgnoreList, parse_rule


@pytest.mark.parametrize("line", ["", "   ", "# comment"])
def test_no_rule(line):
    assert parse_rule(line) is None


def test_name_at_every_level():
    ignored = IgnoreList("*.pyc")
    assert ignored.ignores("a.pyc")
    assert ignored.ignores("src/deep/a.pyc")
    assert not ignored.ignores("a.py")


def test_anchored():
    ignored = IgnoreList("/build\ndocs/*.html")
    assert ignored.ignores("build", is_folder=True)
    assert not ignored.ignores("src/build", is_folder=True)
    assert ignored.ignores("docs/a.html")
    assert not ignored.ignores("docs/old/a.html")


def test_folders_only():
    ignored = IgnoreList("cache/")
    assert ignored.ignores("cache", is_folder=True)
    assert not ignored.ignores("cache")


def test_everything_below_a_folder():
    assert IgnoreList("node/").ignores("web/node/x/y.js")


def test_two_stars():
    ignored = IgnoreList("logs/**/debug.log")
    assert ignored.ignores("logs/debug.log")
    assert ignored.ignores("logs/a/b/debug.log")
    assert not ignored.ignores("logs/a/info.log")


def test_exception():
    ignored = IgnoreList("*.log\n!keep.log")
    assert not ignored.ignores("keep.log")
    assert ignored.ignores("other.log")


def test_exception_of_the_exception():
    ignored = IgnoreList("*.log\n!keep.log")
    ignored.add("old/*.log")
    assert ignored.ignores("old/keep.log")
    assert ignored.deciding_rule("old/keep.log").text == "old/*.log"


def test_exception_below_ignored_folder():
    assert IgnoreList("tmp/\n!tmp/a.txt").ignores("tmp/a.txt")


def test_keep():
    paths = ["a.py", "a.pyc", "out/", "out/x", "b/"]
    assert IgnoreList("*.pyc\nout/").keep(paths) == ["a.py", "b/"]


def test_unused():
    assert IgnoreList("*.pyc\n*.o\nx/").unused(["a.pyc", "x"]) == ["*.o", "x/"]
