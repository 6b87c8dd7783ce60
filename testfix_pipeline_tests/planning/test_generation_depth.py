"""What generated tests say of classes and messages, and what becomes of modules that are hard to import."""

from __future__ import annotations

import re

import pytest

from testfix_pipeline.core.plan_records import Analysis, FrameworkInfo, Generation, Requirement
from testfix_pipeline.planning.generation.characterisation import characterise_functions
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.project_files import write_files

CODEC = """
from __future__ import annotations

from typing import TYPE_CHECKING

from zoo.base import Animal, Loud

if TYPE_CHECKING:
    from zoo.cage import Cage


def encode_name(name: str) -> str:
    return name.encode().hex()


def decode_name(name: str) -> str:
    return bytes.fromhex(name).decode()


def clean(text: str) -> str:
    return text.replace("a", "aa")


def shout(text: str) -> Loud:
    return Loud(text.upper())


def feed(animal: Animal, times: int) -> int:
    '''Raises ValueError for less than never.'''
    if times < 0:
        raise ValueError("can't feed less than never")
    return animal.weight + times


def nickname(name: str) -> str:
    if len(name) > 3:
        return name[:3]


def places(cage: Cage) -> int:
    return cage.size * 2


class And(Animal):
    def __call__(self, number: int) -> int:
        return self.weight + number

    def itself(self) -> And:
        return self


class Account:
    def __init__(self, balance: int = 0):
        self.balance = balance

    def deposit(self, amount: int) -> int:
        self.balance += amount
        return self.balance

    def withdraw(self, amount: int) -> int:
        self.balance -= amount
        return self.balance
"""
BASE = """
class Animal:
    def __init__(self, weight: int):
        self.weight = weight


class Loud(str):
    pass
"""
LEDGER = '''
class Entry:
    def __init__(self, amount, note=""):
        self.amount = amount
        self.note = note


class Ledger:
    """
    >>> book = Ledger([Entry(3, "tea")])
    >>> len(book.entries)
    1
    """

    def __init__(self, entries=()):
        self.entries = list(entries)
        self.closed = False

    def add_entry(self, amount: int):
        self.entries.append(Entry(amount))
        return self


def posted(**options):
    sign = options.pop("sign", 1)
    if options:
        raise TypeError("unexpected options: %r" % sorted(options))
    return sign * 2


def lines_of(stream):
    return [line.rstrip() for line in stream.readlines()]


def shown(value):
    if isinstance(value, bytes):
        return value.decode()
    if value is None:
        return "nothing"
    return str(value)


def rated(words):
    if len(words) > 4:
        return "many"
    return "few"
'''
FILES = {
    "zoo/__init__.py": "",
    "zoo/codec.py": CODEC,
    "zoo/ledger.py": LEDGER,
    "zoo/base.py": BASE,
    "zoo/cage.py": "class Cage:\n    def __init__(self, size: int):\n        self.size = size\n",
    "zoo/leaves.py": "import sys\n\nsys.exit('usage: leaves FILE')\n\n\ndef one(n: int) -> int:\n    return n\n",
    "zoo/first.py": "from zoo.second import two\n\n\ndef one(n: int) -> int:\n    return n\n",
    "zoo/second.py": "from zoo.first import one\n\n\ndef two(n: int) -> int:\n    return n\n",
    "zoo/calls.py": "import socket\n\nsocket.create_connection(('127.0.0.1', 1))\n\n\ndef one():\n    return 1\n",
    "zoo/waits.py": "import sys\n\nNAME = sys.argv[1]\n\n\ndef one(n: int) -> int:\n    return n\n",
    "zoo/big.py": "X = 1\n" * 200_000,
}

GOOD = ("codec", "base", "cage", "ledger")


@pytest.fixture(scope="module")
def generation(tmp_path_factory: pytest.TempPathFactory) -> Generation:
    root = tmp_path_factory.mktemp("depth")
    write_files(root, FILES)
    wanted = [Requirement(id=f"L1-{name}", file=name, layer="L1", part="happy") for name in FILES]
    info = FrameworkInfo(framework="pytest", test_directory="tests")
    target = ours()
    analysis = Analysis(session_id="WFS-test-x", framework=info, requirements=wanted)
    return characterise_functions(target, root, analysis, coverage=None, failing=(), seconds=120)


def source(generation: Generation, target: str) -> str:
    """The kept tests of a function, one after the other."""
    return "\n".join(test.source for test in generation.tests if test.kept and test.target.endswith(f"::{target}"))


def test_instances_are_made_of_classes_from_other_modules(generation):
    assert "feed(Animal(" in source(generation, "feed")
    assert "places(Cage(" in source(generation, "places")
    assert "from zoo.cage import Cage" in generation.files["tests/test_codec_characterisation.py"]


def test_the_message_that_the_code_gives_is_stated(generation):
    assert 'pytest.raises(ValueError, match="can\'t feed less than never")' in source(generation, "feed")
    (label,) = {test.label for test in generation.tests if test.target.endswith("::feed") and "raises" in test.name}
    assert label == "states an exception that the documentation names, and the code raises"


def test_a_result_of_a_derived_class_is_stated_with_its_class(generation):
    assert '== "ABC"' in source(generation, "shout")
    assert source(generation, "shout").count('type(result).__name__ == "Loud"') == 1


def test_special_methods_are_called_as_a_user_does(generation):
    assert "given_and(" in source(generation, "And.__call__") or "And(3)(" in source(generation, "And.__call__")


@pytest.mark.parametrize(
    ("target", "stated"),
    [
        ("Ledger.add_entry", "ledger.entries[-1].amount == "),  # what lies inside of what changed
        ("posted", "posted(unexpected="),
        ("posted", "posted(sign="),
        ("lines_of", "lines_of(io.StringIO("),
        ("shown", 'shown(b"'),
        ("shown", 'shown(None) == "nothing"'),
        ("rated", '== "many"'),
    ],
)
def test_inputs_follow_from_what_the_body_and_the_documentation_say(generation, target, stated):
    text = source(generation, target)
    given = re.sub(r"(\w+) = (io\.\w+\(.*\)|Ledger\(.*\))\n(.*)\b\1\b", r"\3\2", text)
    assert stated in text or stated in given, text


@pytest.mark.parametrize(
    "reason", ["usage: leaves FILE", "partially initialized module 'zoo.first'", "refused", "IndexError", "larger than"]
)
def test_what_can_not_be_imported_is_left_out_and_the_rest_is_tested(generation, reason):
    assert [why for why in generation.dropped if reason in why], generation.dropped
    assert {test.target.partition("::")[0] for test in generation.tests} == {f"zoo/{name}.py" for name in GOOD}


def test_a_result_of_another_type_than_annotated_is_never_pinned(generation):
    assert not [test for test in generation.tests if "nickname" in test.target and "is None" in test.source]
    assert any("another type" in why for why in generation.dropped)
