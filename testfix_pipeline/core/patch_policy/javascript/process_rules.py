"""Patterns by which JavaScript source manipulates the runner, the process or the language (see `tampering.py`)."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript import known_names as names
from testfix_pipeline.core.patch_policy.javascript.code import Code
from testfix_pipeline.core.patch_policy.javascript.origins import Path
from testfix_pipeline.core.patch_policy.language_files import is_test_side
from testfix_pipeline.core.patch_policy.syntax_nodes import field, is_inside, text
from testfix_pipeline.core.patch_policy.tree_policy import uses

_LISTENS = frozenset({"on", "once", "addListener", "prependListener", "prependOnceListener"})
_TEXT_METHODS = frozenset(
    {"includes", "indexOf", "match", "search", "startsWith", "endsWith", "test", "exec", "some", "find", "split", "has"}
)
_JOINS = frozenset({("module:path", "join"), ("module:path", "resolve"), ("URL",)})
_TEXTS = ("string", "template_string", "regex", "binary_expression")


test_framework = uses(names.FRAMEWORK_USES)


def tests_imported(code: Code) -> Iterator[Node]:
    """The tests' own modules, and paths that lead to them."""
    for node, name in code.imports:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(code.path), name))
        if name.startswith(".") and any(is_test_side("javascript", path + end) for end in ("", ".js", ".ts")):
            yield node
    for call in (*code.calls, *code.tree.of_type("new_expression")):
        paths = code.called(call) | code.origins.of(field(call, "constructor"))
        names_files = not paths.isdisjoint(_JOINS) or any(path[0] == "module:fs" for path in paths)
        if names_files and any(_leads_to_tests(code, one) for one in code.arguments(call)):
            yield call


def _leads_to_tests(code: Code, node: Node) -> bool:
    """Whether the constant part of a path leads to tests or installed packages."""
    said = code.text(node) or code.text_prefix(node)
    return bool(names.TEST_FOLDER.fullmatch(said))


def module_table(code: Code) -> Iterator[Node]:
    """Uses of the table of loaded modules and of loader hooks."""
    found = (node for node in uses(names.MODULE_TABLE)(code) if not _is_harmless_module_use(code, node))
    yield from (node for node in found if node.type != "identifier" or code.origins.scopes.values(node) is None)
    yield from uses(names.LOADER)(code)


def _is_harmless_module_use(code: Code, node: Node) -> bool:
    """`!module.parent` asks whether the file is the program; `require.cache[require.resolve(x)]` is one entry."""
    parent = code.tree.parent(node)
    return parent is not None and (parent.type == "unary_expression" or _is_resolved(code, parent))


def call_stack(code: Code) -> Iterator[Node]:
    """Uses of the call stack, which distinguishes a test from another caller."""
    yield from uses(names.CALL_STACK)(code)
    for node, paths in code.reached:
        if node.type.endswith("_pattern") and any(
            path[-2:] == ("new", "stack") and "Error" in path[0] for path in paths
        ):
            yield node
    for node in code.tree.of_type("member_expression", "subscript_expression"):
        if code.origins.key(node) == "stack" and _is_error(code, field(node, "object")) and _is_inspected(code, node):
            yield node


def _is_error(code: Code, holder: Node | None) -> bool:
    """Whether an expression is an error object that was created here or caught."""
    paths = code.origins.of(holder)
    if any(path[0].endswith("Error") and len(path) > 1 for path in paths):
        return True
    if holder is None or holder.type != "identifier":
        return False
    return any(
        one.type == "catch_clause" and text(field(one, "parameter")) == text(holder) for one in code.tree.above(holder)
    ) or _is_captured(code, text(holder))


def _is_captured(code: Code, name: str) -> bool:
    captures = (call for call in code.calls if ("Error", "captureStackTrace") in code.called(call))
    return any(text(one) == name for call in captures for one in code.arguments(call)[:1])


def _is_inspected(code: Code, node: Node) -> bool:
    """Whether a value is inspected, not passed on: a member, an argument of a search, a variable."""
    parent = code.tree.parent(node)
    if parent is None:
        return False
    if parent.type in ("member_expression", "subscript_expression", "variable_declarator", "binary_expression"):
        return parent.type != "binary_expression" or text(field(parent, "operator")) not in ("||", "??", "+")
    call = code.tree.parent(parent) if parent.type == "arguments" else None
    return call is not None and text(field(field(call, "function"), "property")) in _TEXT_METHODS


def exit_hook(code: Code) -> Iterator[Node]:
    """Code between an error and the runner, or at the end of the process."""
    yield from uses(names.RUNNER_HOOKS)(code)
    for call in code.calls:
        listens = any(path[0] == "process" and path[1:2] and path[1] in _LISTENS for path in code.called(call))
        if listens and code.arguments(call) and code.text(code.arguments(call)[0]) in ("exit", "beforeExit"):
            hook = code.arguments(call)[-1]
            if any(
                "writeSync" in path or path[0] == "process"
                for node, paths in code.reached
                for path in paths
                if is_inside(node, hook)
            ):
                yield call


def test_environment(code: Code) -> Iterator[Node]:
    """Uses of what only a test run has: its variables, its arguments, words of runners, test file names."""
    yield from uses(names.SURROUNDINGS)(code)
    arguments = (node for node in uses(r"process\.argv")(code) if node.type != "identifier")
    yield from (node for node in arguments if not _reads_program_arguments(code, node))
    yield from (
        node
        for node in code.tree.of_type("string", "template_string", "binary_expression", "call_expression", "regex")
        if _mentions_test(code, node)
    )
    yield from (
        node
        for node in code.tree.of_type("identifier", "property_identifier")
        if text(node).startswith(("__vitest", "__jest", "__testfix", "__tf"))
    )
    yield from (node for node in uses(names.LOCATIONS)(code) if _is_compared_with_test(code, node))


def _mentions_test(code: Code, node: Node) -> bool:
    said = text(node) if node.type == "regex" else code.text(node)
    if not said or _is_module_name(code, node):
        return False
    short = len(said) < names.LONGEST_WORD and names.SHORT_TEST_WORDS.search(said) is not None
    return short or names.TEST_WORDS.search(said) is not None


def _is_module_name(code: Code, node: Node) -> bool:
    parent = code.tree.parent(node)
    return parent is not None and parent.type in ("import_statement", "export_statement", "expression_statement")


def _reads_program_arguments(code: Code, node: Node) -> bool:
    """`process.argv.slice(2)`, `process.argv[2]`, `process.argv.includes("--x")`: a program's own arguments."""
    member = code.tree.parent(node)
    if member is None or member.type not in ("member_expression", "subscript_expression"):
        return False
    if member.type == "subscript_expression":
        index = text(field(member, "index"))
        return index.isdigit() and int(index) > 1
    call = code.tree.parent(member)
    first = next(iter(code.arguments(call)), None) if call is not None and call.type == "call_expression" else None
    return text(first) == "2" or code.text(first).startswith("-")


def _is_compared_with_test(code: Code, node: Node) -> bool:
    """Whether the nearest comparison or search around an expression has a text that names tests."""
    for one in code.tree.above(node):
        if one.type in ("binary_expression", "call_expression", "switch_statement"):
            parts = [part for part in _constants(code, one) if names.TEST_PART.search(part)]
            if parts:
                return True
        if one.type.endswith(("_statement", "_declaration", "function")):
            return False
    return False


def _constants(code: Code, node: Node) -> Iterator[str]:
    pending = [node]
    while pending:
        one = pending.pop()
        if one.type in _TEXTS and (said := text(one) if one.type == "regex" else code.text(one)):
            yield said
        if one.type != "statement_block":
            pending.extend(one.named_children)


def foreign_patch(code: Code) -> Iterator[Node]:
    """Changes of foreign modules and of the language's own objects."""
    return (node for node, path in code.written if _is_foreign(path) and not _is_restored(code, node, path))


def foreign_places(code: Code, node: Node) -> str:
    """What a change is about: a place that the file wrote to before is its own affair."""
    return " ".join(sorted(".".join(path) for one, path in code.written if one == node and _is_foreign(path)))


def _is_restored(code: Code, node: Node, path: Path) -> bool:
    """Whether an entry of the module cache is removed, or set back to its previous value."""
    if (
        path[:2] != ("require", "cache")
        or len(path) < 3
        or not _is_resolved(code, field(node, "left") or field(node, "argument"))
    ):
        return False
    value = field(node, "right")
    return value is None or any(one[:2] == ("require", "cache") for one in code.origins.of(value))


def _is_resolved(code: Code, entry: Node | None) -> bool:
    """Whether an entry of the module cache is named by `require.resolve`."""
    return ("require", "resolve", "()") in code.origins.of(field(entry, "index"))


def _is_foreign(path: Path) -> bool:
    if ({"new", "()"} & set(path[1:]) and path[:2] != ("?", "new")) or any(
        path[: len(own)] == own for own in names.OWN_SETTINGS
    ):
        return False
    if path[0].startswith("module:"):
        return len(path) > 1 and not path[0].startswith(("module:.", "module:/"))
    return path[0] in names.BUILTINS or path[0] in names.FRAMEWORK_GLOBALS or path[:2] == ("globalThis", "*")


def dynamic_import(code: Code) -> Iterator[Node]:
    """Imports by computed names; a relative beginning is accepted."""
    for node, name in code.imports:
        if (not name and not _begins_relative(code, node)) or name.startswith(("data:", "blob:", "http:", "https:")):
            yield node


def _begins_relative(code: Code, call: Node) -> bool:
    argument = next(iter(code.arguments(call)), None)
    if argument is None or argument.type not in ("template_string", "binary_expression"):
        return False
    return text(argument).lstrip("`'\"").startswith(("./", "../"))


def loaded_by(code: Code, node: Node) -> str:
    """A module that is loaded by the value of a variable is loaded by that, whatever its name."""
    argument = next(iter(code.arguments(node)), None)
    return "by a name" if argument is not None and argument.type == "identifier" else text(node)


def _is_member_holder(code: Code, node: Node) -> bool:
    """Whether only a member of a function is used, such as `Function.prototype`."""
    parent = code.tree.parent(node)
    return (
        parent is not None
        and field(parent, "object") == node
        and text(field(parent, "property")) in ("prototype", "name")
    )


def dynamic_code(code: Code) -> Iterator[Node]:
    """Code from text, and members of a global object by computed names."""
    found = uses("eval|Function|WebAssembly")(code)
    yield from (node for node in found if not _is_member_holder(code, node))
    for call in (*code.calls, *code.tree.of_type("new_expression")):
        function = field(call, "function") or field(call, "constructor")
        if ("Function",) in code.origins.of(function) and function is not None and function.type != "identifier":
            yield call
        timer = any(path in (("setTimeout",), ("setInterval",)) for path in code.origins.of(function))
        if timer and code.arguments(call) and code.text(code.arguments(call)[0]):
            yield call
