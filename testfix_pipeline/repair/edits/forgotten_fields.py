"""Fields of a class that are forgotten where all of them are listed: written out, read back, copied, compared."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.calls import with_argument
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import class_attributes, declared_fields, local_names
from testfix_pipeline.repair.source import SourceFile

LEAST = 2
"""So many fields have to be listed already for a list of fields."""
MOST = 4
FIELD = re.compile(r"(?<!\{)\{(\w+)\.(\w+)(?:![rsa])?(?::[^{}]*)?\}(?!\})")
OWN_CLASS = {"cls", "type(self)", "self.__class__"}


@dataclass(frozen=True)
class Listed:
    """What is listed: `form` with the field's name in the place of `{}`, the names in it, and all that are there."""

    form: str
    names: tuple[str, ...]
    there: tuple[str, ...] = ()


def listed(target: Target) -> Iterator[Edit]:
    """One more entry of a dict or tuple, one more argument of a constructor, one more comparison of a chain."""
    for node in target.expressions(ast.JoinedStr):
        yield from _in_text(target, node)
    for node in target.expressions(ast.Dict, ast.Tuple, ast.List, ast.Call, ast.BoolOp):
        found = _entries(target, node) if isinstance(node, ast.Dict) else _elements(target, node)
        if isinstance(node, ast.Call):
            yield from _constructed(target, node)
            yield from _named(target, node)
        elif found is not None and not isinstance(getattr(node, "ctx", None), ast.Store):
            if not isinstance(node, ast.Dict) and len(found.names) < LEAST:
                continue
            for rank, name in enumerate(_missing(target, found)[:MOST]):
                end = target.source.span(_last(node))[1]
                lead = ", " if not isinstance(node, ast.BoolOp) else " and "
                text = found.form.format(name)
                yield target.splice(end, end, lead + text, "field-listed", 0.6 / (1 + 0.3 * rank), text[:60])


def _in_text(target: Target, node: ast.expr) -> Iterator[Edit]:
    """`f"a={x.a}, b={x.b}"`, with what stands between the last two fields."""
    text, begin = target.text(node), target.source.span(node)[0]
    fields = list(FIELD.finditer(text))
    if len(fields) < LEAST or len({field.group(1) for field in fields}) != 1:
        return
    last, at = fields[-1].group(2), fields[-1].end()
    piece = text[fields[-2].end() : at]
    found = Listed("", tuple(dict.fromkeys(field.group(2) for field in fields)))
    for rank, name in enumerate(_missing(target, found)[:MOST] if "\n" not in piece else ()):
        said = re.sub(rf"(?<!\w){last}(?!\w)", name, piece)
        yield target.splice(begin + at, begin + at, said, "field-listed", 0.5 / (1 + 0.3 * rank), said[:60])


def _last(node: ast.expr) -> ast.expr:
    parts = node.values if isinstance(node, (ast.Dict, ast.BoolOp)) else getattr(node, "elts", [])
    return parts[-1]


def _entries(target: Target, node: ast.Dict) -> Listed | None:
    """`{"a": x.a, "b": x.b}`."""
    keyed = [(key, value) for key, value in zip(node.keys, node.values, strict=True) if isinstance(key, ast.Constant)]
    pairs = [(key.value, target.text(value)) for key, value in keyed if isinstance(key.value, str)]
    of = [text[: -len(name) - 1] for name, text in pairs if text.endswith(f".{name}")]
    quote = target.text(keyed[0][0])[-1:] if pairs else '"'
    if len(of) < (1 if of[:1] == ["self"] else LEAST) or len(set(of)) != 1:
        return None
    names = tuple(name for name, text in pairs if text.endswith(f".{name}"))
    return Listed(f"{quote}{{0}}{quote}: {of[0]}.{{0}}", names, tuple(name for name, _ in pairs))


def _is_text(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _elements(target: Target, node: ast.expr) -> Listed | None:
    """`(x.a, x.b)` and `x.a == y.a and x.b == y.b`."""
    parts: Sequence[ast.expr] = node.values if isinstance(node, ast.BoolOp) else getattr(node, "elts", ())
    if isinstance(node, ast.BoolOp) and not isinstance(node.op, ast.And):
        return None
    forms: dict[str, list[str]] = {}
    for part in parts:
        read = [one for one in ast.walk(part) if isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name)]
        if read and len({one.attr for one in read}) == 1:
            form = target.text(part).replace("{", "{{").replace("}", "}}").replace(f".{read[0].attr}", ".{0}")
            forms.setdefault(form, []).append(read[0].attr)
    best = max(forms.items(), key=lambda item: len(item[1]), default=None)
    return Listed(best[0], tuple(best[1])) if best is not None else None


def _missing(target: Target, found: Listed) -> list[str]:
    """The further fields of the class that has the ones listed; private ones only among private ones."""
    fields = next((one for one in _known(target) if set(found.names) <= set(one)), ())
    private = all(name.startswith("_") for name in found.names)
    there = {*found.names, *found.there}
    return [name for name in fields if name not in there and name.startswith("_") <= private]


def _known(target: Target) -> Iterator[Sequence[str]]:
    """The fields of the classes of the project, those of the statement's own class first."""
    owner = target.function.owner if target.function else None
    if owner is not None:
        yield class_attributes(target.source, owner)[0]
    for source in (target.source, *(one for one in target.project if one is not target.source)):
        for one in source.classes.values():
            yield class_attributes(source, one)[0]


def _constructed(target: Target, node: ast.Call) -> Iterator[Edit]:
    """`C(x.a, x.b)`, `C(x["a"], x["b"])`, `C(a, b)`, where C takes one more."""
    taken = _parameters(target, node)
    given = [*(taken[: len(node.args)] if taken else []), *(one.arg for one in node.keywords if one.arg)]
    if not taken or not given or any(isinstance(one, ast.Starred) for one in node.args):
        return
    known = 1.0 if len(given) >= LEAST else 0.7
    values = dict(zip(given, [*node.args, *(one.value for one in node.keywords if one.arg)], strict=False))
    for rank, name in enumerate([name for name in taken if name not in given][:MOST]):
        for text, share in _values(target, values, name):
            prior = 0.6 * known * share / (1 + 0.3 * rank)
            if where := with_argument(target, node, f"{name}={text}"):
                yield target.splice(*where, "field-listed", prior, f"{name}={text}"[:60])


def _named(target: Target, node: ast.Call) -> Iterator[Edit]:
    """`dict(a=x.a, b=x.b)`."""
    values = [word for word in node.keywords if word.arg] if called(node) == "dict" and not node.args else []
    plain = [word for word in values if isinstance(word.value, ast.Attribute) and word.value.attr == word.arg]
    of = {target.text(word.value.value) for word in plain}  # type: ignore[attr-defined]
    if len(plain) < LEAST or len(of) != 1:
        return
    form = f"{{0}}={of.pop()}.{{0}}"
    found = Listed(form, tuple(str(word.arg) for word in plain), tuple(str(word.arg) for word in values))
    for rank, name in enumerate(_missing(target, found)[:MOST]):
        if where := with_argument(target, node, form.format(name)):
            yield target.splice(*where, "field-listed", 0.6 / (1 + 0.3 * rank), form.format(name)[:60])


def _values(target: Target, values: dict[str, ast.expr], name: str) -> Iterator[tuple[str, float]]:
    """What the forgotten parameter is given, by what the others are."""
    for other, value in values.items():
        text = target.text(value)
        if isinstance(value, ast.Attribute) and value.attr == other:
            yield f"{target.text(value.value)}.{name}", 1.0
            return
        if isinstance(value, ast.Subscript) and _is_text(value.slice) and value.slice.value == other:  # type: ignore[attr-defined]
            quote = target.text(value.slice)[-1:]
            yield f"{target.text(value.value)}[{quote}{name}{quote}]", 1.0
            yield f"{target.text(value.value)}.get({quote}{name}{quote})", 0.7
            return
        first = value.args[0] if isinstance(value, ast.Call) and called(value) == "get" and value.args else None
        if isinstance(first, ast.Constant) and first.value == other:
            quote = target.text(first)[-1:]
            yield target.text_with(value, first, f"{quote}{name}{quote}"), 1.0
            return
        if text == other and name in local_names(target):
            yield name, 1.0
            return


def _parameters(target: Target, node: ast.Call) -> list[str]:
    """What the constructor of a class of the project takes, those of the bases in its file first."""
    name = target.text(node.func)
    owner = target.function.owner if target.function else None
    for source in (target.source, *target.project):
        made = owner if name in OWN_CLASS and source is target.source else source.classes.get(name)
        if made is not None:
            return _of_constructor(source, made)
    return []


def _of_constructor(source: SourceFile, owner: ast.ClassDef, seen: tuple[ast.ClassDef, ...] = ()) -> list[str]:
    for stmt in owner.body:
        if isinstance(stmt, ast.FunctionDef) and stmt.name == "__init__":
            return [one.arg for one in (*stmt.args.posonlyargs, *stmt.args.args, *stmt.args.kwonlyargs)][1:]
    bases = [source.classes.get(getattr(base, "id", "")) for base in owner.bases]
    seen = (*seen, owner)
    known = [base for base in bases if base is not None and base not in seen]
    inherited = [name for base in known for name in _of_constructor(source, base, seen)]
    decorated = any("dataclass" in ast.unparse(one) for one in owner.decorator_list)
    own = declared_fields(owner) if decorated or any("NamedTuple" in ast.unparse(one) for one in owner.bases) else []
    return list(dict.fromkeys([*inherited, *own]))
