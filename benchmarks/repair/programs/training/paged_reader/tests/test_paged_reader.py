import pytest
from paged_reader import ListSource, Reader, SourceError


def test_all():
    src = ListSource(list(range(7)))
    assert list(Reader(src)) == list(range(7))
    assert src.fetched == [0, 3, 6]


def test_empty():
    assert list(Reader(ListSource([]))) == []
    assert Reader(ListSource([])).first("x") == "x"


def test_where():
    r = Reader(ListSource(list(range(10)))).where(lambda n: n % 2).where(lambda n: n > 4)
    assert list(r) == [5, 7, 9]


def test_limit_is_lazy():
    src = ListSource(list(range(10)))
    assert list(Reader(src).limit(3)) == [0, 1, 2]
    assert src.fetched == [0]
    assert list(Reader(src).limit(0)) == []


def test_limit_after_filter():
    r = Reader(ListSource(list(range(10)))).where(lambda n: n % 3 == 0).limit(2)
    assert list(r) == [0, 3]


def test_unique():
    assert list(Reader(ListSource([1, 2, 1, 3, 2])).unique()) == [1, 2, 3]


def test_unique_and_where():
    r = Reader(ListSource(["ant", "bee", "apple", "bat"])).unique(lambda w: w[0])
    assert list(r.where(lambda w: len(w) > 3)) == ["apple"]


def test_retries():
    assert len(list(Reader(ListSource([1, 2], failures=2), retries=2))) == 2
    with pytest.raises(SourceError):
        list(Reader(ListSource([1], failures=2), retries=1))


def test_reader_can_be_reused():
    r = Reader(ListSource([1, 1, 2])).unique()
    assert list(r) == list(r) == [1, 2]
