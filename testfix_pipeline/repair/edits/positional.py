"""A positional argument that a call of Python's own functions lacks: a bound, a divisor, a start, a type."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.calls import callee, with_argument
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import likeness, local_names, module_constants, self_attributes
from testfix_pipeline.repair.source import own_nodes

# By the name that is called: after how many arguments another may come, and what it usually is. See `idioms.py` and
# `calls.known_keywords` for what has a value of its own: rounding, splitting, counting from one, defaults.
TAKES: dict[str, tuple[tuple[int, ...], tuple[str, ...]]] = {
    "min": ((1, 2), ()), "max": ((1, 2), ()), "divmod": ((1,), ()), "pow": ((1, 2), ("2",)), "range": ((1, 2), ("-1",)),
    "islice": ((1, 2), ()), "zip": ((1,), ()), "round": ((1,), ()), "enumerate": ((1,), ()), "insert": ((1,), ()),
    "isinstance": ((1,), ("str", "int", "list", "dict", "tuple", "float", "bool")), "sum": ((1,), ("[]",)),
    "setdefault": ((1,), ("[]", "{}", "set()", "0", "None")), "replace": ((1,), ("''", "' '")),
    "rjust": ((1,), ("'0'",)), "ljust": ((1,), ("' '",)), "index": ((1,), ()), "find": ((1,), ()),
    "startswith": ((1,), ()), "timedelta": ((0, 1), ()),
}  # fmt: skip
CRASHED, USUAL, REACHED = 0.6, 0.3, 0.22
"""Where the call itself raises a TypeError; for what is usual with such a call, and for what is in reach."""
LATER = 0.1
MOST_TERMS = 14
LACKING = re.compile(
    r"missing (?:\d+ )?required (?:positional )?arguments?:? '(?P<name>\w+)'"
    r"|expected (?:at least )?\d+ arguments?, got \d+"
)


def arguments(target: Target) -> Iterator[Edit]:
    """One more argument at the end: what the failure says is missing or is usual there, then what is in reach."""
    crashed = target.crash() == "TypeError"
    missing = _missing(target.clues.messages) if crashed else None
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        counts, usual = TAKES.get(called(node), ((), ()))
        wanted = len(node.args) in counts or missing is not None
        if not wanted or node.keywords or _is_open(node) or callee(target, node) is not None:
            continue
        said = {target.text(one) for one in node.args}
        terms = _terms(target)
        reached = sorted(terms, key=lambda term: -likeness(missing, term)) if missing else terms
        for values, best in ((usual, USUAL), (reached, REACHED)):
            for rank, value in enumerate(one for one in values if one not in said):
                where = with_argument(target, node, value)
                if where is not None:
                    prior = (CRASHED if crashed else best) / (1 + LATER * rank)
                    yield target.splice(*where, "argument.given", prior, value)


def _missing(messages: Sequence[str]) -> str | None:
    """The parameter that a TypeError says was not given, "" where it does not say which, None where it says nothing."""
    found = next(filter(None, map(LACKING.search, messages)), None)
    return (found["name"] or "") if found else None


def _is_open(node: ast.Call) -> bool:
    return any(isinstance(one, (ast.Starred, ast.GeneratorExp)) for one in node.args)


def _terms(target: Target) -> list[str]:
    """What may be handed over: what the statement does not speak of first, the last bound before others."""
    spoken = {node.id for node in own_nodes(target.stmt) if isinstance(node, ast.Name)}
    bound = local_names(target)
    names = [name for name in reversed(bound) if name not in ("self", "cls")]
    data = [f"self.{name}" for name in self_attributes(target)[0]] if "self" in bound else []
    fresh = [name for name in names if name not in spoken]
    lengths = [f"len({name})" for name in names[:4]]
    return list(dict.fromkeys([*fresh, *data[:5], *module_constants(target.source)[:3], *lengths, *names]))[:MOST_TERMS]
