"""The probe's answer as typed values; what does not have the right form is left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

Position = tuple[int, int, int, int]
"""First line and column, last line and column, as in `ast`: lines from 1, columns in UTF-8 bytes."""


@dataclass(frozen=True)
class NameUse:
    """One use: `how` is "from", "import" or "chain"; `module` and `path` say what is named there, `local` by what name.

    exempt: the program is prepared for the name to be missing.
    """

    file: str
    position: Position
    how: str = ""
    module: str = ""
    path: tuple[str, ...] = ()
    local: str = ""
    exempt: bool = False


@dataclass(frozen=True)
class LibraryName:
    """A name in a module, or in the class `owner` of it; a module where `owner` is "" and it is one."""

    module: str
    owner: str
    name: str

    @property
    def holder(self) -> str:
        """What has the name, in full."""
        return ".".join(filter(None, [self.module, self.owner]))

    @property
    def full(self) -> str:
        """The dotted name."""
        return ".".join(filter(None, [self.module, self.owner, self.name]))


@dataclass(frozen=True)
class Substitute:
    """What could stand in the place of a lost name. similarity: of a near name, 0 to 1. is_callable: not so of the
    properties of a class. needs_object: whether it is a method of objects that its class makes without arguments.
    lacks: attributes that the program reads of objects of the lost class, and that objects of this one have not."""

    place: LibraryName
    source: str
    evidence: str
    similarity: float
    is_module: bool
    is_callable: bool = True
    needs_object: bool = False
    lacks: tuple[str, ...] = ()


@dataclass(frozen=True)
class LostName:
    """A name that a library's module (or class) lacks, with all uses; message: what the library said of it."""

    place: LibraryName
    is_module: bool
    library: str
    version: str
    sites: tuple[NameUse, ...]
    substitutes: tuple[Substitute, ...]
    message: str = ""


@dataclass(frozen=True)
class CallChange:
    """What makes calls fit.

    "rename" or "drop" of the keyword `old` (to drop it, `new` is its old default, "" if that is not known); "append":
    what follows the call in place of `old`; "name": keywords for further positional arguments; "add": a keyword and its
    value, third the import that it needs; "place": the keyword's value by its place; "unwrap": a rename that takes the
    one item of a list; "replace": another keyword and its value; "spread": the items of positional lists; "wrap": a
    type and the places of arguments; "value": another value; "into": an entry of the mapping that the keyword `new`
    gives; "object": an argument of an object, `new` is its keyword, its module and its class.
    """

    what: str
    old: str
    new: str | Sequence[str]
    source: str
    evidence: str
    sites: tuple[NameUse, ...]

    @property
    def parameter(self) -> str:
        """The parameter that it is about."""
        return self.old or (self.new if isinstance(self.new, str) else self.new[0])


@dataclass(frozen=True)
class UnfitCall:
    """Calls that do not fit the signature of the callable `name` of a library. module: that defines it."""

    name: str
    library: str
    version: str
    changes: tuple[CallChange, ...]
    module: str = ""


@dataclass(frozen=True)
class LibraryWarning:
    """The text of a warning, and the library that gave it, "" where that is not known."""

    text: str
    library: str = ""
    version: str = ""


@dataclass(frozen=True)
class ChangedUsage:
    """A function of a library, or of its class `owner`, that is used in another way than in the old release.

    was, now: "function", "property", "coroutine function" or "context manager".
    """

    module: str
    owner: str
    name: str
    was: str
    now: str
    library: str
    version: str


@dataclass(frozen=True)
class MissingKey:
    """A text that a subscript asks a dictionary for in vain. inner: keys of dictionaries in it that have the text, with
    all their keys that the outer one lacks. near: keys that are written nearly the same."""

    file: str
    position: Position
    key: str
    inner: Mapping[str, Sequence[str]]
    near: Sequence[str]


def missing_keys(answer: dict[str, Any]) -> list[MissingKey]:
    """The keys that dictionaries lack."""
    return [
        MissingKey(site.file, site.position, _text(one, "key"), one.get("inner") or {}, one.get("near") or ())
        for one in _records(answer, "keys")
        for site in _sites({"sites": [one]})
    ]


def changed_usages(answer: dict[str, Any]) -> list[ChangedUsage]:
    """What is used in another way now."""
    names = [field.name for field in fields(ChangedUsage)]
    return [ChangedUsage(**{name: _text(one, name) for name in names}) for one in _records(answer, "usages")]


def warnings_of(answer: dict[str, Any]) -> list[LibraryWarning]:
    """What libraries warned of while failing tests ran."""
    names = [field.name for field in fields(LibraryWarning)]
    return [LibraryWarning(**{name: _text(one, name) for name in names}) for one in _records(answer, "warnings")]


def lost_names(answer: dict[str, Any]) -> list[LostName]:
    """The names that modules lack, in the probe's order."""
    return [_lost(one) for one in _records(answer, "missing")]


def lost_attributes(answer: dict[str, Any]) -> list[LostName]:
    """The attributes that classes lack."""
    return [_lost(one) for one in _records(answer, "attributes")]


def unfit_calls(answer: dict[str, Any]) -> list[UnfitCall]:
    """The calls that do not fit."""
    found = []
    for one in _records(answer, "calls"):
        changes = tuple(
            CallChange(
                _text(c, "what"), _text(c, "old"), c.get("new", ""), _text(c, "source"), _text(c, "evidence"), _sites(c)
            )
            for c in _records(one, "changes")
        )
        of_library = _text(one, "library"), _text(one, "version")
        found.append(UnfitCall(_text(one, "name"), *of_library, changes, _text(one, "module")))
    return found


def _lost(one: dict[str, Any]) -> LostName:
    substitutes = tuple(
        Substitute(
            LibraryName(_text(c, "module"), _text(c, "owner"), _text(c, "name")),
            _text(c, "source"),
            _text(c, "evidence"),
            float(c.get("similarity") or 0.0),
            bool(c.get("is_module")),
            c.get("is_callable") is not False,
            bool(c.get("needs_object")),
            tuple(map(str, c.get("lacks") or ())),
        )
        for c in _records(one, "candidates")
    )
    place = LibraryName(_text(one, "module"), _text(one, "owner"), _text(one, "name"))
    known = _text(one, "library"), _text(one, "version"), _sites(one), substitutes, _text(one, "message")
    return LostName(place, bool(one.get("is_module")), *known)


def _sites(one: dict[str, Any]) -> tuple[NameUse, ...]:
    return tuple(_read_sites(one))


def _read_sites(one: dict[str, Any]) -> Iterator[NameUse]:
    for site in _records(one, "sites"):
        position = site.get("position")
        if isinstance(position, list) and len(position) == 4 and all(isinstance(n, int) for n in position):
            first, column, last, end = position
            path = tuple(map(str, site.get("path") or ()))
            known = _text(site, "how"), _text(site, "module"), path, _text(site, "local"), bool(site.get("exempt"))
            yield NameUse(_text(site, "file"), (first, column, last, end), *known)


def _records(one: dict[str, Any], name: str) -> list[dict[str, Any]]:
    found = one.get(name)
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def _text(one: dict[str, Any], name: str) -> str:
    found = one.get(name, "")
    return found if isinstance(found, str) else ""
