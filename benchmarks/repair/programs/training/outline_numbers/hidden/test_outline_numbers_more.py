from outline_numbers import find, number, parse, render

DEEP = "a\n  b\n    c\n      d\n        e\n"


def labels(styles="1", **kw):
    return [l for l, _ in number(parse(DEEP), styles, **kw)]


def test_last_style_repeats():
    assert labels("Ia1") == ["I", "I.a", "I.a.1", "I.a.1.1", "I.a.1.1.1"]


def test_all_styles():
    assert labels("1aiI") == ["1", "1.a", "1.a.i", "1.a.i.I", "1.a.i.I.I"]


def test_limits():
    assert [len(labels(max_depth=n)) for n in range(7)] == [0, 1, 2, 3, 4, 5, 5]


def test_limit_one_with_children():
    assert labels(max_depth=1) == ["1"]


def test_custom_prefix():
    assert list(number([("x", [("y", [])])], prefix=("A",))) == [("A.1", "x"), ("A.1.1", "y")]


def test_custom_prefix_styles():
    out = list(number([("x", [("y", [])])], "1a", prefix=("A", "B")))
    assert out == [("A.B.1", "x"), ("A.B.1.a", "y")]


def test_custom_prefix_limit():
    out = list(number([("x", [("y", [("z", [])])])], max_depth=2, prefix=("Q",)))
    assert [l for l, _ in out] == ["Q.1", "Q.1.1"]


def test_find_styles():
    assert find(parse(DEEP), "I.a.i", "Iai") == "c"


def test_second_branch():
    text = "a\n  b\nc\n  d\n    e\n"
    assert render(text, "1a", 2) == "1 a\n  1.a b\n2 c\n  2.a d"
