import pytest

from tax_brackets import Bracket, Credit, Schedule, TaxReturn


@pytest.fixture
def schedule():
    return Schedule([Bracket(0, 10), Bracket(10000, 20), Bracket(40000, 40)],
                    allowance=5000, phase_out=100000)


def test_tax_on(schedule):
    assert schedule.tax_on(0) == 0
    assert schedule.tax_on(10000) == 1000
    assert schedule.tax_on(50000) == 1000 + 6000 + 4000


def test_marginal(schedule):
    assert schedule.marginal_percent(9999) == 10
    assert schedule.marginal_percent(10000) == 20


def test_allowance_phase_out(schedule):
    assert schedule.allowance_for(100000) == 5000
    assert schedule.allowance_for(104000) == 3000
    assert schedule.allowance_for(200000) == 0


def test_no_brackets():
    with pytest.raises(ValueError):
        Schedule([])


def test_single(schedule):
    ret = TaxReturn({"job": 20000, "side": 5000})
    assert ret.taxable(schedule) == 20000
    assert ret.liability(schedule) == 3000


def test_joint(schedule):
    ret = TaxReturn({"a": 40000, "b": 10000}, joint=True)
    assert ret.liability(schedule) == 2 * 3000


def test_plain_credit_stops_at_zero(schedule):
    ret = TaxReturn({"job": 10000}, credits=[Credit("study", 900)])
    assert ret.liability(schedule) == 0


def test_refundable_credit_is_paid_out(schedule):
    ret = TaxReturn({"job": 10000}, credits=[Credit("child", 900, refundable=True)])
    assert ret.liability(schedule) == -400
    assert ret.summary(schedule) == "taxable 5000, refund 400"


def test_both_kinds_of_credit(schedule):
    ret = TaxReturn({"job": 10000}, withheld=100,
                    credits=[Credit("child", 300, refundable=True), Credit("study", 700)])
    assert ret.liability(schedule) == -300
    assert ret.balance(schedule) == -400


def test_withheld(schedule):
    ret = TaxReturn({"job": 25000}, withheld=2500)
    assert ret.summary(schedule) == "taxable 20000, pay 500"
