"""Conversions come in the order in which they are usual where a value stands."""

import ast

from testfix_pipeline.repair.languages.python.ingredients.conversions import (
    FUNCTIONS,
    METHODS,
    conversions,
    position_of,
)


def conversions_at(code: str, name: str) -> list[str]:
    tree = ast.parse(code)
    parent, node = next(
        (parent, child)
        for parent in ast.walk(tree)
        for child in ast.iter_child_nodes(parent)
        if isinstance(child, ast.Name) and child.id == name
    )
    return [form.filled("x") for form in conversions(node, parent)]


def test_what_is_usual_there_comes_first() -> None:
    asked, looped = conversions_at("word in small", "word"), conversions_at("for r in rest: pass", "rest")
    assert asked.index("x.lower()") < asked.index("x.title()")
    assert looped.index("list(x)") < looped.index("int(x)")
    assert set(asked) == set(looped) <= {*(f"{one}(x)" for one in FUNCTIONS), *(f"x{one}" for one in METHODS)}


def test_each_place_has_its_name() -> None:
    places = {"a[x]": "index", "x + a": "sum", "a < x": "order", "f(x)": "argument", "a.join(x)": "of join"}
    found = {code: ast.parse(code, mode="eval").body for code in places}
    for code, root in found.items():
        parent, node = next(
            (parent, child)
            for parent in ast.walk(root)
            for child in ast.iter_child_nodes(parent)
            if isinstance(child, ast.Name) and child.id == "x"
        )
        assert position_of(node, parent) == places[code]
