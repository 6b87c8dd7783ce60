"""Rewrite rules of arrays, objects, maps and sets."""

from __future__ import annotations

from testfix_pipeline.repair.languages.javascript.rewriting import RewriteRule

_NAMED = ("identifier", "member_expression", "subscript_expression")
_READ = (*_NAMED, "call_expression")

RULES = (
    RewriteRule(
        "key.first-kept",
        "$M.set($K, $V)",
        ["$M.has($K) || $M.set($K, $V)", "$M.delete($K), $M.set($K, $V)"],
        [("m.set(k, v);", "m.has(k) || m.set(k, v);"), ("m.set(k, v);", "m.delete(k), m.set(k, v);")],
        under=("expression_statement",),
    ),
    RewriteRule(
        "key.gathered",
        "$M.set($K, $V)",
        ["$M.set($K, ($M.get($K) ?? 0) + $V)", "$M.set($K, [...($M.get($K) ?? []), $V])"],
        [
            ("m.set(k, v);", "m.set(k, (m.get(k) ?? 0) + v);"),
            ("m.set(k, v.a);", "m.set(k, [...(m.get(k) ?? []), v.a]);"),
        ],
        {"$V": (*_READ, "number", "binary_expression")},
    ),
    RewriteRule(
        "key.gathered",
        "$M.set($K, [$V])",
        ["$M.set($K, [...($M.get($K) ?? []), $V])"],
        [("m.set(k, [v]);", "m.set(k, [...(m.get(k) ?? []), v]);")],
    ),
    RewriteRule(
        "key.gathered",
        "$M.set($K, $V)",
        ["$M.get($K).add($V)", "$M.get($K).push($V)"],
        [("m.set(k, v);", "m.get(k).add(v);")],
        {"$V": _READ},
        under=("expression_statement",),
    ),
    RewriteRule(
        "key.gathered",
        "$O[$K] = $V",
        ["$O[$K] = ($O[$K] ?? 0) + $V", "($O[$K] ??= []).push($V)"],
        [("o[k] = v;", "o[k] = (o[k] ?? 0) + v;"), ("o[k] = v;", "(o[k] ??= []).push(v);")],
        {"$V": (*_READ, "number")},
    ),
    RewriteRule(
        "key.extreme",
        "$O[$K] = $V",
        ["$O[$K] = Math.max($O[$K] ?? 0, $V)", "$O[$K] = Math.min($O[$K] ?? Infinity, $V)"],
        [("o[k] = v;", "o[k] = Math.max(o[k] ?? 0, v);")],
        {"$V": (*_READ, "binary_expression")},
    ),
    RewriteRule(
        "key.extreme",
        "$M.set($K, $V)",
        ["$M.set($K, Math.max($M.get($K) ?? 0, $V))", "$M.set($K, Math.min($M.get($K) ?? Infinity, $V))"],
        [("m.set(k, v);", "m.set(k, Math.max(m.get(k) ?? 0, v));")],
        {"$V": (*_READ, "binary_expression")},
    ),
    RewriteRule(
        "key.whole",
        "$X[0]",
        ["JSON.stringify($X)", "$X.join()"],
        [("const key = xs[0];", "const key = JSON.stringify(xs);")],
        {"$X": ("identifier",)},
        under=("variable_declarator", "arguments"),
    ),
    RewriteRule(
        "key.gathered", "$O[$K] = [$V]", ["($O[$K] ??= []).push($V)"], [("o[k] = [v];", "(o[k] ??= []).push(v);")]
    ),
    RewriteRule(
        "key.missing-counted",
        "$O[$K] += $V",
        ["$O[$K] = ($O[$K] ?? 0) + $V", "$O[$K] = ($O[$K] ?? '') + $V"],
        [("o[k] += v;", "o[k] = (o[k] ?? 0) + v;")],
    ),
    RewriteRule(
        "key.missing-counted", "$O[$K]++", ["$O[$K] = ($O[$K] ?? 0) + 1"], [("o[k]++;", "o[k] = (o[k] ?? 0) + 1;")]
    ),
    RewriteRule(
        "key.missing-counted",
        "$O[$K].push($V)",
        ["($O[$K] ??= []).push($V)"],
        [("o[k].push(v);", "(o[k] ??= []).push(v);")],
    ),
    RewriteRule(
        "key.missing-counted",
        "$M.get($K) + $V",
        ["($M.get($K) ?? 0) + $V"],
        [("m.set(k, m.get(k) + 1);", "m.set(k, (m.get(k) ?? 0) + 1);")],
    ),
    RewriteRule(
        "elements.once",
        "$X.push($Y)",
        ["$X.includes($Y) || $X.push($Y)"],
        [("x.push(y);", "x.includes(y) || x.push(y);")],
        under=("expression_statement",),
    ),
    RewriteRule(
        "elements.once",
        "$X",
        ["[...new Set($X)]"],
        [("return xs.map(f);", "return [...new Set(xs.map(f))];")],
        {"$X": _READ},
        under=("return_statement", "variable_declarator", "pair", "arguments", "spread_element"),
    ),
    RewriteRule(
        "elements.once",
        "$X",
        ["new Set($X)"],
        [("for (const y of xs) f(y);", "for (const y of new Set(xs)) f(y);")],
        {"$X": _READ},
        under=("for_in_statement",),
    ),
    RewriteRule(
        "elements.once",
        "$X.includes($Y)",
        [f"$X.some((each) => each.{name} === $Y{of})" for name in ("id", "name", "key") for of in (f".{name}", "")],
        [("a = x.includes(y);", "a = x.some((each) => each.id === y.id);")],
        {"$Y": _NAMED},
    ),
    RewriteRule(
        "elements.changed-copy",
        "$X.push($Y)",
        ["$X = [...$X, $Y]"],
        [("xs.push(y);", "xs = [...xs, y];")],
        {"$X": ("identifier",)},
        under=("expression_statement",),
    ),
    RewriteRule(
        "elements.inner-copy",
        "[...$X]",
        ["$X.map((each) => ({ ...each }))", "$X.map((each) => [...each])", "structuredClone($X)"],
        [("y = [...xs];", "y = xs.map((each) => ({ ...each }));")],
    ),
    RewriteRule(
        "elements.inner-copy",
        "{ ...$X }",
        ["structuredClone($X)"],
        [("y = { ...x };", "y = structuredClone(x);")],
    ),
    RewriteRule(
        "elements.inner-copy",
        "$X",
        [
            *("$X.map((each) => ({ ...each }))", "$X.map((each) => [...each])"),
            *("new Map($X)", "new Set($X)", "new Date($X)"),
        ],
        [("return this.xs;", "return this.xs.map((each) => ({ ...each }));")],
        {"$X": _NAMED},
        under=("return_statement", "variable_declarator", "pair", "assignment_expression"),
    ),
    *(
        RewriteRule(
            "object.changed-copy",
            change,
            [f"$O = {{ ...$O, $P: {value} }}"],
            [example],
            {"$O": ("identifier",)},
            under=("expression_statement",),
        )
        for change, value, example in (
            ("$O.$P = $V", "$V", ("s.n = 1;", "s = { ...s, n: 1 };")),
            ("$O.$P += $V", "$O.$P + $V", ("s.n += 1;", "s = { ...s, n: s.n + 1 };")),
            ("$O.$P.push($V)", "[...$O.$P, $V]", ("s.n.push(v);", "s = { ...s, n: [...s.n, v] };")),
        )
    ),
    RewriteRule(
        "object.merged-new",
        "Object.assign($A, $$$B)",
        ["Object.assign({}, $A, $$$B)"],
        [("x = Object.assign(a, b, c);", "x = Object.assign({}, a, b, c);")],
    ),
    *(
        RewriteRule(
            "object.merged-default",
            f"$A {sign} $B",
            ["{ ...$B, ...$A }", "[...$B, ...$A]"],
            [(f"x = a {sign} b;", "x = { ...b, ...a };")],
            {"$A": _NAMED, "$B": _NAMED},
            under=("pair", "variable_declarator", "return_statement", "assignment_expression", "arguments"),
        )
        for sign in ("??", "||")
    ),
    RewriteRule(
        "object.bare",
        "{}",
        ["Object.create(null)", "new Map()"],
        [("const o = {};", "const o = Object.create(null);")],
        under=("variable_declarator", "assignment_expression", "field_definition", "public_field_definition"),
    ),
    RewriteRule(
        "elements.of-object",
        "$X.length",
        ["Object.keys($X).length", "[...$X].length", "new Set($X).size"],
        [("n = o.length;", "n = Object.keys(o).length;")],
    ),
    RewriteRule(
        "elements.of-object",
        "for (const $K of $X) $S",
        ["for (const $K of Object.keys($X)) $S", "for (const $K of Object.entries($X)) $S"],
        [("for (const [k, v] of o) f(k);", "for (const [k, v] of Object.entries(o)) f(k);")],
        {"$X": _NAMED},
    ),
    RewriteRule(
        "elements.own-keys",
        "for (const $K in $X) $S",
        ["for (const $K of Object.keys($X)) $S", "for (const $K of $X) $S"],
        [("for (const k in o) f(k);", "for (const k of Object.keys(o)) f(k);")],
    ),
    RewriteRule(
        "elements.there",
        "$X.filter(Boolean)",
        [f"$X.filter((each) => each {asked})" for asked in ("!= null", "!== null", "!== undefined", "!== ''")],
        [("y = x.filter(Boolean);", "y = x.filter((each) => each != null);")],
    ),
    RewriteRule(
        "elements.at-found",
        "$X.splice($I, $N, $$$V)",
        ["$X.splice($I === -1 ? $X.length : $I, $N, $$$V)"],
        [("x.splice(i, 0, v);", "x.splice(i === -1 ? x.length : i, 0, v);")],
    ),
    RewriteRule(
        "elements.at-found",
        "$X.slice($A, $I)",
        ["$X.slice($A, $I === -1 ? $X.length : $I)"],
        [("y = x.slice(0, i);", "y = x.slice(0, i === -1 ? x.length : i);")],
        {"$I": ("identifier",)},
    ),
    RewriteRule(
        "elements.median",
        "$X[$M]",
        ["$X.length % 2 === 0 ? ($X[$M - 1] + $X[$M]) / 2 : $X[$M]"],
        [("return xs[m];", "return xs.length % 2 === 0 ? (xs[m - 1] + xs[m]) / 2 : xs[m];")],
        {"$M": ("identifier", "call_expression")},
        under=("return_statement",),
    ),
    RewriteRule(
        "elements.from-end",
        "$X.slice(-$N)",
        [
            "$X.slice(Math.max(0, $X.length - $N))",
            "($N > 0 ? $X.slice(-$N) : [])",
            "$X.slice(0, -$N)",
            "$X.slice(0, $N)",
        ],
        [("y = x.slice(-n);", "y = x.slice(Math.max(0, x.length - n));")],
    ),
    RewriteRule(
        "elements.from-end",
        "$X.slice(0, $N)",
        ["$X.slice(-$N)", "$X.slice($N)"],
        [("y = x.slice(0, n);", "y = x.slice(-n);")],
    ),
    RewriteRule(
        "elements.count",
        "$X.slice($A, $B)",
        ["$X.slice($A, $A + $B)", "$X.slice($A, $X.length - $B)", "$X.slice($B, $A)"],
        [("y = x.slice(a, b);", "y = x.slice(a, a + b);")],
    ),
    RewriteRule(
        "elements.count",
        "$X.splice($A, $B)",
        ["$X.splice($A, $B - $A)", "$X.splice($A, 1)"],
        [("x.splice(a, b);", "x.splice(a, b - a);")],
    ),
    RewriteRule(
        "elements.count",
        "$X.splice($I)",
        ["$X.splice($I, 1)"],
        [("x.splice(i);", "x.splice(i, 1);")],
    ),
    RewriteRule(
        "elements.around",
        "$X[$I]",
        ["$X[$I % $X.length]", "$X[($I + $X.length) % $X.length]", "$X.at($I)"],
        [("f(x[i + 1]);", "f(x[(i + 1) % x.length]);"), ("f(x[i - 1]);", "f(x[((i - 1) + x.length) % x.length]);")],
        {"$I": ("identifier", "binary_expression", "member_expression", "unary_expression")},
        under=("variable_declarator", "return_statement", "arguments", "binary_expression", "member_expression"),
    ),
    RewriteRule(
        "elements.each-argument",
        "$X.map($F)",
        ["$X.map((each) => $F(each))"],
        [("y = x.map(parseInt);", "y = x.map((each) => parseInt(each));")],
        {"$F": ("identifier", "member_expression")},
    ),
    RewriteRule(
        "elements.flattened",
        "$X.map($F)",
        ["$X.flatMap($F)", "$X.map($F).filter(Boolean)", "$X.filter(Boolean).map($F)", "$X.map($F).flat()"],
        [("y = x.map(f);", "y = x.filter(Boolean).map(f);")],
    ),
    RewriteRule("elements.flattened", "$X.flat()", ["$X.flat(Infinity)"], [("y = x.flat();", "y = x.flat(Infinity);")]),
    RewriteRule(
        "elements.joined",
        "$X.concat($Y)",
        ["[...$X, ...$Y]", "[...$X, $Y]", "$Y.concat($X)"],
        [("z = x.concat(y);", "z = [...x, y];")],
    ),
    RewriteRule(
        "elements.last-found",
        "$X.find($F)",
        ["[...$X].reverse().find($F)", "$X.filter($F)"],
        [("y = x.find(f);", "y = [...x].reverse().find(f);")],
    ),
    RewriteRule(
        "elements.ordered",
        "$X",
        [
            "[...$X].reverse()",
            "[...$X].sort()",
            "[...$X].sort((a, b) => a - b)",
            "Object.entries($X)",
            "Object.values($X)",
        ],
        [("for (const y of xs) f(y);", "for (const y of [...xs].reverse()) f(y);")],
        {"$X": _NAMED},
        under=("for_in_statement", "return_statement", "variable_declarator", "pair"),
    ),
    RewriteRule(
        "elements.array",
        "$X",
        ["Array.isArray($X) ? $X : [$X]", "[$X].flat()", "[$X]", "Array.from($X)"],
        [("const y = x;", "const y = Array.isArray(x) ? x : [x];")],
        {"$X": ("identifier", "member_expression")},
        under=("variable_declarator", "return_statement", "for_in_statement"),
    ),
    RewriteRule(
        "elements.initial",
        "$X.reduce($F)",
        [f"$X.reduce($F, {start})" for start in ("0", "''", "[]", "{}", "1", "null", "-Infinity", "Infinity")],
        [("y = x.reduce(f);", "y = x.reduce(f, 0);")],
    ),
    RewriteRule(
        "elements.initial",
        "$X.reduce($F, $I)",
        ["$X.reduce($F)", "$X.reduceRight($F, $I)"],
        [("y = x.reduce(f, 1);", "y = x.reduce(f);")],
    ),
)
