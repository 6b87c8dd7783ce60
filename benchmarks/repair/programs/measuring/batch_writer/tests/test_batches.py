import pytest

from batches import BatchWriter, WriterClosed
from batches.export import export


@pytest.fixture
def batches():
    return []


def test_full_batches(batches):
    writer = BatchWriter(batches.append, size=2)
    writer.add_all([1, 2, 3, 4])
    assert batches == [[1, 2], [3, 4]]


def test_waits_for_more(batches):
    writer = BatchWriter(batches.append, size=2)
    writer.add(1)
    assert batches == []
    writer.flush()
    assert batches == [[1]]


def test_flush_of_nothing(batches):
    BatchWriter(batches.append).flush()
    assert batches == []


def test_bytes(batches):
    writer = BatchWriter(batches.append, max_bytes=10)
    writer.add_all(["aaaa", "bbbb", "c"])
    assert batches == [["aaaa"]]


def test_record_too_long(batches):
    with pytest.raises(ValueError):
        BatchWriter(batches.append, max_bytes=5).add("too long")


def test_closed(batches):
    writer = BatchWriter(batches.append)
    writer.close()
    with pytest.raises(WriterClosed):
        writer.add(1)


def test_close_hands_over_the_rest(batches):
    writer = BatchWriter(batches.append, size=3)
    writer.add_all("abcd")
    writer.close()
    assert batches == [["a", "b", "c"], ["d"]]


def test_export(batches):
    assert export(range(7), batches.append, size=3, keep=lambda n: n != 2) == 6
    assert batches == [[0, 1, 3], [4, 5, 6]]


def test_export_counts_everything(batches):
    assert export(range(4), batches.append, size=3) == 4


def test_error_discards(batches):
    with pytest.raises(KeyError), BatchWriter(batches.append, size=2) as writer:
        writer.add_all([1, 2, 3])
        raise KeyError("x")
    assert batches == [[1, 2]]
    assert writer.closed
