"""Templates for loops, slices and indices: iterables, order and bounds."""

from __future__ import annotations

from testfix_pipeline.repair.languages.python.templates.predicates import (
    is_iterated,
    is_read,
    is_text,
    kind,
    none_of,
)
from testfix_pipeline.repair.languages.python.templates.template import Template

TEMPLATES = (
    Template(
        "in-another-order/values",
        match="$XS",
        rewrites=["sorted($XS, reverse=True)", "reversed($XS)"],
        edit="order.changed",
        where=[kind("XS", "name", "attribute"), is_iterated],
        examples=[
            ("for x in xs: use(x)", "for x in sorted(xs, reverse=True): use(x)"),
            ("for x in xs: use(x)", "for x in reversed(xs): use(x)"),
        ],
        non_examples=["for x in f(): use(x)"],
    ),
    Template(
        "in-another-order/range",
        match="range($N)",
        rewrites=["reversed(range($N))"],
        also={"range($A, $B)": ["reversed(range($A, $B))"]},
        edit="order.reversed",
        where=[is_iterated],
        examples=[
            ("for i in range(n): use(i)", "for i in reversed(range(n)): use(i)"),
            ("[i for i in range(1, n)]", "[i for i in reversed(range(1, n))]"),
        ],
        non_examples=["use(range(n))", "for i in range(0, n, 2): use(i)"],
    ),
    Template(
        "range-ends",
        match="range($N)",
        rewrites=["range(1, $N + 1)", "range(1, $N)"],
        also={"range($A, $B)": ["range($A + 1, $B + 1)", "range($B)"]},
        edit="range",
        examples=[
            ("for i in range(n): use(i)", "for i in range(1, n + 1): use(i)"),
            ("x = list(range(1, n))", "x = list(range(n))"),
        ],
        non_examples=["range(a, b, 2)"],
    ),
    Template(
        "other-ends/slice",
        match="$X[:$N]",
        rewrites=["$X[-$N:]"],
        edit="slice",
        where=[none_of(kind("N", "unary operation"))],
        examples=[("xs[:n]", "xs[-n:]"), ("xs[:a + b]", "xs[-(a + b):]")],
        non_examples=["xs[1:n]", "xs[:n:2]"],
    ),
    Template(
        "other-ends/from-the-end",
        match="$X[:-$N]",
        rewrites=["$X[-$N:]", "$X[:$N]"],
        also={"$X[-$N:]": ["$X[:-$N]", "$X[:$N]"]},
        edit="slice",
        examples=[("xs[:-n]", "xs[-n:]"), ("xs[-2:]", "xs[:-2]")],
        non_examples=["xs[1:n]", "xs[:n]"],
    ),
    Template(
        "round-and-round",
        match="$X[$I]",
        rewrites=["$X[$I % len($X)]"],
        edit="round-closed",
        where=[is_read, kind("I", "name", "operation"), kind("X", "name", "attribute"), none_of(is_text("I"))],
        examples=[("x = xs[i + 1]", "x = xs[(i + 1) % len(xs)]")],
        non_examples=["x = d['a']", "x = xs[0]"],
    ),
    Template(
        "clauses/in-order",
        match="[$E for $A in $B for $C in $D]",
        rewrites=["[$E for $C in $D for $A in $B]"],
        edit="clauses-reordered",
        examples=[("[x for x in row for row in rows]", "[x for row in rows for x in row]")],
    ),
)
