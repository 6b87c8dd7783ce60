"""Calls that a loop forgot: what is done to each element."""

from testfix_pipeline_tests.repair.sources import shape

ORDERS = """
class Stock:
    def __init__(self):
        self.kept = {}
    def release(self, sku, amount):
        self.kept[sku] += amount
    def ship(self, sku, amount):
        self.kept[sku] -= amount

class Orders:
    def __init__(self, stock, orders=()):
        self.stock, self.orders = stock, {}
        for order in orders:
            self.add(order)
    def add(self, order):
        self.orders[order.number] = order
    def cancel(self, number):
        for sku, amount in self.orders[number].lines:
            self.stock.release(sku, amount)
    def ship(self, number):
        for sku, amount in self.orders[number].lines:
            self.stock.ship(sku, amount)

def reached(needs, start):
    done = []
    def visit(one):
        for need in needs[one]:
            visit(need)
        done.append(one)
    visit(start)
    return done
"""


def test_what_a_loop_forgot_to_call_is_called_for_each() -> None:
    assert best(ORDERS, "self.add(order)") == shape(ORDERS)
    assert best(ORDERS, "self.stock.ship(sku, amount)") == shape(ORDERS)
    assert best(ORDERS, "visit(need)")
