"""Rewrite rules of statements and functions."""

from __future__ import annotations

from testfix_pipeline.repair.languages.javascript.rewriting import RewriteRule

RULES = (
    RewriteRule(
        "loop.repeated", "if ($C) $S", ["while ($C) $S"], [("if (a < b) { a += 1; }", "while (a < b) { a += 1; }")]
    ),
    RewriteRule("loop.once", "while ($C) $S", ["if ($C) $S"], [("while (a) { b(); }", "if (a) { b(); }")]),
    RewriteRule(
        "loop.backwards",
        "for (let $I = 0; $I < $X.length; $I++) $S",
        ["for (let $I = $X.length - 1; $I >= 0; $I--) $S"],
        [
            (
                "for (let i = 0; i < a.length; i++) { if (f(a[i])) a.splice(i, 1); }",
                "for (let i = a.length - 1; i >= 0; i--) { if (f(a[i])) a.splice(i, 1); }",
            )
        ],
    ),
    RewriteRule(
        "loop.of-callback",
        "$X.forEach(($A) => $B)",
        ["for (const $A of $X) $B"],
        [("xs.forEach((x) => { if (x) return; f(x); });", "for (const x of xs) { if (x) return; f(x); };")],
        {"$B": ("statement_block",)},
        under=("expression_statement",),
    ),
    RewriteRule(
        "method.own-this",
        "$F(...$A)",
        ["$F.apply(this, $A)"],
        [("return f(...xs);", "return f.apply(this, xs);")],
        {"$F": ("identifier",)},
    ),
    RewriteRule(
        "yield.every",
        "yield $X",
        ["yield* $X"],
        [("function* f() { yield g(); }", "function* f() { yield* g(); }")],
    ),
    RewriteRule(
        "error.rejected",
        "$P.catch($F)",
        ["$P", "$P.catch((error) => { $F(error); throw error; })", "$P.finally($F)"],
        [("return p.catch(f);", "return p.catch((error) => { f(error); throw error; });")],
    ),
    RewriteRule(
        "promise.both-ways",
        "$P.then($F)",
        ["$P.then($F, $F)", "$P.finally($F)", "$P.catch(() => {}).then($F)"],
        [("p.then(f);", "p.then(f, f);")],
    ),
    RewriteRule(
        "promise.both-ways",
        "Promise.all($X)",
        ["Promise.allSettled($X)"],
        [("await Promise.all(x);", "await Promise.allSettled(x);")],
    ),
    RewriteRule(
        "value.sequence",
        "Promise.resolve($X)",
        ["Promise.resolve().then(() => $X)"],
        [("p = Promise.resolve(f());", "p = Promise.resolve().then(() => f());")],
    ),
    RewriteRule(
        "result.called-later",
        "$P.then($G($$$A))",
        ["$P.then(() => $G($$$A))"],
        [("q = p.then(g(1));", "q = p.then(() => g(1));")],
    ),
    RewriteRule(
        "result.called-later",
        "$F($G($$$A))",
        ["$F(() => $G($$$A))"],
        [("g(h(1));", "g(() => h(1));")],
        under=("expression_statement", "return_statement"),
    ),
    RewriteRule(
        "result.called-later",
        "$F($G($$$A), $N)",
        ["$F(() => $G($$$A), $N)"],
        [("setTimeout(g(1), 5);", "setTimeout(() => g(1), 5);")],
    ),
)
