"""security_issues: secrets in code and output, and input that is run as code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from testfix_pipeline.core.code_view import dotted, last_name
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
_OUTPUT = re.compile(
    r"print|sys\.std(out|err)\.write|warnings\.warn|(?i:[\w.]*log\w*(\.\w+)*)\.(debug|info|warning|error|critical|exception|log)"
)
_RUNNERS = re.compile(
    r"(builtins\.)?(eval|exec)|asyncio\.create_subprocess_shell|os\.(system|popen)|subprocess\.get(status)?output"
)
_SHELLED = {"run", "call", "check_call", "check_output", "Popen"}
_MAKES_CODE = {"compile", "builtins.compile", "types.CodeType"}
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
        if isinstance(node, ast.Call) and _OUTPUT.fullmatch(source.qualified(node.func)):
            printed = {name for argument in node.args for name in _printed_names(argument)}
            if secrets := sorted(filter(_SENSITIVE.fullmatch, printed)):
                yield Hit("sensitive_output", node.lineno, f"puts out {', '.join(secrets)}", node.end_lineno or 0)


def _printed_names(argument: ast.AST) -> Iterator[str]:
    """Yield the names and attributes whose value is printed; arguments of calls (`len(token)`) are not."""
    if isinstance(argument, ast.Call):
        argument = argument.func.value if isinstance(argument.func, ast.Attribute) else ast.Constant(None)
    yield last_name(argument)
    for child in ast.iter_child_nodes(argument):
        if isinstance(child, ast.expr):
            yield from _printed_names(child)


def code_from_input(source: Source) -> Iterator[Hit]:
    """Yield eval, exec and shell calls whose text comes from a parameter, command line, environment or request.

    A code object that is made before is no text.
    """
    for node in source.nodes:
        text = _executed_text(source, node)
        if not isinstance(node, ast.Call) or text is None:
            continue
        scopes = [outer for outer in source.above(node) if isinstance(outer, FunctionNode)]
        tainted = _tainted_names(source, scopes or ([source.tree] if source.tree else []))
        if names_in(text) & tainted or _reads_input(text):
            yield Hit("code_from_input", node.lineno, f"{dotted(node.func)}() runs text from outside")


def _executed_text(source: Source, node: ast.AST) -> ast.AST | None:
    """The text that a call runs as code or passes to a shell; None for any other node."""
    if not isinstance(node, ast.Call) or not node.args:
        return None
    name = source.qualified(node.func)
    shell = any(
        keyword.arg == "shell" and isinstance(keyword.value, ast.Constant) and keyword.value.value is True
        for keyword in node.keywords
    )
    runs = _RUNNERS.fullmatch(name) or (shell and name.rpartition(".")[2] in _SHELLED)
    return node.args[0] if runs else None


def _reads_input(value: ast.AST) -> bool:
    return any(
        _SOURCES.fullmatch(dotted(node)) for node in ast.walk(value) if isinstance(node, (ast.Name, ast.Attribute))
    )


def _tainted_names(source: Source, scopes: Sequence[ast.AST]) -> set[str]:
    """The names that hold input: parameters, what is read from outside, and values made of either."""
    functions = [scope.args for scope in scopes if isinstance(scope, FunctionNode)]
    parameters = (node for spec in functions for node in ast.walk(spec) if isinstance(node, ast.arg))
    found = {one.arg for one in parameters if "CodeType" not in ast.unparse(one)} - {"self", "cls"}
    assigned = [node for scope in scopes for node in ast.walk(scope) if isinstance(node, ast.Assign)]
    known = -1
    while known < len(found):
        known = len(found)
        for node in assigned:
            if (names_in(node.value) & found or _reads_input(node.value)) and not _is_safe_code(source, node.value):
                found |= {name for target in node.targets for name in names_in(target)}
    return found


def _is_safe_code(source: Source, value: ast.AST) -> bool:
    made = isinstance(value, ast.Call) and source.qualified(value.func) in _MAKES_CODE
    return made and not _reads_input(value)
