"""What a module is by its source, and what others have made of it."""

import functools
import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import Mock

import pytest

from testfix_pipeline.execution.in_target.testfix_replaced import replaced

SHOP = """\
import functools
from dataclasses import dataclass

LIMIT = 3


@dataclass
class Item:
    price: int = 1

    @property
    def double(self):
        return 2 * self.price

    @classmethod
    def free(cls):
        return cls(0)


@functools.lru_cache
def total(*prices):
    return sum(prices)


def first(prices):
    return prices[0]
"""


@pytest.fixture
def shop(tmp_path: Path) -> ModuleType:
    (tmp_path / "shop.py").write_text(SHOP)
    spec = importlib.util.spec_from_file_location("shop", tmp_path / "shop.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_is_used_or_has_other_data_is_not_replaced(shop: Any) -> None:
    shop.LIMIT, shop.more = 4, len
    assert shop.total(1, 2) == 3 and shop.Item.free().double == 0
    assert replaced([shop]) == []


REPLACEMENTS: dict[str, Callable[[Any], object]] = {
    "shop.first": lambda shop: setattr(shop.first, "__code__", (lambda prices: prices[-1]).__code__),
    "shop.total": lambda shop: setattr(shop, "total", functools.partial(min, 1)),
    "shop.Item": lambda shop: setattr(shop.Item, "free", classmethod(lambda cls: cls(1))),
    "shop.sum": lambda shop: setattr(shop, "sum", Mock()),
    "shop.LIMIT": lambda shop: setattr(shop, "LIMIT", Mock()),
}


@pytest.mark.parametrize("name", REPLACEMENTS)
def test_other_code_is_found_wherever_it_is(name: str, shop: Any) -> None:
    REPLACEMENTS[name](shop)
    assert replaced([shop]) == [name]


def test_a_module_that_can_be_imported_but_once_is_left_out(shop: Any) -> None:
    shop.first = len
    Path(str(shop.__file__)).write_text("raise SystemExit")
    assert replaced([shop]) == []
