"""What one method, or function, does and its counterpart forgets to undo: what `add` counts, files or marks and
`remove` does not."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.edits.blocks import beside
from testfix_pipeline.repair.edits.donors import names_in_reach
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import module_names, root_of
from testfix_pipeline.repair.edits.tokens import renamed
from testfix_pipeline.repair.edits.undoing import UNDONE, opposites
from testfix_pipeline.repair.edits.updates import has_room
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, SourceFile

PAIRS = {
    "add": "remove delete drop discard cancel",
    "put": "take remove drop pop delete",
    "set": "unset delete remove",
    "push": "pop",
    "insert": "delete remove",
    "create": "delete remove",
    "store": "remove delete",
    "register": "unregister remove",
    "open": "close",
    "enter": "leave exit",
    "join": "leave",
    "park": "leave",
    "start": "stop end finish",
    "attach": "detach",
    "connect": "disconnect",
    "subscribe": "unsubscribe",
    "acquire": "release",
    "lock": "unlock",
    "reserve": "release cancel unreserve",
    "allocate": "free release",
    "assign": "unassign release",
    "book": "cancel release",
    "schedule": "cancel",
    "submit": "cancel",
    "place": "cancel",
    "borrow": "return give_back",
    "lend": "return",
    "checkout": "checkin",
    "check_out": "check_in",
    "deposit": "withdraw",
    "grant": "revoke",
    "hire": "fire",
    "enrol": "drop",
    "enroll": "drop",
    "enable": "disable",
    "increase": "decrease",
    "load": "unload",
    "show": "hide",
    "select": "deselect",
    "do": "undo",
} | {word: f"un{word}" for word in ("block", "follow", "like", "link", "mark", "mount", "pin", "track")}
COUNTERPARTS = {
    pair for one, others in PAIRS.items() for other in others.split() for pair in ((one, other), (other, one))
}
PRIOR, TOUCHED, MOST = 0.45, 0.4, 6
"""How likely at the best; what is left where the method does something with that attribute already."""
ATTRIBUTE = re.compile(r"self\.\w+")


def undone(target: Target) -> Iterator[Edit]:
    """Beside a statement, the opposite of what the function's counterpart does and it does not undo."""
    function = target.function
    forgotten = _forgotten(target.source, function) if function is not None and has_room(target) else ()
    reach = {*names_in_reach(target), "self"} if forgotten else set()
    codes = [(code, worth) for code, names, worth in forgotten if names <= reach]
    for rank, (code, worth) in enumerate(codes[:MOST]):
        yield from beside(target, [code], "done-for-the-other-side", worth / (1 + 0.1 * rank), code)


@remembered(512)
def _forgotten(source: SourceFile, function: Function) -> Sequence[tuple[str, set[str], float]]:
    """(statement, its names, how likely), the likeliest first, of what undoes the method's counterparts."""
    own, found = source.segment(function.node), dict[str, tuple[set[str], float]]()
    others = (one for one in source.functions if one.owner is function.owner)
    for other in (one for one in others if are_counterparts(function.name, one.name)):
        for code in _opposites(source, function, other):
            attribute = ATTRIBUTE.search(code)
            touched = attribute is not None and attribute.group() in own
            names = {one.id for one in ast.walk(ast.parse(code)) if isinstance(one, ast.Name)}
            if code not in own:
                found[code] = names, PRIOR * (TOUCHED if touched else 1.0)
    return sorted(((code, *told) for code, told in found.items()), key=lambda one: -one[2])


def are_counterparts(one: str, other: str) -> bool:
    """Whether two methods undo each other by their names: `add_line` and `remove_line`, `open` and `close`."""
    one, other = one.lstrip("_"), other.lstrip("_")
    for first, second in COUNTERPARTS:
        rest = one[len(first) :]
        if one.startswith(first) and other.startswith(second) and (rest[:1] in ("", "_")):
            further = other[len(second) :]
            if rest == further or not rest or not further:
                return True
    return False


def _opposites(source: SourceFile, function: Function, other: Function) -> Iterator[str]:
    """What undoes the other method's statements, in the words of this one."""
    names = [[argument.arg for argument in one.arguments if argument.arg != "self"] for one in (other, function)]
    pairs = dict(zip(*names, strict=False))
    words = {old: new for old, new in pairs.items() if old != new and new not in names[0] and old not in names[1]}
    for stmt in ast.walk(other.node):
        if isinstance(stmt, (ast.Assign, ast.AugAssign, ast.Expr)):
            for code in (*opposites(source, stmt), *_instead(source, stmt)):
                if _is_state(source, function, code):
                    yield renamed(code, words, tuple(words)) if words else code


def _is_state(source: SourceFile, function: Function, code: str) -> bool:
    """Whether what a statement changes outlives the call: of the object, or of the module for a plain function."""
    place = code.removeprefix("del ")
    if function.owner is not None:
        return place.startswith("self.")
    name = root_of(place.partition(" ")[0])
    declared = (one for one in ast.walk(function.node) if isinstance(one, ast.Global))
    bound_anew = place.startswith(f"{name} ")
    return name in module_names(source)[0] and (not bound_anew or any(name in one.names for one in declared))


def _instead(source: SourceFile, stmt: ast.stmt) -> Iterator[str]:
    """Opposites that say of what they are, not only of the last."""
    if isinstance(stmt, ast.Assign) and isinstance(stmt.targets[0], ast.Subscript):
        place = stmt.targets[0]
        yield f"{source.segment(place.value)}.pop({source.segment(place.slice)}, None)"
    elif isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call) and isinstance(stmt.value.func, ast.Attribute):
        call, func = stmt.value, stmt.value.func
        if func.attr in UNDONE and len(call.args) == 1 and not call.keywords:
            yield f"{source.segment(func.value)}.{UNDONE[func.attr]}({source.segment(call.args[0])})"
