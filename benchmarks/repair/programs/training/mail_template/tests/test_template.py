import pytest

from template import TemplateError, field_names, render


def test_plain_text():
    assert render("no fields {here}") == "no fields {here}"


def test_single():
    assert render("Hi {{name}}!", name="Jo") == "Hi Jo!"


def test_spaces():
    assert render("{{ name }}", name="Jo") == "Jo"


def test_two_on_one_line():
    assert render("{{a}} and {{b}}", a=1, b=2) == "1 and 2"


def test_several_lines():
    assert render("{{a}}\n{{b}}", a=1, b=2) == "1\n2"


def test_default():
    assert render("{{plan|free}}") == "free"
    assert render("{{plan|free}}", plan="pro") == "pro"


def test_filters():
    assert render("{{name:trim:upper}}", name=" jo ") == "JO"


def test_missing_value():
    with pytest.raises(TemplateError):
        render("{{name}}")


def test_unknown_filter():
    with pytest.raises(TemplateError):
        render("{{name:rot13}}", name="x")


def test_bad_name():
    with pytest.raises(TemplateError):
        render("{{1st}}")


def test_field_names():
    assert field_names("{{b}} {{a|x}} {{b:upper}}") == ["b", "a"]
