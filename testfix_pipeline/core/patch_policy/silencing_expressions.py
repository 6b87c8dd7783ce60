"""Expressions that suppress an error: a constant instead of what raised, a default, a removed field."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from testfix_pipeline.core.patch_policy.silencing_site import SilencingSite
from testfix_pipeline.core.patch_policy.variant_values import OTHER

Put = Callable[[ast.expr], None]
_STATEMENTS = ("body", "orelse", "finalbody", "handlers", "cases")


def is_constant_expression(node: ast.expr | None) -> bool:
    """Whether an expression is a constant, or a container of constants."""
    if isinstance(node, ast.Call):
        empty = isinstance(node.func, ast.Name) and node.func.id in (
            "list",
            "dict",
            "set",
            "tuple",
            "str",
            "int",
            "float",
        )
        return empty and not node.args and not node.keywords
    kinds = (
        *(ast.Constant, ast.List, ast.Tuple, ast.Set, ast.Dict, ast.UnaryOp),
        *(ast.operator, ast.unaryop, ast.expr_context),
    )
    return node is not None and all(isinstance(part, kinds) for part in ast.walk(node))


def silencing_changes(old: ast.stmt, new: ast.stmt) -> list[SilencingSite] | None:
    """The places where two statements of one type differ outside of their blocks; None if one does not silence."""
    found: list[SilencingSite] = []
    for one, other, put in _differing_expressions(old, new):
        place = _silencing_site(one, other, put)
        if place is None:
            return None
        found += place
    return found


def _differing_expressions(old: ast.AST, new: ast.AST) -> Iterator[tuple[ast.AST | None, ast.AST | None, Put]]:
    """Yield the smallest expressions that differ, each with a function that replaces it in the new tree."""
    for name, value in ast.iter_fields(new):
        former = getattr(old, name, None)
        if name in _STATEMENTS and isinstance(new, ast.stmt | ast.ExceptHandler) and isinstance(value, list):
            continue
        if isinstance(value, list) or isinstance(former, list):
            yield from _differing_in_lists(former, value)
        elif isinstance(value, ast.AST) and isinstance(former, ast.AST):
            yield from _differing_in_pair(former, value, _setter(new, name))
        elif value != former:
            yield None, None, _setter(new, name)


def _setter(node: ast.AST, name: str) -> Put:
    return lambda value: setattr(node, name, value)


def _differing_in_lists(old: object, new: object) -> Iterator[tuple[ast.AST | None, ast.AST | None, Put]]:
    same = isinstance(old, list) and isinstance(new, list) and len(old) == len(new)
    if not same:
        yield None, None, lambda value: None
        return
    for index, (one, other) in enumerate(zip(old, new, strict=True)):  # type: ignore[call-overload]
        if isinstance(one, ast.AST) and isinstance(other, ast.AST):
            yield from _differing_in_pair(one, other, _item_setter(new, index))
        elif one != other:
            yield None, None, lambda value: None


def _item_setter(items: object, index: int) -> Put:
    def put(value: ast.expr) -> None:
        items[index] = value  # type: ignore[index]

    return put


def _differing_in_pair(old: ast.AST, new: ast.AST, put: Put) -> Iterator[tuple[ast.AST | None, ast.AST | None, Put]]:
    if ast.dump(old) == ast.dump(new):
        return
    whole = _silencing_site(old, new, put) is not None
    if whole or type(old) is not type(new) or isinstance(new, ast.Name | ast.Constant):
        yield old, new, put
    else:
        yield from _differing_expressions(old, new)


def _silencing_site(old: ast.AST | None, new: ast.AST | None, put: Put) -> list[SilencingSite] | None:
    """The sites in an expression that replaces another one; None if it computes something."""
    if not isinstance(old, ast.expr) or not isinstance(new, ast.expr):
        return None
    if isinstance(old, ast.Dict) and isinstance(new, ast.Dict):
        return _lost_keys(old, new)
    if isinstance(old, ast.Call) and isinstance(new, ast.Call) and (lost := _lost_keywords(old, new)) is not None:
        return lost
    if is_constant_expression(new) and not is_constant_expression(old):
        said = f"It puts `{ast.unparse(new)}` in the place of `{ast.unparse(old)[:80]}`."
        return [_wrapping("literal", new, said, new, put)]
    constant = _fallback_constant(old, new)
    if constant is None:
        return None
    said = f"It takes `{ast.unparse(constant[0])}` where `{ast.unparse(old)[:80]}` has no value."
    return [_wrapping("default", new, said, *constant)]


def _wrapping(kind: str, new: ast.expr, said: str, constant: ast.expr, put: Put) -> SilencingSite:
    def spoil() -> bool:
        put(ast.Call(ast.Name(OTHER, ast.Load()), [constant], []))
        return True

    return SilencingSite(kind, getattr(new, "lineno", 1), said, spoil)


def _fallback_constant(old: ast.expr, new: ast.expr) -> tuple[ast.expr, Put] | None:
    """The constant that replaces a missing value, and a function that replaces it; else None."""
    same = ast.dump(old)
    if isinstance(new, ast.IfExp):
        if ast.dump(new.body) == same and is_constant_expression(new.orelse):
            return new.orelse, _setter(new, "orelse")
        if ast.dump(new.orelse) == same and is_constant_expression(new.body):
            return new.body, _setter(new, "body")
    either = isinstance(new, ast.BoolOp) and isinstance(new.op, ast.Or) and len(new.values) == 2
    if (
        isinstance(new, ast.BoolOp)
        and either
        and ast.dump(new.values[0]) == same
        and is_constant_expression(new.values[1])
    ):
        return new.values[1], _item_setter(new.values, 1)
    return _default_of_call(old, new) if isinstance(new, ast.Call) else None


def _default_of_call(old: ast.expr, new: ast.Call) -> tuple[ast.expr, Put] | None:
    func = new.func
    if isinstance(old, ast.Subscript) and isinstance(func, ast.Attribute) and func.attr == "get" and new.args:
        if (ast.dump(func.value), ast.dump(new.args[0])) != (ast.dump(old.value), ast.dump(old.slice)):
            return None
        if len(new.args) == 1:
            return ast.Constant(None), new.args.append
        return (new.args[1], _item_setter(new.args, 1)) if is_constant_expression(new.args[1]) else None
    if isinstance(old, ast.Attribute) and isinstance(func, ast.Name) and func.id == "getattr" and len(new.args) == 3:
        asked = new.args[1]
        same = ast.dump(new.args[0]) == ast.dump(old.value) and getattr(asked, "value", "") == old.attr
        return (new.args[2], _item_setter(new.args, 2)) if same and is_constant_expression(new.args[2]) else None
    return _added_default(old, new)


def _added_default(old: ast.expr, new: ast.Call) -> tuple[ast.expr, Put] | None:
    """The default added to a call: `next(x, None)` for `next(x)`, `max(x, default=0)` for `max(x)`; else None."""
    if not isinstance(old, ast.Call) or ast.dump(old.func) != ast.dump(new.func):
        return None
    given, keywords = [ast.dump(one) for one in new.args], [ast.dump(one) for one in new.keywords]
    former, named = [ast.dump(one) for one in old.args], [ast.dump(one) for one in old.keywords]
    if given[:-1] == former and keywords == named and is_constant_expression(new.args[-1]):
        return new.args[-1], _item_setter(new.args, len(given) - 1)
    added = new.keywords[-1] if new.keywords else None
    if added is not None and given == former and keywords[:-1] == named and added.arg == "default":
        return (added.value, _setter(added, "value")) if is_constant_expression(added.value) else None
    return None


# --- fields


def _lost_keys(old: ast.Dict, new: ast.Dict) -> list[SilencingSite] | None:
    """The sites of entries removed from a literal table if all others are unchanged; else None."""
    before = [(key and ast.dump(key), ast.dump(value)) for key, value in zip(old.keys, old.values, strict=True)]
    now = [(key and ast.dump(key), ast.dump(value)) for key, value in zip(new.keys, new.values, strict=True)]
    lost = [index for index, entry in enumerate(before) if entry not in now]
    if len(now) != len(before) - len(lost) or not lost or any(entry not in before for entry in now):
        return None
    return [_lost_entry(new, old.keys[index], old.values[index]) for index in lost if old.keys[index] is not None]


def _lost_entry(new: ast.Dict, key: ast.expr | None, value: ast.expr) -> SilencingSite:
    """keyword of the site: the key of an entry that asks for nothing, as `False` does; others may be a feature."""

    def spoil() -> bool:
        new.keys.append(key)
        new.values.append(_none_expression())
        return True

    said = f"It leaves the field {ast.unparse(key) if key else ''} away."
    is_off = isinstance(value, ast.Constant) and not value.value
    keyword = key.value if is_off and isinstance(key, ast.Constant) and isinstance(key.value, str) else ""
    return SilencingSite("deleted_field", new.lineno, said, spoil, keyword=keyword)


def _lost_keywords(old: ast.Call, new: ast.Call) -> list[SilencingSite] | None:
    """The sites of removed keyword arguments if all else is unchanged; else None."""
    if ast.dump(old.func) != ast.dump(new.func) or [*map(ast.dump, old.args)] != [*map(ast.dump, new.args)]:
        return None
    now = {ast.dump(one) for one in new.keywords}
    lost = [one for one in old.keywords if ast.dump(one) not in now]
    if not lost or len(now) != len(old.keywords) - len(lost) or any(one.arg is None for one in lost):
        return None
    return [_lost_keyword(new, str(one.arg)) for one in lost]


def _lost_keyword(new: ast.Call, name: str) -> SilencingSite:
    def spoil() -> bool:
        new.keywords.append(ast.keyword(name, _none_expression()))
        return True

    return SilencingSite("deleted_field", new.lineno, f"It leaves the argument {name} away.", spoil, keyword=name)


def _none_expression() -> ast.expr:
    return ast.Call(ast.Name(OTHER, ast.Load()), [ast.Constant(None)], [])
