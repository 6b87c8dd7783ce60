"""Calls: arguments swapped, dropped, added; a call taken away; a missing conversion or await put around a value."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator, Mapping

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.edit import Edit, Target, converted, wrapped
from testfix_pipeline.repair.edits.forms import forms_of
from testfix_pipeline.repair.edits.imports import imported
from testfix_pipeline.repair.edits.operations import operations
from testfix_pipeline.repair.edits.operators import swap
from testfix_pipeline.repair.edits.scope import (
    attributes_of_namesakes,
    inherited,
    likeness,
    local_names,
    module_constants,
    without_defaults,
)
from testfix_pipeline.repair.edits.traces import uncalled
from testfix_pipeline.repair.edits.wrapping import is_value
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, SourceFile

MOST_OPERATIONS = 4
CLOSING = re.compile(r"#[^\n]*|\)")
OPTIONS = {
    "sorted": ("reverse=True", "key=len", "key=str.lower", "key=str", "key=int"),
    "sort": ("reverse=True", "key=len", "key=str.lower"),
    "min": ("default=None", "default=0", "default=-1"),
    "max": ("default=None", "default=0", "default=-1"),
    "sum": ("start=0.0",),
    "popitem": ("last=False",),
    "move_to_end": ("last=False",),
    "split": ("maxsplit=1",),
    "rsplit": ("maxsplit=1",),
    "enumerate": ("start=1",),
    "zip": ("strict=False",),
    "dumps": ("sort_keys=True", "ensure_ascii=False", "default=str"),
    "mkdir": ("parents=True", "exist_ok=True"),
    "makedirs": ("exist_ok=True",),
    "open": ("encoding='utf-8'", "newline=''"),
}
"""Keywords of common callees that change what they answer."""
AWARE = dict.fromkeys(("fromtimestamp", "now"), ("tz=timezone.utc",))
"""The same where the file knows of time zones."""


def swapped_arguments(target: Target) -> Iterator[Edit]:
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        plain = [arg for arg in node.args if not isinstance(arg, ast.Starred) and target.source.is_real(arg)]
        pairs = list(itertools.combinations(plain, 2))
        for left, right in pairs[:6]:
            if ast.dump(left) != ast.dump(right):
                near = plain.index(right) - plain.index(left) == 1
                yield swap(target, left, right, "arguments.swapped", 0.6 if near else 0.3)


def swapped_elements(target: Target) -> Iterator[Edit]:
    """Neighbours of a tuple or of a dictionary's values, both branches of a conditional expression, key and value of a
    dict comprehension."""
    for node in target.expressions(ast.Tuple, ast.IfExp, ast.DictComp, ast.Dict):
        if isinstance(node, ast.IfExp):
            yield swap(target, node.body, node.orelse, "branches-swapped", 0.4)
        elif isinstance(node, ast.DictComp):
            yield swap(target, node.key, node.value, "elements-swapped", 0.3)
        elif isinstance(node, ast.Dict):
            for left, right in itertools.pairwise(node.values[:6]):
                named = isinstance(left, (ast.Name, ast.Attribute)) and isinstance(right, (ast.Name, ast.Attribute))
                if named and ast.dump(left) != ast.dump(right):
                    yield swap(target, left, right, "elements-swapped", 0.3)
        elif isinstance(node, ast.Tuple) and len(node.elts) <= 5:
            for left, right in itertools.pairwise(node.elts):
                if ast.dump(left) != ast.dump(right):
                    yield swap(target, left, right, "elements-swapped", 0.35)


def dropped_arguments(target: Target) -> Iterator[Edit]:
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        parts: list[ast.expr | ast.keyword] = [*node.args, *node.keywords]
        parts.sort(key=lambda part: (part.lineno, part.col_offset))
        texts = [target.text(part) for part in parts]
        if len(parts) == 1 and isinstance(parts[0], ast.GeneratorExp):
            continue
        for position, text in enumerate(texts):
            rest = ", ".join(texts[:position] + texts[position + 1 :])
            wrong_arity = "TypeError" in target.clues.errors and target.crash() == "TypeError"
            prior = 0.6 if wrong_arity else 0.3 if isinstance(parts[position], ast.keyword) else 0.15
            yield target.replace(
                node, f"{target.text(node.func)}({rest})", "argument.dropped", prior, f"`{text[:30]}` dropped"
            )


def call_dropped(target: Target) -> Iterator[Edit]:
    """`f(x)` -> `x` and `x.f()` -> `x`."""
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        if isinstance(target.source.parents[node], ast.Expr):
            continue
        if len(node.args) >= 1 and not isinstance(node.args[0], (ast.Starred, ast.GeneratorExp)):
            yield target.replace(node, wrapped(target, node.args[0]), "call.dropped", 0.25, "its argument instead")
        if isinstance(node.func, ast.Attribute):
            yield target.replace(node, wrapped(target, node.func.value), "call.dropped", 0.25, "its receiver instead")
        if not node.args and not node.keywords:
            yield target.replace(node, wrapped(target, node.func), "call.dropped", 0.25, "not called")


def callee(target: Target, node: ast.Call) -> Function | None:
    """The function a call means, where the project has one of this name (method or function)."""
    of_base = isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Call)
    sources = (target.source, *target.project)
    if of_base and called(node.func.value) == "super":  # type: ignore[attr-defined]
        owner = target.function.owner if target.function is not None else None
        return inherited(sources, owner, called(node)) if owner is not None else None
    return _callees(sources).get(called(node))


@remembered(64)
def _callees(sources: tuple[SourceFile, ...]) -> Mapping[str, Function]:
    """By the name that they are called by: the first function of the name, or that makes things of a class."""
    found: dict[str, Function] = {}
    for function in (one for source in sources for one in source.functions):
        found.setdefault(function.name, function)
        if function.name == "__init__" and function.owner:
            found.setdefault(function.owner.name, function)
    return found


def added_arguments(target: Target) -> Iterator[Edit]:
    """A parameter of the callee that the call leaves to its default, or forgot, given a value in reach."""
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        function = callee(target, node)
        if (
            function is None
            or any(isinstance(a, ast.Starred) for a in node.args)
            or any(not k.arg for k in node.keywords)
        ):
            continue
        for position, parameter in enumerate(_free_parameters(function, node)):
            by_name = bool(node.keywords) or position > 0 or not _is_required(function, parameter)
            for value, prior in _values_for(target, parameter):
                text = with_argument(target, node, f"{parameter}={value}" if by_name else value)
                if text:
                    kind = "argument.passed-on" if value == parameter else "argument.added"
                    yield target.splice(*text, kind, prior, f"{parameter}={value}")


def _free_parameters(function: Function, node: ast.Call) -> list[str]:
    names = [argument.arg for argument in function.arguments]
    if function.owner and not function.is_static:
        names = names[1:]
    given = {keyword.arg for keyword in node.keywords}
    return [name for name in names[len(node.args) :] if name not in given]


def _is_required(function: Function, parameter: str) -> bool:
    """Whether a parameter must be given and may be without its name."""
    return any(argument.arg == parameter for argument in without_defaults(function.node.args))


def _values_for(target: Target, parameter: str) -> Iterator[tuple[str, float]]:
    names = sorted(local_names(target), key=lambda name: -likeness(name, parameter))
    for rank, name in enumerate(names[:4]):
        exact = name == parameter
        yield name, 0.75 if exact else 0.25 / (1 + rank)
    known = operations(target.function.node) if target.function else {}
    yield from ((text, 0.2) for text in list(known)[:MOST_OPERATIONS])
    yield from (("True", 0.25), ("False", 0.2), ("None", 0.12), ("0", 0.12), ("1", 0.1))
    if target.function and target.function.owner:
        yield f"self.{parameter}", 0.3
    known_of = attributes_of_namesakes(target.source)
    holders = [name for name in names if parameter in known_of.get(name, ())]
    yield from ((f"{name}.{parameter}", 0.45 / (1 + 0.4 * rank)) for rank, name in enumerate(holders[:MOST_OPERATIONS]))


def with_argument(target: Target, node: ast.Call, text: str) -> tuple[int, int, str] | None:
    """Where and how a call takes one more argument at its end; None where it ends otherwise than in a bracket."""
    close = target.source.span(node)[1] - 1
    if target.source.text[close] != ")":
        return None
    at = behind_arguments(target, node)
    return None if at > close else (at, at, f", {text}" if node.args or node.keywords else text)


def behind_arguments(target: Target, node: ast.Call) -> int:
    """Where the last argument of a call ends, with brackets of its own; what follows is a comma, comments, the end."""
    close = target.source.span(node)[1] - 1
    last = max((target.source.span(part)[1] for part in (*node.args, *node.keywords)), default=close)
    brackets = (found for found in CLOSING.finditer(target.source.text, last, close) if found.group() == ")")
    return max((found.end() for found in brackets), default=last)


def _key_functions(target: Target, node: ast.Call, name: str) -> Iterator[str]:
    """What to order by: attributes and functions that the function asks of other things, the module's own functions."""
    if name not in ("sorted", "sort", "min", "max", "groupby", "nsmallest", "nlargest") or len(node.args) > 1:
        return
    around = target.function.node if target.function else target.source.tree
    read = [n for n in ast.walk(around) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Load)]
    asked = [n for n in read if not target.source.is_called(n)]
    attributes = dict.fromkeys(n.attr for n in asked if isinstance(n.value, ast.Name))
    used = [n.func.id for n in ast.walk(around) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)]
    single = [f.name for f in target.source.functions if f.owner is None and len(f.arguments) == 1]
    yield from (f"key={one}" for one in dict.fromkeys([*(u for u in used if u in single), *single]))
    yield from (f"key=lambda item: item.{attr}" for attr in list(attributes)[:6])
    yield from ("key=lambda item: item[0]", "key=lambda item: item[1]")


def known_keywords(target: Target) -> Iterator[Edit]:
    """Keywords of common callees that change what they answer."""
    options = OPTIONS | AWARE if "timezone" in imported(target.source) else OPTIONS
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        name = called(node)
        given = {keyword.arg for keyword in node.keywords}
        for option in (*options.get(name, ()), *_key_functions(target, node, name)):
            if option.split("=")[0] not in given:
                yield from _with_option(target, node, option)
        if name in ("next", "get", "pop", "getattr") and len(node.args) < (3 if name == "getattr" else 2):
            for value in ("None", "0", "''", "[]", "{}", "False", *module_constants(target.source)[:4]):
                yield from _with_option(target, node, value, 0.3 if name == "next" else 0.2, f"default {value}")


def _with_option(target: Target, node: ast.Call, option: str, prior: float = 0.3, note: str = "") -> Iterator[Edit]:
    """One more argument; a generator that was the only one gets brackets of its own."""
    only = node.args[0] if len(node.args) == 1 and not node.keywords else None
    if isinstance(only, ast.GeneratorExp) and target.source.is_real(only):
        text = target.text(only)
        inner = text if text.startswith("(") else f"({text})"
        new = f"{target.text(node.func)}({inner}, {option})"
        yield target.replace(node, new, "argument.added", prior, note or option)
    elif where := with_argument(target, node, option):
        yield target.splice(*where, "argument.added", prior, note or option)


def familiar(target: Target) -> Iterator[Edit]:
    """A value made into what the file makes of other values."""
    forms = forms_of(target.source)
    for node in target.expressions(ast.Name, ast.Attribute, ast.Subscript, ast.Call) if forms else ():
        parent = target.source.parents[node]
        weight = _wrapper_weight(target, parent) if is_value(node, parent) else 0.0
        for rank, form in enumerate(forms if weight else ()):
            yield converted(target, node, form, 0.24 * weight / (1 + 0.1 * rank))


TAKE_MANY = {"sorted", "list", "tuple", "set", "frozenset", "sum", "min", "max", "enumerate", "any", "all", "dict"}


def views(target: Target) -> Iterator[Edit]:
    """What a function goes over, where that is a dictionary: its items or values instead of its keys."""
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        given = node.args[0] if node.args else None
        if getattr(node.func, "id", "") in TAKE_MANY and isinstance(given, (ast.Name, ast.Attribute)):
            prior = 0.4 if _is_mapping(target, given) else 0.15
            for form in ("{}.items()", "{}.values()"):
                yield converted(target, given, form, prior)


def _is_mapping(target: Target, node: ast.expr) -> bool:
    """Whether it is the keywords of the function, or the file asks it for what dictionaries have."""
    kwarg = target.function.node.args.kwarg if target.function else None
    text = target.text(node)
    if kwarg is not None and text == kwarg.arg:
        return True
    return any(f"{text}.{method}(" in target.source.text for method in ("items", "values", "keys", "setdefault"))


def _wrapper_weight(target: Target, parent: ast.AST) -> float:
    """Conversions are missing where values meet: returned, stored, compared, passed on."""
    bonus = 1.6 if target.clues.errors & {"TypeError", "AttributeError"} and target.crash() else 1.0
    places = (ast.Return, ast.Assign, ast.Compare, ast.Call, ast.For, ast.comprehension, ast.Subscript, ast.keyword)
    return bonus * (0.8 if isinstance(parent, places) else 0.4)


def _helpers(target: Target) -> Iterator[tuple[str, str]]:
    """(name, form) of the module's own functions that make a value of a value: `f({})`, and with further arguments
    where what they need is in reach under the same name."""
    reach = set(local_names(target))
    for function in target.source.functions:
        arguments = function.node.args
        required = [arg.arg for arg in arguments.args[: len(arguments.args) - len(arguments.defaults)]]
        if function.outer is function.node and function.owner is None and required and set(required[1:]) <= reach:
            yield function.name, f"{function.name}({', '.join(['{}', *required[1:]])})"


def helper_calls(target: Target) -> Iterator[Edit]:
    """A value passed through one of the module's own functions first, best through one not called yet."""
    forms = [(n, form) for n, form in _helpers(target) if target.function is None or n != target.function.name]
    idle = {function.name for function in uncalled(target.project).get(target.source, ())}
    forms.sort(key=lambda pair: pair[0] not in idle)
    for node in target.expressions(ast.Name, ast.Attribute, ast.Subscript, ast.Call):
        if is_value(node, target.source.parents[node]):
            for name, form in forms[:6]:
                text = target.text(node)
                if not text.startswith(f"{name}("):
                    prior = 0.4 if name in idle else 0.2 / (1 + 0.1 * len(forms))
                    yield target.replace(node, form.format(text), "helper.call-added", prior, name)
