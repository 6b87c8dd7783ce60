import pytest
from session_split import Hit, Session, parse_line, sessions, summary


def test_parse():
    assert parse_line("12 bob /a b\n") == Hit(12, "bob", "/a b")


def test_parse_bad():
    with pytest.raises(ValueError):
        parse_line("12 bob")


def test_duration():
    assert Session("x", 5, 25, ()).duration == 20


def test_empty():
    assert list(sessions([])) == []
    assert summary(["", "  "]) == {}


def test_logout_ends():
    hits = [Hit(1, "a", "/"), Hit(5, "a", "/logout")]
    assert list(sessions(hits)) == [Session("a", 1, 5, ("/", "/logout"))]


def test_gap_splits():
    hits = [Hit(0, "a", "/"), Hit(10, "a", "/x"), Hit(100, "a", "/y"), Hit(101, "a", "/logout")]
    assert list(sessions(hits, gap=50)) == [
        Session("a", 0, 10, ("/", "/x")),
        Session("a", 100, 101, ("/y", "/logout")),
    ]


def test_open_at_end():
    hits = [Hit(0, "a", "/"), Hit(10, "a", "/x")]
    assert list(sessions(hits)) == [Session("a", 0, 10, ("/", "/x"))]


def test_summary():
    lines = ["0 a /", "5 b /", "9 a /logout", "15 b /logout"]
    assert summary(lines) == {"a": (1, 9, 2), "b": (1, 10, 2)}
