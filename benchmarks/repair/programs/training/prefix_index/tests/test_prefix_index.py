import pytest
from prefix_index import PrefixIndex


def test_len():
    p = PrefixIndex({"a": 1, "b": 2})
    p.add("a", 5)
    assert len(p) == 2


def test_bad_weight():
    with pytest.raises(ValueError):
        PrefixIndex().add("x", 0)


def test_no_match():
    assert PrefixIndex({"abc": 1}).complete("x") == []
    assert PrefixIndex().complete("") == []


def test_alphabetical_when_equal():
    assert PrefixIndex({"tea": 3, "ten": 3, "to": 3}).complete("t") == ["tea", "ten", "to"]


def test_heaviest_first():
    p = PrefixIndex({"car": 2, "cart": 9, "dog": 5, "care": 4})
    assert p.complete("") == ["cart", "dog", "care", "car"]


def test_limit():
    p = PrefixIndex({"aa": 1, "ab": 1, "ac": 1})
    assert p.complete("a", 2) == ["aa", "ab"]


def test_remove():
    p = PrefixIndex({"on": 2, "one": 1})
    assert p.remove("on")
    assert not p.remove("on")
    assert not p.remove("o")
    assert p.complete("o") == ["one"]
    assert len(p) == 1


def test_best_weight():
    p = PrefixIndex({"red": 4, "rest": 7})
    assert p.best_weight("re") == 7
    assert p.best_weight("zz") == 0


def test_best_weight_after_remove():
    p = PrefixIndex({"red": 4, "rest": 7})
    p.remove("rest")
    assert p.best_weight("r") == 4
