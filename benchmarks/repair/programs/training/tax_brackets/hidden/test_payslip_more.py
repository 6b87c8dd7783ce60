from decimal import Decimal

import pytest

from payslip import income_tax, net


@pytest.mark.parametrize(
    "income, tax",
    [(1, "0.10"), (6000, "600.00"), (12001, "1200.22"), (45000, "8460.00"), (45001, "8460.35"), (100000, "27710.00")],
)
def test_income_tax(income, tax):
    assert income_tax(Decimal(income)) == Decimal(tax)


def test_net_of_a_middle_income():
    assert net(30000) == Decimal("24420.00")


def test_own_brackets():
    brackets = [(Decimal(0), Decimal(0)), (Decimal(10), Decimal("0.5")), (Decimal(20), Decimal(1))]
    assert income_tax(Decimal(25), brackets) == 10
