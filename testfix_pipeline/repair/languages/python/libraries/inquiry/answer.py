"""The probe's answer as typed values; what does not have the right form is left out."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.repair.language.library_fixes import LibraryFix

_Record = TypeVar("_Record")
Position = tuple[int, int, int, int]
"""First line and column, last line and column, as in `ast`: lines from 1, columns in UTF-8 bytes."""
QUOTED = 200
"""How many characters of an error a note quotes."""


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

    module: str = ""
    owner: str = ""
    name: str = ""

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
    properties of a class."""

    place: LibraryName
    source: str
    evidence: str
    similarity: float = 0.0
    is_module: bool = False
    is_callable: bool = True


@dataclass(frozen=True)
class LostName:
    """A name that a library's module (or class) lacks, with all uses; message: what the library said of it."""

    place: LibraryName
    is_module: bool = False
    library: str = ""
    version: str = ""
    sites: tuple[NameUse, ...] = ()
    substitutes: tuple[Substitute, ...] = ()
    message: str = ""

    @property
    def is_imported(self) -> bool:
        """Whether a file imports the name by itself: then it fails as long as any use is left."""
        return any(one.how == "from" and one.path == (self.place.name,) for one in self.sites)


@dataclass(frozen=True)
class CallChange:
    """What makes calls fit.

    "rename" or "drop" of the keyword `old` (to drop it, `new` is its old default, "" if that is not known); "name":
    keywords for further positional arguments; "add": a keyword and its value, third the import that it needs; "place":
    the keyword's value by its place; "unwrap": a rename that takes the one item of a list.
    """

    what: str
    old: str
    new: str | tuple[str, ...]
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
    library: str = ""
    version: str = ""
    changes: tuple[CallChange, ...] = ()
    module: str = ""


@dataclass(frozen=True)
class ChangedUsage:
    """A function of a library, or of its class `owner`, that is used in another way than in the old release.

    was, now: "function", "property" or "coroutine function".
    """

    module: str
    owner: str
    name: str
    was: str
    now: str
    library: str = ""
    version: str = ""


@dataclass(frozen=True)
class ProbeAnswer:
    """missing: names that modules lack, in the probe's order; attributes: those that classes lack. calls: that do not
    fit. usages: what is used in another way now."""

    missing: Sequence[LostName]
    attributes: Sequence[LostName]
    calls: Sequence[UnfitCall]
    usages: Sequence[ChangedUsage]

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> ProbeAnswer:
        """The answer of the probe, a mapping of parts to lists of records."""
        names = [*_typed(LostName, answer, "missing")], [*_typed(LostName, answer, "attributes")]
        calls, usages = [*_typed(UnfitCall, answer, "calls")], [*_typed(ChangedUsage, answer, "usages")]
        return cls(*names, calls, usages)


def _typed(kind: type[_Record], answer: Mapping[str, Any], part: str) -> Iterator[_Record]:
    adapter, records = TypeAdapter(kind), answer.get(part)
    for one in records if isinstance(records, list) else ():
        with contextlib.suppress(ValidationError):
            yield adapter.validate_python(_with_places(_known(one)) if kind is LostName else _known(one))


def _known(one: Any) -> Any:
    """A record without what is not known: a distribution may have no version."""
    return {name: value for name, value in one.items() if value is not None} if isinstance(one, dict) else one


def _with_places(one: Any) -> Any:
    """A lost name whose place, as those of its candidates, is a part of its own."""
    candidates = one.get("candidates") if isinstance(one, dict) else None
    if not isinstance(candidates, list):
        return None
    return {**one, "place": one, "substitutes": [{**new, "place": new} for new in candidates if isinstance(new, dict)]}


def update_of(library: str, version: str, symbol: str, evidence: str) -> Update:
    """What a fix says of the library that it is about."""
    return Update(library=library, version=version, symbol=symbol, evidence=evidence)


def quoted(failure: Failure) -> str:
    """What the note of a fix quotes of an error, in one line."""
    return " ".join(failure.error.split())[:QUOTED]


def with_library(fix: LibraryFix, failures: Sequence[Failure]) -> LibraryFix:
    """The fix; one that names no update with that of a failure, first of one about its symbol."""
    name = fix.symbol.rpartition(".")[2]
    said = sorted((one.update for one in failures if one.update is not None), key=lambda one: name not in one.symbol)
    return fix if fix.updates else replace(fix, updates=tuple(said[:1]))
