"""The modules and names that a file imports and needs, without those whose absence it handles."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from dataclasses import dataclass

from testfix_pipeline.core.code_view import dotted
from testfix_pipeline.core.python_bindings import names_bound_by
from testfix_pipeline.core.python_code import handled_types
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.planning.python_code.source_file import Source

_ABSENCE = {"ImportError", "ModuleNotFoundError", "Exception", "BaseException", "AttributeError"}
_PLATFORM = ("TYPE_CHECKING", "sys.platform", "sys.version_info", "os.name", "platform.", "find_spec", "hasattr",
             "WINDOWS", "PY2", "PY3", "PY_", "HAS_", "HAVE_")  # fmt: skip


@dataclass(frozen=True)
class NeededImport:
    """A module, or a name in it, that a file needs. `level` is the number of dots of a relative import."""

    path: str
    line: int
    module: str
    name: str = ""
    level: int = 0
    used: bool = False  # an attribute of an imported module, not an import

    @property
    def top(self) -> str:
        """The first part of the module's name."""
        return self.module.partition(".")[0]

    @property
    def whole(self) -> str:
        """The module with its dots and the name."""
        return f"{'.' * self.level}{self.module}" + (f".{self.name}" if self.name else "")


def needed_imports(source: Source) -> Iterator[NeededImport]:
    """Yield imports, `import_module` calls with a literal, and attributes of imported modules and classes."""
    if _is_platform_specific(source):
        return
    skipped = _skippable_modules(source)
    for node in source.nodes:
        if isinstance(node, (ast.Import, ast.ImportFrom, ast.Call)) and not _is_guarded(source, node):
            yield from (item for item in _imports(source.path, node) if item.top not in skipped)
    yield from (item for item in _needed_attributes(source) if item.top not in skipped)


def _is_platform_specific(source: Source) -> bool:
    """Whether a module asserts its platform at the top, so that its imports can't be checked elsewhere."""
    body = source.tree.body if source.tree else []
    return any(isinstance(node, ast.Assert) and "platform" in ast.unparse(node.test) for node in body)


def _imports(path: str, node: ast.stmt | ast.expr) -> Iterator[NeededImport]:
    for one in imported_names([node]):
        yield NeededImport(path, node.lineno, one.module, one.member.removesuffix("*"), one.level)
    if isinstance(node, ast.Call) and dotted(node.func) in ("import_module", "importlib.import_module", "__import__"):
        first = node.args[0] if node.args else None
        if isinstance(first, ast.Constant) and isinstance(first.value, str) and not first.value.startswith("."):
            yield NeededImport(path, node.lineno, first.value)


def _skippable_modules(source: Source) -> set[str]:
    calls = (node for node in source.nodes if isinstance(node, ast.Call) and dotted(node.func).endswith("importorskip"))
    named = (call.args[0].value for call in calls if call.args and isinstance(call.args[0], ast.Constant))
    return {str(name).partition(".")[0] for name in named}


def _is_guarded(source: Source, node: ast.AST) -> bool:
    """Whether a node is in a try that expects its absence, in such a handler, or under a platform or version check."""
    inner = node
    for outer in source.above(node):
        last = isinstance(outer, ast.Try) and inner in outer.finalbody
        if isinstance(outer, (ast.Try, ast.If, ast.IfExp, ast.With)) and not last and _is_guard(outer):
            return True
        inner = outer
    return False


@functools.lru_cache(maxsize=4096)
def _is_guard(node: ast.Try | ast.If | ast.IfExp | ast.With) -> bool:
    if isinstance(node, ast.Try):
        return _expects_absence(node)
    if isinstance(node, ast.With):
        return any("suppress" in ast.unparse(item.context_expr) for item in node.items)
    condition = ast.unparse(node.test)
    return any(word in condition for word in _PLATFORM)


def _expects_absence(node: ast.Try) -> bool:
    return any(
        handler.type is None or any(dotted(kind) in _ABSENCE for kind in handled_types(handler))
        for handler in node.handlers
    )


def _needed_attributes(source: Source) -> Iterator[NeededImport]:
    """Yield used attributes of imported modules and classes: `json.dumpz`, `Path.current`."""
    spelt = _imports_by_spelling(source)
    touched = {
        dotted(node) for node in source.nodes if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load)
    }
    asked = {
        dotted(node.args[0])
        for node in source.nodes
        if isinstance(node, ast.Call) and dotted(node.func) in ("hasattr", "setattr") and node.args
    }
    for node in source.nodes:
        if not isinstance(node, ast.Attribute) or dotted(node) in touched or dotted(node.value) in asked:
            continue
        found = _attribute_import(source.path, node, spelt)
        if found and not _is_guarded(source, node):
            yield found


def _attribute_import(path: str, node: ast.Attribute, spelt: dict[str, NeededImport]) -> NeededImport | None:
    """The import that an attribute needs: of a module, or of a class or module inside one; None if it is deeper."""
    whole, inner = dotted(node.value), node.value
    known = spelt.get(whole)
    if known is None and isinstance(inner, ast.Attribute):
        known = spelt.get(dotted(inner.value))
        if known is None or known.name:
            return None
        return NeededImport(path, node.lineno, known.module, f"{inner.attr}.{node.attr}", known.level, used=True)
    if known is None:
        return None
    name = f"{known.name}.{node.attr}" if known.name else node.attr
    return NeededImport(path, node.lineno, known.module, name, known.level, used=True)


def _imports_by_spelling(source: Source) -> dict[str, NeededImport]:
    """The import behind each name of a file that has no other meaning there."""
    spelt: dict[str, NeededImport] = {}
    imports = [node for node in source.nodes if isinstance(node, (ast.Import, ast.ImportFrom))]
    bound = names_bound_by(node for node in source.nodes if not isinstance(node, (ast.Import, ast.ImportFrom)))
    for node in imports:
        for one in imported_names([node]):
            bound |= {one.name} if one.member and one.name in spelt else set()
            spelt[one.spelling] = NeededImport(source.path, node.lineno, one.module, one.member, one.level)
            spelt.setdefault(one.name, NeededImport(source.path, node.lineno, one.top))
    unsure = {one.spelling for one in imported_names(node for node in imports if _is_guarded(source, node))}
    return {name: what for name, what in spelt.items() if name.partition(".")[0] not in bound and name not in unsure}
