import pytest

from skip_survey import END, Question, Response, Rule, Survey, tally


@pytest.fixture
def survey():
    return Survey(
        [
            Question("pets", "Any pets?", ["yes", "no"], rules=[Rule({"no"}, "why")]),
            Question("kinds", "Which?", ["cat", "dog", "fish"], multiple=True),
            Question("food", "What food?", required=False, rules=[Rule({"none"}, END)]),
            Question("why", "Why not?", required=False),
        ]
    )


def fill(survey, *raw):
    response = Response(survey)
    for text in raw:
        response.answer(text)
    return response


def test_straight(survey):
    response = fill(survey, "YES", " cat, dog", "tins")
    assert response.current.id == "why"
    assert response.result() == {"pets": "yes", "kinds": ["cat", "dog"], "food": "tins"}


def test_skip(survey):
    response = fill(survey, "no", "")
    assert response.current is None
    assert response.path() == ["pets", "why"]


def test_end_rule(survey):
    assert fill(survey, "yes", "fish", "none").current is None


def test_bad_answers(survey):
    response = Response(survey)
    for raw in ("", "maybe"):
        with pytest.raises(ValueError):
            response.answer(raw)
    with pytest.raises(LookupError):
        response.answer("cat", id="kinds")


def test_progress(survey):
    assert Response(survey).progress() == (0, 1)
    assert fill(survey, "yes", "cat").progress() == (2, 3)
    assert fill(survey, "no", "").progress() == (2, 2)


def test_change_of_mind(survey):
    response = fill(survey, "yes", "cat", "tins")
    response.answer("no", id="pets")
    assert response.result() == {"pets": "no"}
    assert response.progress() == (1, 2)
    response.answer("yes", id="pets")
    assert response.progress() == (3, 4)


def test_tally(survey):
    responses = [
        fill(survey, "yes", "cat,dog", "none"),
        fill(survey, "yes", "cat", "", ""),
        fill(survey, "no", ""),
        fill(survey, "yes", "fish"),
    ]
    assert tally(responses, "kinds") == {"cat": 2, "dog": 1}
    assert tally(responses, "why") == {}
