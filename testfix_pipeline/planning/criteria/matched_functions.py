"""Finds the functions that a criterion is about, by the names in its text, else by shared words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from testfix_pipeline.core.code_names import code_name
from testfix_pipeline.core.plan_records import Criterion
from testfix_pipeline.planning.criteria.spelled_names import SpelledName, spelled_names
from testfix_pipeline.planning.criteria.spelling_matches import Holders
from testfix_pipeline.planning.project.survey import Survey
from testfix_pipeline.planning.python_code.outline import Outline
from testfix_pipeline.planning.python_code.words import stem, word_stems

MOST_SUBJECTS = 8
_LEAST, _NEAR_BEST = 1.0, 0.6
_WEIGHTS = {"name": 1.0, "owner": 0.7, "file": 0.6, "doc": 0.5, "arguments": 0.5}
_FEW_WORDS = 4
_FEW = 5  # functions that may all be meant by what they have in common
_OF_HIDDEN = 0.6
_RAISING = re.compile(r"(?i)\b(raise[sd]?|throws?|thrown|refuse[sd]?|reject(?:s|ed)?|fail(?:s|ed)?|errors?)\b")
_COMMON = 0.15  # share of all functions from which on a word tells nothing
_IDENTIFIER = re.compile(r"`([\w.]+)(?:\(\))?`|\b([A-Za-z_]\w*(?:\.\w+)*)\(|\b(\w+_\w+)\b|\b([A-Z][a-z]+[A-Z]\w*)\b")


@dataclass(frozen=True)
class _DescribedFunction:
    """A function with the word stems that describe it."""

    subject: str
    path: str
    name: str
    stems: Mapping[str, float]
    hidden: bool


def with_subjects(
    criteria: Sequence[Criterion], outlines: Mapping[str, Outline], found: Survey | None = None
) -> list[Criterion]:
    """Return the criteria with `subjects`: at most eight `path::qualified.name`, or `path` for a whole file.

    A function that is named counts in any case; of several with one name those that have what else is spelled. Next
    come functions that have a spelled parameter, option, constant or text (`found`, the survey of the project, is
    needed for all but parameters); rare ones count more. If there are more than five (eight if the name is no plain
    word), they must also share words. Other functions need shared words: a word of the name counts 1, of its class .7,
    of its file .6, of its docstring's first line .5, of its parameters and errors .5, and a tenth of that if it occurs
    at more than 15 % of all functions. Functions with 60 % of the best score are kept; of four words and more, two must
    be shared, since a wrong subject is worse than none. Without a function, a file with a fully named stem is the
    subject. A criterion without words or names applies to all code and gets no subjects.
    """
    code = _FunctionIndex(outlines, found)
    return [one.model_copy(update={"subjects": code.subjects(one)}) for one in criteria]


class _FunctionIndex:
    """The project's functions, indexed by the words and names that criteria use."""

    def __init__(self, outlines: Mapping[str, Outline], found: Survey | None) -> None:
        self._outlines = outlines
        self._known = list(_described_functions(outlines))
        self._hidden = {each.subject for each in self._known if each.hidden}
        self._holders = Holders(outlines, found)
        spread = Counter(word for each in self._known for word in each.stems)
        self._common = {word for word, number in spread.items() if number > max(8, _COMMON * len(self._known))}
        self._index: dict[str, list[_DescribedFunction]] = {}
        for each in self._known:
            for word in each.stems:
                self._index.setdefault(word, []).append(each)
        self._by_name: dict[str, list[_DescribedFunction]] = {}
        for each in self._known:
            owner, _, last = each.name.rpartition(".")
            for name in {last, owner} - {""}:
                self._by_name.setdefault(name, []).append(each)

    def subjects(self, one: Criterion) -> list[str]:
        """Return the functions, or else files, that a criterion is about."""
        files = [path for path in self._outlines if path in one.text and _is_path_in(path, one.text)]
        if files:
            return files
        held = {each: self._functions_with_spelling(each, one.text) for each in spelled_names(one.text)}
        said = {stem(part) for word in one.words for part in re.split(r"[-.]", word)}
        named = self._functions_named(one.text, held)
        if named:
            return named[:MOST_SUBJECTS]
        scored = self._scores(said)
        return self._best_by_spelling(held, scored) or self._best_by_words(scored) or _files_named(said, self._outlines)

    def _functions_named(self, text: str, held: Mapping[SpelledName, Sequence[str]]) -> list[str]:
        """Return the functions, and the methods of classes, that a text names in the form of code.

        A name that the text calls a parameter is no function, and the name of a raised error no class. A name with its
        class means only that method. Of several functions of one name, those that have what else is spelled are kept,
        if there are any.
        """
        said = {next(filter(None, groups)) for groups in _IDENTIFIER.findall(text)}
        said -= {
            each.text for each, having in held.items() if having and (each.is_parameter or _is_raised_error(each, text))
        }
        found: dict[str, None] = {}
        for name in sorted(said, key=lambda each: (text.find(each), each)):
            known = self._by_name.get(name.rpartition(".")[2], [])
            exactly = [each for each in known if "." in name and f".{each.name}".endswith(f".{name}")]
            means = [each.subject for each in exactly or known]
            having = {subject for each, subjects in held.items() if each.text != name for subject in subjects}
            found.update(dict.fromkeys([subject for subject in means if subject in having] or means))
        return list(found)

    def _functions_with_spelling(self, each: SpelledName, text: str) -> list[str]:
        raising = self._holders.raising(each.text) if _speaks_of_errors(text) else []
        return raising or self._holders.of(each)

    def _scores(self, said: Collection[str]) -> dict[str, float]:
        """The score of each function that shares enough words."""
        points: dict[str, float] = {}
        met: Counter[str] = Counter()
        for word in said:
            for each in self._index.get(word, ()):
                met[each.subject] += 1
                weight = each.stems[word] * (0.1 if word in self._common else 1.0)
                points[each.subject] = points.get(each.subject, 0.0) + weight
        least = 1 if len(said) < _FEW_WORDS else 2
        return {
            subject: value * (_OF_HIDDEN if subject in self._hidden else 1.0)
            for subject, value in points.items()
            if met[subject] >= least
        }

    def _best_by_spelling(self, held: Mapping[SpelledName, Sequence[str]], scored: Mapping[str, float]) -> list[str]:
        """Return the functions that use the rarest and the most of the spelled names, best first."""
        weights: dict[str, float] = {}
        for subjects in held.values():
            for subject in subjects:
                weights[subject] = weights.get(subject, 0.0) + 1 / len(subjects)
        best = max(weights.values(), default=0.0)
        kept = [subject for subject, weight in weights.items() if weight >= _NEAR_BEST * best]
        if len(kept) > (MOST_SUBJECTS if any(each.is_code_like for each in held) else _FEW):
            return self._best_by_words({subject: scored[subject] for subject in kept if subject in scored})
        ordered = sorted(kept, key=lambda each: (each in self._hidden, -weights[each], -scored.get(each, 0.0)))
        return self._holders.with_callers(ordered)[:MOST_SUBJECTS] if self._hidden.issuperset(ordered) else ordered

    def _best_by_words(self, scored: Mapping[str, float]) -> list[str]:
        best = max(scored.values(), default=0.0)
        kept = [subject for subject, value in scored.items() if value >= max(_LEAST, _NEAR_BEST * best)]
        return sorted(kept, key=lambda subject: (-scored[subject], subject))[:MOST_SUBJECTS]


def _described_functions(outlines: Mapping[str, Outline]) -> Iterable[_DescribedFunction]:
    for path, each in outlines.items():
        file = _file_stems(path)
        for name in each.functions:
            owner, _, last = name.rpartition(".")
            words = each.arguments.get(name, "")
            stems = dict.fromkeys(word_stems(words).union(map(stem, words.split())), _WEIGHTS["arguments"])
            texts = (("doc", each.docs.get(name, "")), ("owner", owner), ("name", last))
            for kind, own in (("file", file), *((kind, word_stems(text)) for kind, text in texts if text)):
                for word in own:
                    stems[word] = stems.get(word, 0.0) + _WEIGHTS[kind]
            hidden = last.startswith("_") and not last.endswith("__")
            yield _DescribedFunction(code_name(path, name), path, name, stems, hidden)


def _files_named(said: Collection[str], outlines: Mapping[str, Outline]) -> list[str]:
    """Return the files with a fully named stem: `prices.py` in "the prices of the shop"."""
    named = [path for path, each in outlines.items() if each.functions and _file_stems(path) <= set(said)]
    return [path for path in named if _file_stems(path)][:MOST_SUBJECTS]


def _file_stems(path: str) -> frozenset[str]:
    place = PurePosixPath(path)
    return word_stems(place.parent.name if place.stem == "__init__" else place.stem)


def _is_path_in(path: str, text: str) -> bool:
    return re.search(rf"(?<![\w/]){re.escape(path)}\b", text) is not None


def _speaks_of_errors(text: str) -> bool:
    """Whether a text says that errors are raised; an error's name alone does not."""
    return _RAISING.search(re.sub(r"`[^`]*`", " ", text)) is not None


def _is_raised_error(each: SpelledName, text: str) -> bool:
    return each.text[:1].isupper() and not each.text.isupper() and _speaks_of_errors(text)
