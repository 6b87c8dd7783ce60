"""What installed libraries warn about while a project's suite runs, with the place in the project and the way out."""

from __future__ import annotations

from typing import Any

import pytest

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.core.update_records import InstalledVersions, NamedObject, RaisedWarning
from testfix_pipeline.execution.run_options import Stage
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.steps.verification.deprecations_met import deprecations_met
from testfix_pipeline.updates.deprecations import deprecations
from testfix_pipeline_tests.updates.libraries import BOX, installed

SHOP = """\
import warnings

import boxlib as b


def use():
    return b.unpack([1])


def own():
    warnings.warn("own is deprecated", DeprecationWarning, stacklevel=2)


def again():
    return b.unpack([2])
"""
DEEP = """

def deep(things):
    return _deep(things)


def _deep(things):
    warnings.warn("deep() goes away; there is nothing like it", FutureWarning)
    return things
"""
TESTS = """\
import shop


def test_use():
    assert shop.use() == [1]
    assert shop.again() == [2]
    shop.own()


def test_deep():
    assert shop.b.deep([1]) == [1]


def test_fails():
    assert False
"""
MARKS = """

class Vanishing(DeprecationWarning):
    def __str__(self):
        return super().__str__() + ". To go in 3.0"


class Base:
    pass


def checked(name):
    warnings.warn("Marks of `checked` are deprecated. Migrate to the new `@tested` marks", Vanishing, stacklevel=2)
    return lambda function: function
"""
MARKED = """\
import boxlib as b


class Shelf(b.Base):
    @b.checked("size")
    def size(self):
        return 1
"""
ERRORS = "[pytest]\npythonpath = .\nfilterwarnings = error\n"


@pytest.fixture
def shop(repository: Any) -> Any:
    repo = repository()
    installed(repo.root / ".venv", {"boxlib": ("2.0", BOX + DEEP)})
    repo.commit("first", **{".gitignore": ".venv/\n", "pytest.ini": ERRORS, "shop.py": SHOP, "test_shop.py": TESTS})
    return repo


def test_each_is_listed_once_with_library_symbol_places_and_replacement(shop: Any) -> None:
    before = shop.fingerprint()
    deep, unpack = deprecations_met({"project": str(shop.root)})
    assert (unpack.library, unpack.version, unpack.symbol) == ("boxlib", "2.0", "boxlib.unpack")
    assert unpack.places == ["shop.py:7", "shop.py:15"] and unpack.proposes == "boxlib.unbox"
    assert (deep.symbol, deep.category, deep.proposes) == ("boxlib.deep", "FutureWarning", "")
    assert deep.places == ["test_shop.py:11"]
    assert shop.fingerprint() == before


def test_a_test_that_hangs_is_ended_as_in_a_first_run(shop: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    stages, seen = [], []

    def run(*given: Any, stage: Stage = "patient", **more: Any) -> Any:
        stages.append(stage)
        return run_suite(*given, stage=stage, **more)

    monkeypatch.setattr("testfix_pipeline.steps.verification.deprecations_met.run_suite", run)
    deprecations_met({"project": str(shop.root)}, lambda done, total: seen.append((done, total)))
    assert stages == ["learned"] and seen[-1] == (3, 3)


def test_a_decorator_is_the_symbol_and_what_its_warning_adds_to_its_text_is_no_other_one(repository: Any) -> None:
    repo = repository()
    installed(repo.root / ".venv", {"boxlib": ("2.0", BOX + MARKS)})
    test = "import shelf\n\n\ndef test_size():\n    assert shelf.Shelf().size() == 1\n"
    repo.commit("first", **{".gitignore": ".venv/\n", "pytest.ini": ERRORS, "shelf.py": MARKED, "test_shelf.py": test})
    [found] = deprecations_met({"project": str(repo.root)})
    assert (found.symbol, found.places, found.proposes) == ("boxlib.checked", ["shelf.py:5"], "tested")
    assert found.text.endswith("marks. To go in 3.0")


def test_a_suite_that_cannot_be_measured_says_so(shop: Any) -> None:
    shop.write("pytest.ini", "[pytest]\naddopts = --no-such-option\n")
    with pytest.raises(MeasurementError, match="--no-such-option"):
        deprecations_met({"project": str(shop.root)})


def test_a_suite_that_dies_at_import_has_met_nothing(shop: Any) -> None:
    shop.write("shop.py", "import no_such_module\n")
    with pytest.raises(MeasurementError, match="no test file can be imported"):
        deprecations_met({"project": str(shop.root)})


def warning(module: str = "", *named: tuple[str, str], text: str = "old is gone", line: int = 1) -> RaisedWarning:
    objects = [NamedObject(written=name, module=home, name=name) for home, name in named]
    return RaisedWarning(category="DeprecationWarning", text=text, file="a.py", line=line, module=module, named=objects)


def test_what_is_known_of_a_warning_decides_what_it_is_about() -> None:
    known = InstalledVersions(python="3.12.1", distributions={"box": "1"}, modules={"box": "box", "shelf": "box"})
    found = deprecations(
        [
            warning("box.inner", ("box", "new"), ("box", "old"), text="old 1"),
            warning("", ("shelf", "old"), text="old 2"),
            warning("", ("datetime", "datetime.utcnow"), text="datetime.datetime.utcnow() is deprecated"),
            warning("box", ("box", "New"), ("box", "Older"), text="'Older' is gone, use 'New'"),
            warning("nobody", text="3"),
            warning("", ("box", "one"), ("shelf", "two"), text="4"),
            *(warning("box", ("box", "old"), text="5", line=line) for line in range(9)),
        ],
        known,
    )
    assert [(one.library, one.symbol, len(one.places)) for one in found] == [
        ("box", "box.Older", 1),
        ("box", "box.old", 5),
        ("box", "box.old", 1),
        ("box", "shelf.old", 1),
        ("python", "datetime.datetime.utcnow", 1),
    ]


def test_what_a_function_made_has_the_name_that_the_project_writes() -> None:
    made = NamedObject(written="self.assertEquals", module="unittest.case", name="_deprecate.<locals>.deprecated")
    [found] = deprecations(
        [warning("unittest.case").model_copy(update={"named": [made]})], InstalledVersions(python="3.11.7")
    )
    assert found.symbol == "unittest.case.assertEquals"
