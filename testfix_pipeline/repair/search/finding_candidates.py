"""Candidates for a finding of a linter or type checker: edits of its statement, the surest first.

All edits that write another name or an import are rivals. A result, a guard and a conversion are left to a person.
"""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from testfix_pipeline.repair.language.registry import language_of_source
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.model.source_cache import clear_caches
from testfix_pipeline.repair.model.source_text import SourceText
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.model.symptoms import FaultLocation
from testfix_pipeline.repair.ranking.edit_order import EditOrder
from testfix_pipeline.repair.ranking.naturalness import Naturalness
from testfix_pipeline.repair.search.space import Space, single_edits

NEAR = 0.8  # the similarity of `ad` and `add`
MOST = 1500
"""Edits of a statement that are looked at, which takes about a second."""
_NUMBER = re.compile(r"\d+")
_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_QUOTED = re.compile(r"(?:[\"'`‘]|undefined: )((?:this\.|self\.)?[A-Za-z_$][\w$]*)")
_BARE = re.compile(r"\bname\b|not defined|undefined", re.I)  # of variables, not of attributes and parameters
_MEANT = re.compile(r"(?:did you mean|maybe)\b", re.I)
_UNKNOWN = re.compile(
    r"not defined|undefined|no attribute|no (?:field|method|member|parameter)\b|cannot find|does not exist|"
    r"unexpected keyword|cannot access attribute|unresolved|unknown",
    re.I,
)
"""How checkers say that there is no such name."""
_UNAWAITED = re.compile(r"Coroutine|Awaitable|Promise|await")
_NO_RETURN = re.compile(r"missing return|must return|lacks ending return|code paths return", re.I)
_NOTHING = re.compile(r"\b(?:None|null|undefined)\b")
_WRONG_TYPE = re.compile(r"incompatible|not assignable|not (?:be )?applied|unsupported", re.I)
_READ = (_UNKNOWN, _MEANT, _UNAWAITED, _NO_RETURN, _NOTHING, _WRONG_TYPE)
_RETURN = re.compile(r"\s*return [\w$]+;?\s*")
SURE, UNSURE = 3.0, 5.0
"""The highest rank of what may land, and the lowest of what is no rival: it may behave otherwise than was meant."""


class FindingCandidate(NamedTuple):
    """A candidate for a finding. rank: lower for likelier ones; scope: lines in which no equal finding may be left."""

    candidate: Candidate
    rank: float
    scope: range = range(0)


def finding_candidates(root: Path, file: str, line: int, message: str) -> list[FindingCandidate]:
    """The candidates for what a checker says of a line of a file below `root`, the surest first.

    Empty for a file that no language of the engine reads, and for what is no matter of names or types.
    """
    sources = Sources(root)
    source = sources.source(file) if any(one.search(message) for one in _READ) else None
    stmt = source.statements.get(line) if source is not None else None
    if source is None or stmt is None:
        return []
    blocks = source.blocks(stmt)
    if _NO_RETURN.search(message) and blocks and blocks[-1]:  # checkers name the function's header
        stmt = blocks[-1][-1]
    try:
        found = [*_spellings(sources, source, line, message)]
        edits = _engine_candidates(sources, source, stmt.lineno, message)
        ranked = ((one, _rank(one.edits[0], sources, source, message)) for one in edits)
        found += [FindingCandidate(one, rank) for one, rank in ranked if rank is not None]
    finally:
        clear_caches()
    distinct = {one.candidate.contents[file]: one for one in sorted(found, key=lambda one: -one.rank)}
    return sorted(distinct.values(), key=lambda one: one.rank)  # two ways to one text are no rivals


def _spellings(sources: Sources, source: SourceText, line: int, message: str) -> Iterator[FindingCandidate]:
    """Yields the names that the checker suggests for one that it does not know, and all similar ones in reach."""
    said = _MEANT.split(message, maxsplit=1)
    suggested = _QUOTED.findall(said[1]) if len(said) > 1 else []
    unknown = _QUOTED.search(re.split("has no (?:attribute|field|member|method)", said[0])[-1])
    if unknown is None or not (_UNKNOWN.search(message) or suggested):
        return
    name, stmt, language = unknown[1], source.statements[line], language_of_source(source)
    words = {word for one in sources.neighbours() for word in _NAME.findall(one.text)}
    is_bare = _BARE.search(said[0]) is not None
    reach = language.names_in_reach(language.target(source, stmt, FailureEvidence(frozenset()))) if is_bare else None
    if reach is not None:
        words, suggested = {*reach}, [one for one in suggested if one in reach or "." in one]
    similar = [one for one in words - {name} if _NUMBER.findall(one) == _NUMBER.findall(name)]
    lines = source.body_lines(own) if (own := source.function_of(stmt)) else source.lines_of(stmt)
    uses = [at for at in _uses(source, name, is_bare) if source.line_at(at) in lines]
    swapped = {f"{name[:at]}{name[at + 1]}{name[at]}{name[at + 2 :]}" for at in range(len(name) - 1) if len(name) > 2}
    close = [*suggested, *difflib.get_close_matches(name, similar, 20, NEAR), *sorted(swapped.intersection(similar))]
    for new in dict.fromkeys(close if uses else ()):
        spans = [(at, at + len(name), new) for at in uses]
        edit = Edit(source.path, *spans[0], "replace.name", 1.0, line, f"`{name}` -> `{new}`", (*spans[1:],))
        if (candidate := Candidate.single(source, edit, 1.0, "checker")).valid():
            yield FindingCandidate(candidate, 0.0 if new in suggested else SURE, lines)


def _uses(source: SourceText, name: str, is_bare: bool) -> list[int]:
    """The offsets of a name in the code, without those in strings: as a variable, else as an attribute or a label."""
    tokens = language_of_source(source).lex(source.text)
    around = zip(["", *tokens.words], tokens.words, [*tokens.words[1:], ""], tokens.starts, strict=False)
    uses = [(at, before, behind) for before, word, behind, at in around if word == name]
    labels = [at for at, before, behind in uses if before in ("(", ",", "{") and behind in ("=", ":")]
    return [at for at, before, _ in uses if (before in (".", "?.") or at in labels) != is_bare]


def _engine_candidates(sources: Sources, source: SourceText, line: int, message: str) -> Iterator[Candidate]:
    """The engine's single edits of the statement at a line, as for a test that fails there."""
    unknown = [f"name '{name}' is not defined" for name in _QUOTED.findall(message) if _UNKNOWN.search(message)]
    error = "NameError" if unknown else "TypeError"
    evidence = FailureEvidence(frozenset({error}), (*unknown, message), crash_lines={(source.path, line): error})
    function = source.function_of(source.statements[line])
    places = [FaultLocation(source.path, line, 1.0, function.qualname if function else "<module>", "message")]
    space = Space(sources, places, evidence, order=EditOrder(Naturalness([source])))
    return itertools.islice(single_edits(space, []), MOST)


def _rank(edit: Edit, sources: Sources, source: SourceText, message: str) -> float | None:
    """How sure an edit of the engine is for what a checker says; None if nothing says that it was meant."""
    old, new = source.text[edit.start : edit.end], edit.replacement
    if edit.more:
        return None
    if edit.kind == "import.added":
        return 2.0 if _is_harmless(new, sources.neighbours()) else SURE + 1
    is_owned = new in (f"self.{old}", f"cls.{old}", f"this.{old}") and _UNKNOWN.search(message)
    if is_owned or (new.strip("()") == f"await {old}" and _UNAWAITED.search(message)):
        return 2.0
    if not old and _RETURN.fullmatch(new) and _NO_RETURN.search(message):
        return UNSURE + 1 - edit.pull  # likelier for a value that nothing else reads
    is_guard = edit.kind.startswith(("insert.guard", "guard")) and _NOTHING.search(message)
    is_conversion = edit.kind.startswith("wrap") and old in new and _WRONG_TYPE.search(message)
    return UNSURE if is_guard or is_conversion else None


def _is_harmless(statement: str, project: Sequence[SourceText]) -> bool:
    """Whether an import runs no file of the project that no other one imports, and names a function or class there."""
    _, module, *names = statement.split()
    tail, place = re.escape(module.rpartition(".")[2]), module.replace(".", "/")
    homes = [one for one in project if one.path.removeprefix("src/") in (f"{place}.py", f"{place}/__init__.py")]
    imported, defined = rf"^\s*(?:from|import)\b.*\b{tail}\b", rf"^(?:async )?(?:def|class) {''.join(names[1:2])}\b"
    others = [one for one in project if one not in homes and re.search(imported, one.text, re.M)]
    return not homes or (bool(others) and any(re.search(defined, one.text, re.M) for one in homes))
