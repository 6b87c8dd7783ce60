"""Places that use a library's function as it was, and what they become."""

import pytest

from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import ChangedUsage
from testfix_pipeline.repair.languages.python.libraries.sources.answer_fixes import usage_fixes
from testfix_pipeline.repair.languages.python.source import SourceFile


def fixed(text: str, was: str, now: str, owner: str = "Box", name: str = "area") -> list[str]:
    change = ChangedUsage("lib", owner, name, was, now, "lib", "2")
    return [fix.texts.get("a.py", text) for fix in usage_fixes([change], {"a.py": SourceFile("a.py", text.encode())})]


@pytest.mark.parametrize(
    ("text", "was", "now", "expected"),
    [
        ("x = b.area() + f().area()\ny = b.area(1)\n", "function", "property",
         "x = b.area + f().area\ny = b.area(1)\n"),
        ("x = b.area\ny = b.area()\nb.area = 1\n", "property", "function", "x = b.area()\ny = b.area()\nb.area = 1\n"),
        ("def f(b):\n    return b.area()[0]\n", "function", "coroutine function",
         "import asyncio\ndef f(b):\n    return asyncio.run(b.area())[0]\n"),
        ("async def f(b):\n    await b.area()\n    return b.area().x\n", "function", "coroutine function",
         "async def f(b):\n    await b.area()\n    return (await b.area()).x\n"),
        ("async def f(b):\n    return await b.area()\n\n\ndef g(b):\n    return asyncio.run(b.area())\n",
         "coroutine function", "function",
         "async def f(b):\n    return b.area()\n\n\ndef g(b):\n    return b.area()\n"),
    ],
)  # fmt: skip
def test_all_places(text: str, was: str, now: str, expected: str) -> None:
    assert fixed(text, was, now) == [expected]


def test_a_change_without_a_rule_has_no_fix() -> None:
    assert fixed("x = b.area()\n", "context manager", "function") == []
