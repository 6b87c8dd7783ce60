"""Arguments given to the wrong one of two calls, one within the other; flags given as something else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.edit import Edit, Target

FLAGS_AT = {"sub": 3, "subn": 3, "split": 2}
"""Of functions of `re`, which argument is a number that people take for the flags."""
OUT, IN = 0.4, 0.35


def given_out(target: Target) -> Iterator[Edit]:
    """`echo(text.format(x), file=out)` for `echo(text.format(x, file=out))`: the last argument of the inner call."""
    for outer, inner in _nested(target):
        given = [*inner.args, *inner.keywords]
        if len(given) < 2 and not inner.keywords:
            continue
        last = given[-1]
        ahead = target.source.span(given[-2])[1] if len(given) > 1 else target.source.span(inner.func)[1] + 1
        text = target.source.text
        moved, close = text[slice(*target.source.span(last))], target.source.span(inner)[1]
        if text[close : target.source.span(outer)[1]].strip() in (")", ",)"):
            yield target.splice(ahead, close, f"), {moved}", "argument.moved", OUT, moved[:50])


def taken_in(target: Target) -> Iterator[Edit]:
    """The other way round: the argument behind an inner call is one of it."""
    for outer, inner in _nested(target):
        end = target.source.span(inner)[1]
        behind = [one for one in (*outer.args, *outer.keywords) if target.source.span(one)[0] > end]
        if len(behind) != 1 or isinstance(behind[0], ast.Starred):
            continue
        close, (start, end) = target.source.span(inner)[1], target.source.span(behind[0])
        moved = target.source.text[start:end]
        some = ", " if inner.args or inner.keywords else ""
        edit = target.splice(close - 1, close - 1, f"{some}{moved}", "argument.moved", IN, moved[:50])
        yield replace(edit, more=((close, end, ""),))


def _nested(target: Target) -> Iterator[tuple[ast.Call, ast.Call]]:
    """(outer, inner) where the inner call is an argument without a name."""
    for outer in target.expressions(ast.Call):
        assert isinstance(outer, ast.Call)
        for inner in outer.args:
            if isinstance(inner, ast.Call) and not (inner.args and isinstance(inner.args[0], ast.GeneratorExp)):
                yield outer, inner


def flags_named(target: Target) -> Iterator[Edit]:
    """`re.sub(p, r, text, flags=re.I)` for `re.sub(p, r, text, re.I)`, whose fourth argument is how many."""
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        at = FLAGS_AT.get(called(node), 0)
        if at and len(node.args) == at + 1 and "re." in target.text(node.args[at]):
            text = f"flags={target.text(node.args[at])}"
            yield target.replace(node.args[at], text, "flags-named", 0.8, text)
