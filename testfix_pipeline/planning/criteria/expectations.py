"""Extracts the calls and command lines with results that a criterion shows, and finds tests that assert them.

`half(3)` gives `1`, `Stock().take("x")` raises KeyError, `shop add pens 3` prints `3 pens`: a call with its value or
exception, a command line with its output or exit status. Other prose states expectations, too, but none that a program
can find in a test.
"""

from __future__ import annotations

import ast
import re
import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.python_code import FunctionNode

_GIVES = re.compile(
    r"\s*[`'\"]?\s*,?\s*(?:(?:must|shall|should|always|will|then)\s+)*"
    r"(returns?|gives?|yields?|equals?|evaluates? to|results? in|is|be|==|=>|=|->|→|prints?|writes?|raises?|throws?|"
    r"refuses? with|is refused with|fails? with)\s+(?:an?\s+|the\s+|exactly\s+)*[`\s]*",
    re.IGNORECASE,
)
_RAISES = re.compile(r"raise|throw|refuse|fail", re.IGNORECASE)
_PRINTS = re.compile(r"print|write", re.IGNORECASE)
_ERROR = re.compile(r"(?!(?:No|None|Nothing)\b)[A-Z]\w+")
_BESIDE = re.compile(r"(?i)(?<!result )(?<!value )(?<!output )(?<!call )\b(?:of|on|in|not)\s+[`'\"]?$")
"""What says that a result is not that of the call behind it: "the length of"."""
_JOINS = re.compile(r"[`'\"]?\s*(?:(,)|,?\s*(?:and|plus|times))\s+[`'\"]?")
"""What joins the calls of one such result, the last one not by a comma alone: "the sum of f(1), f(2) and f(3)"."""
_OPERATOR = re.compile(r"(?:[-+*/%<|&(\[{]|(?<![-=])>|[=!<>]=)\s*$")
_GOES_ON = re.compile(r",\d{3}(?!\d)|[-+*/%.:]+\w|\s*[-+*/]\s*\d|\s*%|\s+or\s+[\d'\"`({\[]")
"""What makes a value the start of something else: `1-3`, `1..3`, `3 or 4`."""
_COMMAND = re.compile(
    r"`([a-z][\w.-]*(?:\s[^`]+))`\s*,?\s*(?:(?:must|shall|should|always|will|then)\s+)*(?:"
    r"(?:prints?|writes?|outputs?|shows?)\s+(?:only\s+|exactly\s+)?(?:`([^`]+)`|\"([^\"]+)\")|"
    r"(?:exits?|ends|fails|is refused) with\s+(?:an?\s+|the\s+)?(?:(?:exit|status|code)\s+)*`?(\d{1,3})\b)"
)
_TRUTH = {"true": "True", "false": "False", "null": "None"}
_WORD = re.compile("|".join(rf"{word}\b" for word in _TRUTH))
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+")
_CALL = re.compile(r"(?<![\w.])[A-Za-z_][\w.]*\(")
_CLAUSE = re.compile(r"[;；]|(?<=[a-z\d`])\.(?=\s)")
_LONGEST = 300
_JAVASCRIPT = (
    *(f"expect({{}}).{word}({{}})" for word in ("toBe", "toEqual", "toStrictEqual", "to.equal", "to.deep.equal")),
    *(f"assert.{word}({{}},{{}})" for word in ("equal", "strictEqual", "deepEqual", "deepStrictEqual")),
)
_OF_JAVASCRIPT = re.compile(
    r"//[^\n]*|/\*.*?\*/|\bnew\s+|\s+|,(?=\s*[)\]}])|'((?:\\.|[^'\"\\\n])*)'"
    r"|(\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)",
    re.DOTALL,
)
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
    """One expected result of a call. call: its source, or a command line.

    value: source of the Python literal that it returns, or prints if `printed`; of a command that prints nothing the
    exit status. error: the exception that it raises.
    prose: a demand in words beside the calls, which no program can find in a test; then there is no call.
    """

    call: str = ""
    value: str = ""
    error: str = ""
    printed: bool = False
    prose: str = ""

    @property
    def words(self) -> list[str]:
        """The words of a command line; none of a call."""
        try:
            return [] if self.call.endswith(")") and "(" in self.call.split()[0] else shlex.split(self.call)
        except ValueError:  # a quote that nothing closes
            return self.call.split()

    @property
    def javascript_value(self) -> str:
        """Source of the value in JavaScript."""
        return next((word for word, value in _TRUTH.items() if value == self.value), self.value)

    def describe(self) -> str:
        """Return the expectation in words: `half(3) gives 1`, `take(9) raises OutOfStock`."""
        if self.prose:
            return self.prose
        verb = "prints" if self.printed else "ends with" if self.words else "gives"
        does = f"raises {self.error}" if self.error else f"{verb} {self.value}"
        return f"{self.call} {does}"


def asks_for_tests(text: str) -> bool:
    """Whether a text only asks for tests, without an expected behaviour."""
    return bool(_REQUEST.match(text)) and not _DEMAND.search(text)


def expectations(text: str) -> list[Expectation]:
    """Return the calls in a text that are followed by a value or an exception; chained calls are one.

    Beside them, clauses without a call that demand something are expected, too; without any call nothing is.
    """
    clauses = [
        (clause.strip(" .`"), [*_calls_with_results(clause), *_commands_with_results(clause)])
        for clause in _CLAUSE.split(text)
    ]
    if not any(calls for _, calls in clauses):
        return []
    prose = (Expectation(prose=clause) for clause, calls in clauses if not calls and _DEMAND.search(clause))
    return list(dict.fromkeys([*(each for _, calls in clauses for each in calls), *prose]))


def _calls_with_results(text: str) -> Iterator[Expectation]:
    end = part_end = 0
    for match in _CALL.finditer(text):
        call = _longest(text[match.start() : match.start() + _LONGEST], _is_call) if match.start() >= end else ""
        gives = _GIVES.match(text, match.start() + len(call)) if call else None
        joined = _JOINS.fullmatch(text, part_end, match.start()) if part_end else None
        if call and ((joined and not (gives and joined[1])) or _is_part(text[: match.start()])):
            part_end = match.start() + len(call)
        elif call:
            part_end = 0
        if gives is None or part_end:
            continue
        end = match.start() + len(call)
        rest = text[gives.end() : gives.end() + _LONGEST]
        if _RAISES.search(gives[1]):
            if kind := _ERROR.match(rest):
                yield Expectation(call, error=kind[0])
        elif (word := _WORD.match(rest)) and not _PRINTS.match(gives[1]):
            yield Expectation(call, _TRUTH[word[0]])
        elif (value := _longest(rest, _is_literal)) and not _GOES_ON.match(rest, len(value)):
            yield Expectation(call, value, printed=bool(_PRINTS.match(gives[1])))


def _commands_with_results(text: str) -> Iterator[Expectation]:
    for line, ticked, quoted, status in _COMMAND.findall(text):
        if python_code.expression_or_none(line) is None:
            yield Expectation(line, status or repr(ticked or quoted), printed=not status)


def _is_part(lead: str) -> bool:
    """Whether the call after a text is a part of what has the result, as in `1 in f(3)` or "the length of f(3)"."""
    in_code = lead.count("`") % 2 == 1
    return bool(_BESIDE.search(lead) or (in_code and _OPERATOR.search(lead)))


def _longest(text: str, accepts: Callable[[str], bool]) -> str:
    """The longest start of a text that is code of a kind, "" if none is."""
    for end in range(len(text), 0, -1):
        cut = text[end : end + 1].isalnum() and text[end - 1].isalnum()
        if not cut and not text[end - 1].isspace() and accepts(text[:end]):
            return text[:end]
    return ""


def _is_call(code: str) -> bool:
    return code.endswith(")") and isinstance(python_code.expression_or_none(code), ast.Call)


def _is_literal(code: str) -> bool:
    is_whole = not code.endswith((".", ",")) and not _THOUSANDS.fullmatch(code)
    return is_whole and python_code.value_of(code) is not python_code.NO_VALUE


def is_asserted(one: Expectation, test: FunctionNode) -> bool:
    """Whether a test asserts an expectation, directly or by way of names that it assigns once."""
    if one.prose:
        return False
    if one.words:
        return _is_command_asserted(one, test)
    assigned = [node for node in ast.walk(test) if isinstance(node, ast.Assign)]
    bound = [(target.id, node.value) for node in assigned for target in node.targets if isinstance(target, ast.Name)]
    times = Counter(name for name, _ in bound)
    values = {name: value for name, value in bound if times[name] == 1}
    wanted = python_code.expression(one.call)
    if one.error:
        return any(_is_same(node, wanted, values) for node in _expected_to_raise(test, one.error))
    for left, right in (pair for node in ast.walk(test) for pair in _compared_pairs(node)):
        for found, stated in ((left, right), (right, left)):
            if _is_value(stated, one.value) and _is_result(found, wanted, values, test, one.printed):
                return True
    return False


def _is_command_asserted(one: Expectation, test: FunctionNode) -> bool:
    """Whether a test compares the output or status of one command line with that of an expectation.

    The line is a list of its words, with the name of the command or what starts it in front.
    """
    words, wanted = one.words[1:], python_code.value_of(one.value)
    lines = [node.elts for node in ast.walk(test) if isinstance(node, ast.List)]
    given = [[python_code.value_of(each) for each in line[max(0, len(line) - len(words)) :]] for line in lines]
    stated = [python_code.value_of(each) for node in ast.walk(test) for pair in _compared_pairs(node) for each in pair]
    return words in given and any(_trimmed(each) == _trimmed(wanted) for each in stated if not isinstance(each, bool))


def _trimmed(value: object) -> object:
    return value.strip() if isinstance(value, str) else value


def is_asserted_in_javascript(one: Expectation, text: str) -> bool:
    """Whether a text asserts the value of an expectation's call, with `expect` or `assert`."""
    call, value, said = squeezed(one.call), squeezed(one.javascript_value), squeezed(text)
    return bool(one.value) and any(form.format(call, value) in said for form in _JAVASCRIPT)


def squeezed(code: str) -> str:
    """Code of JavaScript without comments, spaces, `new` and commas behind lists; its texts in double quotes."""
    return _OF_JAVASCRIPT.sub(lambda found: f'"{found[1]}"' if found[1] is not None else found[2] or "", code)


def _is_result(
    found: ast.expr, wanted: ast.expr, values: Mapping[str, ast.expr], test: FunctionNode, printed: bool
) -> bool:
    if printed and "readouterr" in ast.unparse(values.get(found.id, found) if isinstance(found, ast.Name) else found):
        return any(_is_same(node, wanted, values) for node in ast.walk(test))
    return _is_same(found, wanted, values)


def _is_same(node: ast.AST, wanted: ast.AST, values: Mapping[str, ast.expr]) -> bool:
    """Whether a node is a call with the arguments of `wanted`; its object counts where that of `wanted` is called."""
    if isinstance(node, ast.Name):
        node = values.get(node.id, node)
    if not (isinstance(node, ast.Call) and isinstance(wanted, ast.Call)):
        return False
    owner, wanted_owner = (getattr(call.func, "value", None) for call in (node, wanted))
    if isinstance(wanted_owner, ast.Call) and not (owner and _is_same(owner, wanted_owner, values)):
        return False
    given = [[ast.dump(each) for each in (*call.args, *call.keywords)] for call in (node, wanted)]
    return last_name(node.func) == last_name(wanted.func) and given[0] == given[1]


def _expected_to_raise(test: FunctionNode, error: str) -> Iterator[ast.AST]:
    """Yield what a test expects to raise: the nodes in `with raises(E):`, `f(x)` for `raises(E, f, x)`."""
    for node in ast.walk(test):
        if isinstance(node, ast.With | ast.AsyncWith) and any(_raises(item.context_expr, error) for item in node.items):
            yield from (each for statement in node.body for each in ast.walk(statement))
        elif isinstance(node, ast.Call) and len(node.args) > 1 and _raises(node, error):
            yield ast.Call(node.args[1], node.args[2:], node.keywords)


def _raises(node: ast.AST, error: str) -> bool:
    if not isinstance(node, ast.Call) or last_name(node.func) not in ("raises", "assertRaises", "assertRaisesRegex"):
        return False
    kinds = [each for argument in node.args[:1] for each in (argument, *getattr(argument, "elts", ()))]
    return any(last_name(each) == error for each in kinds)


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
    stated, wanted = python_code.value_of(node), python_code.value_of(value)
    is_known = stated is not python_code.NO_VALUE and wanted is not python_code.NO_VALUE
    return is_known and isinstance(stated, bool) == isinstance(wanted, bool) and bool(stated == wanted)
