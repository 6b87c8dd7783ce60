"""Rewrite rules of what is asked: types, keys, equality, ranges."""

from __future__ import annotations

from testfix_pipeline.repair.languages.javascript.rewriting import RewriteRule

_READ = ("identifier", "member_expression", "call_expression", "subscript_expression")
_NAMED = ("identifier", "member_expression", "subscript_expression")
_ASKED = ("parenthesized_expression", "binary_expression", "unary_expression", "ternary_expression")


def _same(sign: str) -> RewriteRule:
    """Rules of one operator of equality: values are compared by what they stand for, not as they are."""
    forms = (
        *(f"{{0}}.{name} {sign} {{1}}.{name}" for name in ("id", "name", "key", "length")),
        f"{{0}}.getTime() {sign} {{1}}.getTime()",
        f"String({{0}}) {sign} String({{1}})",
        f"Number({{0}}) {sign} Number({{1}})",
        f"{{0}}.toLowerCase() {sign} {{1}}.toLowerCase()",
        f"{{0}}.trim() {sign} {{1}}.trim()",
        f"JSON.stringify({{0}}) {sign} JSON.stringify({{1}})",
        f"{'' if sign[0] == '=' else '!'}Object.is({{0}}, {{1}})",
    )
    return RewriteRule(
        "equality.by-value",
        f"$A {sign} $B",
        [one.format("$A", "$B") for one in forms],
        [
            (f"x = a {sign} b.c;", f"x = a.getTime() {sign} b.c.getTime();"),
            (f"x = a {sign} b;", f"x = a.id {sign} b.id;"),
        ],
        {"$A": _READ, "$B": _READ},
    )


RULES = (
    *map(_same, ("===", "!==", "==", "!=")),
    *(
        RewriteRule(
            "range.lower-end",
            f"$A {sign} $B",
            [f"$A >= 0 && $A {sign} $B", f"$A > 0 && $A {sign} $B"],
            [(f"x = i {sign} n;", f"x = i >= 0 && i {sign} n;")],
            {"$A": (*_NAMED, "binary_expression")},
        )
        for sign in ("<", "<=")
    ),
    *(
        RewriteRule(
            "range.outside",
            f"$A {sign} $B",
            [f"$A < 0 || $A {sign} $B", f"$A <= 0 || $A {sign} $B"],
            [(f"if (i {sign} n) f();", f"if (i < 0 || i {sign} n) f();")],
            {"$A": (*_NAMED, "binary_expression")},
        )
        for sign in (">", ">=")
    ),
    RewriteRule(
        "key.own",
        "$K in $O",
        ["Object.hasOwn($O, $K)", "$O[$K] !== undefined", "$O.includes($K)", "$O.has($K)"],
        [("if (k in o) f();", "if (Object.hasOwn(o, k)) f();")],
    ),
    RewriteRule(
        "key.own",
        "$O[$K]",
        ["Object.hasOwn($O, $K)", "$K in $O"],
        [("if (!o[k]) f();", "if (!Object.hasOwn(o, k)) f();"), ("if (o[k]) f();", "if (k in o) f();")],
        under=_ASKED,
    ),
    RewriteRule(
        "key.own",
        "$M.get($K)",
        ["$M.has($K)"],
        [("if (!m.get(k)) f();", "if (!m.has(k)) f();")],
        under=_ASKED,
    ),
    RewriteRule(
        "key.own",
        "$O[$K]",
        ["(Object.hasOwn($O, $K) ? $O[$K] : undefined)"],
        [("return o[k];", "return Object.hasOwn(o, k) ? o[k] : undefined;")],
        {"$O": ("identifier", "member_expression"), "$K": ("identifier", "member_expression")},
        under=("return_statement", "variable_declarator", "binary_expression"),
    ),
    RewriteRule(
        "type.object",
        "typeof $X === 'object'",
        ["typeof $X === 'object' && $X !== null", "$X !== null && typeof $X === 'object' && !Array.isArray($X)"],
        [("if (typeof x === 'object') f();", "if (typeof x === 'object' && x !== null) f();")],
    ),
    RewriteRule(
        "type.object",
        "typeof $X !== 'object'",
        ["typeof $X !== 'object' || $X === null", "$X === null || typeof $X !== 'object' || Array.isArray($X)"],
        [("if (typeof x !== 'object') f();", "if (typeof x !== 'object' || x === null) f();")],
    ),
    RewriteRule(
        "type.number",
        "typeof $X === 'number'",
        ["Number.isFinite($X)", "Number.isInteger($X)", "typeof $X === 'number' && !Number.isNaN($X)"],
        [("if (typeof x === 'number') f();", "if (Number.isFinite(x)) f();")],
    ),
    RewriteRule(
        "type.number",
        "typeof $X !== 'number'",
        ["!Number.isFinite($X)", "!Number.isInteger($X)", "typeof $X !== 'number' || Number.isNaN($X)"],
        [("if (typeof x !== 'number') f();", "if (!Number.isFinite(x)) f();")],
    ),
    RewriteRule(
        "type.array",
        "$X instanceof Array",
        ["Array.isArray($X)"],
        [("a = x instanceof Array;", "a = Array.isArray(x);")],
    ),
    RewriteRule(
        "type.array",
        "typeof $X === 'array'",
        ["Array.isArray($X)"],
        [("a = typeof x === 'array';", "a = Array.isArray(x);")],
    ),
    *(
        RewriteRule(
            "presence.nan",
            f"$A {sign} $B",
            ["Number.isNaN($A) ? $B : $A"],
            [(f"return a {sign} b;", "return Number.isNaN(a) ? b : a;")],
            {"$A": _READ},
            under=("return_statement", "variable_declarator", "assignment_expression", "pair", "arrow_function"),
        )
        for sign in ("||", "??")
    ),
    RewriteRule("type.nan", "isNaN($X)", ["Number.isNaN($X)"], [("a = isNaN(x);", "a = Number.isNaN(x);")]),
    RewriteRule(
        "type.nan",
        "Number.isNaN($X)",
        ["!Number.isFinite($X)", "isNaN($X)"],
        [("a = Number.isNaN(x);", "a = !Number.isFinite(x);")],
    ),
    RewriteRule(
        "text.without-case",
        "$X.includes($Y)",
        ["$X.toLowerCase().includes($Y.toLowerCase())", "$X.split(' ').includes($Y)"],
        [("a = x.includes(y);", "a = x.toLowerCase().includes(y.toLowerCase());")],
    ),
    RewriteRule(
        "text.without-case",
        "$X.startsWith($Y)",
        ["$X.toLowerCase().startsWith($Y.toLowerCase())", "$X === $Y || $X.startsWith(`${$Y}/`)"],
        [("a = x.startsWith(y);", "a = x.toLowerCase().startsWith(y.toLowerCase());")],
    ),
    RewriteRule(
        "elements.every-asked",
        "$X.every($F)",
        ["$X.length > 0 && $X.every($F)"],
        [("a = x.every(f);", "a = x.length > 0 && x.every(f);")],
    ),
)
