import pytest

from template import TemplateError, field_names, render


def test_adjacent():
    assert render("{{a}}{{b}}{{a}}", a="x", b="y") == "xyx"


def test_single_brace_inside_default():
    assert render("{{a|}x}}") == "}x"


def test_lone_closing():
    assert render("{{a}} }}", a=1) == "1 }}"


def test_default_with_symbols():
    assert render("{{a|n/a - none}} {{b|?}}") == "n/a - none ?"


def test_missing_second():
    with pytest.raises(TemplateError):
        render("{{a}} {{b}}", a=1)


def test_names_three():
    assert field_names("x {{c}}, {{ a }}; {{b}}\n{{c}}") == ["c", "a", "b"]


def test_empty_placeholder():
    with pytest.raises(TemplateError):
        render("{{}}")
