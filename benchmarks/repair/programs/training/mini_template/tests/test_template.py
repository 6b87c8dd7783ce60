from types import SimpleNamespace

import pytest

from minitpl import MissingName, Template, TemplateError


def render(source, **context):
    return Template(source).render(context)


def test_value():
    assert render("Dear {{ name }},", name="Ann") == "Dear Ann,"


def test_filters():
    assert render("{{ name | trim|upper }}!", name=" ann ") == "ANN!"


def test_dots():
    user = SimpleNamespace(address={"city": "Ulm"})
    assert render("{{ user.address.city }}", user=user) == "Ulm"


def test_if():
    source = "a{% if more %}b{% if most %}c{% end %}{% end %}d"
    assert render(source, more=True, most=[]) == "abd"
    assert render(source, more=0) == "ad"


def test_for():
    assert render("{% for n in numbers %}{{ index }}:{{ n }} {% end %}", numbers=[7, 8]) == "1:7 2:8 "


def test_for_in_for():
    rows = [{"cells": "ab"}, {"cells": "c"}]
    assert render("{% for row in rows %}{% for c in row.cells %}{{ c }},{% end %};{% end %}", rows=rows) == "a,b,;c,;"


def test_index_of_the_outer_loop():
    source = "{% for row in rows %}{% for c in row %}{{ c }}{{ index }} {% end %}= {{ index }}\n{% end %}"
    assert render(source, rows=["ab", "c"]) == "a1 b2 = 1\nc1 = 2\n"


def test_name_of_the_context():
    source = "{% for name in guests %}{{ name }}, {% end %}yours {{ name }}"
    assert render(source, name="Bob", guests=["Ann", "Cat"]) == "Ann, Cat, yours Bob"


def test_missing():
    with pytest.raises(MissingName):
        render("{{ user.name }}", user={})


@pytest.mark.parametrize("source", ["{% if a %}", "{% end %}", "{% for a %}{% end %}", "{{ a|loud }}"])
def test_errors(source):
    with pytest.raises(TemplateError):
        Template(source)
