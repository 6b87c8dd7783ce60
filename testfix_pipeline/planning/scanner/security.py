"""security_issues: secrets in code and output, and input that is run as code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from testfix_pipeline.core.code_view import dotted
from testfix_pipeline.core.python_code import FunctionNode, names_in
from testfix_pipeline.planning.python_code.source_file import Source
from testfix_pipeline.planning.scanner.table import Hit
from testfix_pipeline.workspace.files.secret_scan import find_secret

_WORTH_A_LOOK = re.compile(
    r"PRIVATE KEY|(?i:passw(or)?d|secret|token|api_?key|credential|auth)\w*[\"']?\]?\s*[:=]|://[^/\s:]+:[^/\s@]+@|[\"'][A-Za-z0-9_/+=.-]{16,}[\"']"
)
_EXAMPLE_LOGIN = re.compile(r"(?i)://[^/\s:@]+:(pass(word)?|pwd|passwd|secret|pw|x+|\W.*?)@")
"""A login in an address as documentation shows one: `user:password@host`."""
_LOGIN = re.compile(r"[a-z][a-z0-9+]*://[\w.-]+:(?![<{%$*])[^\s:@/'\"{}<>]{6,}@[\w.-]+")
"""A login in an address; detect-secrets knows only those of letters and digits."""
_SENSITIVE = re.compile(
    r"(?i)(\w*_)?(passw(or)?d|passphrase|secret|api_?key|(access|auth|refresh|bearer)_?token|private_?key|credentials?)(_?key)?"
)
_LOGGING = {"debug", "info", "warning", "error", "critical", "exception", "log"}
_WRITERS = {"sys.stdout.write", "sys.stderr.write", "warnings.warn", "logging.log"}
_MAKES_CODE = {"compile", "builtins.compile", "types.CodeType"}
_RUNNERS = {
    "eval",
    "exec",
    "builtins.eval",
    "builtins.exec",
    "asyncio.create_subprocess_shell",
    "os.system",
    "os.popen",
    "subprocess.getoutput",
    "subprocess.getstatusoutput",
}
_SHELLED = {"run", "call", "check_call", "check_output", "Popen"}
_SOURCES = re.compile(
    r"input|sys\.argv|os\.environ(\.get)?|os\.getenv|getenv|flask\.request.*|request\.\w+.*|.*\.(recv|readline)"
)


def hardcoded_secrets(source: Source) -> Iterator[Hit]:
    """Yield the lines with secrets that detect-secrets finds; tests are left out, since theirs are made up."""
    if source.is_test:
        return
    suspicious = {number: line for number, line in enumerate(source.lines, 1) if _WORTH_A_LOOK.search(line)}
    any_secret = bool(find_secret(source.path, suspicious.values()))
    for number, line in suspicious.items():
        kind = find_secret(source.path, [line]) if any_secret else None
        login = _LOGIN.search(line)
        if (kind or login) and not _EXAMPLE_LOGIN.search(line) and number not in source.comments:
            yield Hit("hardcoded_secret", number, f"looks like a secret: {kind or 'login in an address'}")


def sensitive_output(source: Source) -> Iterator[Hit]:
    """Yield calls of `print` or of a logger with a password or key as argument."""
    for node in source.nodes:
        if isinstance(node, ast.Call) and _is_output(source, node):
            secrets = {
                name for argument in node.args for name in _printed_names(argument) if _SENSITIVE.fullmatch(name)
            }
            if secrets:
                yield Hit(
                    "sensitive_output", node.lineno, f"puts out {', '.join(sorted(secrets))}", node.end_lineno or 0
                )


def _is_output(source: Source, call: ast.Call) -> bool:
    name = source.qualified(call.func)
    head, _, tail = name.rpartition(".")
    return name in _WRITERS | {"print"} or (tail in _LOGGING and "log" in head.lower())


def _printed_names(argument: ast.AST) -> Iterator[str]:
    """Yield the names and attributes whose value is printed; arguments of calls (`len(token)`) are not."""
    if isinstance(argument, ast.Call):
        argument = argument.func.value if isinstance(argument.func, ast.Attribute) else ast.Constant(None)
    if isinstance(argument, (ast.Name, ast.Attribute)):
        yield dotted(argument).rpartition(".")[2]
    for child in ast.iter_child_nodes(argument):
        if isinstance(child, ast.expr):
            yield from _printed_names(child)


def code_from_input(source: Source) -> Iterator[Hit]:
    """Yield eval, exec and shell calls whose text comes from a parameter, command line, environment or request."""
    for node in source.nodes:
        text = _executed_text(source, node)
        if text is None or isinstance(text, ast.Constant):
            continue
        if _is_safe_code_object(source, node, text):
            continue
        scopes = [outer for outer in source.above(node) if isinstance(outer, FunctionNode)]
        tainted = set().union(*(_tainted_names(scope) for scope in scopes)) if scopes else _tainted_names(source.tree)
        if names_in(text) & tainted or _reads_input(text):
            called = dotted(node.func) if isinstance(node, ast.Call) else ""
            yield Hit("code_from_input", getattr(node, "lineno", 0), f"{called}() runs text from outside")


def _is_safe_code_object(source: Source, node: ast.AST, text: ast.AST) -> bool:
    """Whether the executed name is a code object, by annotation or by `compile` of no direct input."""
    function = source.function_of(node)
    if function is None or not isinstance(text, ast.Name):
        return False
    every = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    if any(each.arg == text.id and "CodeType" in ast.unparse(each.annotation or each) for each in every):
        return True
    values = [
        each.value
        for each in ast.walk(function)
        if isinstance(each, ast.Assign) and text.id in map(dotted, each.targets)
    ]
    made = [value for value in values if isinstance(value, ast.Call) and source.qualified(value.func) in _MAKES_CODE]
    others = [value for value in values if value not in made and text.id not in names_in(value)]
    return bool(made) and not others and not any(map(_reads_input, made))


def _executed_text(source: Source, node: ast.AST) -> ast.AST | None:
    """The text that a call runs as code or passes to a shell; None for any other node."""
    if not isinstance(node, ast.Call) or not node.args:
        return None
    name = source.qualified(node.func)
    if name in _RUNNERS:
        return node.args[0]
    shell = any(keyword.arg == "shell" and _is_true(keyword.value) for keyword in node.keywords)
    return node.args[0] if shell and name.rpartition(".")[2] in _SHELLED else None


def _is_true(value: ast.AST) -> bool:
    return isinstance(value, ast.Constant) and value.value is True


def _reads_input(value: ast.AST) -> bool:
    return any(
        _SOURCES.fullmatch(dotted(node)) for node in ast.walk(value) if isinstance(node, (ast.Name, ast.Attribute))
    )


def _tainted_names(scope: ast.AST | None) -> set[str]:
    """The names that hold input: parameters, what is read from outside, and values made of either."""
    if scope is None:
        return set()
    found = _parameters(scope) if isinstance(scope, FunctionNode) else set()
    assigned = [node for node in ast.walk(scope) if isinstance(node, ast.Assign)]
    while True:
        fresh = {
            name
            for node in assigned
            if names_in(node.value) & found or _reads_input(node.value)
            for target in node.targets
            for name in names_in(target)
        } - found
        if not fresh:
            return found
        found |= fresh


def _parameters(function: FunctionNode) -> set[str]:
    arguments = function.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    return {argument.arg for argument in every if argument is not None} - {"self", "cls"}
