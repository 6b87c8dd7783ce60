import pytest

from headers import HeaderError, Headers

RAW = """Content-Type: text/html
Set-Cookie: a=1
set-cookie: b=2
X-Long: first
  second
Content-Length: 42

body: no header
"""


@pytest.fixture
def headers():
    return Headers.parse(RAW)


def test_any_case(headers):
    assert headers["content-TYPE"] == "text/html"


def test_several_values(headers):
    assert headers.get_all("Set-Cookie") == ["a=1", "b=2"]
    assert headers["set-cookie"] == "a=1, b=2"


def test_continuation(headers):
    assert headers["x-long"] == "first second"


def test_stops_at_the_body(headers):
    assert len(headers) == 4
    assert "body" not in headers


def test_get(headers):
    assert headers.get("Content-Type") == "text/html"
    assert headers.get("Accept", "*/*") == "*/*"


def test_content_length(headers):
    assert headers.content_length() == 42
    with pytest.raises(HeaderError):
        Headers([("content-length", "-1")]).content_length()


def test_set_replaces(headers):
    headers["SET-COOKIE"] = "c=3"
    assert headers.get_all("set-cookie") == ["c=3"]


def test_remove(headers):
    assert headers.remove("Set-Cookie") is True
    assert headers.remove("Set-Cookie") is False
    assert headers.get_all("set-cookie") == []


@pytest.mark.parametrize("raw", ["no colon", " continuation", "Name : x", ": x"])
def test_bad_lines(raw):
    with pytest.raises(HeaderError):
        Headers.parse(raw)


def test_no_injection():
    with pytest.raises(HeaderError):
        Headers([("X", "a\r\nEvil: 1")])


def test_date():
    headers = Headers([("Date", "Tue, 05 Mar 2024 10:15:00 GMT"), ("expires", "never")])
    assert headers.date("date").day == 5
    assert headers.date("expires") is None
    assert headers.date("age") is None


def test_text():
    assert str(Headers([("A", "1"), ("b", "2")])) == "A: 1\r\nb: 2\r\n"
