from forms import validate


def test_only_the_first_problem_of_a_field():
    _, errors = validate({"n": "x"}, {"n": ["int", "longest:0"]})
    assert errors == {"n": "must be a whole number"}


def test_second_rule():
    _, errors = validate({"n": "12"}, {"n": ["int", "max:10"]})
    assert errors == {"n": "must be at most 10"}


def test_field_named_like_a_rule():
    values, errors = validate({"email": "no", "min": "3"}, {"email": ["email"], "min": ["int", "min:5"]})
    assert errors == {"email": "must be an e-mail address", "min": "must be at least 5"}
    assert values == {"email": "no", "min": "3"}


def test_empty_optional_field_with_many_rules():
    assert validate({"n": ""}, {"n": ["int", "min:3", "max:5"]})[1] == {}


def test_required_comes_second():
    assert validate({}, {"n": ["int", "required"]})[1] == {"n": "is required"}
