"""A function whose code is replaced is the same function for everybody, and its hook makes its calls."""

import asyncio
import inspect
import pickle
from typing import Any

import pytest

from testfix_pipeline.execution.in_target.testfix_trampolines import copy_of, functions_in, replace_code


def plain(a: Any, b: int = 2, /, c: int = 3, *args: Any, k: int, m: int = 5, **more: Any) -> Any:
    return a, b, c, args, k, m, more


class Shop:
    def owner(self) -> Any:
        return __class__  # type: ignore[name-defined]

    def __hidden(self, __value: int) -> int:
        return __value

    def shown(self) -> int:
        return self.__hidden(4)


def around(outside: int) -> Any:
    def inside(value: int) -> int:
        return value + outside

    return inside


def counting(first: int) -> Any:
    got = yield first
    yield got


async def waiting(value: int) -> int:
    return 2 * value


def hooked(function: Any) -> list[Any]:
    """Replace a function's code by a call of what it was; returns the list of calls."""
    calls, original = [], copy_of(function)

    def hook(*args: Any, **kwargs: Any) -> Any:
        calls.append((args, kwargs))
        return original(*args, **kwargs)

    assert replace_code(function, hook)
    return calls


@pytest.fixture(autouse=True)
def restored() -> Any:
    functions = [plain, Shop.owner, Shop.shown, vars(Shop)["_Shop__hidden"], counting, waiting]
    codes = [function.__code__ for function in functions]
    yield
    for function, code in zip(functions, codes, strict=True):
        function.__code__ = code


def test_arguments_of_all_kinds_reach_the_hook() -> None:
    calls = hooked(plain)
    assert plain(1, k=2, z=3) == (1, 2, 3, (), 2, 5, {"z": 3})
    assert plain(1, 9, 8, 7, k=6) == (1, 9, 8, (7,), 6, 5, {})
    assert calls == [((1, 2, 3), {"k": 2, "m": 5, "z": 3}), ((1, 9, 8, 7), {"k": 6, "m": 5})]


@pytest.mark.parametrize("function", [plain, Shop.owner, counting, waiting], ids=lambda one: one.__name__)
def test_identity_signature_source_and_pickling_stay(function: Any) -> None:
    before = inspect.signature(function), inspect.getsource(function), pickle.dumps(function)
    kinds = inspect.iscoroutinefunction(function), inspect.isgeneratorfunction(function)
    hooked(function)
    assert (inspect.signature(function), inspect.getsource(function), pickle.dumps(function)) == before
    assert (inspect.iscoroutinefunction(function), inspect.isgeneratorfunction(function)) == kinds


def test_methods_closures_and_hidden_names_work() -> None:
    inside = around(10)
    calls = [hooked(one) for one in (Shop.owner, Shop.shown, vars(Shop)["_Shop__hidden"], inside)]
    shop = Shop()
    assert (shop.owner(), shop.shown(), inside(1)) == (Shop, 4, 11)
    assert [len(one) for one in calls] == [1, 1, 1, 1]


def test_generators_and_coroutines_are_handed_on() -> None:
    calls = hooked(counting), hooked(waiting)
    items = counting(1)
    assert (next(items), items.send(7)) == (1, 7)
    assert asyncio.run(waiting(4)) == 8
    assert [len(one) for one in calls] == [1, 1]


def test_the_functions_of_a_file_are_found() -> None:
    inside = around(1)
    found = functions_in(lambda file: file == __file__)
    assert inside in found and all(one.__code__.co_filename == __file__ for one in found)
