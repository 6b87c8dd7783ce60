"""Rewrite rules of numbers, texts and dates."""

from __future__ import annotations

from testfix_pipeline.repair.languages.javascript.rewriting import RewriteRule

_READ = ("identifier", "member_expression", "call_expression", "subscript_expression")
_SHOWN = ("template_substitution", "arguments")

RULES = (
    RewriteRule(
        "number.modulo",
        "$A % $B",
        ["(($A % $B) + $B) % $B", "($A + $B) % $B", "$A % $B || $B", "Math.abs($A % $B)"],
        [("x = a % b;", "x = ((a % b) + b) % b;"), ("x = (a - 1) % b;", "x = ((a - 1) + b) % b;")],
    ),
    RewriteRule(
        "number.rounded",
        "Math.round($A)",
        ["Math.round($A * 100) / 100", "Math.round($A * 10) / 10", "Math.floor($A + 0.5)"],
        [("x = Math.round(a);", "x = Math.round(a * 100) / 100;")],
    ),
    RewriteRule(
        "number.rounded",
        "$A.toFixed($N)",
        ["Number($A.toFixed($N))", "(Math.round($A * 100) / 100).toFixed($N)"],
        [("x = a.toFixed(2);", "x = Number(a.toFixed(2));")],
    ),
    RewriteRule(
        "number.nearly",
        "$A === $B",
        ["Math.abs($A - $B) < 1e-9"],
        [("x = a + b === c;", "x = Math.abs((a + b) - c) < 1e-9;")],
        {"$A": (*_READ, "binary_expression")},
    ),
    RewriteRule(
        "number.in-range",
        "Math.min($A, $B)",
        ["Math.max(0, Math.min($A, $B))", "Math.max($A, $B)", "Math.max(1, Math.min($A, $B))"],
        [("x = Math.min(a, b);", "x = Math.max(0, Math.min(a, b));")],
    ),
    RewriteRule(
        "number.in-range",
        "Math.max($A, Math.min($B, $C))",
        ["Math.min($A, Math.max($B, $C))", "Math.max($B, Math.min($A, $C))"],
        [("x = Math.max(a, Math.min(b, c));", "x = Math.min(a, Math.max(b, c));")],
    ),
    RewriteRule(
        "number.not-negative",
        "$A - $B",
        ["Math.max(0, $A - $B)"],
        [("x = a - b;", "x = Math.max(0, a - b);")],
    ),
    RewriteRule(
        "number.of-none",
        "Math.max(...$X)",
        ["Math.max(0, ...$X)", "$X.reduce((a, b) => Math.max(a, b), 0)"],
        [("x = Math.max(...a);", "x = Math.max(0, ...a);")],
    ),
    RewriteRule(
        "number.of-none", "Math.min(...$X)", ["Math.min(0, ...$X)"], [("x = Math.min(...a);", "x = Math.min(0, ...a);")]
    ),
    RewriteRule(
        "number.of-none",
        "$A / $B",
        ["($B === 0 ? 0 : $A / $B)", "($B ? $A / $B : 0)", "($B > 0 ? $A / $B : 0)", "($B === 0 ? null : $A / $B)"],
        [("x = a / b.length;", "x = b.length === 0 ? 0 : a / b.length;")],
        {"$B": _READ},
    ),
    RewriteRule(
        "text.two-digits",
        "$X",
        ["String($X).padStart(2, '0')", "String($X).padStart(3, '0')", "$X.toFixed(2)", "$X.toFixed(1)"],
        [("x = `${a}:${b}`;", "x = `${a}:${String(b).padStart(2, '0')}`;")],
        {"$X": (*_READ, "binary_expression")},
        under=_SHOWN,
    ),
    RewriteRule(
        "text.encoded",
        "$X",
        ["encodeURIComponent($X)", "decodeURIComponent($X)", "JSON.stringify($X)", "JSON.parse($X)"],
        [("x = `/a?b=${b}`;", "x = `/a?b=${encodeURIComponent(b)}`;")],
        {"$X": _READ},
        under=_SHOWN,
    ),
    RewriteRule(
        "text.encoded",
        "$X[$I]",
        ["decodeURIComponent($X[$I])", "encodeURIComponent($X[$I])"],
        [("return { a: x[1] };", "return { a: decodeURIComponent(x[1]) };")],
        under=("pair", "array", "return_statement", "variable_declarator", "assignment_expression"),
    ),
    RewriteRule(
        "text.separated",
        "`${$A}${$B}`",
        ["`${$A}:${$B}`", "JSON.stringify([$A, $B])"],
        [("k = `${a}${b}`;", "k = `${a}:${b}`;")],
    ),
    RewriteRule(
        "text.separated",
        "$A + $B",
        ["`${$A}:${$B}`"],
        [("const key = a.x + b;", "const key = `${a.x}:${b}`;")],
        {"$A": _READ, "$B": _READ},
        under=("variable_declarator", "arguments", "subscript_expression"),
    ),
    RewriteRule(
        "text.capital",
        "$X",
        ["$X.charAt(0).toUpperCase() + $X.slice(1)", "$X.charAt(0).toUpperCase() + $X.slice(1).toLowerCase()"],
        [("return x;", "return x.charAt(0).toUpperCase() + x.slice(1);")],
        {"$X": ("identifier", "member_expression")},
        under=("return_statement", "template_substitution"),
    ),
    RewriteRule(
        "text.replaced-as-is",
        "$X.replace($A, $B)",
        ["$X.replace($A, () => $B)", "$X.replaceAll($A, () => $B)", "$X.split($A).join($B)"],
        [("y = x.replace(a, b);", "y = x.replace(a, () => b);")],
        {"$B": _READ},
    ),
    RewriteRule(
        "text.code-points",
        "$X.split('')",
        ["[...$X]", "Array.from($X)"],
        [("y = x.split('');", "y = [...x];")],
    ),
    RewriteRule(
        "text.code-points",
        "$X[$I]",
        ["[...$X][$I]"],
        [("const y = x[0];", "const y = [...x][0];")],
        {"$I": ("number", "identifier")},
        under=("return_statement", "variable_declarator", "template_substitution", "member_expression"),
    ),
    RewriteRule(
        "text.code-points",
        "$X.slice($$$A)",
        ["[...$X].slice($$$A).join('')"],
        [("y = x.slice(0, n);", "y = [...x].slice(0, n).join('');")],
    ),
    RewriteRule(
        "text.split-parts",
        "$X.split($D)",
        [
            *("$X.split($D).map((each) => each.trim())", "$X.split($D).filter(Boolean)", "$X.split($D).map(Number)"),
            *(
                "$X.split($D).map((each) => each.trim()).filter(Boolean)",
                "$X.trim().split($D)",
                "$X.split($D).slice(1)",
            ),
        ],
        [("y = x.split(',');", "y = x.split(',').map((each) => each.trim());")],
    ),
    RewriteRule(
        "text.split-space",
        "$X.split(' ')",
        [r"$X.split(/\s+/)", r"$X.trim().split(/\s+/)"],
        [("y = x.split(' ');", r"y = x.trim().split(/\s+/);")],
    ),
    RewriteRule(
        "text.split-lines",
        r"$X.split('\n')",
        [r"$X.split(/\r?\n/)"],
        [(r"y = x.split('\n');", r"y = x.split(/\r?\n/);")],
    ),
    RewriteRule(
        "text.split-once",
        "[$A, $B] = $X.split($D)",
        ["[$A, ...$B] = $X.split($D)"],
        [("[a, b] = x.split('=');", "[a, ...b] = x.split('=');")],
    ),
    RewriteRule(
        "text.order",
        "$A.localeCompare($B)",
        [
            *(
                "$A.localeCompare($B, undefined, { numeric: true })",
                "$A.localeCompare($B, undefined, { sensitivity: 'base' })",
            ),
            *("$A.toLowerCase().localeCompare($B.toLowerCase())", "Number($A) - Number($B)", "$A - $B"),
        ],
        [
            (
                "xs.sort((a, b) => a.localeCompare(b));",
                "xs.sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));",
            )
        ],
    ),
    RewriteRule(
        "pattern.flags",
        "new RegExp($P)",
        [
            "new RegExp($P, 'g')",
            "new RegExp($P, 'i')",
            "new RegExp($P, 'gi')",
            "new RegExp(`^${$P}$`)",
            r"new RegExp(`\\b${$P}\\b`)",
        ],
        [("r = new RegExp(p);", "r = new RegExp(p, 'i');")],
    ),
    RewriteRule(
        "pattern.flags",
        "new RegExp($P, $F)",
        [
            "new RegExp($P)",
            "new RegExp($P, 'gi')",
            "new RegExp($P, 'i')",
            "new RegExp(`^${$P}$`, $F)",
            r"new RegExp(`\\b${$P}\\b`, $F)",
        ],
        [("r = new RegExp(p, 'g');", "r = new RegExp(p, 'gi');")],
    ),
    RewriteRule(
        "date.utc",
        "new Date($A, $B, $$$C)",
        ["new Date(Date.UTC($A, $B, $$$C))"],
        [("d = new Date(y, m, 1);", "d = new Date(Date.UTC(y, m, 1));")],
    ),
    RewriteRule(
        "date.utc",
        "new Date($T)",
        ["new Date(`${$T}T00:00:00Z`)", "new Date($T * 1000)", "new Date($T.getTime())"],
        [("d = new Date(t);", "d = new Date(`${t}T00:00:00Z`);")],
    ),
    *(
        RewriteRule(
            "date.utc",
            f"$D.set{part}($D.get{part}() {sign} $N)",
            [f"$D.setUTC{part}($D.getUTC{part}() {sign} $N)"],
            [(f"d.set{part}(d.get{part}() {sign} 1);", f"d.setUTC{part}(d.getUTC{part}() {sign} 1);")],
        )
        for part in ("FullYear", "Month", "Date", "Hours", "Minutes")
        for sign in "+-"
    ),
    RewriteRule(
        "date.month-end",
        "Date.UTC($Y, $M, $D)",
        ["Date.UTC($Y, $M, Math.min($D, new Date(Date.UTC($Y, $M + 1, 0)).getUTCDate()))"],
        [("t = Date.UTC(y, m, d);", "t = Date.UTC(y, m, Math.min(d, new Date(Date.UTC(y, m + 1, 0)).getUTCDate()));")],
        {"$D": _READ},
    ),
    RewriteRule(
        "date.month-end",
        "new Date($Y, $M, $D)",
        ["new Date($Y, $M, Math.min($D, new Date($Y, $M + 1, 0).getDate()))"],
        [("t = new Date(y, m, d);", "t = new Date(y, m, Math.min(d, new Date(y, m + 1, 0).getDate()));")],
        {"$D": _READ},
    ),
    RewriteRule(
        "date.month-end",
        "$D.setMonth($M)",
        ["$D.setMonth($M, Math.min($D.getDate(), new Date($D.getFullYear(), $M + 1, 0).getDate()))"],
        [("d.setMonth(n);", "d.setMonth(n, Math.min(d.getDate(), new Date(d.getFullYear(), n + 1, 0).getDate()));")],
    ),
    RewriteRule(
        "date.month-end",
        "$D.setUTCMonth($M)",
        [
            "$D.setUTCMonth($M, Math.min($D.getUTCDate(), "
            "new Date(Date.UTC($D.getUTCFullYear(), $M + 1, 0)).getUTCDate()))"
        ],
        [
            (
                "d.setUTCMonth(n);",
                "d.setUTCMonth(n, Math.min(d.getUTCDate(), "
                "new Date(Date.UTC(d.getUTCFullYear(), n + 1, 0)).getUTCDate()));",
            )
        ],
    ),
    RewriteRule(
        "date.week-start",
        "$D.getDay()",
        ["($D.getDay() + 6) % 7", "$D.getDay() || 7"],
        [("x = d.getDay();", "x = (d.getDay() + 6) % 7;")],
    ),
    RewriteRule(
        "date.week-start",
        "$D.getUTCDay()",
        ["($D.getUTCDay() + 6) % 7", "$D.getUTCDay() || 7"],
        [("x = d.getUTCDay();", "x = (d.getUTCDay() + 6) % 7;")],
    ),
    RewriteRule(
        "date.value",
        "$A - $B",
        ["$A.getTime() - $B.getTime()", "Date.parse($A) - Date.parse($B)", "new Date($A) - new Date($B)"],
        [("x = a.at - b.at;", "x = a.at.getTime() - b.at.getTime();")],
        {"$A": ("identifier", "member_expression"), "$B": ("identifier", "member_expression")},
    ),
    RewriteRule(
        "number.parsed",
        "$A + $B",
        ["Number($A) + $B", "$A + Number($B)", "String($A) + $B"],
        [("x = a + b;", "x = a + Number(b);")],
        {"$A": _READ, "$B": _READ},
    ),
    RewriteRule(
        "number.parsed",
        "parseInt($X)",
        ["Number($X)", "parseFloat($X)", "parseInt($X, 10)"],
        [("x = parseInt(a);", "x = Number(a);")],
    ),
    RewriteRule(
        "number.parsed",
        "parseInt($X, $N)",
        ["Number($X)", "parseFloat($X)"],
        [("x = parseInt(a, 10);", "x = Number(a);")],
    ),
)
