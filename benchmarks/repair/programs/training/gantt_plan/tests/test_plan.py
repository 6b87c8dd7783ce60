import pytest

from plan import Plan
from tasks import PlanError, in_order, parse_tasks

CHAIN = """
walls: 4
paint: 2 +1 after walls
floor: 3 after paint
"""

HOUSE = """
base: 5
walls: 10 after base
garden: 3 after base
roof: 4 after walls
party: 1 after roof, garden
"""


def test_parse():
    tasks = parse_tasks("a: 3 +1 after b, c\nb: 1\nc: 2")
    assert tasks["a"].after == ("b", "c")
    assert (tasks["a"].days, tasks["a"].lag) == (3, 1)


def test_order():
    tasks = parse_tasks("a: 1 after c\nb: 1\nc: 1 after b")
    assert [task.name for task in in_order(tasks)] == ["b", "c", "a"]


@pytest.mark.parametrize(
    ("text", "message"),
    [("a: 1 after b\nb: 1 after a", "circle"), ("a: 1 after x", "no such task: x"), ("a: 1\na: 2", "twice"), ("a", "can't")],
)
def test_errors(text, message):
    with pytest.raises(PlanError, match=message):
        Plan(text)


def test_starts():
    plan = Plan(CHAIN)
    assert [slot.start for slot in plan.slots.values()] == [0, 4, 7]
    assert plan.length == 10


def test_chain_is_critical():
    assert Plan(CHAIN).critical_path() == ["walls", "paint", "floor"]


def test_slack():
    plan = Plan(HOUSE)
    assert plan.length == 20
    assert plan.slots["garden"].slack == 11
    assert plan.slots["base"].slack == 0


def test_critical_path():
    assert Plan(HOUSE).critical_path() == ["base", "walls", "roof", "party"]


def test_busiest():
    assert Plan(HOUSE).busiest() == 2
    assert Plan(CHAIN).busiest() == 1


def test_chart():
    assert Plan("a: 2\nb: 1\nc: 1 after a, b").chart().splitlines() == ["a |##", "b |=-", "c |  #"]


def test_nothing_to_do():
    assert Plan("").length == 0
