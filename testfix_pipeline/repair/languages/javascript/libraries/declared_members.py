"""Properties that a program reads of a package's objects and that the package's type declarations don't have."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.libraries.lost_names import LostPackageName, PackageProgram
from testfix_pipeline.repair.languages.javascript.libraries.package_uses import PackageUse
from testfix_pipeline.repair.languages.javascript.source import JsSource

MOST_ALIKE, NEAR = 4, 0.65
NO_METHOD, LONGEST_PARAMETERS = -1, 2000
_DECLARED = re.compile(
    r"^\s*(?:(?:readonly|static|abstract|public|declare|export|function|async|get|set)\s+)*([A-Za-z_$][\w$]*)\??\s*([(<:])",
    re.M,
)
_WORD = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")


def declared_members(types: str) -> dict[str, int]:
    """By name of each member in type declarations the number of arguments that a method needs; `NO_METHOD` for others.

    Of overloads the one counts that needs the fewest.
    """
    found = dict[str, int]()
    for match in _DECLARED.finditer(types):
        needed = NO_METHOD if match[2] == ":" else _needed(types, match.start(2))
        known = found.get(match[1], NO_METHOD)
        found[match[1]] = needed if known == NO_METHOD else min(known, needed) if needed != NO_METHOD else known
    return found


def _needed(types: str, start: int) -> int:
    """How many arguments a method needs whose type parameters or parameters start here."""
    depth, parts, begin = 0, list[str](), types.find("(", start)
    for at in range(begin, min(len(types), begin + LONGEST_PARAMETERS)):
        depth += (types[at] in "([{<") - (types[at] in ")]}" or (types[at] == ">" and types[at - 1] != "="))
        if (types[at] == "," and depth == 1) or depth == 0:
            parts.append(types[begin + 1 : at])
            begin = at
        if depth == 0:
            break
    return sum(bool(part.strip()) and re.match(r"\s*(?:\.\.\.|[\w$]+\?|this\b)", part) is None for part in parts)


def undeclared_members(
    lost: LostPackageName, declared: Collection[str], builtin: Collection[str]
) -> Iterator[LostPackageName]:
    """The members that the files with a package read of local values and that nobody has: neither the package, nor the
    project, nor JavaScript (`builtin`)."""
    known = {*declared, *builtin, *_defined(lost.program)}
    found = dict[str, dict[str, list[PackageUse]]]()
    for path in (path for path, uses in lost.uses.items() if uses):
        source = lost.program.files[path]
        for name, node in _read_members(source):
            if name not in known:
                place = source.span(node)
                use = PackageUse(lost.specifier, name, place, place, node.start_point[0] + 1)
                found.setdefault(name, {}).setdefault(path, []).append(use)
    for name, uses in found.items():
        yield LostPackageName(lost.place, lost.program, lost.specifier, name, lost.exports, lost.versions, uses)


def _read_members(source: JsSource) -> Iterator[tuple[str, Node]]:
    """The members that a file reads of what no statement at its top imports, with the nodes of their names."""
    imported = _imported(source)
    for node in source.syntax.of_type("member_expression"):
        owner, name = field(node, "object"), field(node, "property")
        while owner is not None and owner.type in ("member_expression", "call_expression"):
            owner = field(owner, "object") or field(owner, "function")
        if name is not None and owner is not None and text(owner) not in imported:
            yield text(name), name


def _imported(source: JsSource) -> set[str]:
    """The names that imports and calls of `require` bind."""
    statements = source.syntax.of_type("import_clause", "variable_declarator")
    return {
        text(node)
        for one in statements
        if one.type == "import_clause" or text(field(one, "value")).startswith("require(")
        for node in descendants(one)
        if "identifier" in node.type
    }


def _defined(program: PackageProgram) -> set[str]:
    """The names that the project gives to members of its own objects, or takes out of others by a pattern."""
    found = set[str]()
    for source in program.files.values():
        for node in source.syntax.of_type("property_identifier", "private_property_identifier"):
            above = source.syntax.parent(node)
            if above is None or above.type != "member_expression" or _is_assigned(source, above):
                found.add(text(node))
        found |= {text(node) for node in source.syntax.of_type("shorthand_property_identifier")}
    return found


def _is_assigned(source: JsSource, member: Node) -> bool:
    above = source.syntax.parent(member)
    return above is not None and above.type == "assignment_expression" and field(above, "left") == member


def alike(name: str, given: Collection[int], declared: Mapping[str, int]) -> Sequence[str]:
    """The declared members that a lost one may be now: of a similar name, and those that end in the same word.

    given: the numbers of arguments that it is called with, `NO_METHOD` where it is only read.
    """
    fitting = [
        one
        for one, needed in declared.items()
        if one != name and all(needed == NO_METHOD or needed <= number for number in given)
    ]
    last = _words(name)[-1:]
    by_word = [one for one in fitting if len(_words(name)) > 1 and _words(one)[-1:] == last]
    near = [one for one in difflib.get_close_matches(name, fitting, MOST_ALIKE, NEAR) if name[:3] == one[:3]]
    by_word.sort(key=lambda one: -difflib.SequenceMatcher(None, name, one).ratio())
    return [*dict.fromkeys([*near, *by_word[:MOST_ALIKE]])]


def argument_count(source: JsSource, place: tuple[int, int]) -> int:
    """The number of arguments that the member which stands here is called with; `NO_METHOD` if it is not called."""
    for call in source.syntax.of_type("call_expression"):
        function, arguments = field(call, "function"), field(call, "arguments")
        if function is not None and arguments is not None and source.span(function)[1] == place[1]:
            return len(arguments.named_children)
    return NO_METHOD


def _words(name: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(name)]
