"""What the files of an old release say, and which release a project names."""

import runpy
from collections.abc import Callable
from pathlib import Path

import pytest

from testfix_pipeline.execution.in_target.testfix_library_old import OldReleaseFolder
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import required_versions
from testfix_pipeline_tests.libraries import write_release


@pytest.fixture
def release(tmp_path: Path) -> OldReleaseFolder:
    return OldReleaseFolder(str(write_release(tmp_path)), "shapeless", "1.0")


def test_where_a_name_came_from(release: OldReleaseFolder) -> None:
    assert [one[:2] for one in release.successors("shapeless", "paint")] == [
        ("shapeless.painting", "paint"),
        ("shapeless.painting", "render"),
    ]
    assert [one[:2] for one in release.successors("shapeless", "OldName")] == [("shapeless.things", "NewThing")]
    assert list(release.successors("shapeless", "nothing")) == []
    assert list(release.successors("nowhere", "nothing")) == []


def test_a_name_that_comes_with_all_of_a_module(tmp_path: Path) -> None:
    files = {
        "__init__.py": "from shapeless.first import *\nfrom shapeless.second import *\n",
        "first.py": "from shapeless import *\n",
        "second.py": "class Plain:\n    pass\n\n\nclass Ordered(Plain):\n    pass\n",
    }
    release = OldReleaseFolder(str(write_release(tmp_path, files)), "shapeless", "1.0")
    found = [one[:2] for one in release.successors("shapeless", "Ordered")]
    assert found == [("shapeless.second", "Ordered"), ("shapeless.second", "Plain")]
    assert release.definition("shapeless", "nothing") is None


def test_what_only_calls_another_function_is_no_other_name_of_it(tmp_path: Path) -> None:
    files = {
        "__init__.py": "def same(a, *more, b=1):\n    return new(a, *more, b=b)\n\n\n"
        "def other(a):\n    return new(1, a)\n\n\ndef new(a, b=1):\n    return a\n"
    }
    release = OldReleaseFolder(str(write_release(tmp_path, files)), "shapeless", "1.0")
    assert [one[1] for one in release.successors("shapeless", "same")] == ["same", "new"]
    assert [one[1] for one in release.successors("shapeless", "other")] == ["other"]


def test_what_a_definition_warns_of(release: OldReleaseFolder) -> None:
    assert "'paint' is renamed to 'render'" in release.warnings("shapeless", "paint")[0]
    assert "use ``shapeless.tools.sums.combine`` instead" in release.warnings("shapeless", "combine_all")[0]


def test_parameters_of_classes(tmp_path: Path) -> None:
    files = {
        "__init__.py": "class Pair:\n    def __new__(cls, left, right=None, sep=None):\n"
        "        if right is None:\n            warn()\n            right = 0\n        return left\n\n\n"
        "class Own(Pair):\n    pass\n"
    }
    release = OldReleaseFolder(str(write_release(tmp_path, files)), "shapeless", "1.0")
    expected = [("left", None, "placed"), ("right", "0", "placed"), ("sep", "None", "placed")]
    assert [release.parameters("shapeless", name) for name in ("Pair", "Own")] == [expected, expected]


def test_parameters_with_defaults(release: OldReleaseFolder) -> None:
    assert release.parameters("shapeless", "scale") == [("value", None, "placed"), ("factor", "2", "placed")]
    assert release.parameters("shapeless", "Client") == [("host", None, "placed"), ("wait", "3", "placed")]
    assert release.parameters("shapeless", "nothing") is None


@pytest.mark.parametrize(
    "body",
    [
        "self.fresh = keys.pop('old')",
        "fresh = keys['old']",
        "inner(fresh=old)",
        "keys['fresh'] = keys.get('old')",
        "warn('The old parameter is deprecated. Use \\'fresh\\' instead.')",
    ],
)
def test_what_a_keyword_was_passed_on_as(tmp_path: Path, body: str) -> None:
    files = {"__init__.py": f"class Box:\n    def __init__(self, other=1, fresh=2, old=3, **keys):\n        {body}\n"}
    release = OldReleaseFolder(str(write_release(tmp_path, files)), "shapeless", "1.0")
    assert [name for name, _ in release.heirs("shapeless", "Box", "old", ["other", "fresh"])] == ["fresh"]
    assert release.heirs("shapeless", "Box", "gone", ["other", "fresh"]) == []


def test_nothing_of_a_release_is_executed(tmp_path: Path) -> None:
    write_release(tmp_path, {"__init__.py": "raise SystemExit('executed')\n\n\ndef f(a=1):\n    pass\n"})
    with pytest.raises(SystemExit):
        runpy.run_path(str(tmp_path / "shapeless" / "__init__.py"))
    assert OldReleaseFolder(str(tmp_path), "shapeless", "1").parameters("shapeless", "f") == [("a", "1", "placed")]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("requirements.txt", "# pins\nShape.Less[fast] == 1.2.3 ; python_version > '3'\nother>=2\n"),
        ("dev-requirements.txt", "shape_less==1.2.3\n"),
        ("uv.lock", '[[package]]\nname = "shape-less"\nversion = "1.2.3"\n'),
        ("poetry.lock", '[[package]]\nname = "Shape-Less"\nversion = "1.2.3"\n'),
        ("Pipfile.lock", '{"default": {"shape-less": {"version": "==1.2.3"}}}'),
    ],
)
def test_pins(file: str, text: str, write: Callable[..., Path]) -> None:
    assert str(required_versions(write({file: text}))["shape-less"]) == "==1.2.3"


@pytest.mark.parametrize("text", ["", "[[", '{"default": []}', "\x00", "[package]\nname = 3\n"])
def test_broken_locks_name_nothing(text: str, write: Callable[..., Path]) -> None:
    root = write(dict.fromkeys(("uv.lock", "Pipfile.lock", "requirements.txt"), text))
    assert required_versions(root) == {}
