import pytest

from bookmarks import Bookmarks, canonical


@pytest.mark.parametrize(
    "first, second",
    [
        ("https://x.org", "https://x.org/"),
        ("https://x.org/a/b/", "https://x.org/a/b"),
        ("https://x.org/a/?q=1", "https://x.org/a?q=1"),
        ("https://x.org/a/#x", "https://x.org/a"),
    ],
)
def test_same(first, second):
    assert canonical(first) == canonical(second)


def test_slashes_within_count():
    assert canonical("https://x.org/a/b") != canonical("https://x.org/ab")


def test_slash_in_a_parameter_stays():
    assert canonical("https://x.org/a?path=/b/") != canonical("https://x.org/a?path=/b")


def test_address_stays_as_given():
    assert Bookmarks().add("https://x.org/a/").url == "https://x.org/a/"
