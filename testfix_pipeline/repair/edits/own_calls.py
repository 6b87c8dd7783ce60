"""A function of the project that its code calls on such values elsewhere, and not here: `normal(link.target)`."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import own_attribute, plain_methods, without_defaults
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import FunctionNode, SourceFile

PLAIN = (ast.Name, ast.Attribute, ast.Subscript)
SAME_WORD, COMPARED, EACH = 0.5, 0.25, 0.3
"""For what is called like an argument of the function elsewhere, and for a side of any comparison."""
MOST = 4
COLLECTED = {
    "set": "{{{}}}",
    "list": "[{}]",
    "tuple": "tuple({})",
    "sorted": "sorted({})",
    "frozenset": "frozenset({})",
}


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


def by_methods(target: Target) -> Iterator[Edit]:
    """What is assigned, answered, handed over or looked up by, given to a method of the class first that the class
    calls on others: `self.open_day(today + days)`."""
    function = target.function
    if function is None or function.owner is None:
        return
    names = [name for name in _wrapping(function.owner) if name != function.name]
    keys = [one.slice for one in target.expressions(ast.Subscript) if isinstance(one, ast.Subscript)]
    for node in (*target.assigned_or_passed(), *keys) if names else ():
        if not isinstance(node, (*PLAIN, ast.BinOp, ast.Call)):
            continue
        inside = target.source.parents[node]
        for rank, name in enumerate(names[:MOST]):
            text = f"self.{name}({target.text(node)})"
            if not target.text(node).startswith(f"self.{name}(") and _name_of(inside) != name:
                yield target.replace(node, text, "converted-as-elsewhere", 0.35 / (1 + 0.4 * rank), text[:50])


def _name_of(node: ast.AST) -> str:
    return last_name(node.func) if isinstance(node, ast.Call) else ""


@remembered(256)
def _wrapping(owner: ast.ClassDef) -> list[str]:
    """The methods of one value that the class calls for what they answer, those called most first."""
    takes = {one.name for one in plain_methods(owner) if len(one.args.args) - len(one.args.defaults) == 2}
    statements = {id(one.value) for one in ast.walk(owner) if isinstance(one, ast.Expr)}
    calls = [n for n in ast.walk(owner) if isinstance(n, ast.Call) and len(n.args) == 1 and id(n) not in statements]
    counted = Counter(last_name(n.func) for n in calls if own_attribute(n.func) in takes)
    return [name for name, _ in counted.most_common()]


def each_wrapped(target: Target) -> Iterator[Edit]:
    """What many such values are made into, with each given to the function first: `{key(one) for one in names}`."""
    known = _calls(target.project or (target.source,))
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        kind, given = _name(node.func), node.args[0] if len(node.args) == 1 else None
        if kind not in COLLECTED or not isinstance(given, PLAIN) or not _last(given).endswith("s"):
            continue
        fitting = [name for name in sorted(known) if known[name][_last(given).removesuffix("s")]]
        for rank, name in enumerate(fitting[:MOST]):
            each = f"{name}(one) for one in {target.text(given)}"
            text = COLLECTED[kind].format(each)
            if node.keywords:
                text = f"{kind}(({each}), {', '.join(map(target.text, node.keywords))})"
            yield target.replace(node, text, "converted-as-elsewhere", SAME_WORD / (1 + 0.3 * rank), text[:50])


def each(target: Target) -> Iterator[Edit]:
    """`[canonical(one) for one in split_names(text)]`: each of what is assigned, answered or handed over."""
    known = _calls(target.project or (target.source,))
    own = target.function.name if target.function else ""
    names = sorted(known, key=lambda name: (-known[name].total(), name))
    for node in target.assigned_or_passed() if names else ():
        many = last_name(node.func) if isinstance(node, ast.Call) else _last(node) if isinstance(node, PLAIN) else ""
        if not many.endswith("s"):
            continue
        for rank, name in enumerate([name for name in names if name not in (own, many)][:MOST]):
            text = f"[{name}(one) for one in {target.text(node)}]"
            yield target.replace(node, text, "converted-as-elsewhere", EACH / (1 + 0.4 * rank), text[:50])


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
