import pytest

from org_report import OrgChart, OrgError, Person


@pytest.fixture
def chart():
    return OrgChart([
        Person(1, "Ada", "CEO", 200),
        Person(2, "Ben", "CTO", 150, 1),
        Person(3, "Cleo", "CFO", 140, 1),
        Person(4, "Dan", "Lead", 100, 2),
        Person(5, "Eve", "Developer", 80, 4),
        Person(6, "Finn", "Developer", 75, 4),
    ])


def test_chain(chart):
    assert chart.chain(5) == [4, 2, 1]
    assert chart.chain(1) == []


def test_team_and_cost(chart):
    assert [p.name for p in chart.team(2)] == ["Dan", "Eve", "Finn"]
    assert chart.cost(2) == 405


def test_move_sideways(chart):
    chart.move(4, 3)
    assert chart.chain(5) == [4, 3, 1]
    assert chart.cost(2) == 150


def test_promote_to_the_boss_of_the_boss(chart):
    chart.move(5, 2)
    assert [p.name for p in chart.reports(2)] == ["Dan", "Eve"]


def test_not_to_oneself(chart):
    with pytest.raises(OrgError):
        chart.move(4, 4)


def test_move_to_unknown(chart):
    with pytest.raises(OrgError):
        chart.move(4, 99)


def test_leave(chart):
    chart.leave(4)
    assert [p.name for p in chart.reports(2)] == ["Eve", "Finn"]
    with pytest.raises(OrgError):
        chart.leave(1)


def test_common_manager(chart):
    assert chart.common_manager(5, 6).name == "Dan"
    assert chart.common_manager(5, 3).name == "Ada"
    assert chart.common_manager(5, 2).name == "Ben"


def test_levels(chart):
    assert chart.levels() == {0: ["Ada"], 1: ["Ben", "Cleo"], 2: ["Dan"], 3: ["Eve", "Finn"]}


def test_render(chart):
    assert chart.render(2) == [
        "Ben, CTO [3]",
        "  Dan, Lead [2]",
        "    Eve, Developer",
        "    Finn, Developer",
    ]


def test_refused_moves_change_nothing(chart):
    for person, manager in [(2, 4), (2, 5), (1, 3)]:
        with pytest.raises(OrgError):
            chart.move(person, manager)
    assert chart.chain(5) == [4, 2, 1]
