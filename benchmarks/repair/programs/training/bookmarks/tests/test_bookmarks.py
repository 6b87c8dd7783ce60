import pytest

from bookmarks import Bookmarks, canonical


@pytest.fixture
def marks():
    marks = Bookmarks()
    marks.add("https://x.org/a", "A", ["Python", "news"])
    marks.add("https://y.org/b", "B", ["python"])
    return marks


def test_host_and_scheme():
    assert canonical("HTTPS://WWW.X.org/Path") == "https://x.org/Path"


def test_tracking():
    assert canonical("https://x.org/a?utm_source=q&b=2&a=1#top") == "https://x.org/a?a=1&b=2"


def test_slash_at_the_end():
    assert canonical("https://x.org/a/") == "https://x.org/a"


def test_contains(marks):
    assert "https://www.x.org/a#part" in marks
    assert "https://x.org/c" not in marks


def test_added_twice(marks):
    marks.add("https://x.org/a/", "other title", ["web"])
    assert len(marks) == 2
    assert marks.tagged("web")[0].title == "A"


def test_tags(marks):
    assert [bookmark.title for bookmark in marks.tagged("PYTHON")] == ["A", "B"]
    assert marks.tagged("python", "x") == []


def test_most_visited_first(marks):
    marks.visit("https://y.org/b")
    assert [bookmark.title for bookmark in marks.tagged("python")] == ["B", "A"]


def test_cloud(marks):
    assert list(marks.cloud().items()) == [("python", 2), ("news", 1)]


def test_title_is_set_later():
    marks = Bookmarks()
    marks.add("https://x.org")
    assert marks.add("https://x.org", "X").title == "X"


def test_merge(marks):
    other = Bookmarks()
    other.add("https://www.x.org/a", tags=["new"])
    other.add("https://z.org", "Z")
    assert marks.merge(other) == 1
    assert len(marks.tagged("new")) == 1
