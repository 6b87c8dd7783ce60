"""Edit templates, and the edits that they propose for a statement."""

from __future__ import annotations

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.templates.matching import (
    Condition,
    NodeKind,
    PatternCode,
    TemplateError,
    matches,
    metavariable,
)
from testfix_pipeline.repair.languages.python.templates.rewriting import Rewrite

Prior = float | Sequence[float]
EXPRESSIONS = frozenset(ast.expr.__subclasses__())
ID = re.compile(r"[a-z][a-z-]*(/[a-z][a-z0-9-]*)?")
PRIORS = Path(__file__).parents[1] / "learned" / "priors.json"
DEFAULT_PRIOR = 0.3
"""The prior of a template that is not in the data file."""


def _priors() -> Mapping[str, Mapping[str, Prior]]:
    """The prior of a template's rewrites, or of each of them, by template id and exception ("" for any)."""
    read: dict[str, Prior | Mapping[str, Prior]] = json.loads(PRIORS.read_text())
    return {name: one if isinstance(one, Mapping) else {"": one} for name, one in read.items()}


PRIORS_BY_ID = _priors()


@dataclass(frozen=True)
class Rule:
    """A pattern with its replacements."""

    pattern: PatternCode
    rewrites: tuple[Rewrite, ...]

    @classmethod
    def of(cls, match: str, rewrites: Sequence[str]) -> Rule:
        """Parses a rule. Raises TemplateError if the code of the pattern or a replacement cannot be used."""
        pattern = PatternCode.parse(match)
        codes = [PatternCode.parse(text) for text in rewrites]
        for text, code in zip(rewrites, codes, strict=True):
            if unbound := sorted(code.names - pattern.names):
                raise TemplateError(f"`{text}` uses ${unbound[0]}, which `{match}` doesn't have")
            if isinstance(code.root, ast.stmt) and not isinstance(pattern.root, ast.stmt):
                raise TemplateError(f"`{text}` is a statement, and `{match}` may match a part of one")
            if text == match:
                raise TemplateError(f"`{text}` changes nothing")
        return cls(pattern, tuple(Rewrite.of(pattern, code) for code in codes))

    @cached_property
    def in_chains(self) -> bool:
        """Whether the rule applies to each pair of a chain of comparisons."""
        return all(rewrite.swaps_operator for rewrite in self.rewrites)


@dataclass(frozen=True)
class Template:
    """A rewrite rule with its tests.

    id: stable; the part before a slash names the producer, whose place in the search and whose weights it shares.
    match: a pattern. rewrites: replacements, the likeliest first. edit: the stable id of the kind of edit, to which
    weights belong. where: conditions that must all hold. examples: (code, result of one of the rewrites). non_examples:
    code for which nothing is proposed. also: further patterns with their replacements.
    """

    id: str
    match: str
    rewrites: Sequence[str]
    edit: str
    where: Sequence[Condition] = ()
    examples: Sequence[tuple[str, str]] = ()
    non_examples: Sequence[str] = ()
    also: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def check(self) -> None:
        """Raises TemplateError if any of this is invalid. The code is parsed when a search comes to it, not before."""
        try:
            self._check()
        except TemplateError as error:
            raise TemplateError(f"template {self.id!r}: {error}") from error

    def _check(self) -> None:
        if not ID.fullmatch(self.id):
            raise TemplateError("an id is lower-case words joined by hyphens, at most one slash between them")
        if not self.rewrites or not self.examples:
            raise TemplateError("it needs a rewrite and an example")
        priors = [prior for prior in map(self.prior, self._exceptions) if isinstance(prior, Sequence)]
        if any(len(rule.rewrites) != len(prior) for rule in self._rules for prior in priors):
            raise TemplateError("each of its patterns needs as many rewrites as its prior in priors.json has numbers")

    @property
    def producer(self) -> str:
        """The id in the search and in the learned weights."""
        return self.id.partition("/")[0]

    @cached_property
    def types(self) -> frozenset[type[ast.AST]]:
        """The types of nodes that the template can match."""
        return frozenset(kind for rule in self._rules for kind in self._types(rule.pattern.root))

    def _types(self, root: ast.AST) -> frozenset[type[ast.AST]]:
        if not (name := metavariable(root)):
            return frozenset({type(root)})
        types = [one.types for one in self.where if isinstance(one, NodeKind) and one.name == name]
        return frozenset.intersection(*types) if types else EXPRESSIONS

    @cached_property
    def _rules(self) -> tuple[Rule, ...]:
        return tuple(Rule.of(match, rewrites) for match, rewrites in ((self.match, self.rewrites), *self.also.items()))

    def edits(self, target: PythonEditSite, node: ast.AST) -> Iterator[Edit]:
        """Yields the edits for one node of a suspicious statement."""
        for rule in self._rules:
            for match in matches(rule.pattern.root, target, node, rule.in_chains):
                if all(condition(match) for condition in self.where):
                    prior = self.prior(target.crash())
                    priors = prior if isinstance(prior, Sequence) else [prior] * len(rule.rewrites)
                    ranked = zip(rule.rewrites, priors, strict=True)
                    edits = (rewrite.edit(match, self.edit, prior) for rewrite, prior in ranked)
                    yield from (edit for edit in edits if edit is not None)

    @property
    def _exceptions(self) -> Iterable[str]:
        return PRIORS_BY_ID.get(self.id, {"": DEFAULT_PRIOR})

    def prior(self, crash: str = "") -> Prior:
        """The probability that a rewrite, or each of them, is right. crash: the exception that a test raised there."""
        known = PRIORS_BY_ID.get(self.id, {})
        return known.get(crash, known.get("", DEFAULT_PRIOR))

    @property
    def bound(self) -> float:
        """The template's highest prior."""
        priors = map(self.prior, self._exceptions)
        return max(max(prior) if isinstance(prior, Sequence) else prior for prior in priors)


class Templates:
    """The templates of one producer, found by the types of nodes that they can match."""

    def __init__(self, templates: Iterable[Template]) -> None:
        self.templates = tuple(templates)

    @cached_property
    def _by_type(self) -> Mapping[type[ast.AST], list[Template]]:
        found: dict[type[ast.AST], list[Template]] = defaultdict(list)
        for one in self.templates:
            for kind in one.types:
                found[kind].append(one)
        return found

    @property
    def bound(self) -> float:
        """The highest prior of the templates."""
        return max(one.bound for one in self.templates)

    def __call__(self, target: PythonEditSite) -> Iterator[Edit]:
        """Yields the edits of the templates for a suspicious statement, in the order of its nodes."""
        for template in self._by_type.get(type(target.stmt), ()):
            yield from template.edits(target, target.stmt)
        for node in target.expressions(*self._by_type):  # type: ignore[arg-type]  # of statements there are none
            for template in self._by_type[type(node)]:
                yield from template.edits(target, node)
