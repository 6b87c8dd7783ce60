"""Failures over what an installed library lacks are updates where its version is known to be newer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.update_records import InstalledVersions, Update
from testfix_pipeline.execution.failure_records import failure_records
from testfix_pipeline.execution.pins import pins_of
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.updates.diagnosis import updates_in, with_repaired, with_updates
from testfix_pipeline.updates.installed_versions import installed_versions
from testfix_pipeline.updates.known_versions import GreenSession, KnownVersions
from testfix_pipeline_tests.execution.conftest import write_files
from testfix_pipeline_tests.updates.libraries import BOX, OUTER, installed

PINNED = {"requirements.txt": "boxlib<2\n"}
SETTINGS = {"pytest.ini": "[pytest]\npythonpath = .\n"}


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TargetProject]:
    """An interpreter with boxlib 2.0, and outerlib, which asks it for what it lacks."""
    folder = tmp_path_factory.mktemp("boxes") / "venv"
    yield installed(folder, {"boxlib": ("2.0", BOX), "outerlib": ("1.0", OUTER)})


def diagnosed(target: TargetProject, root: Path, files: dict[str, str], **more: object) -> dict[str, Failure]:
    write_files(root, {**SETTINGS, **files})
    run = run_suite(target, root, timeout=60)
    assert run.fault is None, run.fault
    known = KnownVersions(installed_versions(target.interpreter, root), pins_of(root), **more)  # type: ignore[arg-type]
    return {one.test: one for one in with_updates(failure_records(run.outcomes, root), run.outcomes, known, root=root)}


def only(found: dict[str, Failure]) -> Failure:
    (failure,) = found.values()
    return failure


def of_program(body: str) -> dict[str, str]:
    return {"shop.py": body, "test_shop.py": "import shop\ndef test_shop(): assert shop.use() is not None\n"}


@pytest.mark.parametrize(
    ("body", "symbol"),
    [
        ("from boxlib import gone\ndef use(): return gone\n", "boxlib.gone"),
        ("import boxlib.inner\ndef use(): return boxlib\n", "boxlib.inner"),
        ("import boxlib as b\ndef use(): return b.gone(3)\n", "boxlib.gone"),
        ("import boxlib\ndef use(): return boxlib.wrap([])\n", "boxlib.wrap"),
        ("from boxlib import Box\ndef use(): return Box(size=1).shrink(1)\n", "boxlib.Box.shrink"),
        ("from boxlib import Box\ndef use():\n    one = Box(size=1)\n    return one.shrink(1)\n", "boxlib.Box.shrink"),
        ("from boxlib import Box\ndef use(): return Box(1)\n", "boxlib.Box"),
        ("from boxlib import Box as B\ndef use(): return B(length=1)\n", "boxlib.Box"),
        ("import boxlib\ndef use(): return boxlib.Crate(length=1)\n", "boxlib.Crate"),
        ("import boxlib\ndef use(): return boxlib.curt\n", "boxlib.curt"),
        ("import boxlib\ndef use():\n    return boxlib.pack([], most=3)\n", "boxlib.pack"),
        ("from boxlib import Box\ndef use():\n    one = Box(size=1)\n    return one.grow()\n", "boxlib.Box.grow"),
        ("import boxlib\ndef use():\n    return boxlib.pack((1, 2))\n", "boxlib.pack"),
    ],
)
def test_what_the_program_asks_a_newer_library_for(target, tmp_path, body, symbol):
    failure = only(diagnosed(target, tmp_path, {**PINNED, **of_program(body)}))
    assert failure.failure_class == "update" and failure.is_repairable, failure
    update = failure.update
    assert (update.library, update.version, update.before, update.symbol) == ("boxlib", "2.0", "<2", symbol)
    assert update.certain and update.source == "requirements.txt asks for <2"
    assert update.place.startswith("shop.py:") and update.place in failure.evidence == failure.why
    assert update.alternative.startswith("pin boxlib<2: ")


@pytest.mark.parametrize(
    ("statement", "symbol"),
    [
        ("from boxlib.lang import (\n    quote as q,\n)", "boxlib.lang.quote"),
        ("from boxlib.lang import quote, text", "boxlib.lang"),
        ("from boxlib.lang import *", "boxlib.lang"),
        ("import boxlib.lang", "boxlib.lang"),
    ],
)
def test_of_a_module_that_is_gone_the_one_name_that_is_imported_is_named(target, tmp_path, statement, symbol):
    failure = only(diagnosed(target, tmp_path, {**PINNED, **of_program(f"{statement}\ndef use(): return 1\n")}))
    assert failure.update.symbol == symbol and "has no boxlib.lang, which shop.py:1 names" in failure.evidence


@pytest.mark.parametrize(
    "body",
    [
        "def use(): return undefined\n",
        "import boxlib\ndef use():\n    boxlib.pack([])\n    return {}['key']\n",
        "import boxlib\nclass Thing: pass\ndef use(): return Thing().name\n",
        "import boxlib\ndef price(a): return a\ndef use(): return price(boxlib.CONSTANT, 2)\n",
        "import boxlib\ndef use(): return boxlib.CONSTANT + 'text'\n",
        "import boxlib\nimport shop_parts\ndef use(): return 1\n",
        "import boxlib\ndef use():\n    raise TypeError('no')\n",
    ],
)
def test_what_is_no_matter_of_a_library(target, tmp_path, body):
    failure = only(diagnosed(target, tmp_path, {**PINNED, **of_program(body)}))
    assert failure.update is None and failure.failure_class != "update", failure.update


@pytest.mark.parametrize("requirements", ["", "boxlib\n", "boxlib>=1\n", "boxlib==2.0\n", "boxlib==\n"])
def test_without_any_sign_of_an_older_version_it_is_perhaps_an_update(target, tmp_path, requirements):
    body = of_program("from boxlib import gone\n")
    failure = only(diagnosed(target, tmp_path, {"requirements.txt": requirements, **body}))
    assert failure.failure_class == "code_defect" and not failure.update.certain
    assert failure.evidence.startswith("Perhaps an update: boxlib 2.0 has no boxlib.gone, which shop.py:1 names")
    unread = "requirements.txt has a line that is no requirement" in failure.evidence
    assert unread is (requirements == "boxlib==\n") and failure.update.alternative == ""


def test_a_pin_that_what_is_installed_does_not_fit_is_named_though_it_is_newer(target, tmp_path):
    body = of_program("from boxlib import gone\n")
    failure = only(diagnosed(target, tmp_path, {"requirements.txt": "boxlib==3.0\n", **body}))
    assert not failure.update.certain
    assert "which version was used before (requirements.txt asks for ==3.0)." in failure.evidence


def test_the_versions_of_the_last_green_session_say_it_too(target, tmp_path):
    green = GreenSession("WFS-test-old", InstalledVersions(python="3.8.1", distributions={"boxlib": "1.4"}))
    files = of_program("from boxlib import gone\n")
    failure = only(diagnosed(target, tmp_path, files, green=green))
    assert failure.failure_class == "update"
    assert "1.4 was installed when session WFS-test-old ended green" in failure.evidence
    assert failure.update.alternative.startswith("pin boxlib==1.4: ")
    same = GreenSession("WFS-test-old", InstalledVersions(python="3.8.1", distributions={"boxlib": "2.0"}))
    assert only(diagnosed(target, tmp_path, files, green=same)).failure_class == "code_defect"


def test_a_class_that_inherits_from_a_library_is_only_perhaps_one(target, tmp_path):
    body = "import boxlib\nclass Mine(boxlib.Box): pass\ndef use(): return Mine(size=1).shrink()\n"
    failure = only(diagnosed(target, tmp_path, {**PINNED, **of_program(body)}))
    assert failure.failure_class == "code_defect" and failure.update.symbol == "boxlib.Box.shrink"
    assert failure.evidence.startswith("Perhaps an update")


def test_a_library_that_asks_another_one_is_named_with_it(target, tmp_path):
    failure = only(diagnosed(target, tmp_path, {**PINNED, **of_program("import outerlib\n")}))
    assert failure.failure_class == "update" and failure.update.symbol == "boxlib.gone"
    assert failure.evidence.startswith("outerlib 1.0 itself asks boxlib 2.0 for boxlib.gone, which it lacks; shop.py:1")


def test_what_a_test_itself_asks_for_is_the_tests_defect(target, tmp_path):
    files = {**PINNED, "test_a.py": "import boxlib\ndef test_a(): boxlib.wrap([1])\n"}
    failure = only(diagnosed(target, tmp_path, files))
    assert failure.failure_class == "test_defect" and failure.update.replacement == "boxlib.pack"


def test_what_a_test_asks_pytest_for_is_the_tests_defect(target, tmp_path):
    approx = "import pytest\n\n\ndef test_a():\n    assert pytest.approx(1, limit=2)\n"
    config = "import pytest\n\n\ndef test_b():\n    assert pytest.config\n"
    files = {"test_a.py": approx, "test_b.py": config}
    found = diagnosed(target, tmp_path, files)
    assert {one.failure_class for one in found.values()} == {"test_defect"} and len(found) == 2


def test_warnings_that_are_errors(target, tmp_path):
    files = {**PINNED, **of_program("import boxlib\ndef use(): return boxlib.unpack([1])\n")}
    files["pytest.ini"] = "[pytest]\npythonpath = .\nfilterwarnings = error\n"
    failure = only(diagnosed(target, tmp_path, files))
    assert failure.failure_class == "update" and failure.update.symbol == "boxlib.unpack"
    assert failure.update.replacement == "boxlib.unbox"


def test_the_standard_library_is_pythons(target, tmp_path):
    files = {".python-version": "3.9\n", **of_program("from collections import Mapping\n")}
    failure = only(diagnosed(target, tmp_path, files))
    assert failure.failure_class == "update" and failure.update.symbol == "collections.Mapping"
    assert (failure.update.library, failure.update.before) == ("python", "==3.9.*")


def test_of_several_failures_each_update_is_named_once(target, tmp_path):
    files = {"a.py": "from boxlib import gone\n", "test_a.py": "import a\n", "test_b.py": "import a\n"}
    found = diagnosed(target, tmp_path, {**PINNED, **files})
    assert len(found) == 2 and len(updates_in(list(found.values()))) == 1


def test_what_a_repair_met_is_named_once_too() -> None:
    seen = Update(library="boxlib", version="2.0", symbol="boxlib.gone", before="<2", certain=True)
    perhaps = Update(library="boxlib", version="2.0", symbol="boxlib.pack")
    again = Update(library="boxlib", version="2.0", symbol="gone")
    proved = perhaps.model_copy(update={"certain": True})
    hidden = Update(library="outerlib", version="1.0", symbol="outerlib.pack")
    assert with_repaired([seen, perhaps], [again, hidden, proved]) == [seen, proved, hidden]


def test_what_is_installed(target, tmp_path):
    found = installed_versions(target.interpreter, tmp_path)
    assert found.distributions["boxlib"] == "2.0" and found.modules["boxlib"] == "boxlib" and found.problem == ""
    assert "imp" in found.stdlib or found.python >= "3.12" or not found.stdlib
    assert "not known" in installed_versions(tmp_path / "no-python", tmp_path).problem
