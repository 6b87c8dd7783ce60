import pytest
from template_fill import TemplateError, lookup, render


def test_empty_string_keeps():
    assert render("[${s:-none}]", {"s": ""}) == "[]"


def test_false_keeps():
    assert render("${f:-yes}", {"f": False}) == "False"


def test_len_of_empty_list():
    assert render("${items|len}", {"items": []}) == "0"


def test_zero_in_list():
    assert render("${a.0:-x}", {"a": [0]}) == "0"


def test_none_uses_default():
    assert render("${a:-x}", {"a": None}) == "x"


def test_none_without_default():
    with pytest.raises(TemplateError):
        render("${a}", {"a": None})


def test_default_beats_filters():
    assert render("${a|upper:-low}", {}) == "low"


def test_out_of_range():
    assert lookup({"a": [1]}, "a.3") is None


def test_empty_name():
    with pytest.raises(TemplateError):
        render("${}", {})
