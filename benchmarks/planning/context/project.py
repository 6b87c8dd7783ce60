"""Projects made by a script: packages of modules with classes, documentation, imports of each other, and tests.

They are as regular as code of a generator and smaller a file than most real code (some 45 lines), so they measure how
the time grows with the number of files. What real code of that size takes is measured on copies of a real package.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

from benchmarks.repair.packages import sdist, unpack
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import CoverageMap

_A_PACKAGE = 25
_NETWORKX = "3.6.1"
_WORDS = ("order", "price", "stock", "user", "report", "token", "route", "cache", "event", "field", "query", "index")
_VERBS = ("load", "save", "parse", "format", "check", "merge", "split", "count", "find", "apply")


def make(folder: Path, files: int) -> Path:
    """A git repository of `files` files: 60 % modules, 30 % tests, the rest documentation; the same for each call."""
    if (folder / ".done").exists():
        return folder
    chance = random.Random(files)
    modules = [_module_path(number) for number in range(int(files * 0.6))]
    for number, path in enumerate(modules):
        _write(folder / path, _module(chance, number, modules[:number]))
    for path in dict.fromkeys(str(Path(path).parent) for path in modules):
        _write(folder / path / "__init__.py", "")
    for number in range(int(files * 0.3)):
        _write(folder / _test_path(number), _test(modules[number], number))
    for number in range(files - int(files * 0.6) - int(files * 0.3)):
        _write(folder / f"docs/page_{number}.md", f"# Page {number}\n\nAbout {chance.choice(_WORDS)}.\n" * 8)
    _write(folder / "pyproject.toml", '[project]\nname = "made"\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n')
    _commit(folder, "first")
    for turn in range(3):
        for path in chance.sample(modules, min(20, len(modules))):
            _write(folder / path, f"{(folder / path).read_text()}\nCHANGED_{turn} = {turn}\n")
        _commit(folder, f"change {turn}")
    (folder / ".done").touch()
    return folder


def copies(folder: Path, files: int) -> Path:
    """A git repository of `files` Python files of networkx, tests and all, in as many copies as that takes."""
    if (folder / ".done").exists():
        return folder
    tree = folder.with_name("networkx")
    if not tree.exists():
        unpack(sdist("networkx", _NETWORKX), tree)
    real = sorted(path for path in (tree / "networkx").rglob("*.py"))
    for number in range(files):
        copy, place = divmod(number, len(real))
        target = folder / f"copy_{copy}" / real[place].relative_to(tree)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(real[place], target)
    _write(folder / "pyproject.toml", '[project]\nname = "copies"\n')
    _commit(folder, "first")
    (folder / ".done").touch()
    return folder


def recorded(folder: Path, files: int) -> CoverageMap:
    """What running the tests would record: each test runs its module's first function, and all of them its imports."""
    tests = {}
    for number in range(int(files * 0.3)):
        path = _module_path(number)
        tests[TestId(f"{_test_path(number)}::test_{number}")] = {
            path: frozenset(range(8, 16)),
            _test_path(number): frozenset({5}),
        }
    imported = {_module_path(number): frozenset({1, 2, 3, 5, 7, 17}) for number in range(int(files * 0.6))}
    return CoverageMap(tests, imported)


def _module_path(number: int) -> str:
    return f"made/part_{number // _A_PACKAGE}/{_WORDS[number % 12]}_{_VERBS[number % 10]}_{number}.py"


def _test_path(number: int) -> str:
    return f"tests/part_{number // _A_PACKAGE}/test_{_WORDS[number % 12]}_{_VERBS[number % 10]}_{number}.py"


def _dotted(path: str) -> str:
    return path.removesuffix(".py").replace("/", ".")


def _module(chance: random.Random, number: int, before: list[str]) -> str:
    used = chance.sample(before, min(3, len(before)))
    word, verb = _WORDS[number % 12], _VERBS[number % 10]
    imports = "".join(f"from {_dotted(path)} import run_{path.rpartition('_')[2][:-3]}\n" for path in used)
    calls = "".join(f"        value += run_{path.rpartition('_')[2][:-3]}(value, limit)\n" for path in used)
    return f'''"""Module {number}: it can {verb} a {word}."""
import json
{imports}

def run_{number}(value: int, limit: int = {number % 9}) -> int:
    """{verb.capitalize()} the {word} once.

    >>> run_{number}(1)
    1
    """
    if value > limit:
        return limit
    return value


class {word.capitalize()}{number}:
    """Keeps {word}s."""

    def __init__(self, items: list[int]) -> None:
        self.items = items

    def {verb}(self, value: int, limit: int = 3) -> int:
        """{verb.capitalize()} a {word}; raises ValueError where it is negative."""
        if value < 0:
            raise ValueError("negative {word}")
        for item in self.items:
            value += item
{calls}        self.items.append(value)
        return value

    def stored(self, path) -> dict[str, int]:
        try:
            return json.loads(path.read_text())
        except OSError:
            return {{}}
'''


def _test(path: str, number: int) -> str:
    return f"from {_dotted(path)} import run_{number}\n\n\ndef test_{number}():\n    assert run_{number}(0) == 0\n"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def _commit(folder: Path, message: str) -> None:
    who = ("-c", "user.name=made", "-c", "user.email=made@example.invalid", "-c", "init.defaultBranch=main")
    for arguments in (("init", "--quiet"), ("add", "--all"), ("commit", "--quiet", "--message", message)):
        subprocess.run(("git", *who, *arguments), cwd=folder, check=True, capture_output=True)
