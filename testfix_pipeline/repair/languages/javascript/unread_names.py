"""Names of a JavaScript file that nothing reads: parameters, variables, functions, imports, keys of constant objects.

Correct code has almost none, so code that reads one is likely to be missing near it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.source import FUNCTIONS, JsSource
from testfix_pipeline.repair.languages.javascript.target import bound_names
from testfix_pipeline.repair.model.candidate import Candidate, Part
from testfix_pipeline.repair.model.source_cache import cached_per_search

_NAMES = (
    *("identifier", "type_identifier", "jsx_identifier"),
    *("shorthand_property_identifier", "shorthand_property_identifier_pattern"),
)
_PART = "shorthand_property_identifier_pattern"
_FIELD_PARAMETERS = ("accessibility_modifier", "readonly", "override_modifier")
_SIGNATURES = ("function_type", "method_signature", "call_signature", "function_signature", "construct_signature")
_JSX = ("jsx_element", "jsx_self_closing_element")
_JSX_FACTORIES = frozenset({"React", "h", "createElement", "Fragment"})
_WRITING = ("assignment_expression", "augmented_assignment_expression", "update_expression")
_IMPORTS = ("import_specifier", "import_clause", "namespace_import")


def number_of_unread(source: JsSource) -> Counter[str]:
    """In how many scopes of the file each name is bound and never read."""
    found = Counter(unread_of_file(source))
    for function in source.syntax.of_type(*FUNCTIONS):
        found.update(unread_of_function(source, function))
    return found


def newly_unread_and_read(candidate: Candidate) -> tuple[int, int]:
    """How many names nothing reads any more, and how many something reads that nothing read before."""
    unread = read = 0
    for part in candidate.parts:
        changed = _changed(part)
        if not isinstance(part.source, JsSource) or changed is None:
            continue
        old, new = number_of_unread(part.source), number_of_unread(changed)
        left = {text(one) for one in changed.syntax.of_type(*_NAMES)}
        unread += (new - old).total()
        read += sum(number for name, number in (old - new).items() if name in left)
    return unread, read


def _changed(part: Part) -> JsSource | None:
    """The file with a patch; None where it can't be read."""
    try:
        return JsSource(part.source.path, part.text.encode("utf-8", "surrogatepass"))
    except (SyntaxError, ValueError):
        return None


@cached_per_search(64)
def unread_of_file(source: JsSource) -> tuple[str, ...]:
    """What the file binds outside of functions or imports, neither exports nor reads."""
    root = source.syntax.root
    counts = Counter(text(one) for one in source.syntax.of_type(*_NAMES))
    imported = [text(_last_name(one)) for one in source.syntax.of_type(*_IMPORTS)]
    exported = {name for one in root.children if one.type == "export_statement" for name in bound_names(one, True)}
    names = dict.fromkeys((*bound_names(root, True), *imported))
    return tuple(name for name in names if counts[name] == 1 and name not in exported and not _is_ignored(source, name))


@cached_per_search(512)
def unread_of_function(source: JsSource, function: Node) -> tuple[str, ...]:
    """The variables of a function that it never reads, and its parameters behind the last one that it reads."""
    counts = Counter(text(one) for one in descendants(function) if one.type in _NAMES)
    counts -= Counter(filter(None, map(_only_written, descendants(function))))
    parameters, listed = list(parameters_of(function)), _listed(function)
    last = max((at for at, name in enumerate(parameters) if name and counts[name] > 1), default=-1)
    inside = list(descendants(listed)) if listed is not None else []
    has_rest = any(one.type == "rest_pattern" for one in inside)
    parts = [text(one) for one in inside if one.type == _PART and not has_rest]
    known = {*parameters[: last + 1], text(field(function, "name"))}
    names = dict.fromkeys((*parameters[last + 1 :], *parts, *_declared(function)))
    usable = (name for name in names if name not in known and not _is_ignored(source, name))
    return tuple(name for name in usable if counts[name] == 1)


def _only_written(node: Node) -> str:
    """The variable that a statement gives another value, which reads it for nothing else."""
    inside = node.named_children if node.type == "expression_statement" else []
    changes = [field(one, "left") or field(one, "argument") for one in inside if one.type in _WRITING]
    return next((text(one) for one in changes if one is not None and one.type == "identifier"), "")


def _declared(function: Node) -> list[str]:
    """The variables that the body of a function declares, without those of functions inside."""
    body = field(function, "body")
    return bound_names(body) if body is not None else []


@cached_per_search(64)
def _ignored(source: JsSource) -> frozenset[str]:
    """Errors that a `catch` takes, names in defaults and in types of functions, and what JSX is compiled to."""
    syntax = source.syntax
    caught = (field(one, "parameter") for one in syntax.of_type("catch_clause"))
    defaults = (field(one, "right") for one in syntax.of_type("object_assignment_pattern", "assignment_pattern"))
    nodes = [one for one in (*caught, *defaults, *syntax.of_type(*_SIGNATURES)) if one is not None]
    found = frozenset(text(one) for node in nodes for one in descendants(node) if one.type in _NAMES)
    return found | _JSX_FACTORIES if syntax.of_type(*_JSX) else found


def _is_ignored(source: JsSource, name: str) -> bool:
    """Whether nothing is expected to read a name."""
    return not name or name.startswith("_") or name in _ignored(source)


def _listed(function: Node) -> Node | None:
    return field(function, "parameters") or field(function, "parameter")


def parameters_of(function: Node) -> Iterator[str]:
    """The name of each parameter of a function; "" for one that is a field too, or a pattern."""
    listed = _listed(function)
    named = listed.named_children if listed is not None and listed.type == "formal_parameters" else [listed]
    for one in [one for one in named if one is not None]:
        is_field = any(child.type in _FIELD_PARAMETERS for child in one.children)
        name = field(one, "pattern") or field(one, "left") or one
        yield "" if is_field or name.type != "identifier" else text(name)


@cached_per_search(64)
def unread_keys(source: JsSource) -> tuple[str, ...]:
    """The keys, as `OBJECT.key`, that nothing reads of constant objects whose other keys are read by name."""
    found = []
    properties = Counter(text(one) for one in source.syntax.of_type("property_identifier"))
    for one in source.syntax.root.named_children:
        for declared in one.named_children if one.type == "lexical_declaration" else ():
            name, value = text(field(declared, "name")), field(declared, "value")
            if value is not None and value.type == "object" and _is_read_by_key(source, name):
                keys = [text(field(pair, "key")) for pair in value.named_children if pair.type == "pair"]
                found += [f"{name}.{key}" for key in keys if properties[key] == 1]
    return tuple(found)


def _is_read_by_key(source: JsSource, name: str) -> bool:
    """Whether an object is read by `name.key` alone, at least once."""
    uses = [one for one in source.syntax.of_type(*_NAMES) if text(one) == name]
    parents = [source.syntax.parent(one) for one in uses]
    read = [one for one in parents if one is not None and one.type == "member_expression"]
    return 0 < len(read) == len(uses) - 1


def _last_name(node: Node) -> Node | None:
    return next((one for one in reversed(node.named_children) if one.type == "identifier"), None)
