"""What fixtures ask of an observation: what is in force for each test, each parameter in turn, nothing shared changed.

An input is observed in several orders: one for each way in which its test will run, and behind each of them, where the
test is given what others are given, too, one that compares this before the call and after it. What all of them say
together is the input's observation.
"""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from testfix_pipeline.planning.generation.subjects.conftest_fixtures import SHARED, Fixture
from testfix_pipeline.planning.generation.subjects.examples import Example
from testfix_pipeline.planning.generation.subjects.fixtures import MOST_WAYS, Fixtures, ways_of

Order = dict[str, Any]
_IN_FORCE = "testfix_in_force"
_SUPPORT = """import types

current = types.SimpleNamespace()


@fixture
def request():
    return current
"""
_CHANGED = "changes a fixture's value that tests share"
_NOT_COMPARED = "a fixture's value that tests share can't be compared"
_DIFFERENT = "is not the same for all parameters of a fixture"
_TOO_MANY = "fixtures with too many parameters"


def support_for(fixtures: Fixtures) -> str:
    """The text of one more conftest file, whose fixtures set the others up as `orders_of` asks for."""
    parts = [_SUPPORT]
    for one in fixtures.every.values():
        for number, (value, imports) in enumerate(one.params):
            lines = [*imports, f"current.param = {value}"]
            parts.append(_fixture(f"{_choice(one, number)}_chosen", "", lines))
            parts.append(_fixture(_choice(one, number), f"{_choice(one, number)}_chosen, {one.name}", ["pass"]))
        if one.scope in SHARED:
            parts.append(_fixture(_handle(one), one.name, [f"return {one.name}"]))
    parts.append(_fixture(_IN_FORCE, ", ".join(fixtures.autouse), ["pass"]))
    return "\n\n".join(parts)


def _fixture(name: str, needs: str, lines: Sequence[str]) -> str:
    return f"@fixture\ndef {name}({needs}):\n" + textwrap.indent("\n".join(lines), "    ") + "\n"


def _choice(fixture: Fixture, number: int) -> str:
    """The name of what makes a fixture with one of its parameters."""
    return f"testfix_{fixture.name}_{number}"


def _handle(fixture: Fixture) -> str:
    """Another name for a fixture's value, which hides nothing of the module's."""
    return f"testfix_shared_{fixture.name}"


def orders_of(example: Example, fixtures: Fixtures) -> list[Order]:
    """What is to be observed for an example, as `in_target/observe.py` reads it; nothing where that is too much."""
    needed = fixtures.needed(example.fixtures)
    if ways_of(needed) > MOST_WAYS:
        return []
    asked = fixtures.closure(example.fixtures)
    shared = [one for one in needed if one.scope in SHARED and one.name in asked]
    found = []
    for ahead in _ways(needed, fixtures):
        plain = example.order()
        names = [*ahead, *example.fixtures]
        if "monkeypatch" in fixtures.closure([*fixtures.autouse, *example.fixtures]):
            names = ["monkeypatch", *names]  # said by name it is loaded before anybody looks at the time
        plain["fixtures"] = list(dict.fromkeys(names))
        plain["settings"] = [*example.settings, *(name for one in needed for name in one.settings)]
        found += [plain, *([_comparing(plain, shared)] if shared else [])]
    return found


def _ways(needed: Sequence[Fixture], fixtures: Fixtures) -> Iterator[list[str]]:
    """What is set up before a test's own fixtures, for each combination of parameters."""
    several = [one for one in needed if one.params]
    always = set(fixtures.closure(fixtures.autouse))
    for numbers in itertools.product(*(range(len(one.params)) for one in several)):
        chosen = list(zip(several, numbers, strict=True))
        first = [_choice(one, number) for one, number in chosen if one.name in always]
        then = [_choice(one, number) for one, number in chosen if one.name not in always]
        yield [*first, *([_IN_FORCE] if fixtures.autouse else []), *then]


def _comparing(plain: Order, shared: Sequence[Fixture]) -> Order:
    """An order that gives `True` where the calls leave all that is shared as it was, as far as pickling shows."""
    state = f"testfix_pickle.dumps([{', '.join(map(_handle, shared))}])"
    calls = [f"testfix_result = {call}" for call in [*plain["steps"], plain["call"]]]
    # What a result still does when it is looked at belongs to the call.
    calls.append("for _ in zip(range(1000), testfix_result if hasattr(testfix_result, '__next__') else ()):\n    pass")
    tried = "try:\n" + textwrap.indent("\n".join(calls), "    ") + "\nexcept Exception:\n    pass"
    setup = ["import pickle as testfix_pickle", f"testfix_before = {state}", *plain["setup"], tried]
    names = [*plain["fixtures"], *map(_handle, shared)]
    call = f"{state} == testfix_before"
    return {**plain, "fixtures": names, "setup": setup, "steps": [], "call": call, "watch": [], "documented": False}


def settled(example: Example, fixtures: Fixtures, seen: Sequence[Order | None]) -> Order | None:
    """The observation of an example by those of its orders; None where one of them crashed."""
    if not seen:
        return {"problem": _TOO_MANY, "lines": []}
    if any(one is None for one in seen):
        return None
    seen_ones = [one for one in seen if one is not None]
    lines = sorted({line for one in seen_ones for line in one.get("lines", ())})
    step = len(seen_ones) // ways_of(fixtures.needed(example.fixtures))
    ways, compared = seen_ones[::step], seen_ones[1::2] if step == 2 else []
    problem = next((one for one in ways if "problem" in one), None)
    if problem is not None:
        return problem
    for one in compared:
        checks = one.get("checks")
        if not checks or checks[0]["value"] != "True":
            return {"problem": _CHANGED if checks else _NOT_COMPARED, "lines": lines}
    if any(_without_lines(one) != _without_lines(ways[0]) for one in ways):
        return {"problem": _DIFFERENT, "lines": lines}
    return {**ways[0], "lines": lines, **({"ways": len(ways)} if len(ways) > 1 else {})}


def _without_lines(seen: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in seen.items() if name != "lines"}


def is_comparison(order: Order) -> bool:
    """Whether an order only compares: a fault that it notices is noticed by no test."""
    return "testfix_before" in str(order["call"])
