from elevator import Elevator


def test_nearest_below():
    lift = Elevator(20, floor=15, direction=-1, calls={0, 14, 7})
    assert lift.target() == 14


def test_whole_tour():
    lift = Elevator(20, floor=10, direction=1, calls={12, 19, 9, 1, 5})
    assert lift.next_stops() == [12, 19, 9, 5, 1]


def test_turns_round_at_the_bottom():
    lift = Elevator(20, floor=3, direction=-1, calls={0, 2, 8, 6})
    assert lift.next_stops() == [2, 0, 6, 8]
