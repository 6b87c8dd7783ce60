"""naming_issues: mixed conventions, misspelt names (by codespell's dictionary) and misleading ones."""

from __future__ import annotations

import ast
import builtins
import difflib
import functools
import re
import sys
from collections.abc import Iterable, Iterator
from importlib import resources

from testfix_pipeline.core.code_view import dotted, snake_case
from testfix_pipeline.core.python_code import FunctionNode, own_nodes
from testfix_pipeline.planning.python_code.source_file import Source, decorators, without_docstring
from testfix_pipeline.planning.scanner.table import Hit
from testfix_pipeline.planning.scanner.type_abuse import literal_type

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
