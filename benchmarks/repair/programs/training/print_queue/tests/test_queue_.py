import pytest

from queue_ import PrintQueue


@pytest.fixture
def queue():
    return PrintQueue()


def test_in_order(queue):
    for name in ("a", "b", "c"):
        queue.add(name, 1)
    assert queue.print_all() == ["a", "b", "c"]


def test_urgent_first(queue):
    queue.add("slow", 1)
    queue.add("urgent", 1, priority=5)
    assert queue.next() == "urgent"


def test_nothing(queue):
    assert queue.next() is None
    assert queue.print_one() is None


def test_twice(queue):
    queue.add("a", 1)
    with pytest.raises(ValueError):
        queue.add("a", 2)


def test_no_pages(queue):
    with pytest.raises(ValueError):
        queue.add("a", 0)


def test_cancel(queue):
    queue.add("a", 1)
    queue.add("b", 1)
    assert queue.cancel("a")
    assert not queue.cancel("a")
    assert len(queue) == 1
    assert queue.print_all() == ["b"]


def test_no_paper(queue):
    queue.add("book", 120)
    assert queue.print_one() is None
    queue.refill(50)
    assert queue.print_one() == "book"
    assert queue.paper == 30


def test_refill(queue):
    queue.refill(1000)
    assert queue.paper == 500
