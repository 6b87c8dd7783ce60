import pytest

from lift_bank import DOWN, UP, Car, LiftBank


def car_with(floor, *stops):
    car = Car("X", floor=floor)
    for stop in stops:
        car.add_stop(stop)
    return car


@pytest.mark.parametrize("floor, stops, call, expected", [
    (10, (4, 3, 9), 11, 7 + 8),
    (10, (4,), 11, 6 + 7),
    (5, (2, 8), 7, 3 + 5),
    (5, (8, 2), 3, 3 + 5),
    (5, (8, 9, 1), 0, 4 + 9),
    (6, (0, 5), 12, 6 + 12),
])
def test_eta_with_turn(floor, stops, call, expected):
    assert car_with(floor, *stops).eta(call) == expected


def test_eta_at_own_floor():
    assert car_with(5, 2, 3).eta(5) == 0
    assert car_with(5, 7, 8).eta(5) == 0


def test_eta_matches_the_ride():
    for stops in [(3, 1), (9, 7, 2), (4, 8), (5, 0, 10)]:
        for call in range(12):
            car = car_with(6, *stops)
            expected = car.eta(call)
            car.add_stop(call)
            rode = 0
            while car.floor != call:
                car.step()
                rode += 1
            assert rode == expected


def test_direction_after_turn():
    car = car_with(4, 3, 6)
    assert car.direction == DOWN
    car.step()
    assert car.direction == UP
    assert car.eta(2) == 3 + 4


def test_call_prefers_waiting_car():
    bank = LiftBank(20, ["A", "B"])
    bank.cars["A"].floor = 15
    bank.cars["B"].floor = 10
    bank.press("A", 14)
    bank.press("A", 2)
    assert bank.call(16) == "B"


def test_call_ahead_of_descending_car():
    bank = LiftBank(20, ["A", "B"])
    bank.cars["A"].floor = 15
    bank.press("A", 14)
    bank.press("A", 2)
    assert bank.call(13) == "A"
    assert bank.run()[0] == (1, "A", 14)


def test_withdraw_spreads_stops():
    bank = LiftBank(20, ["A", "B", "C"])
    bank.cars["B"].floor = 9
    bank.cars["C"].floor = 19
    bank.press("C", 18)
    bank.press("C", 3)
    bank.press("A", 12)
    bank.press("A", 1)
    assert bank.withdraw("A") == {1: "B", 12: "C"}


def test_restore():
    bank = LiftBank(9, ["A", "B"])
    bank.withdraw("A")
    bank.restore("A")
    assert bank.call(2) == "A"
