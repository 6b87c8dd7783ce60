"""What a rule for calls of a function puts where the program only names the function: `map(lib.old, items)`."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from testfix_pipeline.core.python_bindings import names_bound_by
from testfix_pipeline.core.python_code import expression, names_in
from testfix_pipeline.repair.languages.python.libraries.edits.expression_rule import ExpressionRule
from testfix_pipeline.repair.languages.python.source import SourceFile

_HOLDERS = (
    *(ast.Call, ast.keyword, ast.List, ast.Tuple, ast.Set, ast.Dict, ast.Assign, ast.NamedExpr, ast.Return),
    *(ast.arguments, ast.IfExp, ast.BoolOp, ast.Lambda, ast.Starred),
)


def is_passed_on(node: ast.expr, source: SourceFile) -> bool:
    """Whether a name of a function is a value: neither called nor asked for an attribute, no decorator or annotation,
    and no class, of which a program may ask what it is."""
    parent = source.parents.get(node)
    is_class = ast.unparse(node).rpartition(".")[2][:1].isupper()
    return isinstance(parent, _HOLDERS) and getattr(parent, "func", None) is not node and not is_class


def function_for(rule: ExpressionRule, new: str) -> ast.expr | None:
    """The function that does what a rule's replacement does for the arguments of its call; None where there is none.

    It is the new one itself where that takes the same by place, else a lambda. A parameter of which the rule does not
    know the default is none of it: who passes that gets an error.
    """
    try:
        body = expression(new)
    except SyntaxError:
        return None
    if not isinstance(rule.old, ast.Call):
        return None
    args, keywords = rule.old.args, rule.old.keywords
    if isinstance(body, ast.Call) and not names_in(body.func) & rule.free and _is_same(rule.old, body):
        return body.func
    required = [one.id for one in args if isinstance(one, ast.Name)]
    defaults = _defaults(rule, keywords)
    if len(required) < len(args) or defaults is None:
        return None
    body = _WithoutKeywords(rule.free - {*required, *defaults}).visit(body)
    names = {*required, *defaults}
    own = names_bound_by(ast.walk(body))
    heads = {one.partition(".")[0] for one in rule.imports}
    if (names_in(body) & rule.free) - names or names & (own | heads):
        return None
    parameters = [ast.arg(name) for name in (*required, *defaults)]
    return ast.Lambda(ast.arguments([], parameters, None, [], [], None, [*defaults.values()]), body)


def _is_same(old: ast.Call, new: ast.Call) -> bool:
    """Whether two calls give the same, without a keyword but `**rest`: its place in a new function is not known."""
    is_placed = all(one.arg is None for one in old.keywords)
    given = [list(map(ast.dump, [*one.args, *one.keywords])) for one in (old, new)]
    return is_placed and given[0] == given[1]


def _defaults(rule: ExpressionRule, keywords: list[ast.keyword]) -> Mapping[str, ast.expr] | None:
    """The known defaults of what a call may give; None where it has a keyword that means something else."""
    if any(one.arg is None or not isinstance(one.value, ast.Name) or one.value.id != one.arg for one in keywords):
        return None
    known = rule.defaults or {}
    return {one.arg: known[one.arg] for one in keywords if one.arg is not None and one.arg in known}


class _WithoutKeywords(ast.NodeTransformer):
    """Takes out the keywords that pass on what is not given."""

    def __init__(self, absent: frozenset[str]) -> None:
        self.absent = absent

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        node.keywords = [
            one for one in node.keywords if not (isinstance(one.value, ast.Name) and one.value.id in self.absent)
        ]
        return node
