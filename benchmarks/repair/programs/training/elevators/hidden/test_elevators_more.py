import pytest

from elevators import Bank, Car


def make(**floors):
    return Bank([Car(name, floor) for name, floor in floors.items()])


@pytest.mark.parametrize("count", [1, 2, 3, 5, 6])
def test_any_number_of_calls(count):
    bank = make(A=0, B=50)
    floors = list(range(1, count + 1))
    for f in floors:
        bank.call(f)
    bank.take_out("A")
    assert bank.cars["A"].calls == []
    assert bank.cars["B"].calls == floors


def test_calls_are_shared_among_the_rest():
    bank = make(A=5, B=0, C=10)
    for f in (3, 4, 6, 7):
        assert bank.call(f) == "A"
    bank.take_out("A")
    assert bank.cars["A"].calls == []
    assert bank.cars["B"].calls == [3, 4]
    assert bank.cars["C"].calls == [6, 7]


def test_no_calls():
    bank = make(A=0, B=5)
    bank.take_out("A")
    assert bank.cars["B"].calls == []
    assert bank.waiting == []


def test_own_calls_of_other_car_stay():
    bank = make(A=0, B=10)
    bank.call(9), bank.call(1), bank.call(2)
    bank.take_out("A")
    assert bank.cars["B"].calls == [9, 1, 2]


def test_targets_are_dropped():
    bank = make(A=0, B=10)
    bank.cars["A"].press(4)
    bank.call(1)
    bank.take_out("A")
    assert bank.cars["A"].stops == set()


def test_call_after_take_out_goes_elsewhere():
    bank = make(A=0, B=10)
    bank.call(1), bank.call(2)
    bank.take_out("A")
    assert bank.call(2) == "B"
    assert bank.call(0) == "B"


def test_everyone_is_served():
    bank = make(A=0, B=6)
    for f in (1, 2, 3):
        bank.call(f)
    bank.take_out("A")
    assert sorted(bank.run(20)) == [("B", 1), ("B", 2), ("B", 3)]


def test_both_out_then_back():
    bank = make(A=0, B=10)
    for f in (1, 2, 9):
        bank.call(f)
    bank.take_out("A")
    bank.take_out("B")
    assert sorted(bank.waiting) == [1, 2, 9]
    bank.put_back("B")
    assert sorted(bank.cars["B"].calls) == [1, 2, 9]


def test_put_back_does_not_steal():
    bank = make(A=0, B=10)
    bank.call(1)
    bank.take_out("A")
    bank.put_back("A")
    assert bank.assigned(1).name == "B"
