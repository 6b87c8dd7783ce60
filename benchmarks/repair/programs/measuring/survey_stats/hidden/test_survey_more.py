from survey import Question, Survey


def test_no_sheets():
    survey = Survey([Question("q", "scale"), Question("c", "choice", ["x"])])
    assert survey.mean(0) is None
    assert survey.summary() == ["q - no answers (0)", "c - x 0% (0)"]
    assert survey.cross(1, 0) == {"x": None}


def test_lowest_is_not_nothing():
    survey = Survey([Question("q", "scale")])
    survey.submit({0: "strongly disagree"})
    assert survey.mean(0) == 1
    assert survey.summary() == ["q - 1.0 (1)"]
