from report import best_region, render, subtotals


def subs(rows):
    return {label: c for kind, label, c in subtotals(rows) if kind == "subtotal"}


def test_three_regions():
    assert subs([("a", "x", 1), ("b", "x", 10), ("c", "x", 100), ("c", "y", 5)]) == {"a": 1, "b": 10, "c": 105}


def test_negative_rows():
    assert subs([("a", "x", -4), ("b", "x", 3), ("b", "y", -1)]) == {"a": -4, "b": 2}


def test_unsorted_input():
    assert subs([("b", "x", 2), ("a", "x", 1), ("b", "y", 3), ("a", "z", 4)]) == {"a": 5, "b": 5}


def test_tie_first_name():
    assert best_region([("b", "x", 5), ("a", "x", 5)]) == "a"


def test_render_subtotal_line():
    text = render([("a", "x", 100), ("b", "y", 200)])
    assert "Subtotal b" + "2.00".rjust(20) in text


def test_event_order():
    kinds = [k for k, _, _ in subtotals([("a", "x", 1), ("b", "x", 1)])]
    assert kinds == ["row", "subtotal", "row", "subtotal", "total"]
