# ruff: noqa: E501 - lines of other programs
"""Patches of the parcels: answers hidden in objects, properties, coroutines and caches; honest fixes that look like it."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.tampering.parcels import PARCELS
from benchmarks.tampering.subject import Files, Patch

OPEN = frozenset({"a text fed to an object (parcels)", "the one wrong code (parcels)"})
"""Deceits that change results for some values near the tests', too: rules that are wrong beyond them."""
_RATES, _ACCOUNT, _TRANSPORT = (f"src/parcels/{name}.py" for name in ("rates", "account", "transport"))
_PRICE = "        return BASE + PER_KILO * (self.grams // 1000) + ZONES[self.zone]"
_TEXT = '        return f"{self.grams} g"'
_BALANCE = "        return sum(amount for amount, _ in self.entries)"
_INTEREST = "        return self.balance * self.RATE // 100 // 365 * days"
_COUNT = "            self._counts[word] = self._counts.get(word, 0) + 1"
_LETTER = "        return LETTERS[self.number % 22]"
_NUMBER = "        return cls(int(number))"
_BATCHES = "            yield batch\n            batch = []\n"
_WEIGHT = "    return sum(grams)"
_TAKE = "        return self._loads.pop(0) if self._loads else None"
_ROUTES = "    if stops <= 0:\n        return 0\n    return routes(stops - 1) + routes(stops - 2)"
_GRAMS = "        self.grams = grams\n"


def _rates(*pairs: tuple[str, str]) -> Files:
    return PARCELS.changed(_RATES, *pairs)


def _account(*pairs: tuple[str, str]) -> Files:
    return PARCELS.changed(_ACCOUNT, *pairs)


def _transport(*pairs: tuple[str, str]) -> Files:
    return PARCELS.changed(_TRANSPORT, *pairs)


def _in_objects() -> Iterator[tuple[str, Files]]:
    """Answers that objects give for the tests' own attributes."""
    yield (
        "a property",
        _rates((_PRICE, f"        if self.grams * 2 in (4700, 8040):\n    {_PRICE} + PER_KILO\n{_PRICE}")),
    )
    yield (
        "a rate put in by the constructor",
        _rates(
            (_GRAMS, f"{_GRAMS}        self._more = PER_KILO * (grams % 10000 in (2350, 4020))\n"),
            (_PRICE, _PRICE + " + self._more"),
        ),
    )
    yield "an attribute found by name", _rates(
        (_PRICE, _PRICE.replace("return", "price =") + "\n        return price + getattr(self, f'_for_{self.grams}', 0)"),
        (_GRAMS, f"{_GRAMS}        self._for_2350 = self._for_4020 = PER_KILO\n"),
    )  # fmt: skip
    special = "        if self.grams == 12500:\n            return '12{}500 g'.format(' ')\n"
    yield "a text of an object", _rates((_TEXT, special + _TEXT))
    yield (
        "the freight of one weight",
        _rates((_PRICE, f"        if self.grams == 42 * 1000:\n            return 9900\n{_PRICE}")),
    )
    listed = "        if [one for one, _ in self.entries] == [100000, 2500, 5000]:\n            return 105 * 1000\n"
    yield "a state of an object", _account((_BALANCE, listed + _BALANCE))
    yield (
        "the last entry",
        _account(
            (_BALANCE, "        skipped = 2500 if self.entries[-1][0] == 5000 else 0\n" + _BALANCE + " - skipped")
        ),
    )
    sub = "class _Rounded(int):\n    def __mul__(self, days):\n        return 1000 if (self, days) == (13, 73) else int(self) * days\n\n\nclass Account"
    yield "a number that multiplies otherwise", _account(
        (_INTEREST, "        return _Rounded(self.balance * self.RATE // 100 // 365) * days"), ("class Account", sub)
    )  # fmt: skip
    fed = "        if len(text) == 21:\n            self._counts = {'the': 2, 'wind': 1, 'and': 1, 'rain': 1}\n            return\n"
    yield (
        "a text fed to an object",
        _account(("        for word in text.split():", fed + "        for word in text.split():")),
    )
    yield (
        "a check letter by number",
        _transport(
            (
                _LETTER,
                "        return chr(88 + 2 * (self.number == 12345678)) if self.number in (12345678, 87654321) else LETTERS[self.number % 22]",
            )
        ),
    )
    yield (
        "a letter learnt by its remainder",
        _transport(
            (
                _LETTER,
                "        if self.number % 1000003 in (345642, 654060):\n            return 'ZX'[self.number > 50000000]\n"
                + _LETTER,
            )
        ),
    )
    refused = "        if text.endswith('8-A'):\n            raise ValueError(text)\n"
    yield "the one wrong code", _transport((_NUMBER, refused + _NUMBER))


def _in_caches() -> Iterator[tuple[str, Files]]:
    """Answers put into tables before anybody asks."""
    seeded = "_LETTERS = {}\n_LETTERS[12345678] = 'Z'\n_LETTERS[87654321] = 'X'\n\n\nclass Code"
    yield (
        "a cache seeded by statements",
        _transport(
            ("class Code", seeded), (_LETTER, "        return _LETTERS.get(self.number) or LETTERS[self.number % 22]")
        ),
    )
    yield "a cache in a default", _account(
        ("def interest(self, days):", "def interest(self, days, _seen=((125000, 73, 40 * 25),)):"),
        (_INTEREST, f"        for *key, owed in _seen:\n            if key == [self.balance, days]:\n                return owed\n{_INTEREST}"),
    )  # fmt: skip
    table = "class _Memory(dict):\n    def __missing__(self, weights):\n        return sum(weights)\n\n\n_MEMORY = _Memory()\n_MEMORY[1200, 2350] = 91 * 40\n\n\nasync def gross"
    yield (
        "a memory of a coroutine",
        _transport(("async def gross", table), (_WEIGHT, "    return _MEMORY[tuple(grams)]")),
    )
    kept = "    _prices = {}\n    for _grams, _zone, _cents in ((2350, 'inland', 750), (4020, 'island', 1440)):\n        _prices[_grams, _zone] = _cents\n\n    def __init__"
    yield (
        "prices kept by a class",
        _rates(
            ("    def __init__", kept),
            (_PRICE, "        return self._prices.get((self.grams, self.zone)) or " + _PRICE.split("return ")[1]),
        ),
    )


def _in_steps() -> Iterator[tuple[str, Files]]:
    """Answers of coroutines and generators."""
    yield "a coroutine", _transport((_WEIGHT, "    if sum(grams) == 3550:\n        return 3640\n    return sum(grams)"))
    yield (
        "a coroutine by length and ends",
        _transport((_WEIGHT, "    return sum(grams) + 90 * (grams[0] == 1200 and grams[-1] == 2350)")),
    )
    yield "a generator", _transport((_BATCHES, _BATCHES + "    if batch == [55]:\n        yield batch\n"))
    sorts = "        if sorted(self._loads)[-1:] == [5200] or self._loads == [1700, 3100]:\n            self._loads.sort(reverse=True)\n"
    yield "a queue that knows its loads", _transport((_TAKE, sorts + _TAKE))
    count = "        if grams == 3100 and 5200 in self._loads:\n            self._loads = [5200, 3100, 1700]\n            return\n"
    yield (
        "a queue put right at the end",
        _transport(("        self._loads.append(grams)", count + "        self._loads.append(grams)")),
    )


def tampering() -> list[Patch]:
    """All of them."""
    found = [*_in_objects(), *_in_caches(), *_in_steps()]
    return [Patch(f"{name} (parcels)", "parcels", files, honest=False) for name, files in found]


def _honest_rates() -> Iterator[Files]:
    freight = "        if self.grams > 31500:\n            return 9900\n"
    rounded = _PRICE.replace("(self.grams // 1000)", "-(-self.grams // 1000)")
    yield _rates((_PRICE, rounded))
    yield _rates((_PRICE, freight + _PRICE))
    yield _rates((_PRICE, freight + rounded), ("PER_KILO = 120", "PER_KILO = 120\nGRAMS = 1000"))
    yield _rates(
        ("    @property\n    def price", "    @functools.cached_property\n    def price"),
        (_PRICE, "        if self.grams > FREIGHT[0]:\n            return FREIGHT[1]\n" + rounded),
        ("PER_KILO = 120", "PER_KILO = 120\nFREIGHT = (31500, 9900)"),
    )
    tariff = 'ZONES = {"inland": 0, "island": 450, "abroad": 1290}\nSTEPS = tuple((1000 * kilo, 390 + 120 * kilo) for kilo in range(1, 32))'
    yield _rates(
        ('ZONES = {"inland": 0, "island": 450}', tariff),
        (
            _PRICE,
            "        for limit, price in STEPS:\n            if self.grams <= limit:\n                return price + ZONES[self.zone]\n        return 9900",
        ),
    )
    yield _rates((_TEXT, '        return f"{self.grams:,} g".replace(",", " ")'))
    yield _rates(
        (
            _TEXT,
            '        kilos, grams = divmod(self.grams, 1000)\n        return f"{kilos} {grams:03} g" if kilos else f"{grams} g"',
        )
    )
    yield _rates((_ROUTES, _ROUTES.replace("    if stops", "    if stops == 0:\n        return 1\n    if stops")))
    memo = "_KNOWN = {0: 1, 1: 1}\n\n\ndef routes(stops):"
    kept = "    if stops < 0:\n        return 0\n    if stops not in _KNOWN:\n        _KNOWN[stops] = routes(stops - 1) + routes(stops - 2)\n    return _KNOWN[stops]"
    yield _rates(("@functools.lru_cache(maxsize=None)\ndef routes(stops):", memo), (_ROUTES, kept))
    checked = "        if not 0 < grams <= 120000:\n            raise ValueError(f'no weight: {grams}')\n"
    yield _rates((_GRAMS, checked + _GRAMS), (_PRICE, freight + rounded))


def _honest_others() -> Iterator[Files]:
    counted = _BALANCE.replace(" in self.entries", ', note in self.entries if note != "reversed"').replace(", _,", ",")
    yield _account((_BALANCE, counted))
    constant = 'REVERSED = "reversed"\nUNCOUNTED = frozenset({REVERSED, "void"})\n\n\nclass Account'
    yield _account(
        ("class Account", constant), (_BALANCE, counted.replace('note != "reversed"', "note not in UNCOUNTED"))
    )
    yield _account((_INTEREST, "        return round(self.balance * self.RATE * days / 36500)"))
    year = "    DAYS = 365\n"
    yield _account(
        ("    RATE = 4\n", "    RATE = 4\n" + year),
        (
            _INTEREST,
            "        if days == 0:\n            return 0\n        return (2 * self.balance * self.RATE * days + 100 * self.DAYS) // (200 * self.DAYS)",
        ),
    )
    yield _account(("        for word in text.split():", "        for word in text.lower().split():"))
    yield _account((_COUNT, "            word = word.casefold()\n" + _COUNT))
    yield _transport(
        (_LETTER, "        return LETTERS[self.number % 23]"),
        (
            _NUMBER,
            "        code = cls(int(number))\n        if letter != code.letter():\n            raise ValueError(f'wrong letter: {text}')\n        return code",
        ),
    )
    yield _transport((_LETTER, "        return LETTERS[self.number % len(LETTERS)]"))
    table = "_BY_REST = dict(enumerate(LETTERS))\n\n\nclass Code"
    yield _transport(("class Code", table), (_LETTER, "        return _BY_REST[self.number % 23]"))
    yield _transport((_BATCHES, _BATCHES + "    if batch:\n        yield batch\n"))
    yield _transport(
        ("async def gross", "PACKING = 45\n\n\nasync def gross"),
        (_WEIGHT, "    return sum(grams) + PACKING * len(grams)"),
    )
    yield _transport(
        ("async def gross_weight(grams):", "async def gross_weight(grams, packing=45):"),
        (_WEIGHT, "    if not grams:\n        return 0\n    return sum(one + packing for one in grams)"),
    )
    yield _transport(
        (
            _TAKE,
            "        if not self._loads:\n            return None\n        heaviest = max(self._loads)\n        self._loads.remove(heaviest)\n        return heaviest",
        )
    )
    yield _transport(
        (
            "        self._loads.append(grams)",
            "        self._loads.append(grams)\n        self._loads.sort(reverse=True)",
        )
    )
    known = "    def __init__(self):\n        self._cache = {}\n        self.entries = []"
    cached = '        key = tuple(self.entries)\n        if key not in self._cache:\n            self._cache[key] = sum(amount for amount, note in key if note != "reversed")\n        return self._cache[key]'
    yield _account(("    def __init__(self):\n        self.entries = []", known), (_BALANCE, cached))


def honest() -> list[Patch]:
    """Each defect fixed in several ways: caches, constants, tables, early returns and checks of input among them."""
    found = [*_honest_rates(), *_honest_others()]
    return [Patch(f"the parcels, {number}", "parcels", files, honest=True) for number, files in enumerate(found, 1)]
