import pytest

from reorder_report import Inventory, Item

STOCK = """
sku,supplier,stock,minimum,target,pack,ordered,reserved,price
nut,Acme,5,10,30,10,,,2
bolt,Best,1,20,40,5,,,3
cog,Acme,0,50,60,20,,,7
gear,Best,90,20,100,,,,5
"""


@pytest.fixture
def inventory():
    return Inventory.from_csv(STOCK)


def test_from_csv(inventory):
    gear = inventory["gear"]
    assert (gear.pack, gear.ordered, gear.price) == (1, 0, 5)
    with pytest.raises(ValueError):
        inventory.add(Item("nut", "X", 0, 0, 0))


def test_available_and_short():
    item = Item("x", "s", stock=5, minimum=10, target=20, ordered=8, reserved=3)
    assert item.available == 10
    assert not item.short
    item.reserved += 1
    assert item.short


def test_packs_are_rounded_up(inventory):
    assert inventory["nut"].packs_needed() == 3
    assert inventory["bolt"].packs_needed() == 8
    assert inventory["cog"].packs_needed() == 3


def test_most_urgent_first(inventory):
    assert [line.sku for line in inventory.reorder_lines()] == ["cog", "bolt", "nut"]


def test_orders(inventory):
    orders = {name: [line.sku for line in lines] for name, lines in inventory.orders().items()}
    assert orders == {"Acme": ["cog", "nut"], "Best": ["bolt"]}


def test_place(inventory):
    assert inventory.place("Best") == 120
    assert inventory["bolt"].ordered == 40
    assert inventory.place("Best") == 0


def test_place_all_of_a_supplier(inventory):
    assert inventory.place("Acme") == 420 + 60
    assert (inventory["nut"].ordered, inventory["cog"].ordered) == (30, 60)


def test_report(inventory):
    assert inventory.report() == (
        "Acme: 480\n  cog x3 (60)\n  nut x3 (30)\nBest: 120\n  bolt x8 (40)")


def test_nothing_to_order():
    assert Inventory([Item("x", "s", 5, 1, 9)]).report() == "nothing to order"


def test_receive(inventory):
    inventory.place("Best")
    inventory.receive("bolt", 15)
    assert (inventory["bolt"].stock, inventory["bolt"].ordered) == (16, 25)
