"""What a new release defines as the old one defined a name that it lacks, and what is used in another way now."""

import importlib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from testfix_pipeline.execution.in_target.testfix_library_old import OldReleaseFolder
from testfix_pipeline.execution.processes.environment import IN_TARGET

Finder = Callable[..., list[tuple[str, str]]]


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(IN_TARGET))
    return importlib.import_module("testfix_library_kin")


@pytest.fixture
def found(module: ModuleType, tmp_path: Path) -> Finder:
    """(owner, name) of the kin of a name between two texts of the module `lib`."""

    def find(old: str, new: str, name: str, owner: str = "") -> list[tuple[str, str]]:
        (tmp_path / "lib.py").write_text(old)
        release = OldReleaseFolder(str(tmp_path), "lib", "1")
        lost = SimpleNamespace(module="lib", owner=owner, name=name)
        return [one[2:] for one in module.kin(lost, release, [("lib", new.encode())])]

    return find


BODY = "(a, b):\n    total = a + b\n    return total * 2\n"


def test_a_function_of_the_same_code(found: Finder) -> None:
    assert found(f"def f{BODY}", f"def f2(a):\n    return a\n\n\ndef g{BODY}", "f") == [("", "g")]


def test_a_function_that_has_got_types_is_the_same_code(found: Finder) -> None:
    types = "(a: date | None, b: date | None, is_open: bool = False) -> tuple[Span, ...]:\n    return both(a, b)\n"
    other = "def other(a, b, is_open=False):\n    return left(a, b)\n"
    assert found("def f(a, b, is_open=False):\n    return both(a, b)\n", f"{other}\n\ndef g{types}", "f")[0] == (
        "",
        "g",
    )


def test_what_was_there_before_is_no_kin(found: Finder) -> None:
    assert found(f"def f{BODY}\n\ndef g{BODY}", f"def g{BODY}", "f") == []


def test_a_class_is_no_kin_of_a_function(found: Finder) -> None:
    assert found("def f():\n    pass\n", "class G:\n    pass\n", "f") == []


def test_two_that_are_alike_are_doubtful(module: ModuleType, found: Finder) -> None:
    assert found(f"def f{BODY}", f"def g{BODY}\n\ndef h{BODY}", "f") == [("", "g"), ("", "h")]
    lost = SimpleNamespace(module="lib", owner="", name="f")
    release = SimpleNamespace(
        definition=lambda *_: ("lib", module.ast.parse(f"def f{BODY}").body[0]),
        names=lambda _: set(),
        text=lambda _: b"",
    )
    alone, first = (
        module.kin(lost, release, [("lib", text.encode())])[0][0]
        for text in (f"def g{BODY}", f"def g{BODY}\n\ndef h{BODY}")
    )
    assert first < 0.75 < alone


def test_members_of_a_class(found: Finder) -> None:
    old = (
        f"class A:\n    def __init__(self, at):\n        self.when = at\n\n    def f{BODY.replace('    ', '        ')}"
    )
    new = old.replace("self.when", "self.at").replace("def f(", "def g(")
    assert found(old, new, "when", "A") == [("A", "at")]
    assert found(old, new, "f", "A") == [("A", "g")]
    assert found(old, old, "f", "A") == []


def test_what_a_member_of_a_class_was_another_name_for(tmp_path: Path) -> None:
    text = """
class Meta(type):
    @property
    def LIMIT(cls):
        warnings.warn("use LARGEST instead of it", DeprecationWarning)
        return cls.MOST

    @LIMIT.setter
    def LIMIT(cls, value):
        cls.MOST = value


class Base:
    def purge(self, name):
        return self.drop(name)

    parseString = renamed("parseString", parse_string)


@add_metaclass(Meta)
class Table(Base):
    def drop(self, name):
        return name
"""
    (tmp_path / "lib.py").write_text(text)
    release = OldReleaseFolder(str(tmp_path), "lib", "1")
    assert list(release.member_successors("lib", "Table", "purge")) == [("drop", "lib 1 made it of drop")]
    assert [name for name, _ in release.member_successors("lib", "Table", "LIMIT")] == ["MOST"]
    assert [name for name, _ in release.member_successors("lib", "Table", "parseString")] == ["renamed", "parse_string"]
    assert release.member_warnings("lib", "Table", "LIMIT") == ["use LARGEST instead of it"]
    assert list(release.member_successors("lib", "Table", "drop")) == []
    assert list(release.member_successors("lib", "Other", "drop")) == []


def test_what_the_paragraph_about_a_parameter_says_to_use_in_its_place(tmp_path: Path) -> None:
    text = '''
def spread(start, closed=None, inclusive="both"):
    """Spread. To have all, use `every` instead.

    closed : {None, 'left'}

        .. deprecated:: 1.4
           Argument `closed` has been deprecated. Use `inclusive` instead.
    """
    return start
'''
    (tmp_path / "lib.py").write_text(text)
    release = OldReleaseFolder(str(tmp_path), "lib", "1")
    found = release.heirs("lib", "spread", "closed", ["inclusive", "every"])
    assert [name for name, _ in found] == ["inclusive"]


def test_all_keywords_of_a_call_that_the_old_release_names_others_for(monkeypatch, tmp_path) -> None:
    monkeypatch.syspath_prepend(str(IN_TARGET))
    calls = importlib.import_module("testfix_library_calls")
    text = (
        "def send(name=None, age=None):\n    'In 2.0 ``seconds`` replaces the ``age`` parameter.'\n    label = name\n"
    )
    (tmp_path / "lib.py").write_text(text)
    release = OldReleaseFolder(str(tmp_path), "lib", "1")

    def send(label: object = None, seconds: object = None) -> None:
        del label, seconds

    changes = calls.signature_changes(
        send, (0, ["name", "age"], False), None, lambda *asked: release.heirs("lib", "send", *asked)
    )
    assert [(one["old"], one["new"]) for one in changes[:2]] == [("name", "label"), ("age", "seconds")]


def test_a_keyword_is_renamed_to_the_parameter_that_has_it_for_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(IN_TARGET))
    calls = importlib.import_module("testfix_library_calls")

    def train(vector_size: int = 100, shrink: bool = True, epochs: int = 5, batch: int = 1) -> None:
        del vector_size, shrink, epochs, batch

    assert [one["new"] for one in calls.signature_changes(train, (0, ["size"], False))] == ["vector_size"]


def test_what_has_no_default_any_more_is_passed_where_it_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(IN_TARGET))
    calls = importlib.import_module("testfix_library_calls")

    def equal(left: object, right: object, **options: object) -> None:
        del left, right, options

    old = [("left", None, "placed"), ("right", "0", "placed")]
    (found,) = calls.signature_changes(equal, (1, [], False), old)
    assert (found["what"], found["new"], found["place"]) == ("add", ["right", "0"], 1)
    assert calls.signature_changes(equal, (1, ["right"], False), old) == []
    assert calls.signature_changes(equal, (2, [], False), old) == []


def test_what_is_used_in_another_way(module: ModuleType, tmp_path: Path) -> None:
    plain = (
        "class A:\n    {0}def x(self):\n        pass\n\n    {0}def y(self):\n        pass\n\n\n{1}def f():\n    pass\n"
    )
    (tmp_path / "lib.py").write_text(plain.format("", ""))
    new = plain.format("@property\n    ", "async ").encode()
    release = OldReleaseFolder(str(tmp_path), "lib", "1")
    assert list(module.changed_kinds(release, [("lib", new)], {"x", "f"})) == [
        ("lib", "", "f", "function", "coroutine function"),
        ("lib", "A", "x", "function", "property"),
    ]
    assert list(module.changed_kinds(release, [("lib", new)], {"z"})) == []


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("kwarg_mapping={'selem': 'footprint'}, removed='1.0'", ["footprint"]),
        ("{'other': 'footprint', 'selem': 'out'}", ["out"]),
        ("'selem', 'footprint', mapping={'a': 'b'}", []),
    ],
)
def test_a_keyword_that_a_decorator_maps_to_a_parameter(tmp_path: Path, arguments: str, expected: list[str]) -> None:
    text = f"@deprecate_kwarg({arguments})\ndef dilated(image, footprint=None, out=None):\n    return image\n"
    (tmp_path / "lib.py").write_text(text)
    heirs = OldReleaseFolder(str(tmp_path), "lib", "1").heirs("lib", "dilated", "selem", ["footprint", "out"])
    assert [name for name, _ in heirs] == expected
