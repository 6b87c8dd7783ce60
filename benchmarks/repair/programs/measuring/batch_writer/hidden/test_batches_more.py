import pytest

from batches import BatchWriter
from batches.export import export


def test_context_manager():
    batches = []
    with BatchWriter(batches.append, size=10) as writer:
        writer.add("x")
    assert batches == [["x"]]
    assert writer.written == 1


def test_closing_twice_writes_once():
    batches = []
    writer = BatchWriter(batches.append, size=10)
    writer.add("x")
    writer.close()
    writer.close()
    assert batches == [["x"]]


def test_closing_an_empty_writer():
    batches = []
    BatchWriter(batches.append).close()
    assert batches == []


def test_after_an_error_nothing_more_is_written():
    batches = []
    with pytest.raises(ValueError), BatchWriter(batches.append) as writer:
        writer.add(1)
        raise ValueError
    assert batches == [] and writer.written == 0


def test_export_of_nothing():
    assert export([], print) == 0
