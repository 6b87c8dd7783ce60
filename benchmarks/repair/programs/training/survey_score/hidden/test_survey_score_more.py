import pytest

from survey_score import Item, Questionnaire, Response, level


def test_one_to_five():
    item = Item("q", "s", reverse=True)
    assert [item.points(a) for a in range(1, 6)] == [5, 4, 3, 2, 1]


def test_one_to_seven():
    item = Item("q", "s", high=7, reverse=True)
    assert [item.points(a) for a in (1, 4, 7)] == [7, 4, 1]


def test_from_zero():
    item = Item("q", "s", low=0, high=4, reverse=True)
    assert [item.points(a) for a in range(5)] == [4, 3, 2, 1, 0]


def test_low_above_one():
    item = Item("q", "s", low=3, high=6, reverse=True)
    assert [item.points(a) for a in (3, 4, 5, 6)] == [6, 5, 4, 3]


def test_around_zero():
    item = Item("q", "s", low=-2, high=2, reverse=True)
    assert [item.points(a) for a in (-2, 0, 1)] == [2, 0, -1]


def test_not_reversed():
    assert [Item("q", "s", low=-2, high=2).points(a) for a in (-2, 0, 2)] == [-2, 0, 2]


def test_out_of_range():
    with pytest.raises(ValueError):
        Item("q", "s", reverse=True).points(0)
    with pytest.raises(ValueError):
        Item("q", "s", reverse=True).points(6)


def test_percent_ends():
    q = Questionnaire([Item("q", "s", low=2, high=6, reverse=True)])
    assert q.percent("s", Response("a", {"q": 2})) == 100
    assert q.percent("s", Response("a", {"q": 6})) == 0
    assert q.percent("s", Response("a", {"q": 3})) == 75
    assert level(q.percent("s", Response("a", {"q": 3}))) == "high"


def test_limits():
    q = Questionnaire([Item("a", "s", reverse=True), Item("b", "s", low=0, high=9)])
    assert q.limits("s") == (0.5, 7)


def test_ranking_with_reversed():
    q = Questionnaire([Item("a", "s"), Item("b", "s", reverse=True)])
    people = [
        Response("x", {"a": 4}),
        Response("y", {"a": 4, "b": 1}),
        Response("z", {"b": 2}),
    ]
    assert q.ranking("s", people) == ["y", "x", "z"]


def test_group_means_with_reversed():
    q = Questionnaire([Item("a", "s", reverse=True)])
    people = [Response("x", {"a": 1}, "g"), Response("y", {"a": 2}, "g"), Response("z", {}, "h")]
    assert q.group_means("s", people) == {"g": 4.5}


def test_zero_is_an_answer():
    q = Questionnaire([Item("a", "s", low=0, high=4)])
    assert q.score("s", Response("x", {"a": 0})) == 0
    assert q.unanswered(Response("x", {"a": 0})) == []
