"""Rewrites of calls by what an older release says: `res.send(status, body): Use res.status(status).send(body)`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.javascript.libraries.lost_names import LostPackageName, replaced
from testfix_pipeline.repair.languages.javascript.libraries.package_uses import PackageUse
from testfix_pipeline.repair.languages.javascript.source import JsSource

STATED = 0.9
_NAME = r"[A-Za-z_$][\w$]*"
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
    """The rules that texts state; none where they offer several ways."""
    for line in lines:
        for found in _RULE.finditer(line):
            given = found["taken"]
            taken = None if given is None else tuple(one.strip() for one in given.split(",") if one.strip())
            if not found["more"].strip() and found["new"] != f"{found['owner']}.{found['name']}":
                yield DeprecationRule(found["owner"], found["name"], taken, found["new"], line)


def deprecation_fixes(lost: LostPackageName, lines: Sequence[str]) -> Iterator[LibraryFix]:
    """Each rule at all places where the files with the package do what it is about."""
    for rule in dict.fromkeys(deprecation_rules(lines)):
        uses = dict[str, list[PackageUse]]()
        for path in (path for path, found in lost.uses.items() if found):
            source = lost.program.files[path]
            for node in source.syntax.of_type("member_expression"):
                if _new_text(source, node, rule) is not None:
                    place = source.span(node)
                    use = PackageUse(lost.specifier, rule.name, place, place, node.start_point[0] + 1)
                    uses.setdefault(path, []).append(use)

        def edits(source: JsSource, use: PackageUse, rule: DeprecationRule = rule) -> list[tuple[tuple[int, int], str]]:
            nodes = source.syntax.of_type("member_expression")
            node = next((one for one in nodes if source.span(one) == use.place), None)
            new = _new_text(source, node, rule) if node is not None else None
            return [new] if new is not None else []

        about = replace(lost, name=rule.name, uses=uses)
        what = f"{rule.owner}.{rule.name}: an older release says: {rule.line[:160]}"
        yield from about.fix(replaced(about, edits), "deprecation", what, STATED)


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
    return place, re.sub(rf"(?<![.\w$]){_NAME}", lambda found: values.get(found[0], found[0]), rule.new)
