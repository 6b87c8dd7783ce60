"""Arguments for visitor methods: syntax trees of Python, or instances of the class that the method is named after."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from testfix_pipeline.core import python_code
from testfix_pipeline.planning.generation.inputs.arguments import Parameter
from testfix_pipeline.planning.generation.inputs.instances import Classes
from testfix_pipeline.planning.generation.inputs.parameter_shapes import Shape
from testfix_pipeline.planning.generation.subjects.subject import Subject

_VISITORS = {"NodeVisitor", "NodeTransformer"}
_PROGRAMS = (
    "def f(a, b=1):\n    def g():\n        return a\n    return g\ndef h():\n    pass\n",
    "x = f(1, g(y), key='z')\nobj.method(-x)\n",
    "import os, a.b as c\nfrom d import e as h\nfrom . import i\n",
    "class A(B):\n    n: int = 1\n    def m(self):\n        self.n += 2\n        return self.n\n",
    "if a and b < 2:\n    pass\nelif not c:\n    x = 1\nelse:\n    del y\n",
    "for i in range(3):\n    if i == 1:\n        continue\n    break\nwhile True:\n    pass\n",
    "try:\n    f()\nexcept (A, B) as e:\n    raise C from e\nfinally:\n    pass\nwith f() as g:\n    assert g, 'no'\n",
    "x = [a, (1, 2), {3}, {'k': 4}]\ny = x[0] + x[1:2]\nz = lambda q: q if q else None\nw = [i for i in x if i]\n",
    "async def f():\n    await g()\n    async for i in h():\n        yield i\nglobal n\ns = f'{n} and {n!r}'\n",
)
_NAMED = re.compile(r"(?:visit|depart|leave|handle|generic_visit)_(\w+)")
_MOST = 4


def programs_for(kind: str) -> list[str]:
    """Programs whose syntax trees have nodes of a class of `ast`; the first few where there is no such class."""
    wanted = getattr(ast, kind, None)
    found = [
        text
        for text in _PROGRAMS
        if isinstance(wanted, type) and any(isinstance(node, wanted) for node in ast.walk(python_code.parse(text)))
    ]
    return (found or list(_PROGRAMS))[:_MOST]


def visits_syntax(subject: Subject) -> bool:
    """Whether a method handles one kind of node in a visitor of Python's syntax trees."""
    bases = {ast.unparse(base) for base in subject.owner.bases} if subject.owner is not None else set()
    own = {f"from ast import {base}" for base in _VISITORS} & {subject.module.origins.get(base, "") for base in bases}
    named = own or bases & {f"ast.{base}" for base in _VISITORS}
    return bool(named) and _NAMED.fullmatch(subject.node.name) is not None


def visitor_call_form(subject: Subject, on: str) -> str:
    """The form of the call that sends the visitor through a tree; a changed tree is compared by its source."""
    owner = subject.owner
    changes = owner is not None and any("NodeTransformer" in ast.unparse(base) for base in owner.bases)
    return f"ast.unparse({on}.visit({{}}))" if changes else f"{on}.visit({{}})"


def with_visited_nodes(subject: Subject, parameters: list[Parameter], classes: Classes) -> list[Parameter]:
    """The parameters of a visiting method; its first takes a tree, or an instance of the class in the method's name."""
    named = _NAMED.fullmatch(subject.node.name)
    if named is None or not parameters or parameters[0].annotated:
        return parameters
    if visits_syntax(subject):
        texts = [f"ast.parse({text!r})" for text in programs_for(named[1])]
        shape = Shape("union", tuple(Shape("literal", text=text) for text in texts))
        return [replace(parameters[0], shape=shape), *parameters[1:]]
    for name in (named[1], "".join(word.capitalize() for word in named[1].split("_"))):
        if classes.constructions(name):
            return [replace(parameters[0], shape=Shape("named", text=name)), *parameters[1:]]
    return parameters
