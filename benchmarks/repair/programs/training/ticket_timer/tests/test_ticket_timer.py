import pytest

from ticket_timer import Ticket


class Clock:
    def __init__(self, now=0):
        self.now = now

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock(50)


@pytest.fixture
def ticket(clock):
    return Ticket(clock)


def test_new(ticket, clock):
    clock.now += 10
    assert ticket.time_in("new") == 10
    assert ticket.time_in("open") == 0


def test_not_allowed(ticket):
    with pytest.raises(ValueError):
        ticket.move("waiting")
    assert ticket.state == "new"


def test_time_as_new_ends(ticket, clock):
    clock.now += 4
    ticket.move("open")
    clock.now += 6
    assert ticket.time_in("new") == 4


def test_running_state(ticket, clock):
    clock.now += 4
    ticket.move("open")
    clock.now += 6
    assert ticket.time_in("open") == 6


def test_back_again(ticket, clock):
    ticket.move("open")
    clock.now += 5
    ticket.move("waiting")
    clock.now += 20
    ticket.move("open")
    clock.now += 1
    assert ticket.time_in("waiting") == 20
    assert ticket.time_in("open") == 6


def test_at_once(ticket):
    ticket.move("closed")
    assert ticket.time_in("new") == ticket.time_in("closed") == 0
