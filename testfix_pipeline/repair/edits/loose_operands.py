"""A variable that nothing reads, as an operand of what is calculated, answered or handed over."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.blocks import LEAVING, after
from testfix_pipeline.repair.edits.calls import with_argument
from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.edits.operators import ORDERINGS
from testfix_pipeline.repair.edits.scope import bound_names, class_attributes, with_defaults
from testfix_pipeline.repair.edits.traces import attributes, loose_ends

COMPARED = ("{0} + {1}", "{0} - {1}", "{1} * {0}")
FORMS = ("{1} * {0}", "{0} + {1}", "{0} - {1}", "{0} / {1}", "{1} - {0}")
AHEAD = frozenset({"prefix", "indent", "greeting"})
AROUND = frozenset({"size", "modulo", "mod", "modulus", "capacity", "base"})
TIMES = frozenset({"years", "periods", "exponent", "power", "degree"})
"""Names of what is put in front, of what numbers go round or are counted by, and of how often something is done."""
OPERANDS = (ast.Name, ast.Attribute, ast.BinOp, ast.Subscript, ast.Call)
TURNED = (ast.Name, ast.Attribute, ast.Compare, ast.Call, ast.BoolOp, ast.ListComp)
SOUGHT = 0.3
"""How rarely a name must be left unread in sound code to be taken for a loose end here."""
FIRST = ("limit", "count", "most", "top", "n", "k", "size", "number", "max", "amount", "length", "width")
BEHIND = ("offset", "start", "skip", "begin", "first", "after")
"""What says how many of the first are meant, or from where on."""
ENDS = ("end", "stop", "until", "to", "last")
"""What says where it ends."""
TURNING = ("negat", "invert", "invers", "revers", "descending", "exclude", "flip", "opposite")
"""How words begin in the names of flags that turn an answer round."""


def operands(target: Target) -> Iterator[Edit]:
    """In what is assigned, added, yielded or returned and its sides, maybe made a number; in what is handed over, put
    under a key, made for each, or compared."""
    value: ast.expr | None = None
    if isinstance(target.stmt, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return)):
        value = target.stmt.value
    elif isinstance(target.stmt, ast.Expr) and isinstance(target.stmt.value, ast.Yield):
        value = target.stmt.value.value
    walked = {n.id for one in target.nodes if isinstance(one, ast.comprehension) for n in ast.walk(one.target)
              if isinstance(n, ast.Name)}  # fmt: skip
    for name, strength in _unread(target):
        if name not in walked:
            for operand, share in ((name, 1.0), (f"int({name})", 0.8), (f"float({name})", 0.4)):
                if value is not None:
                    yield from _as_operand(target, value, operand, 0.4 * strength * share)
            for side in (value.left, value.right) if isinstance(value, ast.BinOp) else ():
                if not isinstance(side, ast.Constant):
                    yield from _as_operand(target, side, name, 0.35 * strength, brackets=True)
            for node in _handed_over(target):
                yield from _as_operand(target, node, name, 0.4 * strength)
            for node in _compared(target):
                yield from _as_operand(target, node, name, 0.3 * strength, forms=COMPARED)
        for node in _made_for_each(target):
            yield from _as_operand(target, node, name, 0.4 * strength)


def slices(target: Target) -> Iterator[Edit]:
    """`rows[:limit]` for what is returned, assigned or handed over: the variable says how many, or from where on; or
    where what is cut off already is to end: `rows[start:start + limit]`."""
    for name, strength in _unread(target):
        last, first = name.rsplit("_", 1)[-1], name.split("_", 1)[0]
        form = "{}[{}:]" if last in BEHIND or name in BEHIND else "{}[:{}]"
        share = 1.0 if {last, first} & {*FIRST, *BEHIND, *ENDS} else 0.4
        for node in _lists(target):
            text = form.format(target.text(node), name)
            yield target.replace(node, text, "loose-end.passed", 0.6 * strength * share, text[:50])
            if form == "{}[:{}]":
                text = f"{target.text(node)}[-{name}:]"
                yield target.replace(node, text, "loose-end.passed", 0.3 * strength * share, text[:50])
        for node in target.expressions(ast.Slice):  # not an expression with a text of its own everywhere
            assert isinstance(node, ast.Slice)
            if node.upper is None and node.lower is not None and node.step is None:
                lower = target.text(node.lower)
                for end in (name,) if last in ENDS else (f"{lower} + {name}", name):
                    yield target.replace(node, f"{lower}:{end}", "loose-end.passed", 0.6 * strength * share, end)


def gathered(target: Target) -> Iterator[Edit]:
    """`xs + [name]`, `{**name, ...}`, `[*name, ...]`: with the variable as a further element, or as many of them."""
    for name, strength in _unread(target, least=0.1):
        for node in target.expressions(ast.ListComp, ast.List, ast.Dict, ast.Set):
            if isinstance(getattr(node, "ctx", None), ast.Store):
                continue
            if isinstance(node, ast.ListComp):
                text = target.text(node)
                yield target.replace(node, f"{text} + [{name}]", "loose-end.collected", 0.4 * strength, name)
                yield target.replace(node, f"[{name}] + {text}", "loose-end.collected", 0.3 * strength, name)
            elif parts := getattr(node, "elts", getattr(node, "values", ())):
                star = "**" if isinstance(node, ast.Dict) else "*"
                start, end = target.source.span(node)[0] + 1, target.source.span(parts[-1])[1]
                yield target.splice(start, start, f"{star}{name}, ", "loose-end.collected", 0.4 * strength, star + name)
                yield target.splice(end, end, f", {star}{name}", "loose-end.collected", 0.35 * strength, star + name)


def given_instead(target: Target) -> Iterator[Edit]:
    """`name or ...`: an unread parameter that may be left out, in the place of what the function makes of its own."""
    function = target.function
    usual = {one.arg: value for one, value in with_defaults(function.node.args)} if function is not None else {}
    for name, strength in _unread(target, least=0.1):
        default = usual.get(name)
        if not isinstance(default, ast.Constant) or default.value is not None:
            continue
        keys = [node.slice for node in target.nodes if isinstance(node, ast.Subscript)]
        for node in [*target.assigned_or_passed(), *keys]:
            if isinstance(node, (ast.Attribute, ast.Call, ast.Subscript, ast.Name)):
                for form, share in (("{0} or {1}", 1.0), ("{1} if {0} is None else {0}", 0.8)):
                    text = form.format(name, wrapped(target, node))
                    yield target.replace(node, text, "loose-end.passed", 0.6 * max(strength, 0.5) * share, text[:50])


TAKING = ("{}.remove({})", "{}.discard({})", "{}.pop({})", "{}.pop({}, None)")


def taken_by_name(target: Target) -> Iterator[Edit]:
    """What the function is told, and not the last one, is taken out: `rows.remove(row)` for `rows.pop()`."""
    calls = [node for node in target.expressions(ast.Call) if getattr(node.func, "attr", "") in ("pop", "popleft")]  # type: ignore[attr-defined]
    for name, strength in _unread(target, least=0.1) if calls else ():
        for node in calls:
            assert isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
            for rank, form in enumerate(TAKING if not node.args else ()):
                text = form.format(wrapped(target, node.func.value), name)
                worth = 0.5 * max(strength, 0.6) / (1 + 0.3 * rank)
                yield target.replace(node, text, "loose-end.passed", worth, text[:50])


def turned(target: Target) -> Iterator[Edit]:
    """`not found if negate else found`, and the list the other way round, for an answer that a flag is to turn: one
    that the function takes or the object has, and nothing reads."""
    value = target.stmt.value if isinstance(target.stmt, ast.Return) else None
    function = target.function
    if function is None or not isinstance(value, TURNED):
        return
    loose = [name for name, _ in _unread(target, least=0.1)]
    data = class_attributes(target.source, function.owner)[0] if function.owner is not None else ()
    known = attributes(target.project or (target.source,))
    flags = [*loose, *(f"self.{name}" for name in data if name in known and not known[name].reads)]
    for flag in filter(_turns, flags):
        said = {keyword.arg for keyword in value.keywords} if isinstance(value, ast.Call) else set()
        if isinstance(value, ast.Call) and called(value) == "sorted" and "reverse" not in said:
            where = with_argument(target, value, f"reverse={flag}")
            yield from [target.splice(*where, "loose-end.passed", 0.5, flag)] if where else []
        ways = ("not {0} if {1} else {0}", "{0}[::-1] if {1} else {0}")
        for form in ways[:1] if isinstance(value, (ast.Compare, ast.BoolOp)) else ways:
            new = form.format(wrapped(target, value), flag)
            yield target.replace(value, new, "loose-end.passed", 0.5, new[:50])


def for_constants(target: Target) -> Iterator[Edit]:
    """The variable for a number or text that is written out: for what it has by default, a number for any other. And
    what the object is given and nothing ever reads."""
    function = target.function
    if function is None or (isinstance(target.stmt, ast.Expr) and isinstance(target.stmt.value, ast.Constant)):
        return
    usual = {one.arg: value for one, value in with_defaults(function.node.args)}
    names = [(name, strength, usual.get(name)) for name, strength in _unread(target)]
    data = class_attributes(target.source, function.owner)[0] if function.owner is not None else ()
    known = attributes(target.project or (target.source,))
    own = function.name != "__init__" and [one.arg for one in function.arguments[:1]] == ["self"]
    idle = [name for name in data if own and name[:2] != "__" and name in known and not known[name].reads]
    names += [(f"self.{name}", 1.0, None) for name in idle]
    for node in target.expressions(ast.Constant) if names else ():
        assert isinstance(node, ast.Constant)
        matched = isinstance(target.source.parents[node], ast.MatchValue)
        if node.value is None or isinstance(node.value, (bool, bytes)) or matched:
            continue
        for name, strength, default in names:
            same = isinstance(default, ast.Constant) and ast.dump(default) == ast.dump(node)
            if same or (default is None and not isinstance(node.value, str)):
                prior = (0.6 if same else 0.4) * strength
                yield target.replace(node, name, "loose-end.passed", prior, f"{target.text(node)} -> {name}")


def _turns(flag: str) -> bool:
    words = flag.rpartition(".")[2].split("_")
    return any(word == "desc" or word.startswith(TURNING) for word in words)


def starred(target: Target) -> Iterator[Edit]:
    """`f(*args, **kwargs)` where the function takes what it does not name, and never looks at it."""
    node = target.function.node if target.function is not None else None
    if node is None:
        return
    taken = {one.arg: star for one, star in ((node.args.vararg, "*"), (node.args.kwarg, "**")) if one is not None}
    for name, _ in _unread(target, least=0.0):
        for call in target.expressions(ast.Call) if name in taken else ():
            assert isinstance(call, ast.Call)
            where = with_argument(target, call, taken[name] + name)
            if where is not None:
                yield target.splice(*where, "loose-end.passed", 0.6, taken[name] + name)


def _unread(target: Target, least: float = SOUGHT) -> list[tuple[str, float]]:
    """(name, strength) of what the function has bound by now and does not read."""
    if target.function is None:
        return []
    bound = bound_names(target.function.node)
    loose = loose_ends(target.source, target.function).unread.items()
    return [(name, s) for name, s in loose if bound.get(name, 0) <= target.stmt.lineno and s >= least]


def _lists(target: Target) -> Iterator[ast.expr]:
    """What may be a list: values that are returned or assigned, arguments, what is gone over."""
    lists = (ast.Name, ast.Call, ast.ListComp, ast.Attribute)
    yield from (one for one in target.assigned_or_passed() if isinstance(one, lists))
    walked = (node.iter for node in target.nodes if isinstance(node, (ast.For, ast.comprehension)))
    yield from (one for one in walked if isinstance(one, (ast.Name, ast.Call, ast.Attribute)))


def _as_operand(
    target: Target, node: ast.expr, operand: str, prior: float, brackets: bool = False, forms: Sequence[str] = ()
) -> Iterator[Edit]:
    for form in forms or _forms(operand):
        text = form.format(wrapped(target, node), operand)
        text = f"({text})" if brackets else text
        yield target.replace(node, text, "loose-end.passed", prior, text[:50])


def _forms(operand: str) -> Sequence[str]:
    """How an operand is put to another by what it is called."""
    words = operand.split("_")
    if {words[0], words[-1]} & AHEAD:
        return ("{1} + {0}", "{0} + {1}")
    if words[-1] in AROUND:
        return ("{0} % {1}", "{0} // {1}", *FORMS)
    return ("{0} ** {1}", *FORMS) if words[-1] in TIMES else FORMS


def _handed_over(target: Target) -> Iterator[ast.expr]:
    """Variables, attributes and sums that are arguments of calls, elements of a tuple that is one, or under a key."""
    for node in target.expressions(ast.Call, ast.Dict):
        if isinstance(node, ast.Dict):
            parts = [value for key, value in zip(node.keys, node.values, strict=True) if key is not None]
        else:
            assert isinstance(node, ast.Call)
            parts = [part for one in node.args for part in (one.elts if isinstance(one, ast.Tuple) else [one])]
            parts += [keyword.value for keyword in node.keywords if keyword.arg]
        yield from (part for part in parts if isinstance(part, OPERANDS))


def _made_for_each(target: Target) -> Iterator[ast.expr]:
    """What comprehensions make of each element: their variables are bound nowhere else."""
    for node in target.expressions(ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp):
        part = node.value if isinstance(node, ast.DictComp) else node.elt  # type: ignore[attr-defined]
        if isinstance(part, OPERANDS):
            yield part


def _compared(target: Target) -> Iterator[ast.expr]:
    """What less and more is asked of."""
    for node in target.expressions(ast.Compare):
        assert isinstance(node, ast.Compare)
        if isinstance(node.ops[0], ORDERINGS):
            yield from (part for part in (node.left, *node.comparators) if isinstance(part, OPERANDS))


def combined(target: Target) -> Iterator[Edit]:
    """At the end of a function that answers nothing: two variables that nothing reads, or one and what was bound last,
    returned as one number."""
    function = target.function
    if function is None or target.stmt is not function.node.body[-1] or isinstance(target.stmt, LEAVING):
        return
    bound = bound_names(function.node)
    loose = [name for name, strength in loose_ends(target.source, function).unread.items() if strength >= 0.5]
    for name in loose[:2]:
        others = [other for other in sorted(bound, key=lambda one: -bound[one]) if other not in (name, "self", "cls")]
        for rank, other in enumerate([*(one for one in loose if one != name), *others][:4]):
            for sign in ("/", "*", "+", "-"):
                for text in dict.fromkeys((f"{name} {sign} {other}", f"{other} {sign} {name}")):
                    edit = after(target, [f"return {text}"], "variable.returned", 0.4 / (1 + 0.4 * rank), text)
                    if edit:
                        yield edit
