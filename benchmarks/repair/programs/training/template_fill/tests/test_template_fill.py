import pytest
from template_fill import TemplateError, lookup, render


def test_plain():
    assert render("Hi ${name}!", {"name": "Ann"}) == "Hi Ann!"


def test_dotted():
    assert render("${a.b.1}", {"a": {"b": [5, 6]}}) == "6"


def test_default():
    assert render("${x:-none}", {}) == "none"
    assert render("${x:-}", {}) == ""


def test_zero_is_a_value():
    assert render("${n} left", {"n": 0}) == "0 left"


def test_filters():
    assert render("${n|trim|upper}", {"n": " ab "}) == "AB"


def test_dollar():
    assert render("$$5 and ${x}", {"x": 1}) == "$5 and 1"


def test_missing():
    with pytest.raises(TemplateError):
        render("${x}", {})


def test_unknown_filter():
    with pytest.raises(TemplateError):
        render("${x|zap}", {"x": 1})


def test_lookup_none():
    assert lookup({"a": None}, "a.b") is None
