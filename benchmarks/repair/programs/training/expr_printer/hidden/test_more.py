import itertools

from expr_printer import evaluate, to_text


def test_dividing_by_a_quotient():
    assert to_text(("/", 8, ("/", 4, 2))) == "8 / (4 / 2)"
    assert to_text(("/", 8, ("*", 4, 2))) == "8 / (4 * 2)"


def test_subtracting_a_sum():
    assert to_text(("-", 8, ("+", 4, 2))) == "8 - (4 + 2)"


def test_right_nested_sum_keeps_its_shape():
    assert to_text(("+", 1, ("+", 2, 3))) == "1 + (2 + 3)"
    assert to_text(("*", 1, ("/", 2, 3))) == "1 * (2 / 3)"


def test_left_chains_stay_bare():
    assert to_text(("/", ("*", ("/", 8, 4), 2), 5)) == "8 / 4 * 2 / 5"
    assert to_text(("+", ("-", 1, ("*", 2, 3)), 4)) == "1 - 2 * 3 + 4"


def test_text_has_same_value_as_tree():
    for a, b, c in itertools.product("+-*/", repeat=3):
        for tree in (
            (a, (b, 7, 5), (c, 3, 2)),
            (a, 7, (b, 5, (c, 4, 3))),
            (a, (b, (c, 7, 5), 3), 2),
            (a, 7, (b, (c, 5, 3), 4)),
        ):
            assert eval(to_text(tree)) == evaluate(tree)
