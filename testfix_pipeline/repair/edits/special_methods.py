"""What a class lacks to be asked for its size, gone over, ordered, compared or hashed, as the failure says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeGuard

from testfix_pipeline.core.code_view import called, last_name
from testfix_pipeline.repair.edits.blocks import before, lines_at
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import class_attributes, declared_fields
from testfix_pipeline.repair.edits.traces import empty_kind
from testfix_pipeline.repair.project import is_docstring
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import FunctionNode, SourceFile

COMPARING = ("__eq__", "__lt__", "__le__", "__gt__", "__ge__", "__add__", "__sub__")
# What the failure says, and the method that is lacking then.
SAID = (
    (r"object of type '(\w+)' has no len\(\)", "__len__"),
    (r"argument of type '(\w+)' is not (?:iterable|a container)", "__contains__"),
    (r"(?:^|: )'(\w+)' object is not (?:iterable|an iterator)", "__iter__"),
    (r"cannot unpack non-iterable (\w+) object", "__iter__"),
    (r"unsupported operand type\(s\) for \+: 'int' and '(\w+)'", "__radd__"),
    (r"'(\w+)' object is not subscriptable", "__getitem__"),
    (r"'(\w+)' object does not support item assignment", "__setitem__"),
    (r"'(\w+)' object does(?: not|n't) support item deletion", "__delitem__"),
    (r"unhashable type: '(\w+)'", "__hash__"),
    (r"'[<>]' not supported between instances of '(\w+)' and '\1'", "__lt__"),
    (r"'<=' not supported between instances of '(\w+)' and '\1'", "__le__"),
    (r"'>=' not supported between instances of '(\w+)' and '\1'", "__ge__"),
    (r"'(\w+)' object does not support the context manager protocol", "__enter__"),
    (r"<(?:[\w.]*\.)?(\w+) object at 0x", "__eq__"),
)
OF_PARTS = {
    "__len__": "def __len__(self):\n\treturn len(self.{0})",
    "__contains__": "def __contains__(self, item):\n\treturn item in self.{0}",
    "__iter__": "def __iter__(self):\n\treturn iter(self.{0})",
    "__getitem__": "def __getitem__(self, key):\n\treturn self.{0}[key]",
    "__setitem__": "def __setitem__(self, key, value):\n\tself.{0}[key] = value",
    "__delitem__": "def __delitem__(self, key):\n\tdel self.{0}[key]",
    "__lt__": "def __lt__(self, other):\n\treturn self.{0} < other.{0}",
}
PRIOR, LATER, MOST = 0.7, 0.2, 5
ORDERS = {"__le__": "self < other", "__ge__": "other < self"}


def methods(target: Target) -> Iterator[Edit]:
    """The method that a class of the file lacks, from its suspicious statements and those that crash for it."""
    for name, special in lacking(target.clues.messages):
        owner = target.source.classes.get(name)
        mine = owner is not None and target.function is not None and target.function.owner is owner
        if owner is None or not (mine or target.stmt is owner or target.crash()) or special in _own_methods(owner):
            continue
        for rank, code in enumerate(_codes(target.source, owner, special)[:MOST]):
            at = target.source.block(owner.body[-1])[1]
            text = lines_at(target.source, at, target.source.indent(owner.body[-1]), ["", *code.split("\n")])
            note = f"{special} of {name}: {code.split(chr(9))[-1]}"
            yield target.splice(at, at, text, "method-added", PRIOR / (1 + LATER * rank), note)
        yield from _of_dataclass(target, owner, special)


@remembered(64)
def lacking(messages: tuple[str, ...]) -> Sequence[tuple[str, str]]:
    """(name of a class, the special method that its objects lack) as failures say."""
    found = [(re.search(said, message), special) for message in messages for said, special in SAID]
    return list(dict.fromkeys((match[1], special) for match, special in found if match is not None))


def _own_methods(owner: ast.ClassDef) -> set[str]:
    return {stmt.name for stmt in owner.body if isinstance(stmt, FunctionNode)}


def _codes(source: SourceFile, owner: ast.ClassDef, special: str) -> list[str]:
    """The method in a few likely wordings."""
    fields, known = declared_fields(owner), _own_methods(owner)
    if special == "__hash__":
        parts = [name for name in fields if name in _compared(owner)] or fields
        return [f"def __hash__(self):\n\treturn hash({_tuple('self', parts)})"] if parts else []
    if special == "__eq__":
        same = [f"isinstance(other, {owner.name})", *(f"self.{one} == other.{one}" for one in fields)]
        plain = fields and not _is_dataclass(owner)
        return [f"def __eq__(self, other):\n\treturn {' and '.join(same)}"] if plain else []
    if special == "__enter__":
        ends = [name for name in ("close", "stop", "end", "release", "disconnect", "shutdown") if name in known]
        end = f"self.{ends[0]}()" if ends else "pass"
        return [f"def __enter__(self):\n\treturn self\n\ndef __exit__(self, *exc):\n\t{end}"]
    if special in ORDERS:
        code = f"def {special}(self, other):\n\treturn self == other or {ORDERS[special]}"
        return [code] if "__lt__" in known else []
    if special == "__radd__":
        code = "def __radd__(self, other):\n\treturn self if other == 0 else self + other"
        return [code] if "__add__" in known else []
    if special not in OF_PARTS:
        return []
    parts = fields if special == "__lt__" else _containers(source, owner)
    if special == "__iter__" and len(fields) > 1:
        every = f"def __iter__(self):\n\treturn iter({_tuple('self', fields)})"
        return [*(OF_PARTS[special].format(part) for part in parts[: MOST - 1]), every]
    whole = [f"def __lt__(self, other):\n\treturn {_tuple('self', fields)} < {_tuple('other', fields)}"]
    return [*(OF_PARTS[special].format(part) for part in parts), *(whole if special == "__lt__" and fields else ())]


def _tuple(receiver: str, parts: Sequence[str]) -> str:
    named = [f"{receiver}.{part}" for part in parts]
    return f"({', '.join(named)})" if len(named) > 1 else named[0]


def _compared(owner: ast.ClassDef) -> set[str]:
    """The attributes that the class's `__eq__` speaks of."""
    asked = [stmt for stmt in owner.body if isinstance(stmt, FunctionNode) and stmt.name == "__eq__"]
    return {node.attr for stmt in asked for node in ast.walk(stmt) if isinstance(node, ast.Attribute)}


@remembered(512)
def _containers(source: SourceFile, owner: ast.ClassDef) -> list[str]:
    """The attributes, those first that begin as containers or are declared to be such."""
    begun: dict[str, bool] = {}
    nodes = list(ast.walk(owner))
    given = {one.arg for one in nodes if isinstance(one, ast.arg) and _says_container(one.annotation)}
    for node in nodes:
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            place = node.targets[0] if isinstance(node, ast.Assign) else node.target
            field = getattr(place, "id", "") if _is_field(owner, node, place) else ""
            name = place.attr if isinstance(place, ast.Attribute) else field
            held = node.value is not None and (_is_container(node.value) or getattr(node.value, "id", "") in given)
            begun[name] = begun.get(name, False) or held or _says_container(getattr(node, "annotation", None))
    return sorted(class_attributes(source, owner)[0], key=lambda name: not begun.get(name, False))


MAKING = {"list", "dict", "set", "tuple", "sorted", "deque", "Counter", "OrderedDict", "defaultdict", "frozenset"}


def _is_field(owner: ast.ClassDef, stmt: ast.stmt, place: ast.expr) -> TypeGuard[ast.Name]:
    return isinstance(place, ast.Name) and stmt in owner.body


def _says_container(annotation: ast.expr | None) -> bool:
    kind = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return last_name(kind).lower() in CONTAINERS


def _is_container(value: ast.expr) -> bool:
    written = isinstance(value, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp))
    return written or bool(empty_kind(value)) or (isinstance(value, ast.Call) and called(value) in MAKING)


CONTAINERS = {
    *map(str.lower, MAKING),
    "sequence",
    "mapping",
    "mutablesequence",
    "mutablemapping",
    "collection",
    "iterable",
}
OPTIONS: Mapping[str, str] = {"__hash__": "frozen=True", **dict.fromkeys(("__lt__", "__le__", "__ge__"), "order=True")}


def _of_dataclass(target: Target, owner: ast.ClassDef, special: str) -> Iterator[Edit]:
    """The option of `dataclass` that makes the method."""
    option = OPTIONS.get(special, "")
    for node in owner.decorator_list if option else ():
        text = target.text(node)
        if text.split("(")[0].split(".")[-1] == "dataclass" and option not in text:
            new = f"{text[:-1]}, {option})" if isinstance(node, ast.Call) and node.keywords else None
            new = new or f"{text.removesuffix('()')}({option})"
            yield target.replace(node, new, "method-added", PRIOR, option)


def _is_dataclass(owner: ast.ClassDef) -> bool:
    return any("dataclass" in ast.unparse(node) for node in owner.decorator_list)


def of_another_kind(target: Target) -> Iterator[Edit]:
    """`__eq__` and its like asked first whether the other is one of the class: `return NotImplemented`."""
    function = target.function
    if function is None or function.owner is None or function.name not in COMPARING or len(function.arguments) != 2:
        return
    body = function.node.body[is_docstring(function.node.body[0]) :]
    if target.stmt not in body[:1] or "isinstance" in target.text(function.node):
        return
    test = f"if not isinstance({function.arguments[1].arg}, {function.owner.name}):"
    for answer, prior in (("NotImplemented", 0.5), ("False", 0.3)):
        edit = before(target, [test, f"\treturn {answer}"], "guard.return", prior, f"{test} {answer}")
        if edit is not None:
            yield edit
