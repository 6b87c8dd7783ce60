"""Combines values into argument lists."""

from __future__ import annotations

import ast
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from testfix_pipeline.core import python_code
from testfix_pipeline.core.python_code import FunctionNode, with_defaults
from testfix_pipeline.planning.generation.inputs.parameter_shapes import Shape, parameter_shape, shape_of_value
from testfix_pipeline.planning.generation.inputs.value_pools import PooledValue, Pools

_LARGEST_PRODUCT = 5000
_MUTABLE = ("[", "{", "set(", "io.")


@dataclass(frozen=True)
class Parameter:
    """A parameter to fill. keyword: it is passed by name. many: it takes any number of positional arguments."""

    name: str
    shape: Shape
    optional: bool = False
    keyword: bool = False
    many: bool = False
    default: str = ""
    annotated: bool = False


@dataclass(frozen=True)
class Arguments:
    """An argument list: the parameters of a call with their values, in order."""

    given: tuple[tuple[Parameter, PooledValue], ...]

    @property
    def text(self) -> str:
        """The source of the argument list."""
        return ", ".join(f"{_label(parameter)}{value.text}" for parameter, value in self.given)

    @property
    def is_edge(self) -> bool:
        """Whether a value is an edge case."""
        return any(value.is_edge for _, value in self.given)

    @property
    def is_guessed(self) -> bool:
        """Whether nothing is known about the kind of one of the values."""
        return any(value.is_guess for _, value in self.given)

    def mutable(self) -> list[tuple[str, str]]:
        """The parameters whose values a call may change, each with the source of its value."""
        return [(parameter.name, value.text) for parameter, value in self.given if _is_mutable(parameter, value)]

    def with_names(self, names: dict[str, str]) -> str:
        """The source of the argument list, with variables instead of the mutable values."""
        return ", ".join(
            f"{_label(one)}{names[one.name] if _is_mutable(one, value) else value.text}" for one, value in self.given
        )


def _label(parameter: Parameter) -> str:
    return f"{parameter.name}=" if parameter.keyword else ""


def _is_mutable(parameter: Parameter, value: PooledValue) -> bool:
    return value.text.startswith(_MUTABLE) and not parameter.many


def parameters_of(function: FunctionNode, *, bound: bool) -> list[Parameter]:
    """The parameters that a call fills; `bound` leaves out the first, which Python fills."""
    spec = function.args
    plain = [*spec.posonlyargs, *spec.args]
    defaults = dict(with_defaults(spec))
    found = [
        _parameter(function, one, defaults.get(one), keyword=one in defaults and one not in spec.posonlyargs)
        for one in plain[bound:]
    ]
    if spec.vararg is not None:
        shape = parameter_shape(function, spec.vararg, None)
        element = shape.parts[0] if shape.kind == "list" and shape.parts else shape
        found = [*(Parameter(one.name, one.shape) for one in found), Parameter(spec.vararg.arg, element, many=True)]
    found += [_parameter(function, one, defaults.get(one), keyword=True) for one in spec.kwonlyargs]
    return found if spec.kwarg is None else [*found, *_keyword_parameters(function, spec.kwarg.arg)]


def _keyword_parameters(function: FunctionNode, name: str) -> Iterator[Parameter]:
    """Yield the keyword arguments that the body takes from its `**kwargs` by name."""
    seen: set[str] = set()
    for node in ast.walk(function):
        key, default = _key_and_default(node, name)
        if key.isidentifier() and key not in seen:
            seen.add(key)
            shape = parameter_shape(function, ast.arg(key), default)
            text = ast.unparse(default) if default is not None else ""
            yield Parameter(key, shape, optional=True, keyword=True, default=text)
    if any(isinstance(node, ast.If) and getattr(node.test, "id", "") == name for node in ast.walk(function)):
        yield Parameter("unexpected", Shape("int"), optional=True, keyword=True)


def _key_and_default(node: ast.AST, name: str) -> tuple[str, ast.expr | None]:
    """The key and the default of `name.pop("key", default)`, `name.get(...)` or `name["key"]`; "" for anything else."""
    given: list[ast.expr] = []
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("pop", "get"):
        given = node.args if getattr(node.func.value, "id", "") == name else []
    elif isinstance(node, ast.Subscript) and getattr(node.value, "id", "") == name:
        given = [node.slice]
    key = given[0].value if given and isinstance(given[0], ast.Constant) else ""
    return (key if isinstance(key, str) else ""), (given[1] if len(given) > 1 else None)


def _parameter(function: FunctionNode, node: ast.arg, default: ast.expr | None, *, keyword: bool) -> Parameter:
    shape = parameter_shape(function, node, default)
    text = ast.unparse(default) if default is not None else ""
    return Parameter(
        node.arg,
        shape,
        optional=default is not None,
        keyword=keyword,
        default=text,
        annotated=node.annotation is not None,
    )


def with_evidence(parameters: Sequence[Parameter], calls: Sequence[str]) -> list[Parameter]:
    """The parameters; those without annotation get the shape of the values in these argument lists."""
    found: dict[str, Shape] = {}
    for text in calls:
        call = python_code.expression(f"f({text})")
        if isinstance(call, ast.Call):
            pairs = [*zip((one.name for one in parameters), call.args, strict=False)]
            pairs += [(keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg]
            for name, node in pairs:
                shape = shape_of_value(node)
                if shape.kind != "unknown":
                    found.setdefault(name, shape)
    return [
        replace(one, shape=found[one.name]) if _is_unannotated(one) and one.name in found else one for one in parameters
    ]


def _is_unannotated(parameter: Parameter) -> bool:
    return not parameter.many and not parameter.annotated and not parameter.shape.keys


def argument_lists(parameters: Sequence[Parameter], pools: Pools, *, most: int) -> list[Arguments]:
    """At most `most` argument lists: a plain one, each value once, values side by side, then some combinations.

    Empty if a parameter that must be given has no values.
    """
    columns = [_cells(parameter, pools) for parameter in parameters]
    if not all(columns):
        return []
    rows = itertools.islice(dict.fromkeys(_rows(columns)), most)
    return [Arguments(tuple(pair for cell in row for pair in cell)) for row in rows]


Cell = tuple[tuple[Parameter, PooledValue], ...]


def _cells(parameter: Parameter, pools: Pools) -> list[Cell]:
    """The values to try for a parameter: first none for an optional one, which gets no guess; several for `*args`."""
    values = [v for v in pools.values(parameter.shape, parameter.name) if not (parameter.optional and v.is_guess)]
    cells: list[Cell] = [((parameter, value),) for value in values if value.text != parameter.default]
    if parameter.many:
        several = [tuple((parameter, value) for value in values[:count]) for count in (2, 3, 0, 1)]
        return [*several, tuple((parameter, value) for value in values[2:5])]
    return [(), *cells] if parameter.optional else cells


def _rows(columns: Sequence[list[Cell]]) -> Iterator[tuple[Cell, ...]]:
    if not columns:
        yield ()
        return
    first = _plain_row(columns)
    yield tuple(first)
    longest = max(map(len, columns))
    for i in range(1, longest):
        yield tuple(column[(i + position) % len(column)] for position, column in enumerate(columns))
        for position, column in enumerate(columns):
            if i < len(column):
                yield (*first[:position], column[i], *first[position + 1 :])
    total = math.prod(map(len, columns))
    stride = max(1, total // 97) | 1
    for number in range(0, min(total, _LARGEST_PRODUCT), stride):
        yield _row_number(columns, number)


def _plain_row(columns: Sequence[list[Cell]]) -> list[Cell]:
    """The first value of each parameter, where possible all different: `f(3, 10)` shows more than `f(3, 3)`."""
    row: list[Cell] = []
    for column in columns:
        plain = [cell for cell in column if not any(value.is_edge for _, value in cell)] or column
        used = {value.text for cell in row for _, value in cell}
        fresh = [cell for cell in plain if not cell or cell[0][1].text not in used]
        row.append((fresh or plain)[0])
    return row


def _row_number(columns: Sequence[list[Cell]], number: int) -> tuple[Cell, ...]:
    row = []
    for column in columns:
        number, position = divmod(number, len(column))
        row.append(column[position])
    return tuple(row)
