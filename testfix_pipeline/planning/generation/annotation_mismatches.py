"""Finds results whose type differs from the function's annotation."""

from __future__ import annotations

import ast

from testfix_pipeline.core.python_code import FunctionNode, names_in
from testfix_pipeline.planning.generation.inputs.docstring_examples import NO_VALUE, value_of
from testfix_pipeline.planning.generation.inputs.parameter_shapes import Shape, shape_of_annotation

_FITS: dict[str, tuple[type, ...]] = {
    "str": (str,), "bytes": (bytes,), "bool": (bool,), "int": (int,), "float": (float, int), "list": (list,),
    "tuple": (tuple,), "set": (set, frozenset), "dict": (dict,), "none": (type(None),),
}  # fmt: skip
_CONCRETE = {"list", "tuple", "set", "dict", "frozenset"}


def promised_types(function: FunctionNode) -> tuple[type, ...]:
    """The builtin types that the return annotation allows; empty if it does not name such types, or may be wrong.

    An argument that nobody annotated may be of the wrong type itself: then nothing is promised.
    """
    arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    open_ones = [one for one in arguments if one.annotation is None and one.arg not in ("self", "cls")]
    if function.returns is None or open_ones or _is_generator(function):
        return ()
    shape = shape_of_annotation(function.returns)
    parts = shape.parts if shape.kind == "union" else (shape,)
    if not all(one.kind in _FITS and _is_concrete(one, function.returns) for one in parts):
        return ()
    return tuple(kind for one in parts for kind in _FITS[one.kind])


def _is_concrete(shape: Shape, annotation: ast.expr) -> bool:
    """Whether an annotation names a concrete container; many classes are a `Sequence`."""
    named = names_in(annotation)
    named |= {node.attr for node in ast.walk(annotation) if isinstance(node, ast.Attribute)}
    return shape.kind not in _CONCRETE or bool({name.lower() for name in named} & _CONCRETE)


def _is_generator(function: FunctionNode) -> bool:
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(function))


def breaks_promise(literal: str, promised: tuple[type, ...]) -> bool:
    """Whether a result, given as a literal, has none of the promised types."""
    value = value_of(literal)
    return bool(promised) and value is not NO_VALUE and not isinstance(value, promised)


def isinstance_argument(promised: tuple[type, ...]) -> str:
    """The types as source text for the second argument of `isinstance`."""
    names = ["type(None)" if kind is type(None) else kind.__name__ for kind in promised]
    return names[0] if len(names) == 1 else f"({', '.join(names)})"
