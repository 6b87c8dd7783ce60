"""Templates for conditions: what is None, empty or true, types, membership, texts compared, flags."""

from __future__ import annotations

from testfix_pipeline.repair.templates.predicates import (
    all_of,
    found_position,
    inside,
    kind,
    match_has,
    negated,
    none_of,
    number,
    number_type,
    part_of_condition,
    statement_has,
    year,
)
from testfix_pipeline.repair.templates.template import Template

READABLE = ("name", "attribute", "subscript")
LEAP_YEAR = "$Y % 4 == 0 and ($Y % 100 != 0 or $Y % 400 == 0)"
CONVERTED = {
    "==": ("equal", ["{}.lower()", "{}.casefold()", "str({})", "set({})", "sorted({})", "list({})"]),
    "!=": ("unequal", ["{}.lower()", "{}.casefold()", "str({})", "set({})", "sorted({})", "list({})"]),
    "in": ("in", ["{}.lower()", "{}.casefold()", "str({})"]),
    "not in": ("not-in", ["{}.lower()", "{}.casefold()", "str({})"]),
    "<": ("less", ["int({})", "float({})", "{}.lower()", "abs({})"]),
    "<=": ("less-or-equal", ["int({})", "float({})", "{}.lower()", "abs({})"]),
    ">": ("greater", ["int({})", "float({})", "{}.lower()", "abs({})"]),
    ">=": ("greater-or-equal", ["int({})", "float({})", "{}.lower()", "abs({})"]),
}
"""By comparison, its name and what both sides of it are converted by."""
BOUNDS = {
    "<": ("less", ["0", "1"]),
    "<=": ("less-or-equal", ["0", "1"]),
    ">": ("greater", ["0", "1"]),
    ">=": ("greater-or-equal", ["0", "1"]),
    "==": ("equal", ["0", '""', "1"]),
    "!=": ("unequal", ["0", '""', "1"]),
}
"""By comparison, its name and the constants that most are made with."""


def converted(name: str, sign: str, ways: list[str]) -> Template:
    """A template that converts both sides of a comparison."""
    pairs = [(way.format("$A"), way.format("$B")) for way in ways]
    examples = [(f"x = a {sign} b", f"x = {way.format('a')} {sign} {way.format('b')}") for way in ways]
    rewrites, where = (
        [f"{one} {sign} {other}" for one, other in pairs],
        [kind("A", *READABLE, "call"), kind("B", *READABLE, "call")],
    )
    return Template(
        f"sides-converted/{name}", f"$A {sign} $B", rewrites, "sides-converted", where, examples, [f"x = a {sign} 1"]
    )


def bounded(name: str, sign: str, values: list[str]) -> Template:
    """A template that compares with a constant."""
    rewrites, examples = (
        [f"$A {sign} {one}" for one in values],
        [(f"x = a {sign} b", f"x = a {sign} {one}") for one in values],
    )
    where = [kind("B", "name", "attribute")]
    return Template(
        f"plain-bounds/{name}",
        f"$A {sign} $B",
        rewrites,
        "compared-with-a-constant",
        where,
        examples,
        [f"x = a {sign} 2"],
    )


TEMPLATES = (
    *(converted(name, sign, ways) for sign, (name, ways) in CONVERTED.items()),
    *(bounded(name, sign, values) for sign, (name, values) in BOUNDS.items()),
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
        "firsts-of-what-may-be-empty/text",
        match="$S[0] == $X",
        rewrites=["$S.startswith($X)", "$S[:1] == $X", "$S[:1] == [$X]"],
        also={
            "$S[0] != $X": ["not $S.startswith($X)", "$S[:1] != $X", "$S[:1] != [$X]"],
            "$S[-1] == $X": ["$S.endswith($X)", "$S[-1:] == $X", "$S[-1:] == [$X]"],
            "$S[-1] != $X": ["not $S.endswith($X)", "$S[-1:] != $X", "$S[-1:] != [$X]"],
        },
        edit="condition.rebuilt",
        where=[none_of(number("X"))],
        examples=[
            ('x = s[0] == "-"', 'x = s.startswith("-")'),
            ('x = s[-1] != "-"', 'x = not s.endswith("-")'),
            ("x = xs[-1] == y", "x = xs[-1:] == [y]"),
        ],
        non_examples=["x = s[0] == 1", "x = s[1] == y"],
    ),
    Template(
        "firsts-of-what-may-be-empty/number",
        match="$S[0] == $X",
        rewrites=["$S[:1] == [$X]"],
        also={
            "$S[0] != $X": ["$S[:1] != [$X]"],
            "$S[-1] == $X": ["$S[-1:] == [$X]"],
            "$S[-1] != $X": ["$S[-1:] != [$X]"],
        },
        edit="condition.rebuilt",
        where=[number("X")],
        examples=[("x = xs[0] == 1", "x = xs[:1] == [1]"), ("x = xs[-1] != 1", "x = xs[-1:] != [1]")],
        non_examples=["x = xs[0] == y"],
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
        "places-asked-for/found",
        match="$X",
        rewrites=["$X != -1", "$X >= 0"],
        edit="place-asked-for",
        where=[part_of_condition, found_position("X")],
        examples=[
            ("if s.find(x): stop()", "if s.find(x) != -1: stop()"),
            (
                "def f(s):\n    at = s.find('x')\n    if at: stop()\n",
                "def f(s):\n    at = s.find('x')\n    if at >= 0: stop()\n",
            ),
        ],
        non_examples=["x = s.find(y)", "if s.index(x): stop()"],
    ),
    Template(
        "places-asked-for/not-found",
        match="not $X",
        rewrites=["$X == -1", "$X < 0"],
        edit="place-asked-for",
        where=[part_of_condition, found_position("X")],
        examples=[("if not s.find(x): stop()", "if s.find(x) == -1: stop()")],
        non_examples=["if not s: stop()"],
    ),
    Template(
        "not-of-nothing/condition",
        match="all($E for $X in $XS)",
        rewrites=["$XS and all($E for $X in $XS)"],
        also={"all([$E for $X in $XS])": ["$XS and all([$E for $X in $XS])"]},
        edit="filled-first",
        where=[kind("XS", "name", "attribute"), inside("condition")],
        examples=[("if all(x > 1 for x in xs): stop()", "if xs and all(x > 1 for x in xs): stop()")],
        non_examples=["y = all(x > 1 for x in xs)", "if any(x > 1 for x in xs): stop()"],
    ),
    Template(
        "not-of-nothing/value",
        match="all($E for $X in $XS)",
        rewrites=["bool($XS) and all($E for $X in $XS)"],
        also={"all([$E for $X in $XS])": ["bool($XS) and all([$E for $X in $XS])"]},
        edit="filled-first",
        where=[kind("XS", "name", "attribute"), none_of(inside("condition"))],
        examples=[("y = all(x > 1 for x in xs)", "y = bool(xs) and all(x > 1 for x in xs)")],
        non_examples=["if all(x > 1 for x in xs): stop()"],
    ),
    Template(
        "leap-years/by-four",
        match="$Y % 4 == 0",
        rewrites=[LEAP_YEAR],
        edit="leap-years",
        where=[year("Y"), none_of(inside("boolean operation"))],
        examples=[
            (
                "x = 366 if year % 4 == 0 else 365",
                "x = 366 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 365",
            )
        ],
        non_examples=["x = size % 4 == 0", "x = year % 4 == 0 and year % 100 != 0"],
    ),
    Template(
        "leap-years/without-centuries",
        match="$Y % 4 == 0 and $$$REST",
        rewrites=[LEAP_YEAR],
        edit="leap-years",
        where=[none_of(all_of(match_has("100"), match_has("400")))],
        examples=[("x = y % 4 == 0 and y % 100 != 0", "x = y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)")],
        non_examples=["x = y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)"],
    ),
    Template(
        "no-flags/number",
        match="isinstance($X, $T)",
        rewrites=["isinstance($X, $T) and not isinstance($X, bool)"],
        edit="condition.narrowed",
        where=[number_type("T"), none_of(negated, statement_has("isinstance({X}, bool)"))],
        examples=[("y = isinstance(x, (int, float))", "y = isinstance(x, (int, float)) and not isinstance(x, bool)")],
        non_examples=["isinstance(x, str)", "not isinstance(x, int)"],
    ),
    Template(
        "no-flags/no-number",
        match="not isinstance($X, $T)",
        rewrites=["isinstance($X, bool) or not isinstance($X, $T)"],
        edit="condition.narrowed",
        where=[number_type("T"), none_of(statement_has("isinstance({X}, bool)"))],
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
