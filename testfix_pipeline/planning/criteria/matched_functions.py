"""Finds the functions that a criterion is about: those that it names, that hold what it spells, or that share words."""

from __future__ import annotations

import builtins
import keyword
import math
import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from pathlib import PurePosixPath

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_names import code_name
from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.plan_records import Criterion
from testfix_pipeline.planning.criteria.expectations import expectations
from testfix_pipeline.planning.project.declared_commands import declared_commands
from testfix_pipeline.planning.project.survey import Survey
from testfix_pipeline.planning.python_code.outline import Outline
from testfix_pipeline.planning.python_code.words import stem, word_stems

MOST_SUBJECTS = 8
_MOST_SPELLED = 100
"""Spelled names and texts that are looked for: each is a search of all code."""
_FEW = 5
"""Functions that may all hold a plain word; of another name there may be eight."""
_LEAST, _NEAR_BEST = 0.55, 0.6
_WEIGHTS = {"name": 1.0, "owner": 0.7, "file": 0.6, "doc": 0.5, "arguments": 0.5}
_TICKED = re.compile(r"``?([^`]+)``?")
_SPELLED = re.compile(
    r"\"([^\"]{2,80})\"|“([^“”]{2,80})”|(?<!\w)['‘]([^'‘’]{2,80})['’](?!\w)|(?<![\w-])(--[A-Za-z][\w-]*)|"
    r"(?<![\w./-])((?:[A-Za-z_]\w*\.)*(?:[A-Za-z]\w*_\w*|[A-Z]{1,6}\d{2,6}|[A-Z][a-z]+[A-Z]\w*))(?![\w/-]|\.\w)|"
    r"(?<![\w.-])([A-Za-z_][\w.]*)(?:\(|=(?!=))|\b(?:raise[sd]?|throws?|thrown) (?:an? )?([A-Z]\w+)"
)
"""Code in prose: in quotation marks, options, `max_age`, `E1001`, `OrderLine`, `total(`, `strict=`, raises Full."""
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
    and texts (`found`, the survey of the project, is needed for all but parameters), and for stems of words: one of the
    name counts 1, of its class .7, of its file .6, of its docstring's first line .5, of its parameters and errors .5.
    What few functions have counts more. Those with 60 % of the best score are kept, none below a threshold: a wrong
    subject is worse than none. Without a function, a file with a fully named stem is the subject. A criterion without
    words or names applies to all code and gets no subjects.
    """
    code = _FunctionIndex(outlines, found, list(dict.fromkeys(one for each in criteria for one in spelled(each.text))))
    return [one.model_copy(update={"subjects": code.subjects(one)[:MOST_SUBJECTS]}) for one in criteria]


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
    """The project's functions by the stems of their words, by name, and by the spelled names that they hold."""

    def __init__(self, outlines: Mapping[str, Outline], found: Survey | None, wanted: Sequence[str]) -> None:
        self._outlines = outlines
        self._weights: dict[str, dict[str, float]] = defaultdict(dict)
        self._by_name: dict[str, list[str]] = defaultdict(list)
        self._count = sum(len(each.functions) for each in outlines.values())
        for path, each in outlines.items():
            for name in each.functions:
                self._add(path, name, each)
        self._commands = [one for one in declared_commands(found.files.root) if one.name] if found else []
        texts = {path: found.files.text(path) for path in outlines} if found and wanted else {}
        inside, outside = _split_texts(outlines, texts)
        self._holders = {one: _holders(one, outlines, inside, outside) for one in wanted[:_MOST_SPELLED]}

    def _add(self, path: str, name: str, each: Outline) -> None:
        subject = code_name(path, name)
        owner, _, last = name.rpartition(".")
        for own in filter(None, {last, owner}):
            self._by_name[own].append(subject)
        said = {"name": last, "owner": owner, "doc": each.docs.get(name, ""), "arguments": each.arguments.get(name, "")}
        for kind, stems in (("file", _file_stems(path)), *((kind, word_stems(text)) for kind, text in said.items())):
            for word in stems:
                self._weights[word][subject] = max(self._weights[word].get(subject, 0.0), _WEIGHTS[kind])

    def subjects(self, one: Criterion) -> list[str]:
        """Return the functions, or else files, that a criterion is about."""
        files = [path for path in self._outlines if re.search(rf"(?<![\w/]){re.escape(path)}\b", one.text)]
        names = spelled(one.text)
        raises = bool(_RAISING.search(_TICKED.sub(" ", one.text)))
        commands = [each.subject for each in self._commands if _runs_command(one.text, re.escape(each.name))]
        named = files or self._called(one.text) or [*dict.fromkeys([*commands, *self._named(names, raises)])]
        if named:
            return named
        said = {stem(part) for word in one.words for part in re.split(r"[-._]", word)}
        said |= {part for error in re.findall(r"\w+(?:Error|Exception)\b", one.text) for part in word_stems(error)}
        scores = self._word_scores(said)
        held: dict[str, float] = defaultdict(float)
        for holders in (self._holders.get(name, ()) for name in names):
            for subject in holders:
                held[subject] += 1 / len(holders)
        best = _best(held, 0.0)
        is_plain = not any(re.search(r"[\W_\dA-Z]", name) for name in names)
        if len(best) > (_FEW if is_plain else MOST_SUBJECTS):  # those are meant that share other words, too
            beside = self._word_scores(said - {each for name in names for each in word_stems(name)})
            best = _best({each: beside[each] for each in best if each in beside}, 0.0)
        if best or any(_ONLY_CODE.match(name) for name in names):
            return best
        return _best(scores, _LEAST) or [
            path for path, each in self._outlines.items() if each.functions and set() < _file_stems(path) <= said
        ]

    def _called(self, text: str) -> list[str]:
        """The functions whose results a text states: the last one of each chain, of the class that begins it."""
        found: dict[str, None] = {}
        for call in map(python_code.expression_or_none, filter(None, (one.call for one in expectations(text)))):
            name = last_name(getattr(call, "func", call))
            owner = last_name(getattr(getattr(getattr(call, "func", None), "value", None), "func", None))
            known = [one for one in self._by_name.get(name, ()) if f".{one}".endswith((f".{name}", f"::{name}"))]
            found.update(dict.fromkeys([one for one in known if one.endswith(f"::{owner}.{name}")] or known))
        return list(found)

    def _named(self, names: Sequence[str], raises: bool) -> list[str]:
        """The functions, and methods of classes, with a spelled name.

        Of several those that hold another spelled name. A class that is raised means those that raise it.
        """
        found: dict[str, None] = {}
        for name in names:
            if raises and name[:1].isupper() and self._holders.get(name):
                continue
            known = self._by_name.get(name.rpartition(".")[2], []) if _NAME.fullmatch(name) else []
            known = [one for one in known if f".{one}".endswith((f".{name}", f"::{name}"))] or known
            held = {each for other in names if other != name for each in self._holders.get(other, ())}
            found.update(dict.fromkeys([each for each in known if each in held] or known))
        return list(found)

    def _word_scores(self, said: Collection[str]) -> dict[str, float]:
        """The functions with the weights of the words that they share; what few have counts more."""
        scores: dict[str, float] = defaultdict(float)
        for having in (self._weights.get(word, {}) for word in said):
            for subject, weight in having.items():
                scores[subject] += weight * (1 - math.log(len(having)) / math.log(self._count + 1))
        return scores


def _runs_command(text: str, name: str) -> bool:
    """Whether a text spells a command line of that name, or calls it a command."""
    return bool(
        re.search(rf"`{name}[ `]|(?i:commands?|scripts?)[ `'\"]+{name}\b|\b{name}[`'\"]? (?i:command|script)", text)
    )


def _best(scores: Mapping[str, float], least: float) -> list[str]:
    """The functions with 60 % of the best score and no less than `least`, best first."""
    least = max(least, _NEAR_BEST * max(scores.values(), default=0.0))
    return sorted((each for each in scores if scores[each] >= least), key=lambda each: (-scores[each], each))


def _split_texts(outlines: Mapping[str, Outline], texts: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """The text of each function, and the lines outside of all."""
    inside: dict[str, str] = {}
    outside: list[str] = []
    for path, text in texts.items():
        lines, taken = ["", *text.splitlines()], set[int]()
        for name, spans in outlines[path].functions.items():
            whole = range(min(span.start for span in spans), max(span.stop for span in spans)) if spans else range(0)
            inside[code_name(path, name)] = "\n".join(lines[whole.start : whole.stop])
            taken.update(whole)
        outside += [line for number, line in enumerate(lines) if number not in taken]
    return inside, outside


def _holders(one: str, outlines: Mapping[str, Outline], inside: Mapping[str, str], outside: Sequence[str]) -> list[str]:
    """The functions that take a spelled name as a parameter, hold it, or use a constant that holds it."""
    variable = one.lstrip("-").replace("-", "_").rpartition(".")[2]
    needle = max(re.findall(r"\w+", one.rpartition(".")[2] or one), key=len, default=one)  # a plain search is faster

    def holding(pattern: re.Pattern[str]) -> list[str]:
        defined = filter(None, (_DEFINED.match(line) for line in outside if needle in line and pattern.search(line)))
        wanted = [(needle, pattern), *((each[1], re.compile(rf"\b{each[1]}\b")) for each in defined)]
        return [subject for subject, text in inside.items()
                if any(part in text and each.search(text) for part, each in wanted)]  # fmt: skip

    found = [code_name(path, name) for path, each in outlines.items() for name, words in each.arguments.items()
             if variable in words.split()]  # fmt: skip
    found += holding(_pattern(one, variable))
    if one.startswith("-") and len(set(found)) > MOST_SUBJECTS:
        found = holding(_text_pattern(one))  # many read `.help`, few say `--help`
    return list(dict.fromkeys(found))


def _pattern(one: str, variable: str) -> re.Pattern[str]:
    """What finds a spelled name or text in code.

    A name that is no plain word is found anywhere, a plain word as a literal, an option also as an attribute.
    """
    if _NAME.fullmatch(one):
        is_plain = "." not in one and not re.search(r"[A-Z\d]", one)
        return re.compile(rf"([\"']){variable}\1" if is_plain else rf"\b{variable}\b")
    return _text_pattern(one, rf"|(?<!self)\.{re.escape(variable)}\b" if one.startswith("-") else "")


def _text_pattern(one: str, otherwise: str = "") -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(one)}(?![\w-]){otherwise}")


def _file_stems(path: str) -> frozenset[str]:
    place = PurePosixPath(path)
    return word_stems(place.parent.name if place.stem == "__init__" else place.stem)
