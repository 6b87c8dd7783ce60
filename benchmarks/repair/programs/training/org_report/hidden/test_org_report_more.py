import pytest

from org_report import OrgChart, OrgError, Person


@pytest.fixture
def chart():
    """1 > 2 > 3 > 4 > 5, and 1 > 6"""
    people = [Person(i, f"P{i}", "x", i, i - 1 or None) for i in range(1, 6)]
    return OrgChart(people + [Person(6, "P6", "x", 6, 1)])


@pytest.mark.parametrize("manager", [1, 3, 4])
def test_anyone_above_may_be_chosen(chart, manager):
    chart.move(5, manager)
    assert chart.person(5).manager == manager


@pytest.mark.parametrize("manager", [3, 5])
def test_nobody_below_may_be_chosen(chart, manager):
    with pytest.raises(OrgError):
        chart.move(2, manager)
    assert chart.person(2).manager == 1


@pytest.mark.parametrize("manager", [5, 6])
def test_top_cannot_move_below(chart, manager):
    with pytest.raises(OrgError):
        chart.move(1, manager)


def test_to_another_branch(chart):
    chart.move(3, 6)
    assert chart.chain(5) == [4, 3, 6, 1]


def test_same_manager_again(chart):
    chart.move(4, 3)
    assert chart.chain(4) == [3, 2, 1]


def test_up_then_swap(chart):
    chart.move(4, 2)
    chart.move(3, 4)
    assert chart.chain(3) == [4, 2, 1]


def test_self(chart):
    for i in range(1, 7):
        with pytest.raises(OrgError):
            chart.move(i, i)


def test_team_goes_along(chart):
    chart.move(3, 1)
    assert [p.id for p in chart.team(3)] == [4, 5]
    assert chart.cost(2) == 2


def test_second_root(chart):
    chart.hire(Person(7, "P7", "x", 7))
    chart.move(7, 5)
    assert chart.chain(7) == [5, 4, 3, 2, 1]
    assert chart.common_manager(7, 6).id == 1


def test_root_under_another_root():
    chart = OrgChart([Person(1, "A", "x", 1), Person(2, "B", "x", 1), Person(3, "C", "x", 1, 1)])
    chart.move(1, 2)
    assert chart.levels() == {0: ["B"], 1: ["A"], 2: ["C"]}
