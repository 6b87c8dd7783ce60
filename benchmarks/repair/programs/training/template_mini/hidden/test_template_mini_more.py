from template_mini import render


def test_nested_same_name():
    text = "{% for x in rows %}{% for x in x %}{{ x }}{% end %}:{{ x | length }};{% end %}"
    assert render(text, rows=[[1, 2], [3]]) == "12:2;3:1;"


def test_two_loops():
    text = "{% for i in a %}{{ i }}{% end %}{{ i }}{% for i in b %}{{ i }}{% end %}{{ i }}"
    assert render(text, a="xy", b="z", i="-") == "xy-z-"


def test_loop_over_own_name():
    assert render("{% for x in x %}{{ x }}{% end %}{{ x | comma }}", x=[1, 2]) == "121, 2"


def test_falsy_restored():
    assert render("{% for x in l %}{% end %}[{{ x }}]", x=None, l=[1]) == "[None]"


def test_empty_loop():
    assert render("{% for x in l %}{{ x }}{% end %}{{ x }}", x=7, l=[]) == "7"


def test_if_after_loop():
    assert render("{% for x in l %}{% end %}{% if x %}t{% else %}f{% end %}", x=0, l=[5]) == "f"


def test_unset_after_nested():
    text = "{% for a in l %}{% for b in l %}{{ a }}{{ b }} {% end %}{{ b }}{% end %}{{ a }}"
    assert render(text, l=[1, 2]) == "11 12 21 22 "
