import pytest

from tax_brackets import Bracket, Credit, Schedule, TaxReturn

FLAT = Schedule([Bracket(0, 10)])


def liability(income, *credits, **more):
    return TaxReturn({"job": income}, credits=list(credits), **more).liability(FLAT)


def test_no_credits():
    assert liability(10000) == 1000


def test_refundable_smaller_than_tax():
    assert liability(10000, Credit("c", 400, True)) == 600


def test_refundable_larger_than_tax():
    assert liability(10000, Credit("c", 1500, True)) == -500


def test_refundable_with_no_income():
    assert liability(0, Credit("c", 250, True)) == -250


def test_plain_with_no_income():
    assert liability(0, Credit("c", 250)) == 0


def test_plain_excess_is_lost():
    assert liability(10000, Credit("p", 5000), Credit("r", 200, True)) == -200


def test_plain_is_used_before_refundable():
    assert liability(10000, Credit("r", 600, True), Credit("p", 600)) == -200


def test_both_below_tax():
    assert liability(10000, Credit("r", 300, True), Credit("p", 200)) == 500


def test_two_refundable():
    assert liability(1000, Credit("r", 300, True), Credit("s", 200, True)) == -400


def test_balance_with_withheld():
    ret = TaxReturn({"job": 1000}, credits=[Credit("r", 300, True)], withheld=50)
    assert ret.balance(FLAT) == -250


def test_summary_refund():
    ret = TaxReturn({"job": 1000}, credits=[Credit("p", 300), Credit("r", 30, True)])
    assert ret.summary(FLAT) == "taxable 1000, refund 30"


@pytest.mark.parametrize("joint", [False, True])
def test_deductions_never_below_zero(joint):
    ret = TaxReturn({"job": 1000}, deductions=5000, joint=joint)
    assert ret.liability(FLAT) == 0


def test_joint_refundable():
    assert liability(10000, Credit("r", 1200, True), joint=True) == -200
