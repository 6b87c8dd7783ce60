import pytest

from elevators import Bank, Car


@pytest.fixture
def bank():
    return Bank([Car("A", 0), Car("B", 10)])


def test_nearest_car(bank):
    assert bank.call(2) == "A"
    assert bank.call(9) == "B"


def test_same_call_twice(bank):
    bank.call(4)
    assert bank.call(4) == "A"
    assert bank.cars["A"].calls == [4]


def test_cost_when_moving_away():
    car = Car("A", 5)
    car.press(8)
    car.step()
    assert (car.floor, car.direction) == (6, 1)
    assert car.cost(7) == 1
    assert car.cost(4) == 2 + 4


def test_run_serves_on_the_way(bank):
    bank.cars["A"].press(3)
    bank.call(2)
    assert bank.run(6) == [("A", 2), ("A", 3)]


def test_turns_around():
    car = Car("A", 3)
    bank = Bank([car])
    car.press(4)
    car.press(1)
    assert bank.run(7) == [("A", 4), ("A", 1)]


def test_take_out_moves_call(bank):
    bank.call(2)
    bank.take_out("A")
    assert bank.cars["A"].calls == []
    assert bank.assigned(2).name == "B"


def test_take_out_moves_all_calls(bank):
    for floor in (1, 2, 3, 4):
        bank.call(floor)
    bank.take_out("A")
    assert bank.cars["A"].calls == []
    assert sorted(bank.cars["B"].calls) == [1, 2, 3, 4]


def test_take_out_last_car():
    bank = Bank([Car("A")])
    bank.call(3)
    bank.call(5)
    bank.take_out("A")
    assert bank.waiting == [3, 5]
    assert bank.call(6) is None
    bank.put_back("A")
    assert bank.waiting == []
    assert bank.cars["A"].calls == [3, 5, 6]


def test_out_of_service_does_not_move(bank):
    bank.take_out("A")
    bank.cars["A"].press(5)
    assert bank.run(10) == []
