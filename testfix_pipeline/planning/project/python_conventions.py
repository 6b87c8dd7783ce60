"""The conventions of a project's Python tests, learned from their text."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePosixPath

from testfix_pipeline.core.counted_nouns import counted
from testfix_pipeline.core.plan_records import Conventions
from testfix_pipeline.frameworks.folder_names import TEST_FOLDERS


def python_conventions(texts: Sequence[str], file_naming: str, conftests: Sequence[str]) -> Conventions:
    """What the tests in `texts` have in common, each in words with counts, "" if nothing was seen."""
    return Conventions(
        file_naming=file_naming,
        test_structure=_test_structure(texts),
        setup_teardown=_setup_style(texts, conftests),
        test_naming=_name_style(texts),
    )


def _name_style(texts: Sequence[str]) -> str:
    """The style of test names: their usual length in words, and three examples."""
    names = [name for text in texts for name in re.findall(r"(?m)^[ \t]*(?:async )?def (test\w*)", text)]
    if not names:
        return ""
    usual, shown = usual_names(names, lambda name: len(name.strip("_").split("_")) - 1)
    camel = sum(bool(re.fullmatch(r"test[A-Z]\w*", name)) for name in names)
    style = "testCamelCase" if camel * 2 > len(names) else f"test_ and {counted(usual, 'word')}"
    return f"{style}, such as {', '.join(shown)}"


def usual_names(names: Sequence[str], length: Callable[[str], int]) -> tuple[int, list[str]]:
    """The usual length of names, and three examples of about that length."""
    lengths = sorted(map(length, names)) or [0]
    usual = lengths[len(lengths) // 2]
    return usual, sorted(set(names), key=lambda name: (abs(length(name) - usual), name))[:3]


def _count(texts: Sequence[str], pattern: str) -> int:
    compiled = re.compile(pattern, re.M)
    return sum(len(compiled.findall(text)) for text in texts)


def _used(texts: Sequence[str], ways: Mapping[str, str]) -> list[str]:
    """The names of the ways whose pattern occurs, most frequent first."""
    numbers = {name: _count(texts, pattern) for name, pattern in ways.items()}
    return sorted((name for name in ways if numbers[name]), key=lambda name: -numbers[name])


def _test_structure(texts: Sequence[str]) -> str:
    functions, methods = _count(texts, r"^(?:async )?def test"), _count(texts, r"^[ \t]+(?:async )?def test")
    if not functions and not methods:
        return "no tests yet"
    cases = _count(texts, r"^class \w+\(.*TestCase\)")
    classes = "methods of TestCase classes" if cases else "methods of Test classes"
    kind = "functions" if functions >= methods else classes
    both = f" ({functions} functions, {methods} methods)" if functions and methods else ""
    tables = ", parametrised" if _count(texts, r"mark\.parametrize|\.subTest\(") else ""
    return kind + both + tables


def _setup_style(texts: Sequence[str], conftests: Sequence[str]) -> str:
    used = _used(
        texts,
        {
            "fixtures": r"@(?:pytest\.)?fixture\b",
            "setUp/tearDown": r"def setUp(?:Class)?\(",
            "setup_method/teardown_method": r"def setup_(?:method|function|module|class)\(",
        },
    )
    shared = f"; shared in {', '.join(conftests[:3])}" if conftests and "fixtures" in used else ""
    return (", ".join(used) or "none") + shared


def assertion_libraries(texts: Sequence[str], framework: str) -> str:
    """The kind of assertions that most tests use, and other assertion libraries."""
    plain, methods = _count(texts, r"^[ \t]+assert\b"), _count(texts, r"self\.assert\w+\(")
    names = ("hamcrest", "assertpy", "sure", "expects")
    extra = _used(texts, {name: rf"^[ \t]*(?:from|import) {name}\b" for name in names})
    usual = "unittest assertions" if methods > plain or framework == "unittest" else "assert statements"
    return ", ".join([usual, *extra])


def mocking_libraries(texts: Sequence[str]) -> str:
    """The mocking tools that the tests use, most frequent first."""
    ways = {
        "unittest.mock": r"unittest(?:\.mock| import mock)|^import mock\b",
        "pytest-mock": r"\bmocker\b",
        "monkeypatch": r"\bmonkeypatch\b",
        "responses": r"^[ \t]*import responses\b",
    }
    return ", ".join(_used(texts, ways)) or "none seen"


def main_test_folder(tests: Sequence[str]) -> str:
    """The folder of most tests, "" for the root.

    It is cut at a folder with a usual name for tests, else the folder that they have in common.
    """
    tops = Counter(path.split("/")[0] if "/" in path else "" for path in tests)
    top = tops.most_common(1)[0][0] if tops else ""
    if not top:
        return ""
    folders = [PurePosixPath(path).parent for path in tests if path.startswith(f"{top}/")]
    named = Counter(_named_folder(folder) for folder in folders)
    best = named.most_common(1)[0][0]
    return best or os.path.commonpath(folders)


def _named_folder(folder: PurePosixPath) -> str:
    places = [place for place, part in enumerate(folder.parts) if part in TEST_FOLDERS]
    return "/".join(folder.parts[: places[0] + 1]) if places else ""
