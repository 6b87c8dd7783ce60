"""placeholder_code and mock_leakage: bodies without real code, and test code in production code.

Abstract methods, protocols and overloads are intended.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from testfix_pipeline.core.code_view import callee, dotted, last_name
from testfix_pipeline.core.python_code import FunctionNode, names_in
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.planning.python_code.source_file import Source, decorators, without_docstring
from testfix_pipeline.planning.scanner.table import Hit

_MOCKS = re.compile(r"(unittest\.mock|mock|pytest_mock|responses|requests_mock|httpretty|flexmock|doublex)(\..*)?")
_TEST_TOOLS = re.compile(
    r"(_?pytest|unittest|nose|hypothesis|factory_boy|faker|freezegun|testfixtures|tests|test_utils|conftest)(\..*)?|"
    r"(.*\.)?(test_\w+|conftest)(\..*)?"
)
_MOCK_NAMES = re.compile(
    r"(?i)^(mock|stub|spy|fake|dummy)(?=[A-Z_])\w*(service|client|repo|repository|api|data|response)s?$"
)
_MOCK_VALUES = re.compile(
    r"(?i)_?(mock|fake|stub|dummy)_\w*(data|users?|response|result|items?|rows?|client|service|records?|payload)s?"
)
"""Values that stand in for real ones, where they are literals."""
_TEST_FLAGS = re.compile(
    r"PYTEST_CURRENT_TEST|PYTEST_RUNNING|(?i:(is_|in_|running_)?(unit_?)?test(s|ing)?(_mode|_env|_run|_running)?|pytest\w*|running_tests)"
)
_RUNNERS = ("pytest", "py.test", "unittest")
_OWN_TESTING = re.compile(r"(^|/)(testing|testutils?|pytest_\w+|conftest|plugin|_pytest)(/|\.py|$)")
"""A package's own support for its users' tests, which may import what tests import."""


def mock_leakage(source: Source) -> Iterator[Hit]:
    """Yield mocks, stubs, imports of test utilities, and code that detects whether a test is running."""
    if _OWN_TESTING.search(source.path):
        return
    for node in source.nodes:
        yield from _import_hits(source, node)
        if name := _stand_in_name(node):
            last = getattr(node, "end_lineno", 0)
            yield Hit("mock_in_production", getattr(node, "lineno", 0), f"{name} is named as a test double", last)
        elif _detects_test_run(source, node) and not _detects_test_run(source, source.parents[node]):
            yield Hit("mock_in_production", getattr(node, "lineno", 0), "behaves differently when a test is running")


def _import_hits(source: Source, node: ast.AST) -> Iterator[Hit]:
    imported = imported_names([node])  # a package's own `tests` may be no tests
    others = (one for one in imported if not (one.level and one.top == "tests"))
    for module in dict.fromkeys(one.whole if one.module == "unittest" else one.module for one in others):
        if module.partition(".")[0] in source.path.split("/"):
            continue  # its own
        if _MOCKS.fullmatch(module):
            yield Hit("mock_in_production", getattr(node, "lineno", 0), f"imports {module}")
        elif _TEST_TOOLS.fullmatch(module):
            yield Hit("test_utility_import", getattr(node, "lineno", 0), f"imports {module}")


def _stand_in_name(node: ast.AST) -> str:
    """The name of a function, class, literal or made object that is named as a test double; "" for anything else."""
    if isinstance(node, (FunctionNode, ast.ClassDef)):
        return node.name if _MOCK_NAMES.match(node.name) else ""
    if not (isinstance(node, ast.Assign) and isinstance(node.value, (ast.Dict, ast.List, ast.Tuple, ast.Call))):
        return ""
    return next((name for name in map(dotted, node.targets) if _MOCK_VALUES.fullmatch(name)), "")


def _detects_test_run(source: Source, node: ast.AST) -> bool:
    """Whether a node reads a test flag of the environment, `"pytest" in sys.modules`, or the runner in `sys.argv`."""
    if isinstance(node, ast.Call) and source.qualified(node.func) in ("os.getenv", "os.environ.get"):
        return bool(node.args) and _is_test_flag(node.args[0])
    if isinstance(node, ast.Subscript) and source.qualified(node.value) == "os.environ":
        return isinstance(node.ctx, ast.Load) and _is_test_flag(node.slice)
    if not isinstance(node, (ast.Call, ast.Compare)):
        return False
    inside = list(ast.walk(node))
    places = {source.qualified(each) for each in inside if isinstance(each, ast.Attribute)}
    if isinstance(node, ast.Compare) and "os.environ" in places and _is_test_flag(node.left):
        return True
    named = any(isinstance(each, ast.Constant) and each.value in _RUNNERS for each in inside)
    return named and ("sys.argv" in places or ("sys.modules" in places and isinstance(node, ast.Compare)))


def _is_test_flag(value: ast.AST) -> bool:
    text = value.value if isinstance(value, ast.Constant) else None
    return isinstance(text, str) and _TEST_FLAGS.fullmatch(text) is not None


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
_ABSTRACT_NAME = re.compile(r"(Abstract|Base|I(?=[A-Z][a-z]))|.*(Base|Interface|Mixin|Protocol)$")
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
    for node in source.classes:
        if all(map(_is_placeholder_statement, without_docstring(node.body))) and _says(source, node, _TO_DO):
            yield Hit("todo_body", node.lineno, f"{node.name} has no body of its own", node.end_lineno or 0)
    yield from _unwritten_branches(source)
    for line, comment in source.comments.items():
        if _ELIDED.match(comment) and _AS_BEFORE.search(comment):
            yield Hit("todo_body", line, f"code is left out: `{comment[:60]}`")


def _placeholder_pattern(source: Source, function: FunctionNode) -> str:
    """The pattern of a function whose statements do nothing, excuse themselves or return a constant; "" for others."""
    body = without_docstring(function.body)
    returned = [item.value for item in body if isinstance(item, ast.Return)]
    others = [item for item in body if not isinstance(item, (ast.Return, ast.Import, ast.ImportFrom))]
    idle = all(_is_placeholder_statement(item) or _is_excuse(item) for item in others)
    if not idle or not all(map(_is_effortless, returned)):
        return ""
    # A number, a text or a name may be the result despite a to-do comment.
    strong = any(isinstance(value, ast.Name) or _constant(value) not in (None, True, False, "") for value in returned)
    stands_in = any(_STAND_INS.fullmatch(str(_constant(value))) for value in returned)
    if stands_in or _says(source, function, _UNWRITTEN if strong else _TO_DO):
        return "todo_body"
    if any(map(_is_excuse, body)):
        return "not_implemented"
    parent = source.parents.get(function)
    if len(others) < len(body) or (isinstance(parent, ast.ClassDef) and _NOTHING.fullmatch(parent.name)):
        return ""  # `return None` without a word is an answer
    if body and isinstance(body[0], ast.Expr):
        return "ellipsis_body"
    return "" if _is_deliberate(source, function, body) else "not_implemented"


def _is_deliberate(source: Source, function: FunctionNode, body: Sequence[ast.stmt]) -> bool:
    """Whether a body is deliberate: a refusal, or an empty one that is nested, a hook, or a documented method."""
    raised = [item.exc for item in body if isinstance(item, ast.Raise)]
    if raised:
        message = raised[0].args[:1] if isinstance(raised[0], ast.Call) else []
        refuses = any(_constant(each) is None or _REFUSAL.search(str(_constant(each))) for each in message)
        return refuses or bool(_FOR_OTHERS.search(ast.get_docstring(function) or ""))
    documented = len(body) < len(function.body) or bool(_comments_in(source, function))
    owned = isinstance(source.parents.get(function), ast.ClassDef) or bool(function.decorator_list)
    nested = source.function_of(function) is not None
    return nested or bool(_HOOKS.fullmatch(function.name)) or (documented and owned)


def _says(source: Source, node: FunctionNode | ast.ClassDef, wanted: re.Pattern[str]) -> bool:
    return bool(wanted.search(f"{_comments_in(source, node)} {ast.get_docstring(node) or ''}"))


def _comments_in(source: Source, node: ast.stmt) -> str:
    """The comments in a statement, and one on the line after it that belongs to its body."""
    last = (node.end_lineno or node.lineno) + 1
    trailing = source.lines[last - 1] if last <= len(source.lines) else ""
    inside = len(trailing) - len(trailing.lstrip()) > node.col_offset
    return " ".join(source.comments.get(line, "") for line in range(node.lineno, last + inside))


def _constant(node: ast.AST | None) -> object:
    return node.value if isinstance(node, ast.Constant) else None


def _is_effortless(value: ast.AST | None) -> bool:
    empty = isinstance(value, (ast.List, ast.Tuple, ast.Set, ast.Dict)) and not any(ast.iter_child_nodes(value))
    return value is None or empty or isinstance(value, (ast.Constant, ast.Name))


def _is_placeholder_statement(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr):
        return _constant(statement.value) is ...
    if isinstance(statement, ast.Raise):
        return last_name(callee(statement.exc)) == "NotImplementedError" if statement.exc else False
    return isinstance(statement, ast.Pass)


def _is_excuse(statement: ast.stmt) -> bool:
    """`raise Exception("not implemented")`, `print("TODO")`, `assert False, "not implemented"`."""
    said: list[ast.expr | None] = []
    if isinstance(statement, ast.Assert) and not _constant(statement.test) and isinstance(statement.test, ast.Constant):
        said = [statement.msg]
    elif isinstance(statement, ast.Raise) and isinstance(statement.exc, ast.Call):
        said = [*statement.exc.args]
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        said = [*statement.value.args] if last_name(statement.value.func) in _TELLING else []
    texts = (_constant(each) for value in said if value for each in ast.walk(value))
    return any(isinstance(text, str) and _EXCUSE.search(text) for text in texts)


def _unwritten_branches(source: Source) -> Iterator[Hit]:
    """Yield branches with only `pass` or `...` whose comment, after the branch before, says what is to be done."""
    for node in source.nodes:
        if not isinstance(node, (ast.If, ast.For, ast.While)):
            continue
        for start, block in ((node.lineno, node.body), ((node.body[-1].end_lineno or 0) + 1, node.orelse)):
            if block and all(map(_is_placeholder_statement, block)) and not isinstance(block[0], ast.Raise):
                last = block[-1].end_lineno or 0
                if _TO_DO.search(" ".join(source.comments.get(line, "") for line in range(start, last + 1))):
                    yield Hit("todo_body", block[0].lineno, "a branch that is still to be written", last)


def _is_intended(source: Source, function: FunctionNode) -> bool:
    """Whether a function is abstract, of a protocol, an overload, or overridden by a subclass in the file."""
    conditions = (ast.unparse(outer.test) for outer in source.above(function) if isinstance(outer, ast.If))
    if decorators(function) & _MEANT or any("TYPE_CHECKING" in condition for condition in conditions):
        return True
    parent = source.parents.get(function)
    if not isinstance(parent, ast.ClassDef):
        return False
    children = (node for node in source.classes if any(parent.name in names_in(base) for base in node.bases))
    members = (item for node in children for item in node.body if isinstance(item, FunctionNode))
    return any(item.name == function.name for item in members) or _is_abstract(source, parent)


def _is_abstract(source: Source, node: ast.ClassDef) -> bool:
    """Whether a class is abstract, a protocol or a mixin by its bases or name, or derives from one in the file."""
    bases = [*node.bases, *(keyword.value for keyword in node.keywords if keyword.arg == "metaclass")]
    named = {last_name(base.value if isinstance(base, ast.Subscript) else base) for base in bases}
    parents = (each for each in source.classes if each.name in named - {node.name})
    is_protocol = any("Protocol" in ast.unparse(base) for each in parents for base in each.bases)
    return bool(named & _ABSTRACT_BASES) or is_protocol or _ABSTRACT_NAME.match(node.name.lstrip("_")) is not None
