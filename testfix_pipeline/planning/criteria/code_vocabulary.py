"""The texts, names, options and constants that the functions of a file use: what criteria can refer to."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.python_code import FunctionNode, assignment_targets
from testfix_pipeline.planning.python_code.source_file import parse


@dataclass
class Uses:
    """The names and texts that one function or value uses.

    texts: its text literals without documentation. names: names that it reads, attributes with their object
    (`Status.SOLD`, `self.limit`). filled: declared command-line option -> the variable that it fills.
    """

    texts: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    filled: dict[str, str] = field(default_factory=dict)


@dataclass
class FileCode:
    """functions: qualified name -> its uses. defined: constants and members of classes, qualified -> their value.

    beside: the uses of module-level statements that define nothing.
    """

    functions: dict[str, Uses] = field(default_factory=dict)
    defined: dict[str, Uses] = field(default_factory=dict)
    beside: Uses = field(default_factory=Uses)


def file_code(text: str) -> FileCode:
    """Return the uses of the functions and constants in a file's text; empty if it is not valid Python."""
    found = FileCode()
    tree = parse(text)
    _read_statements(tree.body if tree else [], "", found)
    return found


def _read_statements(body: Iterable[ast.stmt], owner: str, found: FileCode) -> None:
    for node in body:
        if isinstance(node, FunctionNode):
            _collect_uses(node, found.functions.setdefault(owner + node.name, Uses()))
        elif isinstance(node, ast.ClassDef):
            _read_statements(node.body, f"{owner}{node.name}.", found)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = assignment_targets(node)
            for target in targets:
                if isinstance(target, ast.Name):
                    _collect_uses(node.value, found.defined.setdefault(owner + target.id, Uses()))
        elif isinstance(node, ast.If | ast.Try):
            _read_statements(
                [*node.body, *node.orelse, *(part for each in _handlers(node) for part in each.body)], owner, found
            )
        else:
            _collect_uses(node, found.beside)


def _handlers(node: ast.If | ast.Try) -> list[ast.ExceptHandler]:
    return node.handlers if isinstance(node, ast.Try) else []


def _collect_uses(top: ast.AST, uses: Uses) -> None:
    documentation = {id(node.value) for node in ast.walk(top) if isinstance(node, ast.Expr)}
    for node in ast.walk(top):
        if isinstance(node, ast.Constant) and id(node) not in documentation:
            uses.texts.update(_literal_text(node.value))
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            uses.names.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            uses.names.add(f"{last_name(node.value)}.{node.attr}")
        elif isinstance(node, ast.Call) and last_name(node.func) in ("add_argument", "add_option"):
            uses.filled.update(_declared_options(node))


def _literal_text(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, bytes):
        yield value.decode("ascii", "replace")


def _declared_options(call: ast.Call) -> Iterator[tuple[str, str]]:
    """Yield the options of a parser, each with the variable that it fills by the rules of argparse and optparse."""
    texts = [each.value for each in call.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    options = [text for text in texts if text.startswith("-")]
    long = [text for text in options if text.startswith("--")]
    said = (word.value.value for word in call.keywords if word.arg == "dest" and isinstance(word.value, ast.Constant))
    variable = next(said, None) or next(iter([*long, *options]), "").lstrip("-").replace("-", "_")
    yield from ((option, str(variable)) for option in options)
