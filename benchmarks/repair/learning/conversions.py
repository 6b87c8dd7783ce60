"""Counts which conversions stand where in the standard library, for `ingredients/conversions.py`."""

from __future__ import annotations

import ast
import json
from collections import Counter, defaultdict
from collections.abc import Iterator

from benchmarks.repair.learning.language import files
from testfix_pipeline.repair.languages.python.ingredients.conversions import FUNCTIONS, METHODS, RATES, position_of

SMOOTHING = 20
# Whoever forgets `len` compares a list with a number and hears so at once.
NOT_FORGOTTEN = "len"


def train() -> str:
    """Writes the shares; answers one line about them."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for path in files():
        try:
            tree = ast.parse(path.read_text(encoding="utf-8", errors="replace"))
        except SyntaxError:
            continue
        for place, form in _conversions(tree):
            if form != NOT_FORGOTTEN:
                found[place][form] += 1
    usual: Counter[str] = sum(found.values(), Counter())
    table = {place: _shares(counts, usual) for place, counts in sorted(found.items())}
    RATES.write_text(json.dumps(table, indent=1) + "\n")
    return f"{sum(sum(counts.values()) for counts in found.values())} conversions in {len(found)} kinds of places"


def _shares(counts: Counter[str], usual: Counter[str]) -> dict[str, float]:
    """Smoothed: as if, beside those counted, there had been SMOOTHING more, spread as everywhere."""
    total = sum(counts.values()) + SMOOTHING
    every = sum(usual.values())
    shares = {form: (counts[form] + SMOOTHING * number / every) / total for form, number in usual.items()}
    return {form: round(share, 4) for form, share in sorted(shares.items(), key=lambda item: -item[1])}


def _conversions(tree: ast.AST) -> Iterator[tuple[str, str]]:
    for parent in ast.walk(tree):
        for child in ast.iter_child_nodes(parent):
            form = _form(child)
            if form and isinstance(child, ast.expr):
                yield position_of(child, parent), form


def _form(node: ast.AST) -> str:
    """Which of the forms a call is, "" for anything else."""
    if not isinstance(node, ast.Call) or node.keywords:
        return ""
    if isinstance(node.func, ast.Name) and len(node.args) == 1 and node.func.id in FUNCTIONS:
        return node.func.id
    if isinstance(node.func, ast.Attribute) and not node.args and f".{node.func.attr}()" in METHODS:
        return f".{node.func.attr}()"
    return ""
