from lift_controller import Direction, Lift


def served(lift, *floors):
    for floor in floors:
        lift.call(floor)
    return lift.run()


def test_basement_floors_from_the_top():
    assert served(Lift(-3, 6, floor=6), -3, 0, 5, -1) == [5, 0, -1, -3]


def test_up_then_all_the_way_down():
    lift = Lift(0, 10, floor=5)
    assert served(lift, 6, 9, 1, 4, 2) == [6, 9, 4, 2, 1]
    assert lift.travelled == 12


def test_down_then_up():
    assert served(Lift(0, 10, floor=5), 4, 2, 7, 9) == [4, 2, 7, 9]


def test_call_added_below_while_descending():
    lift = Lift(0, 10, floor=10)
    lift.call(8)
    assert lift.advance() == 8
    lift.close_door()
    assert lift.direction is Direction.DOWN
    for floor in (9, 3, 5):
        lift.call(floor)
    assert lift.run() == [5, 3, 9]


def test_tie_prefers_up():
    assert served(Lift(0, 10, floor=5), 4, 6) == [6, 4]


def test_second_run_starts_idle():
    lift = Lift(0, 10, floor=0)
    assert served(lift, 9) == [9]
    assert served(lift, 10, 7, 8) == [10, 8, 7]
