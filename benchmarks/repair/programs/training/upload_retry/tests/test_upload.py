import pytest

from upload import Refused, Uploader, UploadFailed


class Line:
    def __init__(self, failures):
        self.failures = failures
        self.slept = []

    def send(self, name, data, checksum):
        if self.failures:
            self.failures -= 1
            raise ConnectionError("broken")
        return f"{name} ok"


def uploader(failures, **options):
    line = Line(failures)
    return Uploader(line.send, line.slept.append, **options), line


def test_first_time():
    one, line = uploader(0)
    assert one.upload("a", b"x") == "a ok"
    assert line.slept == []


def test_second_time():
    one, line = uploader(1)
    assert one.upload("a", b"x") == "a ok"
    assert line.slept == [1]


def test_pauses_grow():
    one, line = uploader(4, attempts=5, longest=5)
    one.upload("a", b"x")
    assert line.slept == [1, 2, 4, 5]


def test_given_up():
    one, line = uploader(9)
    with pytest.raises(UploadFailed, match="a: given up after 3 attempts"):
        one.upload("a", b"x")
    assert line.slept == [1, 2]


def test_empty():
    one, _ = uploader(0)
    with pytest.raises(Refused):
        one.upload("a", b"")


def test_all():
    one, _ = uploader(1)
    assert one.upload_all({"b": b"1", "a": b"", "c": b"2"}) == (["b", "c"], ["a"])
    assert one.sent == ["b", "c"]


def test_at_least_one():
    with pytest.raises(ValueError):
        Uploader(None, None, attempts=0)
