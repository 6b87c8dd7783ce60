import pytest

from elevator import Elevator


def test_no_such_floor():
    with pytest.raises(ValueError):
        Elevator(5).call(5)


def test_already_there():
    lift = Elevator(5)
    lift.call(0)
    assert lift.log == ["open 0"]


def test_waits():
    lift = Elevator(5, floor=3)
    assert lift.target() is None
    assert not lift.step()


def test_up():
    lift = Elevator(9)
    for floor in (7, 3, 5):
        lift.call(floor)
    assert lift.run() == ["open 3", "open 5", "open 7"]


def test_one_below():
    lift = Elevator(9, floor=6)
    lift.call(2)
    assert lift.run() == ["open 2"]


def test_order_on_the_way_down():
    lift = Elevator(9, floor=8)
    for floor in (2, 6, 4):
        lift.call(floor)
    assert lift.next_stops() == [6, 4, 2]


def test_first_up_then_down():
    lift = Elevator(9, floor=4, direction=1)
    for floor in (1, 6):
        lift.call(floor)
    assert lift.next_stops() == [6, 1]


def test_direction_is_kept():
    lift = Elevator(9, floor=4, direction=-1)
    for floor in (3, 5):
        lift.call(floor)
    assert lift.next_stops() == [3, 5]


def test_rests_afterwards():
    lift = Elevator(9)
    lift.call(1)
    lift.run()
    assert lift.direction == 0
