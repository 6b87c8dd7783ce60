import pytest

from orgchart import OrgChart
from orgchart.render import render


@pytest.fixture
def chart():
    chart = OrgChart()
    chart.hire("Zoe", "CEO", budget=100_000)
    chart.hire("Max", "CTO", "Zoe", budget=10_000)
    chart.hire("Ida", "Lead", "Max", budget=500)
    chart.hire("Tom", "Dev", "Ida")
    chart.hire("Liv", "Dev", "Max")
    return chart


def test_reports(chart):
    assert chart.reports("Max") == ["Ida", "Liv"]


def test_chain(chart):
    assert chart.chain("Tom") == ["Ida", "Max", "Zoe"]
    assert chart.chain("Zoe") == []


def test_headcount(chart):
    assert chart.headcount("Zoe") == 4
    assert chart.headcount("Tom") == 0


def test_hired_twice(chart):
    with pytest.raises(ValueError):
        chart.hire("Tom", "Dev")


@pytest.mark.parametrize("amount, who", [(100, "Ida"), (500, "Ida"), (501, "Max"), (50_000, "Zoe")])
def test_approver(chart, amount, who):
    assert chart.approver("Tom", amount) == who


def test_nobody_may_approve(chart):
    assert chart.approver("Tom", 1_000_000) is None


def test_nobody_above(chart):
    assert chart.approver("Zoe", 10) is None


def test_common_manager(chart):
    assert chart.common_manager("Tom", "Liv") == "Max"
    assert chart.common_manager("Zoe", "Liv") is None


def test_leaving(chart):
    chart.leave("Ida")
    assert chart.chain("Tom") == ["Max", "Zoe"]


def test_render(chart):
    assert render(chart, "Max") == ["Max", "  Ida", "    Tom", "  Liv"]
