"""What is done to one attribute and forgotten for another that the class keeps beside it, by the same keys."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from testfix_pipeline.repair.edits.blocks import LEAVING, after
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import declared_fields, fields_of, own_attribute
from testfix_pipeline.repair.edits.traces import empty_kind
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import SourceFile

JOINED = {"set": "|=", "dict": "|=", "list": "+=", "number": "+="}
UNTOUCHED, TOUCHED, OUT_OF_DATE = 0.55, 0.2, 0.4
MOST = 4


@dataclass(frozen=True)
class Held:
    """What an attribute begins with, and what it is given under a key: "set", "dict", "list", "number" or ""."""

    whole: str = ""
    part: str = ""


def done_too(target: Target) -> Iterator[Edit]:
    """The statement once more behind itself, for each attribute that is held as the one that it changes."""
    stmt, function = target.stmt, target.function
    simple = isinstance(stmt, (ast.Assign, ast.AugAssign, ast.Expr, ast.Delete)) and not isinstance(stmt, LEAVING)
    if not simple or function is None or function.owner is None:
        return
    text, held = target.text(stmt), held_by(target.source, function.owner)
    own = [name for name in held if re.search(rf"\bself\.{name}\b", text)]
    if len(own) != 1 or "\n" in text:
        return
    function_text = target.source.segment(function.node)
    others = [name for name, one in held.items() if name != own[0] and one.whole == held[own[0]].whole != ""]
    for name in others[:MOST]:
        code = _joined(stmt, re.sub(rf"\bself\.{own[0]}\b", f"self.{name}", text), held[name])
        prior = TOUCHED if re.search(rf"\bself\.{name}\b", function_text) else UNTOUCHED
        edit = after(target, [code], "done-to-the-like", prior, code)
        if edit is not None:
            yield edit


def taken_over(target: Target) -> Iterator[Edit]:
    """`new.x = old.x`, or what is made of both, once more behind itself for each field that the function forgets."""
    stmt, function = target.stmt, target.function
    place, value = _taken_into(stmt)
    if function is None or value is None or not isinstance(place, ast.Attribute):
        return
    read = [n for n in ast.walk(value) if isinstance(n, ast.Attribute) and n.attr == place.attr]
    sources = [target.text(one) for one in read if ast.dump(one.value) != ast.dump(place.value)]
    text, owner = target.text(stmt), target.text(place.value)
    if not sources or "\n" in text:
        return
    said = {n.attr for n in ast.walk(function.node) if isinstance(n, ast.Attribute)}
    for rank, name in enumerate([one for one in _beside(target, place.attr) if one not in said][:MOST]):
        new, old = f"{owner}.{name}", sources[0].removesuffix(place.attr) + name
        same = re.sub(rf"\.{place.attr}\b", f".{name}", text)
        plain = (f"{new} = {old}", f"{new} = {new} or {old}") if isinstance(stmt, ast.Assign) else ()
        for code in dict.fromkeys((same, *plain)):
            edit = after(target, [code], "done-to-the-like", UNTOUCHED / (1 + 0.3 * rank), code)
            if edit is not None:
                yield edit


def _taken_into(stmt: ast.stmt) -> tuple[ast.expr | None, ast.expr | None]:
    """(place, value) of `new.x = old.x`, `new.x |= old.x` and `new.x.update(old.x)`."""
    if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1:
        return stmt.targets[0], stmt.value
    if isinstance(stmt, ast.AugAssign):
        return stmt.target, stmt.value
    call = stmt.value if isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call) else None
    if call is not None and isinstance(call.func, ast.Attribute) and len(call.args) == 1:
        return call.func.value, call.args[0]
    return None, None


def _beside(target: Target, name: str) -> list[str]:
    """The other fields of the classes that have a field of this name."""
    classes = (one for source in target.project or (target.source,) for one in source.classes.values())
    fields = (declared_fields(one) for one in classes)
    return list(dict.fromkeys(other for names in fields if name in names for other in names if other != name))


def _joined(stmt: ast.stmt, text: str, held: Held) -> str:
    """Added to as what is held there is: sets are united, lists and numbers added."""
    if not isinstance(stmt, ast.AugAssign):
        return text
    if not isinstance(stmt.op, (ast.Add, ast.BitOr)):
        return text
    kind = held.part if isinstance(stmt.target, ast.Subscript) else held.whole
    return re.sub(r"(\+|\|)=", JOINED[kind], text, count=1) if kind in JOINED else text


@remembered(256)
def held_by(source: SourceFile, owner: ast.ClassDef) -> Mapping[str, Held]:
    """The attributes that the constructor gives a plain first value, with what they are given by key anywhere."""
    values = {name: ast.parse(f"({text})", mode="eval").body for name, text in fields_of(source, owner).items()}
    whole = {name: _kind(value) for name, value in values.items()}
    parts: dict[str, str] = {}
    for method in (one for one in owner.body if isinstance(one, ast.FunctionDef)):
        for node in ast.walk(method):
            for place, value in _given(node):
                if isinstance(place, ast.Subscript):
                    parts.setdefault(own_attribute(place.value), _kind(value))
                elif method.name == "__init__":
                    whole.setdefault(own_attribute(place), _kind(value))
    return {name: Held(kind, parts.get(name, "")) for name, kind in whole.items() if name}


def _given(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    if isinstance(node, ast.Assign):
        yield from ((place, node.value) for place in node.targets)
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        yield node.target, node.value


def _kind(value: ast.expr) -> str:
    if isinstance(value, ast.Constant) and isinstance(value.value, (int, float)) and not isinstance(value.value, bool):
        return "number"
    kinds: dict[type[ast.expr], str] = {
        ast.Set: "set", ast.SetComp: "set", ast.List: "list", ast.ListComp: "list", ast.Dict: "dict"
    }  # fmt: skip
    if isinstance(value, ast.Call) and getattr(value.func, "id", "") in ("set", "list", "dict"):
        return str(getattr(value.func, "id", ""))
    return kinds.get(type(value)) or empty_kind(value) or ""
