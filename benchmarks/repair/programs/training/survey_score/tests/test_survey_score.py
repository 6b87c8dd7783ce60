import pytest

from survey_score import Item, Questionnaire, Response, level


@pytest.fixture
def survey():
    return Questionnaire(
        [
            Item("q1", "work"),
            Item("q2", "work"),
            Item("q3", "team"),
            Item("q4", "team", reverse=True),
            Item("q5", "mood", low=0, high=10, reverse=True),
        ]
    )


def test_score(survey):
    assert survey.score("work", Response("a", {"q1": 2, "q2": 5})) == 3.5


def test_reversed_from_zero(survey):
    assert survey.score("mood", Response("a", {"q5": 10})) == 0
    assert survey.score("mood", Response("a", {"q5": 3})) == 7


def test_reversed_item(survey):
    assert survey.score("team", Response("a", {"q3": 5, "q4": 1})) == 5
    assert survey.score("team", Response("a", {"q3": 3, "q4": 3})) == 3


def test_too_few_answers(survey):
    assert survey.score("work", Response("a", {"q1": None})) is None
    assert survey.score("work", Response("a", {"q2": 4})) == 4
    strict = Questionnaire(survey.items, needed=1)
    assert strict.score("work", Response("a", {"q2": 4})) is None


def test_percent(survey):
    assert survey.percent("work", Response("a", {"q1": 1, "q2": 1})) == 0
    assert survey.percent("work", Response("a", {"q1": 3, "q2": 4})) == 62
    assert survey.percent("team", Response("a", {"q3": 1, "q4": 5})) == 0
    assert survey.percent("team", Response("a", {})) is None


def test_profile(survey):
    response = Response("a", {"q1": 4, "q2": 4, "q3": 2})
    assert survey.profile(response) == {"mood": None, "team": 2, "work": 4}
    assert survey.unanswered(response) == ["q4", "q5"]


def test_groups_and_ranking(survey):
    people = [
        Response("a", {"q1": 2, "q2": 2}, "north"),
        Response("b", {"q1": 5, "q2": 4}, "north"),
        Response("c", {"q1": 5, "q2": 4}, "south"),
        Response("d", {}, "west"),
    ]
    assert survey.group_means("work", people) == {"north": 3.25, "south": 4.5}
    assert survey.ranking("work", people) == ["b", "c", "a"]


def test_errors(survey):
    with pytest.raises(ValueError):
        survey.score("work", Response("a", {"q1": 6, "q2": 1}))
    with pytest.raises(ValueError):
        Questionnaire([Item("q", "a"), Item("q", "b")])
    with pytest.raises(LookupError):
        survey.score("pay", Response("a", {}))


def test_level():
    assert [level(p) for p in (None, 10, 40, 75)] == ["unknown", "low", "medium", "high"]
