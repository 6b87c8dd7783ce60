import pytest

from form_rules import check_field, check_form

RULES = {
    "name": {"required": True, "max": 10},
    "phone": {"pattern": r"\+?\d+", "min": 5},
    "colour": {"choices": ["red", "blue"]},
}


def test_all_right():
    assert check_form({"name": "Ann", "phone": "+123456", "colour": "red"}, RULES) == {}


def test_left_out():
    assert check_form({"name": "Ann"}, RULES) == {}


def test_required():
    assert check_field("", {"required": True}) == ["is missing"]
    assert check_field(None, {"required": True}) == ["is missing"]


def test_nothing_to_check():
    assert check_field(None, {}) == []


@pytest.mark.parametrize(
    "value, rule, errors",
    [
        ("abcd", {"max": 3}, ["is too long"]),
        ("a", {"min": 2, "pattern": "[0-9]+"}, ["is too short", "looks wrong"]),
        ("green", {"choices": ["red"]}, ["isn't one of the choices"]),
    ],
)
def test_errors(value, rule, errors):
    assert check_field(value, rule) == errors


def test_empty_phone():
    assert check_form({"name": "Bob", "phone": "", "colour": "blue"}, RULES) == {}


def test_unknown():
    rules = {"name": RULES["name"]}
    assert check_form({"name": "Ann", "age": "5"}, rules) == {"age": ["is unknown"]}
