"""What is done beside like statements elsewhere is proposed where it is missing; nothing that reads unknown names."""

import pytest

from testfix_pipeline.repair.languages.python.ingredients.companions import propose_companions
from testfix_pipeline_tests.repair.sources import shape, texts

CACHE = """
class Cache:
    def get(self, key):
        entry = self.entries.get(key)
        self.entries[key] = entry
        return entry

    def set(self, name, value):
        self.entries.pop(name, None)
        self.entries[name] = value
        self.changed(name)
"""
OWN = "        self.entries[key] = entry\n"


def test_what_goes_before_and_after_a_change_elsewhere_is_proposed_with_the_names_of_this_place() -> None:
    found = texts(propose_companions, CACHE)
    assert shape(CACHE.replace(OWN, "        self.entries.pop(key, None)\n" + OWN)) in found
    assert shape(CACHE.replace(OWN, OWN + "        self.changed(key)\n")) in found


@pytest.mark.parametrize(
    "code",
    [
        "def f(x):\n    all.add(x)\n    log(x)\ndef g(x):\n    all.add(x)\n    log(x)\n",
        "def f(x):\n    all.add(1)\n    log(x)\ndef g():\n    all.add(2)\n",
        "def f(x):\n    all.add(x)\n    return x\ndef g(x):\n    all.add(x)\n",
        "def f(x):\n    n = 1\n    all.add(x)\ndef g(x):\n    all.add(x)\n",
        "def f(x):\n    all.add(x)\n    log(x)\ndef g(x):\n    other.add(x)\n",
        "class A:\n    def f(self):\n        self.a = 1\n        self.b = 2\n    def g(self):\n        self.a += 1\n",
    ],
    ids=["there already", "unreadable", "leaves", "binds", "other state", "begins"],
)
def test_nothing_else_is_proposed(code: str) -> None:
    assert texts(propose_companions, code) == {}
