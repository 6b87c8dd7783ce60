import pytest
from paged_reader import ListSource, Reader

ROWS = [("a", 1), ("b", 5), ("a", 7), ("b", 2), ("c", 9), ("a", 8)]


def key(row):
    return row[0]


def test_first_matching_per_key():
    r = Reader(ListSource(ROWS, 2)).unique(key).where(lambda row: row[1] > 4)
    assert list(r) == [("b", 5), ("a", 7), ("c", 9)]


def test_order_of_calls_is_irrelevant():
    pred = lambda row: row[1] % 2 == 0
    a = Reader(ListSource(ROWS)).unique(key).where(pred)
    b = Reader(ListSource(ROWS)).where(pred).unique(key)
    assert list(a) == list(b) == [("b", 2), ("a", 8)]


def test_limit_counts_kept_unique_items():
    r = Reader(ListSource(ROWS, 1)).where(lambda row: row[1] > 6).unique(key).limit(2)
    assert list(r) == [("a", 7), ("c", 9)]


def test_key_only_called_for_kept_items():
    items = [{"id": 1}, {}, {"id": 2}]
    r = Reader(ListSource(items)).where(lambda d: "id" in d).unique(lambda d: d["id"])
    assert list(r) == [{"id": 1}, {"id": 2}]


def test_first():
    r = Reader(ListSource(ROWS)).unique(key).where(lambda row: row == ("a", 8))
    assert r.first() == ("a", 8)


def test_limit_stops_fetching():
    src = ListSource(list(range(20)), 5)
    assert list(Reader(src).where(lambda n: n > 5).limit(2)) == [6, 7]
    assert src.fetched == [0, 5]


def test_unique_across_pages():
    assert list(Reader(ListSource([1, 2, 2, 1, 3], 2)).unique()) == [1, 2, 3]


def test_base_reader_unchanged():
    base = Reader(ListSource([1, 2, 3]))
    base.limit(1)
    base.where(lambda n: False)
    assert list(base) == [1, 2, 3]
