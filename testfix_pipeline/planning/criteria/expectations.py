"""Extracts the calls and results that a criterion shows, and finds tests that assert them.

`half(3)` gives `1`: a call with its value. `load` raises ValueError: an exception. Other prose states expectations,
too, but none that a program can find in a test.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.python_code import FunctionNode

_GIVES = re.compile(
    r"\s*[`'\"]?\s*,?\s*(?:(?:must|shall|should|always|will|then)\s+)*"
    r"(returns?|gives?|yields?|equals?|evaluates? to|results? in|is|be|==|=>|=|->|→|prints?|writes?|raises?|"
    r"refuses? with|is refused with|fails? with)\s+(?:an?\s+|the\s+|exactly\s+)*",
    re.IGNORECASE,
)
_RAISES = re.compile(r"raise|refuse|fail|reject", re.IGNORECASE)
_PRINTS = re.compile(r"print|write", re.IGNORECASE)
_RAISED = re.compile(r"\b(?i:raises?|throws?|(?:refuses?|refused|fails?) with)\s+(?:an?\s+)?`?([A-Z]\w+)")
_NAME = re.compile(r"[A-Z]\w+")
_ERROR = re.compile(r"\b([A-Z]\w*(?:Error|Exception|Warning|Interrupt|Exit|Iteration))\b")
_SEVERAL = re.compile(r"\band\b|;|，|；|以及")
_CLAUSE = re.compile(r"[;；]|(?<=[a-z`])\.(?=\s)")
_CALL = re.compile(r"(?<![\w.])[A-Za-z_][\w.]*\(")
_REQUEST = re.compile(
    r"(?i)^\W*(?:please\s+)?(?:(?:add|write|create|generate|extend|improve|increase|raise|complete)\b.*\b(?:tests?|coverage)\b"
    r"|(?:unit[- ]?|integration[- ]?)?(?:test|tests|testing|cover|exercise|check|verify)\b|测试)"
)
_DEMAND = re.compile(
    r"\b(must|shall|should|never|always|returns?|raises?|gives|rejects?|refuses?|that|whether|if|when|is|are)\b|必须|应该|应当|返回",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Expectation:
    """One expected result of a call. call: its source, "" if the text only names the function.

    value: source of the literal that it returns, or prints if `printed`. error: the exception that it raises. prose: an
    expectation in words, which no program can find in a test.
    """

    call: str = ""
    value: str = ""
    error: str = ""
    printed: bool = False
    prose: str = ""

    def describe(self) -> str:
        """Return the expectation in words: `it raises ValueError`, `half(3) gives 1`, or the prose unchanged."""
        if self.prose:
            return self.prose
        does = f"raises {self.error}" if self.error else f"{'prints' if self.printed else 'gives'} {self.value}"
        return f"{self.call or 'it'} {does}"


def asks_for_tests(text: str) -> bool:
    """Whether a text only asks for tests, without an expected behaviour."""
    return bool(_REQUEST.match(text)) and not _DEMAND.search(text)


def expectations(text: str) -> list[Expectation]:
    """Return the results of the calls that a criterion shows, else the one exception that it names.

    Empty if the text shows no call and demands more than a program can find in a test.
    """
    if list(_calls_with_results(text)):
        clauses = (clause.strip() for clause in _CLAUSE.split(text))
        return list(dict.fromkeys(one for clause in clauses for one in _expectations_of_clause(clause)))
    return _only_exception(text)


def _expectations_of_clause(clause: str) -> list[Expectation]:
    """Return a clause's calls with results, else its exception, else its words if they demand something."""
    found = list(_calls_with_results(clause)) or _only_exception(clause)
    return found or ([Expectation(prose=clause.rstrip("."))] if _DEMAND.search(clause) else [])


def _only_exception(text: str) -> list[Expectation]:
    """The exception that a text without calls expects, as the only item of a list; empty if it is not clear."""
    errors = list(dict.fromkeys([*_RAISED.findall(text), *_ERROR.findall(text)]))
    alone = len(errors) == 1 and _RAISES.search(re.sub(r"`[^`]*`", "", text.replace(errors[0], "")))
    return [Expectation(error=errors[0])] if alone and not _SEVERAL.search(text) else []


def _calls_with_results(text: str) -> Iterator[Expectation]:
    """Yield the calls in a text that are followed by a result or an exception."""
    for match in _CALL.finditer(text):
        call = _code_at_start(text[match.start() :], "eval")
        if not call or not isinstance(python_code.expression(call), ast.Call):
            continue
        gives = _GIVES.match(text, match.start() + len(call))
        if gives is None:
            continue
        rest = text[gives.end() :].lstrip("` ")
        if _RAISES.search(gives[1]):
            kind = _NAME.match(rest)
            yield from [Expectation(call, error=kind[0])] if kind else []
        elif value := _code_at_start(rest, "literal"):
            yield Expectation(call, value, printed=bool(_PRINTS.match(gives[1])))


def _code_at_start(text: str, mode: str) -> str:
    """The code that a text starts with.

    mode: `eval` for the shortest complete call, `literal` for the longest literal.
    """
    ends = [at for at in range(1, min(len(text), 300) + 1) if mode == "literal" or text[at - 1] == ")"]
    for end in ends if mode == "eval" else reversed(ends):
        piece = text[:end].strip()
        cut = text[end : end + 1].isalnum() and piece[-1:].isalnum()
        if mode == "literal" and (cut or piece.endswith((".", ","))):
            continue
        try:
            python_code.expression(piece) if mode == "eval" else python_code.literal(piece)
        except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
            continue
        return piece
    return ""


def is_asserted(one: Expectation, test: FunctionNode, names: Collection[str]) -> bool:
    """Whether a test asserts an expectation of one of the functions with these unqualified names."""
    if one.prose:
        return False
    if one.error:
        return any(_expects_error(node, one, names) for node in ast.walk(test))
    return any(_asserts_value(node, one, names, test) for node in ast.walk(test))


def _expects_error(node: ast.AST, one: Expectation, names: Collection[str]) -> bool:
    """Whether a node is `with pytest.raises(E): f(...)`, `with self.assertRaises(E): ...`, or the same as a call."""
    if isinstance(node, ast.With | ast.AsyncWith):
        raising = any(_is_raises_call(item.context_expr, one.error) for item in node.items)
        return raising and any(_is_expected_call(each, one, names) for line in node.body for each in ast.walk(line))
    if _is_raises_call(node, one.error) and isinstance(node, ast.Call) and len(node.args) > 1:
        return last_name(node.args[1]) in names
    return False


def _is_raises_call(node: ast.AST, error: str) -> bool:
    if not isinstance(node, ast.Call) or last_name(node.func) not in (
        "raises",
        "assertRaises",
        "assertRaisesRegex",
    ):
        return False
    return any(
        last_name(each) == error for argument in node.args[:1] for each in [argument, *getattr(argument, "elts", [])]
    )


def _is_expected_call(node: ast.AST, one: Expectation, names: Collection[str]) -> bool:
    if not isinstance(node, ast.Call) or last_name(node.func) not in names:
        return False
    return not one.call or _has_arguments_of(node, one.call)


def _has_arguments_of(node: ast.Call, call: str) -> bool:
    wanted = python_code.expression(call)
    assert isinstance(wanted, ast.Call)
    given = [[ast.dump(each) for each in (*found.args, *found.keywords)] for found in (node, wanted)]
    return given[0] == given[1]


def _asserts_value(node: ast.AST, one: Expectation, names: Collection[str], test: FunctionNode) -> bool:
    """Whether a node is `assert f(...) == value` or `assertEqual(f(...), value)`, also with a variable."""
    for left, right in _compared_pairs(node):
        for found, stated in ((left, right), (right, left)):
            if _is_value(stated, one.value) and _is_result_of_call(found, one, names, test):
                return True
    return False


def _compared_pairs(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    if isinstance(node, ast.Assert):
        test = node.test
        if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq | ast.Is):
            yield test.left, test.comparators[0]
        elif isinstance(test, ast.Call | ast.Name):
            yield test, ast.Constant(True)
        elif isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            yield test.operand, ast.Constant(False)
    elif isinstance(node, ast.Call) and last_name(node.func) in ("assertEqual", "assertIs", "assertAlmostEqual"):
        yield from [(node.args[0], node.args[1])] if len(node.args) > 1 else []


def _is_value(node: ast.expr, value: str) -> bool:
    if isinstance(node, ast.Call) and last_name(node.func) == "approx" and node.args:
        node = node.args[0]
    try:
        stated, wanted = python_code.literal(node), python_code.literal(value)
    except (ValueError, TypeError, SyntaxError):
        return False
    return isinstance(stated, bool) == isinstance(wanted, bool) and bool(stated == wanted)


def _is_result_of_call(node: ast.expr, one: Expectation, names: Collection[str], test: FunctionNode) -> bool:
    """Whether an expression is the call, a name that the test assigns it to, or the captured output where it prints."""
    if _is_expected_call(node, one, names):
        return True
    if isinstance(node, ast.Name):
        bound = [each.value for each in ast.walk(test) if isinstance(each, ast.Assign)
                 and any(isinstance(target, ast.Name) and target.id == node.id for target in each.targets)]  # fmt: skip
        return any(_is_expected_call(value, one, names) for value in bound)
    printed = one.printed and "readouterr" in ast.unparse(node)
    return printed and any(_is_expected_call(each, one, names) for each in ast.walk(test))
