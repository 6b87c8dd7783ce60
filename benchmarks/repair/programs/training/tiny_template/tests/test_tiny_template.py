import pytest

from tiny_template import Template, TemplateError


def render(source, **values):
    return Template(source).render(**values)


def test_values():
    assert render("Hi {{ user.name }}{{ nothing }}!", user={"name": "Ann"}) == "Hi Ann!"


def test_filters():
    assert render("{{ name|upper }}", name="ann") == "ANN"
    assert render("{{ price|fixed:1 }}", price=2.25 + 1) == "3.2"
    assert render("{{ names|join:'/'|upper }}", names=["a", "b"]) == "A/B"
    assert render("{{ x|default:'-' }}", x=None) == "-"


def test_unknown_filter():
    with pytest.raises(TemplateError):
        render("{{ x|sparkle }}", x=1)


def test_loop():
    source = "{% for x in xs %}{{ loop.index }}{{ x }}{% if not loop.last %},{% endif %}{% endfor %}"
    assert render(source, xs=["a", "b", "c"]) == "1a,2b,3c"


def test_loop_else():
    source = "{% for x in xs %}{{ x }}{% else %}none{% endfor %}"
    assert render(source, xs=[]) == "none"
    assert render(source, xs=[1]) == "1"


def test_nested_loops():
    source = "{% for row in rows %}{% for x in row %}{{ x }}{% endfor %};{% endfor %}"
    assert render(source, rows=[[1, 2], [3]]) == "12;3;"


def test_outer_loop_goes_on_after_the_inner():
    source = (
        "{% for row in rows %}{% for x in row %}{{ x }}{% endfor %}"
        "{% if not loop.last %}|{% endif %}{% endfor %}"
    )
    assert render(source, rows=[[1, 2], [3], [4]]) == "12|3|4"


def test_name_used_before_and_after_a_loop():
    source = "{{ x }}:{% for x in xs %}{{ x }}{% endfor %}:{{ x }}"
    assert render(source, x="o", xs=[1, 2]) == "o:12:o"


def test_if_else():
    source = "{% if a %}yes{% else %}no{% endif %}"
    assert render(source, a=1) == "yes"
    assert render(source, a=[]) == "no"


def test_not_closed():
    with pytest.raises(TemplateError):
        Template("{% if a %}")
    with pytest.raises(TemplateError):
        Template("{% for x in y %}{% endif %}")
