"""Classes failures as updates: the failing statement asks an installed library for what its newer version lacks."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import line_range
from testfix_pipeline.core.cycle_rules.broken_symbols import BrokenSymbol, broken_symbol, replacement_in
from testfix_pipeline.core.patch_policy.protected_paths import is_test_side
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.core.records import Failure, FailureClass, Outcome
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.execution.pins import PYTHON
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.repair.languages.python.libraries.inquiry.removals import Removal, removal_of
from testfix_pipeline.updates.known_versions import KnownVersions, Then

_HOW = {
    "missing": "{library} has no {symbol}, which {place} names",
    "call": "{library} does not take the call of {symbol} at {place}",
    "inside": "{symbol} of {library} raises the error itself, called at {place}",
    "inherited": "{library} has no {symbol}, which {place} may expect to inherit",
    "warning": "{library} warns about {symbol} at {place}, and warnings are errors here",
}


def with_updates(
    failures: Iterable[Failure],
    outcomes: Mapping[TestId, Outcome],
    known: KnownVersions,
    is_test_file: Callable[[str], bool] = is_test_side,
    root: Path | None = None,
) -> list[Failure]:
    """The failures, those with `update` set that may come of a newer library, with the class and evidence that follow.

    A failure is an `update` where the installed version is known to be newer than the one before. Where it is not, the
    class stays and the evidence says "Perhaps an update". What the test's own code asks for is a defect of the test.
    root: the project's folder as it was measured, where test files may be read.
    """
    found = [_diagnosed(failure, outcomes.get(failure.test), known, is_test_file) for failure in failures]
    return [_with_name(failure, root) for failure in found] if root is not None else found


def _with_name(failure: Failure, root: Path) -> Failure:
    """The failure, its update about the one name that the program imports from a module that is gone."""
    update = failure.update
    if update is None or update.library == PYTHON or failure.error_type != "ModuleNotFoundError":
        return failure
    file, _, line = update.place.rpartition(":")
    names = _imported(read_text(root / file), int(line), update.symbol)
    if len(names) != 1 or names == ["*"]:
        return failure
    return failure.model_copy(update={"update": update.model_copy(update={"symbol": f"{update.symbol}.{names[0]}"})})


def _imported(text: str, line: int, module: str) -> list[str]:
    """What the statement at a line imports from a module."""
    nodes = ast.walk(python_code.parse_or_empty(text))
    there = (one for one in nodes if isinstance(one, ast.stmt) and line in line_range(one))
    return [one.member for one in imported_names(there) if one.module == module and one.member and not one.level]


@dataclass(frozen=True)
class _Found:
    """A library, by the name that a person knows it by, with the symbol that is about it."""

    library: str
    symbol: BrokenSymbol
    place: str
    asked_by: str = ""


def _diagnosed(
    failure: Failure, outcome: Outcome | None, known: KnownVersions, is_test_file: Callable[[str], bool]
) -> Failure:
    symbol = broken_symbol(outcome) if outcome is not None and outcome.frames else None
    if outcome is None or symbol is None:
        return failure
    library = _library_of(symbol, known)
    if not library:
        return failure
    last = outcome.frames[-1]
    found = _Found(library, symbol, f"{last.file}:{last.line}", _asked_by(outcome, symbol, known))
    update = _update(found, outcome, known)
    kind = _class(failure, update, symbol, is_test_file(last.file) and not found.asked_by)
    return failure.model_copy(update={"update": update, "failure_class": kind, "evidence": update.evidence})


def _library_of(symbol: BrokenSymbol, known: KnownVersions) -> str:
    """The distribution of a symbol; Python where it is, or was, of the standard library; "" for others.

    A module that is missing in this build of Python and that its version has is no matter of versions.
    """
    named = known.installed.modules.get(symbol.top)
    if named is not None:
        return named
    if symbol.top not in sys.stdlib_module_names or not known.installed.python:
        return ""
    return "" if symbol.symbol == symbol.top and not _is_removed(symbol, known) else PYTHON


def _is_removed(symbol: BrokenSymbol, known: KnownVersions) -> bool:
    """Whether the standard library of our own Python has a module that the project's version has no more."""
    return symbol.top in sys.stdlib_module_names and symbol.top not in (known.installed.stdlib or [symbol.top])


def _asked_by(outcome: Outcome, symbol: BrokenSymbol, known: KnownVersions) -> str:
    """The library whose own code uses a name that another library lost; "" where the project's code does."""
    below = outcome.origin.below if outcome.origin else []
    asking = known.installed.modules.get(below[-1].partition(".")[0], "") if below else ""
    return asking if symbol.how == "missing" and asking != known.installed.modules.get(symbol.top, "") else ""


def _update(found: _Found, outcome: Outcome, known: KnownVersions) -> Update:
    removal = _removal(found, known)
    then = known.before(found.library) or _before(removal) or _removed_module(found, known)
    is_doubtful = found.symbol.how == "inherited" and removal is None
    version = known.version_of(found.library)
    library = _shown(found.library, version)
    said = _HOW[found.symbol.how].format(library=library, symbol=found.symbol.symbol, place=found.place)
    if found.asked_by:
        asking = _shown(found.asked_by, known.version_of(found.asked_by))
        said = f"{asking} itself asks {library} for {found.symbol.symbol}, which it lacks; {found.place} imports it"
    return Update(
        library=found.library,
        version=version,
        symbol=found.symbol.symbol,
        before=then.before if then else "",
        source=then.source if then else "",
        certain=then is not None and not is_doubtful,
        place=found.place,
        evidence=_evidence(said, then, is_doubtful, _no_older(known, found.library)),
        replacement=replacement_in(outcome.message) or next(iter(removal.use if removal else ()), ""),
        alternative=_alternative(found, then),
    )


def _removal(found: _Found, known: KnownVersions) -> Removal | None:
    """What is known of a name that Python's own library lost."""
    if found.library != PYTHON or found.symbol.how not in ("missing", "inherited"):
        return None
    return removal_of(found.symbol.symbol, known.installed.python)


def _before(removal: Removal | None) -> Then | None:
    if removal is None:
        return None
    return Then(removal.last, f"Python {removal.last} is the last version that has it")


def _shown(library: str, version: str) -> str:
    return f"{'Python' if library == PYTHON else library} {version}".strip()


def _evidence(said: str, then: Then | None, doubtful: bool, unread: str) -> str:
    if then is not None and not doubtful:
        return f"{said}; {then.source}."
    known = then.source if then is not None else f"nothing says which version was used before{unread}"
    return f"Perhaps an update: {said}; {known}."


def _no_older(known: KnownVersions, library: str) -> str:
    """Why no older version is known, in brackets: another one is asked for, or a file can't be read; "" else."""
    unmet = known.unmet_pin(library)
    if unmet is not None:
        return f" ({unmet.source} asks for {unmet.specifier})"
    return f" ({known.pins.problems[0].rstrip('.')})" if known.pins.problems else ""


def _removed_module(found: _Found, known: KnownVersions) -> Then | None:
    """A module of the standard library that our own, older interpreter still has is gone from the newer one."""
    if found.library != PYTHON or not _is_removed(found.symbol, known):
        return None
    ours = f"{sys.version_info[0]}.{sys.version_info[1]}"
    return Then(ours, f"the standard library of Python {ours} still has it")


def _alternative(found: _Found, then: Then | None) -> str:
    """A pin that would bring the interface back, with what speaks for and against it; nothing applies it."""
    if then is None:
        return ""
    name = "requires-python" if found.library == PYTHON else found.library
    pin = f"{name}=={then.before}" if then.before[:1].isdigit() else f"{name}{then.before}"
    return f"pin {pin}: the code was written for it; it keeps out every later fix of the library"


def _class(failure: Failure, update: Update, symbol: BrokenSymbol, in_test: bool) -> FailureClass:
    """What a failure is: no change of the program repairs what a test's own statement asks a library for."""
    if in_test:
        is_of_tests = update.library == "pytest"  # what tests ask their framework for
        is_tests_own = symbol.how == "missing" or is_of_tests or (update.certain and symbol.how != "inside")
        return "test_defect" if is_tests_own else failure.failure_class
    if update.certain and failure.failure_class != "test_defect":
        return "update"
    return "code_defect" if failure.failure_class == "env_issue" else failure.failure_class


def updates_in(failures: Sequence[Failure]) -> list[Update]:
    """The different updates that failures speak of, the certain ones first."""
    found = {one.update.model_dump_json(): one.update for one in failures if one.update is not None}
    return sorted(found.values(), key=lambda one: not one.certain)


def with_repaired(found: Sequence[Update], repaired: Iterable[Update]) -> list[Update]:
    """The updates that failures speak of, and those that their repair met: the surest one for
    each symbol of a library.

    An error hides the next one: what a file lacks besides comes to light when its first import works again.
    """
    by_symbol: dict[tuple[str, str], Update] = {}
    for one in (*found, *repaired):
        key = one.library.lower(), one.symbol.rpartition(".")[2]
        known = by_symbol.setdefault(key, one)
        by_symbol[key] = one if one.certain and not known.certain else known
    return sorted(by_symbol.values(), key=lambda one: not one.certain)
