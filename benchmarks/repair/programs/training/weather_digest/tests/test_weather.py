import pytest

from weather import by_station, digest, format_digest, parse, parse_line, widest_range

TEXT = """# station;date;min;max;rain
hill; 2024-03-01; -2; 6.5; 0
hill; 2024-03-02; 1; 4; 3.2
port; 2024-03-01; 5; 9; 0.4

port; 2024-03-02; 6; 8; 0.3
"""


@pytest.fixture
def readings():
    return parse(TEXT)


def test_parse_count(readings):
    assert len(readings) == 4


def test_parse_line():
    assert parse_line("a;d;1;2;") == {"station": "a", "date": "d", "low": 1, "high": 2, "rain": 0}


def test_bad_lines():
    with pytest.raises(ValueError):
        parse_line("a;b;c")
    with pytest.raises(ValueError):
        parse_line("a;d;5;2;0")


def test_by_station(readings):
    assert {k: len(v) for k, v in by_station(readings).items()} == {"hill": 2, "port": 2}


def test_digest_extremes(readings):
    d = digest(readings)
    assert (d["hill"]["coldest"], d["hill"]["warmest"]) == (-2, 6.5)


def test_digest_rain(readings):
    d = digest(readings)
    assert d["port"]["rain"] == 0.7
    assert d["hill"]["wet_days"] == 1


def test_digest_days(readings):
    assert digest(readings + readings[:1])["hill"]["days"] == 2


def test_widest(readings):
    assert widest_range(readings)["date"] == "2024-03-01"
    assert widest_range(readings)["station"] == "hill"


def test_format(readings):
    assert format_digest(digest(readings)).splitlines()[1] == "port: 5.0 to 9.0 C, 0.7 mm on 2 of 2 days"
