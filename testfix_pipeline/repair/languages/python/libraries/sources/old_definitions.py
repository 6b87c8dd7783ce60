"""Fixes for lost functions by their definitions in the old release, where that is at hand.

"Use `itertools.combinations(G, 3)` instead", says its documentation or warning; or what the function did is one
expression of its parameters, of Python's own library and of the library itself.
"""

from __future__ import annotations

import ast
import builtins
import copy
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

from testfix_pipeline.core import python_code
from testfix_pipeline.core.python_bindings import names_bound_by
from testfix_pipeline.core.python_code import FunctionNode, expression, names_in, stored_names
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.expression_patterns import placeholders, root_of
from testfix_pipeline.repair.languages.python.libraries.edits.expression_rule import ExpressionRule
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.libraries.edits.inlining import inlined, is_beside
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LibraryName, LostName, Substitute
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OUTDATED, OldRelease, release_files
from testfix_pipeline.repair.languages.python.libraries.sources.expression_rules import rule_fixes
from testfix_pipeline.repair.languages.python.libraries.sources.name_fixes import lost_name_fix
from testfix_pipeline.repair.languages.python.libraries.sources.said_rules import asked_as_failed, replacements
from testfix_pipeline.repair.languages.python.source import SourceFile

SAID, DID = 0.86, 0.8
"""What a text says to write is what people write; what the function did comes after a name that a source gives."""
_UNSURE = ast.Lambda | ast.Yield | ast.YieldFrom | ast.Await | ast.NamedExpr | ast.Starred | ast.JoinedStr


def definition_fixes(
    lost: Sequence[LostName], releases: Sequence[OldRelease], files: Mapping[str, SourceFile]
) -> Iterator[LibraryFix]:
    """The fixes of each lost function at all its calls. files: those that may be edited."""
    for one in lost:
        named = {path: source for path, source in files.items() if one.place.name in source.text}
        for release in () if one.is_module or one.place.owner or not named else releases:
            definition = _definition(release.folder, one) if release.folder is not None else None
            if definition is not None:
                said = f"{release.name} {release.version}"
                for new, likelihood in definition.replacements():
                    rule = definition.rule(new, said)
                    fixes = rule_fixes(one, [rule] if rule is not None else [], named)
                    yield from (replace(fix, likelihood=likelihood) for fix in fixes)


def old_bodies(
    lost: Sequence[LostName],
    failures: Sequence[Failure],
    releases: Sequence[OldRelease],
    files: Mapping[str, SourceFile],
) -> Iterator[LibraryFix]:
    """What lost methods gave in the old release where that is one expression of their object and arguments:
    `book.get_range(name)` -> `book.ranges[name]`. It is put where `said_by_old` would put what texts say."""
    for one, release in ((one, release) for one in lost if one.place.owner for release in releases if release.folder):
        edits = {path: FileEdits(source) for path, source in files.items()}
        for file, node in asked_as_failed(one, failures, files):
            call = edits[file].source.parents.get(node)
            if isinstance(call, ast.Call) and call.func is node:
                inlined(edits[file], call, release.folder, one.place.module, f"{one.place.owner}.{one.place.name}")
        texts = edited_texts(edits)
        if texts:
            body = f"what {release.name} {release.version} did in {one.place.name}"
            new = Substitute(LibraryName("", "", body), "old release", "it is one expression", 1.0, False)
            yield replace(lost_name_fix(texts, "library.copy", one, new), likelihood=DID)


def _definition(folder: Path, lost: LostName) -> _Definition | None:
    """The definition of a lost function; None where there is none, or more than its text decides what a call does."""
    release = release_files(folder)
    where, node = release.definition(lost.place.module, lost.place.name) or ("", None)
    if not isinstance(node, ast.FunctionDef) or node.args.vararg or node.args.kwarg:
        return None
    if None in node.args.kw_defaults or not all("deprecat" in ast.unparse(one).lower() for one in node.decorator_list):
        return None
    texts = release.warnings(lost.place.module, lost.place.name)
    return _Definition(lost.place.full, node, _Names(python_code.parse(release.text(where)), release), texts)


class _Names:
    """What names mean in a module of a release. imported: (module, full name) by the name that an import binds, two
    empty texts where that is relative; defined: those that other statements give a meaning, anywhere."""

    def __init__(self, tree: ast.Module, release: Any) -> None:
        nodes = list(ast.walk(tree))
        self.release = release
        self.defined = stored_names(nodes) | {one.name for one in nodes if isinstance(one, FunctionNode | ast.ClassDef)}
        self.imported: dict[str, tuple[str, str]] = {}
        for one in imported_names(nodes):
            meaning = ("", "") if one.level else (one.module if one.member else one.full, one.full)
            if self.imported.setdefault(one.name, meaning) != meaning:
                self.defined.add(one.name)

    def module_of(self, full: str, imported: str) -> str:
        """The module to import for a dotted name, "" where that is not certain. imported: what the old one imports."""
        parts = full.split(".")
        heads = [".".join(parts[:end]) for end in range(len(parts) - 1, 0, -1)]
        if len(parts) > 1 and (_is_standard(full) or self.release.text(full)):
            return ""  # a module by itself
        if parts[0] in sys.stdlib_module_names:
            return next(filter(_is_standard, heads), parts[0])
        if self.release.text(parts[0]):
            return next((one for one in heads if self.release.text(one)), "")
        return imported if imported in heads[:1] else ""


def _is_standard(module: str) -> bool:
    """Whether there is a module of Python's own; nothing is imported."""
    where, name = None, ""
    for part in module.split("."):
        name = f"{name}.{part}".lstrip(".")
        spec = PathFinder.find_spec(name, where)
        if spec is None:
            return name in sys.builtin_module_names and name == module
        where = spec.submodule_search_locations or []
    return True


class _Definition:
    """name: in full. names: what they mean in its module. texts: the paragraphs in it."""

    def __init__(self, name: str, node: ast.FunctionDef, names: _Names, texts: Sequence[str]) -> None:
        self.name, self.node, self.names, self.texts = name, node, names, texts
        arguments = node.args
        placed = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
        self.required = placed[: len(placed) - len(arguments.defaults)]
        self.defaults = dict(zip(placed[len(self.required) :], arguments.defaults, strict=True))
        only = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        self.defaults |= {one.arg: value for one, value in only if value is not None}

    def replacements(self) -> Iterator[tuple[ast.expr, float]]:
        """What the texts say to write instead, then what the function gives if that is one expression."""
        for text in filter(OUTDATED.search, self.texts):
            yield from ((said, SAID) for said in replacements(text) if isinstance(said, ast.Call))
        body = [one for one in self.node.body if not is_beside(one)]
        value = body[-1].value if body and isinstance(body[-1], ast.Return) else None
        if len(body) == 2 and isinstance(body[0], ast.Assign) and isinstance(value, ast.Name):
            is_given = [ast.unparse(one) for one in body[0].targets] == [value.id]
            yield from [(body[0].value, DID)] if is_given else []
        elif len(body) == 1 and value is not None and not isinstance(value, ast.Name | ast.Constant):
            yield value, DID

    def rule(self, new: ast.expr, release: str) -> ExpressionRule | None:
        """The rule for calls; None where the expression names what is not to be had outside of the library, leaves out
        what a call has to give, or is no expression that means the same there."""
        parameters = {*self.required, *self.defaults}
        inner, nodes = names_bound_by(ast.walk(new)), list(ast.walk(new))
        is_unsure = any(isinstance(one, _UNSURE) or _is_ellipsis(one) for one in nodes) or bool(inner & parameters)
        called = {one.func.id for one in nodes if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)}
        read = names_in(new)
        is_open = any(not isinstance(self.defaults[one], ast.Constant) for one in self.defaults.keys() & read)
        if is_unsure or is_open or called & parameters or not read.issuperset(self.required):
            return None
        filled = _Filled(self.names, parameters | inner)
        text = ast.unparse(filled.visit(copy.deepcopy(new)))
        if filled.is_private:
            return None
        old = expression(f"{self.name}({', '.join([*self.required, *(f'{one}={one}' for one in self.defaults)])})")
        says, modules = f"{release} has it as {ast.unparse(new)}", tuple(filled.modules)
        free, name = placeholders(old), (self.name,)
        return ExpressionRule(old, (text,), name, says, modules, free=free, defaults=self.defaults)


def _is_ellipsis(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


class _Filled(ast.NodeTransformer):
    """Puts full names in the place of what imports bind. modules: those that they are from; is_private: whether
    something else is named that only the library's own module has, or that is not certain to be had by an import."""

    def __init__(self, names: _Names, known: set[str]) -> None:
        self.names, self.known = names, known
        self.modules: dict[str, None] = {}
        self.is_private = False

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """The attribute; the longest beginning of a dotted name that is a module is imported."""
        root = root_of(node)
        self.is_private |= node.attr.startswith("_")
        if root is not None and root.id not in self.known:
            return self._named(root.id, ast.unparse(node).removeprefix(root.id))
        node.value = self.visit(node.value)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return node if node.id in self.known else self._named(node.id, "")

    def _named(self, name: str, rest: str) -> ast.expr:
        is_known = name in self.names.imported or (bool(rest) and name in sys.stdlib_module_names)
        if name in self.names.defined or "*" in self.names.imported:
            self.is_private = True
        elif is_known:
            module, full = self.names.imported.get(name, (name, name))
            full += rest
            module = self.names.module_of(full, module) if full and module else ""
            self.is_private |= not module or any(part.startswith("_") for part in full.split("."))
            self.modules.setdefault(module)
            return expression(full) if not self.is_private else ast.Name(name, ast.Load())
        else:
            self.is_private |= not hasattr(builtins, name)
        return expression(name + rest)
