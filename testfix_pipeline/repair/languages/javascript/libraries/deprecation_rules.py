"""Rewrites of calls by what an older release says: `res.send(status, body): Use res.status(status).send(body)`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.javascript.libraries.lost_names import LostPackageName, member_at, replaced
from testfix_pipeline.repair.languages.javascript.libraries.package_uses import PackageUse, imported_names
from testfix_pipeline.repair.languages.javascript.source import FUNCTIONS, JsSource
from testfix_pipeline.repair.languages.javascript.target import bound_names

STATED = 0.9
_NAME = r"[A-Za-z_$][\w$]*"
_FREE = re.compile(rf"(?<![.\w$]){_NAME}")
_RULE = re.compile(
    rf"(?P<owner>{_NAME})\.(?P<name>{_NAME})(?:\((?P<taken>[\w$, ]*)\))?[`'\"]?\s*(?::|\bis\b|\bhas\b|-)[^.;]{{0,60}}?"
    rf"\b[Uu]se (?:the )?[`'\"]?(?P<new>{_NAME}(?:\.{_NAME}|\([\w$, ]*\))*)[`'\"]?(?P<more>\s*(?:,|or\b|and\b)?)"
)


@dataclass(frozen=True)
class DeprecationRule:
    """What to write in place of a member of an object that is usually called `owner`.

    taken: the parameters of the call that it is about; None for any use.
    """

    owner: str
    name: str
    taken: tuple[str, ...] | None
    new: str
    line: str


def deprecation_rules(lines: Sequence[str]) -> Iterator[DeprecationRule]:
    """The rules that texts state: those that offer one way, in which no name is new, for a word of prose would be."""
    for line in lines:
        for found in _RULE.finditer(line):
            given = found["taken"]
            taken = None if given is None else tuple(one.strip() for one in given.split(",") if one.strip())
            is_code = {*_FREE.findall(new := found["new"])} <= {found["owner"], *(taken or ())} and "." in new
            if is_code and not found["more"].strip() and new != f"{found['owner']}.{found['name']}":
                yield DeprecationRule(found["owner"], found["name"], taken, new, line)


def deprecation_fixes(lost: LostPackageName, lines: Sequence[str]) -> Iterator[LibraryFix]:
    """Each rule at all places where the files with the package do what it is about."""
    for rule in dict.fromkeys(deprecation_rules(lines)):

        def edits(source: JsSource, use: PackageUse, rule: DeprecationRule = rule) -> list[tuple[tuple[int, int], str]]:
            node = member_at(source, use)
            new = _new_text(source, node, rule) if node is not None else None
            return [new] if new is not None else []

        about = lost.at(rule.name, [*_places(lost, rule)])
        what = f"{rule.owner}.{rule.name}: an older release says: {rule.line[:160]}"
        yield from about.fix(replaced(about, edits), "deprecation", what, STATED)


def _places(lost: LostPackageName, rule: DeprecationRule) -> Iterator[tuple[str, Node]]:
    for path in (path for path, found in lost.uses.items() if found):
        source = lost.program.files[path]
        others = imported_names(source) - {use.variable for use in lost.uses[path]}
        for node in source.syntax.of_type("member_expression"):
            name = field(node, "property")
            if name is not None and _new_text(source, node, rule) is not None and _is_own(source, node, others):
                yield path, name


def _is_own(source: JsSource, node: Node, others: Collection[str]) -> bool:
    """Whether a member is read of a variable of the program, and none that holds another module."""
    variable = _FREE.findall(text(node))[0]
    scopes = [one for one in source.syntax.above(node) if one.type in (*FUNCTIONS, "program")]
    return variable not in others and (variable == "this" or any(variable in bound_names(one) for one in scopes))


def _new_text(source: JsSource, node: Node, rule: DeprecationRule) -> tuple[tuple[int, int], str] | None:
    """The place and the new text of a use that a rule is about."""
    owner = text(field(node, "object"))
    if text(field(node, "property")) != rule.name or owner.rpartition(".")[2] != rule.owner:
        return None
    call = source.syntax.parent(node)
    arguments = field(call, "arguments") if call is not None and call.type == "call_expression" else None
    values, place = {rule.owner: owner}, source.span(node)
    if rule.taken is not None:
        given = arguments.named_children if arguments is not None and field(call, "function") == node else []
        if call is None or not given or len(given) != len(rule.taken):
            return None
        values |= {name: text(one) for name, one in zip(rule.taken, given, strict=True)}
        place = source.span(call)
    elif rule.new.endswith(")"):
        return None
    return place, _FREE.sub(lambda found: values.get(found[0], found[0]), rule.new)
