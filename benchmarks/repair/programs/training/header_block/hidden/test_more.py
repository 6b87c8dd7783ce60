from header_block import Headers, parse_headers


def test_upper_case():
    headers = parse_headers("host: a\nHOST: b")
    assert headers.get("HOST") == "b"
    assert headers.all("Host") == ["a", "b"]


def test_added():
    headers = Headers()
    headers.add(" Content-Type ", " text/plain ")
    assert headers.get("Content-Type", "none") == "text/plain"


def test_colon_in_the_value():
    assert parse_headers("Link: http://x:80/\n").get("Link") == "http://x:80/"


def test_last_value():
    assert parse_headers("A: 1\na: 2\nA: 3").get("A") == "3"


def test_lower_case():
    assert parse_headers("Date:\n today\n").get("date") == "today"
