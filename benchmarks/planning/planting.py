"""Puts a variant into a module of a real package, and remembers which lines it brought."""

from __future__ import annotations

import ast
import random
import re
import string
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from benchmarks.planning.seeds.variant import Variant
from testfix_pipeline.core.python_code import FunctionNode

_MOST_TEXT = 16_000
_LETTERS = string.ascii_letters + string.digits


@dataclass(frozen=True)
class Site:
    """A function of a real module, where code can be planted. Its top-level statement and its neighbours change."""

    file: str
    text: str
    node: FunctionNode
    top: ast.stmt
    beside: tuple[int, int]
    imports_end: int


@dataclass(frozen=True)
class Planted:
    """A module with planted code. lines: what was planted; changed: that and the real code around it.

    original: line -> line of the unmodified module, for the lines that are its own.
    """

    file: str
    text: str
    lines: frozenset[int]
    changed: frozenset[int]
    original: dict[int, int]


def sites(tree: Path, files: Sequence[str]) -> list[Site]:
    """Functions of some length with a parameter, one of each top-level statement, in modules that are not long."""
    found = [site for file in files for site in _sites_of(tree, file)]
    small = [site for site in found if len(site.text) <= _MOST_TEXT]
    return small or sorted(found, key=lambda site: len(site.text))[:5]


def _sites_of(tree: Path, file: str) -> Iterator[Site]:
    if PurePosixPath(file).name.startswith("__") and not file.endswith("__init__.py"):
        return
    text = (tree / file).read_text(encoding="utf-8", errors="replace")
    body = ast.parse(text).body
    imports = [node for node in body if isinstance(node, (ast.Import, ast.ImportFrom))]
    first = imports[0].lineno - 1 if imports else 0
    for position, top in enumerate(body):
        function = next((node for node in _functions(top) if _is_roomy(node)), None)
        if function is not None and top.lineno > first:
            before, after = body[max(0, position - 1)], body[min(len(body) - 1, position + 1)]
            end = max((node.end_lineno or 0) for node in imports[:1]) if imports else _docstring_end(body)
            yield Site(file, text, function, top, (before.lineno, after.end_lineno or after.lineno), end)


def _functions(top: ast.stmt) -> Iterator[FunctionNode]:
    if isinstance(top, FunctionNode):
        yield top
    elif isinstance(top, ast.ClassDef) and not re.search("Base|Abstract|Mixin|Protocol", top.name):
        yield from (node for node in top.body if isinstance(node, FunctionNode))


def _is_roomy(node: FunctionNode) -> bool:
    """Long enough to hold something, gives a value, takes one, and is no special or decorated function."""
    plain = not node.decorator_list and not node.name.startswith("__") and not node.name.startswith(("visit", "on_"))
    gives = any(isinstance(each, ast.Return) and each.value is not None for each in ast.walk(node))
    starts = node.body[0].lineno > node.lineno
    return plain and gives and starts and len(node.body) >= 2 and bool(_parameters(node))


def _parameters(node: FunctionNode) -> list[str]:
    return [each.arg for each in node.args.args if each.arg not in ("self", "cls")]


def _docstring_end(body: Sequence[ast.stmt]) -> int:
    first = body[0] if body else None
    return first.end_lineno or 0 if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) else 0


def plant(variant: Variant, site: Site, modules: Sequence[str], number: int) -> Planted:
    """The site's module with the variant in it, as a new file beside it."""
    code = _code(variant, site, modules, random.Random(f"{variant.name}:{site.file}:{site.node.lineno}"))
    old = site.text.splitlines()
    start, end, indent, marked = _place(variant, site)
    new = textwrap.indent(code, " " * indent).splitlines()
    lines = [*old[:start], *new, *old[end:]]
    planted = frozenset(range(start + 1, start + len(new) + 1)) | frozenset(marked)
    shift = len(new) - (end - start)
    original = {line: line for line in range(1, start + 1)}
    original |= {line + shift: line for line in range(end + 1, len(old) + 1)}
    first, last = site.beside
    changed = planted | {now for now, was in original.items() if first <= was <= last}
    path = PurePosixPath(site.file)
    return Planted(str(path.with_name(f"{path.stem.strip('_')}_planted{number}.py")), "\n".join(lines) + "\n",
                   planted, frozenset(changed), original)  # fmt: skip


def _place(variant: Variant, site: Site) -> tuple[int, int, int, list[int]]:
    """First and last line that go (from 0), the indentation, and lines of real code that the issue is reported at."""
    node, body = site.node, site.node.body
    inside = body[0].col_offset
    real = [each for each in body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]
    if variant.where == "import":
        return site.imports_end, site.imports_end, 0, []
    if variant.where == "module":
        end = site.top.end_lineno or site.top.lineno
        return end, end, 0, []
    if variant.where == "replace":
        return body[0].lineno - 1, node.end_lineno or node.lineno, inside, [node.lineno]
    start = _first_line(real[0]) - 1
    return start, start, inside, []


def _first_line(node: ast.stmt) -> int:
    return min([node.lineno, *(int(each.lineno) for each in getattr(node, "decorator_list", []))])


def _code(variant: Variant, site: Site, modules: Sequence[str], rng: random.Random) -> str:
    word = re.sub(r"[^a-z]", "", site.node.name.lower()) or "value"
    names = {
        "func": site.node.name,
        "arg": _parameters(site.node)[0],
        "pkg": rng.choice(list(modules)).partition(".")[0],
        "mod": rng.choice(list(modules)),
        "word": word,
        "Word": word.capitalize(),
        "key": "".join(rng.choices(_LETTERS, k=40)),
        "phrase": "".join(rng.choices(_LETTERS, k=12)) + "!7",
    }
    return string.Template(variant.code.removeprefix("\n")).substitute(names)
