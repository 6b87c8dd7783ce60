from tiny_template import Template


def render(source, **values):
    return Template(source).render(**values)


def test_unset_after_loop():
    assert render("{% for x in xs %}{{ x }}{% endfor %}[{{ x }}]", xs=[1, 2]) == "12[]"


def test_no_loop_after_loop():
    assert render("{% for x in xs %}{% endfor %}[{{ loop.index }}]", xs=[1, 2]) == "[]"


def test_loop_value_of_the_caller():
    assert render("{% for x in xs %}{{ loop.index }}{% endfor %}{{ loop }}", xs="ab", loop="L") == "12L"


def test_index_after_inner_loop():
    source = "{% for r in rows %}{% for x in r %}{{ x }}{% endfor %}={{ loop.index }};{% endfor %}"
    assert render(source, rows=["ab", "cde", "f"]) == "ab=1;cde=2;f=3;"


def test_first_after_inner_loop():
    source = (
        "{% for r in rows %}{% for x in r %}{{ x }}{% endfor %}"
        "{% if loop.first %}!{% endif %} {% endfor %}"
    )
    assert render(source, rows=["ab", "c"]) == "ab! c "


def test_same_name_inside():
    source = "{% for x in xs %}{% for x in x %}{{ x }}{% endfor %}{{ x|length }}{% endfor %}"
    assert render(source, xs=["ab", "c"]) == "ab2c1"


def test_inner_sees_outer():
    source = "{% for a in xs %}{% for b in ys %}{{ a }}{{ b }}{{ k }} {% endfor %}{% endfor %}"
    assert render(source, xs=[1, 2], ys="pq", k="!") == "1p! 1q! 2p! 2q! "


def test_loop_over_name_of_its_own():
    assert render("{% for x in x %}{{ x }}{% endfor %}{{ x|length }}", x="abc") == "abc3"


def test_two_loops_one_name():
    source = "{% for x in a %}{{ x }}{% endfor %}{% for x in b %}{{ x }}{% else %}[{{ x }}]{% endfor %}"
    assert render(source, a=[1, 2], b=[], x="o") == "12[o]"


def test_if_inside_loop():
    source = "{% for x in xs %}{% if x.ok %}{{ x.n }}{% else %}-{% endif %}{% endfor %}"
    assert render(source, xs=[{"ok": 1, "n": "a"}, {"n": "b"}]) == "a-"


def test_template_twice():
    template = Template("{{ x }}{% for x in xs %}{{ x }}{% endfor %}")
    assert template.render(xs=[1, 2]) == "12"
    assert template.render(xs=[3]) == "3"
