"""Resolves what expressions of a JavaScript file reach: paths such as `process.exit` or `module:fs.writeSync`.

A path begins with a global name or a module. `()` stands for the result of a call, `new` for an instance, `*` for a
member whose name is not written down. Aliases, destructured names, helpers and the global object are seen through.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript.constants import constant, constant_text
from testfix_pipeline.core.patch_policy.javascript.scopes import FUNCTIONS, BoundValue, Scopes
from testfix_pipeline.core.patch_policy.syntax_nodes import SyntaxNodes, descendants, field, text

Path = tuple[str, ...]
GLOBAL_OBJECTS = frozenset({"globalThis", "global", "window", "self"})
_GLOBAL_MODULES = frozenset({"process", "console"})
_LITERALS = {
    "array": "Array",
    "object": "Object",
    "string": "String",
    "template_string": "String",
    "number": "Number",
    "regex": "RegExp",
    "true": "Boolean",
    "false": "Boolean",
    **dict.fromkeys(FUNCTIONS, "Function"),
}
_NAMES = frozenset({"identifier", "shorthand_property_identifier", "shorthand_property_identifier_pattern"})
_TRANSPARENT = frozenset(
    {
        *("parenthesized_expression", "await_expression", "as_expression", "satisfies_expression"),
        *("non_null_expression", "spread_element"),
    }
)
LOADERS = frozenset(
    {
        *(("require",), ("module", "require"), ("process", "mainModule", "require"), ("process", "getBuiltinModule")),
        ("module:module", "createRequire", "()"),
    }
)
_PROTOTYPES = frozenset({("Object", "getPrototypeOf"), ("Reflect", "getPrototypeOf")})
_SAME = frozenset({("Object", "assign"), ("Object", "freeze"), ("Object", "defineProperty"), ("Object",)})
_ITERATIONS = frozenset({"forEach", "map", "some", "every", "filter", "find", "flatMap"})
_INVOKERS = frozenset({"call", "apply", "bind"})
_DEPTH = 60
_MOST_PATHS = 16


class Origins:
    """The paths that the expressions of a file may reach."""

    def __init__(self, tree: SyntaxNodes) -> None:
        self.tree = tree
        self.scopes = Scopes(tree)
        self._known: dict[int, frozenset[Path]] = {}
        self._open: set[int] = set()

    def of(self, node: Node | None, depth: int = _DEPTH) -> frozenset[Path]:
        """The paths of an expression; none if it is the file's own."""
        if node is None or not depth or node.id in self._open:
            return frozenset()
        if node.id not in self._known:
            self._open.add(node.id)
            found = frozenset(map(_normalised_path, self._expression_paths(node, depth - 1)))
            self._open.discard(node.id)
            self._known[node.id] = frozenset(sorted(found, key=len)[:_MOST_PATHS])
        return self._known[node.id]

    def key(self, node: Node) -> str:
        """The name of the member that an expression accesses, "*" if it is computed."""
        if node.type == "member_expression":
            return text(field(node, "property"))
        found = constant(field(node, "index"), self.scopes)
        return found if isinstance(found, str) else "0" if isinstance(found, float) else "*"

    def _expression_paths(self, node: Node, depth: int) -> Iterator[Path]:
        if node.type in _NAMES:
            values = self.scopes.values(node)
            if values is None:
                yield (text(node),)
            for value in values or ():
                yield from self._value_paths(node, value, depth)
        elif node.type in ("member_expression", "subscript_expression"):
            yield from self._member(node, depth)
        elif node.type == "call_expression":
            yield from self._call(node, depth)
        elif node.type == "new_expression":
            yield from ((*path, "new") for path in self.of(field(node, "constructor"), depth))
        elif node.type == "meta_property":
            yield ("import.meta",)
        elif node.type == "this":
            yield from self._this_paths(node)
        elif node.type in _LITERALS:
            yield (_LITERALS[node.type], "new")
        else:
            yield from (path for part in _alternatives(node) for path in self.of(part, depth))

    def _value_paths(self, name: Node, value: BoundValue, depth: int) -> Iterator[Path]:
        if value.module:
            yield (f"module:{value.module}", *value.keys)
        elif value.parameter >= 0 and value.node is None:
            for given, keys in self._argument_values(name, value.parameter):
                yield from self._member_paths_by_keys(given, (*keys, *value.keys), depth)
        elif value.node is not None:
            yield from self._member_paths_by_keys(value.node, value.keys, depth)

    def _member_paths_by_keys(self, node: Node, keys: Path, depth: int) -> Iterator[Path]:
        """Yield the paths of a member of an expression, by its keys."""
        yield from ((*path, *keys) for path in self.of(node, depth))
        for literal in self.literals(node) if keys else ():
            for entry in self._entries(literal, keys[0]):
                yield from self._member_paths_by_keys(entry, keys[1:], depth)

    def _argument_values(self, name: Node, number: int) -> Iterator[tuple[Node, Path]]:
        """Yield what a parameter may receive: call arguments, or elements of an iteration."""
        function = next((one for one in self.tree.above(name) if one.type in FUNCTIONS), None)
        if function is None:
            return
        outer = self.tree.parent(function)
        if outer is not None and outer.type == "arguments":
            call = field(self.tree.parent(outer), "function")
            elements = field(call, "object") if text(field(call, "property")) in _ITERATIONS else None
            yield from [(elements, ("*",))] if elements is not None and number == 0 else []
        for call in self._calls_of(function):
            listed = field(call, "arguments")
            if listed is not None and number < len(listed.named_children):
                yield listed.named_children[number], ()

    def _calls_of(self, function: Node) -> Iterator[Node]:
        """Yield the calls of a function of the file: immediate, or by its name."""
        immediate = self._immediate_call(function)
        if immediate is not None:
            yield immediate
        yield from self._named_calls.get(function.id, ())

    @cached_property
    def _named_calls(self) -> dict[int, list[Node]]:
        found: dict[int, list[Node]] = {}
        for call in self.tree.of_type("call_expression"):
            for function in self.functions(field(call, "function")):
                found.setdefault(function.id, []).append(call)
        return found

    def _immediate_call(self, function: Node) -> Node | None:
        inner, outer = function, self.tree.parent(function)
        while outer is not None and outer.type == "parenthesized_expression":
            inner, outer = outer, self.tree.parent(outer)
        called = outer is not None and outer.type == "call_expression" and field(outer, "function") == inner
        return outer if called else None

    def _member(self, node: Node, depth: int) -> Iterator[Path]:
        holder, key = field(node, "object"), self.key(node)
        for path in self.of(holder, depth):
            yield (*path, key)
        if key in ("__proto__", "constructor") and not self.of(holder, depth):
            yield ("?", "new", key)
        for literal in self.literals(holder):
            for value in self._entries(literal, key):
                yield from self.of(value, depth)

    def literals(self, node: Node | None) -> Iterator[Node]:
        """Yield the object and array literals that an expression may evaluate to."""
        if node is None:
            return
        if node.type in ("object", "array"):
            yield node
        elif node.type == "identifier":
            found = (one.node for one in self.scopes.values(node) or () if not one.keys)
            yield from (one for one in found if one is not None and one.type in ("object", "array"))
        elif node.type in _TRANSPARENT and node.named_children:
            yield from self.literals(node.named_children[0])

    def _entries(self, literal: Node, key: str) -> Iterator[Node]:
        for pair in literal.named_children:
            if literal.type == "array" or (pair.type == "shorthand_property_identifier" and key in ("*", text(pair))):
                yield pair
            elif (
                pair.type == "pair" and key in ("*", self.key_of(pair)) and (value := field(pair, "value")) is not None
            ):
                yield value

    def key_of(self, pair: Node) -> str:
        """The name of a pair or method in a literal or class, "*" if it is computed."""
        named = field(pair, "key") or field(pair, "name") or field(pair, "property")
        if named is None:
            return "*"
        if named.type == "computed_property_name":
            inner = named.named_children[0] if named.named_children else None
            return constant_text(inner, self.scopes) or ".".join(next(iter(self.of(inner)), ("*",)))
        return constant_text(named, self.scopes) or text(named)

    def _call(self, node: Node, depth: int) -> Iterator[Path]:
        function, listed = field(node, "function"), field(node, "arguments")
        arguments = list(listed.named_children) if listed is not None and listed.type == "arguments" else []
        if function is None:
            return
        if function.type == "import":
            yield (f"module:{constant_text(arguments[0], self.scopes) if arguments else ''}",)
            return
        for path in self.of(function, depth):
            yield from self._result(path, arguments, depth)
        yield from (path for value in self._returned_expressions(function) for path in self.of(value, depth))

    def _result(self, path: Path, arguments: list[Node], depth: int) -> Iterator[Path]:
        first = arguments[0] if arguments else None
        if path in LOADERS:
            yield (f"module:{constant_text(first, self.scopes)}",)
        elif path in _PROTOTYPES:
            yield from ((*one, "__proto__") for one in self.of(first, depth) or {("?", "new")})
        elif path in _SAME:
            yield from self.of(first, depth)
        elif path == ("Reflect", "get") and len(arguments) > 1:
            key = constant_text(arguments[1], self.scopes) or "*"
            yield from ((*one, key) for one in self.of(first, depth))
        elif path in (("Object", "values"), ("Object", "entries")):
            yield from ((*one, "*") for one in self.of(first, depth))
        elif path[-1] == "bind":
            yield path[:-1]
        elif path[-1] not in _INVOKERS or path[:-1] not in LOADERS:
            yield (*(path[:-1] if path[-1] in _INVOKERS else path), "()")
        else:
            yield from self._result(path[:-1], arguments[1:], depth)

    def _returned_expressions(self, function: Node) -> Iterator[Node]:
        """Yield the expressions that a function of the file returns."""
        for one in self.functions(function):
            body = field(one, "body")
            if body is not None and body.type != "statement_block":
                yield body
            elif body is not None:
                yield from (part.named_children[0] for part in _own_returns(body) if part.named_children)

    def functions(self, node: Node | None) -> Iterator[Node]:
        """Yield the functions of the file that an expression may evaluate to."""
        while node is not None and node.type == "parenthesized_expression" and node.named_children:
            node = node.named_children[0]
        if node is not None and node.type in FUNCTIONS:
            yield node
        elif node is not None and node.type == "identifier":
            found = (one.node for one in self.scopes.values(node) or () if not one.keys)
            yield from (one for one in found if one is not None and one.type in FUNCTIONS)

    def _this_paths(self, node: Node) -> Iterator[Path]:
        """Yield the global object for `this` in an immediately called plain function or at the top of a script."""
        around = (one for one in self.tree.above(node) if one.type in FUNCTIONS or one.type == "class_body")
        function = next((one for one in around if one.type != "arrow_function"), None)
        if (
            function is not None
            and function.type == "function_expression"
            and self._immediate_call(function) is not None
        ):
            yield ("globalThis",)


def _alternatives(node: Node) -> list[Node | None]:
    """The parts of an expression that may be its value."""
    if node.type in _TRANSPARENT:
        return list(node.named_children[:1])
    if node.type == "ternary_expression":
        return [field(node, "consequence"), field(node, "alternative")]
    if node.type == "binary_expression" and text(field(node, "operator")) in ("||", "&&", "??"):
        return [field(node, "left"), field(node, "right")]
    if node.type in ("assignment_expression", "augmented_assignment_expression"):
        return [field(node, "right")]
    return list(node.named_children[-1:]) if node.type == "sequence_expression" else []


def _own_returns(body: Node) -> Iterator[Node]:
    pending = [body]
    while pending:
        node = pending.pop()
        if node.type == "return_statement":
            yield node
        pending.extend(one for one in node.named_children if one.type not in FUNCTIONS)


def _normalised_path(path: Path) -> Path:
    """The normal form of a path: without the global object, `node:`, `default`; prototypes by their owner."""
    first = path[0]
    if first in GLOBAL_OBJECTS:
        first = "globalThis"
    while first == "globalThis" and len(path) > 1 and path[1] != "*":
        first, path = ("globalThis" if path[1] in GLOBAL_OBJECTS else path[1]), path[1:]
    path = (first, *path[1:])
    if first.startswith("module:"):
        path = _normalised_module(first.removeprefix("module:"), path[1:])
    return _normalised_prototype(path)


def _normalised_module(name: str, rest: Path) -> Path:
    name, _, inner = (
        name.removeprefix("node:").partition("/") if not name.startswith((".", "/", "@")) else (name, "", "")
    )
    if rest[:1] == ("default",):
        rest = rest[1:]
    if name in _GLOBAL_MODULES and not inner:
        return (name, *rest)
    return (f"module:{name}", *([inner] if inner else []), *rest)


def _normalised_prototype(path: Path) -> Path:
    """`X.new.__proto__` is `X.prototype`, `X.new.constructor` is `X`, the constructor of a constructor is Function."""
    found: list[str] = []
    for key in path:
        if key == "__proto__":
            found = [*found[:-1], "prototype"] if found[-1:] == ["new"] else [*found, "prototype"]
        elif key == "constructor" and found[-1:] in (["new"], ["prototype"]):
            found = found[:-1]
        elif key == "constructor" and found:
            found = ["Function"]
        else:
            found.append(key)
    return tuple(found) or ("?",)


def names_in(node: Node) -> set[str]:
    """All identifiers and member names below a node."""
    return {text(one) for one in descendants(node) if one.type.endswith("identifier")}
