"""Mutable default values that all calls share, replaced by a fresh value in each call."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from testfix_pipeline.core.python_code import FunctionNode, with_defaults
from testfix_pipeline.repair.languages.python.analysis.blocks import first_code, lines
from testfix_pipeline.repair.languages.python.analysis.dataflow import empty_kind
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.edits.imports import reference_and_import

CONTAINERS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp, ast.Call)
KIND = "mutable.default"


def propose_fresh_defaults(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes `def f(x=None)` with a fresh value in the body for `def f(x=[])`, and `field(default_factory=list)` for
    `[]`."""
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
        factory = empty_kind(stmt.value)
        decorators = owner.decorator_list if isinstance(owner, ast.ClassDef) else []
        if factory and any("dataclass" in target.text(one) for one in decorators):
            reference, more = reference_and_import(source, "dataclasses", "field")
            edit = target.replace(stmt.value, f"{reference}(default_factory={factory})", KIND, 0.9, factory)
            yield replace(edit, more=more)
