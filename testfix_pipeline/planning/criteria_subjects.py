"""Which functions a criterion speaks of: by the names it uses, else by words it shares with names and docstrings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from testfix_pipeline.core.plan_records import Criterion
from testfix_pipeline.planning.context_outline import Outline
from testfix_pipeline.planning.words import parts, stem

MOST_SUBJECTS = 8
_LEAST, _NEAR_BEST = 1.0, 0.6
_WEIGHTS = {"name": 1.0, "owner": 0.7, "file": 0.6, "doc": 0.5, "arguments": 0.5}
_FEW_WORDS = 4
_COMMON = 0.15  # share of all functions from which on a word tells nothing
_IDENTIFIER = re.compile(r"`([\w.]+)(?:\(\))?`|\b([A-Za-z_]\w*(?:\.\w+)*)\(|\b(\w+_\w+)\b|\b([A-Z][a-z]+[A-Z]\w*)\b")


@dataclass(frozen=True)
class _Known:
    """A function with the stems that describe it."""

    subject: str
    path: str
    name: str
    stems: Mapping[str, float]
    hidden: bool


def with_subjects(criteria: Sequence[Criterion], outlines: Mapping[str, Outline]) -> list[Criterion]:
    """The criteria, each with `subjects`: at most eight `path::qualified.name`, or `path` where a whole file is named.

    A function that is named outright counts for sure. Others need shared words: a word of the name counts 1, of its
    class .7, of its file .6, of its docstring's first line .5, of its parameters and errors .5, and a tenth of that
    where it stands at more than 15 % of all functions. What comes near the best (60 %) is kept; of four words and more,
    two must be shared, for a criterion without code that is tied to some is worse than one that is tied to none. Where
    no function is meant, a file whose whole name is said is. A criterion without words means all, and gets no subjects.
    """
    known = list(_described(outlines))
    spread = Counter(word for each in known for word in each.stems)
    common = {word for word, number in spread.items() if number > max(8, _COMMON * len(known))}
    index: dict[str, list[_Known]] = {}
    for each in known:
        for word in each.stems:
            index.setdefault(word, []).append(each)
    return [one.model_copy(update={"subjects": _subjects(one, known, index, common, outlines)}) for one in criteria]


def _described(outlines: Mapping[str, Outline]) -> Iterable[_Known]:
    for path, each in outlines.items():
        file = _file_stems(path)
        for name in each.functions:
            owner, _, last = name.rpartition(".")
            words = each.arguments.get(name, "")
            told = {"doc": parts(each.docs.get(name, "")), "arguments": parts(words) | {*map(stem, words.split())}}
            stems: dict[str, float] = {}
            for kind, own in {**told, "file": file, "owner": parts(owner), "name": parts(last)}.items():
                stems.update({word: stems.get(word, 0.0) + _WEIGHTS[kind] for word in own})
            hidden = last.startswith("_") and not last.endswith("__")
            yield _Known(f"{path}::{name}", path, name, stems, hidden)


def _subjects(
    criterion: Criterion,
    known: Sequence[_Known],
    index: Mapping[str, Sequence[_Known]],
    common: set[str],
    outlines: Mapping[str, Outline],
) -> list[str]:
    files = [path for path in outlines if path in criterion.text and _is_word(path, criterion.text)]
    if files or not criterion.words:
        return files
    named = _named(criterion.text, known)
    if named:
        return named[:MOST_SUBJECTS]
    points: dict[str, float] = {}
    met: Counter[str] = Counter()
    said = {stem(part) for word in criterion.words for part in re.split(r"[-.]", word)}
    hidden = {each.subject for each in known if each.hidden}
    for word in said:
        for each in index.get(word, ()):
            met[each.subject] += 1
            points[each.subject] = points.get(each.subject, 0.0) + each.stems[word] * (0.1 if word in common else 1.0)
    least = 1 if len(said) < _FEW_WORDS else 2
    scored = {
        subject: value * (0.6 if subject in hidden else 1.0)
        for subject, value in points.items()
        if met[subject] >= least
    }
    best = max(scored.values(), default=0.0)
    kept = [subject for subject, value in scored.items() if value >= max(_LEAST, _NEAR_BEST * best)]
    return sorted(kept, key=lambda subject: (-scored[subject], subject))[:MOST_SUBJECTS] or _files(said, outlines)


def _files(said: Collection[str], outlines: Mapping[str, Outline]) -> list[str]:
    """The files whose whole name is said: `prices.py` of "the prices of the shop"."""
    named = [path for path, each in outlines.items() if each.functions and _file_stems(path) <= set(said)]
    return [path for path in named if _file_stems(path)][:MOST_SUBJECTS]


def _file_stems(path: str) -> frozenset[str]:
    place = PurePosixPath(path)
    return parts(place.parent.name if place.stem == "__init__" else place.stem)


def _is_word(path: str, text: str) -> bool:
    return re.search(rf"(?<![\w/]){re.escape(path)}\b", text) is not None


def _named(text: str, known: Sequence[_Known]) -> list[str]:
    """The functions, and the methods of classes, that a text names as code does."""
    said = {next(filter(None, groups)) for groups in _IDENTIFIER.findall(text)}
    lasts = {name.rpartition(".")[2] for name in said}
    found = []
    for each in known:
        owner, _, last = each.name.rpartition(".")
        if each.name in said or last in lasts or (owner and owner in lasts):
            found.append(each.subject)
    return found
