"""Collect prices from several sources, the preferred one first."""

import asyncio

from prices.sources import SourceDown


class NoPrice(LookupError):
    """No source has a price for the symbol."""


class Collector:
    """Prices that were asked for once are kept until they are refreshed."""

    def __init__(self, *sources, at_once=4):
        self.sources = sources
        self._slots = asyncio.Semaphore(at_once)
        self._known = {}

    async def price(self, symbol):
        if symbol not in self._known:
            self._known[symbol] = await self._ask(symbol)
        return self._known[symbol]

    async def prices(self, symbols):
        """Prices by symbol; symbols without one are left out."""
        symbols = list(dict.fromkeys(symbols))
        answers = await asyncio.gather(*map(self.price, symbols), return_exceptions=True)
        found = {}
        for symbol, answer in zip(symbols, answers, strict=True):
            if isinstance(answer, NoPrice):
                continue
            if isinstance(answer, BaseException):
                raise answer
            found[symbol] = answer
        return found

    async def value(self, holdings):
        """The worth of some holdings (symbol to count). Raises NoPrice where one has no price."""
        total = 0
        for symbol, count in holdings.items():
            total += count * await self.price(symbol)
        return total

    async def refresh(self):
        """Ask for all known prices again; a list of those that stay as they were."""
        kept = []
        for symbol in sorted(self._known):
            try:
                self._known[symbol] = self._ask(symbol)
            except NoPrice:
                kept.append(symbol)
        return kept

    async def _ask(self, symbol):
        async with self._slots:
            for source in self.sources:
                try:
                    price = await source.price(symbol)
                except SourceDown:
                    continue
                if price is not None:
                    return price
        raise NoPrice(symbol)
