import pytest

from upload import Uploader, UploadFailed


def broken(*args):
    raise ConnectionError("gone")


@pytest.mark.parametrize("attempts", [1, 2, 5])
def test_raises_after_the_last(attempts):
    with pytest.raises(UploadFailed):
        Uploader(broken, lambda seconds: None, attempts=attempts).upload("f", b"x")


def test_all_lost():
    assert Uploader(broken, lambda seconds: None).upload_all({"a": b"1", "b": b"2"}) == ([], ["a", "b"])
