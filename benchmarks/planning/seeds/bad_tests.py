"""Ways to spoil a good test: each takes a real test's function and gives it back as no test at all.

`spoil` gets a copy of the function and a name that the test calls (its subject), changes the copy, and returns it with
the statements that have to stand before it; None where the way does not fit.
"""

# ruff: noqa: E501 - one line a way
from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from dataclasses import dataclass

Function = ast.FunctionDef
Spoilt = tuple[Function, str] | None
"""The bad test, and text that goes before it."""


@dataclass(frozen=True)
class Way:
    """A way to spoil a test. pattern: the anti-pattern that results."""

    name: str
    pattern: str
    spoil: Callable[[Function, str], Spoilt]


def _body(text: str, before: str = "") -> Callable[[Function, str], Spoilt]:
    """A body of its own in place of the test's; `$` stands for the subject."""

    def spoil(function: Function, subject: str) -> Spoilt:
        function.body = ast.parse(text.replace("$", subject)).body
        return function, before

    return spoil


def _marked(mark: str, before: str = "") -> Callable[[Function, str], Spoilt]:
    def spoil(function: Function, _: str) -> Spoilt:
        function.decorator_list = [ast.parse(mark).body[0].value, *function.decorator_list]  # type: ignore[attr-defined]
        return function, before

    return spoil


def _first(text: str, before: str = "") -> Callable[[Function, str], Spoilt]:
    """Statements at the beginning of the test."""

    def spoil(function: Function, subject: str) -> Spoilt:
        function.body = [*ast.parse(text.replace("$", subject)).body, *function.body]
        return function, before

    return spoil


def _each(change: Callable[[ast.Compare], str]) -> Callable[[Function, str], Spoilt]:
    """Every assertion replaced by a statement made of its comparison."""

    def spoil(function: Function, _: str) -> Spoilt:
        function.body = [_Swap(change).visit(statement) for statement in function.body]
        return ast.fix_missing_locations(function), ""

    return spoil


class _Swap(ast.NodeTransformer):
    def __init__(self, change: Callable[[ast.Compare], str]) -> None:
        self._change = change

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        assert isinstance(node.test, ast.Compare)
        return ast.parse(self._change(node.test)).body[0]


def _wrapped(opening: str) -> Callable[[Function, str], Spoilt]:
    """The whole body inside of something; `BODY` in the text stands for it."""

    def spoil(function: Function, _: str) -> Spoilt:
        body = function.body
        tree = ast.parse(opening)
        for node in ast.walk(tree):
            block = getattr(node, "body", None)
            if isinstance(block, list) and any(
                isinstance(each, ast.Expr) and ast.unparse(each) == "BODY" for each in block
            ):
                node.body = copy.deepcopy(body)  # type: ignore[attr-defined]
        function.body = tree.body
        return ast.fix_missing_locations(function), ""

    return spoil


def _before_last(text: str) -> Callable[[Function, str], Spoilt]:
    """A statement before the first assertion of the body itself."""

    def spoil(function: Function, _: str) -> Spoilt:
        places = [number for number, each in enumerate(function.body) if isinstance(each, ast.Assert)]
        if not places or any(
            isinstance(each, ast.Assert) for item in function.body[: places[0]] for each in ast.walk(item)
        ):
            return None
        function.body[places[0] : places[0]] = ast.parse(f"def f():\n    {text}").body[0].body  # type: ignore[attr-defined]
        return function, ""

    return spoil


def _left(test: ast.Compare) -> str:
    return ast.unparse(test.left)


def _twice(function: Function, _: str) -> Spoilt:
    return function, ast.unparse(function) + "\n\n\n"


MOCK = "from unittest import mock\nfrom unittest.mock import MagicMock, Mock, create_autospec, patch\n\n\n"
WAYS = (
    Way("pass", "empty_test", _body("pass")),
    Way("docstring", "empty_test", _body('"""It works."""')),
    Way("ellipsis", "empty_test", _body("...")),
    Way("docstring and ellipsis", "empty_test", _body('"""It works."""\n...')),
    Way("return", "empty_test", _body("return")),
    Way("return True", "empty_test", _body("return True")),
    Way("comparison without assert", "no_assertion", _each(ast.unparse)),
    Way("print instead", "no_assertion", _each(lambda test: f"print({ast.unparse(test)})")),
    Way("stored instead", "no_assertion", _each(lambda test: f"checked = {ast.unparse(test)}")),
    Way("call alone", "no_assertion", _body("result = $\nprint(result)")),
    Way("bool alone", "no_assertion", _each(lambda test: f"bool({_left(test)})")),
    Way("inner function not called", "no_assertion", _wrapped("def verify():\n    BODY")),
    Way("assert True", "tautology", _each(lambda test: "assert True")),
    Way("itself", "tautology", _each(lambda test: "assert 'ok' == 'ok'")),
    Way("tuple", "tautology", _each(lambda test: f"assert ({ast.unparse(test)}, 'differs')")),
    Way("or True", "tautology", _each(lambda test: f"assert {ast.unparse(test)} or True")),
    Way("length at least zero", "tautology", _each(lambda test: f"assert len([{_left(test)}]) >= 0")),
    Way("either", "tautology", _each(lambda test: f"assert ({_left(test)}) is None or ({_left(test)}) is not None")),
    Way("object", "tautology", _each(lambda test: f"assert isinstance({_left(test)}, object)")),
    Way("not False", "tautology", _each(lambda test: "assert not False")),
    Way("text", "tautology", _each(lambda test: f"assert {ast.unparse(test)!r}")),
    Way("numbers", "tautology", _each(lambda test: "assert 1 == 1")),
    Way("list of one", "tautology", _each(lambda test: f"assert [{ast.unparse(test)}]")),
    Way("lambda", "tautology", _each(lambda test: f"assert lambda: {ast.unparse(test)}")),
    Way("name with itself", "tautology", _body("result = $\nassert result == result")),
    Way("AssertionError caught", "swallowed_assertion", _wrapped("try:\n    BODY\nexcept AssertionError:\n    pass")),
    Way("Exception printed", "swallowed_assertion", _wrapped("try:\n    BODY\nexcept Exception as e:\n    print(e)")),
    Way("bare except", "swallowed_assertion", _wrapped("try:\n    BODY\nexcept:\n    return")),
    Way("suppressed", "swallowed_assertion",
        _wrapped("import contextlib\nwith contextlib.suppress(AssertionError):\n    BODY")),
    Way("in a tuple", "swallowed_assertion", _wrapped("try:\n    BODY\nexcept (ValueError, AssertionError):\n    pass")),
    Way("early return", "unreached_assertion", _before_last("return")),
    Way("if False", "unreached_assertion", _wrapped("if False:\n    BODY")),
    Way("if 0", "unreached_assertion", _wrapped("if 0:\n    BODY")),
    Way("loop over nothing", "unreached_assertion", _wrapped("for each in []:\n    BODY")),
    Way("while False", "unreached_assertion", _wrapped("while False:\n    BODY")),
    Way("early return of a value", "unreached_assertion", _before_last("return None")),
    Way("mock called by hand", "asserts_only_mock", _body("m = Mock()\nm.run(3)\nm.run.assert_called_once_with(3)", MOCK)),
    Way("mock's own value", "asserts_only_mock", _body("m = MagicMock(return_value=3)\nassert m() == 3", MOCK)),
    Way("patched and asked", "asserts_only_mock",
        _body("with patch('os.getcwd') as fake:\n    fake.return_value = 'x'\n    assert fake() == 'x'", MOCK)),
    Way("autospec", "asserts_only_mock", _body("m = create_autospec(dict)\nm.get('a')\nm.get.assert_called_with('a')", MOCK)),
    Way("only called", "asserts_only_mock", _body("m = mock.Mock()\n$\nm('x')\nassert m.called", MOCK)),
    Way("another function", "never_exercises_subject", _body("assert sorted([2, 1]) == [1, 2]")),
    Way("there", "never_exercises_subject", _body("assert NAME is not None")),
    Way("callable", "never_exercises_subject", _body("assert callable(NAME)")),
    Way("import alone", "never_exercises_subject", _body("import json\nassert json.dumps([]) == '[]'")),
    Way("only", "focused_test", _marked("pytest.mark.only")),
    Way("focus", "focused_test", _marked("pytest.mark.focus")),
    Way("skip", "skip_without_reason", _marked("pytest.mark.skip")),
    Way("empty reason", "skip_without_reason", _marked("pytest.mark.skip(reason='')")),
    Way("xfail", "skip_without_reason", _marked("pytest.mark.xfail")),
    Way("skipif", "skip_without_reason", _marked("pytest.mark.skipif(True)")),
    Way("skip inside", "skip_without_reason", _first("pytest.skip()")),
    Way("unittest's skip", "skip_without_reason", _marked("unittest.skip('')")),
    Way("whole file", "skip_without_reason", lambda function, _: (function, "pytestmark = pytest.mark.skip\n\n\n")),
    Way("global", "order_dependence", _first("global SEEN\nSEEN = 3", "SEEN = None\n\n\n")),
    Way("list of the file", "order_dependence", _first("SEEN.append(3)", "SEEN = []\n\n\n")),
    Way("environment", "order_dependence", _first("os.environ['MODE'] = 'x'", "import os\n\n\n")),
    Way("attribute of a module", "order_dependence", _first("json.LIMIT = 3", "import json\n\n\n")),
    Way("setattr", "order_dependence", _first("setattr(json, 'LIMIT', 3)", "import json\n\n\n")),
    Way("path", "order_dependence", _first("sys.path.insert(0, 'x')", "import sys\n\n\n")),
    Way("working folder", "order_dependence", _first("os.chdir('/')", "import os\n\n\n")),
    Way("order mark", "order_dependence", _marked("pytest.mark.order(1)")),
    Way("no parameters", "empty_parametrize", _marked("pytest.mark.parametrize('x_', [])")),
    Way("empty tuple", "empty_parametrize", _marked("pytest.mark.parametrize('x_', ())")),
    Way("empty constant", "empty_parametrize", _marked("pytest.mark.parametrize('x_', CASES_)", "CASES_ = []\n\n\n")),
    Way("empty comprehension", "empty_parametrize", _marked("pytest.mark.parametrize('x_', [x for x in []])")),
    Way("same name twice", "shadowed_test", _twice),
)  # fmt: skip
