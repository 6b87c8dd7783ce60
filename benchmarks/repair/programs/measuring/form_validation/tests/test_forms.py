import pytest

from forms import SchemaError, validate
from forms.rules import RULES
from forms.validate import messages

SCHEMA = {
    "name": ["required", "longest:10"],
    "age": ["int", "min:18"],
    "mail": ["required", "email"],
    "size": ["in:S|M|L"],
}
GOOD = {"name": " Ann ", "age": "30", "mail": "ann@x.org", "size": "M"}


def test_good():
    values, errors = validate(GOOD, SCHEMA)
    assert errors == {}
    assert values["name"] == "Ann"


def test_optional_fields_may_be_empty():
    assert validate({"name": "Ann", "mail": "a@b.c"}, SCHEMA)[1] == {}


def test_required():
    values, errors = validate({"name": "  ", "mail": "a@b.c"}, SCHEMA)
    assert errors == {"name": "is required"}


def test_several_errors():
    _, errors = validate({**GOOD, "age": "17", "size": "XL"}, SCHEMA)
    assert errors == {"age": "must be at least 18", "size": "must be one of S, M, L"}


def test_unknown_fields_are_dropped():
    assert "admin" not in validate({**GOOD, "admin": "1"}, SCHEMA)[0]


def test_unknown_rule():
    with pytest.raises(SchemaError, match="no rule 'nice'"):
        validate(GOOD, {"name": ["nice"]})


@pytest.mark.parametrize(
    "rule, value, argument, fine",
    [("int", "-5", "", True), ("int", "5.5", "", False), ("max", "10", "10", True), ("email", "a b@c.d", "", False)],
)
def test_rules(rule, value, argument, fine):
    assert (RULES[rule](value, argument) is None) is fine


def test_messages():
    errors = {"mail": "is required", "name": "is required", "x": "is odd"}
    assert messages(errors, {"name": "Your name", "mail": "E-mail"}) == [
        "Your name is required.", "E-mail is required.", "x is odd.",
    ]
