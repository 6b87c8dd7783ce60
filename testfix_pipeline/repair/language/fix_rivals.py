"""Which fixes of a step are about the same name, and whether one is so much likelier that the others may wait."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from testfix_pipeline.repair.language.library_fixes import LibraryFix

LIKELY, CLEARLY = 0.6, 0.1
"""The least likelihood of a fix whose rivals wait, and by how much theirs have to be less: each takes a run of the
tests, which says nothing between them as long as no test passes."""


def rivals_of(fix: LibraryFix, others: Sequence[LibraryFix]) -> list[LibraryFix]:
    """Those of the other fixes that are about the same name, or about one of several."""
    names = _last_names(fix)
    return [one for one in others if not names.isdisjoint(_last_names(one))]


def is_clear(fix: LibraryFix, rivals: Sequence[LibraryFix]) -> bool:
    """Whether a fix is likely, and clearly likelier than its rivals; one for several names than others for as many."""
    size = len(_last_names(fix))
    alike = [one for one in rivals if len(_last_names(one)) >= size]
    return fix.likelihood >= LIKELY and all(one.likelihood <= fix.likelihood - CLEARLY for one in alike)


def is_part(fix: LibraryFix, whole: LibraryFix, before: Mapping[str, str]) -> bool:
    """Whether another fix writes all lines that a fix writes, in the same files."""
    return all(
        set(text.splitlines()) - set(before.get(file, "").splitlines()) <= set(whole.texts.get(file, "").splitlines())
        for file, text in fix.texts.items()
    )


def symbols_of(fix: LibraryFix) -> list[str]:
    """The names that a fix is about; a comma within brackets parts the arguments of one."""
    found, depth = list[str](), 0
    for part in fix.symbol.split(", "):
        if depth:
            found[-1] += f", {part}"
        else:
            found.append(part)
        depth += sum(part.count(one) for one in "([{") - sum(part.count(one) for one in ")]}")
    return found


def _last_names(fix: LibraryFix) -> set[str]:
    """With the arguments, where a rule is for calls with these alone."""
    heads = (one.partition("(") for one in symbols_of(fix))
    return {"".join([name.rpartition(".")[2], *arguments]) for name, *arguments in heads}
