import pytest
from template_mini import TemplateError, render


def test_text_and_values():
    assert render("Hi {{ name }}!", name="Bo") == "Hi Bo!"


def test_dotted():
    assert render("{{ a.b.1 }}", a={"b": [1, 2]}) == "2"


def test_unknown_is_empty():
    assert render("[{{ x.y }}]") == "[]"


def test_filters():
    assert render("{{ l | comma | upper }}", l=["a", "b"]) == "A, B"


def test_for():
    assert render("{% for x in l %}<{{ x }}>{% end %}", l=[1, 2]) == "<1><2>"


def test_variable_gone_after_loop():
    assert render("{% for x in l %}{{ x }}{% end %}|{{ x }}", l=[1]) == "1|"


def test_shadowed_value_comes_back():
    assert render("{{ x }}{% for x in l %}{{ x }}{% end %}{{ x }}", x=0, l=[1, 2]) == "0120"


def test_if_else():
    text = "{% if a %}yes{% else %}no{% end %}"
    assert render(text, a=1) == "yes"
    assert render(text) == "no"


def test_errors():
    for bad in ("{% if a %}", "{% end %}", "{% else %}", "{% for x l %}{% end %}"):
        with pytest.raises(TemplateError):
            render(bad)
