import pytest

from ticket_timer import Ticket


class Clock:
    def __init__(self, now=0):
        self.now = now

    def __call__(self):
        return self.now


def test_reopened():
    clock = Clock()
    ticket = Ticket(clock)
    clock.now = 3
    ticket.move("closed")
    clock.now = 10
    ticket.move("open")
    clock.now = 12
    assert (ticket.time_in("new"), ticket.time_in("closed"), ticket.time_in("open")) == (3, 7, 2)


def test_times_add_up():
    clock = Clock(1000)
    ticket = Ticket(clock)
    for state in ("open", "waiting", "open", "closed", "open"):
        clock.now += 15
        ticket.move(state)
    assert ticket.spent == {"new": 15, "open": 30, "waiting": 15, "closed": 15}


def test_refused_move_changes_nothing():
    clock = Clock()
    ticket = Ticket(clock)
    clock.now = 5
    with pytest.raises(ValueError):
        ticket.move("waiting")
    clock.now = 9
    assert ticket.time_in("new") == 9


def test_finished_stay():
    clock = Clock()
    ticket = Ticket(clock)
    ticket.move("open")
    clock.now = 8
    ticket.move("waiting")
    clock.now = 30
    assert ticket.time_in("open") == 8
