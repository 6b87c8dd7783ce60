import pytest

from swim_heats import Entry, club_counts, format_time, heat_sizes, lane_order, parse_time, seed, slowest_first, start_list

RACE = """\
Ada; Sharks; 58.1
Bo; Otters; 1:02.50
Cy; Sharks; nt
Di; Otters; 57.90
Ed; Sharks; 1:00.00
"""


def test_parse_time():
    assert parse_time("1:02.50") == 62.5
    assert parse_time(" 58.1") == 58.1
    assert parse_time("NT") is None


def test_format_time():
    assert format_time(62.5) == "1:02.50"
    assert format_time(59.999) == "1:00.00"
    assert format_time(9.05) == "9.05"
    assert format_time(None) == "NT"


def test_lane_order():
    assert lane_order(8) == [4, 5, 3, 6, 2, 7, 1, 8]
    assert lane_order(5) == [3, 4, 2, 5, 1]


def test_slowest_first():
    entries = [Entry("a", "x", 60.0), Entry("b", "x", 61.0), Entry("d", "x"), Entry("c", "x")]
    assert [entry.name for entry in slowest_first(entries)] == ["c", "d", "b", "a"]


def test_equal_times():
    entries = [Entry(name, "x", 60.0) for name in ("lea", "max", "kim")]
    assert [entry.name for entry in slowest_first(entries)] == ["kim", "lea", "max"]


@pytest.mark.parametrize(
    ("count", "sizes"), [(0, []), (5, [5]), (8, [8]), (9, [3, 6]), (12, [4, 8]), (17, [3, 6, 8])]
)
def test_heat_sizes(count, sizes):
    assert heat_sizes(count, 8) == sizes


def test_one_heat():
    assert start_list(RACE) == ["heat 1: 2 Cy, 3 Ed, 4 Di, 5 Ada, 6 Bo"]


def test_fastest_swim_last():
    assert start_list(RACE, lanes=3) == ["heat 1: 1 Cy, 2 Ed, 3 Bo", "heat 2: 2 Di, 3 Ada"]


def test_clubs():
    assert club_counts(seed([Entry("a", "Sharks", 1.0), Entry("b", "Eels"), Entry("c", "Sharks")])) == {
        "Eels": 1,
        "Sharks": 2,
    }


def test_tiny_pool():
    with pytest.raises(ValueError):
        seed([], lanes=2)
