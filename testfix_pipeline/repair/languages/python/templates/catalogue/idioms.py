"""Templates for builtin functions and containers: a call or argument that is nearly right."""

from __future__ import annotations

from testfix_pipeline.repair.languages.python.templates.predicates import (
    inside,
    is_callee,
    is_in_coroutine,
    kind,
    none_of,
)
from testfix_pipeline.repair.languages.python.templates.template import Template

TEMPLATES = (
    Template(
        "coroutines",
        match="$F($$$A)",
        rewrites=["await $F($$$A)"],
        edit="asynchronous",
        where=[is_in_coroutine, none_of(inside("await"))],
        examples=[("async def f(a):\n    return g(a)\n", "async def f(a):\n    return await g(a)\n")],
        non_examples=["async def f(a):\n    return await g(a)\n", "def f(a):\n    return g(a)\n"],
    ),
    *(
        Template(
            f"keywords/{name}",
            match=f"{call}($X)",
            rewrites=[f"{call}($X, {one})" for one in keywords],
            edit="argument.added",
            examples=[(f"x = {call}(y)", f"x = {call}(y, {keywords[0]})")],
        )
        for name, call, keywords in (
            ("open", "open", ['encoding="utf-8"', 'newline=""']),
            ("max", "max", ["default=0", "default=None"]),
            ("min", "min", ["default=0", "default=None"]),
            ("next", "next", ["None"]),
            ("dumps", "json.dumps", ["sort_keys=True", "ensure_ascii=False", "default=str"]),
            ("makedirs", "os.makedirs", ["exist_ok=True"]),
            ("sorted", "sorted", ["reverse=True"]),
        )
    ),
    Template(
        "keywords/order",
        match="sorted($X, key=$K)",
        rewrites=["sorted($X, key=$K, reverse=True)"],
        also={
            "$X.sort()": ["$X.sort(reverse=True)"],
            "$X.sort(key=$K)": ["$X.sort(key=$K, reverse=True)"],
            "$X.pop()": ["$X.pop(0)"],
            "$X.popitem()": ["$X.popitem(last=False)"],
        },
        edit="argument.added",
        examples=[
            ("sorted(x, key=f)", "sorted(x, key=f, reverse=True)"),
            ("x.sort(key=f)", "x.sort(key=f, reverse=True)"),
            ("x.popitem()", "x.popitem(last=False)"),
        ],
    ),
    Template(
        "results/in-place",
        match="$X.sort()",
        rewrites=["sorted($X)"],
        also={"$X.sort(key=$K)": ["sorted($X, key=$K)"], "$X.reverse()": ["$X[::-1]"]},
        edit="result.passed-on",
        examples=[("return x.sort()", "return sorted(x)"), ("y = x.reverse()", "y = x[::-1]")],
    ),
    Template(
        "whole-time-spans",
        match="$A.seconds",
        rewrites=["$A.total_seconds()"],
        edit="replace.attribute",
        where=[none_of(is_callee)],
        examples=[("x = (b - a).seconds", "x = (b - a).total_seconds()")],
    ),
    Template(
        "whole-quotients",
        match="int($A / $B)",
        rewrites=["$A // $B", "-(-$A // $B)"],
        also={"round($A / $B)": ["$A // $B", "-(-$A // $B)"], "$A // $B": ["-(-$A // $B)", "round($A / $B)"]},
        edit="rounding",
        examples=[("y = int(a / b)", "y = a // b"), ("y = round(a / (b + 1))", "y = -(-a // (b + 1))")],
        non_examples=["y = int(a * b)"],
    ),
    Template(
        "rounded-not-cut",
        match="int($A)",
        rewrites=["round($A)", "int($A, 16)", "int($A, 2)"],
        edit="rounding",
        where=[none_of(kind("A", "constant"))],
        examples=[("y = int(x)", "y = round(x)"), ("y = int(x)", "y = int(x, 16)")],
        non_examples=["y = int('12')"],
    ),
    Template(
        "grouped-in-order",
        match="groupby($X, key=$K)",
        rewrites=["groupby(sorted($X, key=$K), key=$K)"],
        also={
            "groupby($X, $K)": ["groupby(sorted($X, key=$K), $K)"],
            "groupby($X)": ["groupby(sorted($X))"],
            "itertools.groupby($X, key=$K)": ["itertools.groupby(sorted($X, key=$K), key=$K)"],
            "itertools.groupby($X)": ["itertools.groupby(sorted($X))"],
        },
        edit="sorted-before",
        where=[kind("X", "name", "attribute", "subscript")],
        examples=[("y = list(groupby(x, key=f))", "y = list(groupby(sorted(x, key=f), key=f))")],
        non_examples=["y = groupby(sorted(x))"],
    ),
)
