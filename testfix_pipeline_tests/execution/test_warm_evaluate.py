"""What is evaluated over a live frame, and what is left alone because the project's code would run."""

import sys
from collections import OrderedDict, defaultdict
from dataclasses import dataclass
from types import FrameType, ModuleType
from typing import Any, cast

import pytest

from testfix_pipeline_tests.repair.sources import of_target


@pytest.fixture(scope="module")
def evaluating() -> ModuleType:
    return of_target("warm_evaluate")


class Own:
    """A class of the project, whose methods must not be called."""

    shared = 7

    def __init__(self, called: list[str]) -> None:
        self.called = called
        self.size = 3
        self.__hidden = "yes"

    def __bool__(self) -> bool:
        self.called.append("bool")
        return False

    def __eq__(self, other: object) -> bool:
        self.called.append("eq")
        return True

    def __len__(self) -> int:
        self.called.append("len")
        return 1

    __hash__ = None  # type: ignore[assignment]

    @property
    def computed(self) -> int:
        self.called.append("property")
        return 1

    def method(self) -> int:
        self.called.append("method")
        return 1


@dataclass
class Pair:
    left: int
    right: int


class Slots:
    __slots__ = ("kept",)

    def __init__(self) -> None:
        self.kept = "here"


def look(evaluating: ModuleType, text: str, **names: Any) -> tuple[str, Any]:
    def frame() -> FrameType:
        return sys._getframe(1)

    made: dict[str, Any] = {"frame": frame, "Own": Own, "OrderedDict": OrderedDict, **names}
    exec("here = frame()", made)
    pool = evaluating.Pool()
    return cast("tuple[str, Any]", pool.evaluate(pool.add(text, "Own"), evaluating.Scope(made["here"])))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("len(x) == 3 and x[0] < 2", True),
        ("not x or y is None", True),
        ("x[1:] + [9]", [2, 3, 9]),
        ("x[-1] if y is not None else x[0]", 1),
        ("' Ab '.strip().lower()", "ab"),
        ("isinstance(x, (list, tuple))", True),
        ("2 in x and 'a' not in 'bc'", True),
        ("hasattr(x, 'append')", True),
        ("callable(len)", True),
        ("o.size", 3),
        ("o.shared", 7),
        ("o.__hidden", "yes"),
        ("s.kept", "here"),
        ("type(o) is Own", True),
        ("p == q", True),
        ("isinstance(d, dict) and d['k']", 1),
        ("str(x)", "[1, 2, 3]"),
        ("{}", {}),
        ("~x[1] & 7", 5),
        ("1 << x[2] | x[0]", 9),
        ("x[1] ** 3 >> 1", 4),
        ("2.0 ** -1", 0.5),
    ],
)
def test_native_code_is_run(evaluating: ModuleType, text: str, value: object) -> None:
    names = {"x": [1, 2, 3], "y": None, "o": Own([]), "s": Slots(), "p": Pair(1, 2), "q": Pair(1, 2)}
    assert look(evaluating, text, d=OrderedDict(k=1), **names) == ("v", value)


@pytest.mark.parametrize(
    "text", ["y.size", "y < 0", "x[7]", "len(y)", "nowhere", "int('a')", "d['z']", "1 in y", "1 >> -1"]
)
def test_what_raises_is_an_error(evaluating: ModuleType, text: str) -> None:
    assert look(evaluating, text, x=[1], y=None, d={})[0] == "e"


@pytest.mark.parametrize(
    "text",
    [
        *("not o", "o == 1", "1 == o", "o in [1]", "[o] == [o]", "len(o)", "o.computed", "o.method()", "str([o])"),
        *("o + 1", "d[0]", "'%s' % o", "x * 99999999", "sorted([o, o])", "x.append(1)", "[i for i in x]", "print(x)"),
        *("1 << 9999", "9 ** 9999", "99999999 ** 9", "~o", "o << 1", "o ** 2"),
        "big[0] in big",
    ],
)
def test_code_of_the_project_and_what_costs_or_changes_something_is_not(evaluating: ModuleType, text: str) -> None:
    called: list[str] = []
    x, d = [1, 2], defaultdict(list)
    assert look(evaluating, text, o=Own(called), x=x, d=d, big=[[0]] * 3000)[0] == "u"
    assert called == [] and x == [1, 2] and not d
