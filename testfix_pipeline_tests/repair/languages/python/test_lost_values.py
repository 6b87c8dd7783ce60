"""Patches that take away the value which later code reads are refused."""

import pytest

from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.ranking.overfitting import refusal, signs

NOTHING = FailureEvidence()
SET = """\
from lib import Client


class Counter:
    def __init__(self):
        self.rows = []
        self.client = Client("2.0")

    def count(self):
        return len(self.client.rows)
"""


def refused(old: str, new: str, path: str = "a.py", evidence: FailureEvidence = NOTHING) -> str:
    assert new != old
    edit = Edit(path, 0, len(old), new, "by-hand", 1.0, 1)
    candidate = Candidate.single(SourceFile(path, old.encode()), edit, 1.0, "test")
    return refusal(candidate, signs(candidate, evidence))


@pytest.mark.parametrize(
    ("old", "is_refused"),
    [
        (SET, True),
        (SET.replace("class Counter", "class Counter(Base)"), False),
        (SET.replace("self.client.rows", "self.rows"), False),
        (SET.replace("    def __init__", "    client = None\n\n    def __init__"), False),
    ],
    ids=["read", "a base may set it", "not read", "of the class"],
)
def test_what_sets_an_attribute_that_is_still_read_is_not_dropped(old: str, is_refused: bool) -> None:
    assert ("still read" in refused(old, old.replace('        self.client = Client("2.0")\n', ""))) is is_refused


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("self.client.rows = []", "it returns what it has just set to a constant"),
        ("self.client = None", "it returns what it has just set to a constant"),
        ("self.rows = []", "it resets what a function only read"),
        ("self.wait()", ""),
        ("self.rows = self.client.rows", ""),
    ],
)
def test_what_a_result_is_made_of_is_not_set_to_nothing(statement: str, said: str) -> None:
    assert refused(SET, SET.replace("        return", f"        {statement}\n        return")) == said


PROPERTY = """\
class A:
    @property
    def head(self):
        return self.a

    @head.setter
    def head(self, to):
        self.a = to

    @head.deleter
    def head(self):
        self.a = None
"""


@pytest.mark.parametrize(
    ("before", "after", "is_refused"),
    [
        ("        return", "        self.rows = []\n        return", True),
        ("        return", "        if self.a:\n            self.a = []\n        return", True),
        ("self.a = to\n", "self.a = to\n        self.rows = []\n", False),
        ("return self.a", "return self.a or []", False),
    ],
    ids=["getter resets", "getter resets under a condition", "setter clears a cache", "deleter as before"],
)
def test_a_getter_beside_its_setter_resets_nothing(before: str, after: str, is_refused: bool) -> None:
    assert ("only read" in refused(PROPERTY, PROPERTY.replace(before, after))) is is_refused


@pytest.mark.parametrize(("value", "is_refused"), [("client", True), ("client.Client", False), ("make", False)])
def test_a_module_does_not_become_a_value(value: str, is_refused: bool) -> None:
    old = "from lib import client, make\nx = client.Client(make(2))\n"
    assert ("for a value" in refused(old, old.replace("client.Client(make(2))", value))) is is_refused


def test_a_function_that_sets_more_may_lack_a_reset() -> None:
    old = "class A:\n    def clear(self):\n        self.rows = []\n        return self\n"
    assert "only read" not in refused(old, old.replace("        return", "        self.cells = []\n        return"))


def test_a_reset_before_more_is_added_may_be_right() -> None:
    body = "        for one in x:\n            self.rows.append(one)\n        return self.rows\n"
    old = f"class A:\n    def read(self, x):\n{body}"
    assert "only read" not in refused(old, old.replace("        for", "        self.rows = []\n        for"))


@pytest.mark.parametrize(
    ("path", "new", "is_refused"),
    [
        ("lib/__init__.py", "NAME = 1\n", True),
        ("lib/__init__.py", "from ._build import version\nNAME = 1\n", False),
        ("lib/names.py", "NAME = 1\n", False),
    ],
    ids=["dropped", "replaced", "no package"],
)
def test_a_package_goes_on_importing_what_its_users_may_import(path: str, new: str, is_refused: bool) -> None:
    assert ("users of the package" in refused("from ._version import version\nNAME = 1\n", new, path)) is is_refused


CIRCLE = FailureEvidence(messages=("cannot import name 'f' from partially initialized module 'shop.cost'",))
GONE = FailureEvidence(lost_names=frozenset({"version"}))


@pytest.mark.parametrize(
    ("old", "new", "evidence", "is_refused"),
    [
        ("import pkg.a, pkg.b\n", "import pkg.a\n", NOTHING, True),
        ("from .cost import f\nN = 1\n", "N = 1\n", CIRCLE, False),
        ("from .cost import f\n__all__ = ['f']\n", "__all__ = ['f']\n", CIRCLE, True),
        ("from .cost import f\n__all__ = ['f']\n", "__all__ = []\n", CIRCLE, True),
        ("from lib import version\nN = 1\n", "N = 1\n", GONE, False),
        ("from lib.version import f\nN = 1\n", "N = 1\n", GONE, False),
        ("from lib import version, f\nN = 1\n", "N = 1\n", GONE, True),
    ],
    ids=["submodule", "circle", "listed", "no more listed", "lost", "of a lost module", "more than lost"],
)
def test_a_package_may_drop_what_cannot_be_imported(old, new, evidence, is_refused) -> None:
    assert ("users of the package" in refused(old, new, "lib/__init__.py", evidence)) is is_refused


@pytest.mark.parametrize(
    ("new", "is_refused"),
    [
        ("def f():\n    return price(1)\n", True),
        ("from shop import cost as price\n\n\ndef f():\n    return price(1)\n", False),
        ("def price(x):\n    return x\n\n\ndef f():\n    return price(1)\n", False),
        ("def f():\n    return 1\n", False),
    ],
    ids=["dropped", "replaced", "defined", "unused"],
)
def test_what_is_still_read_goes_on_being_imported(new: str, is_refused: bool) -> None:
    old = "from shop import price\n\n\ndef f():\n    return price(1)\n"
    assert ("drops an import" in refused(old, new)) is is_refused
