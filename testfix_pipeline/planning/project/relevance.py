"""The keywords and complexity of a description, and the relevance of each file to it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from testfix_pipeline.planning.project.files import FileRole, is_outside_product
from testfix_pipeline.planning.project.survey import Survey, distances

MOST_KEYWORDS = 12
KEEP_ABOVE, AT_LEAST, AT_MOST = 0.5, 10, 50
TIERS = (("critical", 0.85), ("high", 0.70), ("medium", 0.50), ("low", 0.0))
_WEIGHTS = {"mention": 0.4, "keywords": 0.3, "position": 0.2, "distance": 0.1}
_HIGH = re.compile(
    r"architect|refactor|restructur|redesign|rewrit|cross-?\s?modul|架构|重构|重组|跨模块", re.IGNORECASE
)
_MEDIUM = re.compile(
    r"\b(several|multiple|various|across|many)\b|integrat|migrat|\bexten[ds]|多个|集成|迁移|扩展", re.IGNORECASE
)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_STOP = frozenset(
    re.findall(
        r"\w+",
        "a about add after all also an and any are as at be been but by can cases class classes code cover coverage "
        "create do does each every file files fix for from full function functions generate get give has have if in "
        "into is it its make mend method methods module modules more most my need new no not of on or our please "
        "project raise repair run should so some test tested testing tests that the their them then there these they "
        "this those to unit up use using want we what when where which while will with without work write who why how "
        "you your",
    )
)
_GENERIC = frozenset(
    ["init", "main", "index", "app", "core", "conftest", "setup", "config", "test", "tests", "src", "lib", "code"]
)
_POSITION: dict[FileRole, float] = {"source": 1.0, "tests": 0.7, "documentation": 0.5, "config": 0.5, "other": 0.0}


@dataclass(frozen=True)
class RankedFile:
    """A file with its relevance from 0 to 1, and the reasons."""

    path: str
    relevance: float
    rationale: str

    @property
    def tier(self) -> str:
        """The name of the tier of its relevance."""
        return next(name for name, least in TIERS if self.relevance >= least)


def keywords(text: str) -> list[str]:
    """The distinctive words of a text, most frequent first: whole identifiers, no stop words, pairs of CJK letters."""
    found: Counter[str] = Counter()
    for word in re.findall(r"[A-Za-z_][A-Za-z0-9_]*(?:[-.][A-Za-z0-9_]+)*", text):
        bare = word.strip("._-").lower()
        if len(bare) > 2 and bare not in _STOP:
            found[bare] += 1
    for run in _CJK.findall(text):
        found.update([run] if len(run) == 1 else [run[at : at + 2] for at in range(len(run) - 1)])
    return [word for word, _ in found.most_common(MOST_KEYWORDS)]


def complexity(text: str) -> str:
    """The complexity of a task by its description.

    High for architecture, refactoring, restructuring or cross-module work; Medium for several things, integration,
    migration or extension; else Low.
    """
    if _HIGH.search(text):
        return "High"
    return "Medium" if _MEDIUM.search(text) else "Low"


def rank_files(text: str, words: Collection[str], found: Survey, named: Collection[str] = ()) -> list[RankedFile]:
    """Every file with its relevance, best first.

    Relevance is .4 direct mention + .3 keyword density + .2 position in the project + .1 dependency distance, each from
    0 to 1.

    mention: 1 where the text names the path, file, module or a symbol of it, or it is in `named`; .5 its folder or,
    for a test file, what it tests. density: the share of `words` in path and text, full at half of them. position:
    source at the top 1, .1 less a level down to .5; tests .7; documents and configuration .5. distance: 1/(1+n) for n
    imports between it and the nearest file that is mentioned.
    """
    mentions = _Mentions(text)
    direct = {path: 1.0 if path in named else mentions.score(path, found) for path in found.files.paths}
    near = distances(found.imports, (path for path, value in direct.items() if value == 1))
    ranked = [_rank(path, direct[path], words, found, near) for path in found.files.paths]
    return sorted(ranked, key=lambda each: (-each.relevance, each.path))


def _rank(path: str, mention: float, words: Collection[str], found: Survey, near: Mapping[str, int]) -> RankedFile:
    kind = found.files.kind(path)
    hits = found.hits.get(path, 0)
    steps = near.get(path)
    parts = {
        "mention": mention,
        "keywords": min(1.0, hits / max(1, (len(words) + 1) // 2)),
        "position": _position_score(path, kind),
        "distance": 0.0 if steps is None else 1 / (1 + steps),
    }
    score = sum(_WEIGHTS[name] * value for name, value in parts.items())
    reasons = [
        {1.0: "named in the input", 0.5: "near what the input names"}.get(mention, ""),
        f"{hits} of {len(words)} keywords" if hits else "",
        f"{kind} at depth {path.count('/')}",
        "" if not steps else f"{steps} import{'s' if steps > 1 else ''} away",
    ]
    return RankedFile(path, round(score, 4), ", ".join(reason for reason in reasons if reason))


def _position_score(path: str, kind: FileRole) -> float:
    if kind == "source":
        return 0.3 if is_outside_product(path) else max(0.5, 1.0 - 0.1 * max(0, path.count("/") - 1))
    return _POSITION[kind]


def keep_relevant(ranked: Iterable[RankedFile]) -> list[RankedFile]:
    """The files with a relevance over .5, at least the best ten, at most 50; critical files always."""
    ordered = list(ranked)
    wanted = [each for place, each in enumerate(ordered) if each.relevance > KEEP_ABOVE or place < AT_LEAST]
    return [each for place, each in enumerate(wanted) if place < AT_MOST or each.tier == "critical"]


class _Mentions:
    """The files and names that a text mentions."""

    def __init__(self, text: str) -> None:
        lowered = text.lower()
        self._paths = {word.strip("./-") for word in re.findall(r"[\w./-]+", lowered)}
        self._words = {part for word in self._paths for part in re.split(r"[./-]", word)} | self._paths
        self._words |= {word.removesuffix("s") for word in self._words if len(word) > 4}
        self._symbols = set(re.findall(r"\b(?:\w+_\w+|[A-Za-z]+[a-z0-9][A-Z]\w*|[A-Z][a-z]+[A-Z]\w*)\b", text))
        self._symbols |= set(re.findall(r"\b(\w+)\(", text)) | set(re.findall(r"`(\w+)(?:\(\))?`", text))

    def score(self, path: str, found: Survey) -> float:
        """How directly the text mentions a file: 1 for itself, .5 for its folder or what it tests, else 0."""
        place = PurePosixPath(path)
        lowered = path.lower()
        dotted = lowered.removesuffix(".py").replace("/", ".")
        if not self._paths.isdisjoint((lowered, place.name.lower(), dotted, dotted.removeprefix("src."))):
            return 1.0
        stem = place.stem.lower()
        if self._means(stem):
            return 1.0 if found.files.kind(path) in ("source", "tests") else 0.5
        known = found.outlines.get(path)
        if known and any(symbol.rpartition(".")[2] in self._symbols for symbol in known.symbols):
            return 1.0
        folder = place.parent.name.lower()
        tested = stem.removeprefix("test_").removesuffix("_test").removesuffix(".test").removesuffix(".spec")
        return 0.5 if self._means(tested) or self._means(folder) else 0.0

    def _means(self, word: str) -> bool:
        return len(word) > 2 and word not in _GENERIC and word in self._words
