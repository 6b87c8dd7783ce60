"""Puts another expression in the place of a use of a library's name: one that a text states, or an old definition."""

from __future__ import annotations

import ast
import builtins
import copy
import sys
from collections.abc import Mapping, Sequence

from testfix_pipeline.core.code_view import dotted, last_name
from testfix_pipeline.core.python_bindings import names_bound_by
from testfix_pipeline.core.python_code import FunctionNode, expression, names_in
from testfix_pipeline.core.python_imports import ImportedName, imported_names
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits
from testfix_pipeline.repair.languages.python.templates.precedence import least_precedence, precedence_of

Values = Mapping[str, ast.AST | list[ast.keyword]]
"""By name, which may be dotted, what takes its place; the keywords of a call in the place of `**name`."""


def stated(
    edits: FileEdits, node: ast.expr, new: ast.expr, roots: Sequence[str] = (), parameters: Sequence[str] = ()
) -> bool:
    """Replace a use of a lost name, and its call, by an expression; False where an argument has no place in it.

    roots: dotted names that stand for the module that lost the name; without any the first name of the expression
    stands for the object of a lost member. Arguments go to the other names: to those of their parameters where these
    are known, else in their order; where there is none, to the first call that has none.
    """
    parent = edits.source.parents.get(node)
    call = parent if isinstance(parent, ast.Call) and parent.func is node else None
    names = _free_names(new)
    modules = [one for one in names if one in sys.stdlib_module_names or (edits.import_of(one) and one not in roots)]
    own = [one for one in names if one not in modules]
    known = [one for one in roots if one.partition(".")[0] in names]
    if isinstance(node, ast.Attribute):
        holder = node.value
        objects = [one for one in own if one not in parameters]
        known = known if roots else [_object(new, holder, objects)] if objects else []
    else:
        holder = expression(_module(edits, roots[0])) if known else node
    if not (known or roots):
        return False
    heads = {one.partition(".")[0] for one in known}
    free = [one for one in own if one not in heads]
    template = copy.deepcopy(new)
    values = _arguments(call, free, parameters) if call is not None or not free else None
    if values is None or (call is not None and not free and not _passed_on(template, call)):
        return False
    values = {**values, **dict.fromkeys(known, holder)}
    if _repeats(template, values):
        return False
    made = _Filled(values).visit(template)
    if names_in(made) & {one for one, value in values.items() if value == []}:
        return False  # an argument that is not given has a place that can't be left out
    _put(edits, call or node, made)
    for one in modules:
        if one in sys.stdlib_module_names and edits.local_name(one) != one:
            edits.add_import(f"import {one}", "")
    return True


def _module(edits: FileEdits, name: str) -> str:
    """What a file calls a module, which it imports if need be."""
    if not edits.local_name(name):
        edits.add_import(f"import {name}", "")
    return edits.local_name(name) or name


def _free_names(new: ast.expr) -> list[str]:
    """The names of an expression that Python does not have, in the order in which they are written."""
    found = [one for one in ast.walk(new) if isinstance(one, ast.Name) and not hasattr(builtins, one.id)]
    return list(dict.fromkeys(one.id for one in sorted(found, key=lambda one: (one.lineno, one.col_offset))))


def _object(new: ast.expr, holder: ast.expr, names: Sequence[str]) -> str:
    """The beginning of an expression that stands for the object: `Series.dt` where the program asks `s.dt`."""
    chains = [dotted(one) for one in ast.walk(new) if isinstance(one, ast.Attribute)]
    own = [one for one in chains if one.endswith(f".{last_name(holder)}") and one.startswith(f"{names[0]}.")]
    return min(own, key=len, default=names[0])


def _arguments(call: ast.Call | None, free: Sequence[str], parameters: Sequence[str]) -> Values | None:
    """The arguments of a call by the names of an expression, nothing for those that are not given; None where they are
    not those."""
    if call is None or not free:
        return {}
    places = _places(free, parameters)
    is_spread = any(isinstance(one, ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords)
    if is_spread or len(call.args) > len(places):
        return None
    by_name = dict(zip(parameters, places, strict=False))
    keywords = [(str(one.arg), one.value) for one in call.keywords]
    given = [*zip(places, call.args, strict=False), *((by_name.get(name, name), value) for name, value in keywords)]
    is_fit = len(dict(given)) == len(given) and dict(given).keys() <= {*free}
    return {**{one: [] for one in free}, **dict(given)} if is_fit else None


def _places(free: Sequence[str], parameters: Sequence[str]) -> list[str]:
    """By parameter the name of an expression that is the same but for its spelling, `page_number` for `pageNumber`,
    else the next one that is left; "" where none is."""
    same = {one.replace("_", "").lower(): one for one in free}
    found = [same.pop(one.replace("_", "").lower(), "") for one in parameters or free]
    rest = iter(same.values())
    return [one or next(rest, "") for one in found]


def _passed_on(template: ast.expr, call: ast.Call) -> bool:
    """Pass the arguments of a call on, where an expression says `...`, else to its first call that has none; False
    where there is no such."""
    calls = [one for one in ast.walk(template) if isinstance(one, ast.Call)]
    for one in calls:
        if one.args and isinstance(one.args[-1], ast.Constant) and one.args[-1].value is ...:
            one.args, one.keywords = [*one.args[:-1], *call.args], [*one.keywords, *call.keywords]
            return True
    empty = [one for one in calls if not (one.args or one.keywords)][-1:]
    for one in empty:
        one.args, one.keywords = call.args, call.keywords
    return bool(empty) or not (call.args or call.keywords)


def _repeats(new: ast.AST, values: Values) -> bool:
    """Whether an expression evaluates more than once what may do something else then."""
    named = [dotted(one) for one in ast.walk(new) if isinstance(one, (ast.Name, ast.Attribute))]
    several = [value for name, value in values.items() if named.count(name) > 1 and isinstance(value, ast.AST)]
    effects = (ast.Call, ast.Await, ast.NamedExpr, ast.Yield)
    return any(isinstance(one, effects) for value in several for one in ast.walk(value))


def inlined(
    edits: FileEdits, call: ast.Call, function: FunctionNode, imported: Sequence[ImportedName], is_method: bool
) -> bool:
    """Replace a call by the one expression, or `raise`, that a function consists of; False where it is more than that,
    or arguments don't fit. The file imports what the body does, where that is no private part of the library.

    imported: by the function's module.
    """
    receiver = call.func.value if isinstance(call.func, ast.Attribute) and is_method else None
    values = _bound(call, function.args, receiver)
    body = _only_statement(function.body) if values is not None else None
    if values is None or not isinstance(body, (ast.Return, ast.Raise)):
        return False
    value, parent = body.value if isinstance(body, ast.Return) else body.exc, edits.source.parents.get(call)
    is_raising = isinstance(body, ast.Raise)
    if value is None or isinstance(value, ast.Constant) or (is_raising and not isinstance(parent, ast.Expr)):
        return False
    names, inner = names_in(value), names_bound_by(ast.walk(value))
    known = {one.name: one for one in [*imported, *imported_names(function.body)] if _is_public(one)}
    used = [one for name, one in known.items() if name in names - values.keys() - inner]
    here = {one.spelling: expression(said) for one in used if (said := edits.local_name(one.whole))}
    bound = [one for one in used if one.spelling not in here and edits.binds(one.name)]
    is_free = all(one.full == one.name and isinstance(edits.import_of(one.name), ast.Import) for one in bound)
    is_known = _is_known(value, {*values, *inner, *(one.name for one in used)})
    if not is_free or not is_known or _is_caught(values, inner) or _repeats(value, values):
        return False
    _put(edits, call, _Filled({**values, **here}).visit(copy.deepcopy(value)), "raise " if is_raising else "")
    for one in used:
        if one.spelling not in here:
            edits.add_import(one.statement, "")
    return True


def _is_public(one: ImportedName) -> bool:
    return not one.level and "._" not in f".{one.whole}" and one.name != "*"


def _is_caught(values: Values, inner: set[str]) -> bool:
    """Whether an argument has a name to which the body gives another meaning."""
    nodes = (one for value in values.values() for one in (value if isinstance(value, list) else [value]))
    return any(inner & names_in(one) for one in nodes)


def is_beside(statement: ast.stmt) -> bool:
    """Whether a statement of a function is its documentation or an import, or does nothing but warn."""
    if not isinstance(statement, ast.Expr):
        return isinstance(statement, (ast.Import, ast.ImportFrom))
    is_warning = isinstance(statement.value, ast.Call) and last_name(statement.value.func) == "warn"
    return isinstance(statement.value, ast.Constant) or is_warning


def _only_statement(body: Sequence[ast.stmt]) -> ast.stmt | None:
    """The one statement that a function consists of beside documentation and warnings, else None."""
    left = [one for one in body if not is_beside(one)]
    return left[0] if len(left) == 1 else None


def _bound(call: ast.Call, arguments: ast.arguments, receiver: ast.expr | None) -> Values | None:
    """The arguments of a call by parameter; of `**more` its keywords. None where they don't fit."""
    names = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
    found: dict[str, ast.AST | list[ast.keyword]] = {}
    if receiver is not None and names:
        found[names.pop(0)] = receiver
    if arguments.vararg or len(call.args) > len(names) or any(isinstance(one, ast.Starred) for one in call.args):
        return None
    found.update(zip(reversed(names), reversed(arguments.defaults), strict=False))
    only = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    found.update({one.arg: value for one, value in only if value})
    found.update(zip(names, call.args, strict=False))
    known = {*names, *(one.arg for one in arguments.kwonlyargs)}
    found.update({one.arg: one.value for one in call.keywords if one.arg is not None and one.arg in known})
    rest = [one for one in call.keywords if one.arg not in known]
    if arguments.kwarg is not None:
        found[arguments.kwarg.arg] = rest
    return found if known <= found.keys() and (arguments.kwarg or not rest) else None


def _is_known(value: ast.expr, names: set[str]) -> bool:
    """Whether a body uses nothing but these names, what is no private part of them, and what Python has everywhere."""
    nodes = list(ast.walk(value))
    is_private = any(isinstance(node, ast.Attribute) and node.attr.startswith("_") for node in nodes)
    is_unsure = any(isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr)) for node in nodes)
    read = names_in(value)
    return not is_private and not is_unsure and all(one in names or hasattr(builtins, one) for one in read)


def _put(edits: FileEdits, node: ast.expr, new: ast.expr, before: str = "") -> None:
    """Write an expression in the place of another one, in parentheses where it needs them there."""
    text = ast.unparse(ast.fix_missing_locations(new))
    if not before and precedence_of(new, text) < least_precedence(edits.source.parents.get(node), node):
        text = f"({text})"
    edits.replace(*edits.source.span(node), before + text)


class _Filled(ast.NodeTransformer):
    """Puts values in the place of names."""

    def __init__(self, values: Values) -> None:
        self.values = values

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        found = self.values.get(dotted(node))
        return copy.deepcopy(found) if isinstance(found, ast.AST) else self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        found = self.values.get(node.id)
        return copy.deepcopy(found) if isinstance(found, ast.AST) else node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        keywords: list[ast.keyword] = []
        for one in node.keywords:
            spread = self.values.get(one.value.id) if one.arg is None and isinstance(one.value, ast.Name) else None
            keywords += copy.deepcopy(spread) if isinstance(spread, list) else [self.visit(one)]
        given = [one for one in node.args if not isinstance(one, ast.Name) or self.values.get(one.id) != []]
        node.func, node.args, node.keywords = self.visit(node.func), [self.visit(one) for one in given], keywords
        return node
