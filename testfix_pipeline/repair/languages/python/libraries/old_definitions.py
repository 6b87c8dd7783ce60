"""Fixes for lost functions by their definitions in the old release, where that is at hand.

"Use `itertools.combinations(G, 3)` instead", says its documentation or warning; or what the function did is one
expression of its parameters, of Python's own library and of the library itself.
"""

from __future__ import annotations

import ast
import builtins
import copy
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from testfix_pipeline.core import python_code
from testfix_pipeline.core.python_code import FunctionNode, expression
from testfix_pipeline.execution.in_target import testfix_library_old
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.answer import LostName
from testfix_pipeline.repair.languages.python.libraries.expression_edits import ExpressionRule
from testfix_pipeline.repair.languages.python.libraries.expression_patterns import placeholders, root_of
from testfix_pipeline.repair.languages.python.libraries.expression_rules import rule_fixes
from testfix_pipeline.repair.languages.python.libraries.inlining import is_beside
from testfix_pipeline.repair.languages.python.libraries.old_releases import OldRelease
from testfix_pipeline.repair.languages.python.source import SourceFile

_OldRelease: Any = testfix_library_old.OldReleaseFolder
SAID, DID = 0.86, 0.8
"""What a text says to write is what people write; what the function did comes after a name that a source gives."""
_OUTDATED = re.compile(r"deprecat|remov|instead", re.I)
_USE = re.compile(r"\b(?:use|with|by|call|calling)\s+(?:the\s+)?[`'\"]{1,2}([^`\n]{1,80}?\))[`'\"]{1,2}", re.I)


def definition_fixes(
    lost: Sequence[LostName], releases: Sequence[OldRelease], files: Mapping[str, SourceFile]
) -> Iterator[LibraryFix]:
    """The fixes of each lost function at all its calls. files: those that may be edited."""
    for one in lost:
        for release in () if one.is_module or one.place.owner else releases:
            definition = _definition(release.folder, one) if release.folder is not None else None
            if definition is not None:
                said = f"{release.name} {release.version}"
                for new, likelihood in definition.replacements():
                    fixes = rule_fixes(one, definition.rules(new, said), files)
                    yield from (replace(fix, likelihood=likelihood) for fix in fixes)


def _definition(folder: Path, lost: LostName) -> _Definition | None:
    """The definition of a lost function; None where there is none, or it takes any number of arguments."""
    release = _OldRelease(str(folder), "", "")
    where, node = release.definition(lost.place.module, lost.place.name) or ("", None)
    if not isinstance(node, FunctionNode) or node.args.vararg or node.args.kwarg:
        return None
    tree = python_code.parse(release.text(where))
    texts = release.warnings(lost.place.module, lost.place.name)
    return _Definition(lost.place.full, node, _imported([*tree.body, *node.body]), texts)


def _imported(statements: Sequence[ast.stmt]) -> dict[str, tuple[str, str]]:
    """(module, full name) by the name that an absolute import binds."""
    found = {}
    for node in statements:
        for alias in node.names if isinstance(node, ast.Import) else ():
            top = alias.name if alias.asname else alias.name.partition(".")[0]
            found[alias.asname or top] = top, top
        if isinstance(node, ast.ImportFrom) and not node.level and node.module:
            for alias in node.names:
                found[alias.asname or alias.name] = node.module, f"{node.module}.{alias.name}"
    return found


class _Definition:
    """name: in full. imported: what its module's imports bind. texts: the paragraphs in it."""

    def __init__(
        self, name: str, node: ast.FunctionDef | ast.AsyncFunctionDef, imported: Mapping[str, tuple[str, str]],
        texts: Sequence[str],
    ) -> None:  # fmt: skip
        self.name, self.node, self.imported, self.texts = name, node, imported, texts
        arguments = node.args
        placed = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
        self.defaults: dict[str, ast.expr] = dict(zip(reversed(placed), reversed(arguments.defaults), strict=False))
        only = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        self.defaults |= {one.arg: value for one, value in only if value is not None}
        self.required = [one for one in placed if one not in self.defaults]
        self.names = {*placed, *(one.arg for one in arguments.kwonlyargs)}

    def replacements(self) -> Iterator[tuple[ast.expr, float]]:
        """What the texts say to write instead, then what the function gives if that is one expression."""
        for text in filter(_OUTDATED.search, self.texts):
            for said in _USE.findall(text):
                try:
                    yield expression(said), SAID
                except SyntaxError:
                    continue
        body = [one for one in self.node.body if not (is_beside(one) or isinstance(one, ast.Import | ast.ImportFrom))]
        value = body[-1].value if body and isinstance(body[-1], ast.Return) else None
        if len(body) == 2 and isinstance(body[0], ast.Assign) and isinstance(value, ast.Name):
            is_given = [ast.unparse(one) for one in body[0].targets] == [value.id]
            yield from [(body[0].value, DID)] if is_given else []
        elif len(body) == 1 and value is not None and not isinstance(value, ast.Name | ast.Constant):
            yield value, DID

    def rules(self, new: ast.expr, release: str) -> list[ExpressionRule]:
        """Rules for calls with the required arguments alone, then for those with others; none where the expression
        names what is not to be had outside of the library."""
        filled = _Filled(self.imported, {*self.names})
        whole = filled.visit(copy.deepcopy(new))
        called = {one.func.id for one in ast.walk(new) if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)}
        if filled.is_private or called & self.names:
            return []
        short = _Defaults(self.defaults).visit(copy.deepcopy(whole))
        more = [f"{one}={one}" for one in self.defaults]
        says = f"{release} has it as {ast.unparse(new)}"
        found = []
        for arguments, made in ((self.required, short), ([*self.required, *more], whole)):
            old = expression(f"{self.name}({', '.join(arguments)})")
            text, free = ast.unparse(made), placeholders(old)
            if {one.id for one in ast.walk(made) if isinstance(one, ast.Name)} & self.names - free:
                continue  # its default is no constant
            found.append(ExpressionRule(old, (text,), (self.name,), says, tuple(filled.modules), free=free))
        return found


class _Filled(ast.NodeTransformer):
    """Puts full names in the place of what imports bind. modules: those that they are from; is_private: whether
    something else is named that only the library's own module has."""

    def __init__(self, imported: Mapping[str, tuple[str, str]], known: set[str]) -> None:
        self.imported, self.known = imported, known
        self.modules: dict[str, None] = {}
        self.is_private = False

    def visit(self, node: ast.AST) -> Any:
        self.known |= {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
        self.known |= {one.arg for one in ast.walk(node) if isinstance(one, ast.arg)}
        return super().visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """The attribute; the longest beginning of a dotted name that is a module of Python's own is imported."""
        self.is_private |= node.attr.startswith("_")
        root = root_of(node)
        if root is not None and not (root.id in self.imported or root.id in self.known):
            self._import_standard(root.id)
            return node
        node.value = self.visit(node.value)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.known or (node.id not in self.imported and hasattr(builtins, node.id)):
            return node
        module, full = self.imported.get(node.id, ("", ""))
        self.is_private |= not module or any(part.startswith("_") for part in full.split("."))
        self.modules.setdefault(module)
        return expression(full) if full else node

    def _import_standard(self, name: str) -> None:
        self.is_private |= name not in sys.stdlib_module_names
        self.modules.setdefault(name)


class _Defaults(ast.NodeTransformer):
    """Puts defaults in the place of parameters."""

    def __init__(self, defaults: Mapping[str, ast.expr]) -> None:
        self.defaults = defaults

    def visit_Name(self, node: ast.Name) -> ast.expr:
        found = self.defaults.get(node.id)
        return copy.deepcopy(found) if isinstance(found, ast.Constant) else node
