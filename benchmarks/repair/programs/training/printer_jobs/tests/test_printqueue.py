import pytest

from printqueue import PrintQueue


@pytest.fixture
def q():
    return PrintQueue()


def drain(q):
    titles = []
    while (job := q.next_job()) is not None:
        titles.append(job.title)
    return titles


def test_idle(q):
    assert q.next_job() is None


def test_same_priority_in_order(q):
    for t in "abc":
        q.submit(t)
    assert drain(q) == ["a", "b", "c"]


def test_high_goes_first(q):
    q.submit("letter")
    q.submit("contract", priority="high")
    assert q.next_job().title == "contract"


def test_low_goes_last(q):
    q.submit("poster", priority="low")
    q.submit("letter")
    assert drain(q) == ["letter", "poster"]


def test_numbers(q):
    assert [q.submit("a"), q.submit("b")] == [1, 2]


def test_cancel(q):
    n = q.submit("a")
    q.submit("b")
    assert q.cancel(n) is True
    assert q.cancel(n) is False
    assert drain(q) == ["b"]


def test_waiting_list(q):
    q.submit("a", priority="low")
    q.submit("b")
    q.submit("c", priority="high")
    q.submit("d")
    assert q.waiting() == ["c", "b", "d", "a"]


def test_bad_input(q):
    with pytest.raises(ValueError):
        q.submit("a", priority="max")
    with pytest.raises(ValueError):
        q.submit("a", pages=0)


def test_pages(q):
    q.submit("a", 3)
    q.submit("b", 4)
    q.next_job()
    assert q.pages_waiting() == 4
