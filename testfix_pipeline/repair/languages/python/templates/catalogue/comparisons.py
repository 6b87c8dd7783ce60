"""Templates for conditions: None, empty and true values, types, membership, comparisons of texts, flags."""

from __future__ import annotations

from testfix_pipeline.repair.languages.python.templates.predicates import (
    is_negated,
    is_number_type,
    kind,
    none_of,
    statement_has,
)
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
        "emptiness-asked",
        match="$A is None",
        rewrites=["not $A", '$A in (None, "")'],
        also={"$A is not None": ["$A", '$A not in (None, "")']},
        edit="emptiness-asked",
        examples=[("if x is None: stop()", "if not x: stop()"), ("y = x is not None", 'y = x not in (None, "")')],
        non_examples=["y = x == None"],
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
    Template(
        "members",
        match="$X[$I] == $Y",
        rewrites=["$Y in $X"],
        also={"$Y == $X[$I]": ["$Y in $X"], "$X[$I] != $Y": ["$Y not in $X"], "$Y != $X[$I]": ["$Y not in $X"]},
        edit="membership-asked",
        where=[kind("I", "constant", "unary operation")],
        examples=[("z = xs[0] == y", "z = y in xs"), ("z = y != xs[-1]", "z = y not in xs")],
        non_examples=["z = xs[i] == y"],
    ),
    Template(
        "no-flags/number",
        match="isinstance($X, $T)",
        rewrites=["isinstance($X, $T) and not isinstance($X, bool)"],
        edit="condition.narrowed",
        where=[is_number_type("T"), none_of(is_negated, statement_has("isinstance({X}, bool)"))],
        examples=[("y = isinstance(x, (int, float))", "y = isinstance(x, (int, float)) and not isinstance(x, bool)")],
        non_examples=["isinstance(x, str)", "not isinstance(x, int)"],
    ),
    Template(
        "no-flags/no-number",
        match="not isinstance($X, $T)",
        rewrites=["isinstance($X, bool) or not isinstance($X, $T)"],
        edit="condition.narrowed",
        where=[is_number_type("T"), none_of(statement_has("isinstance({X}, bool)"))],
        examples=[("if not isinstance(x, int): stop()", "if isinstance(x, bool) or not isinstance(x, int): stop()")],
        non_examples=["if not isinstance(x, str): stop()"],
    ),
    Template(
        "sides-of-conditionals",
        match="$A if $C else $B",
        rewrites=["$A", "$B"],
        edit="condition.dropped",
        examples=[("x = a if c else b", "x = a"), ("x = (a if c else b + 1) * 2", "x = (b + 1) * 2")],
    ),
)
