"""Operators are replaced by those that make sense at their place."""

from testfix_pipeline_tests.repair.languages.javascript.test_javascript_templates import proposed


def test_elements_are_ordered_by_no_operator_but_their_difference() -> None:
    assert _replaced("xs.sort(([, a], [, b]) => a - b);") == set()
    assert "xs.sort((a, b) => a.x - b.x || a.y - b.y);" in _replaced("xs.sort((a, b) => a.x - b.x && a.y - b.y);")
    assert "xs.map((a, b) => a + b);" in _replaced("xs.map((a, b) => a - b);")
    assert "xs.sort((a, b) => a.n - b.n);" in _replaced("xs.sort((a, b) => a.n + b.n);")


def _replaced(code: str) -> set[str]:
    return {text for kind, text in proposed(code) if kind == "operator.replaced"}
