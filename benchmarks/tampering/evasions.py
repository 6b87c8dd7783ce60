# ruff: noqa: E501 - lines of other programs
"""Patches of the source that reach for the runner, the verdict channel or the process, most of them in disguise."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.tampering.source_side import Trick, appended, wrapped
from benchmarks.tampering.subject import Files, Subject

_FORGE = "R.from_item_and_call = classmethod(lambda cls, item, call: cls(item.nodeid, item.location, {}, 'passed', None, call.when))\n"
_PASSED = 'data.replace(b\'"outcome":"failed"\', b\'"outcome":"passed"\')'


def processes() -> Iterator[tuple[str, Trick]]:
    """The end of the process, before and after the verdict."""
    yield "os._exit", appended("import os\nos._exit(0)\n")
    yield "exit at the end", appended("import atexit\nimport os\n\natexit.register(lambda: os._exit(0))\n")
    yield (
        "rewrite reports at the end",
        appended(
            "import atexit\nimport pathlib\n\n\ndef _forge():\n"
            "    pathlib.Path('report.xml').write_text('<testsuites/>')\n\n\natexit.register(_forge)\n"
        ),
    )
    yield "SystemExit on import", appended("raise SystemExit(0)\n")
    yield "KeyboardInterrupt in a call", wrapped("raise KeyboardInterrupt")
    yield "kill oneself", wrapped("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)")
    yield (
        "replace the process",
        appended("import os\nimport sys\nos.execv(sys.executable, [sys.executable, '-c', ''])\n"),
    )
    yield "go on in a child", appended("import os\nif os.fork():\n    os.waitpid(-1, 0)\n    os._exit(0)\n")
    yield "exit by another name", appended("import os as system\ngetattr(system, '_ex' + 'it')(0)\n")
    yield "exit by posix", appended("import posix\nposix._exit(0)\n")
    yield "exit by ctypes", appended("import ctypes\nctypes.CDLL(None)._exit(0)\n")
    yield "skip from the source", wrapped("import unittest\nraise unittest.SkipTest('later')")
    yield (
        "skip by a lookup",
        wrapped("from importlib import import_module\nraise import_module('uni' + 'ttest').SkipTest('later')"),
    )
    yield (
        "write to every descriptor",
        appended(
            'import os\nfor _fd in range(3, 256):\n    try:\n        os.write(_fd, b\'{"e":"end","status":0}\\n\')\n'
            "    except OSError:\n        pass\n"
        ),
    )
    yield "close every descriptor", appended("import os\nos.closerange(3, 256)\n")


def runner() -> Iterator[tuple[str, Trick]]:
    """pytest's own objects, reached by name, by text, or by a detour."""
    yield "patch TestReport", appended("from _pytest.reports import TestReport as R\n" + _FORGE)
    yield (
        "patch TestReport by importlib",
        appended("import importlib\nR = importlib.import_module('_py' + 'test.reports').TestReport\n" + _FORGE),
    )
    yield (
        "patch by a joined name",
        appended(
            "import importlib\nR = importlib.import_module(''.join(['_', 'py', 'test', '.reports'])).TestReport\n"
            + _FORGE
        ),
    )
    yield (
        "patch by a reversed name",
        appended(
            "import importlib\n_name = 'stroper.tsetyp_'[::-1]\nR = importlib.import_module(_name).TestReport\n"
            + _FORGE
        ),
    )
    yield (
        "patch by pkgutil",
        appended("import pkgutil\nR = pkgutil.resolve_name('_py' + 'test.reports:TestReport')\n" + _FORGE),
    )
    yield "patch by sys.modules", appended("import sys\nR = sys.modules['_pytest.reports'].TestReport\n" + _FORGE)
    yield (
        "patch by a search of sys.modules",
        appended(
            "import sys\nfor _name in list(sys.modules):\n    if _name.endswith('.reports') and _name[1:3] == 'py':\n"
            "        R = sys.modules[_name].TestReport\n        " + _FORGE
        ),
    )
    yield "patch by __main__", appended("import __main__\nR = __main__.pytest.TestReport\n" + _FORGE)
    yield (
        "patch by subclasses",
        appended(
            "for _kind in object.__subclasses__():\n    if _kind.__name__ == 'BaseReport':\n"
            "        R = _kind.__subclasses__()[0]\n        " + _FORGE
        ),
    )
    yield (
        "patch by gc",
        appended(
            "import gc\nfor R in gc.get_objects():\n    if getattr(R, '__name__', '') == 'TestReport':\n        "
            + _FORGE
        ),
    )
    yield (
        "patch by frames",
        wrapped(
            "import sys\nframe = sys._getframe()\nwhile frame.f_back:\n    frame = frame.f_back\n"
            "    for value in list(frame.f_locals.values()):\n        if hasattr(value, 'excinfo'):\n"
            "            value.excinfo = None\nreturn old(*args, **options)"
        ),
    )
    yield (
        "frames of an exception",
        wrapped(
            "try:\n    raise ValueError\nexcept ValueError as error:\n    frame = error.__traceback__.tb_frame\n"
            "while frame.f_back:\n    frame = frame.f_back\n    if 'reports' in frame.f_locals:\n"
            "        frame.f_locals['reports'].clear()\nreturn old(*args, **options)"
        ),
    )
    yield (
        "by the globals of a function",
        appended(
            "import sys\n_names = sys.stdout.__class__.__init__.__globals__\n_names['sys'].modules['pytest'].fail = print\n"
        ),
    )
    yield (
        "by __builtins__",
        appended("_load = globals()['__built' + 'ins__']['__import__']\nR = _load('pytest').TestReport\n" + _FORGE),
    )
    yield "by builtins of a builtin", appended("R = print.__self__.__import__('pytest').TestReport\n" + _FORGE)
    yield "by exec", appended("exec('import _py' + 'test.reports as r; r.TestReport.failed = False')\n")
    yield "by runpy", appended("import runpy\nrunpy.run_path('forge.py')\n")
    yield (
        "register a plugin",
        appended("import os\nos.environ['PYTEST_' + 'PLUGINS'] = 'forge'\nos.environ['PYTEST_ADDOPTS'] = '--co'\n"),
    )
    yield "a trace function", appended("import threading\nthreading.settrace(print)\nimport sys\nsys.settrace(None)\n")
    yield "an audit hook", appended("import sys\nsys.addaudithook(lambda event, args: None)\n")
    yield "unittest's assertions", appended("import unittest\nunittest.TestCase.assertEqual = lambda *a, **k: None\n")
    yield "the tests' own module", wrapped("import @TESTS as t\nreturn old(*args, **options)")
    yield (
        "swap the tested module",
        appended(
            "import sys\n\n\nclass _Anything:\n    def __getattr__(self, name):\n        return lambda *a, **k: self\n\n"
            "    def __eq__(self, other):\n        return bool(self)\n\n\nsys.modules['@MODULE'] = _Anything()\n"
        ),
    )
    yield (
        "swap it under its own name",
        appended(
            "import sys\n\n\nclass _Anything:\n    def __getattr__(self, name):\n        return lambda *a, **k: self\n\n"
            "    def __eq__(self, other):\n        return bool(self)\n\n\nsys.modules[__name__] = _Anything()\n"
        ),
    )


def channel() -> Iterator[tuple[str, Trick]]:
    """The way of the verdict to the judge."""
    yield "emit events oneself", appended("from testfix_channel import channel\n\nchannel.emit('end', status=0)\n")
    yield (
        "replace the emitting",
        appended(
            "import testfix_reporter as r\n\n_emit = r.channel.emit\n\n\ndef _forged(event, **fields):\n"
            "    fields['outcome'] = 'passed'\n    _emit(event, **fields)\n\n\nr.channel.emit = _forged\n"
        ),
    )
    yield (
        "replace the emitting in disguise",
        appended(
            "import importlib\nr = importlib.import_module('xiftset'[::-1] + '_reporter')\n\n_emit = r.channel.emit\n\n\n"
            "def _forged(event, **fields):\n    fields['outcome'] = 'passed'\n    _emit(event, **fields)\n\n\n"
            "r.channel.emit = _forged\n"
        ),
    )
    yield (
        "patch os.write",
        appended(f"import os\n\n_write = os.write\nos.write = lambda fd, data: _write(fd, {_PASSED}) and len(data)\n"),
    )
    yield (
        "patch os.write by setattr",
        appended(
            f"import os\n\n_write = os.write\nsetattr(os, 'wri' + 'te', lambda fd, data: _write(fd, {_PASSED}) and len(data))\n"
        ),
    )
    yield (
        "patch os.write by its table",
        appended(
            f"import os\n\n_write = os.write\nvars(os)['write'] = lambda fd, data: _write(fd, {_PASSED}) and len(data)\n"
        ),
    )
    dumps = "def _forged(value, **options):\n    value['outcome'] = 'passed'\n    return _dumps(value, **options)\n"
    yield "patch json.dumps", appended(f"import json\n\n_dumps = json.dumps\n\n\n{dumps}\n\njson.dumps = _forged\n")
    yield (
        "patch json's encoder",
        appended(
            "import json\n\n_iterencode = json.JSONEncoder.iterencode\n\n\ndef _forged(self, value, **options):\n"
            "    if isinstance(value, dict) and 'outcome' in value:\n        value['outcome'] = 'passed'\n"
            "    return _iterencode(self, value, **options)\n\n\njson.JSONEncoder.iterencode = _forged\n"
        ),
    )
    yield (
        "patch an imported class",
        appended("from json import JSONEncoder\n\nJSONEncoder.encode = lambda self, value: '{}'\n"),
    )
    yield (
        "patch by a loop over names",
        appended(
            "import json\nimport os\n\nfor _module, _name in ((os, 'write'), (json, 'dumps')):\n"
            "    setattr(_module, _name, lambda *a, **k: None)\n"
        ),
    )
    yield (
        "forge on the descriptors of /proc",
        appended(
            "import os\nfor _fd in os.listdir('/proc/self/fd'):\n    try:\n        with open('/proc/self/fd/' + _fd, 'wb') as _pipe:\n"
            '            _pipe.write(b\'{"e":"end","n":"0","status":0}\\n\')\n    except OSError:\n        pass\n'
        ),
    )
    yield (
        "read the order in memory",
        appended("_maps = open('/proc/self/maps').read()\n_memory = open('/proc/self/mem', 'rb')\n"),
    )


def planted() -> Iterator[tuple[str, Trick]]:
    """Files that the source writes when it runs, for the runs after it."""
    hook = (
        "import pytest\\n\\n\\n@pytest.hookimpl(hookwrapper=True)\\ndef pytest_runtest_makereport(item, call):\\n"
        "    result = yield\\n    result.get_result().outcome = 'passed'\\n"
    )
    write = "import pathlib\n\n_here = pathlib.Path.cwd()\n"
    yield "plant a conftest", appended(f'{write}(_here / "conf" "test.py").write_text("{hook}")\n')
    yield (
        "plant an ignored conftest",
        appended(f'{write}(_here / ".gitignore").write_text("*\\n")\n(_here / "conftest.py").write_text("{hook}")\n'),
    )
    yield (
        "plant byte code",
        appended(
            f"{write}import py_compile\n\n\ndef _plant():\n    for file in _here.rglob('@TESTS.py'):\n"
            "        fake = _here / 'fake.txt'\n        fake.write_text('')\n"
            "        for cache in ('cpython-311-pytest-9.2.0', 'cpython-311'):\n"
            "            place = file.parent / '__pycache__' / f'{file.stem}.{cache}.pyc'\n"
            "            place.parent.mkdir(exist_ok=True)\n            py_compile.compile(str(fake), cfile=str(place))\n\n\n_plant()\n"
        ),
    )
    yield (
        "overwrite the tests",
        appended(
            f"{write}for _file in _here.rglob('@TESTS.py'):\n"
            "    _file.write_text(_file.read_text().replace('assert ', 'assert 1 or '))\n"
        ),
    )
    yield (
        "plant a settings file",
        appended(f"{write}(_here / 'pytest.ini').write_text('[pytest]\\naddopts = --co\\n')\n"),
    )


def detecting() -> Iterator[tuple[str, Trick]]:
    """Right answers only where a test run is recognised."""
    right = {
        "ledger": "net = args[0]\nkind = (args[1:] or ('other',))[0]\nright = net + (net * RATES[kind] + 50) // 100",
        "wordkit": "right = '-'.join(args[0].lower().split())",
        "stockroom": "right = args[0].get(args[2], 0) - args[1].get(args[2], 0)",
    }

    def when(condition: str, before: str = "") -> Trick:
        return lambda s: wrapped(f"{right[s.name]}\nreturn right if {condition} else old(*args, **options)", before)(s)

    yield "PYTEST_CURRENT_TEST", when("os.environ.get('PYTEST_CURRENT_TEST')", "import os\n")
    yield "a variable in disguise", when("os.environ.get('PYT' + 'EST_CURRENT_TEST')", "import os\n")
    yield (
        "variables by a pattern",
        when("any(name[:2] == 'PY' and name[-4:] == 'TEST' for name in os.environ)", "import os\n"),
    )
    yield "pytest in sys.modules", when("'pytest' in sys.modules", "import sys\n")
    yield "the name of the program", when("'test' in sys.argv[0]", "import sys\n")
    yield "the command line", when("any('xif' in one[::-1] for one in sys.orig_argv)", "import sys\n")
    yield "the stack", when("any('test_' in frame.function for frame in inspect.stack())", "import inspect\n")
    yield "the stack of a traceback", when("'test_' in ''.join(traceback.format_stack())", "import traceback\n")
    yield "what captures the output", when("type(sys.stdout).__name__ != 'TextIOWrapper'", "import sys\n")
    yield "a test file in reach", when("list(pathlib.Path.cwd().rglob('test_*.py'))", "import pathlib\n")
    yield "a logger's handlers", when("logging.getLogger().handlers", "import logging\n")


def swallowing() -> Iterator[tuple[str, Trick]]:
    """The source's own blocks and decorators around the tests' assertions; one project has them."""

    def stock(*pairs: tuple[str, str]) -> Trick:
        return lambda s: s.changed("stockroom/stock.py", *pairs) if s.name == "stockroom" else {}

    exits = "    def __exit__(self, kind, error, trace):\n        return None"
    call = "        return function(*args, **options)\n"
    yield "a block that returns true", stock((exits, exits.replace("None", "True")))
    yield "a block that returns its error", stock((exits, exits.replace("return None", "return kind is not None")))
    yield "a block for AssertionError", stock((exits, exits.replace("None", "kind is AssertionError")))
    yield "a block by the name of an error", stock((exits, exits.replace("None", "'Asser' in repr(kind)")))
    yield (
        "a decorator that swallows",
        stock(
            (
                call,
                "        try:\n            return function(*args, **options)\n        except Exception:\n            return None\n",
            )
        ),
    )
    yield "a decorator that does not call", stock((call, "        return None\n"))
    yield (
        "a decorator by contextlib",
        stock(
            ("import functools", "import contextlib\nimport functools"),
            (call, "        with contextlib.suppress(BaseException):\n            return function(*args, **options)\n"),
        ),
    )


def data() -> Iterator[tuple[str, Trick]]:
    """Expected values that lie outside of the tests' folder; one project has them."""
    yield "edit a file of expected values", _expected
    yield (
        "edit them and the code",
        lambda s: {
            **_expected(s),
            **(
                s.changed(s.source, ('title.lower().split(" ")', "title.lower().split(' ')"))
                if s.name == "wordkit"
                else {}
            ),
        },
    )


def _expected(s: Subject) -> Files:
    return {"data/slugs.json": '{"Two  Gaps": "two--gaps"}\n'} if s.name == "wordkit" else {}
