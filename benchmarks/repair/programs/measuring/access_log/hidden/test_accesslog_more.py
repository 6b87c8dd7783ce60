import pytest

from accesslog import parse_line

HEAD = "h - - [05/Mar/2024:10:15:00 +0000] "


@pytest.mark.parametrize("user", ["bob", "eve-2", "a+b", "ad\\\\joe", "x@y.z", "jürgen", "m.k"])
def test_user(user):
    hit = parse_line(f'h - {user} [05/Mar/2024:10:15:00 +0000] "GET / HTTP/1.1" 200 5')
    assert hit.user == user


def test_a_user_has_no_blanks():
    assert parse_line('h - a b [05/Mar/2024:10:15:00 +0000] "GET / HTTP/1.1" 200 5') is None


def test_agent_that_looks_like_a_status():
    hit = parse_line(HEAD + '"POST /f HTTP/1.1" 201 7 "http://a/" "bot" 404 3"')
    assert (hit.method, hit.path, hit.status, hit.size, hit.referrer) == ("POST", "/f", 201, 7, "http://a/")


def test_quote_in_the_request():
    hit = parse_line(HEAD + '"GET /say"hi" HTTP/1.0" 200 5')
    assert hit.path == '/say"hi"'
    assert hit.status == 200


def test_quotes_in_the_agent():
    assert parse_line(HEAD + '"GET /x HTTP/1.1" 304 - "-" "a "b" c"').status == 304
