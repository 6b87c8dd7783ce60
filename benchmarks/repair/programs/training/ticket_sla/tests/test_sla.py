from datetime import datetime, timedelta

from sla import Ticket, add_office_time, next_opening, worklist


def at(day, hour, minute=0):
    return datetime(2024, 7, day, hour, minute)  # 1 July 2024 is a Monday


def test_open_now():
    assert next_opening(at(1, 10)) == at(1, 10)


def test_early():
    assert next_opening(at(1, 7)) == at(1, 9)


def test_evening():
    assert next_opening(at(1, 17)) == at(2, 9)


def test_friday_evening():
    assert next_opening(at(5, 18)) == at(8, 9)


def test_same_day():
    assert add_office_time(at(1, 10), timedelta(hours=2)) == at(1, 12)


def test_exactly_at_the_end():
    assert add_office_time(at(1, 15), timedelta(hours=2)) == at(1, 17)


def test_over_night():
    assert add_office_time(at(1, 16), timedelta(hours=2)) == at(2, 10)


def test_over_the_weekend():
    assert Ticket(1, at(5, 13)).due == at(8, 13)


def test_answered_in_time():
    ticket = Ticket(1, at(1, 9), "urgent", answered=at(1, 11))
    assert not ticket.is_late(at(9, 9))


def test_worklist():
    tickets = [Ticket(1, at(1, 9)), Ticket(2, at(1, 9), "urgent"), Ticket(3, at(1, 9), answered=at(1, 10))]
    assert worklist(tickets, at(1, 12)) == ["! #2 Mon 11:00", "  #1 Mon 17:00"]
