"""`try_newer_releases`: what newer releases would break in a project, and with which releases its patch is green."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from testfix_pipeline.cli.use_cases import update_use_case
from testfix_pipeline.core.cache_folder import cache_root
from testfix_pipeline.standalone.api import RepairProgress
from testfix_pipeline.standalone.update_report import UpdateTrial
from testfix_pipeline.standalone.update_trial import reasons_by_library, try_newer_releases
from testfix_pipeline.updates.tomorrow.environments import NewerEnvironment
from testfix_pipeline_tests.libraries import OwnEnvironment, install, own_environment, write_wheel
from testfix_pipeline_tests.npm_registry import NpmRegistry, install_package, real_npm

BOTH = {
    "__init__.py": "from shapeless.tools.sums import combine\n\n\ndef paint(text):\n    return text\n",
    "tools/__init__.py": "",
    "tools/sums.py": "def combine(a, b):\n    return a + b\n",
}
TOTAL = {
    "total.py": "from shapeless import combine\n\n\ndef total(a, b):\n    return combine(a, b)\n",
    "test_total.py": "from total import total\n\n\ndef test_total():\n    assert total(1, 2) == 3\n",
}
SIGN = {
    "sign.py": "import shapeless\n\n\ndef sign(text):\n    return shapeless.render(text, width=4)\n",
    "test_sign.py": "from sign import sign\n\n\ndef test_sign():\n    assert sign('a') == '    a'\n",
}
GONE = """\
def __getattr__(name):
    raise AttributeError(f"module 'shapeless' has no attribute '{name}'. Use `shapeless.merge` instead.")
"""
RENDER = "def render(text, *, {0}=2):\n    return ' ' * {0} + text\n"


SAID = list[RepairProgress]()
"""The progress of the last trial."""


@pytest.fixture
def own(tmp_path: Path, write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> OwnEnvironment:
    SAID.clear()
    return own_environment(tmp_path, write({}), monkeypatch)


def trial(own: OwnEnvironment, files: dict[str, str], now: dict[str, str], then: dict[str, str]) -> UpdateTrial:
    """Try shapeless 2.0 with these files in a project that has 1.0."""
    for path, text in files.items():
        (own.root / path).write_text(text)
    install(own.site, "1.0", now)
    write_wheel(own.wheels, "2.0", then)
    return try_newer_releases(own.root, "all", 60, 1, on_progress=SAID.append)


def test_a_patch_that_is_green_with_both_releases(own: OwnEnvironment) -> None:
    sore = {"test_sore.py": "def test_sore():\n    assert False\n"}
    then = {**BOTH, "__init__.py": "def paint(text):\n    return text\n"}
    found = trial(own, {**TOTAL, **sore}, BOTH, then)
    assert (found.outcome, found.works_on, found.red_before) == ("repaired", "both", 1), list(found.lines())
    (one,) = found.broken
    assert one.tests == ["test_total.py::test_total"], "the test that fails today is left alone"
    (update,) = one.updates
    assert (update.library, update.before, update.version, update.certain) == ("shapeless", "1.0", "2.0", True)
    assert update.symbol == "shapeless.combine"
    assert found.repair is not None and "+from shapeless.tools.sums import combine\n" in found.repair.diff
    assert (own.root / "total.py").read_text() == TOTAL["total.py"]
    assert [one.title.partition(" ")[0] for one in SAID if one.stage == "preparing"] == [
        "asking",
        "installing",
        "running",
        "running",
    ]
    assert {one.stage for one in SAID} == {"preparing", "measuring", "searching", "confirming"}
    shown = "\n".join(found.lines())
    for part in (
        "1 test would break with newer releases (all) of 1 library. A patch is green with the present and the new ",
        "would be shapeless 1.0 → 2.0",
        "shapeless 1.0 → 2.0, shapeless.combine: ",
        "the project's environment has 1.0",
        "red now  1 test, left alone",
        "green with both",
    ):
        assert part in shown


def test_a_patch_that_is_green_with_the_new_release_alone_says_so(own: OwnEnvironment) -> None:
    now, then = ({"__init__.py": RENDER.format(name)} for name in ("width", "indent_width"))
    found = trial(own, SIGN, now, then)
    assert (found.outcome, found.works_on) == ("repaired", "the new ones"), list(found.lines())
    assert "merge it together with the update" in found.summary()
    assert found.repair is not None and "shapeless.render(text, indent_width=4)" in found.repair.diff


def test_a_suite_that_holds(own: OwnEnvironment) -> None:
    found = trial(own, TOTAL, BOTH, BOTH)
    assert (found.outcome, found.broken) == ("holds", [])
    assert found.summary() == "The suite holds with newer releases (all) of 1 library."


def test_nothing_is_said_to_hold_where_no_test_passes_today(own: OwnEnvironment) -> None:
    found = trial(own, TOTAL, {"__init__.py": ""}, BOTH)
    assert (found.outcome, found.red_before) == ("not tried", 1)
    assert "No test passes with the present releases" in found.summary() and "testfix repair" in found.next_step


def test_what_can_not_be_tried_is_said_and_raises_nothing(own: OwnEnvironment) -> None:
    (own.root / "test_a.py").write_text("def test_a():\n    pass\n")
    found = try_newer_releases(own.root, "minor")
    assert found.outcome == "not tried" and ".venv" in found.next_step
    assert found.summary().startswith("Newer releases (minor) were not tried: ")


def test_what_the_tests_themselves_need_is_shown_for_a_person(own: OwnEnvironment) -> None:
    then = {"__init__.py": "def merge(a, b):\n    return a + b\n\n\n" + GONE}
    code = "import shapeless\n\n\ndef test_total():\n    assert shapeless.combine(1, 2) == 3\n"
    found = trial(own, {"test_total.py": code}, {"__init__.py": "def combine(a, b):\n    return a + b\n"}, then)
    shown = update_use_case.text(found)
    assert found.outcome == "breaks" and "tests    need a change that a person has to make" in shown
    assert "+    assert shapeless.merge(1, 2) == 3" in shown.partition("What the tests need")[2]


def test_what_a_killed_trial_left_goes_with_the_next_one(own: OwnEnvironment) -> None:
    assert trial(own, TOTAL, BOTH, BOTH).outcome == "holds"
    environments = next(cache_root().glob("environments/*-all"))
    for name in ("client-killed", "0123456789abcdef"):
        (environments / name).mkdir()
    assert try_newer_releases(own.root, "all", 60, 1).outcome == "holds"
    assert len(list(environments.iterdir())) == 1


CART = {
    "package.json": json.dumps({"scripts": {"test": "node --test"}, "dependencies": {"shapeless": "1"}}),
    "cart.js": "const combine = require('shapeless/combine');\n\nexports.total = (a, b) => combine(a, b);\n",
    "cart.test.js": """\
const test = require('node:test');
const { total } = require('./cart');

test('total', () => require('node:assert').equal(total(1, 2), 3));
""",
}


@real_npm
@pytest.mark.parametrize("place", ["", "web/"])
def test_a_patch_for_a_newer_npm_package_that_is_green_with_both(repository, tmp_path, monkeypatch, place) -> None:
    own = {"test_a.py": "def test_a():\n    pass\n"} if place else {}
    root = repository("shop", files={**own, **{f"{place}{path}": text for path, text in CART.items()}}).root
    sums = "exports.combine = (a, b) => a + b;\n"
    now = {"index.js": sums, "combine.js": "module.exports = require('./index').combine;\n"}
    install_package(root / place, "shapeless", "1.0.0", now)
    monkeypatch.setenv("TESTFIX_CACHE", str(tmp_path / "cache"))
    with NpmRegistry() as registry:
        registry.publish("shapeless", "1.0.0", now)
        registry.publish("shapeless", "2.0.0", {"index.js": sums})
        monkeypatch.setenv("NPM_CONFIG_REGISTRY", registry.address)
        found = try_newer_releases(root, "all", 60, 1)
    assert (found.outcome, found.works_on, found.client) == ("repaired", "both", "npm"), list(found.lines())
    assert [one.describe() for one in found.releases] == ["shapeless 1.0.0 → 2.0.0"]
    assert found.repair is not None and "+const combine = require('shapeless').combine;\n" in found.repair.diff
    assert f"+++ b/{place}cart.js\n" in found.repair.diff
    assert (root / place / "cart.js").read_text() == CART["cart.js"]
    assert (root / place / "node_modules/shapeless/combine.js").is_file()
    assert list(found.held) == (["Python"] if place else []), "Python has no environment of its own"


@real_npm
def test_environments_of_python_and_of_npm_leave_each_other_alone(repository, tmp_path, monkeypatch) -> None:
    web = {f"web/{path}": text.replace("shapeless/combine", "shapeless") for path, text in CART.items()}
    own = own_environment(tmp_path, repository("shop", files={**TOTAL, **web}).root, monkeypatch)
    package = {"index.js": "module.exports = (a, b) => a + b;\n"}
    install_package(own.root / "web", "shapeless", "1.0.0", package)
    said = list[RepairProgress]()
    with NpmRegistry() as registry:
        registry.publish("shapeless", "2.0.0", package)
        monkeypatch.setenv("NPM_CONFIG_REGISTRY", registry.address)
        found = trial(own, {}, BOTH, BOTH)
        again = try_newer_releases(own.root, "all", 60, 1, on_progress=said.append)
    assert [one.describe() for one in found.releases] == ["shapeless 1.0 → 2.0", "shapeless 1.0.0 → 2.0.0"], found.held
    assert (found.outcome, again.outcome) == ("holds", "holds"), list(again.lines())
    titles = [one.title.partition(" ")[0] for one in said if one.stage == "preparing"]
    assert titles == ["asking", "asking", "running", "running"], "nothing is installed again"


def test_libraries_of_one_name_keep_their_own_reasons() -> None:
    places: list[str | None] = [None, "", "web"]
    environments = {
        place: NewerEnvironment(Path(), "", [], {"redis": f"reason {number}"}) for number, place in enumerate(places)
    }
    assert reasons_by_library(environments) == {
        "redis": "reason 0",
        "redis (npm in .)": "reason 1",
        "redis (npm in web)": "reason 2",
    }
