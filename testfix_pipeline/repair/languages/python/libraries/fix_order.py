"""Which fixes come first, which are one, and which are a part of another one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.inquiry.library_program import LibraryProgram
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import quoted
from testfix_pipeline.repair.languages.python.libraries.sources.name_fixes import SURE

MOST_SURE = 0.95


def is_sure_source(fix: LibraryFix) -> bool:
    """Whether a fix comes from a source that is seldom wrong; of arguments there are often several."""
    is_sure = fix.kind == "library.argument-name" or not fix.kind.startswith("library.argument")
    return bool(fix.texts) and fix.likelihood >= SURE and is_sure


def agreed(found: Sequence[LibraryFix]) -> list[LibraryFix]:
    """The fixes, those that lead to the same texts as one: what two sources say is likelier than what one says."""
    by_texts: dict[tuple[tuple[str, str], ...], LibraryFix] = {}
    for fix in found:
        key = tuple(sorted(fix.texts.items()))
        known = by_texts.get(key)
        if known is None:
            by_texts[key] = fix
        elif fix.note not in known.note and not ("(ruff " in fix.note and "(ruff " in known.note):
            likelihood = _joint_likelihood(known, fix)
            note, updates = f"{known.note}; {fix.note}", known.updates or fix.updates
            by_texts[key] = replace(known, note=note, likelihood=min(MOST_SURE, likelihood), updates=updates)
    return list(by_texts.values())


def _joint_likelihood(known: LibraryFix, fix: LibraryFix) -> float:
    """How likely what two sources say is. That a keyword is gone several say, and none that its value may go: where one
    knows that the value was not the default, it counts."""
    both = known.likelihood, fix.likelihood
    if known.kind == fix.kind == "library.argument-drop" and is_doubtful(min(both)) and max(both) < SURE:
        return min(both)
    return 1 - (1 - known.likelihood) * (1 - fix.likelihood)


def without_parts(found: Sequence[LibraryFix], program: LibraryProgram) -> list[LibraryFix]:
    """The fixes without those of which another one, about the same symbol, makes all edits and more."""
    changes = [_changed_lines(fix, program) for fix in found]
    kept = []
    for fix, own in zip(found, changes, strict=True):
        last = fix.symbol.rpartition(".")[2]
        larger = [
            other
            for other, more in zip(found, changes, strict=True)
            if own and own < more and other.symbol.rpartition(".")[2] == last and other.likelihood >= SURE
        ]
        if not larger:
            kept.append(fix)
    return kept


def _changed_lines(fix: LibraryFix, program: LibraryProgram) -> set[tuple[str, int, str]]:
    """File, number and text of the lines that a fix changes; empty where it adds or drops lines."""
    found = set()
    for file, text in fix.texts.items():
        before, after = program.files[file].text.splitlines(), text.splitlines()
        if len(before) != len(after):
            return set()
        pairs = enumerate(zip(before, after, strict=True))
        found |= {(file, number, new) for number, (old, new) in pairs if old != new}
    return found


def sort_key(fix: LibraryFix, failures: Sequence[Failure]) -> tuple[bool, int, float]:
    """The sort key: first what is sure and about any of the failures; a guess may mislead all that follows it."""
    number = _spoken_of(fix, failures)
    return not (is_sure_source(fix) and number < len(failures)), number, -fix.likelihood


def _spoken_of(fix: LibraryFix, failures: Sequence[Failure]) -> int:
    """Which failure is the first that speaks of what a fix is about, or that its note quotes; their number where none
    does."""
    names = (re.escape(one.partition("(")[0].rpartition(".")[2]) for one in fix.symbol.split(", "))
    name = re.compile(rf"\b(?:{'|'.join(names)})\b")
    said = [quoted(one) for one in failures]
    pairs = zip(failures, said, strict=True)
    speaks = [bool(name.search(one.error) or (text and text in fix.note)) for one, text in pairs]
    return speaks.index(True) if any(speaks) else len(failures)
