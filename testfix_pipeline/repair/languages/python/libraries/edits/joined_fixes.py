"""Several fixes as one: what each of them changes, as long as no two change the same text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from testfix_pipeline.core.python_code import compiles
from testfix_pipeline.repair.language.fix_rivals import is_clear, rivals_of
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.edit import Overlap
from testfix_pipeline.repair.model.merged_changes import Spans, changed_spans, with_spans

_Known = dict[tuple[str, str], Spans]
"""By file and text: what the text changes of the file."""


def joined(
    first: Sequence[LibraryFix], found: Sequence[LibraryFix], files: Mapping[str, SourceFile]
) -> list[LibraryFix]:
    """One fix that makes all changes: what comes first, then all that are found for other names and have no rivals.

    Nothing where only one is left. Each fix that it holds saves a step of the repair.
    """
    clear = [fix for fix in found if is_clear(fix, rivals_of(fix, [one for one in found if one is not fix]))]
    whole: LibraryFix | None = None
    known: _Known = {}
    for fix in (*first, *clear):
        whole = fix if whole is None else _both(whole, fix, files, known) or whole
    return [whole] if whole is not None and whole not in (*first, *clear) else []


def _both(one: LibraryFix, other: LibraryFix, files: Mapping[str, SourceFile], known: _Known) -> LibraryFix | None:
    """Both fixes as one, None where they are about the same name or change the same text."""
    texts = {**one.texts, **other.texts}
    try:
        for file in one.texts.keys() & other.texts.keys():
            texts[file] = _with_both(file, files[file].text, (one.texts[file], other.texts[file]), known)
    except Overlap:
        return None
    both = one.texts.keys() & other.texts.keys()
    if rivals_of(one, [other]) or texts in (one.texts, other.texts) or not all(compiles(texts[file]) for file in both):
        return None
    return replace(
        one,
        texts=texts,
        kind="library.names",
        note=f"{one.note}; {other.note}",
        likelihood=min(one.likelihood, other.likelihood),
        symbol=f"{one.symbol}, {other.symbol}",
        updates=(*one.updates, *other.updates),
    )


def _with_both(file: str, before: str, texts: tuple[str, str], known: _Known) -> str:
    """A text with the changes that lead to two others. Raises Overlap where they meet, but for whole lines."""
    for text in texts:
        if (file, text) not in known:
            known[file, text] = changed_spans(before, text)
    spans = known[file, texts[0]] | known[file, texts[1]]
    whole = with_spans(before, spans)
    known[file, whole] = spans
    return whole
