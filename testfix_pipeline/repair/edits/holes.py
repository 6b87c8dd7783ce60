"""Blocks in which nothing is done, a lone `pass`: what their condition, their loop or their siblings say of them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence

from testfix_pipeline.repair.edits.blocks import is_hole, loop_around
from testfix_pipeline.repair.edits.branches import chain_of, head
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.operators import parts_asked
from testfix_pipeline.repair.edits.scope import is_generator, own_attribute, reach_of, walk_scope
from testfix_pipeline.repair.edits.traces import loose_ends
from testfix_pipeline.repair.edits.updates import first_values, nearest
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, FunctionNode, SourceFile

KIND = "hole-filled"
MOST, LATER = 70, 0.03
"""So many statements are tried in one hole, and how much less each next one of a way is worth."""
TAKEN, SET, CHANGED, SAID, STEPPED, LEFT, CALLED = 0.55, 0.45, 0.4, 0.4, 0.35, 0.35, 0.3
"""What the condition says itself, what is set, changed, or said elsewhere; steps, ways out, calls: guesses all."""
PLACES = (ast.Name, ast.Attribute, ast.Subscript)
SIMPLE = (ast.Assign, ast.AugAssign, ast.Expr)
ASKED = (ast.Gt, ast.GtE, ast.Lt, ast.LtE, ast.NotEq)
FILLING: Mapping[str, tuple[str, ...]] = {
    "[": ("{0}.append({1})", "{0}.extend({1})"),
    "set": ("{0}.add({1})", "{0}.update({1})"),
    "deque": ("{0}.append({1})",),
    "{": ("{0}.update({1})",),
    '"': ("{0} += {1}",),
    "'": ("{0} += {1}",),
    "0": ("{0} += {1}",),
    "1": ("{0} *= {1}", "{0} += {1}"),
    "None": ("{0} = {1}",),
    "False": ("{0} = True",),
    "True": ("{0} = False",),
}
"""By the beginning of a first value, what is done to it with something at hand."""
COUNTING = ("{0} += 1", "{0} -= 1", "{0} = 0")
FIRST = ("[]", "{}", "0", "set()", "1", '""', "None", "True")
"""What is put under a key that is not there yet, and into what is None."""
WINDING = ("{0} -= 1", "{0} += 1", "{0} = {0}.next", "{0} = {0}.parent", "{0} //= 2", "{0} //= 10")
CONVERTED = ("int({0})", "float({0})", "str({0})")
ANSWERS = ("True", "False", "None", "0", "1", "-1", "[]", '""')
Way = Iterator[tuple[str, float]]


def filled(target: Target) -> Iterator[Edit]:
    """Statements in the place of the `pass`, the likeliest of all ways first."""
    if target.function is None or not is_hole(target.source, target.stmt):
        return
    ways: tuple[Callable[[Target], Way], ...] = (
        _taken_over, _given_first, _by_key, _said_elsewhere, _wound_on, _put_in, _counted, _answered, _called,
    )  # fmt: skip
    found: dict[str, float] = {}
    for way in ways:
        for rank, (code, prior) in enumerate(way(target)):
            found[code] = max(found.get(code, 0.0), prior / (1 + LATER * rank))
    ordered = sorted(found.items(), key=lambda item: -item[1])
    for code, prior in ordered[:MOST]:
        yield target.replace(target.stmt, code, KIND, prior, code[:50])


def _tests(target: Target) -> list[ast.expr]:
    """What is asked for the hole to be reached, the parts one by one; nothing for an `else`."""
    parent = target.source.parents.get(target.stmt)
    if isinstance(parent, (ast.If, ast.While)) and target.stmt in parent.body:
        return parts_asked(parent)
    return []


def _names(target: Target) -> list[str]:
    """What is at hand: loose ends first, then what was bound last."""
    assert target.function is not None
    unread = loose_ends(target.source, target.function).unread
    return sorted(nearest(target), key=lambda name: -unread.get(name, 0.0))[:6]


def _taken_over(target: Target) -> Way:
    """`best = value` under `if value > best`; both exchanged."""
    for test in _tests(target):
        if not isinstance(test, ast.Compare) or len(test.ops) > 1 or not isinstance(test.ops[0], ASKED):
            continue
        left, right = test.left, test.comparators[0]
        one, other = target.text(left), target.text(right)
        if isinstance(right, PLACES):
            yield f"{other} = {one}", TAKEN
        if isinstance(left, PLACES):
            yield f"{one} = {other}", TAKEN * 0.9
        if isinstance(left, PLACES) and isinstance(right, PLACES):
            yield f"{one}, {other} = {other}, {one}", SET


def _given_first(target: Target) -> Way:
    """`limit = []`, `limit = len(items)` under `if limit is None` and `if not limit`."""
    for test in _tests(target):
        negated = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
        is_none = isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Is)
        place = test.operand if negated else test.left if is_none else None  # type: ignore[attr-defined]
        if isinstance(place, PLACES):
            text = target.text(place)
            others = [name for name in _names(target) if name != text]
            yield from ((f"{text} = {value}", SET) for value in (*FIRST[:4], *others, *FIRST[4:]))
            yield from ((f"{text} = len({name})", SET * 0.9) for name in others[:3])


def _by_key(target: Target) -> Way:
    """What is done under a key that is there already, or not yet: begun, counted, taken out."""
    for test in _tests(target):
        if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], (ast.In, ast.NotIn)):
            continue
        key, table = target.text(test.left), target.text(test.comparators[0])
        place = f"{table}[{key}]"
        given = [name for name in _names(target) if name not in (key, table)]
        if isinstance(test.ops[0], ast.NotIn):
            begun = _begun_with(target, place)
            yield from ((f"{place} = {value}", TAKEN) for value in (*begun, *given[:3], *FIRST))
            yield from ((f"{table}.{word}({key})", SET) for word in ("append", "add"))
        else:
            yield from ((code, SET) for code in (f"{place} += 1", f"del {place}", f"{table}.remove({key})"))
            yield from ((f"{place} {sign}= {name}", SET) for name in given[:3] for sign in "+-")
            yield f"return {place}", SET * 0.9


def _begun_with(target: Target, place: str) -> list[str]:
    """What a place begins with, by what the function does with it next: `groups[key].append(word)` begins a list."""
    text = target.text(target.function.node) if target.function is not None else ""
    signs = (
        (".append(", "[]"),
        (".extend(", "[]"),
        (".add(", "set()"),
        (".update(", "set()"),
        ("[", "{}"),
        (" += ", "0"),
    )
    return [value for sign, value in signs if f"{place}{sign}" in text]


def _said_elsewhere(target: Target) -> Way:
    """The statements of the other branches and of the function with something else in them: the sign of a step, a name,
    an argument; added where another branch only sets."""
    names = [*_names(target), *_asked_for(target)]
    for stmt in _others(target):
        text = target.text(stmt)
        if isinstance(stmt, ast.AugAssign) and isinstance(stmt.op, (ast.Add, ast.Sub)):
            sign = "-" if isinstance(stmt.op, ast.Add) else "+"
            place, value = target.text(stmt.target), target.text(stmt.value)
            yield f"{place} {sign}= {value}", SAID
            yield f"{place} = {value}", SAID * 0.8
        elif isinstance(stmt, ast.Assign) and len(stmt.targets) == 1:
            place, value = target.text(stmt.targets[0]), target.text(stmt.value)
            yield from ((f"{place} {sign}= {value}", SAID) for sign in "+-")
            if isinstance(stmt.targets[0], ast.Name):
                yield from ((f"{place} = {name}", SAID * 0.8) for name in names if name != place)
                near = [name for name in nearest(target)[:3] if name != place]
                yield from ((f"{place} = {name} {sign} 1", SAID * 0.9) for name in near for sign in "+-")
        call = stmt.value if isinstance(stmt, ast.Expr) else None
        if isinstance(call, ast.Call) and len(call.args) == 1 and not call.keywords:
            own = target.text(call.func)
            others = [name for name in names if name != target.text(call.args[0])]
            yield from ((f"{own}({name})", SAID) for name in others)
            yield from ((f"{own}({form.format(name)})", SAID * 0.8) for name in others[:2] for form in CONVERTED)
        if "\n" not in text:
            yield text, SAID * 0.6


def _asked_for(target: Target) -> list[str]:
    """The attributes that the way to the hole asks for."""
    found = [node for test in _tests(target) for node in ast.walk(test) if isinstance(node, ast.Attribute)]
    return [target.text(node) for node in found if not target.source.is_called(node)][:3]


def _others(target: Target) -> Sequence[ast.stmt]:
    """The simple statements of the other branches, nearest first, then of the function's other blocks."""
    source, parent = target.source, target.source.parents.get(target.stmt)
    found: list[ast.AST] = []
    if isinstance(parent, ast.If):
        first = head(source, parent)
        assert isinstance(first, ast.If)
        chain = chain_of(source, first)
        found += [stmt for one in chain for stmt in one.body] + chain[-1].orelse
    assert target.function is not None
    found += ast.walk(target.function.node)
    return [one for one in dict.fromkeys(found) if isinstance(one, SIMPLE) and one is not target.stmt][:12]


def _wound_on(target: Target) -> Way:
    """What brings a loop nearer to its end: `n -= 1`, `node = node.next`, `a, b = b, a % b`."""
    around, loop = target.source.parents.get(target.stmt), loop_around(target.source, target.stmt)
    if not isinstance(loop, ast.While):
        return
    asked = [node.id for node in ast.walk(loop.test) if isinstance(node, ast.Name)]
    for name in dict.fromkeys(asked):
        yield from ((form.format(name), STEPPED) for form in WINDING if loop is around)
        for other in [one for one in nearest(target) if one != name][:2]:
            pair = ("{1}, {0} = {0}, {1} % {0}", "{1}, {0} = {0}, {1} + {0}", "{0} -= {1}", "{0} += {1}")
            forms = pair if loop is around else ("{0} = {1}", "{0} = {1} + 1", "{0} = {1} - 1")
            yield from ((form.format(name, other), STEPPED) for form in forms)


def _put_in(target: Target) -> Way:
    """What the function or the object begins with changed by what is at hand: appended, added, stored, counted."""
    function = target.function
    assert function is not None
    names, reach = [*_names(target), *_asked_for(target)], reach_of(target)
    for place, first in (*first_values(target.source, function).items(), *_containers_answered(function)):
        root = place.partition(".")[0]
        forms = [form for begin, ways in FILLING.items() if first.startswith(begin) for form in ways]
        if root not in reach or function.name == "__init__":
            continue
        for form in forms:
            given = [name for name in names if name != place] if "{1}" in form else [""]
            yield from ((form.format(place, name), CHANGED) for name in given)
        if first.startswith(("{", "dict", "defaultdict", "[0]", "[None]")):
            for key in names[:3]:
                yield from ((f"{place}[{key}] = {value}", CHANGED) for value in names[:4] if value != key)
                yield f"{place}[{key}] = {place}.get({key}, 0) + 1", CHANGED * 0.9
                yield f"del {place}[{key}]", CHANGED * 0.8


def _containers_answered(function: Function) -> list[tuple[str, str]]:
    """What is answered as it is, taken for a list and for a dictionary: what it is filled with nobody can see."""
    names = dict.fromkeys(one.id for one in _given(function) if isinstance(one, ast.Name))
    return [(name, first) for name in names for first in ("[", "{")]


def _counted(target: Target) -> Way:
    """Numbers that the function or the object begins with, counted or set back."""
    assert target.function is not None
    reach = reach_of(target)
    for place, first in first_values(target.source, target.function).items():
        if first.lstrip("-").isdigit() and place.partition(".")[0] in reach:
            yield from ((form.format(place), STEPPED) for form in COUNTING)


def _answered(target: Target) -> Way:
    """`return i`, `return True`, `break`: where the function answers something, or is nothing but the hole."""
    assert target.function is not None
    sole = isinstance(target.source.parents.get(target.stmt), FunctionNode)
    if _given(target.function) or sole:
        yield from ((f"return {text}", LEFT) for text in _values(target))
    if loop_around(target.source, target.stmt) is not None:
        yield from (("break", LEFT), ("continue", LEFT))
    if sole and target.function.owner is not None:
        fields = dict.fromkeys(name for node in ast.walk(target.function.owner) if (name := own_attribute(node)))
        yield from ((f"return self.{name}", LEFT) for name in list(fields)[:5])


def answers(target: Target) -> Iterator[Edit]:
    """A value for a bare `return` in a function that answers something elsewhere."""
    stmt, function = target.stmt, target.function
    if function is None or not isinstance(stmt, ast.Return) or stmt.value is not None or is_generator(function):
        return
    for rank, text in enumerate(_values(target) if _given(function) else ()):
        yield target.replace(stmt, f"return {text}", KIND, TAKEN / (1 + LATER * rank), f"return {text}")


def _given(function: Function) -> list[ast.expr]:
    """What a function answers."""
    returns = [one for one in walk_scope(function.node) if isinstance(one, ast.Return)]
    return [one.value for one in returns if one.value is not None]


def _values(target: Target) -> list[str]:
    """What may be answered: variables, truths where others are, what everybody answers."""
    assert target.function is not None
    plain = [node for node in _given(target.function) if isinstance(node, ast.Constant)]
    truths = ["True", "False"] if any(isinstance(node.value, bool) for node in plain) else []
    return list(dict.fromkeys([*truths, *_names(target), *ANSWERS]))


def _called(target: Target) -> Way:
    """What a loop or a parameter gives called with what else is at hand, and what the file has for it."""
    function = target.function
    assert function is not None
    loop = target.source.parents.get(target.stmt)
    given = [argument.arg for argument in function.arguments if argument.arg not in ("self", "cls")]
    if isinstance(loop, (ast.For, ast.AsyncFor)) and isinstance(loop.target, ast.Name):
        name = loop.target.id
        yield from ((f"{name}({argument})", CALLED) for argument in (", ".join(given), *given, ""))
    for word in _helpers(target.source, function.owner):
        own = "self." if function.owner is not None and word in _methods(function.owner) else ""
        if word != function.name:
            yield from ((f"{own}{word}({name})", CALLED) for name in (*_names(target)[:2], ""))


def _methods(owner: ast.ClassDef) -> list[str]:
    return [one.name for one in owner.body if isinstance(one, FunctionNode)]


@remembered(256)
def _helpers(source: SourceFile, owner: ast.ClassDef | None) -> list[str]:
    """Methods of the class and functions of the file, those that are for the file alone first."""
    methods = _methods(owner) if owner is not None else []
    functions = [one.name for one in source.tree.body if isinstance(one, FunctionNode)]
    plain = [name for name in (*methods, *functions) if not name.startswith("__")]
    return sorted(dict.fromkeys(plain), key=lambda name: not name.startswith("_"))[:8]
