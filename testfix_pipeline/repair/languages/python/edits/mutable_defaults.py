"""Default values that all calls share: made in each call instead."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from testfix_pipeline.repair.languages.python.analysis.blocks import first_code, lines
from testfix_pipeline.repair.languages.python.analysis.dataflow import empty_kind
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import with_defaults
from testfix_pipeline.repair.languages.python.edits.imports import brought
from testfix_pipeline.repair.languages.python.source import FunctionNode

CONTAINERS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp, ast.Call)
KIND = "mutable.default"


def unshared(target: PythonEditSite) -> Iterator[Edit]:
    """`def f(x=[])` made `def f(x=None)` with a fresh value inside; `field(default_factory=list)` for `[]`."""
    stmt, source = target.stmt, target.source
    if isinstance(stmt, FunctionNode) and source.owns_line(first := first_code(stmt)):
        at, indent = source.block(first)[0], source.indent(first)
        for argument, default in with_defaults(stmt.args):
            text = target.text(default)
            if isinstance(default, CONTAINERS) and "\n" not in text:
                code = lines(source, indent, [f"if {argument.arg} is None:", f"\t{argument.arg} = {text}"])
                prior = 0.5 if isinstance(default, ast.Call) and not empty_kind(default) else 0.9
                edit = target.replace(default, "None", KIND, prior, f"{argument.arg}={text}")
                yield replace(edit, line=stmt.lineno, more=((at, at, code),))
    elif isinstance(stmt, ast.AnnAssign) and stmt.value is not None:
        owner = source.parents.get(stmt)
        maker = empty_kind(stmt.value)
        decorators = owner.decorator_list if isinstance(owner, ast.ClassDef) else []
        if maker and any("dataclass" in target.text(one) for one in decorators):
            said, more = brought(source, "dataclasses", "field")
            edit = target.replace(stmt.value, f"{said}(default_factory={maker})", KIND, 0.9, maker)
            yield replace(edit, more=more)
