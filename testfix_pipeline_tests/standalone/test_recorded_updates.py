"""`repair_project` where a newer library answers differently, and the release that the project names is at hand."""

from collections.abc import Callable
from pathlib import Path

import pytest

from testfix_pipeline.standalone.api import repair_project
from testfix_pipeline.standalone.report import ProjectRepair
from testfix_pipeline_tests.changed_library import both
from testfix_pipeline_tests.execution.targets import environment, packages
from testfix_pipeline_tests.libraries import install

Repairer = Callable[..., ProjectRepair]
HEAD = "import shapeless\n\n\n"


@pytest.fixture
def changed(tmp_path: Path, write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> Repairer:
    """Repairs a project of a program and its test beside version 2, with version 1 in the cache."""
    monkeypatch.setenv("TESTFIX_CACHE", str(tmp_path / "cache"))

    def run(program: str, test: str, pin: str = "shapeless==1.0\n") -> ProjectRepair:
        site = both(tmp_path / "site", tmp_path / "cache")
        environment = {"PYTHONPATH": str(site), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        files = {"requirements.txt": pin, "own.py": program, "test_own.py": f"import pytest\nimport own\n\n\n{test}"}
        settings = {"env": environment, "sandbox": {"read": [str(site)]}}
        return repair_project(write(files), seconds=90, cores=1, settings=settings)

    return run


@pytest.mark.parametrize(
    ("program", "test", "line", "symbol"),
    [
        pytest.param(
            f"{HEAD}def stored(text):\n    return shapeless.digest(text)\n",
            "def test_stored():\n    assert own.stored('a').split(':') == ['plain', 'a']\n",
            "+    return shapeless.digest(text, method='plain')\n",
            "shapeless.digest",
            id="a default that has changed",
        ),
        pytest.param(
            f"{HEAD}def stored(text):\n    return shapeless.sealed(text)\n",
            "def test_stored():\n    assert own.stored('a').split(':') == ['plain', 'a']\n",
            "+    return shapeless.sealed(text, mark='plain')\n",
            "shapeless.sealed",
            id="a default behind a wrapper",
        ),
        pytest.param(
            f"{HEAD}def count(text):\n    return len(shapeless.parts(text))\n",
            "def test_count():\n    assert own.count('a,b') == 2\n",
            "+    return len(list(shapeless.parts(text)))\n",
            "shapeless.parts",
            id="a list that is given one by one now",
        ),
        pytest.param(
            f"{HEAD}def twice(text):\n    text, size = shapeless.measured(text)\n    return 2 * size\n",
            "def test_twice():\n    assert own.twice('abc') == 6\n",
            "+    size = int(size)\n",
            "shapeless.measured",
            id="an item of another type",
        ),
        pytest.param(
            f"{HEAD}def code():\n    return shapeless.field('postcode', load_from='postCode')\n",
            "def test_code():\n    assert own.code() == 'postCode'\n",
            "+    return shapeless.field('postcode', data_key='postCode')\n",
            "shapeless.field",
            id="a keyword that is swallowed now",
        ),
        pytest.param(
            f"{HEAD}def title(text):\n    return shapeless.render(text, 'b')\n",
            "def test_title():\n    assert own.title('a') == 'Ba'\n",
            "+    return shapeless.render(text, style='b')\n",
            "shapeless.render",
            id="a place that means something else now",
        ),
        pytest.param(
            f"{HEAD}def larger(box, n):\n    return box.change(sizes=n)\n\n\n"
            "def reset(box):\n    return box.change(size=1)\n\n\ndef new():\n    return shapeless.Box(3)\n",
            "def test_larger():\n    assert own.larger(own.new(), 2).size == 5\n"
            "    assert own.reset(own.new()).size == 1\n",
            "+    return box.grow(sizes=n)\n",
            "shapeless.Box.change",
            id="a use of which the old release warned, and no other",
        ),
        pytest.param(
            "from shapeless import Wrong, found\n\n\ndef known(name):\n    try:\n        return found(['a'], name)\n"
            "    except Wrong:\n        return ''\n",
            "def test_known():\n    assert (own.known('a'), own.known('b')) == ('a', '')\n",
            "+    except Missing:\n",
            "shapeless.found",
            id="another error",
        ),
        pytest.param(
            f"{HEAD}class Own(shapeless.Box):\n    def check(self, n):\n        if n > self.size:\n"
            "            self.fail('large', n=n)\n        return n\n",
            "def test_check():\n    with pytest.raises(ValueError, match='large'):\n        own.Own(1).check(2)\n",
            "+            raise self.error('large', n=n)\n",
            "shapeless.Box.fail",
            id="a method of which only what it did is left",
        ),
        pytest.param(
            f"{HEAD}def is_there(box, n):\n    return box.has(ids=[n])\n\n\ndef new():\n    return shapeless.Box(1)\n",
            "def test_there():\n    assert own.is_there(own.new(), 1)\n    assert not own.is_there(own.new(), 2)\n",
            "+    return box.has(id=n)\n",
            "shapeless.Box.has",
            id="one in place of several",
        ),
    ],
)
def test_what_the_recordings_tell(changed: Repairer, program: str, test: str, line: str, symbol: str) -> None:
    report = changed(program, test)
    assert (report.outcome, report.failing_after) == ("fixed", 0)
    assert line in report.diff
    named = [update for bug in report.bugs for update in bug.updates]
    assert any(one.library == "shapeless" and symbol in one.symbol and one.before == "1.0" for one in named)


def test_nothing_is_concluded_where_the_tests_fail_under_the_old_release_too(changed: Repairer) -> None:
    program = f"{HEAD}def stored(text):\n    return shapeless.digest(text) + 'x'\n"
    report = changed(program, "def test_stored():\n    assert own.stored('a') == 'nothing'\n")
    assert not any(bug.updates for bug in report.bugs)


def test_nothing_is_recorded_where_the_installed_release_is_the_one_that_is_named(changed: Repairer) -> None:
    program = f"{HEAD}def stored(text):\n    return shapeless.digest(text)\n"
    report = changed(program, "def test_stored():\n    assert own.stored('a') == 'plain:a'\n", "shapeless==2.0\n")
    assert not any(bug.updates for bug in report.bugs)


@pytest.mark.parametrize("body", ["shapeless.digest(text) + 'x'", "shapeless.quenched(text)"])
def test_what_can_not_be_looked_at_is_said(changed: Repairer, body: str) -> None:
    program = f"{HEAD}def stored(text):\n    return {body}\n"
    report = changed(program, "def test_stored():\n    assert own.stored('a') == 3\n", "shapeless==0.7\n")
    said = "What an update changed is unproved: shapeless 0.7, which the project names, is not at hand"
    notes = [note for bug in report.bugs for note in bug.notes]
    assert f"{said} (the network is closed; `sandbox.network` lets it be fetched)." in notes


SMALL = f"""{HEAD}def small(texts, limit):
    return [shapeless.Box(len(one)).size for one in texts if len(one) < limit]
"""
TESTS = """\
def test_small():
    assert own.small(['a', 'bb', 'ccc'], 2) == [1, 2]


def test_none():
    assert own.small(['ccc'], 2) == []
"""


@pytest.mark.parametrize(("pin", "outcome"), [("1.0", "fixed"), ("0.1", "lead")], ids=["at hand", "not at hand"])
def test_an_ordinary_bug_beside_a_newer_library(pin, outcome, tmp_path, write, monkeypatch) -> None:
    """Where the old release fails alike, no update is behind it; else the right patch stays first, and is a lead."""
    monkeypatch.setenv("TESTFIX_CACHE", str(tmp_path / "cache"))
    interpreter = environment(tmp_path / "env")
    both(packages(tmp_path / "env"), tmp_path / "cache")
    root = write(
        {"requirements.txt": f"shapeless=={pin}\n", "own.py": SMALL, "test_own.py": f"import own\n\n\n{TESTS}"}
    )
    (bug,) = repair_project(root, seconds=90, cores=1, settings={"python": str(interpreter)}).bugs
    assert bug.patch is not None
    assert "+    return [shapeless.Box(len(one)).size for one in texts if len(one) <= limit]\n" in bug.patch.diff
    assert bug.outcome == outcome


def test_a_fix_that_does_not_know_the_function_is_shown_with_the_one_that_answers_otherwise(
    tmp_path: Path, write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESTFIX_CACHE", str(tmp_path / "cache"))
    interpreter = environment(tmp_path / "env")
    given = {"__init__.py": "def walk(n):\n    for one in range(n):\n        yield {}\n"}
    for site, version, what in (("cache/releases/shapeless-1.0", "1.0", "one, n"), ("", "2.0", "one")):
        folder = tmp_path / site if site else packages(tmp_path / "env")
        install(folder, version, {name: text.format(what) for name, text in given.items()})
    loop = "    for one, size in shapeless.walk(n):\n        found += one\n"
    program = f"{HEAD}def total(n):\n    found = 0\n{loop}    return found\n"
    test = "import own\n\n\ndef test_total():\n    assert own.total(4) == 6\n"
    root = write({"requirements.txt": "shapeless==1.0\n", "own.py": program, "test_own.py": test})
    (bug,) = repair_project(root, seconds=90, cores=1, settings={"python": str(interpreter)}).bugs
    assert bug.patch is not None and "+    for one in shapeless.walk(n):\n" in bug.patch.diff
    assert ("shapeless", "shapeless.walk", "1.0", "2.0") in [
        (one.library, one.symbol, one.before, one.version) for one in bug.updates
    ]
