"""What a call hands over, beside other calls of the same function in the project that hand over more."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.calls import with_argument
from testfix_pipeline.repair.edits.donors import names_in_reach
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import inner_names, local_names
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import SourceFile

PRIOR, FURTHER = 0.55, 0.8
"""Of an argument that one other call has, and how much less the next ones are worth."""
LONGEST, MOST = 60, 8
FORMED, PLACE = 0.35, "_given_here_"


def arguments(target: Target) -> Iterator[Edit]:
    """The one argument more that other calls have, in its place, where its names mean something here."""
    reach = {*names_in_reach(target), *local_names(target)}
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        if not _is_plain(node):
            continue
        texts = [ast.unparse(one) for one in node.args]
        found: dict[tuple[int, str], float] = {}
        for theirs in _calls(target.project).get(called(node), ()):
            for at, text, names in _lacking(texts, theirs):
                if names <= reach and len(text) <= LONGEST:
                    agreeing = sum(one == other for one, (other, _) in zip(texts, theirs, strict=False))
                    found.setdefault((at, text), PRIOR * (0.7 + 0.3 * agreeing / max(1, len(texts))))
        for rank, ((at, text), prior) in enumerate(sorted(found.items(), key=lambda item: -item[1])[:MOST]):
            yield _put(target, node, at, text, prior * FURTHER**rank)
        yield from _by_name(target, node, reach)


def formed(target: Target) -> Iterator[Edit]:
    """A plain argument in the form that another call of the same function gives its own in: `e.format(data) if e else
    None` for `e`, where elsewhere `self.error.format(data) if self.error else None` stands in that place."""
    reach = {*names_in_reach(target), *local_names(target)}
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        for at, given in enumerate(node.args if _is_plain(node) else ()):
            plain = target.text(given)
            if not isinstance(given, (ast.Name, ast.Attribute, ast.Subscript)) or not _names(given) <= reach:
                continue
            forms = _forms(target.project).get((called(node), at), ())
            fitting = (one for one in forms if one.names <= reach and plain not in (one.root, one.text))
            texts = dict.fromkeys(one.made.replace(PLACE, plain) for one in fitting)
            for rank, text in enumerate(itertools.islice(texts, MOST)):
                yield target.replace(given, text, "argument.formed", FORMED * FURTHER**rank, text[:50])


@dataclass(frozen=True)
class Form:
    """An argument of a call, `text`; `made` is the same with PLACE for one name or attribute in it, `root`. `names`: of
    the rest."""

    text: str
    root: str
    made: str
    names: frozenset[str]


@remembered(4)
def _forms(sources: tuple[SourceFile, ...]) -> Mapping[tuple[str, int], Sequence[Form]]:
    """By the last name of what is called and the position, the forms of arguments that are made of something plain."""
    found: dict[tuple[str, int], dict[Form, None]] = {}
    for name, calls in _calls(sources).items():
        for at, (text, _) in ((at, argument) for call in calls for at, argument in enumerate(call)):
            found.setdefault((name, at), {}).update(dict.fromkeys(_made(text)))
    return {place: list(forms) for place, forms in found.items()}


def _made(text: str) -> Iterator[Form]:
    """The forms of one argument; none of long ones and of texts with fields."""
    tree = ast.parse(text, mode="eval").body if len(text) <= LONGEST else None
    if tree is None or any(isinstance(one, ast.JoinedStr) for one in ast.walk(tree)):
        return
    inner = inner_names(tree)
    parts = [one for one in ast.walk(tree) if isinstance(one, (ast.Name, ast.Attribute)) and one is not tree]
    for root in dict.fromkeys(ast.unparse(one) for one in parts if isinstance(one.ctx, ast.Load)):
        if root not in inner:
            made = _Placed(root).visit(ast.parse(text, mode="eval").body)
            yield Form(text, root, ast.unparse(made), _names(made) - {PLACE})


class _Placed(ast.NodeTransformer):
    """Puts PLACE where a name or attribute is read."""

    def __init__(self, root: str) -> None:
        self.root = root

    def visit(self, node: ast.AST) -> ast.AST:
        read = isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load)
        if read and ast.unparse(node) == self.root:
            return ast.Name(PLACE, ast.Load())
        return self.generic_visit(node)


def _by_name(target: Target, node: ast.Call, reach: set[str]) -> Iterator[Edit]:
    """The arguments by name that other calls have and this one has not."""
    given = {keyword.arg for keyword in node.keywords}
    others = _keywords(target.project).get(called(node), {}) if None not in given else {}
    usable = [(text, names) for (name, text), names in others.items() if name not in given and names <= reach]
    for rank, (text, names) in enumerate([one for one in usable if len(one[0]) <= LONGEST][:MOST]):
        if where := with_argument(target, node, text):
            kind = "option-taken" if names else "argument.given"
            yield target.splice(*where, kind, PRIOR * FURTHER**rank, text)


def _lacking(
    texts: list[str], theirs: tuple[tuple[str, frozenset[str]], ...]
) -> Iterator[tuple[int, str, frozenset[str]]]:
    """(position, text, names in it) of the argument that another call has more: one only, at the end or in between."""
    if len(theirs) != len(texts) + 1:
        return
    known = [text for text, _ in theirs]
    same = next((at for at, (one, other) in enumerate(zip(texts, known, strict=False)) if one != other), len(texts))
    for at in dict.fromkeys((len(texts), same)):
        text, names = theirs[at]
        yield at, text, names


def _put(target: Target, node: ast.Call, at: int, text: str, prior: float) -> Edit:
    if at < len(node.args):
        start = target.source.span(node.args[at])[0]
        return target.splice(start, start, f"{text}, ", "argument.given", prior, text)
    end = target.source.span(node.args[-1])[1] if node.args else target.source.span(node.func)[1] + 1
    new = f", {text}" if node.args else f"{text}, " if node.keywords else text
    return target.splice(end, end, new, "argument.given", prior, text)


def _is_plain(node: ast.Call) -> bool:
    return not any(isinstance(one, (ast.Starred, ast.GeneratorExp)) for one in node.args)


@remembered(4)
def _calls(sources: tuple[SourceFile, ...]) -> Mapping[str, list[tuple[tuple[str, frozenset[str]], ...]]]:
    """By the last name of what is called, the positional arguments of each call: texts with the names in them."""
    found: dict[str, list[tuple[tuple[str, frozenset[str]], ...]]] = {}
    for source in sources:
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Call) and node.args and _is_plain(node) and (name := called(node)):
                pairs = ((ast.unparse(one), _names(one)) for one in node.args)
                found.setdefault(name, []).append(tuple(pairs))
    return found


def _names(node: ast.AST) -> frozenset[str]:
    return frozenset(n.id for n in ast.walk(node) if isinstance(n, ast.Name)) - inner_names(node)


@remembered(4)
def _keywords(sources: tuple[SourceFile, ...]) -> Mapping[str, Mapping[tuple[str, str], frozenset[str]]]:
    """By the last name of what is called: (parameter, argument as it is given by name), with the names in it."""
    found: dict[str, dict[tuple[str, str], frozenset[str]]] = {}
    for node in (node for source in sources for node in ast.walk(source.tree)):
        if isinstance(node, ast.Call) and node.keywords and (name := called(node)):
            given = [(one.arg, one.value) for one in node.keywords if one.arg is not None]
            pairs = {(arg, f"{arg}={ast.unparse(value)}"): _names(value) for arg, value in given}
            found.setdefault(name, {}).update(pairs)
    return found
