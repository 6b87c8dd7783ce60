"""naming_issues and type_abuse: names that are mixed, misspelt (by codespell's dictionary) or misleading, and types
that silence the type checker."""

from __future__ import annotations

import ast
import builtins
import difflib
import functools
import itertools
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib import resources
from typing import TypeGuard

from testfix_pipeline.core.code_view import dotted, snake_case
from testfix_pipeline.core.python_code import FunctionNode, argument_names, own_nodes, with_defaults
from testfix_pipeline.planning.python_code.source_file import Source, decorators, without_docstring
from testfix_pipeline.planning.scanner.table import Hit

_CHAIN = 3
"""So many assertions in a row, each one step deeper into the same object, are a chain."""


def any_where_known(source: Source) -> Iterator[Hit]:
    """Yield `Any` annotations where the type is evident from a default, an assigned literal or returned literals."""
    for node in source.nodes:
        if isinstance(node, ast.AnnAssign) and _is_any(source, node.annotation) and literal_type(node.value):
            yield Hit("any_where_known", node.lineno, f"{ast.unparse(node.target)} is {literal_type(node.value)}")
        elif isinstance(node, FunctionNode):
            yield from _signature_hits(source, node)


def _signature_hits(source: Source, function: FunctionNode) -> Iterator[Hit]:
    for parameter, default in with_defaults(function.args):
        if _is_any(source, parameter.annotation) and literal_type(default):
            yield Hit("any_where_known", parameter.lineno, f"{parameter.arg} is {literal_type(default)} by default")
    kinds = {literal_type(node.value) for node in own_nodes(function) if isinstance(node, ast.Return)}
    if _is_any(source, function.returns) and len(kinds) == 1 and (kind := kinds.pop()):
        yield Hit("any_where_known", function.lineno, f"{function.name}() always returns {kind}")


def _is_any(source: Source, annotation: ast.AST | None) -> bool:
    quoted = annotation.value if isinstance(annotation, ast.Constant) else ""
    return quoted == "Any" or source.qualified(annotation) in ("Any", "typing.Any", "typing_extensions.Any")


_KINDS: dict[type[ast.AST], str] = {
    ast.JoinedStr: "str", ast.List: "list", ast.Dict: "dict", ast.Set: "set", ast.Tuple: "tuple",
    ast.ListComp: "list", ast.DictComp: "dict", ast.SetComp: "set", ast.Compare: "bool",
}  # fmt: skip
_MAKERS = {"len": "int", "repr": "str", "sorted": "list", "isinstance": "bool", "hasattr": "bool", "any": "bool",
           "all": "bool", **{kind.__name__: kind.__name__ for kind in (int, str, float, bool, list, dict, set, tuple,
                                                                      bytes)}}  # fmt: skip


def literal_type(value: ast.AST | None) -> str:
    """The evident type of a value: a literal, a comparison, `len(x)`; "" for anything else and for None."""
    if isinstance(value, ast.Constant) and value.value is not None and value.value is not ...:
        return type(value.value).__name__
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not):
        return "bool"
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return _MAKERS.get(value.func.id, "")
    return _KINDS.get(type(value), "") if value is not None else ""


def double_casts(source: Source) -> Iterator[Hit]:
    """Yield casts of casts, nested or by way of a name: `cast(A, cast(B, value))`."""
    for node in source.nodes:
        inner = node.args[1] if _is_cast(node, source) and len(node.args) > 1 else None
        if _is_cast(inner, source) or (isinstance(inner, ast.Name) and _only_holds_casts(source, inner)):
            yield Hit("double_cast", getattr(node, "lineno", 0), last=getattr(node, "end_lineno", 0))


def _is_cast(node: ast.AST | None, source: Source) -> TypeGuard[ast.Call]:
    name = source.qualified(node.func) if isinstance(node, ast.Call) else ""
    return name in ("cast", "typing.cast", "typing_extensions.cast")


def _only_holds_casts(source: Source, name: ast.Name) -> bool:
    """Whether all assignments to a name in its function are casts; `x = cast(A, x)` narrows it and counts as one."""
    function = source.function_of(name)
    if function is None or name.id in argument_names(function.args):
        return False
    assigned = [node for node in ast.walk(function) if isinstance(node, ast.Assign)]
    values = [node.value for node in assigned if name.id in map(dotted, node.targets)]
    return bool(values) and all(_is_cast(value, source) and name not in value.args for value in values)


def assertion_chains(source: Source) -> Iterator[Hit]:
    """Yield chains such as `assert a is not None; assert a.b is not None; assert a.b.c is not None`."""
    for node in source.nodes:
        if isinstance(node, ast.Assert) and isinstance(node.test, ast.BoolOp) and isinstance(node.test.op, ast.And):
            yield from _chain_hits(node.test.values)
    for block in source.statements():
        for are_assertions, run in itertools.groupby(block, lambda each: isinstance(each, ast.Assert)):
            if are_assertions:
                yield from _chain_hits([each.test for each in run if isinstance(each, ast.Assert)])


def _chain_hits(tests: Sequence[ast.expr]) -> Iterator[Hit]:
    """Yield the runs of at least three tests, each of which asks for more of what the one before asked for."""
    start = 0
    for end in range(1, len(tests) + 1):
        before = _subject(tests[end - 1])
        if end == len(tests) or not before or not _subject(tests[end]).startswith((f"{before}.", f"{before}[")):
            if end - start >= _CHAIN:
                yield Hit("assertion_chain", tests[start].lineno, last=tests[end - 1].end_lineno or 0)
            start = end


def _subject(test: ast.AST) -> str:
    """The subject of `x is not None`, `isinstance(x, ...)` or `x` alone, as a path of names and items; else ""."""
    if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.IsNot):
        test = test.left
    elif isinstance(test, ast.Call) and dotted(test.func) == "isinstance" and test.args:
        test = test.args[0]
    inner = test
    while isinstance(inner, (ast.Attribute, ast.Subscript)):
        if isinstance(inner, ast.Subscript) and not isinstance(inner.slice, ast.Constant):
            return ""
        inner = inner.value
    return ast.unparse(test) if isinstance(inner, ast.Name) else ""


_CAMEL = re.compile(r"_*[a-z]+[a-z0-9]*[A-Z]\w*")
_SNAKE = re.compile(r"_*[a-z0-9]+_[a-z0-9_]+")
_PREDICATE = re.compile(r"_*(is|has|can|should)_[a-z]\w*")
_GETTER = re.compile(r"_*(get|fetch|find|compute|calculate)_[a-z]\w*")
_SHORT = 5
"""Letters. Many words of five that codespell lists are abbreviations in code, unless letters are swapped."""


@functools.cache
def _misspelt_words() -> dict[str, str]:
    """Misspelt word -> the word that is meant, of codespell's dictionary the first correction where that is a word.

    Of its rare words, which mean something elsewhere, those count that miss a module or builtin of Python by a letter.
    """
    names = {*sys.stdlib_module_names, *dir(builtins)}
    rare = _corrections("dictionary_rare.txt")
    near = [(wrong, right) for wrong, right in rare if right in names and _is_near(wrong, right)]
    long = {wrong: right for wrong, right in [*near, *_corrections("dictionary.txt")] if len(wrong) >= _SHORT}
    return {wrong: right for wrong, right in long.items() if len(wrong) > _SHORT or sorted(wrong) == sorted(right)}


def _is_near(wrong: str, right: str) -> bool:
    return difflib.SequenceMatcher(None, wrong, right).ratio() >= 1 - 1 / len(right)


def _corrections(file: str) -> list[tuple[str, str]]:
    dictionary = resources.files("codespell_lib").joinpath("data", file).read_text(encoding="utf-8")
    pairs = (line.split("->", 1) for line in dictionary.splitlines())
    return [(wrong, right) for wrong, said in pairs if (right := said.partition(",")[0]).isalpha()]


def mixed_conventions(source: Source) -> Iterator[Hit]:
    """Yield camelCase names in a file that also has snake_case, and snake_case classes among others.

    One convention throughout is the project's choice. Methods and attributes of classes with bases don't count: their
    names may be given by a framework. Nor do classes that are used like functions.
    """
    inherited = {id(inner) for node in source.classes if node.bases for inner in _members(node)}
    names = [(name, line) for name, line, node in _defined_names(source) if id(node) not in inherited]
    classes = {node.name: node for node in source.classes}
    has_snake = any(_SNAKE.fullmatch(name) for name, _ in names)
    has_capitals = any(re.fullmatch(r"_*[A-Z]\w*[a-z]\w*", name) for name in classes)
    for name, line in names:
        if name not in classes and has_snake and _CAMEL.fullmatch(name):
            yield Hit("mixed_conventions", line, f"`{name}` among snake_case names")
        elif name in classes and has_capitals and _SNAKE.fullmatch(name) and not _is_function_like(classes[name]):
            yield Hit("mixed_conventions", line, f"class `{name}` among CapWords names")


def _members(owner: ast.ClassDef) -> Iterator[ast.AST]:
    yield from owner.body
    yield from (node for node in ast.walk(owner) if isinstance(node, ast.Attribute))


def _is_function_like(node: ast.ClassDef) -> bool:
    """Whether a class is a descriptor, context manager or callable."""
    methods = {item.name for item in node.body if isinstance(item, FunctionNode)}
    return bool(node.bases) or bool(methods & {"__get__", "__call__", "__enter__", "__new__"})


def _defined_names(source: Source) -> Iterator[tuple[str, int, ast.AST]]:
    """Yield the names that this file defines, each with its line and node."""
    for node in source.nodes:
        if isinstance(node, (FunctionNode, ast.ClassDef)):
            yield node.name, node.lineno, node
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno, node
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno, node
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and dotted(node.value) == "self":
            yield node.attr, node.lineno, node


def misspelt_identifiers(source: Source) -> Iterator[Hit]:
    """Yield the defined names with a common misspelling."""
    seen: set[str] = set()
    for name, line, _ in _defined_names(source):
        for word in re.findall(r"[a-z]+", snake_case(name)):
            if word in _misspelt_words() and name not in seen:
                seen.add(name)
                yield Hit("misspelt_identifier", line, f"{name}: {word} should be {_misspelt_words()[word]}")


def misleading_names(source: Source) -> Iterator[Hit]:
    """Yield functions that return other than their names say: a kind of value, a truth value, or nothing at all."""
    for function in source.functions:
        why = "" if _has_no_body(function) else _misleading_text(function)
        if why:
            yield Hit("misleading_name", function.lineno, f"{function.name}() {why}", function.end_lineno or 0)


def _misleading_text(function: FunctionNode) -> str:
    nodes = list(own_nodes(function))
    if any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in nodes):
        return ""
    returned = [node.value for node in nodes if isinstance(node, ast.Return) and node.value is not None]
    if not (returned or _GETTER.fullmatch(function.name) is None):
        ends = isinstance(function.body[-1], ast.Raise) or dotted(function.returns) == "NoReturn"
        return "" if ends or _has_side_effects(nodes) else "returns nothing, though its name promises a value"
    kinds = {_kind(value) for value in returned}
    annotated = dotted(function.returns)
    for pattern, promised in _PROMISES:
        said = {annotated} if pattern is _PREDICATE and annotated in _PLAIN else kinds
        if pattern.fullmatch(function.name) and said and "" not in said and not said & promised:
            return f"returns {' or '.join(sorted(said))}, though its name says otherwise"
    return ""


def _kind(value: ast.AST) -> str:
    return "None" if isinstance(value, ast.Constant) and value.value is None else literal_type(value)


def _has_side_effects(nodes: Iterable[ast.AST]) -> bool:
    """Whether a function may store its result elsewhere: in an attribute, an item, a global name, by a method."""
    return any(
        isinstance(node, (ast.Global, ast.Nonlocal))
        or (isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, ast.Store))
        or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and "." in dotted(node.value.func))
        for node in nodes
    )


_PLAIN = frozenset({"str", "int", "float", "list", "dict", "bytes", "bool"})
_PROMISES: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = (
    (_PREDICATE, frozenset({"bool", "None"})),
    (re.compile(r"_*(count|num|number_of)_\w+|\w+_count"), frozenset({"int", "float"})),
    (re.compile(r"(\w+_)?(to|as)_(str|string|text)|\w+_(str|string)"), frozenset({"str", "bytes"})),
    (re.compile(r"(\w+_)?(to|as)_int(eger)?"), frozenset({"int", "bool"})),
    (re.compile(r"(\w+_)?(to|as)_(dict|mapping)|\w+_dict"), frozenset({"dict"})),
    (re.compile(r"(\w+_)?(to|as)_list|\w+_list"), frozenset({"list"})),
)
"""Names that say what kind of value comes back."""


def _has_no_body(function: FunctionNode) -> bool:
    meant = decorators(function) & {"abstractmethod", "overload", "setter", "fixture"}
    body = without_docstring(function.body)
    return bool(meant) or all(isinstance(item, (ast.Pass, ast.Raise)) or _is_constant(item) for item in body)


def _is_constant(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
