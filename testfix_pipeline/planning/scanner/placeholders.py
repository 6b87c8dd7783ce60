"""placeholder_code: bodies without real code. Abstract methods, protocols and overloads are intended."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from testfix_pipeline.core.code_view import dotted
from testfix_pipeline.core.python_code import FunctionNode, names_in
from testfix_pipeline.planning.python_code.source_file import Source, decorators, without_docstring
from testfix_pipeline.planning.scanner.table import Hit

_MEANT = {"abstractmethod", "abstractproperty", "overload", "singledispatch", "property_stub"}
_ABSTRACT_BASES = {"Protocol", "ABC", "ABCMeta", "TypedDict", "NamedTuple"}
_UNWRITTEN = re.compile(
    r"\b(rest|remainder) of (the )?(code|implementation|function)|"
    r"\b(implement(ation)? (this|me|here|goes here|the)|your (code|logic|implementation) (goes )?here|"
    r"add implementation|"
    r"to be implemented|place ?holder|stub(bed)? implementation|(simplified|dummy|mock) (version|implementation)|"
    r"in (a )?(real|actual|full|production) (implementation|version|system|application|code))\b|"
    r"\bnot (yet )?implemented\b|\bimplement(ed)? later\b",
    re.IGNORECASE,
)
"""Words that say that the code is still to be written."""
_TO_DO = re.compile(rf"\b(TODO|FIXME|XXX)\b|{_UNWRITTEN.pattern}", re.IGNORECASE)
_EXCUSE = re.compile(r"(?i)\bnot (yet )?(been )?implemented\b|\bunimplemented\b|\b(TODO|FIXME)\b|\bto be implemented\b")
_ELIDED = re.compile(
    r"(?i)#\s*[(\[<]*\s*(\.{3}|…)?\s*(the )?((your|my|all) )?"
    r"(rest|remaining|remainder|existing|previous|other|original|same)"
    r" (of )?(the |your )?(existing |original )?"
    r"(code|implementation|logic|function|method|class|imports?|fields|tests?|methods|functions)\b(?P<tail>.*)"
)
_AS_BEFORE = re.compile(
    r"(?i)\.{3}|…|unchanged|(stays?|remains?|is|are) (the )?same|as (before|is|above)|goes here|\bhere\b"
)
_STAND_INS = re.compile(
    r"(?i)(place ?holder|todo|fixme|not (yet )?implemented|dummy( value)?|lorem ipsum.*|your .* here)\.?"
)
_REFUSAL = re.compile(
    r"(?i)\b(abstract|sub-?class(es)?|must|should|override|overridden|forbidden|unsupported|instead|(not|un)supported|"
    r"only|can ?not|can't|does not)\b(?!.*\byet\b)"
)
"""Messages of a NotImplementedError that is an answer: who has to implement it, or that it never will be."""
_FOR_OTHERS = re.compile(r"(?i)\b(abstract|sub-?class|overrid\w+|forbidden|unsupported|does nothing|do nothing)\b")
_NOTHING = re.compile(r"_*(Null|No_?op|Dummy|Empty)[A-Z_]?\w*", re.IGNORECASE)
_TELLING = {"print", "debug", "info", "warning", "warn", "error", "critical", "log"}
_HOOKS = re.compile(
    r"__\w+__|_?(on|handle|before|after|pre|post|(generic_)?visit|setup|teardown|set_up|tear_down)(_\w*)?|noop|no_op|"
    r"_?(do_)?(nothing|ignore)|null_\w+"
)
"""Names whose empty body is a decision: special methods, callbacks, lifecycle hooks, what does nothing by name."""


def placeholder_bodies(source: Source) -> Iterator[Hit]:
    """Yield functions, classes and branches that are still to be written, and code left out by a comment."""
    if source.path.endswith(".pyi"):
        return
    for function in source.functions:
        pattern = _placeholder_pattern(source, function)
        if pattern and not _is_intended(source, function):
            said, last = f"{function.name}() has no body of its own", function.end_lineno or 0
            parent = source.parents.get(function)
            owner = f"{parent.name}.{function.name}" if isinstance(parent, ast.ClassDef) else ""
            yield Hit(pattern, function.lineno, said, last, method=owner)
    yield from _empty_classes(source)
    yield from _unwritten_branches(source)
    for line, comment in source.comments.items():
        found = _ELIDED.match(comment)
        if found and _AS_BEFORE.search(comment):
            yield Hit("todo_body", line, f"code is left out: `{comment[:60]}`")


def _placeholder_pattern(source: Source, function: FunctionNode) -> str | None:
    body = without_docstring(function.body)
    if not all(map(_is_trivial, body)):
        return None
    strong = any(isinstance(item, ast.Return) and _may_be_result(item.value) for item in body)
    if _has_to_do(source, function, _UNWRITTEN if strong else _TO_DO) or any(map(_returns_stand_in, body)):
        return "todo_body"
    if any(map(_is_excuse, body)):
        return "not_implemented"
    if not all(map(_is_placeholder_statement, body)):
        return None  # `return None` without a word is an answer
    parent = source.parents.get(function)
    if isinstance(parent, ast.ClassDef) and _NOTHING.fullmatch(parent.name):
        return None
    if body and isinstance(body[0], ast.Expr):
        return "ellipsis_body"
    return None if _is_deliberate(source, function) else "not_implemented"


def _is_deliberate(source: Source, function: FunctionNode) -> bool:
    """Whether an empty body is deliberate: nested, a hook, or a documented method.

    One that raises is only if it refuses.
    """
    body = without_docstring(function.body)
    raised = next((item.exc for item in body if isinstance(item, ast.Raise)), None)
    if any(isinstance(item, ast.Raise) for item in body):
        refuses = isinstance(raised, ast.Call) and any(map(_is_refusal, raised.args))
        return refuses or bool(_FOR_OTHERS.search(ast.get_docstring(function) or ""))
    documented = len(body) < len(function.body) or bool(_comments_in(source, function))
    nested = source.function_of(function) is not None
    explained = documented and (_is_method(source, function) or bool(function.decorator_list))
    return nested or bool(_HOOKS.fullmatch(function.name)) or explained


def _is_refusal(message: ast.AST) -> bool:
    """Whether a message is about the arguments, or says that others implement the method."""
    if isinstance(message, ast.JoinedStr) or not isinstance(message, ast.Constant):
        return True
    return bool(_REFUSAL.search(str(message.value)))


def _has_to_do(source: Source, node: FunctionNode | ast.ClassDef, wanted: re.Pattern[str]) -> bool:
    return bool(wanted.search(_comments_in(source, node)) or wanted.search(ast.get_docstring(node) or ""))


def _may_be_result(value: ast.AST | None) -> bool:
    """Whether a value may be the intended result despite a to-do comment: a number, a text, a name."""
    return isinstance(value, ast.Name) or (
        isinstance(value, ast.Constant) and value.value not in (None, True, False, "")
    )


def _comments_in(source: Source, node: ast.stmt) -> str:
    """The comments in a statement, and one on the line after it that belongs to its body."""
    last = (node.end_lineno or node.lineno) + 1
    trailing = source.lines[last - 1] if last <= len(source.lines) else ""
    inside = len(trailing) - len(trailing.lstrip()) > node.col_offset
    return " ".join(source.comments.get(line, "") for line in range(node.lineno, last + inside))


def _is_trivial(statement: ast.stmt) -> bool:
    """Whether a statement is nothing, an excuse, or returns a constant, an empty collection or a plain name."""
    if _is_placeholder_statement(statement) or _is_excuse(statement):
        return True
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return True  # for the logger that tells the excuse
    return isinstance(statement, ast.Return) and _is_effortless(statement.value)


def _is_effortless(value: ast.AST | None) -> bool:
    if isinstance(value, (ast.List, ast.Tuple, ast.Set)):
        return not value.elts
    if isinstance(value, ast.Dict):
        return not value.keys
    return value is None or isinstance(value, (ast.Constant, ast.Name))


def _is_placeholder_statement(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant) and statement.value.value is ...
    if isinstance(statement, ast.Raise):
        raised = statement.exc.func if isinstance(statement.exc, ast.Call) else statement.exc
        return dotted(raised).endswith("NotImplementedError")
    return isinstance(statement, ast.Pass)


def _is_excuse(statement: ast.stmt) -> bool:
    """`raise Exception("not implemented")`, `print("TODO")`, `assert False, "not implemented"`."""
    if isinstance(statement, ast.Assert):
        fails = isinstance(statement.test, ast.Constant) and not statement.test.value
        return fails and _has_excuse([statement.msg])
    call = (
        statement.exc
        if isinstance(statement, ast.Raise)
        else statement.value
        if isinstance(statement, ast.Expr)
        else None
    )
    if not isinstance(call, ast.Call):
        return False
    name = call.func.attr if isinstance(call.func, ast.Attribute) else dotted(call.func)
    return (isinstance(statement, ast.Raise) or name in _TELLING) and _has_excuse(call.args)


def _has_excuse(values: Iterable[ast.AST | None]) -> bool:
    texts = (each for value in values if value for each in ast.walk(value) if isinstance(each, ast.Constant))
    return any(isinstance(each.value, str) and _EXCUSE.search(each.value) for each in texts)


def _returns_stand_in(statement: ast.stmt) -> bool:
    value = statement.value if isinstance(statement, ast.Return) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str) and bool(_STAND_INS.fullmatch(value.value))


def _empty_classes(source: Source) -> Iterator[Hit]:
    """Yield classes without a body that say they are to be written; other empty classes are intended."""
    for node in source.classes:
        if all(map(_is_placeholder_statement, without_docstring(node.body))) and _has_to_do(source, node, _TO_DO):
            yield Hit("todo_body", node.lineno, f"{node.name} has no body of its own", node.end_lineno or 0)


def _unwritten_branches(source: Source) -> Iterator[Hit]:
    """Yield branches with only `pass` or `...` whose comment says what is to be done."""
    for node in source.nodes:
        for name in ("body", "orelse") if isinstance(node, (ast.If, ast.For, ast.While)) else ():
            block: list[ast.stmt] = getattr(node, name)
            if block and all(map(_is_placeholder_statement, block)) and not isinstance(block[0], ast.Raise):
                first, last = block[0].lineno, block[-1].end_lineno or 0
                said = " ".join(source.comments.get(line, "") for line in range(_comment_start(node, name), last + 1))
                if _TO_DO.search(said):
                    yield Hit("todo_body", first, "a branch that is still to be written", last)


def _comment_start(node: ast.AST, name: str) -> int:
    """The first line whose comments belong to a branch: that of the condition, or after the branch before."""
    if name == "body":
        return int(getattr(node, "lineno", 1))
    before: list[ast.stmt] = getattr(node, "body", [])
    return (before[-1].end_lineno or 0) + 1


def _is_intended(source: Source, function: FunctionNode) -> bool:
    """Whether a function is abstract, of a protocol, an overload, or overridden by a subclass in the file."""
    if decorators(function) & _MEANT:
        return True
    if any(
        isinstance(outer, ast.If) and "TYPE_CHECKING" in ast.unparse(outer.test) for outer in source.above(function)
    ):
        return True
    parent = source.parents.get(function)
    return isinstance(parent, ast.ClassDef) and (
        _is_abstract(source, parent) or _is_overridden(source, parent, function.name)
    )


def _is_abstract(source: Source, node: ast.ClassDef) -> bool:
    """Whether a class is abstract, a protocol or a mixin by its bases or name, or derives from one in the file."""
    bases = [*node.bases, *(keyword.value for keyword in node.keywords if keyword.arg == "metaclass")]
    named = {dotted(base.value if isinstance(base, ast.Subscript) else base).rpartition(".")[2] for base in bases}
    by_name = re.match(r"(Abstract|Base|I(?=[A-Z][a-z]))|.*(Base|Interface|Mixin|Protocol)$", node.name.lstrip("_"))
    if named & _ABSTRACT_BASES or by_name is not None:
        return True
    parents = (each for each in source.classes if each.name in named - {node.name})
    return any(map(_is_protocol, parents))


def _is_protocol(node: ast.ClassDef) -> bool:
    return any("Protocol" in ast.unparse(base) for base in node.bases)


def _is_overridden(source: Source, parent: ast.ClassDef, name: str) -> bool:
    children = (node for node in source.classes if any(parent.name in names_in(base) for base in node.bases))
    return any(isinstance(item, FunctionNode) and item.name == name for child in children for item in child.body)


def _is_method(source: Source, function: FunctionNode) -> bool:
    return isinstance(source.parents.get(function), ast.ClassDef)
