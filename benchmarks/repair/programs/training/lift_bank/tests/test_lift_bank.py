import pytest

from lift_bank import DOWN, IDLE, UP, Car, LiftBank


def descending():
    car = Car("A", floor=8)
    car.add_stop(6)
    car.add_stop(2)
    return car


def test_idle_car_takes_direction_of_first_stop():
    car = Car("A", floor=4)
    car.add_stop(2)
    car.add_stop(7)
    assert car.direction == DOWN
    assert car.stops == {2, 7}


def test_eta_idle_and_ahead():
    assert Car("A", floor=4).eta(9) == 5
    car = Car("A", floor=4)
    car.add_stop(9)
    assert car.eta(6) == 2
    assert car.eta(11) == 7


def test_eta_behind_a_rising_car():
    car = Car("A", floor=4)
    car.add_stop(6)
    car.add_stop(9)
    assert car.eta(2) == 5 + 7


def test_eta_ahead_of_descending_car():
    assert descending().eta(1) == 7


def test_eta_behind_a_descending_car():
    assert descending().eta(9) == 6 + 7


def test_step_turns_round():
    car = Car("A", floor=1)
    car.add_stop(2)
    car.add_stop(0)
    assert car.direction == UP
    assert car.step()
    assert car.direction == DOWN
    assert not car.step()
    assert car.step()
    assert car.direction == IDLE
    assert car.travelled == 3


def test_call_nearest():
    bank = LiftBank(12, ["A", "B"])
    bank.cars["B"].floor = 10
    assert bank.call(8) == "B"
    assert bank.call(3) == "A"


def test_call_avoids_car_that_travels_away():
    bank = LiftBank(12, ["A", "B"])
    bank.cars["A"].floor = 8
    bank.press("A", 7)
    bank.press("A", 1)
    assert bank.call(9) == "B"


def test_run_log():
    bank = LiftBank(10, ["A"])
    bank.press("A", 3)
    bank.press("A", 1)
    assert bank.run() == [(1, "A", 1), (3, "A", 3)]


def test_withdraw():
    bank = LiftBank(10, ["A", "B"])
    bank.press("A", 5)
    assert bank.withdraw("A") == {5: "B"}
    assert bank.cars["A"].stops == set()
    assert bank.call(1) == "B"


def test_errors():
    bank = LiftBank(5, ["A"])
    with pytest.raises(ValueError):
        bank.call(5)
    bank.withdraw("A")
    with pytest.raises(RuntimeError):
        bank.call(1)
