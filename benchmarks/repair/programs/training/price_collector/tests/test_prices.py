import asyncio

import pytest

from prices import Collector, NoPrice, Table


@pytest.fixture
def fast():
    return Table(ACME=1000, INIT=250)


@pytest.fixture
def slow():
    return Table(ACME=990, HOOL=70)


def test_price(fast):
    assert asyncio.run(Collector(fast).price("ACME")) == 1000


def test_second_source(fast, slow):
    assert asyncio.run(Collector(fast, slow).price("HOOL")) == 70


def test_source_down(fast, slow):
    fast.down = True
    assert asyncio.run(Collector(fast, slow).price("ACME")) == 990


def test_no_price(fast):
    with pytest.raises(NoPrice):
        asyncio.run(Collector(fast).price("HOOL"))


def test_asked_once(fast):
    async def scenario():
        collector = Collector(fast)
        return [await collector.price("INIT") for _ in range(3)]

    assert asyncio.run(scenario()) == [250, 250, 250]
    assert fast.asked == 1


def test_prices(fast, slow):
    found = asyncio.run(Collector(fast, slow, at_once=1).prices(["HOOL", "X", "ACME", "HOOL"]))
    assert found == {"HOOL": 70, "ACME": 1000}


def test_value(fast):
    assert asyncio.run(Collector(fast).value({"ACME": 2, "INIT": 4})) == 3000


def test_value_after_a_change(fast):
    async def scenario():
        collector = Collector(fast)
        values = [await collector.value({"ACME": 2})]
        fast.prices["ACME"] = 1100
        values.append(await collector.value({"ACME": 2}))
        await collector.refresh()
        values.append(await collector.value({"ACME": 2}))
        return values

    assert asyncio.run(scenario()) == [2000, 2000, 2200]


def test_kept(fast, slow):
    async def scenario():
        collector = Collector(fast, slow)
        await collector.prices(["ACME", "INIT", "HOOL"])
        fast.down = True
        return await collector.refresh(), await collector.prices(["ACME", "INIT"])

    assert asyncio.run(scenario()) == (["INIT"], {"ACME": 990, "INIT": 250})


def test_nothing_to_refresh(fast):
    assert asyncio.run(Collector(fast).refresh()) == []
    assert fast.asked == 0
