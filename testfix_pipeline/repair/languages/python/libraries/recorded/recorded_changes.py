"""What two recordings of the same tests tell: the first call that another release of a library answers differently."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from testfix_pipeline.core.visible_text import shortened
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import CallRecording, RecordedCall, Tree

_SHOWN = 120


@dataclass(frozen=True)
class ChangedCall:
    """A call of the program that went otherwise under the old release.

    what: its default of `parameter` differs, it has no `parameter` any more that had to be given, it raises now, it
    raises another error, its result differs, or what it calls is gone. attribute: of an object in the result, as
    `Class.name`, where it is that which differs. was, now: both, shortened, for people.
    """

    what: Literal["default", "parameter", "raises", "error", "result", "gone"]
    call: RecordedCall
    new: RecordedCall
    parameter: str = ""
    attribute: str = ""
    was: str = ""
    now: str = ""

    @property
    def is_misfit(self) -> bool:
        """Whether Python refuses what a call does with what it got, where the library raised an error of its own: to
        catch that hides what does not fit any more."""
        refused = [["builtins", one] for one in ("AttributeError", "NameError", "TypeError")]
        return self.new.error[:2] in refused and self.call.error[:1] != ["builtins"]

    @property
    def is_trifle(self) -> bool:
        """Whether a default is hardly another one: nothing in place of nothing, a text in place of its bytes."""
        nothing = ("None", "False", "0", "''", "b''", "[]", "()", "{}")
        return (self.was in nothing and self.now in nothing) or self.was.lstrip("b") == self.now.lstrip("b")

    @property
    def place(self) -> str:
        """File and line in the program."""
        return f"{self.call.file}:{self.call.line}"

    @property
    def symbol(self) -> str:
        """The dotted name of what changed."""
        name = self.call.name.removesuffix(".__init__")
        return f"{self.call.module}.{self.attribute or name}"

    @property
    def is_private(self) -> bool:
        """Whether no program calls it by its name."""
        return re.fullmatch(r"_[^_].*", self.symbol.rpartition(".")[2]) is not None

    def describe(self) -> str:
        """What changed, as a part of a sentence."""
        about = f"{self.call.name}: {self.attribute}" if self.attribute else self.symbol
        return {
            "default": f"the default of {self.parameter} of {self.symbol} is {self.now}, it was {self.was}",
            "parameter": f"{self.symbol} takes no {self.parameter} any more",
            "gone": f"{self.symbol} is gone",
            "error": f"{self.symbol} raises {self.now} where it raised {self.was}",
            "raises": f"{self.symbol} raises an error for arguments that it took",
            "result": f"{about} gives {self.now} for the arguments for which it gave {self.was}",
        }[self.what]


def changed_calls(old: CallRecording, new: CallRecording) -> Iterator[ChangedCall]:
    """The calls that went otherwise under the old release, in the order in which it was called."""
    later: dict[str, list[RecordedCall]] = {}
    for call in new.calls:
        for key in (call.key, call.place_key):
            later.setdefault(key, []).append(call)
    for call in old.calls:
        same, where = later.get(call.key), (call.module, call.name)
        if same is None and call.position is not None:  # what answers there may have another name now
            same = later.get(call.place_key)
        if becomes_lazy(call, old, new) and call.result is not None:
            yield ChangedCall("result", call, call, was=_short(call.result), now="a generator")
        elif same:
            yield from _compared(call, same.pop(0), old, new)
        elif same is None and old.parameters(*where) is not None and new.parameters(*where) is None:
            yield ChangedCall("gone", call, call)


def becomes_lazy(call: RecordedCall, old: CallRecording, new: CallRecording) -> bool:
    """Whether the new release gives one by one what the old one gave at once: no run records such a call."""
    where = call.module, call.name
    return new.is_generator(*where) and not old.is_generator(*where)


def _compared(call: RecordedCall, now: RecordedCall, old: CallRecording, new: CallRecording) -> Iterator[ChangedCall]:
    defaults = list(_defaults(call, now, old, new))
    yield from defaults
    shared = call.given.keys() & now.given.keys() - {one.parameter for one in defaults}
    if any(differing(call.given[name], now.given[name]) is not None for name in shared):
        yield from _lost_parameters(call, now, old, new)
        return  # what comes of an earlier difference
    if now.raised and not call.raised:
        yield ChangedCall("raises", call, now)
    elif call.raised and not now.raised:
        yield ChangedCall("result", call, now, was="an error", now=_short(now.result) if now.result else "none")
    elif call.error and now.error and (lost := [one for one in call.error[1:] if one not in now.error[1:]]):
        yield ChangedCall("error", call, now, was=lost[0], now=now.error[1])
    elif call.result is not None and now.result is not None:
        found = differing(call.result, now.result)
        if found is not None:
            yield ChangedCall("result", call, now, "", found.attribute, _short(found.was), _short(found.now))


def _defaults(call: RecordedCall, now: RecordedCall, old: CallRecording, new: CallRecording) -> Iterator[ChangedCall]:
    before = {one.name: one.default for one in old.parameters(call.module, call.name) or ()}
    after = {one.name: one.default for one in new.parameters(now.module, now.name) or ()}
    for name in call.given.keys() & now.given.keys():
        was, is_now = before.get(name), after.get(name)
        if was is None or is_now is None or was == is_now:
            continue
        if call.given[name] == was and now.given[name] == is_now:
            yield ChangedCall("default", call, now, name, "", _short(was), _short(is_now))


def _lost_parameters(
    call: RecordedCall, now: RecordedCall, old: CallRecording, new: CallRecording
) -> Iterator[ChangedCall]:
    """What had to be given and is no parameter any more, so that the arguments behind it go to others."""
    before, after = old.parameters(call.module, call.name) or (), new.parameters(now.module, now.name)
    names = {one.name for one in after or ()}
    for one in before if after is not None else ():
        if one.default is None and one.name in call.given and one.name not in names:
            yield ChangedCall("parameter", call, now, one.name)


@dataclass(frozen=True)
class Differing:
    """The first parts of two trees that differ, below the attribute of an object where there is one."""

    was: Tree
    now: Tree
    attribute: str = ""


def differing(was: Tree, now: Tree, attribute: str = "", strict: bool = True) -> Differing | None:
    """Where two trees differ; None where what both know of agrees.

    strict: what libraries' own objects have counts as well, and every digit; else nothing does that is inside of them,
    only that one is of another class of another library, and numbers may differ by rounding.
    """
    here = Differing(was, now, attribute)
    if "?" in (was[:1] + now[:1]) or was == now or (not strict and _is_rounding(was, now)):
        return None
    if was[:1] != now[:1] or was[0] == "=":
        return here
    if was[0] == "c":
        return here if was[2] != now[2] else None
    if was[0] == "o" and not strict:
        return here if was[1] != now[1] and was[3:] != now[3:] else None
    if was[1] != now[1]:
        return here
    if was[0] in (".", "o"):
        shared = [name for name in was[2] if name in now[2]]
        pairs = [(was[2][name], now[2][name], f"{was[1]}.{name}") for name in shared]
    elif len(was[2]) != len(now[2]):
        return here
    elif was[0] == "[":
        pairs = [(one, other, attribute) for one, other in zip(was[2], now[2], strict=True)]
    else:
        pairs = [(one[1], other[1], attribute) for one, other in zip(was[2], now[2], strict=True)]
    return next((found for pair in pairs if (found := differing(*pair, strict)) is not None), None)


def _is_rounding(was: Tree, now: Tree) -> bool:
    """Whether two floating-point numbers agree to nine digits (`math.isclose`), or in the twelfth place behind the
    point (`pytest.approx`): releases compute the same in another order. Numbers of two classes, where both are written
    the same."""
    is_float = was[:2] == now[:2] and was[1].startswith("float")
    if was[0] != "=" or now[0] != "=" or not (is_float or was[2] == now[2]):
        return False
    try:
        return math.isclose(float(was[2]), float(now[2]), abs_tol=1e-12)
    except ValueError:
        return False


def _short(tree: Tree) -> str:
    return shortened(shown(tree), _SHOWN)


def shown(tree: Tree) -> str:
    """A tree as a person would write the value."""
    kind, name, inner = [*tree, "", ""][:3]
    if kind in ("=", "c"):
        return str(inner)
    if kind == "[":
        text = ", ".join(map(shown, inner))
        return f"[{text}]" if name == "list" else f"({text})" if name == "tuple" else f"{name} of {text}"
    if kind == "{":
        text = ", ".join(f"{shown(key)}: {shown(value)}" for key, value in inner)
        return f"{{{text}}}" if name == "dict" else f"{name} of {{{text}}}"
    return f"a {name}"


def first_of(found: Sequence[ChangedCall], lines: Sequence[tuple[str, str]]) -> ChangedCall | None:
    """The change that explains a failure best; None of none that may.

    lines: file and text of the lines where tests died. First comes an attribute of which such a line speaks, then whole
    results and errors, last those that were None, which programs seldom use, then defaults. What is inside of other
    objects may be a library's own business.
    """
    spoken = [one for one in found if one.attribute and any(_speaks(one, text) for _, text in lines)]
    whole = [one for one in found if one.what != "default" and not one.attribute]
    whole.sort(key=lambda one: one.was == "None")
    defaults = [one for one in found if one.what == "default" and not one.is_trifle]
    return next(iter([*spoken, *whole, *defaults]), None)


def _speaks(change: ChangedCall, text: str) -> bool:
    return f".{change.attribute.rpartition('.')[2]}" in text
