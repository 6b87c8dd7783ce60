"""Test files that could be collected and have no tests, without the target's interpreter."""

import importlib
from pathlib import Path

import pytest

from testfix_pipeline.execution.processes.environment import IN_TARGET


@pytest.mark.parametrize(
    ("text", "names", "with_doctests", "is_testless"),
    [
        ("class Loader(TestLoader):\n    pass\n", ("Loader",), True, True),
        ("class Loader(TestLoader):\n    pass\n", (), True, False),  # a condition keeps it from pytest
        ("class Loader(TestLoader):\n    def test_it(self):\n        pass\n", ("Loader",), True, False),
        ("def show():\n    '''\n    >>> show()\n    '''\n", (), True, False),
        ("def show():\n    '''\n    >>> show()\n    '''\n", (), False, True),
        ("print('>>>>> begins')\n", (), True, True),
    ],
)
def test_a_file_is_without_tests_where_pytest_found_none_in_what_its_module_has(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    names: tuple[str, ...],
    with_doctests: bool,
    is_testless: bool,
) -> None:
    monkeypatch.syspath_prepend(str(IN_TARGET))
    (tmp_path / "helpers.py").write_text(text)
    files = importlib.import_module("testfix_testless").TestlessFiles(print, ())
    files.note_collected("helpers.py", tmp_path / "helpers.py", names, with_doctests)
    assert files.collected == (["helpers.py"] if is_testless else [])
