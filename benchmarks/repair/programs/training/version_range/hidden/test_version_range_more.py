import pytest
from version_range import Range, Version


@pytest.mark.parametrize("text,inside,outside", [
    ("~0.3", ["0.3.0", "0.3.99"], ["0.4.0", "0.9.0", "1.0.0", "0.2.9"]),
    ("~2", ["2.0.0", "2.7.1"], ["3.0.0", "1.9.9"]),
    ("~2.0", ["2.0.5"], ["2.1.0", "2.9.0"]),
    ("~2.0.3", ["2.0.3", "2.0.9"], ["2.0.2", "2.1.0"]),
    ("~0", ["0.0.1", "0.9.0"], ["1.0.0"]),
    ("^0.0", ["0.0.5"], ["0.1.0"]),
    ("^0", ["0.7.0"], ["1.0.0"]),
])
def test_ranges(text, inside, outside):
    r = Range(text)
    assert all(v in r for v in inside)
    assert not any(v in r for v in outside)


def test_best_in_tilde():
    assert Range("~1.4").best(["1.4.1", "1.5.0", "1.4.3"]) == "1.4.3"


def test_tilde_with_and():
    assert "1.4.5" in Range("~1.4, >1.4.4")
    assert "1.6.0" not in Range("~1.4, >1.4.4")


def test_star():
    assert "9.9.9" in Range("*") and "1.0.0-a" not in Range("*")


def test_hash():
    assert len({Version("1"), Version("1.0"), Version("1.0.0-a")}) == 2
