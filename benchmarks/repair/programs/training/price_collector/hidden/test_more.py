import asyncio

from prices import Collector, Table


def test_refresh_asks():
    table = Table(A=1, B=2)

    async def scenario():
        collector = Collector(table)
        await collector.prices("AB")
        table.prices = {"A": 5}
        return await collector.refresh(), await collector.prices("AB")

    assert asyncio.run(scenario()) == (["B"], {"A": 5, "B": 2})
    assert table.asked == 4
