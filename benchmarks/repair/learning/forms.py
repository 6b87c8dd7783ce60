"""Counts the forms that values have in the standard library, for `repair/languages/python/ingredients/forms.py`.

    python -m benchmarks.repair.learning.forms

A form is code around one value that needs nothing but builtins: `{} is None`, `len({})`, `{} + 1`, `not {}`.
"""

from __future__ import annotations

import ast
import json
import re
from collections import Counter

from benchmarks.repair.learning.language import files
from testfix_pipeline.repair.languages.python.ingredients.forms import FORMS_FILE, VALUE_NAME, parse_form
from testfix_pipeline.repair.languages.python.ingredients.mined_expressions import Form, mined
from testfix_pipeline.repair.languages.python.ingredients.static_types import BUILTINS, OWNERS
from testfix_pipeline.repair.languages.python.source import SourceFile

MOST = {"condition": 60, "value": 90, "exception": 25}
NO_VALUE = frozenset({"Compare"})
EFFECTS = frozenset({"open", "print", "input", "exec", "eval", "exit", "quit", "breakpoint", "__import__"})
"""Builtin functions that do something outside of the program's values: nothing to try around an expression."""


def train() -> str:
    """Writes the shares; returns one line about them."""
    found = {which: Counter[str]() for which in MOST}
    for path in files():
        try:
            source = SourceFile(path.name, path.read_bytes())
        except (SyntaxError, ValueError):
            continue
        known = mined(source)
        found["condition"].update(_general(known.conditions))
        found["exception"].update(_exceptions(source.tree))
        found["value"].update(_general({f: n for f, n in known.forms.items() if f.of not in NO_VALUE}))
    table = {which: _shares(counts, MOST[which]) for which, counts in found.items()}
    FORMS_FILE.write_text(json.dumps(table, indent=1) + "\n")
    return f"{sum(counts.total() for counts in found.values())} uses of forms"


def _general(forms: dict[Form, int] | Counter[Form]) -> Counter[str]:
    """Those that mean the same in any file, as texts."""
    found: Counter[str] = Counter()
    for form, count in forms.items():
        text = "{}".join(one.replace("{", "{{").replace("}", "}}") for one in (form.before, form.after))
        if not form.needs_self and _is_general(text, form.of):
            found[_normal(text)] += count
    return found


def _normal(text: str) -> str:
    """The form as Python writes it."""
    form = parse_form(text)
    written = ast.unparse(ast.parse(form.filled(VALUE_NAME), mode="eval").body)
    return "{}".join(one.replace("{", "{{").replace("}", "}}") for one in written.split(VALUE_NAME))


def _is_general(text: str, of: str) -> bool:
    words = set(re.findall(r"(?<![\w.\"'])[A-Za-z_]\w*", re.sub(r"(['\"]).*?\1", "", text)))
    methods = set(re.findall(r"\.([A-Za-z_]\w*)", text))
    known = (BUILTINS - EFFECTS) | {"is", "not", "in", "and", "or", "await", "None"}
    if not words <= known or not methods <= set(OWNERS):
        return False
    try:
        parse_form(text)
    except (SyntaxError, ValueError, StopIteration):
        return False
    return of != "Attribute"


def _exceptions(tree: ast.AST) -> Counter[str]:
    """The builtin exceptions that `except` takes."""
    taken = [node.type for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler)]
    parts = [part for one in taken for part in (one.elts if isinstance(one, ast.Tuple) else [one])]
    return Counter(part.id for part in parts if isinstance(part, ast.Name) and part.id in BUILTINS)


def _shares(counts: Counter[str], most: int) -> dict[str, float]:
    kept = counts.most_common(most)
    total = sum(count for _, count in kept)
    return {text: round(count / total, 4) for text, count in kept}


if __name__ == "__main__":
    print(train())
