import pytest

from grepper import Line, count, search

LOG = ["start", "load a", "error: a", "retry a", "load b", "error: b", "give up", "stop"]


def numbers(*args, **options):
    return [line.number for line in search(*args, **options)]


def test_only_matches():
    assert list(search(LOG, "error")) == [Line(3, "error: a", True), Line(6, "error: b", True)]


def test_before():
    assert numbers(LOG, "give", before=2) == [5, 6, 7]


def test_before_at_the_top():
    assert numbers(LOG, "load a", before=5) == [1, 2]


def test_after():
    assert numbers(LOG, "error", after=1) == [3, 4, 6, 7]


def test_after_begins_anew():
    assert numbers(LOG, "load|error", after=2) == [2, 3, 4, 5, 6, 7, 8]


def test_before_of_two_matches():
    assert numbers(LOG, "error", before=2) == [1, 2, 3, 4, 5, 6]


def test_neighbours():
    assert numbers(["x", "hit 1", "hit 2"], "hit", before=1) == [1, 2, 3]


@pytest.mark.parametrize("ignore_case, expected", [(True, 2), (False, 0)])
def test_case(ignore_case, expected):
    assert count(LOG, "ERROR", ignore_case) == expected
