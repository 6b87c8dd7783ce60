"""Keywords of calls that the callee does not take, or takes for something else."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.languages.python.edits.calls import callee
from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target
from testfix_pipeline.repair.languages.python.edits.scope import by_likeness


def keywords(target: Target) -> Iterator[Edit]:
    """`f(size=n)` where the function takes `width` and no `size`, or takes both and is given the one."""
    for call in target.expressions(ast.Call):
        assert isinstance(call, ast.Call)
        function = callee(target, call) if any(one.arg for one in call.keywords) else None
        if function is None or any(one.arg is None for one in call.keywords):
            continue
        takes = [one.arg for one in function.arguments][int(function.owner is not None and not function.is_static) :]
        given = {one.arg for one in call.keywords}
        free = [name for name in takes[len(call.args) :] if name not in given]
        for one in call.keywords:
            unknown = one.arg not in takes and function.node.args.kwarg is None
            for rank, name in enumerate(by_likeness(str(one.arg), free)[:3]):
                start = target.source.span(one)[0]
                prior = (0.7 if unknown else 0.25) / (1 + 0.4 * rank)
                yield target.splice(start, start + len(str(one.arg)), name, "keyword", prior, f"{one.arg}= -> {name}=")
