"""Awaited calls of a library that has done all when it returns now."""

import pytest

from testfix_pipeline.repair.languages.python.libraries.sources.awaited_results import awaited_results
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.languages.python.libraries.test_message_fixes import failure

TEXT = """\
async def opened(gate, event):
    await event.set()
    return await gate.wait()


async def closed(event):
    done = await event.set()
    return done
"""


def texts(said: str, own: str = "") -> list[str]:
    files = {"own.py": SourceFile("own.py", TEXT.encode())}
    found = awaited_results([failure("TypeError", said, 2)], files, lambda name: name == own)
    return [fix.texts["own.py"] for fix in found]


@pytest.mark.parametrize(
    "said", ["object NoneType can't be used in 'await' expression", "'NoneType' object can't be awaited"]
)
def test_the_call_is_awaited_nowhere(said: str) -> None:
    assert texts(said) == [TEXT.replace("await event", "event")]


def test_a_function_of_the_project_is_awaited() -> None:
    assert texts("object NoneType can't be used in 'await' expression", own="set") == []


def test_another_error_says_nothing_of_it() -> None:
    assert texts("'NoneType' object is not callable") == []
