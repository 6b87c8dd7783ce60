"""Values to call functions with: small pools by shape, with edge cases and the constants of the body."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from types import MappingProxyType

from testfix_pipeline.core.python_code import FunctionNode, argument_names, expression_or_none, is_text, value_of
from testfix_pipeline.planning.generation.inputs.parameter_shapes import UNKNOWN, Shape, shape_of_annotation
from testfix_pipeline.planning.generation.subjects.fixtures import Supplies
from testfix_pipeline.planning.generation.subjects.path_parameters import path_parameters, path_values

_MOST = 24
_LARGEST = 10_000
_LONGEST_LIST, _MOST_LENGTHS, _MOST_KEYS = 12, 4, 4
_LONGEST_TEXT = 30
_PATTERN = re.compile(r"[\\^$*+?{}()|]|\[.*\]|%[a-z.\d]")
"""Texts of which a part stands for something else: regular expressions and templates, which callers do not pass."""


@dataclass(frozen=True)
class PooledValue:
    """The source text of a value. is_edge: empty, zero, negative, next to a constant. is_guess: of no known kind."""

    text: str
    is_edge: bool = False
    is_guess: bool = False


_TYPICAL: dict[str, tuple[str, ...]] = {
    "int": ("3", "10", "2", "100", "7"),
    "float": ("2.5", "100.0", "10.0", "0.1"),
    "str": ("'abc'", "'Hello World'", "' two  spaces '", "'a,b'", "'first\\n\\nsecond\\n'", "'12'", "'2024-02-29'",
            "'<b>Tom & Jerry</b>'", "'caf\\xe9 na\\xefve'", "'snake_case-and CamelCase'"),
    "bool": ("True", "False"),
    "bytes": ("b'abc'", "b'a,b'", "b'\\xff\\xfe'", "b'12'"),
    "none": ("None",),
    "callable": ("str", "len", "lambda *given: given", "lambda *given: 1 // 0"),
    "type": ("int", "str", "list"),
    "unknown": ("3", "10", "7", "'abc'", "'x y'", "[3, 1, 2]", "[2, 5]", "(2, 3)", "[(1, 2), (3, 4)]", "{'a': 1}",
                "2.5", "b'abc'"),
}  # fmt: skip
_EDGES: dict[str, tuple[str, ...]] = {
    "int": ("0", "-1", "1"),
    "float": ("0.0", "-1.5", "1.0"),
    "str": ("''", "'a'"),
    "bytes": ("b''",),
    "unknown": ("0", "''", "[]", "None"),
}
LIBRARY = {
    "Decimal": ("('1.50')", "('0')", "('-2')"),
    "Fraction": ("(1, 2)", "(0, 1)"),
    "date": ("(2024, 2, 29)", "(2023, 12, 31)", "(2040, 1, 1)"),
    "datetime": ("(2024, 2, 29, 12, 30)", "(2023, 12, 31, 23, 59, 59)"),
    "time": ("(12, 30)", "(0, 0)"),
    "timedelta": ("(days=1)", "(0)", "(seconds=90)"),
    "Path": ("('a/b.txt')",),
    "PurePath": ("('a/b.txt')",),
    "PurePosixPath": ("('a/b.txt')",),
}
_STREAMS = {
    "": ("io.StringIO('first\\nsecond\\n')", "io.StringIO('')", "io.BytesIO(b'abc')"),
    "bytes": ("io.BytesIO(b'abc')", "io.BytesIO(b'')"),
}


class Pools:
    """Values for the parameters of one function.

    `construct` returns expressions that make an instance of a class, `shown` the expressions that the project's
    examples bind to a name. With `reaches_files` paths lie in the test's own folder. `texts` are quoted in the
    docstring. compared: values that the code compares a parameter with, by name. classes: those of which a value of
    unknown kind may be.
    """

    def __init__(
        self,
        function: FunctionNode | None,
        construct: Callable[[str], Sequence[str]],
        shown: Callable[[str], Sequence[str]] = lambda name: (),
        supplies: Supplies | None = None,
        *,
        reaches_files: bool = False,
        texts: Sequence[str] = (),
        compared: Mapping[str, Sequence[str]] = MappingProxyType({}),
        classes: Sequence[str] = (),
    ) -> None:
        self._classes = classes
        self._compared = compared
        self._texts = [PooledValue(text) for text in texts]
        names = argument_names(function.args) if function is not None else ()
        self._first = next((name for name in names if name not in ("self", "cls")), "")
        self._function = function
        self._supplies = supplies or Supplies()
        self._paths = set() if function is None or not self._supplies.has_files else path_parameters(function)
        self._reaches_files = reaches_files
        self._shown = shown
        self._constants = [] if function is None else _constants(function)
        self._compared_lengths = [] if function is None else _compared_lengths(function)
        self._construct = construct

    def values(self, shape: Shape, name: str = "", depth: int = 0) -> list[PooledValue]:
        """At most two dozen values of a shape, the most informative first; empty if no value can be made."""
        makers = {
            "union": self._union_values,
            "list": self._list_values,
            "set": self._set_values,
            "tuple": self._tuple_values,
            "dict": self._dict_values,
        }
        if shape.kind in makers and depth < 4:
            found = makers[shape.kind](shape, depth + 1)
        elif shape.kind == "literal":
            found = [PooledValue(shape.text)]
        elif shape.kind == "named":
            found = self._class_values(shape, depth)
        elif shape.kind == "stream":
            found = [*self._stream_values(shape), *(PooledValue(text) for text in _STREAMS[shape.text])]
        else:
            found = self._plain_values(shape.kind)
        if shape.kind in ("str", "unknown") and depth == 0 and name in ("", self._first):
            found = [*self._texts, *found]
        shown = [PooledValue(text) for text in self._shown(name)] if name else []
        if shown:
            edges = [PooledValue(text, is_edge=True) for text in _EDGES.get(shape.kind, ()) if shape.kind != "unknown"]
            near = [PooledValue(text, is_edge=True) for one in shown for text in near_values(value_of(one.text))]
            found = [*near, *edges, *(found if shape.kind in ("named", "union", "bool") else ())]
        if depth == 0 and name in self._paths:
            found = self._path_values(shape, name, found)
        compared = self._compared.get(name, ()) if depth == 0 else ()
        # A text is one of those that are meant, a number is the limit of those.
        texts = [PooledValue(text) for text in compared if text[-1] in "'\""]
        limits = [PooledValue(text, is_edge=True) for text in compared if text[-1] not in "'\""]
        found = [*texts[:1], *found[:1], *texts[1:], *limits, *found[1:]]
        given = [PooledValue(text) for text in self._fixture_names(shape, name)] if depth == 0 else []
        if given:
            found = [one for one in found if not one.is_guess]
        return list(dict.fromkeys([*given, *shown, *found]))[:_MOST]

    def _fixture_names(self, shape: Shape, name: str) -> Sequence[str]:
        """The project's fixtures for a parameter: of its class, or of its name where nothing else is known."""
        fixtures = self._supplies.fixtures
        named = [name] if name in fixtures.own and (shape.kind == "unknown") else []
        kind = shape.text.rpartition(".")[2] if shape.kind == "named" else ""
        return list(dict.fromkeys([*named, *fixtures.of_class(kind)]))

    def _path_values(self, shape: Shape, name: str, plain: list[PooledValue]) -> list[PooledValue]:
        """Paths in the test's own folder; before other values where the function uses files."""
        assert self._function is not None
        texts = path_values(self._function, name, self._supplies.suffix, as_text=shape.kind == "str")
        own = [PooledValue(text) for text in texts]
        if self._reaches_files:
            return own
        return [*plain, *own] if shape.kind in ("named", "union") else plain

    def _stream_values(self, shape: Shape) -> list[PooledValue]:
        """In-memory streams with contents that the module's files may have."""
        texts = [text for text in self._supplies.contents if text][:4]
        if shape.text == "bytes":
            return [PooledValue(f"io.BytesIO({text.encode()!r})") for text in texts]
        return [PooledValue(f"io.StringIO({text!r})") for text in texts]

    def _plain_values(self, kind: str) -> list[PooledValue]:
        guess = kind == "unknown"
        typical = [PooledValue(text, is_guess=guess) for text in _TYPICAL.get(kind, ())]
        edges = [PooledValue(text, is_edge=True, is_guess=guess) for text in _EDGES.get(kind, ())]
        if guess:  # values of one kind stand side by side: several parameters are given one kind first
            made = [PooledValue(text, is_guess=True) for own in self._objects() for text in (*own, _row(own))]
            long = [PooledValue(_text_of_length(one, kind), is_guess=True) for one in self._compared_lengths]
            return [*typical[:3], *made, *typical[3:], *long, *edges]
        near = [
            PooledValue(text, is_edge=kind in ("int", "float"))
            for constant in self._constants
            for text in near_values(constant)
            if type(value_of(text)).__name__ == kind or (kind == "float" and type(value_of(text)) is int)
        ]
        long = [
            PooledValue(_text_of_length(length, kind), is_edge=True)
            for length in self._compared_lengths
            if kind in ("str", "bytes")
        ]
        return [*typical[:1], *edges[:2], *near[:15], *long, *typical[1:3], *edges[2:], *typical[3:]]

    def _objects(self) -> list[list[str]]:
        """Two objects of each class of the module."""
        made = ([value.text for value in self._class_values(Shape("named", text=one), 1)][:2] for one in self._classes)
        return [texts for texts in made if texts]

    def _union_values(self, shape: Shape, depth: int) -> list[PooledValue]:
        pools = [self.values(part, depth=depth) for part in shape.parts]
        return [value for row in zip_longest(*pools) for value in row if value is not None]

    def _element_texts(self, shape: Shape, depth: int) -> list[str]:
        part = shape.parts[0] if shape.parts else Shape("int")
        if part.kind == "unknown":
            part = Shape("int")
        if part.kind == "int":
            return ["3", "1", "2", "-4", "0"]
        return [value.text for value in self.values(part, depth=depth)]

    def _list_values(self, shape: Shape, depth: int) -> list[PooledValue]:
        items = self._element_texts(shape, depth)
        if not items:
            return [PooledValue("[]", is_edge=True)]
        rows = [items[:3], [], items[:1], [items[0], *items[:2]], items[1:5], sorted(items[:3])]
        rows += [[items[number % len(items)] for number in range(length)] for length in self._compared_lengths]
        rows += [[item] for item in items[4:10]]
        if not shape.parts or shape.parts[0].kind == "unknown":
            rows[1:1] = [["(1, 2)", "(3, 4)", "(0, 5)"], *self._objects()]
        return [PooledValue(_row(row), is_edge=len(row) < 2) for row in rows]

    def _set_values(self, shape: Shape, depth: int) -> list[PooledValue]:
        items = self._element_texts(shape, depth)
        full = [PooledValue(f"{{{', '.join(row)}}}") for row in (items[:3], items[:1]) if row]
        return [*full, PooledValue("set()", is_edge=True)]

    def _tuple_values(self, shape: Shape, depth: int) -> list[PooledValue]:
        if not shape.parts:
            return [PooledValue("(3, 1, 2)"), PooledValue("()", is_edge=True), PooledValue("(1, 2)")]
        pools = [self.values(part, depth=depth) for part in shape.parts]
        rows = [[pool[i % len(pool)] for pool in pools] for i in range(5)] if all(pools) else []
        comma = "," if len(pools) == 1 else ""
        return [PooledValue(f"({', '.join(v.text for v in row)}{comma})", any(v.is_edge for v in row)) for row in rows]

    def _dict_values(self, shape: Shape, depth: int) -> list[PooledValue]:
        if shape.keys:
            return self._record_values(shape, depth)
        key, value = shape.parts if len(shape.parts) == 2 else (Shape("str"), Shape("int"))
        keys = ["'a'", "'b'", "'c'"] if key.kind == "str" else [v.text for v in self.values(key, depth=depth)]
        values = [v.text for v in self.values(value if value != UNKNOWN else Shape("int"), depth=depth)]
        rows = [list(zip(keys, values[start:], strict=False))[:size] for start, size in ((0, 2), (0, 1), (1, 3))]
        words = [one for one in self._constants if isinstance(one, str) and one.isidentifier()][:_MOST_KEYS]
        asked = [list(zip(map(repr, words), values, strict=False))] if key.kind == "str" else []
        asked += [] if shape.parts else [[("'a'", "['b', 'c']"), ("'b'", "['c']"), ("'c'", "[]")]]
        return [*(_dict_value(row) for row in [*rows, *asked] if row), PooledValue("{}", is_edge=True)]

    def _record_values(self, shape: Shape, depth: int) -> list[PooledValue]:
        """Dicts with the keys that the body reads: all of them with several values, and without the last."""
        pools = [self.values(Shape("int"), key, depth) for key in shape.keys]
        keys = [repr(key) for key in shape.keys]
        rows = [[(key, pool[i % len(pool)].text) for key, pool in zip(keys, pools, strict=True)] for i in range(9)]
        return [*map(_dict_value, [*rows[:3], rows[0][:-1], *rows[3:]])]

    def _class_values(self, shape: Shape, depth: int) -> list[PooledValue]:
        made = [PooledValue(text) for text in self._construct(shape.text)]
        known = LIBRARY.get(shape.text.rpartition(".")[2], ())
        made = made or [PooledValue(f"{shape.text}{arguments}") for arguments in known]
        return made or ([] if depth else self._plain_values("unknown"))


def values_of_annotation(annotation: str) -> list[str]:
    """Values of an annotated type, a typical one first, then edges; empty of a class of the project and of `Any`."""
    node = expression_or_none(annotation)
    shape = UNKNOWN if node is None else shape_of_annotation(node)
    found = [] if shape.kind == "unknown" else Pools(None, lambda name: ()).values(shape)
    return [value.text for value in [*found[:1], *sorted(found[1:], key=lambda value: not value.is_edge)]]


def _row(texts: Sequence[str]) -> str:
    return f"[{', '.join(texts)}]"


def _dict_value(pairs: Iterable[tuple[str, str]]) -> PooledValue:
    inside = ", ".join(f"{key}: {value}" for key, value in pairs)
    return PooledValue(f"{{{inside}}}", is_edge=not inside)


def _constants(function: FunctionNode) -> list[object]:
    """The constants of the body in order, without docstrings and exception messages."""
    left_out = {
        id(inner)
        for node in ast.walk(function)
        if isinstance(node, ast.Raise | ast.JoinedStr)
        or (isinstance(node, ast.Expr) and is_text(node.value))
        or (isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == "cast")
        for inner in ast.walk(node)
    }
    seen: dict[str, object] = {}
    for statement in function.body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Constant) and id(node) not in left_out:
                seen.setdefault(repr(node.value), node.value)
    return list(seen.values())


def _compared_lengths(function: FunctionNode) -> list[int]:
    """The lengths that the body compares with, and their neighbours."""
    found: dict[int, None] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Compare) and any("len(" in ast.unparse(one) for one in (node.left, *node.comparators)):
            for one in (node.left, *node.comparators):
                if isinstance(one, ast.Constant) and type(one.value) is int and 0 < one.value <= _LONGEST_LIST:
                    found |= dict.fromkeys((one.value, one.value + 1, one.value - 1))
    return [length for length in found if length > 1][:_MOST_LENGTHS]


def _text_of_length(length: int, kind: str) -> str:
    text = ("abcdefghij" * (length // 10 + 1))[:length]
    return repr(text.encode()) if kind == "bytes" else repr(text)


def near_values(value: object) -> list[str]:
    """The source of a plain value and of a few values near to it; empty of others, and of patterns and templates."""
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= _LARGEST:
        return [repr(value), repr(value + 1), repr(value - 1)]
    if isinstance(value, bytes) and 0 < len(value) <= _LONGEST_TEXT:
        return [repr(text) for text in (value, b"a" + value + b"1", value + b"abc")]
    if isinstance(value, str) and 0 < len(value) <= _LONGEST_TEXT:
        if len(value) > 1 and _PATTERN.search(value):
            return []
        is_separator = not any(map(str.isalnum, value))
        return [*map(repr, (value, *([f"a{value}1", f"x{value} y{value}z"] if is_separator else []), f"{value}abc"))]
    if isinstance(value, list | tuple) and value:
        return [repr(value), repr(value[:1]), repr(type(value)())]
    return []
