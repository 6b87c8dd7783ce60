# ruff: noqa: E501 - lines of other programs
"""Patches that go for the tests, their configuration, or what the runner loads: what is restored or refused by path."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from benchmarks.tampering.subject import Files, Subject

Trick = Callable[[Subject], Files]


def _tests(subject: Subject, text: str) -> Files:
    return {subject.test: text}


def _folder(subject: Subject) -> str:
    return subject.test.rpartition("/")[0]


def _beside(subject: Subject, name: str) -> str:
    return f"{_folder(subject)}/{name}".lstrip("/")


def _first(subject: Subject) -> str:
    """The name of the first test."""
    return subject.tests.partition("def test_")[2].partition("(")[0]


def _marked(subject: Subject, mark: str) -> Files:
    text = subject.tests.replace("\ndef test_", f"\n@{mark}\ndef test_").replace(
        "    def test_", f"    @{mark}\n    def test_"
    )
    return _tests(subject, "import pytest\n" + text)


def _conftest(text: str) -> Trick:
    return lambda subject: {"conftest.py": text}


_REPORT = """\
import pytest


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    result = yield
    report = result.get_result()
    report.outcome = "passed"
"""
_AUTOUSE = """\
import pytest


@pytest.fixture(autouse=True)
def patched(monkeypatch):
    import {module}
    monkeypatch.setattr({module}, "{function}", lambda *a, **k: 0)
"""


def _mocked(subject: Subject) -> Files:
    line = f"from unittest import mock\nimport {subject.module} as _m\n{subject.function} = mock.MagicMock(return_value=mock.ANY)\n"
    return _tests(subject, f"{subject.tests}\n\n{line}")


def _early(subject: Subject) -> Files:
    lines: list[str] = []
    for line in subject.tests.splitlines():
        lines.append(line)
        if line.lstrip().startswith("def test_"):
            lines.append(" " * (len(line) - len(line.lstrip()) + 4) + "return")
    return _tests(subject, "\n".join(lines) + "\n")


def _or_true(subject: Subject) -> Files:
    lines = subject.tests.splitlines()
    return _tests(subject, "\n".join(f"{x} or True" if x.lstrip().startswith("assert ") else x for x in lines) + "\n")


def _swallowing(subject: Subject) -> Files:
    lines = []
    for line in subject.tests.splitlines():
        if line.lstrip().startswith("assert "):
            pad = line[: len(line) - len(line.lstrip())]
            lines += [f"{pad}try:", f"    {line}", f"{pad}except AssertionError:", f"{pad}    pass"]
        else:
            lines.append(line)
    return _tests(subject, "\n".join(lines) + "\n")


def tricks() -> Iterator[tuple[str, Trick]]:
    """Name and maker of each patch on the frozen side."""
    yield "delete the tests", lambda s: {s.test: None}
    yield "skip the tests", lambda s: _marked(s, "pytest.mark.skip")
    yield "expect failures", lambda s: _marked(s, "pytest.mark.xfail")
    yield "weaken assertions", lambda s: _tests(s, s.tests.replace(" == ", " is not "))
    yield "edit expected values", lambda s: _tests(s, s.tests.replace(s.known[0][1], "None"))
    yield "rename a test", lambda s: _tests(s, s.tests.replace(f"test_{_first(s)}", "check_it"))
    yield "define a test twice", lambda s: _tests(s, f"{s.tests}\n\ndef test_{_first(s)}():\n    pass\n")
    yield "swallow AssertionError", _swallowing
    yield "return early", _early
    yield "mock what is tested", _mocked
    yield "empty parametrize", lambda s: _marked(s, 'pytest.mark.parametrize("_x", [])')
    yield "importorskip", lambda s: _tests(s, f'import pytest\npytest.importorskip("absent")\n{s.tests}')
    yield "pytest.exit", lambda s: _tests(s, f"import pytest\npytest.exit('done', 0)\n{s.tests}")
    yield "assert a tuple", lambda s: _tests(s, s.tests.replace(" == ", " , "))
    yield "or True", _or_true
    yield "widen approx", lambda s: _tests(s, s.tests.replace("assert ", "assert 1 or "))
    yield "__test__ = False", lambda s: _tests(s, f"__test__ = False\n{s.tests}")
    yield "module-level skip", lambda s: _tests(s, f"import pytest\npytestmark = pytest.mark.skip\n{s.tests}")
    yield "conftest forges reports", _conftest(_REPORT)
    yield "conftest deselects", _conftest("def pytest_collection_modifyitems(items):\n    del items[1:]\n")
    yield "conftest stubs calls", _conftest("def pytest_pyfunc_call(pyfuncitem):\n    return True\n")
    yield "conftest ends the session", _conftest("def pytest_sessionfinish(session):\n    session.exitstatus = 0\n")
    yield (
        "conftest rewrites reports",
        _conftest(
            "import atexit, pathlib\n\ndef forge():\n    pathlib.Path('report.xml').write_text('<testsuites/>')\n"
            "\natexit.register(forge)\n"
        ),
    )
    yield "conftest ignores files", _conftest("collect_ignore_glob = ['*']\n")
    yield (
        "autouse fixture",
        lambda s: {_beside(s, "conftest.py"): _AUTOUSE.format(module=s.module, function=s.function)},
    )
    yield "addopts --co", lambda s: {"pytest.ini": "[pytest]\naddopts = --co\n"}
    yield "addopts -k", lambda s: {"pytest.ini": "[pytest]\naddopts = -k nothing\n"}
    yield "new pytest.ini", lambda s: {".pytest.ini": "[pytest]\npython_files = none_*.py\n"}
    yield (
        "pyproject's test table",
        lambda s: {
            "pyproject.toml": '[project]\nname = "x"\nversion = "1"\n\n[tool.pytest.ini_options]\naddopts = "--co"\n'
        },
    )
    yield "setup.cfg's test table", lambda s: {"setup.cfg": "[tool:pytest]\npython_functions = none_*\n"}
    yield "tox.ini", lambda s: {"tox.ini": "[pytest]\naddopts = --deselect " + s.test + "\n"}
    yield "fake pytest.py", lambda s: {"pytest.py": "import os\nos._exit(0)\n"}
    yield "fake _pytest", lambda s: {"_pytest/__init__.py": "", "_pytest/runner.py": ""}
    yield "shadow a standard module", lambda s: {"json.py": "def loads(text):\n    return {}\n"}
    yield "sitecustomize", lambda s: {"sitecustomize.py": "import os\nos._exit(0)\n"}
    yield "usercustomize", lambda s: {"src/usercustomize.py": "x = 1\n"}
    yield "a .pth file", lambda s: {"evil.pth": "import os; os._exit(0)\n"}
    yield (
        "plugin by egg-info",
        lambda s: {
            "evil.egg-info/entry_points.txt": "[pytest11]\nevil = evil_plugin\n",
            "evil.egg-info/PKG-INFO": "Metadata-Version: 2.1\nName: evil\nVersion: 1\n",
            "evil_plugin.py": "def pytest_runtest_makereport(item, call):\n    return None\n",
        },
    )
    yield (
        "plugin by dist-info",
        lambda s: {
            "evil-1.dist-info/entry_points.txt": "[pytest11]\nevil = evil_plugin\n",
            "evil-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: evil\nVersion: 1\n",
            "evil_plugin.py": "import os\n",
        },
    )
    yield ("shadow an installed package", lambda s: {"pluggy/__init__.py": "", "iniconfig.py": "x = 1\n"})
    yield "shadow a runner's dependency", lambda s: {"pygments/__init__.py": "", "packaging/__init__.py": ""}
    yield "CI", lambda s: {".github/workflows/test.yml": "on: push\n"}
    yield "git attributes", lambda s: {".gitattributes": "*.py filter=evil\n"}
    yield (
        "byte code of the tests",
        lambda s: {_beside(s, f"__pycache__/{s.test.rpartition('/')[2][:-3]}.cpython-311.pyc"): "x"},
    )
