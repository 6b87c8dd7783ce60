"""Which symbol of another package a failure is about, from the error's words and what the failing statement names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from testfix_pipeline.core.records import Outcome
from testfix_pipeline.core.update_records import ErrorOrigin, NamedObject

How = Literal["missing", "call", "inside", "inherited", "warning"]

_NO_NAME = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")
_NO_MODULE = re.compile(r"No module named '?([A-Za-z_][\w.]*)")
_MODULE_LACKS = re.compile(r"[Mm]odule '([\w.]+)' has no attribute '(\w+)'")
_LACKS = re.compile(r"has no attribute '(\w+)'")
_SIGNATURE = re.compile(
    r"^([\w.<>]+)\(\) (?:got (?:an unexpected keyword|multiple values|some positional-only)|missing \d+ required"
    r"|takes )"
    r"|is an invalid keyword argument for ([\w.]+)\(\)",
    re.MULTILINE,
)
_WARNINGS = ("DeprecationWarning", "FutureWarning", "PendingDeprecationWarning")
_REPLACEMENTS = (
    re.compile(r"[Uu]se [`'\"]?([A-Za-z_][\w.]*\w)(?:\(\))?[`'\"]?,? (?:instead|to replace)"),
    re.compile(r"(?:[Uu]se|[Pp]refer|[Tt]ry|[Ss]witch to) [`'\"]([A-Za-z_][\w.]*\w)(?:\(\))?[`'\"]"),
    re.compile(
        r"(?:renamed(?: to)?|replaced (?:by|with)|moved to|now called) [`'\"]?([A-Za-z_][\w.]*\w)(?:\(\))?[`'\"]?"
    ),
    re.compile(r"[Mm]igrate to [^`'\".]*[`'\"]@?([A-Za-z_][\w.]*\w)(?:\(\))?[`'\"]"),
    re.compile(r"in favou?r of [`'\"]?([A-Za-z_][\w.]*\w)(?:\(\))?[`'\"]?"),
)


@dataclass(frozen=True)
class BrokenSymbol:
    """A symbol by its dotted name and the module that should have it.

    how: missing there; a call that does not fit; an error inside the library; missing in a class of the project that
    inherits from it; or warned about where warnings are errors.
    """

    module: str
    symbol: str
    how: How

    @property
    def top(self) -> str:
        """The top-level module, by which the distribution is found."""
        return self.module.partition(".")[0]


def broken_symbol(outcome: Outcome) -> BrokenSymbol | None:
    """The symbol that an error about an interface names; None for other errors."""
    kind = outcome.error_type.rpartition(".")[2]
    origin = outcome.origin or ErrorOrigin()
    if kind in ("ImportError", "ModuleNotFoundError"):
        name = _NO_NAME.search(outcome.message)
        if name:
            return BrokenSymbol(name[2], f"{name[2]}.{name[1]}", "missing")
        module = _NO_MODULE.search(outcome.message)
        return BrokenSymbol(module[1], module[1], "missing") if module else None
    found: Iterator[BrokenSymbol] = iter(())
    if kind == "AttributeError":
        found = _of_attribute(outcome.message, origin)
    elif kind == "TypeError":
        found = _of_call(outcome.message, origin)
    elif kind in _WARNINGS:
        found = _of_warning(origin)
    elif kind == "ValueError":  # only of compiled code an origin is known
        found = _inside(origin)
    return next(found, None)


def replacement_in(message: str) -> str:
    """The replacement that an error's own text names, as written there; "" if it names none."""
    found = (pattern.search(message) for pattern in _REPLACEMENTS)
    return next((match[1] for match in found if match), "")


def _of_attribute(message: str, origin: ErrorOrigin) -> Iterator[BrokenSymbol]:
    of_module, attribute = _MODULE_LACKS.search(message), _LACKS.search(message)
    if of_module:
        yield BrokenSymbol(of_module[1], f"{of_module[1]}.{of_module[2]}", "missing")
    said = {attribute[1]} if attribute else set(re.findall(r"\w+", message))
    for one in origin.named:
        if one.how != "named" and one.name.rpartition(".")[2] in said:
            yield _symbol(one, "missing" if one.how == "missing" else "inherited")
    yield from _inside(origin)


def _of_call(message: str, origin: ErrorOrigin) -> Iterator[BrokenSymbol]:
    said = _SIGNATURE.search(message)
    called = (said[1] or said[2]) if said else ""
    for one in origin.named:
        if called and _is_called(one, called):  # the class as it is written, not the base that has its constructor
            yield _symbol(next(other for other in origin.named if other.written == one.written), "call")
    yield from _inside(origin)


def _is_called(one: NamedObject, called: str) -> bool:
    """Whether the function of a TypeError's message is this object: a class is called by its constructor."""
    owner, _, last = called.rpartition(".")
    constructor = last in ("__init__", "__new__")
    if constructor and not owner:  # Python 3.9 does not say of which class
        return one.name[:1].isupper()
    wanted = owner.rpartition(".")[2] if constructor else last
    return one.name.rpartition(".")[2] == wanted


def _of_warning(origin: ErrorOrigin) -> Iterator[BrokenSymbol]:
    yield from (BrokenSymbol(one.module, one.symbol, "warning") for one in _inside(origin))
    for one in origin.named:
        yield _symbol(one, "warning")


def _inside(origin: ErrorOrigin) -> Iterator[BrokenSymbol]:
    """Yield the object of the package whose code raised the error, as the project's statement names it."""
    tops = [module.partition(".")[0] for module in origin.below]
    for one in origin.named:
        if one.how == "named" and one.name and one.module.partition(".")[0] in tops[:1]:
            yield _symbol(one, "inside")


def _symbol(one: NamedObject, how: How) -> BrokenSymbol:
    return BrokenSymbol(one.module, ".".join(filter(None, (one.module, one.name))), how)
