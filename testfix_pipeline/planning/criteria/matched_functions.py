"""Finds the functions that a criterion is about: those that it names, that hold what it spells, or that share words."""

from __future__ import annotations

import ast
import builtins
import keyword
import math
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_names import code_name
from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.plan_records import Criterion
from testfix_pipeline.planning.criteria.expectations import expectations
from testfix_pipeline.planning.project.survey import Survey
from testfix_pipeline.planning.python_code.outline import Outline
from testfix_pipeline.planning.python_code.words import stem, word_stems

MOST_SUBJECTS = 8
_MOST_SPELLED = 100
"""Spelled names and texts that are looked for: each is a search of all code."""
_FEW = 5
"""Functions that may all hold a plain word, eight of another name; of more those that share words are meant."""
_LEAST, _NEAR_BEST = 0.55, 0.6
_WEIGHTS = {"name": 1.0, "owner": 0.7, "file": 0.6, "doc": 0.5, "arguments": 0.5}
_TICKED = re.compile(r"``?([^`]+)``?")
_SPELLED = re.compile(
    r"\"([^\"]{2,80})\"|“([^“”]{2,80})”|(?<!\w)['‘]([^'‘’]{2,80})['’](?!\w)|(?<![\w-])(--[A-Za-z][\w-]*)|"
    r"(?<![\w./-])((?:[A-Za-z_]\w*\.)*(?:[A-Za-z]\w*_\w*|[A-Z]{1,6}\d{2,6}|[A-Z][a-z]+[A-Z]\w*))(?![\w/-]|\.\w)|"
    r"(?<![\w.-])([A-Za-z_][\w.]*)(?:\(|=(?!=))"
)
"""Code in prose: in quotation marks, options, `max_age`, `E1001`, `OrderLine`, `total(`, `strict=`."""
_RAISING = re.compile(r"(?i)\b(raise[sd]?|throws?|thrown|refuse[sd]?|reject(?:s|ed)?|fail(?:s|ed)?|errors?)\b")
_ONLY_CODE = re.compile(r"--[A-Za-z]|\w*[A-Za-z\d]_\w+$")
"""Options and names with an underscore: prose has none, so that words say nothing where no code has them."""
_OF_LANGUAGE = {*keyword.kwlist, *(name for name, value in vars(builtins).items() if isinstance(value, type))}
_NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
_DEFINED = re.compile(r"\s*([A-Za-z_]\w*)\s*(?::[^=]*)?=[^=]")


def with_subjects(
    criteria: Sequence[Criterion], outlines: Mapping[str, Outline], found: Survey | None = None
) -> list[Criterion]:
    """Return the criteria with `subjects`: at most eight `path::qualified.name`, or `path` for a whole file.

    A file or function that is named counts in any case. Else functions score for what they hold of the spelled names
    and texts (`found`, the survey of the project, is needed for all but parameters), and for shared words: one of the
    name counts 1, of its class .7, of its file .6, of its docstring's first line .5, of its parameters and errors .5.
    What few functions have counts more. Those with 60 % of the best score are kept, none below a threshold: a wrong
    subject is worse than none. Without a function, a file with a fully named stem is the subject. A criterion without
    words or names applies to all code and gets no subjects.
    """
    code = _FunctionIndex(outlines, found, list(dict.fromkeys(one for each in criteria for one in spelled(each.text))))
    return [one.model_copy(update={"subjects": code.subjects(one)}) for one in criteria]


def spelled(text: str) -> list[str]:
    """The names, options and quoted texts that a text spells as in code; what is in back-ticks is code."""
    found: list[str] = []
    for inside in map(str.strip, _TICKED.findall(text)):
        code = [] if _NAME.fullmatch(inside) else _spelled_in_prose(inside)
        found += code or ([inside] if re.search(r"[A-Za-z]", inside) else [])
    found += _spelled_in_prose(_TICKED.sub(" ", text))
    return [one for one in dict.fromkeys(found) if one not in _OF_LANGUAGE]


def _spelled_in_prose(text: str) -> list[str]:
    return [next(filter(None, groups)).strip() for groups in _SPELLED.findall(text)]


class _FunctionIndex:
    """The project's functions, indexed by the words and names that criteria use."""

    def __init__(self, outlines: Mapping[str, Outline], found: Survey | None, wanted: Sequence[str]) -> None:
        self._outlines = outlines
        self._weights: dict[str, dict[str, float]] = defaultdict(dict)
        self._by_name: dict[str, list[str]] = defaultdict(list)
        self._count = 0
        for path, each in outlines.items():
            for name in each.functions:
                self._add(path, name, each)
        self._holders = _holders(outlines, found, wanted[:_MOST_SPELLED])

    def _add(self, path: str, name: str, each: Outline) -> None:
        self._count += 1
        subject = code_name(path, name)
        owner, _, last = name.rpartition(".")
        for own in filter(None, {last, owner}):
            self._by_name[own].append(subject)
        texts = {
            "name": last,
            "owner": owner,
            "doc": each.docs.get(name, ""),
            "arguments": each.arguments.get(name, ""),
        }
        for kind, stems in (("file", _file_stems(path)), *((kind, word_stems(text)) for kind, text in texts.items())):
            for word in stems:
                self._weights[word][subject] = self._weights[word].get(subject, 0.0) + _WEIGHTS[kind]

    def subjects(self, one: Criterion) -> list[str]:
        """Return the functions, or else files, that a criterion is about."""
        files = [path for path in self._outlines if re.search(rf"(?<![\w/]){re.escape(path)}\b", one.text)]
        if files:
            return files
        names = spelled(one.text)
        named = self._called(one.text) or self._named(names, bool(_RAISING.search(_TICKED.sub(" ", one.text))))
        if named:
            return named[:MOST_SUBJECTS]
        said = {stem(part) for word in one.words for part in re.split(r"[-._]", word)}
        scores = self._word_scores(said)
        held = self._best(self._holder_scores(names), 0.0)
        if len(held) > (MOST_SUBJECTS if any(re.search(r"[\W_\dA-Z]", name) for name in names) else _FEW):
            beside = self._word_scores(said - {each for name in names for each in word_stems(name)})
            held = self._best({each: beside[each] for each in held if each in beside}, 0.0)
        if held or any(_ONLY_CODE.match(name) for name in names):
            return held[:MOST_SUBJECTS]
        return (self._best(scores, _LEAST) or _files_named(said, self._outlines))[:MOST_SUBJECTS]

    @staticmethod
    def _best(scores: Mapping[str, float], least: float) -> list[str]:
        """The functions with 60 % of the best score and no less than `least`, best first."""
        least = max(least, _NEAR_BEST * max(scores.values(), default=0.0))
        return sorted((each for each in scores if scores[each] >= least), key=lambda each: (-scores[each], each))

    def _called(self, text: str) -> list[str]:
        """The methods at the end of chained calls with results, `take` of `Stock().take("x")`, if all calls are such.

        A method that its class inherits is not found.
        """
        calls = [python_code.expression(each.call) for each in expectations(text) if each.call]
        ends = [each.func for each in calls if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute)]
        wanted = {f"{last_name(end.value.func)}.{end.attr}" for end in ends if isinstance(end.value, ast.Call)}
        found = [each for name in wanted for each in self._by_name.get(name.rpartition(".")[2], [])]
        met = [each for each in found if each.rpartition("::")[2] in wanted]
        return sorted(met) if len(ends) == len(calls) and len(met) >= len(wanted) else []

    def _named(self, names: Sequence[str], raises: bool) -> list[str]:
        """The functions, and methods of classes, with a spelled name.

        Of several those that hold another spelled name. A class that is raised means those that raise it.
        """
        found: dict[str, None] = {}
        for name in names:
            if raises and name[:1].isupper() and self._holders.get(name):
                continue
            known = self._by_name.get(name.rpartition(".")[2], []) if _NAME.fullmatch(name) else []
            known = [
                each for each in known if "." not in name or f".{each}".endswith((f".{name}", f"::{name}"))
            ] or known
            held = {each for other in names if other != name for each in self._holders.get(other, ())}
            found.update(dict.fromkeys([each for each in known if each in held] or known))
        return list(found)

    def _holder_scores(self, names: Sequence[str]) -> dict[str, float]:
        scores: dict[str, float] = defaultdict(float)
        for holders in (self._holders.get(name, ()) for name in names):
            for subject in holders:
                scores[subject] += 1 / len(holders)
        return scores

    def _word_scores(self, said: Collection[str]) -> dict[str, float]:
        scores: dict[str, float] = defaultdict(float)
        for word in said:
            having = self._weights.get(word, {})
            for subject, weight in having.items():
                scores[subject] += weight * self._rarity(len(having))
        return scores

    def _rarity(self, count: int) -> float:
        """From 1 for what one function has to 0 for what all have (inverse document frequency)."""
        return 1 - math.log(count) / math.log(self._count + 1)


def _holders(outlines: Mapping[str, Outline], found: Survey | None, wanted: Sequence[str]) -> dict[str, list[str]]:
    """Spelled name or text -> the functions that take it as a parameter, hold it, or use a constant that holds it."""
    holders: dict[str, list[str]] = defaultdict(list)
    for path, each in outlines.items() if wanted else ():
        taking = [(code_name(path, name), set(words.split())) for name, words in each.arguments.items()]
        for one in wanted:
            holders[one] += [subject for subject, words in taking if _variable(one) in words]
    constants: dict[str, re.Pattern[str]] = {}
    meaning: dict[str, str] = {}
    for one, path, inner, outer in _searched(outlines, found, {one: _pattern(one) for one in wanted}):
        holders[one] += [code_name(path, name) for name in inner]
        for defined in filter(None, map(_DEFINED.match, outer)):
            constants[defined[1]], meaning[defined[1]] = re.compile(rf"\b{defined[1]}\b"), one
    for constant, path, inner, _ in _searched(outlines, found, constants):
        holders[meaning[constant]] += [code_name(path, name) for name in inner]
    common = {one: _text_pattern(one) for one in wanted if one[0] == "-" and len(set(holders[one])) > MOST_SUBJECTS}
    spelling: dict[str, list[str]] = defaultdict(list)
    for one, path, inner, _ in _searched(outlines, found, common):
        spelling[one] += [code_name(path, name) for name in inner]
    holders.update(spelling)  # many read `.help`, few say `--help`
    return {one: list(dict.fromkeys(each)) for one, each in holders.items()}


def _searched(
    outlines: Mapping[str, Outline], found: Survey | None, patterns: Mapping[str, re.Pattern[str]]
) -> Iterator[tuple[str, str, list[str], list[str]]]:
    """Yield each key of `patterns` with a file that holds it: the functions that do, and the lines outside of all."""
    needles = {one: max(re.findall(r"\w+", one.rpartition(".")[2] or one), key=len, default=one) for one in patterns}
    for path, each in outlines.items() if found and patterns else ():
        text = found.files.text(path) if found else ""
        held = [one for one in patterns if needles[one] in text and patterns[one].search(text)]
        lines = ["", *text.splitlines()] if held else []
        inside = {name: _whole_range(spans) for name, spans in each.functions.items()} if held else {}
        taken = {line for numbers in inside.values() for line in numbers}
        for one in held:
            where = {number for number, line in enumerate(lines) if patterns[one].search(line)}
            yield (
                one,
                path,
                [name for name, numbers in inside.items() if not where.isdisjoint(numbers)],
                [lines[number] for number in sorted(where - taken)],
            )


def _whole_range(spans: Sequence[range]) -> range:
    return range(min(span.start for span in spans), max(span.stop for span in spans)) if spans else range(0)


def _variable(one: str) -> str:
    return one.lstrip("-").replace("-", "_").rpartition(".")[2]


def _pattern(one: str) -> re.Pattern[str]:
    """What finds a spelled name or text in code.

    A text and a name that is no plain word anywhere, a plain word as a whole literal, an
    option also as an attribute of what was parsed.
    """
    if not _NAME.fullmatch(one):
        return _text_pattern(one, rf"|(?<!self)\.{_variable(one)}\b" if one.startswith("-") else "")
    word = re.escape(_variable(one))
    if "." in one or re.search(r"[A-Z\d]", one):
        return re.compile(rf"\b{word}\b")
    return re.compile(rf"([\"']){word}\1")


def _text_pattern(one: str, otherwise: str = "") -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(one)}(?![\w-]){otherwise}")


def _files_named(said: Collection[str], outlines: Mapping[str, Outline]) -> list[str]:
    """Return the files with a fully named stem: `prices.py` in "the prices of the shop"."""
    named = [path for path, each in outlines.items() if each.functions and _file_stems(path) <= set(said)]
    return [path for path in named if _file_stems(path)][:MOST_SUBJECTS]


def _file_stems(path: str) -> frozenset[str]:
    place = PurePosixPath(path)
    return word_stems(place.parent.name if place.stem == "__init__" else place.stem)
