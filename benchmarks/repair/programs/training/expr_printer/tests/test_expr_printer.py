from expr_printer import evaluate, to_text


def test_number():
    assert to_text(7) == "7"


def test_simple_sum():
    assert to_text(("+", 1, 2)) == "1 + 2"


def test_product_of_sums():
    tree = ("*", ("+", 1, 2), ("-", 3, 4))
    assert to_text(tree) == "(1 + 2) * (3 - 4)"


def test_no_needless_parentheses():
    assert to_text(("+", ("*", 1, 2), ("/", 3, 4))) == "1 * 2 + 3 / 4"


def test_left_grouping():
    assert to_text(("-", ("-", 9, 3), 2)) == "9 - 3 - 2"


def test_evaluate():
    assert evaluate(("-", 9, ("*", 2, ("+", 1, 2)))) == 3
    assert evaluate(("/", 9, 2)) == 4.5


def test_subtracting_a_difference():
    assert to_text(("-", 9, ("-", 3, 2))) == "9 - (3 - 2)"
