"""Static approximations of the types of expressions.

A type is the name of a class; `Types` are those that an expression may have. The empty set is unknown and fits
everywhere: only what is known to be wrong is ruled out.
"""

from __future__ import annotations

import ast
import builtins
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.source_cache import cached_per_search

Types = frozenset[str]
ANY: Types = frozenset()
NONE = "NoneType"
NUMBERS = frozenset({"bool", "int", "float"})
SAMPLES: tuple[object, ...] = ("", b"", 0, 0.0, [0], (0,), {0: 0}, {0})
KNOWN = frozenset({type(one).__name__ for one in SAMPLES} | NUMBERS | {NONE})
"""Classes whose objects cannot replace each other, numbers aside; classes of a project may inherit."""
ABSTRACT = {
    "Iterable",
    "Iterator",
    "Sequence",
    "Mapping",
    "Collection",
    "Callable",
    "Any",
    "object",
    "TypeVar",
    "Union",
}
GENERIC = {"List": "list", "Dict": "dict", "Set": "set", "Tuple": "tuple", "FrozenSet": "frozenset", "Type": "type"}
FUNCTIONS = {
    "len": "int", "ord": "int", "hash": "int", "id": "int", "sorted": "list", "dir": "list", "repr": "str",
    "chr": "str", "hex": "str", "input": "str", "isinstance": "bool", "issubclass": "bool", "callable": "bool",
    "hasattr": "bool", "any": "bool", "all": "bool", "vars": "dict",
}  # fmt: skip
"""Builtin functions that always return the same type."""
DISPLAYS: dict[type[ast.AST], str] = {
    ast.List: "list",
    ast.ListComp: "list",
    ast.Dict: "dict",
    ast.DictComp: "dict",
    ast.Set: "set",
    ast.SetComp: "set",
    ast.Tuple: "tuple",
    ast.JoinedStr: "str",
    ast.Compare: "bool",
    ast.Lambda: "function",
    ast.GeneratorExp: "generator",
}


def are_compatible(one: Types, other: Types) -> bool:
    """Whether a value of the one types may be used where one of the others is expected."""
    if not one or not other or one & other or (one & NUMBERS and other & NUMBERS):
        return True
    return bool(one - KNOWN) and bool(other - KNOWN)


def _results_of_methods() -> Mapping[str, Mapping[str, str]]:
    """For each method name, the return type by builtin class; "" if unknown."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for sample in SAMPLES:
        for name in (one for one in dir(sample) if not one.startswith("_")):
            found[name][type(sample).__name__] = _result(type(sample), name)
    return dict(found)


def _result(owner: type, name: str) -> str:
    """The return type of a method for up to two arguments of its own class; "" if it does not accept these."""
    for arguments in ((), (owner(),), (owner(), owner())):
        sample = next(one for one in SAMPLES if type(one) is owner)
        try:
            result = getattr(owner(sample), name)(*arguments)
        except Exception:  # the method takes other arguments
            continue
        return "" if result is None or result is NotImplemented else type(result).__name__
    return ""


METHODS = _results_of_methods()
OWNERS: Mapping[str, Types] = {name: frozenset(results) for name, results in METHODS.items()}
"""The builtin classes that have a method or attribute, by its name."""


@dataclass
class Typing:
    """The types in one file. `names`: of variables and parameters, by function (None: the module)."""

    attributes: dict[str, Types] = field(default_factory=dict)
    returns: dict[str, Types] = field(default_factory=dict)
    names: dict[ast.AST | None, dict[str, Types]] = field(default_factory=dict)
    classes: frozenset[str] = frozenset()

    def of(self, node: ast.AST | None, function: ast.AST | None = None) -> Types:
        """The types that an expression in a function may have."""
        match node:
            case ast.Constant():
                return frozenset({type(node.value).__name__})
            case ast.Name():
                return self.names.get(function, {}).get(node.id) or self.names.get(None, {}).get(node.id, ANY)
            case ast.Attribute():
                return self.attributes.get(node.attr, ANY)
            case ast.Call():
                return self._of_call(node, function)
            case ast.BoolOp():
                return self._joined(node.values, function)
            case ast.IfExp():
                return self._joined([node.body, node.orelse], function)
            case ast.UnaryOp():
                return frozenset({"bool"}) if isinstance(node.op, ast.Not) else self.of(node.operand, function)
            case ast.BinOp():
                return self._of_operation(node, function)
            case ast.Subscript():
                whole = self.of(node.value, function)
                return whole if whole <= {"str", "bytes"} or isinstance(node.slice, ast.Slice) else ANY
        return frozenset({DISPLAYS[type(node)]}) if node is not None and type(node) in DISPLAYS else ANY

    def _joined(self, nodes: list[ast.expr], function: ast.AST | None) -> Types:
        types_of_nodes = [self.of(one, function) for one in nodes]
        return frozenset().union(*types_of_nodes) if all(types_of_nodes) else ANY

    def _of_call(self, node: ast.Call, function: ast.AST | None) -> Types:
        name = last_name(node.func)
        if isinstance(node.func, ast.Attribute):
            return self._of_method(self.of(node.func.value, function), name)
        if name in self.classes or name in KNOWN:
            return frozenset({name})
        return frozenset({FUNCTIONS[name]}) if name in FUNCTIONS else self.returns.get(name, ANY)

    def _of_method(self, receiver: Types, name: str) -> Types:
        """The return types of a method of the file, or of the builtin classes that the receiver may have."""
        if name in self.returns or (receiver and not receiver <= KNOWN):
            return self.returns.get(name, ANY)
        results = METHODS.get(name, {})
        given = {result for owner, result in results.items() if not receiver or owner in receiver}
        return frozenset(given) if "" not in given else ANY

    def _of_operation(self, node: ast.BinOp, function: ast.AST | None) -> Types:
        left, right = self.of(node.left, function), self.of(node.right, function)
        if isinstance(node.op, ast.Mod) and left <= {"str", "bytes"}:
            return left
        if left and left <= NUMBERS and right and right <= NUMBERS:
            return frozenset({"float"}) if isinstance(node.op, ast.Div) else left | right
        return left if left == right else ANY


def types_of_annotation(node: ast.AST | None) -> Types:
    """The types that an annotation allows; ANY if it is generic or abstract."""
    match node:
        case ast.Constant(value=None):
            return frozenset({NONE})
        case ast.Constant(value=str()):
            return _quoted(str(node.value))
        case ast.BinOp(op=ast.BitOr()):
            sides = types_of_annotation(node.left), types_of_annotation(node.right)
            return sides[0] | sides[1] if all(sides) else ANY
        case ast.Subscript() if last_name(node.value) == "Optional":
            inner = types_of_annotation(node.slice)
            return inner | {NONE} if inner else ANY
        case ast.Subscript():
            return types_of_annotation(node.value)
        case ast.Name() | ast.Attribute():
            name = last_name(node)
            return ANY if name in ABSTRACT or len(name) == 1 else frozenset({GENERIC.get(name, name)})
    return ANY


def _quoted(text: str) -> Types:
    node = python_code.expression_or_none(text)
    return ANY if node is None else types_of_annotation(node)


@cached_per_search(64)
def typing_of(source: SourceFile) -> Typing:
    """The types in a file, computed in two passes: names may be bound to values of other names."""
    found = Typing(classes=frozenset(source.classes))
    for _ in range(2):
        types: dict[tuple[object, str], list[Types]] = defaultdict(list)
        for kind, name, one in _facts(source, found):
            types[kind, name].append(one)
        joined_types = {
            key: frozenset().union(*types_of_name) if all(types_of_name) else ANY
            for key, types_of_name in types.items()
        }
        found.attributes = {name: one for (kind, name), one in joined_types.items() if kind == "attribute"}
        found.returns = {name: one for (kind, name), one in joined_types.items() if kind == "return"}
        found.names = defaultdict(dict)
        for (kind, name), one in joined_types.items():
            if not isinstance(kind, str):
                found.names[kind][name] = one  # type: ignore[index]
    return found


def _facts(source: SourceFile, known: Typing) -> Iterator[tuple[object, str, Types]]:
    """Yields (function, None, "attribute" or "return"; name; types) for each binding in the file."""
    stack: list[tuple[ast.AST, ast.AST | None]] = [(source.tree, None)]
    while stack:
        node, function = stack.pop()
        inner = node if isinstance(node, FunctionNode) else function
        stack.extend((child, inner) for child in ast.iter_child_nodes(node))
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield from _facts_of_function(node, known)
            case ast.ClassDef():
                noted = (
                    one for one in node.body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
                )
                yield from (("attribute", one.target.id, types_of_annotation(one.annotation)) for one in noted)  # type: ignore[union-attr]
            case ast.Assign():
                types = known.of(node.value, function)
                yield from ((*key, types) for place in node.targets for key in _bound_keys(place, function))
            case ast.AnnAssign():
                yield from ((*key, types_of_annotation(node.annotation)) for key in _bound_keys(node.target, function))
            case ast.AugAssign() | ast.For() | ast.AsyncFor() | ast.NamedExpr():
                counts = isinstance(node, ast.For) and isinstance(node.iter, ast.Call) and _is_range(node.iter)
                types = frozenset({"int"}) if counts else ANY
                if not isinstance(node, ast.AugAssign):
                    yield from ((*key, types) for key in _bound_keys(node.target, function))


def _is_range(node: ast.Call) -> bool:
    return last_name(node.func) == "range"


def _bound_keys(node: ast.AST, function: ast.AST | None) -> Iterator[tuple[object, str]]:
    """Yields (scope, name) of a bound variable or attribute."""
    if isinstance(node, ast.Name):
        yield function, node.id
    elif isinstance(node, ast.Attribute):
        yield "attribute", node.attr


def _facts_of_function(
    node: ast.FunctionDef | ast.AsyncFunctionDef, known: Typing
) -> Iterator[tuple[object, str, Types]]:
    args = node.args
    plain = [*args.posonlyargs, *args.args]
    defaults = dict(zip([one.arg for one in plain][len(plain) - len(args.defaults) :], args.defaults, strict=True))
    for one in (*plain, *args.kwonlyargs):
        default = known.of(defaults.get(one.arg))
        yield node, one.arg, types_of_annotation(one.annotation) if one.annotation else default - {NONE}
    if isinstance(node, ast.AsyncFunctionDef):
        return
    returns = [one for one in ast.walk(node) if isinstance(one, (ast.Return, ast.Yield, ast.YieldFrom))]
    if node.returns is not None:
        yield "return", node.name, types_of_annotation(node.returns)
    elif not returns:
        yield "return", node.name, frozenset({NONE})
    for answer in returns if node.returns is None else ():
        yield "return", node.name, known.of(answer.value, node) if isinstance(answer, ast.Return) else ANY


BUILTINS = frozenset(vars(builtins))
