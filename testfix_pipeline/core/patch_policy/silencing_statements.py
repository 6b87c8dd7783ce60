"""Statements that suppress an error: handlers, early exits, skipped blocks, removed checks, calls and fields."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import called
from testfix_pipeline.core.patch_policy.silencing_expressions import is_constant_expression
from testfix_pipeline.core.patch_policy.silencing_site import SilencingSite, StatementScope
from testfix_pipeline.core.patch_policy.skipped_effects import has_return, is_logging, spoiling_statements
from testfix_pipeline.core.patch_policy.variant_values import OTHER, OTHER_IF
from testfix_pipeline.core.python_code import own_nodes
from testfix_pipeline.core.terminating_statements import always_exits

_FIRED, _CAUGHT = "_testfix_fired", "_testfix_caught"
_JUMPS = (ast.Continue, ast.Break)


# --- handlers


def widened_handlers(old: ast.Try, new: ast.Try, scope: StatementScope) -> list[SilencingSite] | None:
    """The handlers that catch more than before, or ignore what they raised; None for other changes."""
    found: list[SilencingSite] = []
    before = {ast.dump(one): one for one in old.handlers}
    left = [one for one in old.handlers if ast.dump(one) not in {ast.dump(each) for each in new.handlers}]
    for one in new.handlers:
        if ast.dump(one) in before:
            continue
        former = next((each for each in left if _is_wider(each, one)), None)
        if former is not None:
            left.remove(former)
            if _types(former) == _types(one) and _without_holders(former.body) == _without_holders(one.body):
                continue  # only what has the names is another module
            if _dumped(former.body) != _dumped(one.body) and ends_with_raise(one.body):
                return None
        elif ends_with_raise(one.body):
            return None
        same_body = former is not None and _dumped(former.body) == _dumped(one.body)
        found.append(_handler_site(one, former.type if same_body and former else None, new.body, scope))
    return None if left else found


def _is_wider(old: ast.ExceptHandler, new: ast.ExceptHandler) -> bool:
    """Whether a handler catches at least what the other one does."""
    mine, theirs = _types(old), _types(new)
    return mine <= theirs or bool(theirs & {"", "Exception", "BaseException"})


def _types(handler: ast.ExceptHandler) -> set[str]:
    if handler.type is None:
        return {""}
    return {ast.unparse(one) for one in (handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type])}


def ends_with_raise(body: Sequence[ast.stmt]) -> bool:
    """Whether a block ends with `raise`, so that it suppresses nothing."""
    return bool(body) and always_exits(body) and any(isinstance(node, ast.Raise) for node in own_nodes(body))


def _dumped(nodes: Sequence[ast.AST]) -> list[str]:
    return [ast.dump(node) for node in nodes]


def _without_holders(body: Sequence[ast.stmt]) -> list[str]:
    """The statements of a block with the last name alone of each dotted one: a name that moved is the same one."""

    class LastNames(ast.NodeTransformer):
        def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
            is_dotted = isinstance(node.value, ast.Attribute | ast.Name)
            return ast.Name(node.attr, node.ctx) if is_dotted else ast.Attribute(self.visit(node.value), node.attr)

    return _dumped([LastNames().visit(one) for one in python_code.parse(ast.unparse(ast.Module(list(body), []))).body])


def _handler_site(
    one: ast.ExceptHandler, former: ast.expr | None, tried: Sequence[ast.stmt], scope: StatementScope
) -> SilencingSite:
    """The site of a handler; what it caught before (`former`) keeps its effect."""
    caught = ast.unparse(one.type) if one.type is not None else "everything"

    def spoil() -> bool:
        skipped = spoiling_statements(tried, scope.module, names=True)
        returns = _replace_returns(one.body)
        if not returns and scope.function is not None and has_return(tried):
            skipped = [*skipped, *python_code.parse(f"return {OTHER}(None)").body]
        own = spoiling_statements(one.body, scope.module, names=True)
        if former is None:
            one.body[:] = _insert_before_jump(one.body, [*own, *skipped])
        elif own or skipped or returns:
            one.name = one.name or _CAUGHT
            kept = ast.If(python_code.parse(f"isinstance({one.name}, {ast.unparse(former)})").body[0].value, [], [])  # type: ignore[attr-defined]
            one.body[:], kept.body, kept.orelse = (
                [kept],
                _original_returns(one.body),
                _insert_before_jump(one.body, [*own, *skipped]),
            )
        return bool(own or skipped or returns)

    return SilencingSite("wider_except", one.lineno, f"It catches {caught} and goes on.", spoil)


def _original_returns(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """A copy of a handler's body with the original return values."""
    found = python_code.parse(ast.unparse(ast.Module(list(body), []))).body
    for node in own_nodes(found):
        value = node.value if isinstance(node, ast.Return) else None
        if isinstance(value, ast.Call) and called(value) == OTHER:
            node.value = value.args[0]  # type: ignore[attr-defined]
    return found


def _replace_returns(body: Sequence[ast.stmt]) -> bool:
    """Replace the return values in a block; returns whether there are any."""
    found = [node for node in own_nodes(body) if isinstance(node, ast.Return)]
    for node in found:
        node.value = _call(OTHER, node.value or ast.Constant(None))
    return bool(found)


def _call(name: str, *given: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(given), [])


def _insert_before_jump(body: Sequence[ast.stmt], put: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The block with statements inserted before its final jump, or at its end."""
    jumps = bool(body) and isinstance(body[-1], (*_JUMPS, ast.Return))
    return [*body[:-1], *put, body[-1]] if jumps else [*body, *put]


# --- blocks put around statements


def wrapped_statements(
    old: Sequence[ast.stmt], new: Sequence[ast.stmt], scope: StatementScope
) -> list[SilencingSite] | None:
    """The sites of statements in a new `try`, `with suppress(...)` or `if`; None for other changes."""
    if len(new) != 1:
        return None
    [around] = new
    inside = _dumped([one for one in getattr(around, "body", []) if not is_logging(one)])
    if not inside or inside != _dumped([one for one in old if not is_logging(one)]):
        return None
    if isinstance(around, ast.Try) and around.handlers and not around.orelse:
        raising = any(ends_with_raise(one.body) for one in around.handlers)
        return None if raising else [_handler_site(one, None, around.body, scope) for one in around.handlers]
    if isinstance(around, ast.With) and any(_suppresses(item) for item in around.items):
        return [_suppress_site(around, scope)]
    if isinstance(around, ast.If) and all(map(_is_idle, around.orelse)):
        return [_skip_site(around, scope)]
    return None


def _is_idle(stmt: ast.stmt) -> bool:
    """Whether a statement computes nothing: it jumps, or binds a constant."""
    if isinstance(stmt, ast.Assign | ast.Return):
        return stmt.value is None or is_constant_expression(stmt.value)
    return isinstance(stmt, (*_JUMPS, ast.Pass)) or is_logging(stmt)


def _suppresses(item: ast.withitem) -> bool:
    return isinstance(item.context_expr, ast.Call) and called(item.context_expr) == "suppress"


def _suppress_site(around: ast.With, scope: StatementScope) -> SilencingSite:
    def spoil() -> bool:
        skipped = _other_outcome(around.body, scope)
        calls = [item.context_expr for item in around.items if _suppresses(item)]
        types = ast.Tuple([kind for call in calls for kind in call.args], ast.Load())  # type: ignore[attr-defined]
        around.body[:] = [ast.Try(list(around.body), [ast.ExceptHandler(types, None, skipped or [ast.Pass()])], [], [])]
        return bool(skipped)

    return SilencingSite("wider_except", around.lineno, "It suppresses the exception and goes on.", spoil)


def _other_outcome(skipped: Sequence[ast.stmt], scope: StatementScope) -> list[ast.stmt]:
    """Statements with another outcome than the skipped ones: their effects and return values."""
    found = spoiling_statements(skipped, scope.module, names=True)
    returns = scope.function is not None and has_return(skipped)
    return [*found, *(python_code.parse(f"return {OTHER}(None)").body if returns else [])]


def _skip_site(around: ast.If, scope: StatementScope) -> SilencingSite:
    def spoil() -> bool:
        _replace_returns(around.orelse)
        put = _other_outcome(around.body, scope)
        around.orelse[:] = _insert_before_jump(around.orelse, put)
        return bool(around.orelse)

    return SilencingSite("skipped", around.lineno, f"It skips code unless {ast.unparse(around.test)}.", spoil)


# --- exits put in


def inserted_exit(stmt: ast.stmt, body: list[ast.stmt], scope: StatementScope) -> SilencingSite | None:
    """The site of an inserted exit that computes nothing; None for any other statement."""
    guarded = isinstance(stmt, ast.If) and not stmt.orelse
    block = [one for one in getattr(stmt, "body", []) if not is_logging(one)] if guarded else [stmt]
    last = block[-1] if block else stmt
    if len(block) != 1 or not isinstance(last, (ast.Return, *_JUMPS)) or not _returns_nothing_computed(last):
        return None

    def spoil() -> bool:
        put = spoiling_statements(scope.skipped_by(last), scope.module, names=not isinstance(last, ast.Return))
        if isinstance(last, ast.Return):
            last.value = _call(OTHER, last.value or ast.Constant(None))
        inside = stmt.body if isinstance(stmt, ast.If) else body
        at = inside.index(last)
        inside[at:at] = put
        return isinstance(last, ast.Return) or bool(put)

    return SilencingSite(
        "early_exit", stmt.lineno, f"It leaves early: `{' '.join(ast.unparse(stmt).split())[:80]}`.", spoil
    )


def _returns_nothing_computed(exit_: ast.stmt) -> bool:
    """Whether an exit returns nothing computed: a constant, an empty container, a name or attribute."""
    value = getattr(exit_, "value", None)
    named = isinstance(value, ast.Name | ast.Attribute)
    return value is None or named or is_constant_expression(value)


# --- statements taken out


def removed_statement(
    stmt: ast.stmt, body: list[ast.stmt], rest: Sequence[ast.stmt], scope: StatementScope
) -> SilencingSite | None:
    """The site of a removed check, call or field before the statements `rest` of `body`; None for others."""
    at = body.index(rest[0]) if rest and rest[0] in body else len(body)
    line = getattr(rest[0], "lineno", stmt.lineno) if rest else stmt.lineno
    shown = " ".join(ast.unparse(stmt).split())[:80]
    condition = _check_condition(stmt)
    if condition is not None:
        return SilencingSite(
            "dropped_check", line, f"It drops the check `{shown}`.", _spoil_check(condition, body, at, scope)
        )
    is_call = isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call | ast.Await)
    targets = stmt.targets if isinstance(stmt, ast.Assign) else [stmt.target] if isinstance(stmt, ast.AnnAssign) else []
    is_field = bool(targets) and (scope.function is None or all(isinstance(one, ast.Attribute) for one in targets))
    if not (is_call or is_field):
        return None

    def spoil() -> bool:
        put = spoiling_statements([stmt], scope.module, names=True)
        body[at:at] = put
        return bool(put)

    kind = "dropped_call" if is_call else "deleted_field"
    return SilencingSite(kind, line, f"It drops `{shown}`.", spoil)


def _check_condition(stmt: ast.stmt) -> ast.expr | None:
    """The condition on which a statement raises and does nothing else; else None."""
    if isinstance(stmt, ast.Assert):
        return ast.UnaryOp(ast.Not(), stmt.test)
    if isinstance(stmt, ast.If) and not stmt.orelse and ends_with_raise(stmt.body):
        return stmt.test
    return None


def disabled_check(old: ast.If, new: ast.If, body: list[ast.stmt], scope: StatementScope) -> SilencingSite | None:
    """The site of a check whose condition became constant; else None."""
    if _dumped(old.body) != _dumped(new.body) or not ends_with_raise(old.body) or not _is_constant_condition(new.test):
        return None
    at = body.index(new) if new in body else 0
    said = f"It short-circuits the check `{ast.unparse(old.test)[:80]}`."
    return SilencingSite("dropped_check", new.lineno, said, _spoil_check(old.test, body, at, scope))


def _is_constant_condition(test: ast.expr) -> bool:
    """Whether a condition is constant, or a constant operand decides it."""
    parts = test.values if isinstance(test, ast.BoolOp) else [test]
    return any(isinstance(part, ast.Constant) for part in parts)


def _spoil_check(condition: ast.expr, body: list[ast.stmt], at: int, scope: StatementScope) -> Callable[[], bool]:
    """A function that makes the code return another result where a removed check would have raised."""

    def spoil() -> bool:
        function = scope.function
        if function is None:
            return False
        noted = python_code.parse(
            f"try:\n    {_FIRED} = bool({ast.unparse(condition)}) or {_FIRED}\nexcept Exception:\n    pass"
        )
        effects = spoiling_statements(scope.rest, scope.module, names=False)
        returned = [node for node in own_nodes(function.body) if isinstance(node, ast.Return) and node.value]
        for node in returned:
            assert node.value is not None
            node.value = _call(OTHER_IF, ast.Name(_FIRED, ast.Load()), node.value)
        body[at:at] = noted.body
        ending = ast.If(ast.Name(_FIRED, ast.Load()), effects or [ast.Pass()], [])
        start = python_code.parse(f"{_FIRED} = False").body
        function.body[:] = [*start, ast.Try(list(function.body), [], [], [ending])]
        return bool(returned or effects)

    return spoil
