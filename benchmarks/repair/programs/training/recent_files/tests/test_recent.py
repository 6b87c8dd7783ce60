import pytest

from recent import RecentFiles


@pytest.fixture
def recent():
    files = RecentFiles(limit=3)
    for path in ("/a/x.txt", "/a/y.txt", "/b/z.txt"):
        files.opened(path)
    return files


def test_newest_first(recent):
    assert recent.paths == ["/b/z.txt", "/a/y.txt", "/a/x.txt"]


def test_limit(recent):
    recent.opened("/new")
    assert recent.paths == ["/new", "/b/z.txt", "/a/y.txt"]


def test_opened_again(recent):
    recent.opened("/a/x.txt")
    assert recent.paths == ["/a/x.txt", "/b/z.txt", "/a/y.txt"]


def test_pin(recent):
    recent.pin("/a/x.txt")
    assert recent.menu() == ["1* x.txt", "2  z.txt", "3  y.txt"]


def test_pinned_stays(recent):
    recent.pin("/a/x.txt")
    recent.opened("/a/x.txt")
    assert recent.paths == ["/b/z.txt", "/a/y.txt"]


def test_unpin(recent):
    recent.pin("/a/x.txt")
    recent.unpin("/a/x.txt")
    assert recent.pinned == []
    assert recent.paths[0] == "/a/x.txt"


def test_same_names(recent):
    recent.opened("/b/x.txt")
    recent.opened("/a/x.txt")
    assert "/b/x.txt" in recent.menu()[1]


def test_round_trip(recent):
    recent.pin("/p")
    again = RecentFiles.load(recent.dump())
    assert (again.paths, again.pinned) == (recent.paths, recent.pinned)
