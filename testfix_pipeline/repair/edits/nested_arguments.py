"""Arguments given to the wrong one of two calls, one within the other; flags given as something else."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.edits.edit import Edit, Target

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


def _nested(target: Target) -> Iterator[tuple[ast.Call, ast.Call]]:
    """(outer, inner) where the inner call is an argument without a name."""
    for outer in target.expressions(ast.Call):
        assert isinstance(outer, ast.Call)
        for inner in outer.args:
            if isinstance(inner, ast.Call) and not (inner.args and isinstance(inner.args[0], ast.GeneratorExp)):
                yield outer, inner
