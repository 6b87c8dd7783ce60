"""Generators that `asyncio.coroutine` made coroutines of."""

from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LibraryName, LostName
from testfix_pipeline.repair.languages.python.libraries.sources.coroutine_rules import coroutine_fixes
from testfix_pipeline.repair.languages.python.source import SourceFile

LOST = LostName(LibraryName("asyncio", "", "coroutine"), False, "Python", "3.12.1", (), ())


def changed(text: str) -> str:
    """The text without the decorator; "" where it can't be changed so."""
    found = list(coroutine_fixes([LOST], {"own.py": SourceFile("own.py", text.encode())}))
    return found[0].texts["own.py"] if found else ""


def test_the_function_is_a_coroutine_function_that_awaits() -> None:
    text = (
        "import asyncio\n\n\nclass A:\n    @classmethod\n    @asyncio.coroutine\n    def work(cls, x):\n"
        "        yield from (x or y)\n        found = yield from x.get()\n        return [1 for _ in found]\n"
    )
    assert changed(text) == (
        "import asyncio\n\n\nclass A:\n    @classmethod\n    async def work(cls, x):\n"
        "        await (x or y)\n        found = await x.get()\n        return [1 for _ in found]\n"
    )


def test_a_lock_is_entered_by_a_block_that_waits_for_it() -> None:
    text = "import asyncio\n\n\n@asyncio.coroutine\ndef f(lock):\n    with (yield from lock):\n        yield from g()\n"
    text += "    with (yield from pool) as one:\n        return one\n"
    assert changed(text) == (
        "import asyncio\n\n\nasync def f(lock):\n    async with lock:\n        await g()\n"
        "    with (await pool) as one:\n        return one\n"
    )


def test_the_import_of_the_decorator_goes() -> None:
    text = "from asyncio import coroutine, sleep\n\n\n@coroutine\ndef nap():\n    yield from sleep(0)\n"
    assert changed(text) == "from asyncio import sleep\n\n\nasync def nap():\n    await sleep(0)\n"


def test_a_function_that_yields_values_of_its_own_is_left_alone() -> None:
    assert changed("import asyncio\n\n\n@asyncio.coroutine\ndef f():\n    yield\n") == ""


def test_other_names_are_left_alone() -> None:
    assert changed("from tornado.gen import coroutine\n\n\n@coroutine\ndef f():\n    yield from g()\n") == ""
