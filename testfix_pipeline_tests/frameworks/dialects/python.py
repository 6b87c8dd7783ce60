"""How Python's tests are written: groups are classes, and names are identifiers, but for those of parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from zlib import crc32

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.frameworks.conformance.dialect import Broken, Does, Group, Hook, Test, TestFile
from testfix_pipeline.frameworks.model import Status

_ATTACKS = Path(__file__).parent / "attacks" / "python"
_LIBRARY = """
import os
import signal
import threading

def boom():
    raise TypeError("boom in code")

async def reject():
    raise TypeError("rejected")

def leave():
    os._exit(0)

def never():
    threading.Event().wait()

def spin():
    while True:
        pass

def crash():
    os.kill(os.getpid(), signal.SIGKILL)
    never()
"""
_BODIES: Mapping[Does, str] = {
    "pass": "EQUAL(1, 1)",
    "fail": "EQUAL(1, 2)",
    "throw": "lib.boom()",
    "reject": "asyncio.run(lib.reject())",
    "skip": "SKIP('not now')",
    "todo": "SKIP('to be written')",
    "hang": "lib.never()",
    "spin": "lib.spin()",
    "exit": "lib.leave()",
    "crash": "lib.crash()",
}
_BROKEN: Mapping[Broken, str] = {
    "": "",
    "syntax": "def (:",
    "import": "import nothing",
    "exit": "lib.leave()",
    "throw": "lib.boom()",
    "spin": "lib.spin()",
}
ENDS_ALL = frozenset({"exit in a test", "crash in a test", "exit at import"})
"""pytest runs all tests in one process: when one ends it, the run is no measurement, and its fault names the test."""
_UNABLE = frozenset({"duplicate titles", "focused tests", "new snapshots"}) | ENDS_ALL


@dataclass(frozen=True)
class PytestDialect:
    """The dialect of pytest: functions and classes."""

    adapter: str = "pytest"
    unable: frozenset[str] = _UNABLE
    focus: Literal["file", "run", "ignored"] = "ignored"
    todo: Status = "skipped"
    groups_are_tests: bool = False
    head: str = "import asyncio\n\nimport pytest\n\nimport lib"

    @property
    def hooks(self) -> Mapping[Hook, str]:
        """The methods of a class that are its hooks."""
        return {
            "before all": "setup_class",
            "before each": "setup_method",
            "after each": "teardown_method",
            "after all": "teardown_class",
        }

    def path_of(self, file: TestFile) -> str:
        return f"test_{file.name}.py"

    def identity(self, file: TestFile, titles: Sequence[str], occurrence: int) -> TestId:
        groups = [f"Test{_identifier(title)}" for title in titles[:-1]]
        return TestId("::".join([self.path_of(file), *groups, _name(titles[-1]) + _parameter(titles[-1])]))

    def project(self, files: Sequence[TestFile]) -> Mapping[str, str]:
        return {"lib.py": _LIBRARY, **{self.path_of(file): self._with_assertions(self._text(file)) for file in files}}

    def prepare(self, folder: Path) -> None:
        pass

    def attacks(self) -> Mapping[str, Mapping[str, str]]:
        return {f"python/{file.stem}": self._attack(file.read_text()) for file in sorted(_ATTACKS.glob("*.py"))}

    def _attack(self, source: str) -> Mapping[str, str]:
        file = TestFile("a", [Test("ok"), Test("bad", "fail")])
        tests = self._text(file).replace("EQUAL(1, 1)", "EQUAL(lib.add(1, 2), 3)")
        tests = tests.replace("EQUAL(1, 2)", "EQUAL(lib.add(1, 2), 4)")
        program = f"{source}\n\ndef add(a, b):\n    return a + b\n"
        return {"lib.py": program, self.path_of(file): self._with_assertions(tests)}

    def _text(self, file: TestFile) -> str:
        lines = [line for member in file.members for line in self._member(member)]
        return "\n".join([self.head, *lines, _BROKEN[file.broken], ""])

    def _with_assertions(self, text: str) -> str:
        return re.sub(r"EQUAL\((.*), (\d)\)", r"assert \1 == \2", text).replace("SKIP(", "pytest.skip(")

    def _member(self, member: Test | Group, inside: str = "") -> Iterator[str]:
        if isinstance(member, Group):
            yield f"class Test{_identifier(member.title)}:"
            yield from self._hook(member.failing_hook)
            yield from (f"    {line}" for one in member.members for line in self._member(one, "self, "))
            return
        if _parameter(member.title):
            yield f"@pytest.mark.parametrize('_', [0], ids=[{member.title!r}])"
        parameters = inside + "_, " * bool(_parameter(member.title))
        yield f"def {_name(member.title)}({parameters.removesuffix(', ')}):"
        yield f"    {_BODIES[member.does]}"

    def _hook(self, hook: Hook) -> Iterator[str]:
        if hook:
            if hook.endswith("all"):
                yield "    @classmethod"
            yield f"    def {self.hooks[hook]}(self):"
            yield "        lib.boom()"


@dataclass(frozen=True)
class UnittestDialect(PytestDialect):
    """The dialect of unittest: test cases, which hold no others; tests of no group are in one of their own."""

    adapter: str = "unittest"
    # pytest calls `setUp` and `tearDown` with the test itself, so that their errors are failures of the test
    unable: frozenset[str] = _UNABLE | {"hostile titles", "failing before-each hook", "failing after-each hook"}
    head: str = "import asyncio\nimport unittest\n\nimport lib"

    @property
    def hooks(self) -> Mapping[Hook, str]:
        return {
            "before all": "setUpClass",
            "before each": "setUp",
            "after each": "tearDown",
            "after all": "tearDownClass",
        }

    def identity(self, file: TestFile, titles: Sequence[str], occurrence: int) -> TestId:
        return TestId.of(self.path_of(file), [_case(titles[:-1]), _name(titles[-1])])

    def _text(self, file: TestFile) -> str:
        return "\n".join([self.head, *self._cases((), file.members, ""), _BROKEN[file.broken], ""])

    def _with_assertions(self, text: str) -> str:
        return text.replace("EQUAL(", "self.assertEqual(").replace("SKIP(", "self.skipTest(")

    def _cases(self, titles: Sequence[str], members: Sequence[Test | Group], hook: Hook) -> Iterator[str]:
        tests = [one for one in members if isinstance(one, Test)]
        if tests:
            yield f"class {_case(titles)}(unittest.TestCase):"
            yield from self._hook(hook)
            yield from (f"    {line}" for one in tests for line in self._member(one, "self, "))
        for one in members:
            if isinstance(one, Group):
                yield from self._cases((*titles, one.title), one.members, one.failing_hook)


def _case(titles: Sequence[str]) -> str:
    return "".join(map(_identifier, titles)) or "Alone"


def _identifier(title: str) -> str:
    return re.sub(r"\W", "_", title).capitalize()


def _is_plain(title: str) -> bool:
    return re.fullmatch(r"[\w ]+", title, re.ASCII) is not None and len(title) < 100


def _name(title: str) -> str:
    return f"test_{title.replace(' ', '_')}" if _is_plain(title) else f"test_{crc32(title.encode())}"


def _parameter(title: str) -> str:
    """The part of an id that pytest makes of the name of a parameter: it escapes what is not plain ASCII."""
    return "" if _is_plain(title) else f"[{title.encode('unicode_escape').decode()}]"
