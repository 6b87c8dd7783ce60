"""A function of the project that its code calls on such values elsewhere, and not here: `normal(link.target)`."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import without_defaults
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import FunctionNode, SourceFile

PLAIN = (ast.Name, ast.Attribute, ast.Subscript)
SAME_WORD, COMPARED, EACH = 0.5, 0.25, 0.3
"""For what is called like an argument of the function elsewhere, and for a side of any comparison."""
MOST = 4


def wrapped_again(target: Target) -> Iterator[Edit]:
    """A plain value given to such a function first."""
    known = _calls(target.project or (target.source,))
    own = target.function.name if target.function else ""
    for node in target.expressions(*PLAIN):
        parent = target.source.parents[node]
        if not isinstance(getattr(node, "ctx", None), ast.Load) or isinstance(parent, ast.Attribute):
            continue
        inside = _name(parent.func) if isinstance(parent, ast.Call) else ""
        if target.source.is_called(node):
            continue
        word = _last(node) or "\0"
        ranked = sorted(known, key=lambda name: (-known[name][word], -known[name].total(), name))
        for rank, name in enumerate([name for name in ranked if name not in (inside, own, word)][:MOST]):
            text = f"{name}({target.text(node)})"
            if known[name][word]:
                yield target.replace(node, text, "converted-as-elsewhere", SAME_WORD / (1 + 0.3 * rank), text[:50])
            elif isinstance(parent, ast.Compare):
                yield target.replace(node, text, "helper.call-added", COMPARED / (1 + 0.3 * rank), text[:50])


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _last(node: ast.expr) -> str:
    if isinstance(node, ast.Subscript):
        return str(node.slice.value) if isinstance(node.slice, ast.Constant) else _last(node.value)
    return last_name(node)


def _takes_one(node: FunctionNode) -> bool:
    """Whether one value is enough for a call, and needed."""
    return len(without_defaults(node.args)) == 1 and None not in node.args.kw_defaults


@remembered(4)
def _calls(sources: Sequence[SourceFile]) -> Mapping[str, Counter[str]]:
    """By functions of the project that take one value: the last words of what they are given."""
    takes = {
        function.name
        for source in sources
        for function in source.functions
        if function.outer is function.node and function.owner is None and _takes_one(function.node)
    }
    told = {id(node.value) for source in sources for node in ast.walk(source.tree) if isinstance(node, ast.Expr)}
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for source in sources:
        for node in ast.walk(source.tree):
            if not isinstance(node, ast.Call) or id(node) in told or node.keywords:
                continue
            if _name(node.func) in takes and len(node.args) == 1:
                found[_name(node.func)][_last(node.args[0])] += 1
    return found
