"""What is done on the way there and forgotten on the way back: `unquote` for `quote`, `from_cents` for `to_cents`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.edits.donors import names_in_reach
from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import FunctionNode, SourceFile

THERE_AND_BACK = (
    "quote unquote", "quote_plus unquote_plus", "escape unescape", "dumps loads", "dump load", "compress decompress",
    "b64encode b64decode", "urlsafe_b64encode urlsafe_b64decode", "hexlify unhexlify", "pack unpack", "ord chr",
    "encode decode", "serialize deserialize", "serialise deserialise", "encrypt decrypt",
)  # fmt: skip
OF_VALUES = {"encode", "decode"}
"""Also methods of the values themselves."""
BACK = {one: other for pair in THERE_AND_BACK for one, other in (pair.split(), pair.split()[::-1])}
PRIOR, USED = 0.45, 0.2
"""How likely where the project never goes back that way, and where it does elsewhere."""
VALUES = (ast.Name, ast.Attribute, ast.Subscript, ast.Call)


def way_back(target: Target) -> Iterator[Edit]:
    """A value handed over, assigned or answered, put through the opposite of what another function calls."""
    if target.function is None or isinstance(target.stmt, (*FunctionNode.__args__, ast.ClassDef)):
        return
    own = target.text(target.function.node)
    for there, worth in _called(target.source).items():
        back = _back(there)
        last = there.rpartition(".")[2]
        if not back or f"{there}(" in own or f"{back}(" in own or not _is_known(target, there, back):
            continue
        prior = worth * (USED if back.rpartition(".")[2] in _gone(target.project) else PRIOR)
        for node in target.expressions(*VALUES):
            if not _is_handed_on(target, node):
                continue
            made = f"{wrapped(target, node)}.{back[1:]}()" if there[:1] == "." else f"{back}({target.text(node)})"
            rank = 1.0 if isinstance(node, (ast.Name, ast.Subscript)) else 0.6
            yield target.replace(node, made, "way-back", prior * rank, f"{back} for {last}")


@remembered(256)
def _called(source: SourceFile) -> dict[str, float]:
    """What the file calls that has an opposite, as it is written (`.encode` for methods of values), and how much it
    counts."""
    found: dict[str, float] = {}
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, (ast.Name, ast.Attribute)):
            continue
        text = source.segment(node.func)
        last = text.rpartition(".")[2]
        if isinstance(node.func, ast.Attribute) and last in OF_VALUES:
            found[f".{last}"] = 0.6
        elif "\n" not in text and "(" not in text and _back(text):
            found[text] = 1.0
    return found


@remembered(4)
def _gone(project: tuple[SourceFile, ...]) -> frozenset[str]:
    """The last names of all such calls of the project: which ways are gone at all."""
    return frozenset(name.rpartition(".")[2] for source in project for name in _called(source))


def _back(there: str) -> str:
    """The name of the way back: from the table, or with the ways of a name of the project turned round."""
    head, dot, last = there.rpartition(".")
    if last in BACK:
        return f"{head}{dot}{BACK[last]}"
    for one, other in (("to_", "from_"), ("from_", "to_"), ("encode_", "decode_"), ("decode_", "encode_"),
                       ("pack_", "unpack_"), ("escape_", "unescape_")):  # fmt: skip
        if last.lstrip("_").startswith(one):
            return f"{head}{dot}{last.replace(one, other, 1)}"
    return ""


def _is_known(target: Target, there: str, back: str) -> bool:
    """Whether the way back can be called: a function of a module that is imported, one that the file knows itself, or
    a method."""
    head, _, last = back.rpartition(".")
    if there[:1] == ".":
        return True
    if head in ("self", "cls"):
        return any(function.name == last for function in target.source.functions)
    return bool(head) or last in ("ord", "chr") or last in names_in_reach(target)


def _is_handed_on(target: Target, node: ast.expr) -> bool:
    """Whether the value is an argument, or all that a statement assigns or answers."""
    parent = target.source.parents[node]
    if isinstance(parent, ast.Call):
        return node in parent.args
    if isinstance(parent, ast.keyword):
        return True
    return isinstance(parent, (ast.Assign, ast.AnnAssign, ast.Return, ast.Yield)) and parent.value is node
