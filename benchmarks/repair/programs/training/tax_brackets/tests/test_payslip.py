from decimal import Decimal

import pytest

from payslip import income_tax, net, payslip, social, taxable


def test_taxable_never_negative():
    assert taxable(5000) == 0


def test_children_lower_the_taxable_income():
    assert taxable(30000, children=2) == 18000


def test_no_income_no_tax():
    assert income_tax(Decimal(0)) == 0


@pytest.mark.parametrize(
    "income, tax",
    [(12000, "1200.00"), (20000, "2960.00"), (50000, "10210.00")],
)
def test_income_tax(income, tax):
    assert income_tax(Decimal(income)) == Decimal(tax)


def test_flat_tax():
    assert income_tax(Decimal(700), [(Decimal(0), Decimal("0.5"))]) == 350


def test_social_is_capped():
    assert social(90000) == Decimal("4800.00")
    assert social(1000) == Decimal("80.00")


def test_net_below_allowance():
    assert net(8000) == Decimal("7360.00")


def test_payslip_lines():
    assert payslip("Kim", 21000) == ["Kim", "gross   21000.00", "tax     -1200.00", "social  -1680.00", "net     18120.00"]
