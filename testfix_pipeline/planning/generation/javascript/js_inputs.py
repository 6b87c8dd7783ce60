"""Arguments, as source text, to observe JavaScript and TypeScript functions with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import SyntaxNodes, field, text
from testfix_pipeline.planning.python_code.public_surface import PublicParameter, Routine

MOST = 24
_MOST_MINED = 10
_LONGEST = 200
_LITERALS = frozenset({"string", "number", "true", "false", "null", "undefined", "regex", "array", "object"})
_STRINGS = ("'ab'", "''", "'Hello World'", "'a-b c'", "'12'", "'  x  '")
_NUMBERS = ("3", "0", "-1", "2.5", "10", "100")
_ARRAYS = ("[1, 2, 3]", "[]", "['b', 'a', 'b']")
_OBJECTS = ("{ a: 1, b: 2 }", "{}", "{ a: { b: [1, 2] } }")
_ANY = ("'ab'", "3", "[1, 2, 3]", "{ a: 1, b: 2 }", "undefined", "null", "''", "0")
_FUNCTIONS = ("(x) => x",)
_OF_STRINGS = re.compile(
    r"\.(trim|toLowerCase|toUpperCase|split|charAt|charCodeAt|startsWith|endsWith|padStart|padEnd|replace(All)?|match"
    r"|substring|substr|codePointAt|normalize|localeCompare)\("
)
_OF_ARRAYS = re.compile(r"\.(map|filter|reduce|forEach|push|pop|sort|some|every|find|flat|flatMap|join|splice)\(")


def mined_calls(trees: Sequence[SyntaxNodes]) -> dict[str, list[str]]:
    """The first argument lists of literals that the project calls each function with, by the function's last name."""
    found: dict[str, list[str]] = {}
    for tree in trees:
        for call in tree.of_type("call_expression", "new_expression"):
            function, listed = field(call, "function") or field(call, "constructor"), field(call, "arguments")
            name = text(field(function, "property") or function)
            given = listed.named_children if listed is not None and listed.type == "arguments" else []
            said = ", ".join(" ".join(text(one).split()) for one in given)
            known = found.setdefault(name, [])
            if all(map(is_literal, given)) and len(said) <= _LONGEST and said not in known and len(known) < _MOST_MINED:
                known.append(said)
    return found


def is_literal(node: Node) -> bool:
    """Whether an expression is a literal that does not depend on its context."""
    if node.type in ("array", "object"):
        return all(map(is_literal, node.named_children))
    if node.type == "pair":
        key, value = field(node, "key"), field(node, "value")
        return key is not None and key.type != "computed_property_name" and value is not None and is_literal(value)
    if node.type == "unary_expression":
        return text(field(node, "operator")) == "-" and all(map(is_literal, node.named_children))
    return node.type in _LITERALS


def argument_lists(routine: Routine, mined: Sequence[str], types: Mapping[str, Sequence[tuple[str, str]]]) -> list[str]:
    """At most 24 argument lists for a routine: those of the project, then each parameter's values in turn.

    types: interfaces of the file, their fields with types.
    """
    body = "\n".join(routine.texts)
    pools = [_values_for(one, body, types) for one in routine.parameters if not one.name.startswith("*")]
    needed = sum(not one.default for one in routine.parameters if not one.name.startswith("*"))
    found = dict.fromkeys(mined)
    first = [pool[0] for pool in pools]
    found[", ".join(first[:needed])] = None
    for number, pool in enumerate(pools):
        for value in pool:
            found[", ".join([*first[:number], value, *first[number + 1 : max(needed, number + 1)]])] = None
    if any(one.name.startswith("*") for one in routine.parameters):
        rest = ", ".join([*first, "1", "2"])
        found |= dict.fromkeys((rest, ", ".join([*first, "'a'"])))
    return list(found)[:MOST]


def _values_for(one: PublicParameter, body: str, types: Mapping[str, Sequence[tuple[str, str]]]) -> list[str]:
    """Values for a parameter, the most plausible first."""
    asked = _compared_constants(one.name, body)
    typed = list(values_of_type(one.annotation, types)) or list(_values_by_use(one, body))
    return list(dict.fromkeys([*typed[:1], *asked, *typed[1:]]))


def values_of_type(annotation: str, types: Mapping[str, Sequence[tuple[str, str]]], depth: int = 0) -> Iterator[str]:
    """Yield values of a type, a typical one first; none of a class. types: interfaces, their fields with types."""
    plain = annotation.strip()
    for part in (each.strip() for each in plain.split("|")):
        array = re.fullmatch(r"(?:readonly )?(.+)\[\]|(?:Readonly)?Array<(.+)>", part)
        if array and depth < 3:
            inner = list(values_of_type(array[1] or array[2], types, depth + 1)) or ["1"]
            yield from (f"[{', '.join(inner[:2])}]", "[]", f"[{inner[0]}]")
        elif part.startswith("keyof ") and part in types:
            yield from (f"'{name}'" for name, _ in types[part] if name.isidentifier())
        elif part in types and depth < 3:
            yield from _objects_with_fields(types[part], types, depth)
        elif re.fullmatch(r"['\"].*['\"]|\d+", part):
            yield part
        elif "=>" in plain:
            yield from _FUNCTIONS
            return
        else:
            yield from _BY_TYPE.get(part, _OBJECTS if part.startswith(("{", "Record<", "Partial<")) else ())


_BY_TYPE: Mapping[str, Sequence[str]] = {
    "string": _STRINGS, "number": _NUMBERS, "boolean": ("true", "false"), "any": _ANY, "unknown": _ANY,
    "object": _OBJECTS, "null": ("null",), "undefined": ("undefined",), "bigint": ("3n", "0n"),
    "Date": ("new Date(0)",), "RegExp": ("/a/",), "Function": _FUNCTIONS,
}  # fmt: skip
_DEFAULTS = {"boolean": "true|false", "number": r"-?\d[\d.]*", "string": "(['\"]).*\\1"}
"""The kinds of default values, which are those of their parameters."""


def _objects_with_fields(
    fields: Sequence[tuple[str, str]], types: Mapping[str, Sequence[tuple[str, str]]], depth: int
) -> Iterator[str]:
    pools = [(name, list(values_of_type(kind, types, depth + 1)) or ["undefined"]) for name, kind in fields]
    for number in range(3):
        yield "{ " + ", ".join(f"{name}: {pool[number % len(pool)]}" for name, pool in pools) + " }"


def _values_by_use(one: PublicParameter, body: str) -> Iterator[str]:
    """Yield values for a parameter without a type, by its default and its use in the body."""
    name = re.escape(one.name)
    used = "\n".join(re.findall(rf"(?m)\b{name}\b.*$", body))
    kind = next((kind for kind, literal in _DEFAULTS.items() if re.fullmatch(literal, one.default)), "")
    if one.default and one.default != "undefined":
        yield one.default
    if kind:
        yield from _BY_TYPE[kind]
    elif one.name.startswith("{"):
        keys = re.findall(r"(\w+)", one.name)
        yield from (f"{{ {', '.join(f'{key}: {value}' for key in keys)} }}" for value in ("1", "'a'"))
    elif re.search(rf"\b{name}{_OF_STRINGS.pattern}", body) or re.search(rf"\.(exec|test)\({name}\)", body):
        yield from _STRINGS
    elif re.search(rf"\b{name}{_OF_ARRAYS.pattern}|\bof {name}\b|\b{name}\.length\b", body):
        yield from (*_ARRAYS, "'abc'")
    elif re.search(rf"\b{name}\s*[-*/%<>]|(?:[-*/%<]|(?<!=)>)=?\s*{name}\b|length:\s*{name}\b", body):
        yield from _NUMBERS
    elif re.search(rf"\b{name}\(", used):
        yield from _FUNCTIONS
    elif re.search(rf"\b{name}\.\w+|\b{name}\[|in {name}\b|keys\({name}\)", used):
        yield from (*_OBJECTS, *_ARRAYS)
    else:
        yield from _ANY


def _compared_constants(name: str, body: str) -> Iterator[str]:
    """Yield the literals that a parameter is compared with, and the neighbours of numbers."""
    pattern = rf"\b{re.escape(name)}\b\s*(?:[<>]=?|[!=]==?)\s*(-?\d+|'[^'\\]*'|\"[^\"\\]*\")"
    for value in re.findall(pattern, body):
        yield value
        if value.lstrip("-").isdigit():
            yield from (str(int(value) - 1), str(int(value) + 1))


def interface_fields(tree: SyntaxNodes) -> dict[str, list[tuple[str, str]]]:
    """The required fields with their types of each interface and object type of a file; the keys of its objects."""
    found = {
        f"keyof typeof {text(field(one, 'name'))}": [(text(field(pair, "key")), "") for pair in value.named_children]
        for one in tree.of_type("variable_declarator")
        if (value := field(one, "value")) is not None and value.type == "object"
    }
    for node in tree.of_type("interface_declaration", "type_alias_declaration"):
        body = field(node, "body") or field(node, "value")
        if body is not None and body.type in ("interface_body", "object_type"):
            found[text(field(node, "name"))] = [
                (text(field(one, "name")), text(field(one, "type")).removeprefix(":").strip())
                for one in body.named_children
                if one.type == "property_signature" and not any(each.type == "?" for each in one.children)
            ]
    return found
