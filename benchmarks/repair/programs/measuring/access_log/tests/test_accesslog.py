from accesslog import broken_links, busiest_paths, parse_line, read, traffic_by_hour

SHORT = '10.0.0.1 - - [05/Mar/2024:10:15:00 +0000] "GET /a?x=1 HTTP/1.1" 200 512'
LONG = '10.0.0.2 - ann [05/Mar/2024:11:00:00 +0000] "GET /gone HTTP/1.1" 404 - "http://x.org/" "Mozilla/5.0"'
ODD = '10.0.0.3 - - [05/Mar/2024:11:30:00 +0000] "GET /b HTTP/1.1" 200 100 "-" "agent "007" 123 9"'


def test_short_line():
    hit = parse_line(SHORT)
    assert (hit.method, hit.path, hit.status, hit.size) == ("GET", "/a", 200, 512)


def test_long_line():
    hit = parse_line(LONG)
    assert (hit.path, hit.status, hit.size, hit.referrer) == ("/gone", 404, 0, "http://x.org/")


def test_time_has_a_zone():
    assert parse_line(SHORT).when.isoformat() == "2024-03-05T10:15:00+00:00"


def test_rubbish():
    assert parse_line("hello") is None


def test_strange_agent():
    hit = parse_line(ODD)
    assert hit.path == "/b"
    assert hit.status == 200


def test_request_without_protocol():
    hit = parse_line('h - - [05/Mar/2024:10:15:00 +0000] "GET /old" 200 1')
    assert hit.path == "/old"


def test_user():
    assert parse_line(LONG).user == "ann"
    assert parse_line(SHORT).user == ""


def test_user_with_an_address():
    hit = parse_line(LONG.replace("- ann ", "- ann.lee@example.org "))
    assert hit is not None
    assert hit.user == "ann.lee@example.org"


def test_read_counts_bad_lines():
    hits, bad = read([SHORT, "", "rubbish", LONG])
    assert len(hits) == 2
    assert bad == 1


def test_busiest():
    hits, _ = read([SHORT, SHORT, LONG])
    assert busiest_paths(hits) == [("/a", 2)]


def test_traffic():
    hits, _ = read([SHORT, SHORT, ODD])
    assert traffic_by_hour(hits) == {10: 1024, 11: 100}


def test_broken_links():
    hits, _ = read([SHORT, LONG])
    assert broken_links(hits) == {"/gone": ["http://x.org/"]}
