"""Detects results copied from tests into source, in any language: `AnswerSyntax` says how one writes them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.language_model import Literal
from testfix_pipeline.core.patch_policy.learnt_literals import TestConstants, are_copied_choices
from testfix_pipeline.core.patch_policy.syntax_nodes import descendants

N = TypeVar("N")


class TableEntry(NamedTuple, Generic[N]):
    """A key that code gives a table, with its value, None if the rule does not look at it. table: its code."""

    table: str
    key: N
    value: N | None
    node: N


@dataclass(frozen=True)
class AnswerSyntax(Generic[N]):
    """How a language writes constants, branches and tables, at one node; everything is empty for other nodes.

    values: the constants in the code below a node. branches: pairs of a condition and of what is given back under it.
    table: where a node is a table of nothing but keys and values, the constants of each key and the value. choices: the
    constants that a node chooses from, and how many of them must have been calculated. line: the constants that a
    result adds to something, and those that it subtracts from something. entries: what code puts into tables.
    """

    values: Callable[[N], Iterable[Literal]]
    branches: Callable[[N], Iterable[tuple[N, N]]]
    table: Callable[[N], Sequence[tuple[Collection[Literal], N]]]
    choices: Callable[[N], tuple[Sequence[Literal], int]] = lambda node: ((), 1)
    line: Callable[[N], tuple[Collection[Literal], Collection[Literal]]] = lambda node: ((), ())
    entries: Callable[[N], Iterable[TableEntry[N]]] = lambda node: ()


def values_below(types: Collection[str], constant: Callable[[Node], object]) -> Callable[[Node], Iterator[Literal]]:
    """Return what yields the texts and numbers that nodes of these types below a node evaluate to."""

    def values(node: Node) -> Iterator[Literal]:
        found = (constant(one) for one in descendants(node) if one.type in types)
        return (one for one in found if isinstance(one, str | float))

    return values


def special_cases(nodes: Sequence[N], literals: Collection[Literal], syntax: AnswerSyntax[N]) -> Iterator[N]:
    """Yield branches on equality with a literal of the tests that return another one, and tables of them.

    A result may also be a line through a point of the tests: `247 + (x - 12340) * 3`.
    """
    learnt = TestConstants.of(literals)

    def holds(known: Collection[Literal], node: N) -> bool:
        return any(one in known for one in syntax.values(node))

    def is_known(value: N) -> bool:
        given = set(syntax.values(value))
        return not learnt.telling.isdisjoint(given) or (bool(given) and given <= learnt.every)

    for node in nodes:
        answers = any(all(holds(learnt.telling, one) for one in pair) for pair in syntax.branches(node))
        drawn = all(any(one in learnt.telling for one in ends) for ends in syntax.line(node))
        choices, least = syntax.choices(node)
        if answers or drawn or are_copied_choices(choices, learnt, least):
            yield node
        elif pairs := syntax.table(node):
            known = all(not learnt.every.isdisjoint(key) and is_known(value) for key, value in pairs)
            telling = (not learnt.telling.isdisjoint(key) and holds(learnt.telling, value) for key, value in pairs)
            if (known and any(telling)) or all(any(map(learnt.is_joined, key)) for key, _ in pairs):
                yield node
    entries = [entry for node in nodes for entry in syntax.entries(node)]
    other = {one.table for one in entries if not holds(learnt.every, one.key)}
    for one in (entry for entry in entries if entry.table not in other):
        if one.value is not None and holds(learnt.telling, one.key) and holds(learnt.telling, one.value):
            yield one.node
