"""The kind of value that a parameter takes, by annotation, default and use, and the values that it is compared with."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.python_code import FunctionNode, argument_names
from testfix_pipeline.planning.python_code.module_source import ModuleSource

_MOST = 6
_LONGEST = 60
_QUOTED = re.compile(r"(?<![\w'])'([^'\n]{1,40})'(?!\w)|\"([^\"\n]{1,40})\"")
_LOOKUPS = {"get", "pop", "index", "count"}


def compared_values(module: ModuleSource, function: FunctionNode) -> dict[str, list[str]]:
    """The source of a few values by parameter: literals of comparisons, keys and members of the module's constants."""
    constants = _module_constants(module)
    found: dict[str, dict[str, None]] = {}
    for node in ast.walk(function):
        for name, value in _pairs(node):
            known = constants.get(value.id) if isinstance(value, ast.Name) else value
            for text in _literals(known):
                found.setdefault(name, {})[text] = None
    names = argument_names(function.args)
    return {name: list(texts)[:_MOST] for name, texts in found.items() if name in names}


def quoted_texts(function: FunctionNode) -> list[str]:
    """The source of a few texts that a docstring quotes: `'21', '21.5' or '70F'`."""
    found = _QUOTED.findall(ast.get_docstring(function) or "")
    return [repr(one or other) for one, other in dict.fromkeys(found)][:_MOST]


def _module_constants(module: ModuleSource) -> Mapping[str, ast.expr]:
    assigned = [node for node in module.tree.body if isinstance(node, ast.Assign | ast.AnnAssign) and node.value]
    targets = ((one.targets[0] if isinstance(one, ast.Assign) else one.target, one.value) for one in assigned)
    return {target.id: value for target, value in targets if isinstance(target, ast.Name) and value is not None}


def _pairs(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that a node compares with an expression, or looks up in it."""
    if isinstance(node, ast.Compare):
        for one, other in zip([node.left, *node.comparators], node.comparators, strict=False):
            yield from ((_name(left), right) for left, right in ((one, other), (other, one)))
    elif isinstance(node, ast.Subscript):
        yield _name(node.slice), node.value
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _LOOKUPS:
        yield from ((_name(one), node.func.value) for one in node.args[:1])
    elif isinstance(node, ast.Match):
        values = [one.value for one in ast.walk(node) if isinstance(one, ast.MatchValue)]
        yield from ((_name(node.subject), value) for value in values)


def _name(node: ast.expr) -> str:
    """The name that an expression is, or whose method it calls without arguments, as `role.lower()`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
        node = node.func.value
    return node.id if isinstance(node, ast.Name) else ""


def _literals(node: ast.expr | None) -> Iterator[str]:
    """Yield the source of a literal; of a collection that of its keys or members."""
    if isinstance(node, ast.Call) and len(node.args) == 1 and isinstance(node.func, ast.Name):
        node = node.args[0]  # frozenset({...})
    if isinstance(node, ast.Dict):
        yield from (text for key in node.keys for text in _literals(key) if key is not None)
    elif isinstance(node, ast.List | ast.Tuple | ast.Set):
        yield from (text for one in node.elts for text in _literals(one))
    elif isinstance(node, ast.expr):
        value = python_code.value_of(node)
        text = repr(value)
        if value is not python_code.NO_VALUE and len(text) <= _LONGEST and text not in ("None", "True", "False"):
            yield text


@dataclass(frozen=True)
class Shape:
    """A kind of value. kind: int, float, str, bool, bytes, list, tuple, set, dict, callable, type, stream, none,
    literal, named, unknown.

    parts: alternatives of a union, elements of a container, key and value of a dict. keys: what a dict is asked for.
    text: the name of a class, or the literal's source.
    """

    kind: str
    parts: tuple[Shape, ...] = ()
    keys: tuple[str, ...] = ()
    text: str = ""


UNKNOWN = Shape("unknown")
_SIMPLE = {"int", "float", "str", "bool", "bytes"}
_CONTAINERS = {
    **dict.fromkeys(("list", "sequence", "iterable", "collection", "iterator", "mutablesequence", "deque"), "list"),
    **dict.fromkeys(("set", "frozenset", "abstractset", "mutableset"), "set"),
    **dict.fromkeys(("dict", "mapping", "mutablemapping", "defaultdict", "ordereddict", "counter"), "dict"),
    "tuple": "tuple",
}
_STR_METHODS = {"split", "strip", "lower", "upper", "startswith", "endswith", "replace", "join", "encode", "isdigit",
                "title", "capitalize", "splitlines", "lstrip", "rstrip", "isalpha", "partition", "rpartition", "find",
                "casefold", "format", "rsplit", "isspace", "isupper", "islower", "zfill", "ljust", "rjust"}  # fmt: skip
_LIST_METHODS = {"append", "extend", "insert", "sort", "reverse", "remove"}
_DICT_METHODS = {"items", "keys", "values", "get", "setdefault", "update"}
_STREAM_METHODS = {"read", "readline", "readlines", "write", "writelines", "flush", "seek", "tell"}
_STREAMS = {"IO", "TextIO", "BinaryIO", "TextIOBase", "TextIOWrapper", "StringIO", "BytesIO", "RawIOBase"}


def parameter_shape(function: FunctionNode, parameter: ast.arg, default: ast.expr | None) -> Shape:
    """The kind of value that `parameter` takes, unknown where nothing tells."""
    if parameter.annotation is not None:
        annotated = shape_of_annotation(parameter.annotation)
        if annotated.kind != "unknown":
            return _with_used_parts(annotated, function, parameter.arg)
    if isinstance(default, ast.Constant) and type(default.value).__name__ in _SIMPLE:
        return Shape(type(default.value).__name__)
    used = shape_of_usage(function, parameter.arg)
    tested = [one for one in distinguished_shapes(function, parameter.arg) if one not in (used, UNKNOWN)]
    is_named = used == UNKNOWN and any(one.kind != "none" for one in tested)
    return Shape("union", (*([] if is_named else [used]), *tested)) if tested else used


def distinguished_shapes(function: FunctionNode, name: str) -> list[Shape]:
    """The kinds that the body tests a parameter for: `isinstance(x, (int, Price))`, `x is None`."""
    found: list[Shape] = []
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "isinstance" and len(node.args) == 2:
            kinds = node.args[1].elts if isinstance(node.args[1], ast.Tuple) else [node.args[1]]
            found += [shape_of_annotation(kind) for kind in kinds if _is_name(node.args[0], name)]
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Is | ast.IsNot):
            is_none = isinstance(node.comparators[0], ast.Constant) and node.comparators[0].value is None
            found += [Shape("none")] if is_none and _is_name(node.left, name) else []
    return list(dict.fromkeys(found))


def _with_used_parts(shape: Shape, function: FunctionNode, name: str) -> Shape:
    """The annotated shape, with the keys or elements that only the body shows."""
    if shape.kind in ("dict", "list") and (not shape.parts or any(p.kind in ("dict", "unknown") for p in shape.parts)):
        used = shape_of_usage(function, name)
        if used.kind == shape.kind and (used.parts or used.keys):
            return Shape(shape.kind, used.parts or shape.parts, used.keys)
    return shape


def shape_of_annotation(node: ast.expr) -> Shape:
    """The shape that an annotation names."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            quoted = python_code.expression_or_none(node.value)
            return UNKNOWN if quoted is None else shape_of_annotation(quoted)
        return Shape("none") if node.value is None else UNKNOWN
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return Shape("union", (shape_of_annotation(node.left), shape_of_annotation(node.right)))
    if isinstance(node, ast.Subscript):
        return _subscript_shape(node)
    name = last_name(node)
    if name in _SIMPLE:
        return Shape(name)
    if name.lower() in _CONTAINERS:
        return Shape(_CONTAINERS[name.lower()])
    if name in ("Callable", "type", "Type"):
        return Shape("callable" if name == "Callable" else "type")
    if name in _STREAMS:
        return Shape("stream", text="bytes" if name in ("BinaryIO", "BytesIO", "RawIOBase") else "")
    if name in ("Any", "object", "") or len(name) == 1:
        return UNKNOWN
    return Shape({"Number": "float", "Real": "float", "Text": "str"}.get(name, "named"), text=ast.unparse(node))


def _subscript_shape(node: ast.Subscript) -> Shape:
    name = last_name(node.value)
    inside = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if name in ("Callable", "type", "Type"):
        return Shape("callable" if name == "Callable" else "type")
    if name in _STREAMS:
        return Shape("stream", text="bytes" if ast.unparse(node.slice) == "bytes" else "")
    if name == "Literal":
        return Shape("union", tuple(Shape("literal", text=ast.unparse(one)) for one in inside))
    if name == "Optional":
        return Shape("union", (shape_of_annotation(inside[0]), Shape("none")))
    if name == "Union":
        return Shape("union", tuple(map(shape_of_annotation, inside)))
    if name in ("Annotated", "Final"):
        return shape_of_annotation(inside[0])
    kind = _CONTAINERS.get(name.lower())
    parts = tuple(shape_of_annotation(one) for one in inside if not _is_ellipsis(one))
    if kind == "tuple" and any(map(_is_ellipsis, inside)):
        parts *= 2
    return Shape(kind, parts) if kind else UNKNOWN


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def shape_of_value(node: ast.expr) -> Shape:
    """The shape of a literal that is passed as argument."""
    if isinstance(node, ast.Constant):
        kind = type(node.value).__name__
        return Shape(kind) if kind in _SIMPLE else UNKNOWN
    if isinstance(node, ast.UnaryOp):
        return shape_of_value(node.operand)
    if isinstance(node, ast.List | ast.Set):
        kind = "list" if isinstance(node, ast.List) else "set"
        return Shape(kind, tuple(shape_of_value(one) for one in node.elts[:1]))
    if isinstance(node, ast.Tuple):
        return Shape("tuple", tuple(map(shape_of_value, node.elts)))
    if isinstance(node, ast.Dict):
        keys = [key.value for key in node.keys if isinstance(key, ast.Constant)]
        named = tuple(key for key in keys if isinstance(key, str))
        plain = all(isinstance(value, ast.Constant) for value in node.values)
        return Shape("dict", keys=named) if len(named) == len(node.keys) and not plain else Shape("dict")
    return UNKNOWN


def shape_of_usage(function: FunctionNode, name: str, depth: int = 0) -> Shape:
    """The shape that the use of a name in the body suggests; the most certain kind wins."""
    hints = list(_usage_hints(function, name, depth))
    keys = tuple(dict.fromkeys(key for hint in hints for key in hint.keys))
    if keys:
        return Shape("dict", keys=keys)
    for kind in ("callable", "stream", "str", "dict", "list"):
        found = [hint for hint in hints if hint.kind == kind]
        if found:
            return max(found, key=lambda hint: len(hint.parts))
    return UNKNOWN


def _usage_hints(function: FunctionNode, name: str, depth: int) -> Iterator[Shape]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            yield from _hints_of_call(node, name)
        elif isinstance(node, ast.Subscript) and _is_name(node.value, name):
            if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
                yield Shape("dict", keys=(node.slice.value,))
        elif isinstance(node, ast.For | ast.comprehension) and depth < 2:
            yield from _hints_of_loop(function, node, name, depth)


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _hints_of_call(node: ast.Call, name: str) -> Iterator[Shape]:
    if _is_name(node.func, name):
        yield Shape("callable")
    elif isinstance(node.func, ast.Attribute) and _is_name(node.func.value, name):
        method = node.func.attr
        if method == "get" and node.args and isinstance(node.args[0], ast.Constant):
            key = node.args[0].value
            yield Shape("dict", keys=(key,) if isinstance(key, str) else ())
        elif method in _STREAM_METHODS:
            yield Shape("stream")
        elif method in _DICT_METHODS:
            yield Shape("dict")
        elif method in _STR_METHODS:
            yield Shape("str")
        elif method in _LIST_METHODS:
            yield Shape("list")
    elif isinstance(node.func, ast.Attribute) and any(_is_name(one, name) for one in node.args):
        if node.func.attr == "join":
            yield Shape("list", (Shape("str"),))
        elif getattr(node.func.value, "id", "") in ("re", "json", "ast") and node.func.attr not in ("dump", "dumps"):
            yield Shape("str")


def _hints_of_loop(function: FunctionNode, node: ast.For | ast.comprehension, name: str, depth: int) -> Iterator[Shape]:
    if _is_name(node.iter, name):
        element = _element_shape(function, node.target, depth)
        if isinstance(node.target, ast.Tuple):
            element = Shape("tuple", tuple(_element_shape(function, one, depth) for one in node.target.elts))
        if element.kind != "unknown":
            yield Shape("list", (element,))


def _element_shape(function: FunctionNode, node: ast.expr, depth: int) -> Shape:
    return shape_of_usage(function, node.id, depth + 1) if isinstance(node, ast.Name) else UNKNOWN
