import pytest

from survey import Question, Survey


@pytest.fixture
def survey():
    return Survey([
        Question("Food is good", "scale", optional=True),
        Question("Team", "choice", ["A", "B"]),
        Question("Anything else?", "open", optional=True),
    ])


@pytest.fixture
def filled(survey):
    survey.submit({0: "agree", 1: "A"})
    survey.submit({0: "strongly agree", 1: "A", 2: "more cake"})
    survey.submit({0: "neutral", 1: "B"})
    return survey


def test_incomplete_sheet(survey):
    assert survey.submit({0: "agree"}) == [1]
    assert len(survey) == 0


def test_bad_answers(survey):
    assert survey.submit({0: "yes", 1: "C", 2: "  "}) == [0, 1, 2]


def test_mean(filled):
    assert filled.mean(0) == 4


def test_mean_is_rounded(survey):
    for answer in ("agree", "agree", "neutral"):
        survey.submit({0: answer, 1: "A"})
    assert survey.mean(0) == 3.67


def test_shares(filled):
    assert filled.shares(1) == {"A": 67, "B": 33}


def test_shares_of_nothing(survey):
    assert survey.shares(1) == {"A": 0, "B": 0}


def test_summary(filled):
    assert filled.summary() == [
        "Food is good - 4.0 (3)", "Team - A 67%, B 33% (3)", "Anything else? - 1 texts",
    ]


def test_summary_without_opinions(survey):
    survey.submit({1: "B"})
    assert survey.summary()[0] == "Food is good - no answers (0)"


def test_cross(filled):
    assert filled.cross(1, 0) == {"A": 4.5, "B": 3.0}


def test_cross_with_an_empty_team(survey):
    survey.submit({0: "agree", 1: "A"})
    assert survey.cross(1, 0) == {"A": 4.0, "B": None}
