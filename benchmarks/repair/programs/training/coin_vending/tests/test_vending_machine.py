import pytest
from vending_machine import MachineError, State, VendingMachine


@pytest.fixture
def vm():
    return VendingMachine({"cola": 150, "gum": 35}, {"cola": 2, "gum": 1}, {50: 2, 10: 3, 5: 3})


def test_pay_then_select(vm):
    assert vm.insert(200) is None
    assert vm.select("cola") == ("cola", [50])
    assert vm.state is State.IDLE


def test_select_then_pay(vm):
    assert vm.select("cola") is None
    assert vm.insert(100) is None
    assert vm.insert(50) == ("cola", [])


def test_sold_out(vm):
    vm.insert(50)
    vm.select("gum")
    with pytest.raises(MachineError):
        vm.select("gum")


def test_bad_coin(vm):
    with pytest.raises(MachineError):
        vm.insert(3)
    assert vm.credit == 0


def test_cancel(vm):
    vm.insert(100)
    assert vm.cancel() == [100]
    assert vm.credit == 0


def test_no_change():
    vm = VendingMachine({"a": 95}, {"a": 1})
    vm.insert(100)
    with pytest.raises(MachineError):
        vm.select("a")
    assert vm.state is State.OUT_OF_ORDER
    assert vm.coins[100] == 1
    with pytest.raises(MachineError):
        vm.insert(5)
    vm.repair()
    assert vm.state is State.IDLE


def test_stock_goes_down(vm):
    vm.insert(200)
    vm.select("cola")
    assert vm.stock["cola"] == 1


def test_next_customer_starts_fresh(vm):
    vm.select("gum")
    vm.cancel()
    assert vm.insert(50) is None
    assert vm.select("gum") == ("gum", [10, 5])
