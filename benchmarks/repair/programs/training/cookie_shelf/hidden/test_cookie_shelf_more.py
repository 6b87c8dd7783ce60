import pytest

from cookie_shelf import Cookie, CookieShelf, parse_set_cookie
from headers import Headers, parse_headers


def test_zero_age_value():
    assert parse_set_cookie("a=1; max-age=0", now=50).expires_at == 50


def test_zero_age_at_time_zero():
    cookie = parse_set_cookie("a=1; MAX-AGE=0", now=0)
    assert cookie.expires_at == 0
    assert cookie.expired(0)


def test_negative_age():
    shelf = CookieShelf()
    shelf.store("Set-Cookie: a=1; Max-Age=-1", now=5)
    assert len(shelf) == 0


def test_one_second():
    cookie = parse_set_cookie("a=1; Max-Age=1", now=7)
    assert cookie.expires_at == 8
    assert not cookie.expired(7)


def test_empty_age_is_absent():
    assert parse_set_cookie("a=1; Max-Age=", now=7).expires_at is None
    assert parse_set_cookie("a=1; Max-Age=1.5x", now=7).expires_at is None


def test_session_cookie_is_stored():
    shelf = CookieShelf()
    shelf.store("Set-Cookie: a=1", now=7)
    assert shelf.header_for("/", now=10 ** 6) == "a=1"
    assert shelf.purge(10 ** 6) == 0


def test_delete_only_the_same_path():
    shelf = CookieShelf()
    shelf.store("Set-Cookie: a=1; path=/x\nSet-Cookie: a=2", now=0)
    shelf.store("Set-Cookie: a=; path=/x; max-age=0", now=1)
    assert shelf.header_for("/x", now=1) == "a=2"


def test_delete_unknown():
    shelf = CookieShelf()
    shelf.store("Set-Cookie: ghost=1; Max-Age=0", now=3)
    assert len(shelf) == 0


def test_secure():
    shelf = CookieShelf()
    shelf.store("Set-Cookie: a=1; secure")
    assert shelf.header_for("/") is None
    assert shelf.header_for("/", secure=True) == "a=1"


def test_cookie_expired_boundary():
    assert Cookie("a", "1", expires_at=0).expired(0)
    assert not Cookie("a", "1", expires_at=1).expired(0)


def test_bad_cookie():
    with pytest.raises(ValueError):
        parse_set_cookie("novalue", 0)


def test_headers_len_and_default():
    assert len(Headers([("A", "1"), ("a", "2")])) == 2
    assert parse_headers("").get("a", "none") == "none"
