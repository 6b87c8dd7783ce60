import pytest

from timetable import Departure, TimetableError, board, next_departures, parse

TEXT = """
12 Harbour: 06 05 25 45; 07 05 35
7 Old Town: 06 15; 23 50   # night bus
"""


def test_parse_sorts_by_time():
    assert [d.minute_of_day for d in parse(TEXT)] == [365, 375, 385, 405, 425, 455, 1430]


def test_destination_of_two_words():
    assert parse(TEXT)[1] == Departure(375, "7", "Old Town")


def test_colon_is_needed():
    with pytest.raises(TimetableError):
        parse("12 Harbour 06 05")


def test_minutes_are_checked():
    with pytest.raises(TimetableError):
        parse("12 Harbour: 06 75")


def test_next_of_one_route():
    assert [d.minute_of_day for d in next_departures(parse(TEXT), 400, route="12")] == [405, 425, 455]


def test_next_goes_over_midnight():
    assert [d.minute_of_day for d in next_departures(parse(TEXT), 1400, count=2)] == [1430, 1805]


def test_board_soon():
    assert board(parse(TEXT), 365, 2) == [" 12 Harbour      now", "  7 Old Town     10 min"]


def test_board_later():
    assert board(parse(TEXT), 385, 3)[1:] == [" 12 Harbour      20 min", " 12 Harbour      07:05"]


def test_board_tomorrow():
    assert board(parse(TEXT), 430, 2) == [" 12 Harbour      25 min", "  7 Old Town     23:50"]


def test_clock_afternoon():
    assert Departure(15 * 60 + 45, "1", "x").clock() == "15:45"
