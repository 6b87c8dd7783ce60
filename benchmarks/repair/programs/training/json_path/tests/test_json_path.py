import pytest

from json_path import PathError, first, parse, query

SHOP = {
    "name": "Corner",
    "owner": {"name": "Ida", "address": {"city": "Oslo"}},
    "books": [
        {"title": "A", "price": 8, "tags": ["new"]},
        {"title": "B", "price": 12.5},
        {"title": "C", "price": 20, "author": {"name": "Cid"}},
    ],
}


def test_keys():
    assert query(SHOP, "$.owner.address.city") == ["Oslo"]
    assert query(SHOP, "$.owner.phone") == []


def test_positions():
    assert query(SHOP, "$.books[0].title") == ["A"]
    assert query(SHOP, "$.books[-1].title") == ["C"]
    assert query(SHOP, "$.books[3]") == []


def test_all_children():
    assert query(SHOP, "$.books[*].price") == [8, 12.5, 20]
    assert query({"a": 1, "b": 2}, "$.*") == [1, 2]


def test_filter():
    assert query(SHOP, "$.books[?price<15].title") == ["A", "B"]
    assert query(SHOP, "$.books[?title=='C'].price") == [20]


def test_any_depth_in_objects():
    assert query(SHOP, "$..city") == ["Oslo"]
    assert query(SHOP["owner"], "$..name") == ["Ida"]


def test_any_depth_everywhere():
    assert query(SHOP, "$..name") == ["Corner", "Ida", "Cid"]


def test_any_depth_prices():
    assert query(SHOP, "$..price") == [8, 12.5, 20]


def test_first():
    assert first(SHOP, "$.name") == "Corner"
    assert first(SHOP, "$.shelf", "none") == "none"


def test_parse():
    assert parse("$.a[2]..b") == [("key", "a"), ("index", 2), ("deep", "b")]
    with pytest.raises(PathError):
        parse("a.b")
    with pytest.raises(PathError):
        parse("$.a[x]")
