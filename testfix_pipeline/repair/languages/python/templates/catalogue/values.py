"""Templates for values: defaults, None, bounds, copies, bits, texts."""

from __future__ import annotations

from testfix_pipeline.repair.languages.python.templates.predicates import (
    has_value_before_loop,
    inside,
    is_changed_in_place,
    is_non_text_constant,
    is_read,
    kind,
    mentions,
    none_of,
)
from testfix_pipeline.repair.languages.python.templates.template import Template

TEMPLATES = (
    Template(
        "none-asked-for",
        match="$M.get($K) or $D",
        rewrites=["$M.get($K, $D)"],
        edit="none-asked-for",
        examples=[("x = m.get(k) or d", "x = m.get(k, d)")],
        non_examples=["x = m.get(k, 1) or d", "x = m.get(k) or d or e"],
    ),
    Template(
        "none-asked-for/default",  # 0, "" and empty containers stay
        match="$A or $D",
        rewrites=["$A if $A is not None else $D"],
        edit="none-asked-for",
        where=[
            kind("A", "name", "attribute", "subscript"),
            none_of(inside("condition", "unary operation", "boolean operation")),
        ],
        examples=[
            ("x = a or d", "x = a if a is not None else d"),
            ("return n.a or 3", "return n.a if n.a is not None else 3"),
        ],
        non_examples=["if a or d:\n    f()\n", "x = not (a or d)", "x = f(a) or d"],
    ),
    Template(
        "lookups",
        match="$D[$K]",
        rewrites=["$D.get($K)", "$D.get($K, 0)", "$D.get($K, $K)", '$D.get($K, "")', "$D.get($K, [])"],
        edit="guard.lookup",
        where=[
            is_read,
            none_of(kind("K", "slice", "tuple", "operation", "unary operation"), is_non_text_constant("K")),
        ],
        examples=[("x = d[k]", "x = d.get(k)"), ("x = d[k] + 1", "x = d.get(k, 0) + 1")],
        non_examples=["d[k] = x", "x = d[1:]", "x = d[0]", "x = d[i + 1]"],
    ),
    Template(
        "bounds",
        match="$A - $B",
        rewrites=["max($A - $B, 0)"],
        edit="bound.added",
        where=[none_of(inside("operation"))],
        examples=[("x = a - n", "x = max(a - n, 0)")],
        non_examples=["x = 2 * (a - n)"],
    ),
    Template(
        "best-kept",
        match="$V = $E",
        rewrites=["$V = max($V, $E)", "$V = min($V, $E)"],
        edit="best-kept",
        where=[kind("V", "name"), has_value_before_loop("V"), none_of(mentions("E", "V"))],
        examples=[
            (
                "def f(xs):\n    best = 0\n    for x in xs:\n        best = x.n\n",
                "def f(xs):\n    best = 0\n    for x in xs:\n        best = max(best, x.n)\n",
            ),
        ],
        non_examples=["def f(xs):\n    for x in xs:\n        best = x.n\n", "best = x"],
    ),
    Template(
        "aliases",
        match="$A = $B",
        rewrites=["$A = $B.copy()", "$A = dict($B)", "$A = list($B)", "$A = set($B)"],
        edit="alias-copied",
        where=[kind("A", "name"), kind("B", "name", "attribute", "subscript"), is_changed_in_place("A")],
        examples=[("def f(base):\n    d = base\n    d[1] = 2\n", "def f(base):\n    d = dict(base)\n    d[1] = 2\n")],
        non_examples=["def f(base):\n    d = base\n    return d[1]\n"],
    ),
    Template(
        "containers-of-their-own",
        match="dict.fromkeys($K, $V)",
        rewrites=["{key: $V for key in $K}"],
        also={"[$V] * $N": ["[$V for _ in range($N)]"]},
        edit="alias-copied",
        where=[kind("V", "list", "dict", "set", "call", "operation")],
        examples=[
            ("x = dict.fromkeys(names, [])", "x = {key: [] for key in names}"),
            ("x = [[0] * w] * h", "x = [[0] * w for _ in range(h)]"),
        ],
        non_examples=["x = dict.fromkeys(names, 0)", "x = [0] * n"],
    ),
    Template(
        "bits/assigned",
        match="$A ^= $B",
        rewrites=["$A &= ~$B"],
        edit="augmented.operator",
        examples=[("self.mode ^= bit", "self.mode &= ~bit")],
        non_examples=["self.mode |= bit"],
    ),
    Template(
        "bits/combined",
        match="$A ^ $B",
        rewrites=["$A & ~$B"],
        edit="arithmetic.operator",
        examples=[("x = mode ^ bit", "x = mode & ~bit")],
        non_examples=["x = mode | bit"],
    ),
)
