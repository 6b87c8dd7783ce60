"""What a call hands over, beside other calls of the same function in the project that hand over more."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.languages.python.edits.calls import with_argument
from testfix_pipeline.repair.languages.python.edits.donors import names_in_reach
from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target
from testfix_pipeline.repair.languages.python.edits.scope import inner_names, local_names
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.remembered import remembered

PRIOR, FURTHER = 0.55, 0.8
"""Of an argument that one other call has, and how much less the next ones are worth."""
LONGEST, MOST = 60, 8


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
