"""Orders that observe an example with fixtures: with each parameter, and checking that no shared value changes.

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
from testfix_pipeline.planning.generation.subjects.fixtures import MOST_WAYS, Fixtures, count_runs

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


def support_conftest(fixtures: Fixtures) -> str:
    """The text of an additional conftest file, with the fixtures that `orders_of` names."""
    parts = [_SUPPORT]
    for one in fixtures.every.values():
        for number, (value, imports) in enumerate(one.params):
            lines = [*imports, f"current.param = {value}"]
            parts.append(_fixture_text(f"{_choice_name(one, number)}_chosen", "", lines))
            parts.append(
                _fixture_text(_choice_name(one, number), f"{_choice_name(one, number)}_chosen, {one.name}", ["pass"])
            )
        if one.scope in SHARED:
            parts.append(_fixture_text(_alias_name(one), one.name, [f"return {one.name}"]))
    parts.append(_fixture_text(_IN_FORCE, ", ".join(fixtures.autouse), ["pass"]))
    return "\n\n".join(parts)


def _fixture_text(name: str, needs: str, lines: Sequence[str]) -> str:
    return f"@fixture\ndef {name}({needs}):\n" + textwrap.indent("\n".join(lines), "    ") + "\n"


def _choice_name(fixture: Fixture, number: int) -> str:
    """The name of the support fixture that selects one parameter of a fixture."""
    return f"testfix_{fixture.name}_{number}"


def _alias_name(fixture: Fixture) -> str:
    """An alias of a shared fixture, which shadows no name of the module."""
    return f"testfix_shared_{fixture.name}"


def orders_of(example: Example, fixtures: Fixtures) -> list[Order]:
    """The orders in which an example is observed, as `in_target/observe.py` reads them.

    None if they are too many.
    """
    needed = fixtures.needed(example.fixtures)
    if count_runs(needed) > MOST_WAYS:
        return []
    asked = fixtures.closure(example.fixtures)
    shared = [one for one in needed if one.scope in SHARED and one.name in asked]
    found = []
    for ahead in _setups(needed, fixtures):
        plain = example.to_order()
        names = [*ahead, *example.fixtures]
        if "monkeypatch" in fixtures.closure([*fixtures.autouse, *example.fixtures]):
            names = ["monkeypatch", *names]  # said by name it is loaded before anybody looks at the time
        plain["fixtures"] = list(dict.fromkeys(names))
        plain["settings"] = [*example.settings, *(name for one in needed for name in one.settings)]
        found += [plain, *([_comparing_order(plain, shared)] if shared else [])]
    return found


def _setups(needed: Sequence[Fixture], fixtures: Fixtures) -> Iterator[list[str]]:
    """Yield the fixtures that are set up before a test's own, for each combination of parameters."""
    several = [one for one in needed if one.params]
    always = set(fixtures.closure(fixtures.autouse))
    for numbers in itertools.product(*(range(len(one.params)) for one in several)):
        chosen = list(zip(several, numbers, strict=True))
        first = [_choice_name(one, number) for one, number in chosen if one.name in always]
        then = [_choice_name(one, number) for one, number in chosen if one.name not in always]
        yield [*first, *([_IN_FORCE] if fixtures.autouse else []), *then]


def _comparing_order(plain: Order, shared: Sequence[Fixture]) -> Order:
    """An order whose result is `True` where the calls leave all shared values unchanged, compared by pickling."""
    state = f"testfix_pickle.dumps([{', '.join(map(_alias_name, shared))}])"
    calls = [f"testfix_result = {call}" for call in [*plain["steps"], plain["call"]]]
    # What a result still does when it is looked at belongs to the call.
    calls.append("for _ in zip(range(1000), testfix_result if hasattr(testfix_result, '__next__') else ()):\n    pass")
    tried = "try:\n" + textwrap.indent("\n".join(calls), "    ") + "\nexcept Exception:\n    pass"
    setup = ["import pickle as testfix_pickle", f"testfix_before = {state}", *plain["setup"], tried]
    names = [*plain["fixtures"], *map(_alias_name, shared)]
    call = f"{state} == testfix_before"
    return {**plain, "fixtures": names, "setup": setup, "steps": [], "call": call, "watch": [], "documented": False}


def combined_observation(example: Example, fixtures: Fixtures, seen: Sequence[Order | None]) -> Order | None:
    """The observation of an example from those of its orders; None if one of them crashed."""
    if not seen:
        return {"problem": _TOO_MANY, "lines": []}
    if any(one is None for one in seen):
        return None
    seen_ones = [one for one in seen if one is not None]
    lines = sorted({line for one in seen_ones for line in one.get("lines", ())})
    step = len(seen_ones) // count_runs(fixtures.needed(example.fixtures))
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
    """Whether an order only compares shared values; no test notices a fault that it notices."""
    return "testfix_before" in str(order["call"])
