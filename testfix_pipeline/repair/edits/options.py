"""A function offers an option that no call ever takes: the call that should have is here."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.calls import callee, with_argument
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import likeness, local_names, self_attributes, with_defaults
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, SourceFile

KIND = "option-taken"
PRIOR, UNLIKE, FURTHER, MOST = 0.7, 0.4, 0.85, 6
ALIKE = 0.6
"""How alike a name must be to the parameter's for the full prior."""


def never_taken(target: Target) -> Iterator[Edit]:
    """Each parameter with a default that no call of the project gives, given by this call."""
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        function = callee(target, node)
        if function is None or any(k.arg is None for k in node.keywords) or _stars(node):
            continue
        if isinstance(node.func, ast.Attribute) and _is_builtin(node.func):
            continue
        known = _given(target.project or (target.source,)).get(_called_as(function), frozenset())
        for parameter, default in with_defaults(function.node.args):
            if parameter.arg in known:
                continue
            flag = isinstance(default, ast.Constant) and isinstance(default.value, bool)
            for rank, value in enumerate(_values(target, parameter.arg, default)[:MOST]):
                text = f"{parameter.arg}={value}"
                meant = flag or likeness(parameter.arg, value.removeprefix("self.")) >= ALIKE
                if where := with_argument(target, node, text):
                    prior = (PRIOR if meant else UNLIKE) * FURTHER**rank
                    yield target.splice(*where, KIND, prior, text[:50])


def _is_builtin(func: ast.Attribute) -> bool:
    """Whether it is what Python's own containers and texts have too, asked of anything but `self`."""
    known = any(hasattr(kind, func.attr) for kind in (dict, list, set, str))
    return known and getattr(func.value, "id", "") != "self"


def _called_as(function: Function) -> str:
    """The name that a call says: that of the class for its constructor."""
    return function.owner.name if function.owner is not None and function.name == "__init__" else function.name


def _stars(node: ast.Call) -> bool:
    return any(isinstance(one, (ast.Starred, ast.GeneratorExp)) for one in node.args)


def _values(target: Target, parameter: str, default: ast.expr) -> list[str]:
    """What could be given: the other truth, a variable or attribute, those named like the parameter first."""
    if isinstance(default, ast.Constant) and isinstance(default.value, bool):
        return [repr(not default.value)]
    names = list(reversed(local_names(target)))
    own = [f"self.{name}" for name in self_attributes(target)[0]]
    alike = sorted(own, key=lambda name: -likeness(parameter, name.removeprefix("self.")))
    named = [name for name in [*names, *alike] if name.removeprefix("self.") == parameter]
    return list(dict.fromkeys([*named, *names, *alike[:2]]))


@remembered(4)
def _given(sources: tuple[SourceFile, ...]) -> Mapping[str, frozenset[str]]:
    """By the name of a function, the parameters that some call of the project gives, by name or by place."""
    plain = {
        _called_as(function): [one.arg for one in function.arguments if one.arg not in ("self", "cls")]
        for source in sources
        for function in source.functions
    }
    found: dict[str, set[str]] = {}
    for node in (node for source in sources for node in ast.walk(source.tree)):
        if isinstance(node, ast.Call) and (name := called(node)) in plain:
            given = found.setdefault(name, set())
            given |= {keyword.arg for keyword in node.keywords if keyword.arg}
            given |= set(plain[name][: len(node.args)])
            if _stars(node) or any(keyword.arg is None for keyword in node.keywords):
                given |= set(plain[name])
    return {name: frozenset(given) for name, given in found.items()}
