"""Templates for conditions: None, empty and true values, types, membership, comparisons of texts, flags."""

from __future__ import annotations

from testfix_pipeline.repair.languages.python.templates.template import Template

TEMPLATES = (
    Template(
        "lower-ends",
        match="$A < $B",
        rewrites=["0 <= $A < $B"],
        also={"$A < $B and $C < $D": ["0 <= $A < $B and 0 <= $C < $D"]},
        edit="lower-end",
        examples=[
            ("x = i < len(xs)", "x = 0 <= i < len(xs)"),
            ("ok = x < w and y < h", "ok = 0 <= x < w and 0 <= y < h"),
        ],
        non_examples=["x = 0 <= i < n", "x = i <= n"],
    ),
    Template(
        "by-instance",
        match="type($X) is $T",
        rewrites=["isinstance($X, $T)"],
        also={
            "type($X) == $T": ["isinstance($X, $T)"],
            "type($X) is not $T": ["not isinstance($X, $T)"],
            "type($X) != $T": ["not isinstance($X, $T)"],
        },
        edit="type.widened",
        examples=[
            ("if type(x) is int: stop()", "if isinstance(x, int): stop()"),
            ("y = type(x) != int", "y = not isinstance(x, int)"),
        ],
        non_examples=["y = type(x)", "y = type(x, y, z) is int"],
    ),
)
