"""Fixes for lost names of which the library's own message says which expression, or call, does the same.

"Use `-lib.inf` instead": the expression takes the name's place. "Use `lib.spread(array, ...)` instead" and "Use
`array.T.copy()` instead": what is called with arguments becomes that call; of a method, its object comes first.
"""

from __future__ import annotations

import ast
import builtins
import copy
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.python_code import expression
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.expression_patterns import has_effects
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, texts_of
from testfix_pipeline.repair.languages.python.libraries.edits.name_rules import place_text
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LostName, NameUse
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import update_of
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.85
_USE = re.compile(r"\b(?:use|with)\s+`{1,2}([^`\n]{1,80}?)`{1,2}|\buse\s+([^`\n]{1,80}?)\s+instead\b", re.I)
_REST = "..."
_BUILT_IN = frozenset(dir(builtins))


def said_expressions(lost: Sequence[LostName], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One fix for each lost name and expression that its message names. files: those that may be edited."""
    for one in lost:
        for text in dict.fromkeys(marked or plain for marked, plain in _USE.findall(one.message)):
            wanted = _parsed(text)
            texts = _texts(one, wanted, files) if wanted is not None else {}
            if texts:
                library = f"{one.library} {one.version}".strip()
                said = " ".join(one.message.split())[:200]
                note = f"{place_text(one.place)} -> {text}: {library} has no {one.place.name}; the error says: {said}"
                update = update_of(one.library, one.version, one.place.full, note)
                yield LibraryFix(texts, "library.expression", note, LIKELIHOOD, one.place.full, (update,))


def _parsed(text: str) -> ast.expr | None:
    """The expression; None of a text that is none, or just a name, which is looked for elsewhere."""
    try:
        found = expression(text)
    except SyntaxError:
        return None
    is_name = isinstance(found, (ast.Name, ast.Attribute)) and all(
        isinstance(one, (ast.Name, ast.Attribute, ast.Load)) for one in ast.walk(found)
    )
    return None if is_name or (isinstance(found, ast.Constant) and isinstance(found.value, str)) else found


def _texts(lost: LostName, wanted: ast.expr, files: Mapping[str, SourceFile]) -> dict[str, str]:
    """The new text of every changed file; empty where a use can't be changed so."""
    edits: dict[str, FileEdits] = {}
    sites = [site for site in lost.sites if site.file in files and not site.exempt]
    for site in sites:
        here = edits.setdefault(site.file, FileEdits(files[site.file]))
        if not _replace(here, site, lost, wanted):
            return {}
    return texts_of(edits)


def _replace(edits: FileEdits, site: NameUse, lost: LostName, wanted: ast.expr) -> bool:
    node = edits.node_at(site.position, ast.Attribute)
    if not isinstance(node, ast.Attribute) or node.attr != lost.place.name:
        return False
    call, receiver = edits.source.parents.get(node), edits.source.segment(node.value)
    is_method = bool(lost.place.owner)
    first = [receiver] if is_method else []
    known = {} if is_method else dict.fromkeys(_said_holders(lost), receiver)
    meant = edits.import_of if is_method else edits.binds  # what a method's text calls its object is no variable
    free = [name for name in _names(wanted) if name not in known and not meant(name) and name not in _BUILT_IN]
    if isinstance(call, ast.Call) and call.func is node:
        values = _placed_arguments(edits, call, free, first, wanted)
        target: ast.expr = call
    else:
        values, target = (dict(zip(free, first, strict=True)) if len(free) == len(first) else None), node
    if values is None or _is_repeated(wanted, values):
        return False
    made = _Filled({**known, **values}).visit(copy.deepcopy(wanted))
    text = ast.unparse(made)
    is_alone = isinstance(made, (ast.Call, ast.Constant, ast.Name, ast.Attribute, ast.Subscript))
    inside = isinstance(edits.source.parents.get(target), (ast.BinOp, ast.UnaryOp, ast.Attribute, ast.Subscript))
    edits.replace(*edits.source.span(target), f"({text})" if inside and not is_alone else text)
    return True


def _is_repeated(wanted: ast.expr, values: Mapping[str, str]) -> bool:
    """Whether an expression would evaluate more than once what may do something else each time."""
    counts = Counter(node.id for node in ast.walk(wanted) if isinstance(node, ast.Name))
    return any(text and counts[name] > 1 and has_effects(expression(text)) for name, text in values.items())


def _said_holders(lost: LostName) -> set[str]:
    """What the message calls the module that lacks the name: what stands before the name in it, and its own name."""
    said = re.findall(rf"`([\w.]+)\.{re.escape(lost.place.name)}\b", lost.message)
    return {lost.place.module, *said}


def _names(wanted: ast.expr) -> list[str]:
    """The names of an expression in the order in which they are written."""
    found = [node for node in ast.walk(wanted) if isinstance(node, ast.Name)]
    return list(dict.fromkeys(node.id for node in sorted(found, key=lambda one: (one.lineno, one.col_offset))))


def _placed_arguments(
    edits: FileEdits, call: ast.Call, free: Sequence[str], first: Sequence[str], wanted: ast.expr
) -> dict[str, str] | None:
    """The text for each free name: the receiver, then the arguments by place, those left for `...`, "" for those at the
    end of a call that are not given; None where they do not fit."""
    if call.keywords or any(isinstance(one, ast.Starred) for one in call.args):
        return None
    given = [*first, *(edits.source.segment(one) for one in call.args)]
    has_rest = any(isinstance(one, ast.Constant) and one.value is ... for one in ast.walk(wanted))
    absent = dict.fromkeys(free[len(given) :], "")
    if not absent.keys() <= _optional(wanted) or (len(given) > len(free) and not has_rest):
        return None
    return {**dict(zip(free, given, strict=False)), **absent, _REST: ", ".join(given[len(free) :])}


def _optional(wanted: ast.expr) -> set[str]:
    """The names that an expression gives to calls at the end of their arguments and has nowhere else."""
    last = [node.args[-1] for node in ast.walk(wanted) if isinstance(node, ast.Call) and node.args]
    counts = Counter(node.id for node in ast.walk(wanted) if isinstance(node, ast.Name))
    return {node.id for node in last if isinstance(node, ast.Name) and counts[node.id] == 1}


class _Filled(ast.NodeTransformer):
    """Puts what the program writes in the place of the names of an expression."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return expression(self.texts[node.id]) if node.id in self.texts else node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        given = [one for one in node.args if not (isinstance(one, ast.Name) and self.texts.get(one.id) == "")]
        args = [one for one in given if not (isinstance(one, ast.Constant) and one.value is ...)]
        rest = expression(f"f({self.texts.get(_REST, '')})") if len(args) < len(given) else None
        node.func, node.args = self.visit(node.func), [self.visit(one) for one in args]
        node.args += rest.args if isinstance(rest, ast.Call) else []
        node.keywords = [ast.keyword(one.arg, self.visit(one.value)) for one in node.keywords]
        return node
