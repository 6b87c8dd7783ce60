import pytest

from header_block import Headers, parse_headers

TEXT = """\
Subject: A long
  line
to: ann@x.org
X-Mark: 1
x-mark: 2

Body: no header
"""


@pytest.fixture
def headers():
    return parse_headers(TEXT)


def test_simple(headers):
    assert headers.get("to") == "ann@x.org"


def test_name_as_written(headers):
    assert headers.get("Subject") == "A long line"


def test_absent(headers):
    assert headers.get("cc") is None
    assert headers.get("cc", "nobody") == "nobody"


def test_several(headers):
    assert headers.all("x-mark") == ["1", "2"]
    assert headers.all("X-MARK") == ["1", "2"]


def test_body(headers):
    assert headers.get("body") is None


def test_no_header():
    with pytest.raises(ValueError):
        parse_headers("hello\n")


def test_empty():
    assert parse_headers("").fields == {}


def test_values_are_a_copy():
    headers = Headers()
    headers.add("a", "1")
    headers.all("a").append("2")
    assert headers.all("a") == ["1"]
