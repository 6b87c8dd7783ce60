import pytest

from lift_controller import Direction, Door, Lift, LiftError


def test_going_up_stops_on_the_way():
    lift = Lift(0, 10)
    for floor in (7, 3, 5):
        lift.call(floor)
    assert lift.run() == [3, 5, 7]


def test_going_down_stops_on_the_way():
    lift = Lift(0, 10, floor=9)
    for floor in (2, 6, 4):
        lift.call(floor)
    assert lift.run() == [6, 4, 2]


def test_finishes_direction_before_turning():
    lift = Lift(0, 10, floor=5)
    lift.call(6)
    lift.advance()
    lift.close_door()
    lift.call(3)
    lift.call(9)
    assert lift.run() == [9, 3]


def test_travelled_distance():
    lift = Lift(0, 10, floor=5)
    for floor in (6, 8, 4, 1):
        lift.call(floor)
    lift.run()
    assert lift.travelled == 10


def test_idle_when_done():
    lift = Lift(0, 5)
    lift.call(2)
    lift.run()
    assert lift.direction is Direction.IDLE
    assert lift.pending() == []


def test_call_on_current_floor_opens_door():
    lift = Lift(0, 5, floor=3)
    lift.call(3)
    assert lift.door is Door.OPEN
    with pytest.raises(LiftError):
        lift.advance()


def test_unknown_floor():
    with pytest.raises(LiftError):
        Lift(0, 5).call(6)


def test_nearest_call_first():
    lift = Lift(-2, 8, floor=3)
    lift.call(8)
    lift.call(2)
    assert lift.run() == [2, 8]
