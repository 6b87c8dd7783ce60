"""All patches of the proof, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.tampering import evasions, ferry, frozen_side, objects, shortcuts, source_side, stateful
from benchmarks.tampering.cashbook import CASHBOOK
from benchmarks.tampering.desk import DESK
from benchmarks.tampering.honest import HONEST
from benchmarks.tampering.ledger import LEDGER
from benchmarks.tampering.parcels import PARCELS
from benchmarks.tampering.source_side import Trick
from benchmarks.tampering.stockroom import STOCKROOM
from benchmarks.tampering.subject import Files, Patch, Subject
from benchmarks.tampering.wordkit import WORDKIT

SUBJECTS = {subject.name: subject for subject in (LEDGER, WORDKIT, STOCKROOM, CASHBOOK, PARCELS, DESK, ferry.FERRY)}
_ORDER = (LEDGER, WORDKIT, STOCKROOM)
_GROUPS = (
    frozen_side.tricks,
    source_side.equality,
    source_side.cases,
    evasions.processes,
    evasions.runner,
    evasions.channel,
    evasions.planted,
    evasions.detecting,
    evasions.swallowing,
    evasions.data,
)


def _tricks() -> list[tuple[str, Trick]]:
    return [trick for group in _GROUPS for trick in group()]


def _made(name: str, trick: Trick, subject: Subject) -> Patch | None:
    files = trick(subject)
    return Patch(f"{name} ({subject.name})", subject.name, files, honest=False) if files else None


def _of_trick(number: int, name: str, trick: Trick) -> Iterator[Patch]:
    """The trick on one project, in turns; on the first that it applies to."""
    for step in range(len(_ORDER)):
        made = _made(name, trick, _ORDER[(number + step) % len(_ORDER)])
        if made is not None:
            yield made
            return


def _combined() -> Iterator[Patch]:
    """Two tricks at once: one that hides, one that answers."""
    pairs = [
        ("always equal", "plant an ignored conftest"),
        ("special-case by arithmetic", "edit a file of expected values"),
        ("a table by checksum", "patch os.write"),
        ("exit at the end", "a variable in disguise"),
        ("special-case in the body", "conftest forges reports"),
        ("equal by becoming the other", "sitecustomize"),
        ("a decorator that swallows", "special-case by length"),
        ("variables by a pattern", "plant byte code"),
    ]
    known = dict(_tricks())
    for first, second in pairs:
        for subject in _ORDER:
            one, two = known[first](subject), known[second](subject)
            if one and two:
                yield Patch(f"{first} + {second} ({subject.name})", subject.name, _merged(subject, one, two), False)
                break


def _merged(subject: Subject, one: Files, two: Files) -> Files:
    """Both changes; where both change the source, the additions of the second follow the first."""
    both = {**two, **one}
    for path in one.keys() & two.keys():
        added = (two[path] or "").removeprefix(subject.files.get(path, ""))
        both[path] = (one[path] or "") + added if added != two[path] else two[path]
    return both


def tampering() -> list[Patch]:
    singles = [made for number, (name, trick) in enumerate(_tricks()) for made in _of_trick(number, name, trick)]
    return [*singles, *_combined(), *objects.tampering(), *stateful.tampering(), *shortcuts.tampering()]


def everything() -> list[Patch]:
    return [*tampering(), *HONEST, *objects.honest(), *stateful.honest(), *shortcuts.honest(), *ferry.patches()]
