"""Compares what a program did under old releases with what its patched files do: an edit that only silences differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import NamedTuple

from testfix_pipeline.repair.language.library_fixes import BehaviourCheck
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import (
    CallRecording,
    RecordedCall,
    Tree,
)
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_changes import Differing, differing, shown

MOST_DIFFERENCES = 5
RARE = 1 / 8
"""The share of a function's varied calls below which differences are rare. With reference fixes, 4 of the 61 pairs of
development, later and estimate differ at all, each in at most 4 of 36 calls, as for the URL "//a"."""
_ON_VALUES = frozenset({"AssertionError", "Failed", ""})
"""The errors of tests that a value is not what they expect: then what differs may be the fault itself."""
_Key = tuple[str, str, str]


class _Odd(NamedTuple):
    """A difference as a sentence, whether it is one of values, and the texts that differ, where it is one of texts."""

    said: str
    of_values: bool = False
    was: str = ""
    now: str = ""


def compared(
    old: CallRecording,
    new: CallRecording,
    changed: Collection[str] = (),
    again: CallRecording | None = None,
    refused: Collection[str] = (),
    without: CallRecording | None = None,
    errors: Collection[str] = (),
) -> BehaviourCheck:
    """Compare calls of the program's own functions, those with varied arguments too, and calls of libraries that both
    make.

    changed: names of functions of libraries that give something else now without any patch: they say nothing. again: a
    second run of the old one; what differs between these two says nothing either. refused: names of functions that
    refuse their calls without a patch: they may give another type now, which the patch converts. without: of the files
    without the patch; varied calls that raise the same error there say nothing of it, other than those of `errors`,
    which the tests failed with and a patch may have left in other places. What an update alone makes differ, and what
    is made of it, says nothing of a patch either, unless a test failed on a value.
    """
    groups, later = _grouped(old), _grouped(new)
    unsteady = {key for key in groups if key[1] and key[2] in changed}
    unsteady.update(_differences(old, again) if again is not None else ())
    anyway = set[_Odd]()
    if without is not None and not _ON_VALUES & {*errors}:
        unpatched = [_differences(old, without, refused), _varied_differences(old, without)]
        anyway = {odd for some in unpatched for odd in some.values() if odd.of_values}
    steady = {key: odd for key, odd in _differences(old, new, refused).items() if key not in unsteady}
    count = sum(min(len(calls), len(later.get(key, ()))) for key, calls in groups.items() if key not in unsteady)
    varied, known = _varied_differences(old, new), {(one.file, one.call) for one in new.varied}
    excused = {*(_varied_differences(old, again) if again is not None else ())}
    excused.update(_raised_anyway(new, without, errors) if without is not None else ())
    varied = {key: odd for key, odd in varied.items() if key not in excused and not _comes_of(odd, anyway)}
    shared = Counter((one.file, one.name) for one in old.varied if (one.file, one.call) in known)
    is_rare = all(number < RARE * shared[function] for function, number in Counter(key[:2] for key in varied).items())
    odd_calls = tuple(odd.said for odd in varied.values())[:MOST_DIFFERENCES]
    said = [odd.said for odd in steady.values() if not _comes_of(odd, anyway)]
    said += () if is_rare else odd_calls
    return BehaviourCheck(
        count, tuple(said[:MOST_DIFFERENCES]), tuple(_dropped(old, new)), odd_calls if is_rare else ()
    )


def _comes_of(odd: _Odd, anyway: Collection[_Odd]) -> bool:
    """Whether the same differs without the patch, or a text only in a part that does."""
    return odd in anyway or any(
        one.was and one.was in odd.was and odd.was.replace(one.was, one.now) == odd.now for one in anyway
    )


def _odd(name: str, found: Differing) -> _Odd:
    said = f"{name} gives {shown(found.now)}; under the old release {shown(found.was)}."
    return _Odd(said, True, _text(found.was), _text(found.now))


def _text(tree: Tree) -> str:
    """The characters of a text or of bytes, as they are written; "" of other values, and of what is cut."""
    text = str(tree[2]) if tree[0] == "=" and tree[1] in ("str", "bytes") else ""
    return "" if "..." in text else text.removeprefix("b")[1:-1]


def _varied_differences(old: CallRecording, new: CallRecording) -> dict[_Key, _Odd]:
    """By file, function and call what functions give otherwise for arguments that no test passes; not of those that
    gave nothing before."""
    later = {(one.file, one.call): one for one in new.varied}
    found = {}
    for one in (one for one in old.varied if one.result is not None):
        now = later.get((one.file, one.call))
        other = differing(one.result or [], now.result, strict=False) if now is not None and now.result else None
        if other is not None:
            found[one.file, one.name, one.call] = _odd(one.call, other)
        elif now is not None and now.result is None:
            said = f"{one.call} raises {now.raised}; under the old release it gives {shown(one.result or [])}."
            found[one.file, one.name, one.call] = _Odd(said)
    return found


def _raised_anyway(new: CallRecording, without: CallRecording, errors: Collection[str]) -> Iterator[_Key]:
    """The varied calls that raise an error with the patch and without it, as for arguments that are refused now."""
    raised = {(one.file, one.call): one.raised for one in without.varied if one.raised not in errors}
    for one in new.varied:
        if one.raised and raised.get((one.file, one.call)) == one.raised:
            yield one.file, one.name, one.call


def _dropped(old: CallRecording, new: CallRecording) -> Iterator[str]:
    """The names of functions that the program called where it calls fewer different ones now."""
    before, after = (_names_by_caller(one) for one in (old, new))
    for caller, names in before.items():
        now = after.get(caller, {})
        if len(now) < len(names):
            yield from (name for name in names if name not in now)


def _names_by_caller(recording: CallRecording) -> dict[tuple[str, str], dict[str, None]]:
    """What each function of the program calls of libraries."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for call in recording.calls:
        name = call.name.removesuffix(".__init__").rpartition(".")[2]
        found.setdefault((call.file, call.caller), {}).setdefault(name)
    return found


def _differences(old: CallRecording, new: CallRecording, refused: Collection[str] = ()) -> dict[_Key, _Odd]:
    """The first difference of each group of calls: those that follow may come of it."""
    later, found = _grouped(new), dict[_Key, _Odd]()
    for key, calls in _grouped(old).items():
        for one, other in zip(calls, later.get(key, ()), strict=False):
            is_other_type = one.result is not None and other.result is not None and one.result[:2] != other.result[:2]
            is_converted = bool(key[1]) and key[2] in refused and is_other_type
            odd = None if is_converted or key in found else _difference(one, other)
            found.update({key: odd} if odd is not None else {})
    return found


def _grouped(recording: CallRecording) -> dict[_Key, list[RecordedCall]]:
    """The calls by what says that they are the same in two texts of the program: who calls whom."""
    found: dict[_Key, list[RecordedCall]] = {}
    for call in recording.own:
        found.setdefault((call.file, "", call.name), []).append(call)
    for call in recording.calls:
        found.setdefault((call.file, call.caller, call.name.rpartition(".")[2]), []).append(call)
    return found


def _difference(old: RecordedCall, new: RecordedCall) -> _Odd | None:
    """How two calls differ; None where they agree or have different arguments."""
    shared = old.given.keys() & new.given.keys()
    if any(differing(old.given[name], new.given[name], strict=False) is not None for name in shared):
        return None
    if new.raised and not old.raised:
        return _Odd(f"{old.name} raises an error; under the old release it did not.")
    if old.raised and not new.raised:
        return _Odd(f"{old.name} does not raise the error that it raised under the old release.")
    if old.result is None or new.result is None:
        return None
    found = differing(old.result, new.result, strict=False)
    return _odd(old.name, found) if found else None
