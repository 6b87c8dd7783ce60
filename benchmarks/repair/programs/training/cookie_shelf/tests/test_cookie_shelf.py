import pytest

from cookie_shelf import CookieShelf, parse_set_cookie
from headers import parse_headers


def test_headers_ignore_case_and_fold():
    headers = parse_headers("Host: a.example\nX-Note: one\n  two\n\nbody: no")
    assert headers.get("HOST") == "a.example"
    assert headers.get("x-note") == "one two"
    assert "body" not in headers


def test_bad_header():
    with pytest.raises(ValueError):
        parse_headers("no colon here")


def test_parse_cookie():
    cookie = parse_set_cookie('sid="a=b"; Path=/app; Secure; Max-Age=60', now=100)
    assert (cookie.name, cookie.value) == ("sid", "a=b")
    assert cookie.path == "/app"
    assert cookie.secure
    assert cookie.expires_at == 160


def test_session_cookie_never_expires():
    cookie = parse_set_cookie("a=1", now=5)
    assert cookie.expires_at is None
    assert not cookie.expired(10 ** 9)


def test_header_for():
    shelf = CookieShelf()
    shelf.store("Set-Cookie: b=2\nSet-Cookie: a=1\nset-cookie: deep=3; path=/x")
    assert shelf.header_for("/x/y") == "deep=3; a=1; b=2"
    assert shelf.header_for("/xy") == "a=1; b=2"


def test_logout_deletes_cookie():
    shelf = CookieShelf()
    shelf.store("Set-Cookie: sid=abc; Max-Age=3600", now=10)
    assert len(shelf) == 1
    shelf.store("Set-Cookie: sid=; Max-Age=0", now=20)
    assert len(shelf) == 0
    assert shelf.header_for("/", now=20) is None


def test_expiry():
    shelf = CookieShelf()
    shelf.store("Set-Cookie: a=1; Max-Age=10", now=0)
    assert shelf.header_for("/", now=9) == "a=1"
    assert shelf.header_for("/", now=10) is None
    assert shelf.purge(10) == 1


def test_malformed_max_age_is_ignored():
    assert parse_set_cookie("a=1; Max-Age=soon", now=0).expires_at is None
    assert parse_set_cookie("a=1; Max-Age", now=0).expires_at is None
