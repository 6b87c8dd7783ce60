import pytest
from vending_machine import MachineError, State, VendingMachine


def machine():
    return VendingMachine({"a": 20, "b": 50}, {"a": 3, "b": 3}, {10: 5, 20: 5})


def test_selection_cleared_after_sale():
    vm = machine()
    vm.select("a")
    assert vm.insert(20) == ("a", [])
    assert vm.selected is None
    assert vm.insert(50) is None
    assert vm.credit == 50


def test_two_sales():
    vm = machine()
    vm.insert(50)
    assert vm.select("b") == ("b", [])
    vm.insert(20)
    vm.insert(20)
    assert vm.select("a") == ("a", [20])
    assert vm.stock == {"a": 2, "b": 2}


def test_cancel_keeps_stock():
    vm = machine()
    vm.select("a")
    vm.insert(10)
    assert vm.cancel() == [10]
    assert vm.stock["a"] == 3
    assert vm.selected is None and vm.state is State.IDLE


def test_change_selection():
    vm = machine()
    vm.select("b")
    vm.insert(10)
    assert vm.select("a") is None
    assert vm.insert(10) == ("a", [])


def test_repair_clears():
    vm = VendingMachine({"a": 5}, {"a": 1})
    vm.select("a")
    with pytest.raises(MachineError):
        vm.insert(20)
    vm.repair()
    assert (vm.credit, vm.selected) == (0, None)


def test_repair_working():
    with pytest.raises(MachineError):
        machine().repair()
